"""The clock is set back, or rules are no longer here: what is due happens, what can't happen is tried ever less."""

from collections.abc import AsyncIterator
from typing import Any

import pytest
import structlog

from cogs._tables import COMPUTER
from cogs._timers import ALIVE_EVERY_MS, DEADLINE, RETRY_MS, Timers
from engine.core import VersionMismatch
from tests.cogs.cog_tables import CHANNEL, HOUR, TABLE, mover, start_table
from tests.cogs.dispatchers import Running
from tests.cogs.test_outbox import cards, pending, thread
from tests.cogs.test_timers import MINUTES_5, due, noted_alive
from tests.faults.hall import Hall

DAY = 24 * HOUR


@pytest.fixture
async def timers(hall: Hall) -> AsyncIterator[Running]:
    async with Running(lambda: Timers(hall.service, hall.bot._computers), hall.service, hall.outbox.clock) as running:
        yield running


async def test_computer_players_go_on_after_the_clock_was_set_back(hall: Hall, timers: Running) -> None:
    await timers.settle()
    await noted_alive(timers)
    await timers.kill()
    await start_table(hall.service, 1, 1)
    while (await hall.service.look(TABLE)).waiting_for():
        person, look = await mover(hall.service)
        await hall.service.act(TABLE, person.id, look.legal[0])
    assert await due(hall.store, COMPUTER) == timers.clock.now

    timers.clock.now -= DAY
    await noted_alive(timers)
    await timers.settle()

    assert (await hall.service.look(TABLE)).waiting_for()


async def test_what_is_to_be_said_is_said_after_the_clock_was_set_back(hall: Hall, timers: Running) -> None:
    await noted_alive(timers)
    await timers.kill()
    await start_table(hall.service)
    timers.clock.now -= DAY
    assert await pending(hall.store, timers.clock) == [], "it would wait for a day"

    await noted_alive(timers)
    await hall.outbox.settle()

    assert len(hall.discord.messages(CHANNEL)) == 1
    assert len(cards(hall.discord, thread(hall.discord))) == 1


async def test_nobody_loses_time_when_the_clock_is_set_back(hall: Hall, timers: Running) -> None:
    await noted_alive(timers)
    await timers.kill()
    await start_table(hall.service, clock=MINUTES_5)
    before = await due(hall.store, DEADLINE)
    timers.clock.now -= HOUR
    await noted_alive(timers)
    await timers.settle(ALIVE_EVERY_MS)

    assert await due(hall.store, DEADLINE) == before


async def test_a_post_of_before_the_clock_was_set_back_is_found_and_not_repeated(hall: Hall) -> None:
    """Its nonce may be forgotten: how long ago it was made, the clock can't tell."""
    await start_table(hall.service)
    await hall.outbox.settle()
    person, look = await mover(hall.service)
    await hall.service.act(TABLE, person.id, look.legal[0])
    hall.discord.lose_answer("POST", rf"(?!/channels/{CHANNEL}/)/channels/\d+/messages")
    await hall.outbox.settle()
    hall.discord.forget_nonces()

    hall.outbox.clock.now -= DAY
    async with hall.store.write() as writer:
        await writer.shift_outbox(-DAY)
    await hall.outbox.settle(HOUR)

    assert len(cards(hall.discord, thread(hall.discord))) == 1
    assert len(hall.discord.made) == 3


async def test_a_timer_of_rules_that_are_gone_waits_longer_and_longer_and_says_so_in_a_line(
    hall: Hall, timers: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    await start_table(hall.service, clock=MINUTES_5)

    async def gone(*_: Any, **__: Any) -> None:
        raise VersionMismatch("This game was begun with other rules.")

    monkeypatch.setattr(hall.service, "close", gone)
    with structlog.testing.capture_logs() as logs:
        await timers.settle(MINUTES_5 * 1000)
        for pause in (*RETRY_MS, RETRY_MS[-1]):
            assert await due(hall.store, DEADLINE) == timers.clock.now + pause
            # As many steps as it takes: a longer silence would be a downtime.
            await timers.settle(pause)

    failed = [line for line in logs if line["event"] == "a timer failed"]
    assert len(failed) == len(RETRY_MS) + 2
    assert not any(line.get("exc_info") for line in failed)


async def test_an_accident_of_ours_is_told_in_full_once(
    hall: Hall, timers: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    await start_table(hall.service, clock=MINUTES_5)

    async def failing(*_: Any, **__: Any) -> None:
        raise RuntimeError("an accident")

    monkeypatch.setattr(hall.service, "close", failing)
    with structlog.testing.capture_logs() as logs:
        await timers.settle(MINUTES_5 * 1000)
        await timers.settle(RETRY_MS[0])

    assert [bool(line["exc_info"]) for line in logs if line["event"] == "a timer failed"] == [True, False]

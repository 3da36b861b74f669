"""Messages after the clock was set back, and missing rules: failing work is retried with backoff."""

from collections.abc import AsyncIterator
from typing import Any

import pytest
import structlog

from engine.core import VersionMismatch
from tables.dispatching.timers import RETRY_MS, Timers
from tables.dispatching.upkeep import Upkeep
from tables.timing.clocks import DEADLINE
from tests import running_dispatchers
from tests.cog_tables import CHANNEL, HOUR, MINUTES_5, TABLE, due, mover, start_table
from tests.in_process_program import InProcessProgram
from tests.posted_messages import cards, pending, thread
from tests.running_dispatchers import Running, recorded_alive

DAY = 24 * HOUR


@pytest.fixture
async def timers(program: InProcessProgram) -> AsyncIterator[Running]:
    async with Running(
        lambda: [Upkeep(program.service), Timers(program.service, program.bot._computers)],
        program.service,
        program.outbox.clock,
    ) as running:
        yield running


async def test_what_is_to_be_said_is_said_after_the_clock_was_set_back(
    program: InProcessProgram, timers: Running
) -> None:
    await recorded_alive(timers)
    await timers.kill()
    await start_table(program.service)
    timers.clock.now -= DAY
    assert await pending(program.store, timers.clock) == [], "it would wait for a day"

    await recorded_alive(timers)
    await program.outbox.settle()

    assert len(program.discord.messages(CHANNEL)) == 1
    assert len(cards(program.discord, thread(program.discord))) == 1


async def test_a_post_of_before_the_clock_was_set_back_is_found_and_not_repeated(program: InProcessProgram) -> None:
    """The nonce may have expired: the clock cannot tell how old it is."""
    await start_table(program.service)
    await program.outbox.settle()
    person, seen = await mover(program.service)
    await program.service.act(TABLE, person.id, seen.legal[0])
    program.discord.lose_response("POST", rf"(?!/channels/{CHANNEL}/)/channels/\d+/messages")
    await program.outbox.settle()
    program.discord.forget_nonces()

    program.outbox.clock.now -= DAY
    async with program.store.write() as writer:
        await writer.outbox.shift(-DAY)
    await program.outbox.settle(HOUR)

    assert len(cards(program.discord, thread(program.discord))) == 1
    assert len(program.discord.made) == 3


@pytest.mark.parametrize(
    ("error", "is_ours"),
    [(VersionMismatch("This game was begun with other rules."), False), (RuntimeError("an accident"), True)],
    ids=["rules that are gone", "an accident of ours"],
)
async def test_a_timer_that_fails_waits_longer_and_longer_and_an_accident_is_told_in_full_once(
    program: InProcessProgram, timers: Running, monkeypatch: pytest.MonkeyPatch, error: Exception, is_ours: bool
) -> None:
    await start_table(program.service, clock=MINUTES_5)

    async def fail(*_: Any, **__: Any) -> None:
        raise error

    monkeypatch.setattr(program.service, "expire", fail)
    # Nothing else is due in that time, so long steps make nothing late.
    monkeypatch.setattr(running_dispatchers, "STEP_MS", HOUR)
    with structlog.testing.capture_logs() as logs:
        await timers.settle(MINUTES_5 * 1000)
        for pause in (*RETRY_MS, RETRY_MS[-1]):
            assert await due(program.store, DEADLINE) == timers.clock.now + pause
            await timers.settle(pause)

    failed = [bool(line.get("exc_info")) for line in logs if line["event"] == "a timer failed"]
    assert failed == [is_ours, *[False] * (len(RETRY_MS) + 1)]

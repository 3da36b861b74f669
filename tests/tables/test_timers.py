"""Timers: each runs once and at its time, despite restarts and failures."""

import asyncio
from pathlib import Path
from typing import Any

import pytest

from cogs.ui.kit.interface import interface
from data.store import Store, StoreUnavailable
from tables import lobby
from tables.calling.recipients import CALL
from tables.computer_players import ComputerPlayers
from tables.dispatching.timers import RETRY_MS
from tables.moderating import gone_places
from tables.service import TableService
from tables.timing.clocks import COMPUTER, DEADLINE, LOBBY_EXPIRY
from tests.cog_tables import (
    ANN,
    BEN,
    DAY,
    GUILD,
    HOUR,
    MINUTES_5,
    TABLE,
    act,
    count_closed_turns,
    due,
    logged,
    mover,
    open_lobby,
    start_table,
)
from tests.patience import patience
from tests.running_dispatchers import SECONDS, Clock, Running, short_store_retry_interval
from tests.thinking_here import think_here


async def test_a_deadline_brings_the_default_move_at_its_time_and_not_before(
    service: TableService, timers: Running
) -> None:
    await start_table(service, clock=MINUTES_5)
    await timers.settle(MINUTES_5 * 1000 - 1)
    await act(service)
    person, _ = await mover(service)

    await timers.settle(MINUTES_5 * 1000 - 1)
    assert await count_closed_turns(service) == 0

    await timers.settle(1)
    assert await count_closed_turns(service) == 1
    assert (await mover(service))[0] != person


@pytest.mark.parametrize("after_ms", [0, 1])
async def test_nobody_is_late_in_a_turn_that_began_while_their_server_was_without_the_program(
    service: TableService, timers: Running, after_ms: int
) -> None:
    await start_table(service, clock=3 * MINUTES_5)
    await gone_places.record_server_left(service, GUILD)
    timers.clock.now += after_ms
    await act(service)

    await timers.settle(4 * MINUTES_5 * 1000)
    assert (await count_closed_turns(service), await reminders(service)) == (0, 0)
    await gone_places.record_server_joined(service, GUILD)

    await timers.settle(3 * MINUTES_5 * 1000 - 1)
    assert (await count_closed_turns(service), await reminders(service)) == (0, 1)
    await timers.settle(1)
    assert await count_closed_turns(service) == 1


async def reminders(service: TableService) -> int:
    """Return the number of queued reminders."""
    async with service.store.read() as reader:
        return sum("reminder" in row.payload for row in await reader.outbox.pending_of_table(TABLE, CALL))


@pytest.mark.parametrize("kind", [DEADLINE, "bell"])
async def test_a_timer_of_another_turn_or_of_a_newer_version_is_cleared_and_closes_nothing(
    service: TableService, timers: Running, kind: str
) -> None:
    await start_table(service, clock=DAY)
    async with service.store.write() as writer:
        await writer.timers.set(TABLE, kind, 7, timers.clock.now)

    await timers.settle()

    assert await count_closed_turns(service) == 0
    assert await due(service.store, kind) is None


async def test_a_timer_of_a_table_that_has_ended_is_cleared(
    service: TableService, store: Store, timers: Running, clock: Clock
) -> None:
    table = await start_table(service)
    await service.change(TABLE, lobby.cancel(ANN.id))
    async with store.write() as writer:
        for kind in (DEADLINE, COMPUTER, LOBBY_EXPIRY):
            await writer.timers.set(TABLE, kind, table.row.step, clock.now)

    await timers.settle()

    assert [await due(store, kind) for kind in (DEADLINE, COMPUTER, LOBBY_EXPIRY)] == [None] * 3
    assert (await service.load(TABLE)).row.phase == "cancelled"


async def test_a_lobby_that_nobody_starts_is_closed(service: TableService, store: Store, timers: Running) -> None:
    await open_lobby(service)
    async with store.write() as writer:
        await writer.timers.set(TABLE, LOBBY_EXPIRY, 1, timers.clock.now + HOUR)

    await timers.settle(HOUR - 1)
    assert (await service.load(TABLE)).row.phase == "lobby"
    await service.change(TABLE, lobby.join(BEN, "salt"))
    await timers.settle(1)

    assert (await service.load(TABLE)).row.phase == "cancelled"


async def test_the_same_game_has_the_same_computer_players_moves(tmp_path: Path, clock: Clock) -> None:
    """Table, seed and salts are the same; the times at which the players think differ."""
    logs = []
    for number in range(2):
        store = await Store.open(f"sqlite:///{tmp_path / str(number)}", clock=clock)
        service = TableService(store, interface)
        computers = ComputerPlayers(service, think_here)
        table = await start_table(service, people=1, computers=2)
        while table.row.phase == "playing":
            clock.now += 1 + number
            if table.awaited_seats():
                _, seen = await mover(service)
                await service.act(TABLE, ANN.id, seen.legal[0])
            else:
                await computers.move(TABLE, table.row.step)
            table = await service.load(TABLE)
        logs.append([(entry.actor, entry.action) for entry in await logged(service)])
        await store.close()

    assert logs[0] == logs[1]
    assert {actor for actor, _ in logs[0]} == {-1, 0, 1, 2}


async def test_a_timer_that_fails_is_tried_again_and_stops_no_other(
    service: TableService, store: Store, timers: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    await start_table(service, clock=MINUTES_5)
    await start_table(service, clock=MINUTES_5, id="another")
    expire = service.expire

    async def failing(table_id: str, *, turn: int, now: int) -> Any:
        if table_id == TABLE:
            raise RuntimeError("an accident")
        return await expire(table_id, turn=turn)

    with monkeypatch.context() as patch:
        patch.setattr(service, "expire", failing)
        await timers.settle(MINUTES_5 * 1000)
        assert await due(store, DEADLINE) == timers.clock.now + RETRY_MS[0]
        assert await due(store, DEADLINE, "another") == timers.clock.now + MINUTES_5 * 1000
        await timers.settle(RETRY_MS[0])
        assert await due(store, DEADLINE) == timers.clock.now + RETRY_MS[1]
        # The number of failures is stored, for whichever process retries it.
        async with store.read() as reader:
            known = await reader.timers.get(TABLE, DEADLINE)
        assert known is not None
        assert known.attempts == 2

    await timers.settle(RETRY_MS[1])

    assert await count_closed_turns(service) == 1


async def test_a_timer_that_fails_late_leaves_the_one_that_was_set_meanwhile(
    service: TableService, store: Store, timers: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The table moves on while its deadline fails; the next deadline remains."""
    await start_table(service, clock=MINUTES_5)

    async def failing(table_id: str, *, turn: int, now: int) -> Any:
        person, seen = await mover(service)
        await service.act(table_id, person.id, seen.legal[0])
        raise RuntimeError("an accident")

    monkeypatch.setattr(service, "expire", failing)
    await timers.settle(MINUTES_5 * 1000)

    assert await due(store, DEADLINE) == timers.clock.now + MINUTES_5 * 1000


@pytest.mark.parametrize("stroke", ["read", "write"])
async def test_while_the_store_is_away_nothing_ends_and_afterwards_it_goes_on(
    service: TableService, store: Store, timers: Running, monkeypatch: pytest.MonkeyPatch, stroke: str
) -> None:
    short_store_retry_interval(monkeypatch)
    await start_table(service, clock=MINUTES_5)
    await timers.settle()
    await timers.settle(MINUTES_5 * 1000 - 1)
    refused = asyncio.Event()
    calls = 0

    def away(*_: Any) -> Any:
        nonlocal calls
        calls += 1
        if calls > 5:
            refused.set()
        raise StoreUnavailable("The database is away.")

    with monkeypatch.context() as patch:
        patch.setattr(store, stroke, away)
        timers.clock.now += 1
        service.notify()
        async with patience(SECONDS):
            await refused.wait()
        assert timers.task is not None
        assert not timers.task.done()

    await timers.settle(RETRY_MS[0])

    assert await count_closed_turns(service) == 1


async def test_asked_to_stop_it_ends_what_has_begun(
    service: TableService, timers: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    await start_table(service, clock=MINUTES_5)
    begun, go_on = asyncio.Event(), asyncio.Event()
    expire = service.expire

    async def slow(table_id: str, *, turn: int, now: int) -> Any:
        begun.set()
        await go_on.wait()
        return await expire(table_id, turn=turn)

    monkeypatch.setattr(service, "expire", slow)
    await timers.settle()
    await timers.settle(MINUTES_5 * 1000 - 1)
    timers.clock.now += 1
    service.notify()
    await begun.wait()
    stopping = asyncio.create_task(timers.stop())
    await asyncio.sleep(0)
    go_on.set()
    await stopping

    assert await count_closed_turns(service) == 1


async def test_somebody_elses_leaving_prolongs_nobodys_time(service: TableService, timers: Running) -> None:
    """The step changes when the seat leaves, but the deadline of the current turn remains."""
    table = await start_table(service, 3, clock=MINUTES_5)
    await timers.settle(60_000)
    before = await due(service.store, DEADLINE)
    waiting = next(seat for seat in table.seats if seat.seat not in table.actors)

    await service.resign(TABLE, waiting.user_id or 0)

    assert await due(service.store, DEADLINE) == before
    await timers.settle(4 * 60_000)
    assert await count_closed_turns(service) == 1

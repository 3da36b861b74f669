"""The timers: all that happens by the clock, once and at its time, through restarts and failures."""

import asyncio
from pathlib import Path
from typing import Any

import pytest

from cogs import _lobby, _timers
from cogs._computer import ComputerPlayers
from cogs._looks import DEADLINE
from cogs._tables import COMPUTER, LOBBY_EXPIRY, TableService
from cogs._timers import ALIVE, ALIVE_EVERY_MS, DOWNTIME_MS, RETRY_MS, SAID_MS
from data.store import Store, StoreUnavailable
from engine.core import HOST
from tests.cogs.cog_tables import ANN, BEN, HOUR, TABLE, mover, open_lobby, play, start_table
from tests.cogs.dispatchers import SECONDS, Clock, Running

MINUTES_5 = 5 * 60
DAY = 24 * 3600


async def due(store: Store, kind: str, table: str = TABLE) -> int | None:
    """When a timer is due."""
    async with store.read() as reader:
        found = await reader.timer(table, kind)
    return None if found is None else found.due


async def closed(service: TableService) -> int:
    """How often time ran out."""
    table = await service.load(TABLE)
    assert table.game is not None
    return sum((entry.actor, entry.action) == (HOST, "close") for entry in table.game.entries)


async def test_a_deadline_brings_the_default_move_at_its_time_and_not_before(
    service: TableService, timers: Running
) -> None:
    await start_table(service, clock=MINUTES_5)
    person, _ = await mover(service)

    await timers.settle(MINUTES_5 * 1000 - 1)
    assert await closed(service) == 0

    await timers.settle(1)
    assert await closed(service) == 1
    assert (await mover(service))[0] != person


async def test_nobody_who_moved_in_time_is_late(service: TableService, timers: Running) -> None:
    await start_table(service, clock=MINUTES_5)
    await timers.settle(MINUTES_5 * 1000 - 1)
    person, look = await mover(service)
    await service.act(TABLE, person.id, look.legal[0])

    await timers.settle(MINUTES_5 * 1000 - 1)

    assert await closed(service) == 0


async def test_a_game_that_everybody_forgot_comes_to_its_end(service: TableService, timers: Running) -> None:
    await start_table(service, clock=MINUTES_5)

    for _ in range(60):
        await timers.settle(MINUTES_5 * 1000)

    table = await service.load(TABLE)
    assert table.row.phase == "finished"
    assert await due(timers.store, DEADLINE) is None


async def test_a_deadline_of_an_earlier_step_is_cleared_and_closes_nothing(
    service: TableService, store: Store, timers: Running, clock: Clock
) -> None:
    await start_table(service, clock=DAY)
    async with store.write() as writer:
        await writer.set_timer(TABLE, DEADLINE, 1, clock.now)

    await timers.settle()

    assert await closed(service) == 0
    assert await due(store, DEADLINE) is None


async def test_a_timer_of_a_table_that_has_ended_is_cleared(
    service: TableService, store: Store, timers: Running, clock: Clock
) -> None:
    table = await start_table(service)
    await service.change(TABLE, _lobby.cancel(ANN.id))
    async with store.write() as writer:
        for kind in (DEADLINE, COMPUTER, LOBBY_EXPIRY):
            await writer.set_timer(TABLE, kind, table.row.step, clock.now)

    await timers.settle()

    assert [await due(store, kind) for kind in (DEADLINE, COMPUTER, LOBBY_EXPIRY)] == [None] * 3
    assert (await service.load(TABLE)).row.phase == "cancelled"


async def test_a_lobby_that_nobody_starts_is_closed(service: TableService, store: Store, timers: Running) -> None:
    await open_lobby(service)
    async with store.write() as writer:
        await writer.set_timer(TABLE, LOBBY_EXPIRY, 1, timers.clock.now + HOUR)

    await timers.settle(HOUR - 1)
    assert (await service.load(TABLE)).row.phase == "lobby"
    await service.change(TABLE, _lobby.join(BEN, "salt"))
    await timers.settle(1)

    assert (await service.load(TABLE)).row.phase == "cancelled"


async def test_computer_players_move_until_a_person_must(service: TableService, timers: Running) -> None:
    await start_table(service, people=1, computers=3)

    await timers.settle()

    assert (await mover(service))[0] == ANN
    await play(service, 1)
    await timers.settle()
    assert (await mover(service))[0] == ANN


async def test_the_same_game_has_the_same_computer_players_moves(tmp_path: Path, clock: Clock) -> None:
    """Table, seed and salts are the same; the times at which they think are not."""
    logs = []
    for number in range(2):
        store = await Store.open(f"sqlite:///{tmp_path / str(number)}", clock=clock)
        service = TableService(store)
        computers = ComputerPlayers(service)
        table = await start_table(service, people=1, computers=2)
        while table.row.phase == "playing":
            clock.now += 1 + number
            if table.waiting_for():
                _, look = await mover(service)
                await service.act(TABLE, ANN.id, look.legal[0])
            else:
                await computers.move(TABLE, table.row.step)
            table = await service.load(TABLE)
        logs.append([(entry.actor, entry.action) for entry in table.require_begun().entries])
        computers.close()
        await store.close()

    assert logs[0] == logs[1]
    assert {actor for actor, _ in logs[0]} == {-1, 0, 1, 2}


async def test_a_timer_that_fails_is_tried_again_and_stops_no_other(
    service: TableService, store: Store, timers: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    await start_table(service, clock=MINUTES_5)
    await start_table(service, clock=MINUTES_5, id="another")
    close = service.close

    async def failing(table_id: str, *, step: int) -> Any:
        if table_id == TABLE:
            raise RuntimeError("an accident")
        return await close(table_id, step=step)

    with monkeypatch.context() as patch:
        patch.setattr(service, "close", failing)
        await timers.settle(MINUTES_5 * 1000)
        assert await due(store, DEADLINE) == timers.clock.now + RETRY_MS[0]
        assert await due(store, DEADLINE, "another") == timers.clock.now + MINUTES_5 * 1000

    await timers.settle(RETRY_MS[0])

    assert await closed(service) == 1


async def alive(store: Store) -> int:
    """When the program was last known to be alive."""
    async with store.read() as reader:
        found = await reader.fact(ALIVE)
    return 0 if found is None else int(found)


async def noted_alive(timers: Running) -> None:
    """Runs until the program has noted that it is alive now."""
    await timers.settle()
    async with asyncio.timeout(SECONDS):
        while await alive(timers.store) != timers.clock.now:
            pass


async def test_a_downtime_puts_every_deadline_off(service: TableService, store: Store, timers: Running) -> None:
    await start_table(service, clock=MINUTES_5)
    await noted_alive(timers)
    await timers.kill()
    before = await due(store, DEADLINE)
    assert before is not None

    timers.clock.now += DAY * 1000
    await noted_alive(timers)
    await timers.settle()

    assert await closed(service) == 0
    assert await due(store, DEADLINE) == before + DAY * 1000


async def test_a_quick_restart_puts_nothing_off(service: TableService, store: Store, timers: Running) -> None:
    await start_table(service, clock=MINUTES_5)
    await noted_alive(timers)
    await timers.kill()
    before = await due(store, DEADLINE)

    timers.clock.now += DOWNTIME_MS
    await noted_alive(timers)

    assert await due(store, DEADLINE) == before


async def test_while_it_runs_it_notes_that_it_is_alive(service: TableService, store: Store, timers: Running) -> None:
    """However long nothing happens, no downtime is seen afterwards."""
    await start_table(service, clock=DAY)
    before = await due(store, DEADLINE)
    for _ in range(4):
        await noted_alive(timers)
        timers.clock.now += ALIVE_EVERY_MS
    await timers.kill()

    await noted_alive(timers)

    assert await due(store, DEADLINE) == before


async def test_a_timer_that_fails_late_leaves_the_one_that_was_set_meanwhile(
    service: TableService, store: Store, timers: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The table moves on while its deadline fails: the next deadline stands."""
    await start_table(service, clock=MINUTES_5)

    async def failing(table_id: str, *, step: int) -> Any:
        person, look = await mover(service)
        await service.act(table_id, person.id, look.legal[0])
        raise RuntimeError("an accident")

    monkeypatch.setattr(service, "close", failing)
    await timers.settle(MINUTES_5 * 1000)

    assert await due(store, DEADLINE) == timers.clock.now + MINUTES_5 * 1000


@pytest.mark.parametrize("stroke", ["read", "write"])
async def test_while_the_store_is_away_nothing_ends_and_afterwards_it_goes_on(
    service: TableService, store: Store, timers: Running, monkeypatch: pytest.MonkeyPatch, stroke: str
) -> None:
    monkeypatch.setattr(_timers, "STORE_AWAY_MS", 1)
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
        async with asyncio.timeout(SECONDS):
            await refused.wait()
        assert timers.task is not None
        assert not timers.task.done()

    await timers.settle(RETRY_MS[0])

    assert await closed(service) == 1


async def test_a_timer_that_a_newer_version_set_is_cleared(
    service: TableService, store: Store, timers: Running
) -> None:
    await start_table(service)
    async with store.write(TABLE) as writer:
        await writer.set_timer(TABLE, "bell", 1, timers.clock.now)

    await timers.settle()

    assert await due(store, "bell") is None


async def test_what_was_said_a_week_ago_is_forgotten(service: TableService, store: Store, timers: Running) -> None:
    await start_table(service)
    async with store.write(TABLE) as writer:
        await writer.outbox_done([row.id for row in await writer.pending_outbox(timers.clock.now)])
        last = await writer.queue("card", TABLE, 1, "{}")

    timers.clock.now += SAID_MS + 1
    await timers.settle()

    async with store.write(TABLE) as writer:
        assert await writer.forget_said(timers.clock.now) == 0
        assert [row.id for row in await writer.pending_outbox(timers.clock.now)] == [last]


async def test_asked_to_stop_it_ends_what_has_begun(
    service: TableService, timers: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    await start_table(service, clock=MINUTES_5)
    begun, go_on = asyncio.Event(), asyncio.Event()
    close = service.close

    async def slow(table_id: str, *, step: int) -> Any:
        begun.set()
        await go_on.wait()
        return await close(table_id, step=step)

    monkeypatch.setattr(service, "close", slow)
    await timers.settle()
    await timers.settle(MINUTES_5 * 1000 - 1)
    timers.clock.now += 1
    service.notify()
    await begun.wait()
    stopping = asyncio.create_task(timers.stop())
    await asyncio.sleep(0)
    go_on.set()
    await stopping

    assert await closed(service) == 1


async def test_a_store_that_was_away_for_long_costs_nobody_their_time(
    service: TableService, timers: Running, store: Store
) -> None:
    """The program lived through it, a machine that slept likewise: it was downtime all the same."""
    await start_table(service, clock=MINUTES_5)
    await timers.settle()
    before = await deadline(store)

    timers.clock.now += 2 * 3_600_000
    await timers.settle()

    assert await closed(service) == 0
    assert await deadline(store) >= before + 2 * 3_600_000


async def test_somebody_elses_leaving_prolongs_nobodys_time(
    service: TableService, timers: Running, store: Store
) -> None:
    table = await start_table(service, 3, clock=MINUTES_5)
    await timers.settle(60_000)
    before = await deadline(store)
    waiting = next(seat for seat in table.seats if seat.seat not in table.actors)

    await service.resign(TABLE, waiting.user_id or 0)

    assert await deadline(store) == before


async def test_the_clock_still_runs_out_after_somebody_else_has_left(service: TableService, timers: Running) -> None:
    """The step changes with the seat that left, and the deadline is still the one of the choice that is due."""
    table = await start_table(service, 3, clock=MINUTES_5)
    await timers.settle(60_000)
    waiting = next(seat for seat in table.seats if seat.seat not in table.actors)
    await service.resign(TABLE, waiting.user_id or 0)

    await timers.settle(5 * 60_000)

    assert await closed(service) == 1


async def deadline(store: Store) -> int:
    """When the table's move must have been made."""
    async with store.read() as reader:
        found = await reader.timer(TABLE, DEADLINE)
    assert found is not None
    return found.due

"""A clock that ran ahead and is corrected: everybody keeps the time they had left, and nothing waits for the clock.

A jump forward is a downtime (`test_upkeep`).
"""

from collections.abc import Awaitable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
import structlog

from cogs.ui.kit.interface import interface
from data.store import ALIVE, Store
from data.store import clock as store_clock
from data.store.clock import SET_BACK_MS
from leagues.seasons import Seasons
from tables.calling.nudges import AGAIN_MS, nudge, nudge_times
from tables.committing.outbox_rows import IDLE
from tables.dispatching.upkeep import DOWNTIME_MS, RETENTION_MS, Upkeep
from tables.preferences import preferences
from tables.service import TableService
from tables.timing import pauses
from tables.timing.absence import set_quiet_hours
from tables.timing.clocks import COMPUTER, DEADLINE, ENDED, LOBBY_EXPIRY, REMINDER
from tables.timing.idle import SLEEP_MS, sleep_of
from tables.timing.pauses import EMERGENCY_MS, PAUSE_END, Pauses, find_current_pause, shift_pauses
from tables.timing.quiet import quiet_hours
from tables.timing.retiming import RETIME
from tables.timing.running_time import DAY_MS
from tests.cog_tables import (
    ANN,
    BEN,
    DAY,
    HOUR,
    TABLE,
    act,
    count_closed_turns,
    deliver,
    due_at,
    mover,
    open_lobby,
    start_table,
)
from tests.migrated_database import open_store
from tests.playing import join, league
from tests.running_dispatchers import Clock, Running, recorded_alive

AHEAD_MS = 30 * DAY_MS


async def jump(timers: Running, by: int) -> None:
    """Change the clock, and record the program as alive so that it notices."""
    timers.clock.now += by
    await recorded_alive(timers)


async def while_ahead(timers: Running, work: Awaitable[Any]) -> None:
    """Let `work` run while the clock is ahead, then correct the clock."""
    await recorded_alive(timers)
    await jump(timers, AHEAD_MS)
    await work
    await jump(timers, -AHEAD_MS)


async def test_a_deadline_that_was_set_while_the_clock_was_ahead_is_not_late(
    service: TableService, store: Store, timers: Running
) -> None:
    await start_table(service, clock=DAY)

    await while_ahead(timers, act(service))

    now = timers.clock.now
    assert await due_at(store, DEADLINE) == now + DAY_MS
    assert await due_at(store, REMINDER) == now + DAY_MS * 3 // 4
    (seat,) = (await service.load(TABLE)).awaited_seats()
    assert (seat.due, seat.remind, seat.since, seat.time_left) == (now + DAY_MS, now + DAY_MS * 3 // 4, now, DAY_MS)
    await timers.settle(DAY_MS)
    assert await count_closed_turns(service) == 1


async def test_a_clock_that_was_ahead_for_a_while_leaves_no_trace_at_a_table_that_waited(
    service: TableService, store: Store, timers: Running
) -> None:
    await start_table(service, clock=DAY)
    await recorded_alive(timers)
    before = [await due_at(store, kind) for kind in (DEADLINE, REMINDER)]
    seats = (await service.load(TABLE)).seats

    await jump(timers, AHEAD_MS)
    assert [await due_at(store, kind) for kind in (DEADLINE, REMINDER)] != before
    await jump(timers, -AHEAD_MS)

    assert [await due_at(store, kind) for kind in (DEADLINE, REMINDER)] == before
    assert (await service.load(TABLE)).seats == seats


async def test_a_lobby_and_a_game_that_may_fall_asleep_keep_their_time(service: TableService, timers: Running) -> None:
    async def open_both() -> None:
        # In these tests a lobby expires at once until its timer is set.
        await timers.kill()
        await start_table(service)
        await open_lobby(service, id="bbbbbbbbbb")
        async with service.store.write() as writer:
            await writer.timers.set("bbbbbbbbbb", LOBBY_EXPIRY, 1, writer.now + HOUR)

    await while_ahead(timers, open_both())

    assert await due_at(service.store, IDLE) == timers.clock.now + SLEEP_MS
    assert await due_at(service.store, LOBBY_EXPIRY, "bbbbbbbbbb") == timers.clock.now + HOUR


@pytest.mark.slow
async def test_a_player_who_was_asked_while_the_clock_was_ahead_has_a_week_to_answer(
    service: TableService, timers: Running
) -> None:
    await start_table(service)

    await while_ahead(timers, timers.settle(SLEEP_MS))
    assert sleep_of((await service.load(TABLE)).row) is not None
    await timers.settle(SLEEP_MS - HOUR)
    assert (await service.load(TABLE)).row.phase == "playing"

    await timers.settle(HOUR)

    # Ben did not answer, so a computer player moves for him.
    assert [seat.player is None for seat in (await service.load(TABLE)).seats].count(False) == 1


@pytest.mark.parametrize("kind", [COMPUTER, ENDED, RETIME])
async def test_what_was_due_at_once_is_due_at_once(service: TableService, clock: Clock, kind: str) -> None:
    await start_table(service)
    async with Running(lambda: [Upkeep(service)], service, clock) as upkeep:
        await recorded_alive(upkeep)
        await jump(upkeep, AHEAD_MS)
        async with service.store.write() as writer:
            await writer.timers.set(TABLE, kind, 1, writer.now)
        await jump(upkeep, -AHEAD_MS)

    assert await due_at(service.store, kind) == clock.now


@pytest.mark.slow
async def test_a_pause_that_began_while_the_clock_was_ahead_lasts_as_long_as_any(
    service: TableService, store: Store, timers: Running
) -> None:
    await start_table(service, clock=DAY)

    await while_ahead(timers, service.change(TABLE, pauses.emergency_pause(ANN.id, timers.clock.now + AHEAD_MS)))
    await timers.settle()

    now = timers.clock.now
    pause = find_current_pause((await service.load(TABLE)).row)
    assert pause is not None
    assert (pause.begin, pause.end) == (now, now + EMERGENCY_MS)
    assert await due_at(store, PAUSE_END) == now + EMERGENCY_MS
    assert await due_at(store, DEADLINE) == now + EMERGENCY_MS + DAY_MS
    await timers.settle(EMERGENCY_MS)
    assert find_current_pause((await service.load(TABLE)).row) is None


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ((100, 200), (100, 200)),
        # The pause began before the clock jumped ahead and was resumed while it was ahead.
        ((900, 3_500), (900, 1_000)),
        ((3_100, 3_500), (1_100, 1_500)),
    ],
)
def test_pauses_that_are_over_move_if_they_were_in_the_future(before: tuple[int, int], after: tuple[int, int]) -> None:
    assert shift_pauses(Pauses(past=(before,)), 1_000, -2_000).past == (after,)


async def test_dates_of_a_season_stay_where_they_were(service: TableService, timers: Running) -> None:
    seasons = Seasons(service)
    season = await join(seasons, await league(seasons), 2)
    await recorded_alive(timers)

    await while_ahead(timers, recorded_alive(timers))

    after = (await seasons.load(season.row.id)).row
    assert (after.begins, after.last_deal, after.ends, after.due) == (
        season.row.begins,
        season.row.last_deal,
        season.row.ends,
        season.row.due,
    )


async def test_a_player_who_was_nudged_while_the_clock_was_ahead_may_be_nudged_a_day_later(
    service: TableService, store: Store, timers: Running
) -> None:
    await start_table(service)
    person, _ = await mover(service)
    other = next(each for each in (ANN, BEN) if each != person)

    async def nudge_after_an_hour() -> None:
        await timers.settle(HOUR)
        await nudge(service, TABLE, other.id)

    await while_ahead(timers, nudge_after_an_hour())

    async with store.read() as reader:
        times = await nudge_times(reader, await service.load(TABLE), other.id, timers.clock.now)
    assert times == {person.id: timers.clock.now + AGAIN_MS}


async def test_what_was_done_while_the_clock_was_ahead_is_kept_no_longer(
    service: TableService, store: Store, timers: Running
) -> None:
    await start_table(service)

    async def finish() -> None:
        await service.resign(TABLE, ANN.id)
        await deliver(store)

    await while_ahead(timers, finish())
    ended = timers.clock.now + AHEAD_MS
    timers.clock.now += RETENTION_MS + 1
    await timers.settle()
    await timers.stop()

    async with store.write() as writer:
        assert await writer.outbox.prune_delivered(ended + RETENTION_MS) == 0
        assert await writer.messages.pings(TABLE, 1) == ()
        row = await writer.tables.get(TABLE)
    assert row is not None
    assert row.ended == ended, "the record stays as it was written"


async def test_quiet_hours_that_were_set_while_the_clock_was_ahead_hold(service: TableService, timers: Running) -> None:
    await set_quiet_hours(service, ANN, "UTC", 1 * 60, 2 * 60)

    await while_ahead(timers, set_quiet_hours(service, ANN, "UTC", 12 * 60, 13 * 60))

    wishes = await preferences(service.store, ANN.id)
    span = next(span for span in quiet_hours(wishes).after(timers.clock.now) if span.begin > timers.clock.now)
    assert span.begin // HOUR % 24 == 12


@pytest.mark.parametrize("by", [-DOWNTIME_MS, -DOWNTIME_MS - 1])
async def test_a_correction_of_some_seconds_moves_nothing_and_more_is_logged(
    service: TableService, store: Store, timers: Running, by: int
) -> None:
    await start_table(service, clock=DAY)
    await recorded_alive(timers)
    before = await due_at(store, DEADLINE)

    with structlog.testing.capture_logs() as logs:
        await jump(timers, by)

    is_moved = by < -DOWNTIME_MS
    assert await due_at(store, DEADLINE) == before + by * is_moved
    assert any(line["event"] == "clock set back" for line in logs) == is_moved


@pytest.fixture
def machine(monkeypatch: pytest.MonkeyPatch) -> SimpleNamespace:
    """Return this machine's wall clock and its steady (monotonic) clock."""
    found = SimpleNamespace(wall=1_700_000_000_000, steady=5_000)
    monkeypatch.setattr(store_clock, "now_ms", lambda: found.wall)
    monkeypatch.setattr(store_clock, "_steady_ms", lambda: found.steady)
    return found


async def test_a_move_before_a_clock_that_was_set_back_is_noticed_has_as_much_time_as_any(
    machine: SimpleNamespace, tmp_path: Path
) -> None:
    """Until the program is next recorded as alive, its time continues as if the clock had not been set back."""
    store = await open_store(tmp_path / "hexcade.sqlite3")
    service = TableService(store, interface)
    upkeep = Upkeep(service)
    await upkeep.work(ALIVE, ())
    await start_table(service, clock=DAY)
    ahead = store.now()
    machine.wall -= AHEAD_MS - 1_000
    machine.steady += 1_000

    await act(service)
    assert store.now() == ahead + 1_000
    await upkeep.work(ALIVE, ())

    assert store.now() == machine.wall
    # Counted from the previous record of being alive: one second too much.
    assert await due_at(store, DEADLINE) == machine.wall + DAY_MS + 1_000
    await store.close()


@pytest.mark.parametrize(
    ("wall", "steady", "passed"),
    [
        (2_000, 2_000, 2_000),
        (1_500, 2_000, 1_500),
        (1_000 - SET_BACK_MS, 1_000, 1_000 - SET_BACK_MS),
        (9_000, 0, 9_000),
    ],
)
async def test_a_clock_that_is_corrected_or_slept_is_followed_at_once(
    machine: SimpleNamespace, tmp_path: Path, wall: int, steady: int, passed: int
) -> None:
    store = await open_store(tmp_path / "hexcade.sqlite3")
    before = store.now()
    machine.wall += wall
    machine.steady += steady

    assert store.now() == before + passed
    await store.close()

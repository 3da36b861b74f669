"""The upkeep: a downtime costs nobody their time, and rows delivered long ago are deleted."""

import asyncio

import pytest

from data.store import ALIVE, ImportRow, SandboxRow, Store
from tables.committing.outbox_rows import REFRESH
from tables.computer_players import ComputerPlayers
from tables.dispatching.dispatcher import Due
from tables.dispatching.timers import Timers
from tables.dispatching.upkeep import ALIVE_EVERY_MS, CHORES_EVERY_MS, DOWNTIME_MS, RETENTION_MS, Upkeep
from tables.records import forgetting
from tables.records.record_import import IMPORTS_MS
from tables.service import TableService
from tables.timing.absence import set_quiet_hours
from tables.timing.clocks import DEADLINE, LOBBY_EXPIRY, REMINDER
from tables.timing.running_time import DAY_MS
from tables.whatif.sandboxes import SANDBOX_MS
from tests.cog_tables import (
    ANN,
    BEN,
    DAY,
    HOUR,
    MINUTES_5,
    TABLE,
    count_closed_turns,
    deliver,
    due_at,
    open_lobby,
    start_table,
)
from tests.patience import patience
from tests.running_dispatchers import SECONDS, Clock, Running, recorded_alive
from tests.thinking_here import think_here


def running_with(upkeep: Upkeep, service: TableService, clock: Clock) -> Running:
    """Return timers that run beside the given upkeep."""
    return Running(lambda: [upkeep, Timers(service, ComputerPlayers(service, think_here))], service, clock)


async def live_until(timers: Running, moment: int) -> None:
    """Advance the clock to `moment` as if the program had been alive until then."""
    async with timers.store.write() as writer:
        await writer.facts.set(ALIVE, str(moment))
    await timers.kill()
    timers.clock.now = moment
    await timers.settle()


async def test_a_deadline_that_a_downtime_moves_into_quiet_hours_waits_for_their_end(
    service: TableService, store: Store, timers: Running
) -> None:
    for person in (ANN, BEN):
        await set_quiet_hours(service, person, "UTC", 12 * 60, 20 * 60)
    await start_table(service, 2, clock=DAY)
    await recorded_alive(timers)
    await timers.kill()
    before = await due_at(store, DEADLINE)
    assert before // HOUR % 24 == 6

    timers.clock.now += 7 * HOUR
    await recorded_alive(timers)
    await live_until(timers, before + 7 * HOUR)

    assert await count_closed_turns(service) == 0
    assert await due_at(store, DEADLINE) == before + 15 * HOUR

    await live_until(timers, before + 15 * HOUR)

    assert await count_closed_turns(service) == 1


@pytest.mark.parametrize("away_ms", [1_000, ALIVE_EVERY_MS, DOWNTIME_MS, DAY_MS])
async def test_a_downtime_puts_deadlines_reminders_and_the_end_of_lobbies_off(
    service: TableService, store: Store, timers: Running, away_ms: int
) -> None:
    """The program was killed right after it was recorded as alive, so all the time since then is downtime."""
    await start_table(service, clock=DAY)
    await open_lobby(service, id="lobby23456")
    async with store.write("lobby23456") as writer:
        await writer.timers.set("lobby23456", LOBBY_EXPIRY, 1, writer.now + HOUR)
    await recorded_alive(timers)
    await timers.kill()
    before = [await due_at(store, kind) for kind in (DEADLINE, REMINDER)]
    lobby_end = await due_at(store, LOBBY_EXPIRY, "lobby23456")
    seat = next(seat for seat in (await service.load(TABLE)).seats if seat.due is not None)

    timers.clock.now += away_ms
    await recorded_alive(timers)
    await timers.settle()

    after = [await due_at(store, kind) for kind in (DEADLINE, REMINDER)]
    assert after == [time + away_ms for time in before if time is not None]
    assert await due_at(store, LOBBY_EXPIRY, "lobby23456") == lobby_end + away_ms
    shifted = (await service.load(TABLE)).seats[seat.seat]
    assert (shifted.due, shifted.remind) == (after[0], after[1])
    assert await count_closed_turns(service) == 0


async def test_nothing_runs_out_while_nobody_can_press_anything_and_that_time_is_given_back(
    service: TableService, store: Store, clock: Clock
) -> None:
    """Discord's gateway is away for ten minutes: the program runs but receives no press."""
    is_reachable, beats = True, 0

    def beat() -> None:
        nonlocal beats
        beats += 1

    upkeep = Upkeep(service, beat, reachable=lambda: (0,) if is_reachable else ())
    async with running_with(upkeep, service, clock) as running:
        await start_table(service, clock=MINUTES_5)
        await recorded_alive(running)
        before, is_reachable = await due_at(store, DEADLINE) or 0, False
        for _ in range(2 * MINUTES_5 * 1000 // ALIVE_EVERY_MS):
            clock.now += ALIVE_EVERY_MS
            await running.settle()
        assert await count_closed_turns(service) == 0
        assert beats > MINUTES_5 * 1000 // ALIVE_EVERY_MS, "the health check looks at the gateway by itself"

        is_reachable = True
        clock.now += ALIVE_EVERY_MS
        await recorded_alive(running)

        assert await due_at(store, DEADLINE) == before + 2 * MINUTES_5 * 1000 + ALIVE_EVERY_MS
        assert await count_closed_turns(service) == 0


async def test_no_downtime_counts_twice_however_often_the_program_starts(
    service: TableService, store: Store, timers: Running
) -> None:
    await start_table(service, clock=DAY)
    await recorded_alive(timers)
    before = await due_at(store, DEADLINE)
    for _ in range(3):
        await timers.kill()
        timers.clock.now += 5_000
        await recorded_alive(timers)
        timers.clock.now += ALIVE_EVERY_MS
        await recorded_alive(timers)

    assert await due_at(store, DEADLINE) == before + 3 * 5_000


async def test_a_process_that_stands_by_gives_nothing_back_before_it_is_on_duty(
    service: TableService, store: Store, timers: Running
) -> None:
    """Once it is on duty it gives back the time since the last record, when no process was on duty."""
    await start_table(service, clock=DAY)
    await recorded_alive(timers)
    before = await due_at(store, DEADLINE)
    await timers.kill()
    timers.clock.now += 4_000
    duty: list[int] = []

    async with Running(lambda: [Upkeep(service, held=lambda: duty)], service, timers.clock) as standby:
        await standby.settle()
        assert await due_at(store, DEADLINE) == before

        duty.append(0)
        timers.clock.now += ALIVE_EVERY_MS
        await recorded_alive(standby)
    assert await due_at(store, DEADLINE) == before + 4_000 + ALIVE_EVERY_MS


async def test_the_heart_beats_once_for_all_shards(service: TableService, clock: Clock) -> None:
    beats: list[int] = []
    upkeep = Upkeep(service, lambda: beats.append(clock.now), held=lambda: (1, 2), shards=lambda: 4)
    async with Running(lambda: [upkeep], service, clock) as running:
        for _ in range(3):
            clock.now += ALIVE_EVERY_MS
            await running.settle()
    assert beats == sorted(set(beats))
    assert len(beats) >= 3


async def test_what_is_due_waits_while_its_own_shard_is_away(service: TableService, store: Store, clock: Clock) -> None:
    """The program holds one shard of two; another process holds the other shard until it dies."""
    here, there = "aaaaaaaaaa", "bbbbbbbbbb"
    for table, server in ((here, 2 << 22), (there, 3 << 22)):
        await start_table(service, clock=MINUTES_5, id=table, guild_id=server)
    async with store.write() as writer:
        await writer.facts.record_alive(1, 2)
    held = [0]
    upkeep = Upkeep(service, held=lambda: held, shards=lambda: 2)
    async with running_with(upkeep, service, clock) as running:
        for _ in range((MINUTES_5 + 60) * 1000 // ALIVE_EVERY_MS):
            clock.now += ALIVE_EVERY_MS
            await running.settle()
        assert (await count_closed_turns(service, here), await count_closed_turns(service, there)) == (1, 0)

        held.append(1)
        await running.settle()
        assert await count_closed_turns(service, there) == 0
        assert await due_at(store, DEADLINE, there) == clock.now + MINUTES_5 * 1000


async def test_what_is_due_without_a_sign_of_life_is_looked_at_again_within_a_second(
    service: TableService, clock: Clock
) -> None:
    """A late sign of life wakes no waiter."""
    await start_table(service, clock=MINUTES_5)
    clock.now += MINUTES_5 * 1000
    timers = Timers(service, ComputerPlayers(service, think_here))

    assert await timers.due(clock.now, ()) == Due({}, clock.now + 1_000)


@pytest.mark.parametrize("seconds", [14, 20, 2 * 3600])
async def test_a_program_that_stood_still_gives_that_time_back(
    service: TableService, store: Store, timers: Running, seconds: int
) -> None:
    """The machine was asleep, or the store was unavailable."""
    await start_table(service, clock=MINUTES_5)
    await recorded_alive(timers)
    before = await due_at(store, DEADLINE)

    timers.clock.now += seconds * 1000
    await timers.settle()

    assert await due_at(store, DEADLINE) == before + seconds * 1000
    assert await count_closed_turns(service) == 0


@pytest.mark.parametrize(("limit", "edits"), [(MINUTES_5, 1), (DAY, 0)])
async def test_the_card_tells_the_new_deadline_after_a_downtime_that_matters(
    service: TableService, store: Store, timers: Running, limit: int, edits: int
) -> None:
    await start_table(service, clock=limit)
    await recorded_alive(timers)
    await deliver(store)
    await timers.kill()

    timers.clock.now += 20_000
    await recorded_alive(timers)
    await timers.settle()

    async with store.read() as reader:
        assert len(await reader.outbox.pending_of_table(TABLE, REFRESH)) == edits


async def test_a_program_that_has_long_chores_is_alive_meanwhile(
    service: TableService, store: Store, timers: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Long chores do not count as downtime."""
    await start_table(service, clock=DAY)
    before = await due_at(store, DEADLINE)

    async def work_for_long(*_: object) -> None:
        await asyncio.Event().wait()

    monkeypatch.setattr("tables.dispatching.upkeep.forget_waiting", work_for_long)
    timers.start()
    for _ in range(4):
        timers.clock.now += ALIVE_EVERY_MS
        service.notify()
        await alive_now(timers)

    assert await due_at(store, DEADLINE) == before


async def alive_now(timers: Running) -> None:
    """Wait until the program is recorded as alive, even if it is busy."""
    async with patience(SECONDS):
        while True:
            async with timers.store.read() as reader:
                if await reader.facts.get(ALIVE) == str(timers.clock.now):
                    return


async def test_what_was_delivered_a_week_ago_is_deleted(service: TableService, store: Store, timers: Running) -> None:
    await start_table(service)
    async with store.write(TABLE) as writer:
        await writer.outbox.mark_done([row.id for row in await writer.outbox.pending(timers.clock.now)])
        last = await writer.outbox.queue("card", TABLE, 1, "{}")

    timers.clock.now += RETENTION_MS + 1
    await timers.settle()
    await timers.stop()

    async with store.write(TABLE) as writer:
        assert await writer.outbox.prune_delivered(timers.clock.now) == 0
        assert [row.id for row in await writer.outbox.pending_of_table(TABLE, "card")] == [last]


async def test_whoever_asked_to_be_forgotten_before_a_kill_is_forgotten(service: TableService, timers: Running) -> None:
    await start_table(service)
    async with service.store.write() as writer:
        await writer.people.request_deletion(ANN.id)

    await timers.settle()
    await timers.stop()

    async with service.store.read() as reader:
        assert await reader.people.pending_deletions() == ()
        assert [seat.user_id for seat in await reader.tables.seats(TABLE)] == [None, BEN.id]


async def test_a_person_who_cannot_be_forgotten_is_tried_again_after_growing_pauses(
    store: Store, timers: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with store.write() as writer:
        await writer.people.request_deletion(ANN.id)
        await writer.people.request_deletion(BEN.id)
    tried: list[int] = []
    real = forgetting.forget

    async def forget(at: TableService, user_id: int) -> None:
        tried.append(user_id)
        if user_id == ANN.id:
            raise RuntimeError("in an unforeseen form")
        await real(at, user_id)

    monkeypatch.setattr(forgetting, "forget", forget)
    await timers.settle()
    assert tried == [ANN.id, BEN.id]

    for pause in forgetting.RETRY_MS:
        tried.clear()
        timers.clock.now += pause - CHORES_EVERY_MS
        await timers.settle()
        assert tried == []
        timers.clock.now += CHORES_EVERY_MS
        await timers.settle()
        assert tried == [ANN.id]


@pytest.mark.parametrize("chore", ["store_missing_results", "forget_waiting"])
async def test_a_chore_that_fails_keeps_nothing_else_from_being_done(
    store: Store, timers: Running, monkeypatch: pytest.MonkeyPatch, chore: str
) -> None:
    tried = 0

    async def fail(*_: object) -> None:
        nonlocal tried
        tried += 1
        raise RuntimeError("in an unforeseen form")

    monkeypatch.setattr(f"tables.dispatching.upkeep.{chore}", fail)
    async with store.write() as writer:
        await writer.people.put_import(ImportRow("brought", ANN.id, "monster_hex", 1, writer.now), "digest", b"{}")
    for passed, times in ((0, 1), (CHORES_EVERY_MS, 1), (IMPORTS_MS, 2)):
        timers.clock.now += passed
        await timers.settle()
        assert tried == times

    async with store.read() as reader:
        assert await reader.people.imports_of_user(ANN.id) == ()


async def test_what_was_tried_out_or_brought_along_goes_after_its_time(store: Store, timers: Running) -> None:
    row = SandboxRow(user_id=ANN.id, sandbox="whatif.a", game="monster_hex", origin="{}", position=b"")
    async with store.write() as writer:
        await writer.people.put_sandbox(row)
        await writer.people.put_import(ImportRow("brought", ANN.id, "monster_hex", 1, writer.now), "digest", b"{}")
    begun, soon = timers.clock.now, ALIVE_EVERY_MS + CHORES_EVERY_MS

    for passed, left in (
        (SANDBOX_MS, (True, 1)),
        (SANDBOX_MS + soon, (False, 1)),
        (IMPORTS_MS, (False, 1)),
        (IMPORTS_MS + soon, (False, 0)),
    ):
        timers.clock.now = begun + passed
        await timers.settle()
        async with store.read() as reader:
            assert (
                await reader.people.sandbox_of_user(ANN.id) is not None,
                len(await reader.people.imports_of_user(ANN.id)),
            ) == left

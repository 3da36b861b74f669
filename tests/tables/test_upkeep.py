"""The upkeep: a downtime costs nobody their time, and what was delivered long ago is deleted."""

from data.store import Store
from tables.clocks import DEADLINE
from tables.service import TableService
from tables.upkeep import ALIVE_EVERY_MS, DOWNTIME_MS, RETENTION_MS
from tests.cogs.cog_tables import DAY, MINUTES_5, TABLE, closed, due, start_table
from tests.cogs.running_dispatchers import Running, recorded_alive


async def test_a_downtime_puts_every_deadline_off(service: TableService, store: Store, timers: Running) -> None:
    await start_table(service, clock=MINUTES_5)
    await recorded_alive(timers)
    await timers.kill()
    before = await due(store, DEADLINE)
    assert before is not None

    timers.clock.now += DAY * 1000
    await recorded_alive(timers)
    await timers.settle()

    assert await closed(service) == 0
    assert await due(store, DEADLINE) == before + DAY * 1000


async def test_a_quick_restart_puts_nothing_off(service: TableService, store: Store, timers: Running) -> None:
    await start_table(service, clock=MINUTES_5)
    await recorded_alive(timers)
    await timers.kill()
    before = await due(store, DEADLINE)

    timers.clock.now += DOWNTIME_MS
    await recorded_alive(timers)

    assert await due(store, DEADLINE) == before


async def test_while_it_runs_it_notes_that_it_is_alive(service: TableService, store: Store, timers: Running) -> None:
    """However long nothing happens, no downtime is seen afterwards."""
    await start_table(service, clock=DAY)
    before = await due(store, DEADLINE)
    for _ in range(4):
        await recorded_alive(timers)
        timers.clock.now += ALIVE_EVERY_MS
    await timers.kill()

    await recorded_alive(timers)

    assert await due(store, DEADLINE) == before


async def test_what_was_delivered_a_week_ago_is_deleted(service: TableService, store: Store, timers: Running) -> None:
    await start_table(service)
    async with store.write(TABLE) as writer:
        await writer.outbox_done([row.id for row in await writer.pending_outbox(timers.clock.now)])
        last = await writer.queue("card", TABLE, 1, "{}")

    timers.clock.now += RETENTION_MS + 1
    await timers.settle()
    await timers.stop()

    async with store.write(TABLE) as writer:
        assert await writer.prune_delivered(timers.clock.now) == 0
        assert [row.id for row in await writer.pending_outbox(timers.clock.now)] == [last]


async def test_a_store_that_was_away_for_long_costs_nobody_their_time(
    service: TableService, timers: Running, store: Store
) -> None:
    """The program lived through it, a machine that slept likewise: it was downtime all the same."""
    await start_table(service, clock=MINUTES_5)
    await timers.settle()
    before = await due(store, DEADLINE)
    assert before is not None

    timers.clock.now += 2 * 3_600_000
    await timers.settle()

    assert await closed(service) == 0
    assert await due(store, DEADLINE) == before + 2 * 3_600_000

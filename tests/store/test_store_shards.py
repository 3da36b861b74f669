"""Shards: the rows of each shard, and the length of its silence, also while the number of shards changes."""

from data.store import Shards, Store, alive_fact
from tests.clock import Clock
from tests.store.store_database import begin_beside
from tests.store.store_rows import add_season, seat_row, table_row

SERVERS = {"direct": None, "zero": 4 << 22, "one": 5 << 22, "three": (7 << 22) + 9}
"""Server ids by name; with four shards, a server's name is its shard."""
TWO = Shards(4, frozenset({0, 3}))


async def fill(store: Store) -> None:
    """Store a table with a timer and a seat in each server and in direct messages, and a season on each server."""
    async with store.write() as writer:
        for name, server in SERVERS.items():
            row = table_row(name, phase="playing", guild_id=server)
            await writer.tables.create(row, [seat_row(0, 1, due=1_000, remind=500, since=0, time_left=1_000)])
            await writer.timers.set(name, "deadline", 1, 1_000)
            if server is not None:
                await add_season(writer, name, server)
        await writer.timers.set(None, "deadline", 1, 1_000)


async def test_only_what_belongs_to_some_shards_is_put_off(store: Store) -> None:
    """Direct messages, and timers of no table, belong to shard 0."""
    await fill(store)

    async with store.write() as writer:
        assert [row.table_id for row in await writer.timers.due(1_000, of=TWO)] == ["direct", "zero", "three", None]
        assert [row.id for row in await writer.leagues.due_seasons(1_000, 9, TWO)] == ["three", "zero"]
        await writer.timers.shift("deadline", 7, TWO)
        await writer.timers.shift_seats(7, TWO)
        await writer.leagues.shift_seasons(7, TWO)

        assert [row.table_id for row in await writer.timers.due(1_000, only="deadline")] == ["one"]
        assert [row.table_id for row in await writer.timers.due(1_007, 9, without="x", of=TWO)][-1] is None
        seats = {name: (await writer.tables.seats(name))[0].due for name in SERVERS}
        assert seats == {"direct": 1_007, "zero": 1_007, "one": 1_000, "three": 1_007}
        assert [row.id for row in await writer.leagues.due_seasons(1_000, 9)] == ["one"]


async def silence(store: Store, shard: int, shards: int) -> int:
    async with store.write() as writer:
        return await writer.facts.record_alive(shard, shards)


async def test_with_another_number_of_shards_no_silence_is_lost_and_none_counts_twice(
    store: Store, clock: Clock
) -> None:
    await silence(store, 0, 1)
    clock.now += 600_000
    assert await silence(store, 2, 3) == 600_000
    clock.now += 60_000
    assert [await silence(store, shard, 3) for shard in (0, 1, 2)] == [660_000, 660_000, 60_000]
    clock.now += 1_000
    await silence(store, 1, 3)
    clock.now += 5_000

    assert await silence(store, 0, 1) == 5_000

    async with store.read() as reader:
        assert await reader.facts.alive() == (1, {0: clock.now})
        assert await reader.facts.get(alive_fact(1)) is await reader.facts.get("shards") is None


async def test_of_two_that_begin_with_more_shards_at_once_neither_counts_what_the_other_has_counted(
    url: str, clock: Clock
) -> None:
    stores = [await Store.open(url, clock=clock) for _ in range(2)]
    await silence(stores[0], 0, 1)
    clock.now += 600_000

    async with stores[0].write() as writer:
        silences = [await writer.facts.record_alive(1, 2)]
        other = await begin_beside(silence(stores[1], 0, 2))
    silences += [await other, await silence(stores[0], 1, 2)]

    for store in stores:
        await store.close()
    assert silences == [600_000, 600_000, 0]


async def test_a_seats_clock_that_began_in_the_future_moves_as_a_whole(store: Store, clock: Clock) -> None:
    """A seat's clock that began before the jump forward loses only the extra time it was given."""
    clock.now = 100
    async with store.write() as writer:
        earlier = seat_row(0, 1, due=1_090, remind=590, since=90, time_left=1_000)
        later = seat_row(1, 2, due=1_600, remind=1_100, since=600, time_left=1_000)
        await writer.tables.create(table_row(phase="playing", guild_id=SERVERS["zero"]), [earlier, later])

        await writer.timers.shift_seats(-500, TWO)

        seats = [(seat.due, seat.remind, seat.since, seat.time_left) for seat in await writer.tables.seats("first")]
    assert seats == [(590, 90, 90, 500), (1_100, 600, 100, 1_000)]


async def test_what_happened_in_the_future_moves_back(store: Store, clock: Clock) -> None:
    async with store.write() as writer:
        await writer.tables.create(table_row(), [seat_row(0, 1)])
    for name, now in (("early", 90), ("late", 600)):
        clock.now = now
        async with store.write() as writer:
            await writer.messages.put_ping("first", now, 1, "turn")
            await writer.people.put_user(now, name, '{"quiet_before":[{"until":1}]}')
            await writer.people.put_user(now + 1, name, '{"quiet_before":[]}')
    clock.now = 100

    async with store.write() as writer:
        await writer.move_times_back(-500)

        assert [(await writer.messages.pings("first", turn))[0].created for turn in (90, 600)] == [90, 100]
        assert [row.id for row in await writer.people.list_users_with_former_quiet_hours(0, 9)] == [90, 600]
        assert [row.id for row in await writer.people.list_users_with_former_quiet_hours(90, 9)] == [600]

"""Pruning: rows delivered or ended before the retention time are deleted in batches; every record stays."""

import pytest

from data.store import EntryRow, FollowRow, PlanRow, Store, TimerRow, pruning
from tests.clock import Clock
from tests.store.store_rows import add_table, seat_row, table_row

DAY = 86_400_000


async def play_and_end(store: Store, table_id: str, clock: Clock, cards: int = 4, **changes: object) -> None:
    """Store a table with rows of every kind, and end it."""
    await add_table(store, table_id, phase="playing", **changes)
    async with store.write(table_id) as writer:
        await writer.tables.put_seat(table_id, seat_row(0, 7))
        await writer.logs.append_entries(table_id, 0, [("0", "a1", "d1", "[]")])
        await writer.logs.save_snapshot(table_id, 1, 1, b"state")
        await writer.messages.record(table_id, "lobby", 30, 500, 0, 0)
        await writer.messages.record(table_id, "thread", 30, 500, 0, 0)
        for number in range(cards):
            await writer.messages.record(table_id, "card", 30, 501 + number, number, number)
        await writer.tables.update(table_id, 0, step=1, phase="finished", ended=clock.now)
        await writer.tables.put_draft(table_id, 0, "late", 1, "a1")
        await writer.plans.put(table_id, PlanRow(0, 7, "a1", "{}"))
        await writer.timers.set(table_id, "deadline", 1, 10 * DAY)
        await writer.messages.put_ping(table_id, 1, 7, "turn")
        await writer.people.set_muted(table_id, 7, muted=True)
        await writer.people.put_note(table_id, 7, "keep the wolf")
        await writer.people.put_follow(FollowRow(table_id=table_id, user_id=8))


async def list_messages_of_kind(store: Store, table_id: str) -> dict[str, list[int]]:
    """Return the message ids of each kind, the newest first."""
    found: dict[str, list[int]] = {}
    async with store.read() as reader:
        for kind in ("lobby", "thread", "card"):
            message = await reader.messages.newest(table_id, kind)
            found[kind] = []
            while message is not None:
                found[kind].append(message.message_id)
                message = await reader.messages.previous(message)
    return found


async def prune(store: Store, before: int) -> int:
    """Prune until nothing is left, and return the number of transactions that took."""
    for transactions in range(1, 100):
        async with store.write() as writer:
            if await writer.prune(before) == 0:
                return transactions
    raise AssertionError("There is always something left to prune.")


async def test_of_an_ended_table_the_record_and_the_newest_messages_stay(store: Store, clock: Clock) -> None:
    await play_and_end(store, "first", clock)
    async with store.read() as reader:
        before = await reader.tables.get("first"), await reader.tables.seats("first")

    clock.now += DAY
    await prune(store, clock.now)

    assert await list_messages_of_kind(store, "first") == {"lobby": [500], "thread": [500], "card": [504]}
    async with store.read() as reader:
        assert (await reader.tables.get("first"), await reader.tables.seats("first")) == before
        assert [row.action for row in await reader.logs.entries("first")] == ["a1"]
        called = (
            await reader.messages.pings("first", 1),
            await reader.people.list_muting_users("first"),
            await reader.people.note("first", 7),
            await reader.people.follows("first"),
        )
        assert called == ((), set(), "", ())
        assert await reader.logs.snapshot("first") is None
        assert await reader.tables.drafts("first", 0) == ()
        assert await reader.plans.of_table("first") == ()
        assert await reader.timers.get("first", "deadline") is None


async def test_what_ended_lately_or_is_open_stays_whole(store: Store, clock: Clock) -> None:
    await play_and_end(store, "first", clock)
    await add_table(store, "open", phase="playing")
    async with store.write("open") as writer:
        await writer.logs.save_snapshot("open", 1, 1, b"state")
        await writer.tables.put_draft("open", 0, "move", 1, "a1")
        await writer.timers.set("open", "deadline", 1, 10 * DAY)
        for number in range(2):
            await writer.messages.record("open", "card", 30, 601 + number, number, number)

    async with store.write() as writer:
        assert await writer.prune(clock.now) == 0
    async with store.write() as writer:
        await writer.prune(clock.now + 1)

    assert (await list_messages_of_kind(store, "open"))["card"] == [602, 601]
    async with store.read() as reader:
        assert await reader.logs.snapshot("open") is not None
        assert await reader.tables.drafts("open", 0)
        assert await reader.timers.get("open", "deadline") == TimerRow(2, "open", "deadline", 1, 10 * DAY)


async def test_a_server_keeps_its_tables_for_longer_or_shorter_than_others(store: Store, clock: Clock) -> None:
    """Retention counts from a table's end, even if it is set again; a pruned table stays pruned."""
    for table_id in ("pruned", "longer", "other", "early"):
        await play_and_end(store, table_id, clock, guild_id=21 if table_id == "other" else 20)
        if table_id == "pruned":
            await prune(store, clock.now + 1)
    async with store.write() as writer:
        await writer.tables.keep_longer_on_server(20, -DAY)
        await writer.tables.keep_longer_on_server(20, DAY)
        await writer.tables.keep_longer("early", -DAY)

    await prune(store, clock.now)

    assert await kept(store) == {"longer", "other"}
    await prune(store, clock.now + 1)
    await prune(store, clock.now + DAY)
    assert await kept(store) == {"longer"}
    await prune(store, clock.now + DAY + 1)
    assert await kept(store) == set()


async def kept(store: Store) -> set[str]:
    """Return the tables that still have their snapshots."""
    async with store.read() as reader:
        names = ("pruned", "longer", "other", "early")
        return {name for name in names if await reader.logs.snapshot(name) is not None}


async def test_what_was_delivered_long_ago_is_deleted_and_pending_rows_are_not(store: Store, clock: Clock) -> None:
    await add_table(store)
    async with store.write() as writer:
        delivered = [await writer.outbox.queue("card", "first", 1, "{}") for _ in range(5)]
        pending = await writer.outbox.queue("card", "first", 2, "{}", due=10**9)
        await writer.outbox.mark_done(delivered)

    async with store.write() as writer:
        assert await writer.outbox.prune_delivered(clock.now) == 0
        assert await writer.outbox.prune_delivered(clock.now + 1, limit=3) == 3
        assert await writer.prune(clock.now + 1) == 2
        assert await writer.prune(clock.now + 1) == 0
        assert [row.id for row in await writer.outbox.pending_of_table("first", "card")] == [pending]
        assert await writer.outbox.queue("card", "first", 3, "{}") > pending


async def test_a_backlog_is_pruned_in_batches(store: Store, clock: Clock) -> None:
    for number in range(3):
        await play_and_end(store, f"over {number}", clock, cards=pruning.MESSAGES_AT_ONCE // 2)

    assert await prune(store, clock.now + 1) == 3

    for number in range(3):
        assert len((await list_messages_of_kind(store, f"over {number}"))["card"]) == 1


async def test_a_table_is_pruned_once(store: Store, clock: Clock) -> None:
    async with store.write() as writer:
        for number in range(pruning.TABLES_AT_ONCE + 1):
            await writer.tables.create(table_row(f"over {number}", phase="cancelled", ended=number))

    assert await prune(store, clock.now) == 3
    assert await prune(store, clock.now) == 1


async def test_the_log_of_an_ended_table_is_folded_and_read_as_before(store: Store, clock: Clock) -> None:
    """A folded entry keeps everything except its events and the time left; digests of any form are accepted."""
    digests = {"packed": [f"{n:016x}" for n in (1, 2, 3)], "texts": ["d1", "", "0123456789ABCDEF"]}
    for name, found in digests.items():
        await add_table(store, name, phase="playing")
        for n, digest in enumerate(found):
            clock.now += 7
            async with store.write(name) as writer:
                await writer.logs.append_entries(name, n, [(str(n - 2), f"action {n}", digest, "[]")], time_left=5)
        async with store.write(name) as writer:
            await writer.tables.update(name, 0, phase="finished", ended=clock.now)
    async with store.read() as reader:
        before = {name: await reader.logs.entries(name) for name in digests}

    await prune(store, clock.now + 1)

    async with store.read() as reader:
        for name in digests:
            kept = tuple(EntryRow(row.n, row.actor, row.action, row.digest, None, row.created) for row in before[name])
            assert await reader.logs.entries(name) == kept
            assert await reader.logs.entries(name, after=2) == kept[2:]
            assert await reader.logs.entries(name, after=3) == ()
            assert await reader.logs.public_entries(name, 1, "-2") == kept[1:]
            assert await reader.logs.newest_entry(name) == kept[-1]


async def test_a_batch_folds_so_many_entries_at_most(
    store: Store, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pruning, "ENTRIES_AT_ONCE", 2)
    for number in range(3):
        await play_and_end(store, f"over {number}", clock)

    assert await prune(store, clock.now + 1) == 3

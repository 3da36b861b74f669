"""The store's outbox, timers, messages, users and facts."""

from data.store import MessageRow, OutboxRow, Store, UserRow
from tests.clock import Clock
from tests.store.store_rows import add_table


async def test_queued_rows_are_pending_at_once_in_their_order(store: Store) -> None:
    await add_table(store)

    async with store.write("first") as writer:
        first = await writer.outbox.queue("card", "first", 3, '{"n": 1}')
        second = await writer.outbox.queue("answer", None, 0, "{}", token="secret", expires=901_000)

    async with store.read() as reader:
        found = await reader.outbox.pending(1_000)
        assert found == (
            OutboxRow(first, "first", "card", 3, '{"n": 1}', None, None, 1_000, 1_000, None, 0, None, None),
            OutboxRow(second, None, "answer", 0, "{}", "secret", 901_000, 1_000, 1_000, None, 0, None, None),
        )
        assert await reader.outbox.pending(1_000, limit=1) == found[:1]
        assert await reader.outbox.pending(999) == ()
        assert await reader.outbox.next_due() == 1_000
        assert first < second


async def test_rows_that_are_due_later_wait_and_come_by_their_due_time(store: Store) -> None:
    async with store.write() as writer:
        late = await writer.outbox.queue("card", None, 0, "{}", due=3_000)
        early = await writer.outbox.queue("card", None, 0, "{}", due=2_000)
        second = await writer.outbox.queue("card", None, 0, "{}", due=2_000)

    async with store.read() as reader:
        assert await reader.outbox.next_due() == 2_000
        found = [[row.id for row in await reader.outbox.pending(now)] for now in (1_999, 2_999, 3_000)]
        assert found == [[], [early, second], [early, second, late]]


async def test_stuck_tables_hide_no_other(store: Store) -> None:
    stuck = [f"stuck {number}" for number in range(8)]
    for table_id in (*stuck, "ninth"):
        await add_table(store, table_id)
    async with store.write() as writer:
        for table_id in stuck:
            for _ in range(20):
                await writer.outbox.queue("card", table_id, 1, "{}")
        answers = [await writer.outbox.queue("reply", None, 0, "{}") for _ in range(2)]
        card = await writer.outbox.queue("card", "ninth", 1, "{}", due=2_000)

    async with store.read() as reader:
        rows = await reader.outbox.pending(2_000, limit=100)
        assert {row.table_id for row in rows} < set(stuck)
        rows = await reader.outbox.pending(2_000, limit=3, busy_tables=stuck)
        assert [row.id for row in rows] == [*answers, card]
        rows = await reader.outbox.pending(2_000, limit=3, busy_tables=stuck, busy_rows=answers)
        assert [row.id for row in rows] == [card]
        assert await reader.outbox.pending(1_999, busy_tables=stuck, busy_rows=answers) == ()

        assert await reader.outbox.next_due() == 1_000
        assert await reader.outbox.next_due(busy_tables=stuck) == 1_000
        assert await reader.outbox.next_due(busy_tables=stuck, busy_rows=answers) == 2_000
        assert await reader.outbox.next_due(busy_tables=[*stuck, "ninth"], busy_rows=answers) is None


async def test_the_first_attempt_is_noted_and_each_retry_is_counted_and_waits(store: Store) -> None:
    async with store.write() as writer:
        row_id = await writer.outbox.queue("card", None, 0, "{}")
    for now, due in ((1_100, 2_000), (1_200, 3_000)):
        async with store.write() as writer:
            await writer.outbox.mark_attempted(row_id, now)
            await writer.outbox.schedule_retry(row_id, due, "Discord does not answer")

    async with store.read() as reader:
        assert await reader.outbox.next_due() == 3_000
        (row,) = await reader.outbox.pending(3_000)
        assert (row.attempted, row.attempts, row.due, row.done) == (1_100, 2, 3_000, None)
        assert row.error == "Discord does not answer"


async def test_rows_that_are_done_or_given_up_are_not_pending_any_more(store: Store) -> None:
    async with store.write() as writer:
        ids = [await writer.outbox.queue("card", None, 0, "{}", token="secret") for _ in range(4)]

    async with store.write() as writer:
        await writer.outbox.mark_done(ids[:2])
        await writer.outbox.mark_done([])
        await writer.outbox.mark_failed(ids[2], "the channel is gone")

    async with store.read() as reader:
        assert [row.id for row in await reader.outbox.pending(1_000)] == ids[3:]


async def test_one_timer_per_table_and_kind_is_set_moved_and_cleared(store: Store) -> None:
    await add_table(store)
    await add_table(store, "second")

    async with store.write("first") as writer:
        await writer.timers.set("first", "clock", 1, 9_000)
        await writer.timers.set("first", "reminder", 1, 5_000)
        await writer.timers.set("first", "clock", 2, 7_000)
        await writer.timers.set("second", "clock", 1, 6_000)

    async with store.write("first") as writer:
        found = await writer.timers.due(8_000)
        assert [(row.table_id, row.kind, row.step, row.due) for row in found] == [
            ("first", "reminder", 1, 5_000),
            ("second", "clock", 1, 6_000),
            ("first", "clock", 2, 7_000),
        ]
        assert await writer.timers.due(8_000, limit=1) == found[:1]
        assert await writer.timers.due(4_999) == ()
        assert await writer.timers.next_due() == 5_000
        assert await writer.timers.get("first", "clock") == found[2]

        await writer.timers.clear("first", "reminder")
        assert await writer.timers.next_due() == 6_000
        await writer.timers.clear("first")
        assert [row.table_id for row in await writer.timers.due(9_000)] == ["second"]


async def test_a_timer_of_no_table_is_one_of_its_kind_too(store: Store) -> None:
    await add_table(store)

    async with store.write() as writer:
        await writer.timers.set("first", "sweep", 0, 8_000)
        await writer.timers.set(None, "sweep", 0, 5_000)
        await writer.timers.set(None, "sweep", 0, 6_000)
        await writer.timers.set(None, "alive", 0, 7_000)

    async with store.write() as writer:
        assert [(row.kind, row.due) for row in await writer.timers.due(7_000)] == [("sweep", 6_000), ("alive", 7_000)]
        await writer.timers.clear(None, "sweep")
        assert [(row.table_id, row.kind) for row in await writer.timers.due(9_000)] == [
            (None, "alive"),
            ("first", "sweep"),
        ]
        await writer.timers.clear(None)
        assert [row.table_id for row in await writer.timers.due(9_000)] == ["first"]


async def test_the_newest_message_of_a_kind_is_the_one(store: Store, clock: Clock) -> None:
    await add_table(store)
    await add_table(store, "second")

    async with store.write("first") as writer:
        await writer.messages.record("first", "lobby", 30, 2**62, 0, 0)
        await writer.messages.record("first", "card", 30, 501, 1, 1)
        clock.now = 2_000
    async with store.write("first") as writer:
        newest = await writer.messages.record("first", "card", 31, 502, 4, 3)
        await writer.messages.record("second", "card", 30, 503, 1, 1)

    async with store.read() as reader:
        assert await reader.messages.newest("first", "card") == MessageRow(
            newest, "first", "card", 31, 502, 4, 3, 2_000
        )
        lobby = await reader.messages.newest("first", "lobby")
        assert lobby is not None
        assert lobby.message_id == 2**62


async def test_a_deleted_message_gives_way_to_the_one_before_and_its_number_is_not_used_again(store: Store) -> None:
    await add_table(store)
    async with store.write("first") as writer:
        before = await writer.messages.record("first", "card", 30, 501, 1, 1)
        deleted = await writer.messages.record("first", "card", 30, 502, 2, 2)

    async with store.write("first") as writer:
        await writer.messages.delete("lobby", 502)
        await writer.messages.delete("card", 999)
        kept = await writer.messages.newest("first", "card")
        assert kept is not None
        assert kept.id == deleted

        await writer.messages.delete("card", 502)
        found = await writer.messages.newest("first", "card")
        assert found is not None
        assert found.id == before

    async with store.write("first") as writer:
        assert await writer.messages.record("first", "card", 30, 503, 3, 3) > deleted


async def test_a_user_keeps_settings_that_are_not_given(store: Store, clock: Clock) -> None:
    async with store.write() as writer:
        await writer.people.put_user(2**62, "Ann")
        assert await writer.people.user(2**62) == UserRow(2**62, "Ann", "{}", 1_000, 1_000)
        await writer.people.put_user(2**62, "Ann", '{"theme": "light"}')
    clock.now = 2_000
    async with store.write() as writer:
        await writer.people.put_user(2**62, "Anna")

    async with store.read() as reader:
        assert await reader.people.user(2**62) == UserRow(2**62, "Anna", '{"theme": "light"}', 1_000, 2_000)


async def test_the_last_fact_of_a_name_counts(store: Store) -> None:
    async with store.write() as writer:
        await writer.facts.set("commands", "abc")
        await writer.facts.set("alive", "1")
        await writer.facts.set("commands", "def")

    async with store.read() as reader:
        assert await reader.facts.get("commands") == "def"
        assert await reader.facts.get("alive") == "1"


async def test_pending_rows_are_counted_due_or_not_with_the_time_of_the_oldest(store: Store, clock: Clock) -> None:
    async with store.read() as reader:
        assert await reader.outbox.backlog() == (0, None)

    async with store.write() as writer:
        delivered = await writer.outbox.queue("card", None, 0, "{}")
    clock.now += 10
    async with store.write() as writer:
        await writer.outbox.queue("card", None, 0, "{}", due=9_000_000)

    async with store.read() as reader:
        assert await reader.outbox.backlog() == (2, 1_000)
    async with store.write() as writer:
        await writer.outbox.mark_done([delivered])
        assert await writer.outbox.backlog() == (1, 1_010)


async def test_timers_that_are_due_are_counted(store: Store) -> None:
    async with store.write() as writer:
        await writer.timers.set(None, "one", 0, 1_000)
        await writer.timers.set(None, "two", 0, 2_000)

    async with store.read() as reader:
        assert [await reader.timers.count_due(now) for now in (999, 1_000, 2_000)] == [0, 1, 2]

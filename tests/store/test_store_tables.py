"""Tables, seats, entries, snapshots, drafts and plans are read as they were written."""

import pytest

from data.store import Conflict, DraftRow, EntryRow, PlanRow, SnapshotRow, Store
from data.store.topics.logs import NEWEST_ENTRIES
from tests.clock import Clock
from tests.store.store_rows import add_table, seat_row, table_row


async def test_a_table_comes_back_as_it_was_created(store: Store) -> None:
    row = table_row(host=2**62, channel_id=2**62 + 1, guild_id=None, salts='["1","2"]', turn=4, draw=1, ended=5)
    seats = (seat_row(0, 2**62), seat_row(1, salt="77", choices='{"monster": 2}', state="resigned"))

    async with store.write() as writer:
        await writer.tables.create(row, seats)

    async with store.read() as reader:
        assert await reader.tables.get("first") == row
        assert await reader.tables.seats("first") == seats


async def test_what_does_not_exist_is_none_or_empty(store: Store) -> None:
    async with store.read() as reader:
        assert await reader.tables.get("first") is None
        assert await reader.tables.seats("first") == ()
        assert await reader.logs.entries("first") == ()
        assert await reader.logs.newest_entry("first") is None
        assert await reader.logs.entries_of_page("first", "0", "1") == ()
        assert await reader.logs.snapshot("first") is None
        assert await reader.tables.drafts("first", 0) == ()
        assert await reader.messages.newest("first", "card") is None
        assert await reader.timers.get("first", "clock") is None
        assert await reader.people.user(1) is None
        assert await reader.facts.get("commands") is None
        assert await reader.tables.in_channel(30) == ()
        assert await reader.tables.of_user(1) == ()
        assert await reader.tables.count_open() == 0
        assert await reader.timers.next_due() is None
        assert await reader.outbox.next_due() is None


async def test_a_table_id_is_given_once(store: Store) -> None:
    await add_table(store)

    with pytest.raises(Conflict):
        await add_table(store, host=2)

    async with store.read() as reader:
        assert (await reader.tables.get("first")) == table_row()


async def test_a_table_has_one_rematch(store: Store) -> None:
    await add_table(store)
    rematch = await add_table(store, "second", rematch_of="first")

    with pytest.raises(Conflict):
        await add_table(store, "third", rematch_of="first")

    async with store.read() as reader:
        assert await reader.tables.rematch_of("first") == rematch
        assert await reader.tables.rematch_of("second") is None


async def test_an_update_changes_only_what_it_names_and_the_time(store: Store, clock: Clock) -> None:
    before = await add_table(store)
    await add_table(store, "second")
    clock.now = 2_000

    async with store.write("first") as writer:
        await writer.tables.update("first", 0, phase="playing", step=1, turn=3, salts='["5"]', options="{}")

    expected = table_row(phase="playing", step=1, turn=3, salts='["5"]', options="{}", updated=2_000)
    async with store.read() as reader:
        assert before != expected
        assert await reader.tables.get("first") == expected
        assert await reader.tables.get("second") == table_row("second")


async def test_seats_are_put_replaced_and_removed(store: Store) -> None:
    await add_table(store)
    await add_table(store, "second")

    async with store.write("first") as writer:
        await writer.tables.put_seat("first", seat_row(1, 8))
        await writer.tables.put_seat("first", seat_row(0, 7))
        await writer.tables.put_seat("second", seat_row(0, 7))
        await writer.tables.put_seat("first", seat_row(1, 8, name="Ben", state="resigned"))

    async with store.write("first") as writer:
        assert await writer.tables.seats("first") == (seat_row(0, 7), seat_row(1, 8, name="Ben", state="resigned"))
        await writer.tables.remove_seat("first", 0)

    async with store.read() as reader:
        assert await reader.tables.seats("first") == (seat_row(1, 8, name="Ben", state="resigned"),)
        assert await reader.tables.seats("second") == (seat_row(0, 7),)


async def test_a_user_sits_once_at_a_table_and_computer_players_more_often(store: Store) -> None:
    await add_table(store)

    async with store.write("first") as writer:
        for seat in range(3):
            await writer.tables.put_seat("first", seat_row(seat))
        await writer.tables.put_seat("first", seat_row(3, 7))

    with pytest.raises(Conflict):
        async with store.write("first") as writer:
            await writer.tables.put_seat("first", seat_row(4, 7))


async def test_entries_are_numbered_on_and_read_from_any_place(store: Store, clock: Clock) -> None:
    await add_table(store)

    async with store.write("first") as writer:
        assert await writer.logs.append_entries("first", 0, []) == 0
        assert (
            await writer.logs.append_entries("first", 0, [("host", "start", "", None), ("0", "a1", "d1", "[1]")]) == 2
        )
        clock.now = 3_000
    async with store.write("first") as writer:
        assert await writer.logs.append_entries("first", 2, [("1", "b2 é", "d2", None)]) == 3

    entries = (
        EntryRow(1, "host", "start", "", None, 1_000),
        EntryRow(2, "0", "a1", "d1", "[1]", 1_000),
        EntryRow(3, "1", "b2 é", "d2", None, 3_000),
    )
    async with store.read() as reader:
        assert await reader.logs.entries("first") == entries
        assert await reader.logs.entries("first", after=1) == entries[1:]
        assert await reader.logs.entries("first", after=3) == ()
        assert await reader.logs.newest_entry("first") == entries[2]


async def test_what_was_made_on_a_page_is_looked_for_in_the_newest_entries_only(store: Store) -> None:
    await add_table(store)
    await add_table(store, "second")
    async with store.write("first") as writer:
        await writer.logs.append_entries("second", 0, [("0", "elsewhere", "", None)], page="7")
        await writer.logs.append_entries("first", 0, [("0", "old", "", None)], page="6")
        await writer.logs.append_entries("first", 1, [("0", "a1", "", None), ("0", "a2", "", None)], page="7")
        await writer.logs.append_entries("first", 3, [("1", "b1", "", None)], page="7")
        await writer.logs.append_entries("first", 4, [("0", "on no page", "", None)])

        assert await writer.logs.entries_of_page("first", "0", "7") == ((2, "a1"), (3, "a2"))
        assert await writer.logs.entries_of_page("first", "1", "7") == ((4, "b1"),)
        assert await writer.logs.entries_of_page("first", "0", "6") == ((1, "old"),)
        assert await writer.logs.entries_of_page("first", "0", "8") == ()

        await writer.logs.append_entries("first", 5, [("2", str(n), "", None) for n in range(NEWEST_ENTRIES - 2)])
        assert await writer.logs.entries_of_page("first", "0", "6") == ()
        assert await writer.logs.entries_of_page("first", "1", "7") == ((4, "b1"),)


async def test_an_entry_that_somebody_else_has_logged_is_a_conflict(store: Store) -> None:
    await add_table(store)
    async with store.write("first") as writer:
        await writer.logs.append_entries("first", 0, [("0", "a1", "", None)])

    with pytest.raises(Conflict):
        async with store.write("first") as writer:
            await writer.logs.append_entries("first", 0, [("1", "b1", "", None)])
    with pytest.raises(Conflict):
        async with store.write("first") as writer:
            await writer.logs.append_entries("first", 0, [("1", "b1", "", None), ("1", "b2", "", None)])

    async with store.read() as reader:
        assert [(entry.n, entry.action) for entry in await reader.logs.entries("first")] == [(1, "a1")]


async def test_an_entry_needs_its_table(store: Store) -> None:
    with pytest.raises(Conflict):
        async with store.write() as writer:
            await writer.logs.append_entries("nowhere", 0, [("0", "a1", "", None)])


async def test_the_newest_snapshot_replaces_the_one_before(store: Store) -> None:
    await add_table(store)

    async with store.write("first") as writer:
        await writer.logs.save_snapshot("first", 1, 2, b"\x00old")
        await writer.logs.save_snapshot("first", 4, 5, bytes(range(256)))

    async with store.read() as reader:
        assert await reader.logs.snapshot("first") == SnapshotRow(4, 5, bytes(range(256)))


async def test_a_draft_is_replaced_by_name_and_cleared_by_seat(store: Store, clock: Clock) -> None:
    await add_table(store)
    await add_table(store, "second")

    async with store.write("first") as writer:
        await writer.tables.put_draft("first", 0, "move", 3, "a1")
        await writer.tables.put_draft("first", 0, "guess", 3, "7")
        await writer.tables.put_draft("first", 1, "move", 3, "b1")
        await writer.tables.put_draft("second", 0, "move", 1, "c1")
    clock.now = 2_000
    async with store.write("first") as writer:
        await writer.tables.put_draft("first", 0, "move", 4, "a2 é")

    async with store.write("first") as writer:
        guess = DraftRow("guess", 3, "7", 1_000)
        assert await writer.tables.drafts("first", 0) == (guess, DraftRow("move", 4, "a2 é", 2_000))
        await writer.tables.clear_drafts("first", 0)
        assert await writer.tables.drafts("first", 0) == ()
        assert await writer.tables.drafts("first", 1) == (DraftRow("move", 3, "b1", 1_000),)
        await writer.tables.clear_drafts("first")
        assert await writer.tables.drafts("first", 1) == ()
        assert await writer.tables.drafts("second", 0) == (DraftRow("move", 1, "c1", 1_000),)


async def test_a_seat_has_one_plan(store: Store) -> None:
    await add_table(store)
    await add_table(store, "second")
    first, other = PlanRow(0, 7, "a1", '{"free":"a1"}'), PlanRow(1, 8, "b2", "{}")
    async with store.write("first") as writer:
        await writer.plans.put("first", PlanRow(0, 7, "c3", "{}", "too late"))
        await writer.plans.put("first", other)
        await writer.plans.put("first", first)
        await writer.plans.put("second", first)

    async with store.write("first") as writer:
        assert await writer.plans.of_table("first") == (first, other)
        await writer.plans.drop("first", 0, "a1 is taken")
        assert await writer.plans.of_seat("first", 0) == PlanRow(0, 7, "a1", '{"free":"a1"}', "a1 is taken")
        await writer.plans.delete("first", 0)
        assert await writer.plans.of_seat("first", 0) is None
        assert await writer.plans.of_table("first") == (other,)
        assert await writer.plans.of_table("second") == (first,)


async def test_the_end_of_a_table_deletes_its_drafts(store: Store) -> None:
    await add_table(store, phase="playing")
    async with store.write("first") as writer:
        await writer.tables.put_draft("first", 0, "move", 3, "a1")
        await writer.tables.update("first", 0, step=1, turn=4)
        assert await writer.tables.drafts("first", 0)

        await writer.tables.update("first", 1, step=2, phase="finished")
        assert await writer.tables.drafts("first", 0) == ()


async def test_open_tables_in_a_channel_or_thread_come_newest_first(store: Store) -> None:
    await add_table(store, "old", created=1)
    await add_table(store, "ended", created=9, phase="finished")
    await add_table(store, "new", created=5, phase="playing")
    await add_table(store, "elsewhere", channel_id=31)
    await add_table(store, "ended elsewhere", channel_id=31, phase="cancelled")
    async with store.write() as writer:
        await writer.messages.record("elsewhere", "thread", 31, 555, 0, 0)
        await writer.messages.record("ended elsewhere", "thread", 31, 557, 0, 0)
        await writer.messages.record("old", "card", 30, 556, 0, 0)

    async with store.read() as reader:
        assert [row.id for row in await reader.tables.in_channel(30)] == ["new", "old"]
        assert [row.id for row in await reader.tables.in_channel(30, limit=1)] == ["new"]
        assert [row.id for row in await reader.tables.in_channel(555)] == ["elsewhere"]
        assert await reader.tables.in_channel(556) == ()
        assert await reader.tables.in_channel(557) == ()


async def test_open_tables_of_a_user_come_last_changed_first(store: Store) -> None:
    for table_id, phase, updated in (("a", "lobby", 1), ("b", "playing", 3), ("c", "finished", 2)):
        async with store.write() as writer:
            row = table_row(table_id, phase=phase, updated=updated)
            await writer.tables.create(row, [seat_row(0, 7), seat_row(1)])
    await add_table(store, "not seated", host=7)

    async with store.read() as reader:
        assert [row.id for row in await reader.tables.of_user(7)] == ["b", "a"]
        assert [row.id for row in await reader.tables.of_user(7, limit=1)] == ["b"]
        assert await reader.tables.of_user(8) == ()


async def test_a_table_that_ends_is_none_of_the_open_tables_of_those_who_sat_there(store: Store) -> None:
    await add_table(store)
    async with store.write("first") as writer:
        await writer.tables.put_seat("first", seat_row(0, 7))
        await writer.tables.update("first", 0, step=1, phase="playing")
        assert [row.id for row in await writer.tables.of_user(7)] == ["first"]

        await writer.tables.update("first", 1, step=2, phase="cancelled")
        await writer.tables.put_seat("first", seat_row(0, 7, state="resigned"))
        assert await writer.tables.of_user(7) == ()


async def test_open_tables_are_counted_by_host_channel_and_guild(store: Store) -> None:
    await add_table(store, "a", host=1, channel_id=30, guild_id=20)
    await add_table(store, "b", host=1, channel_id=31, guild_id=20, phase="playing")
    await add_table(store, "c", host=2, channel_id=31, guild_id=21)
    await add_table(store, "d", host=1, channel_id=30, guild_id=20, phase="finished")
    await add_table(store, "e", host=1, channel_id=30, guild_id=20, phase="cancelled")

    async with store.read() as reader:
        assert await reader.tables.count_open() == 3
        assert await reader.tables.count_open(host=1) == 2
        assert await reader.tables.count_open(channel=31) == 2
        assert await reader.tables.count_open(guild=20) == 2
        assert await reader.tables.count_open(host=1, channel=31) == 1


async def test_a_representation_shows_no_secret(store: Store) -> None:
    await add_table(store)
    async with store.write("first") as writer:
        await writer.logs.append_entries("first", 0, [("0", "pending choice", "hash of a secret", "[]")])
        await writer.tables.put_draft("first", 0, "move", 1, "half a move")
        await writer.logs.save_snapshot("first", 1, 1, b"hidden hands")
        await writer.outbox.queue("answer", "first", 1, "private text", token="interaction token")

    async with store.read() as reader:
        rows = [
            await reader.tables.get("first"),
            await reader.logs.snapshot("first"),
            *await reader.tables.drafts("first", 0),
        ]
        shown = repr([*rows, *await reader.logs.entries("first"), *await reader.outbox.pending(2_000)])

    assert "id='first'" in shown
    secrets = (
        "seed",
        "pending choice",
        "hash of a",
        "half a move",
        "hidden hands",
        "private text",
        "interaction token",
    )
    assert [secret for secret in secrets if secret in shown] == []

"""Transactions: all or nothing, one after the other, and compare-and-set on the step."""

import asyncio
import sqlite3

import asyncpg
import pytest
from sqlalchemy import text

from data.store import StaleStep, Store, StoreUnavailable, Writer
from tests.store.store_rows import add_table, table_row


async def make_every_change(writer: Writer) -> None:
    await writer.tables.create(table_row("second"))
    await writer.tables.update("first", 0, step=1, phase="playing")
    await writer.logs.append_entries("first", 0, [("0", "a1", "", None)])
    await writer.logs.save_snapshot("first", 1, 1, b"state")
    await writer.timers.set("first", "clock", 1, 5_000)
    await writer.outbox.queue("card", "first", 1, "{}")
    await writer.messages.record("first", "card", 30, 501, 1, 1)
    await writer.people.put_user(7, "Ann")
    await writer.facts.set("alive", "1")


async def nothing_has_changed(store: Store) -> bool:
    async with store.read() as reader:
        left = (
            await reader.tables.get("second"),
            await reader.logs.snapshot("first"),
            await reader.timers.next_due(),
            await reader.outbox.next_due(),
            await reader.messages.newest("first", "card"),
            await reader.people.user(7),
            await reader.facts.get("alive"),
        )
        unchanged = await reader.tables.get("first") == table_row() and await reader.logs.entries("first") == ()
        return unchanged and set(left) == {None}


async def test_an_exception_undoes_every_change(store: Store) -> None:
    await add_table(store)

    async def fail_at_the_end() -> None:
        async with store.write("first") as writer:
            await make_every_change(writer)
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        await fail_at_the_end()

    assert await nothing_has_changed(store)


async def test_a_task_cancelled_at_any_of_its_waits_leaves_all_or_nothing(store: Store) -> None:
    await add_table(store)

    async def move() -> None:
        async with store.write("first") as writer:
            row = await writer.tables.get("first")
            assert row is not None
            await writer.logs.append_entries("first", row.step, [("0", "a", "", None)])
            await writer.tables.update("first", row.step, step=row.step + 1)

    for turns in range(1, 40):
        task = asyncio.create_task(move())
        for _ in range(turns):
            await asyncio.sleep(0)
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)

    await move()
    async with store.read() as reader:
        row = await reader.tables.get("first")
        assert row is not None
        assert row.step >= 1
        assert [entry.n for entry in await reader.logs.entries("first")] == list(range(1, row.step + 1))


@pytest.mark.parametrize("expected_step", [4, 6])
async def test_another_step_than_expected_is_stale_and_changes_nothing(store: Store, expected_step: int) -> None:
    row = await add_table(store, step=5)

    async def move() -> None:
        async with store.write("first") as writer:
            await writer.logs.append_entries("first", 0, [("0", "a1", "", None)])
            await writer.tables.update("first", expected_step, step=expected_step + 1)

    with pytest.raises(StaleStep):
        await move()

    async with store.read() as reader:
        assert await reader.tables.get("first") == row
        assert await reader.logs.entries("first") == ()


async def test_a_table_that_does_not_exist_is_stale(store: Store) -> None:
    with pytest.raises(StaleStep):
        async with store.write("nowhere") as writer:
            await writer.tables.update("nowhere", 0, step=1)


async def test_a_hundred_tasks_moving_at_one_table_lose_nothing(store: Store) -> None:
    await add_table(store)

    async def move(actor: int) -> None:
        async with store.write("first") as writer:
            row = await writer.tables.get("first")
            assert row is not None
            # Let every other task run between the read and the write.
            await asyncio.sleep(0)
            await writer.logs.append_entries("first", row.step, [(str(actor), "a", "", None)])
            await writer.tables.update("first", row.step, step=row.step + 1)

    await asyncio.gather(*(move(actor) for actor in range(100)))

    async with store.read() as reader:
        entries = await reader.logs.entries("first")
        assert [entry.n for entry in entries] == list(range(1, 101))
        assert sorted(int(entry.actor) for entry in entries) == list(range(100))


async def test_a_reader_sees_one_moment_and_never_what_is_not_committed(store: Store) -> None:
    await add_table(store)

    async with store.write("first") as writer:
        await writer.logs.append_entries("first", 0, [("0", "a1", "", None)])
        assert len(await writer.logs.entries("first")) == 1
        async with store.read() as outside:
            assert await outside.logs.entries("first") == ()

    async with store.read() as reader:
        assert len(await reader.logs.entries("first")) == 1
        async with store.write("first") as writer:
            await writer.logs.append_entries("first", 1, [("0", "a2", "", None)])
        assert len(await reader.logs.entries("first")) == 1

    async with store.read() as reader:
        assert len(await reader.logs.entries("first")) == 2


async def test_an_error_of_the_caller_is_not_taken_for_the_database(store: Store) -> None:
    with pytest.raises(ConnectionResetError):
        async with store.write():
            raise ConnectionResetError
    with pytest.raises(FileNotFoundError):
        async with store.read():
            raise FileNotFoundError


async def test_sqlite_commits_are_on_the_disk_and_keys_are_checked(sqlite_url: str) -> None:
    store = await Store.open(sqlite_url)
    async with store.read() as reader:
        found = [
            await reader._transaction.connection.scalar(text(f"PRAGMA {name}"))
            for name in ("journal_mode", "synchronous", "foreign_keys")
        ]
    await store.close()

    full, on = 2, 1
    assert found == ["wal", full, on]


async def test_a_file_locked_by_another_program_is_unavailable_until_it_is_free(sqlite_url: str) -> None:
    store = await Store.open(f"{sqlite_url}?timeout=0.01")
    other = sqlite3.connect(sqlite_url.removeprefix("sqlite:///"), isolation_level=None)
    other.execute("BEGIN IMMEDIATE")

    with pytest.raises(StoreUnavailable, match="locked"):
        async with store.write():
            pass
    with pytest.raises(StoreUnavailable, match="locked"):
        await Store.open(f"{sqlite_url}?timeout=0.01")
    async with store.read() as reader:
        assert await reader.facts.get("alive") is None

    other.execute("COMMIT")
    other.close()
    async with store.write() as writer:
        await writer.facts.set("alive", "1")
    await store.close()


async def test_postgresql_connections_cut_while_idle_are_replaced_and_while_used_are_unavailable(
    postgresql_url: str,
) -> None:
    store = await Store.open(postgresql_url)
    await add_table(store)

    async def cut_all_others() -> None:
        connection = await asyncpg.connect(postgresql_url)
        await connection.execute(
            "SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity "
            "WHERE datname = current_database() AND pid <> pg_backend_pid()"
        )
        await connection.close()

    await cut_all_others()
    async with store.write("first") as writer:
        await writer.tables.update("first", 0, step=1)

    async def move_and_be_cut() -> None:
        async with store.write("first") as writer:
            await writer.tables.update("first", 1, step=2)
            await cut_all_others()

    with pytest.raises(StoreUnavailable):
        await move_and_be_cut()

    async with store.read() as reader:
        row = await reader.tables.get("first")
        assert row is not None
        assert row.step == 1
    await store.close()

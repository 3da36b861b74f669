"""One program per database: a second one is refused, a killed one frees its lock, and a lost lock is noticed."""

import sqlite3
from contextlib import closing
from pathlib import Path

import asyncpg
import pytest

from data.store import Store, StoreUnavailable, database_lock
from data.store.backup import backup
from tests.store.store_processes import IN_USE, line_of, started, tell
from tests.store.store_rows import add_table

CUT_THE_LOCK = """
    SELECT pg_terminate_backend(pid, 5000) FROM pg_locks
    WHERE locktype = 'advisory' AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
"""


async def test_a_second_program_is_refused_in_one_line_until_the_first_one_ends(url: str) -> None:
    first = await Store.open(url, exclusive=True)

    with pytest.raises(StoreUnavailable, match=IN_USE) as caught:
        await Store.open(url, exclusive=True)
    assert "\n" not in str(caught.value)
    # Reading the database remains possible.
    other = await Store.open(url, migrate=False)
    async with other.read() as reader:
        assert await reader.tables.count_open() == 0
    await other.close()

    await first.close()
    await (await Store.open(url, exclusive=True)).close()


async def test_a_program_that_is_killed_gives_way(url: str) -> None:
    async with started("hold", url) as process:
        assert await line_of(process) == "held"
        with pytest.raises(StoreUnavailable, match=IN_USE):
            await Store.open(url, exclusive=True)

        process.kill()
        await process.wait()
        await (await Store.open(url, exclusive=True)).close()


async def test_a_removed_lock_file_lets_no_second_program_in(sqlite_url: str, tmp_path: Path) -> None:
    """Backups that begin and end meanwhile do not affect the program that holds the lock."""
    async with started("hold", sqlite_url) as process:
        assert await line_of(process) == "held"
        assert await tell(process, "before") == "written"
        log = (tmp_path / "store.db-wal").stat().st_ino
        with closing(sqlite3.connect(tmp_path / "store.db", isolation_level=None)) as unfinished:
            unfinished.execute("BEGIN")
            unfinished.execute("SELECT * FROM facts").fetchall()
            (tmp_path / "store.db.lock").unlink()
            assert (await backup(sqlite_url, tmp_path / "first.gz")).rows == 1
            with pytest.raises(StoreUnavailable, match=IN_USE):
                await Store.open(sqlite_url, exclusive=True)
        with pytest.raises(StoreUnavailable, match=IN_USE):
            await Store.open(sqlite_url, exclusive=True)

        assert await tell(process, "after") == "written"
        assert (tmp_path / "store.db-wal").stat().st_ino == log, "nobody has taken the log for one that is over"
    store = await Store.open(sqlite_url, exclusive=True)
    async with store.read() as reader:
        assert await reader.facts.get("word") == "after"
    await store.close()


async def test_two_databases_in_one_folder_have_a_program_each(tmp_path: Path) -> None:
    stores = [await Store.open(f"sqlite:///{tmp_path / name}", exclusive=True) for name in ("one.db", "two.db")]
    for store in stores:
        await add_table(store)
        await store.close()


async def test_a_refused_opening_keeps_no_lock(url: str) -> None:
    with pytest.raises(StoreUnavailable, match="older than this program"):
        await Store.open(url, migrate=False, exclusive=True)

    await (await Store.open(url, exclusive=True)).close()


async def cut_the_lock(url: str) -> None:
    """End the session that holds the lock, like a broken connection."""
    connection = await asyncpg.connect(url)
    assert await connection.fetchval(CUT_THE_LOCK)
    await connection.close()


async def test_a_lock_whose_connection_breaks_is_acquired_again(
    postgresql_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(database_lock, "CHECK_SECONDS", 0.0)
    store = await Store.open(postgresql_url, exclusive=True)
    await cut_the_lock(postgresql_url)

    await add_table(store)

    with pytest.raises(StoreUnavailable, match=IN_USE):
        await Store.open(postgresql_url, exclusive=True)
    await store.close()


async def test_nothing_is_written_once_another_program_has_taken_the_lock(
    postgresql_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(database_lock, "CHECK_SECONDS", 0.0)
    first = await Store.open(postgresql_url, exclusive=True)
    await cut_the_lock(postgresql_url)
    second = await Store.open(postgresql_url, exclusive=True)

    with pytest.raises(StoreUnavailable, match=IN_USE):
        await add_table(first)
    await add_table(second)
    await second.close()

    await add_table(first, "second")
    await first.close()

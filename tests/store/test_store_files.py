"""SQLite files that are removed or replaced at run time: nothing is confirmed that would be lost."""

import sqlite3
from collections.abc import AsyncIterator, Callable
from contextlib import closing
from pathlib import Path

import pytest

from data.store import Store, StoreGone, StoreUnavailable
from tests.migrated_database import remove_all
from tests.store.store_rows import add_table

GONE = "store.db.* was removed or replaced"


def copied(database: Path) -> Path:
    """Copy a database into a file beside it, and return the copy's path."""
    copy = database.with_name("copy.db")
    with closing(sqlite3.connect(database)) as source, closing(sqlite3.connect(copy)) as target:
        source.backup(target)
    return copy


def replace(database: Path) -> None:
    """Replace a database by its copy, as `mv copy.db store.db` does."""
    copied(database).rename(database)


def remove(suffix: str) -> Callable[[Path], None]:
    """Return a function that removes one of the database's files."""

    def work(database: Path) -> None:
        Path(f"{database}{suffix}").unlink()

    return work


@pytest.fixture
def database(tmp_path: Path) -> Path:
    return tmp_path / "store.db"


@pytest.fixture
async def store(sqlite_url: str) -> AsyncIterator[Store]:
    """Yield the store of a program, with one table."""
    opened = await Store.open(sqlite_url, exclusive=True)
    await add_table(opened, "before")
    yield opened
    await opened.close()


async def tables(url: str) -> list[str]:
    """Return the tables that exist after the program is restarted."""
    store = await Store.open(url, exclusive=True)
    async with store.read() as reader:
        found = [table for table in ("before", "under way", "after") if await reader.tables.get(table) is not None]
    await store.close()
    return found


@pytest.mark.parametrize("trouble", [remove_all, replace, remove(""), remove("-wal"), remove("-shm")])
async def test_nothing_is_read_or_confirmed_once_a_file_is_gone_and_the_program_hears_of_it(
    store: Store, database: Path, trouble: Callable[[Path], None]
) -> None:
    reasons: list[str] = []
    store.on_gone = reasons.append
    trouble(database)
    left = sorted(database.parent.iterdir())

    with pytest.raises(StoreGone, match=GONE):
        await add_table(store, "after")
    with pytest.raises(StoreGone, match=GONE):
        async with store.read():
            pass

    assert len(reasons) == 2
    assert sorted(database.parent.iterdir()) == left, "no file is made in its place"


async def test_a_commit_during_which_the_file_goes_is_not_confirmed(store: Store, database: Path) -> None:
    async def write() -> None:
        async with store.write() as writer:
            await writer.facts.set("word", "last")
            remove_all(database)

    with pytest.raises(StoreGone):
        await write()


@pytest.mark.parametrize("suffix", ["-wal", "-shm"])
async def test_what_was_confirmed_lasts_where_only_a_file_beside_the_database_was_removed(
    store: Store, database: Path, sqlite_url: str, suffix: str
) -> None:
    remove(suffix)(database)
    with pytest.raises(StoreGone):
        await add_table(store, "after")

    await store.close()

    assert await tables(sqlite_url) == ["before"]


async def test_a_database_that_was_moved_into_the_place_is_read_without_the_log_of_the_other(
    store: Store, database: Path, sqlite_url: str
) -> None:
    copy = copied(database)
    await add_table(store, "under way")
    copy.rename(database)
    with pytest.raises(StoreGone):
        await add_table(store, "after")

    await store.close()

    assert await tables(sqlite_url) == ["before"]


async def test_a_database_that_comes_back_is_used_again(store: Store, database: Path, sqlite_url: str) -> None:
    """The folder is moved away and back again."""
    moved = database.parent.with_name("moved")
    database.parent.rename(moved)
    with pytest.raises(StoreGone):
        await add_table(store, "under way")
    moved.rename(database.parent)

    await add_table(store, "after")

    await store.close()
    assert await tables(sqlite_url) == ["before", "after"]


async def test_a_connection_that_was_given_up_is_no_loss_of_its_log(store: Store) -> None:
    """Closing the last connection removes the log; the next connection creates another."""
    await store._engine.dispose()

    await add_table(store, "after")


async def test_files_that_cannot_be_seen_are_unavailable_and_not_gone(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(path: str) -> None:
        raise OSError(5, "Input/output error", path)

    with monkeypatch.context() as patch:
        patch.setattr("data.store.connection.os.stat", fail)
        with pytest.raises(StoreUnavailable, match="Input/output error") as caught:
            await add_table(store, "after")

    assert not isinstance(caught.value, StoreGone)

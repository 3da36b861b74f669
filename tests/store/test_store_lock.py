"""One program per database: the second one is refused, whoever dies gives way, and a lost lock is noticed."""

import asyncpg
import pytest

from data.store import Store, StoreUnavailable, database_lock
from tests.store.store_processes import IN_USE, line_of, started
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
    # Looking into the database stays possible.
    other = await Store.open(url, migrate=False)
    async with other.read() as reader:
        assert await reader.count_open_tables() == 0
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


async def test_a_refused_opening_keeps_no_lock(url: str) -> None:
    with pytest.raises(StoreUnavailable, match="not been migrated"):
        await Store.open(url, migrate=False, exclusive=True)

    await (await Store.open(url, exclusive=True)).close()


async def cut_the_lock(url: str) -> None:
    """End the session that holds the lock, as when its connection breaks."""
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

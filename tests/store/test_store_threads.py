"""SQLite statements run directly, or in the connection's thread if they could block the event loop."""

import asyncio
import threading
from collections.abc import AsyncIterator

import pytest
from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncConnection

from data.store import Store
from data.store.cursor import MANY_ROWS, Transactions
from tests.playground_driver import PATIENCE_SECONDS

NUMBERS = "(WITH RECURSIVE n(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM n WHERE n < :count) SELECT n FROM n)"
HERE = threading.get_ident()


@pytest.fixture
async def sqlite_store(sqlite_url: str) -> AsyncIterator[Store]:
    """Yield a store in an empty SQLite file."""
    opened = await Store.open(sqlite_url)
    yield opened
    await opened.close()


async def transactions_of(connection: AsyncConnection) -> Transactions:
    """Return the runner of a connection's statements, and define its SQL function `thread()`.

    `thread()` returns the id of the thread in which a statement runs.
    """
    driver = (await connection.get_raw_connection()).driver_connection
    assert driver is not None
    await driver.create_function("thread", 0, threading.get_ident)
    return driver.transactions


@pytest.mark.parametrize(("count", "is_here"), [(10, True), (1_000_000, False)])
async def test_a_query_that_turns_out_to_be_long_is_begun_again_in_the_thread(
    sqlite_store: Store, count: int, is_here: bool
) -> None:
    async with sqlite_store.read() as reader:
        await transactions_of(reader._transaction.connection)
        query = text(f"SELECT count(*), max(n), thread() FROM {NUMBERS}")
        found, last, thread = (await reader._transaction.connection.execute(query, {"count": count})).one()

    assert (found, last, thread == HERE) == (count, count, is_here)


async def test_many_rows_are_all_there_once(sqlite_store: Store) -> None:
    for count in (MANY_ROWS - 1, MANY_ROWS, MANY_ROWS + 1, 5 * MANY_ROWS):
        async with sqlite_store.read() as reader:
            rows = await reader._transaction.connection.execute(text(f"SELECT n FROM {NUMBERS}"), {"count": count})
            assert [number for (number,) in rows] == list(range(1, count + 1))


@pytest.mark.parametrize("long", [False, True])
async def test_a_long_transaction_runs_in_the_thread(sqlite_store: Store, long: bool) -> None:
    async with sqlite_store.write() as writer:
        # SQL functions belong to one connection; the pool returns the most recently used one first.
        await transactions_of(writer._transaction.connection)
    async with sqlite_store.write(long=long) as writer:
        await writer._transaction.connection.execute(
            text("INSERT INTO facts (name, value) VALUES ('thread', thread())")
        )

    async with sqlite_store.read() as reader:
        assert (await reader.facts.get("thread") == str(HERE)) is not long


async def test_a_statement_waits_for_what_a_cancelled_caller_has_left_in_the_thread(sqlite_store: Store) -> None:
    begun, go_on, ended = asyncio.Event(), threading.Event(), []
    loop = asyncio.get_running_loop()

    def work(_: object) -> None:
        loop.call_soon_threadsafe(begun.set)
        go_on.wait(PATIENCE_SECONDS)
        ended.append("the work")

    async with sqlite_store.read() as reader:
        transactions = await transactions_of(reader._transaction.connection)
        caller = asyncio.create_task(transactions.run_in_thread(work))
        await begun.wait()
        caller.cancel()
        loop.call_soon(go_on.set)
        assert await reader.facts.get("thread") is None
        ended.append("the statement")

    assert ended == ["the work", "the statement"]

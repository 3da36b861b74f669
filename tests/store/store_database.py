"""Direct access to the store's database, for tests that read or change it."""

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any

import asyncpg
from sqlalchemy import Connection, insert, select

from data.store import Store
from data.store.connection import connect, database_address
from data.store.league_schema import ratings
from data.store.schema import metadata
from tests.store.store_rows import seat_row, table_row

ALIVE_MS = 1_795_148_102_000
"""20 November 2026, 04:15:02 UTC."""


async def in_database(url: str, work: Callable[[Connection], Any]) -> Any:
    """Run `work` in one transaction without foreign key checks, and return its result."""
    engine = connect(database_address(url), foreign_keys=False)
    async with engine.begin() as connection:
        found = await connection.run_sync(work)
    await engine.dispose()
    return found


async def begin_beside(work: Coroutine[Any, Any, Any]) -> asyncio.Task[Any]:
    """Start a task and return it once it waits for the current transaction to commit."""
    task = asyncio.create_task(work)
    await asyncio.wait({task}, timeout=0.05)
    return task


async def fill(url: str) -> None:
    """Fill a database with bytes, fractions, texts that databases sort differently, and more rows than one batch."""
    store = await Store.open(url)
    async with store.write() as writer:
        for table_id in ("first", "First", "über", "_", "é"):
            await writer.tables.create(table_row(table_id), [seat_row(0)])
            await writer.logs.append_entries(table_id, 0, [("0", f"place {n}", "d1", None) for n in range(7)])
        await writer.logs.save_snapshot("first", 1, 2, b"\x00\xffstate")
        await writer.outbox.queue("card", "first", 1, "{}")
        await writer.facts.set("alive", str(ALIVE_MS))
    await store.close()
    rating = {"guild_id": 1, "game": "hive_mind", "user_id": 2**62, "mu": 25.1 / 3, "sigma": 1e-300, "tables": 1}
    await in_database(url, lambda connection: connection.execute(insert(ratings), rating))


def rows(connection: Connection) -> dict[str, list[Any]]:
    """Return all rows of all SQL tables."""
    return {table.name: sorted(map(tuple, connection.execute(select(table)))) for table in metadata.sorted_tables}


def tell_end(driver: asyncpg.Connection) -> None:
    """Deliver the server's message that it ends the session, while the connection still looks open."""
    fields = b"SFATAL\0C57P01\0Mterminating connection due to administrator command\0\0"
    protocol: Any = driver._protocol
    protocol.data_received(b"E" + (len(fields) + 4).to_bytes(4, "big") + fields)

"""The database beneath the store, for tests that look at it or change it there."""

from collections.abc import Callable
from typing import Any

import asyncpg
from sqlalchemy import Connection

from data.store.connection import connect, database_address


async def in_database(url: str, work: Callable[[Connection], Any]) -> Any:
    """Do something in one transaction, without the checks of foreign keys; gives its result."""
    engine = connect(database_address(url), foreign_keys=False)
    async with engine.begin() as connection:
        found = await connection.run_sync(work)
    await engine.dispose()
    return found


def tell_end(driver: asyncpg.Connection) -> None:
    """Let a connection read that the server ends it, and not yet that it is closed."""
    fields = b"SFATAL\0C57P01\0Mterminating connection due to administrator command\0\0"
    driver._protocol.data_received(b"E" + (len(fields) + 4).to_bytes(4, "big") + fields)

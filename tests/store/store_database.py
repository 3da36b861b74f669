"""The database beneath the store, for tests that look at it or change it there."""

from collections.abc import Callable
from typing import Any

from sqlalchemy import Connection

from data.store.connection import connect, database_address


async def in_database(url: str, work: Callable[[Connection], Any]) -> Any:
    """Do something in one transaction, without the checks of foreign keys; gives its result."""
    engine = connect(database_address(url), foreign_keys=False)
    async with engine.begin() as connection:
        found = await connection.run_sync(work)
    await engine.dispose()
    return found

"""Detection of a connection pooler in transaction mode, such as PgBouncer, in front of PostgreSQL.

Such a pooler may give a connection another server session in each transaction, so session-level locks are lost or held
for another client.
"""

import asyncio
from contextlib import AsyncExitStack
from importlib import import_module
from typing import Any

from sqlalchemy import URL
from sqlalchemy.exc import ArgumentError

from data.store.connection import SECONDS_TO_CONNECT, unavailable
from data.store.errors import StoreUnreachable

_ROUNDS = 3
_OUT_OF_RANGE = (ValueError, OverflowError, ArgumentError)
"""Exceptions raised for option values of an address that are out of range, such as `?port=99999`."""
_POOLED = (
    "PgBouncer or another pooler in transaction mode is in front of it and loses session locks; set "
    "pool_mode = session, or use the address of PostgreSQL itself"
)


async def check_sessions(address: URL) -> None:
    """Check that PostgreSQL can be used, and that no pooler in front of it loses sessions.

    Raises StoreUnreachable if it does not answer, else StoreUnavailable. No-op for SQLite.
    """
    if address.get_backend_name() != "postgresql":
        return
    # Imported lazily to save memory with SQLite.
    driver = import_module("asyncpg")
    try:
        async with asyncio.timeout(SECONDS_TO_CONNECT):
            is_pooled = await _shares_sessions(address)
    except TimeoutError:
        reason = f"two connections could not be opened within {SECONDS_TO_CONNECT} seconds"
        raise StoreUnreachable(str(unavailable(address, OSError(reason)))) from None
    except (driver.CannotConnectNowError, OSError) as error:
        raise StoreUnreachable(str(unavailable(address, error))) from error
    except (driver.PostgresError, driver.InterfaceError, TypeError, *_OUT_OF_RANGE) as error:
        raise unavailable(address, error) from error
    if is_pooled:
        raise unavailable(address, OSError(_POOLED))


async def _shares_sessions(address: URL) -> bool:
    """Return whether two open connections use the same server session, or a session changes between transactions."""
    async with AsyncExitStack() as stack:
        first, second = [await _connect(stack, address) for _ in range(2)]
        own = await _session(first)
        for _ in range(_ROUNDS):
            async with second.transaction():
                # A pooler gives the second transaction the session released last, that of the first connection.
                if await _session_within(second) == own:
                    return True
                if await _session(first) != own:
                    return True
    return False


async def _connect(stack: AsyncExitStack, address: URL) -> Any:
    _, settings = address.get_dialect()().create_connect_args(address)
    # A session of a pooler may already have another client's prepared statements with the same names.
    connection = await import_module("asyncpg").connect(**settings, statement_cache_size=0)
    stack.push_async_callback(connection.close)
    return connection


async def _session(connection: Any) -> int:
    """Return the server process id of a connection, which identifies its session."""
    # Parsing and executing are two steps; outside a transaction, a pooler may send them to different sessions.
    async with connection.transaction():
        return await _session_within(connection)


async def _session_within(connection: Any) -> int:
    return await connection.fetchval("SELECT pg_backend_pid()")

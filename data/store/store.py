"""The database as the program holds it: open, read, write, close."""

import asyncio
import sqlite3
import time
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager, nullcontext
from typing import Any, Self

from sqlalchemy import URL, bindparam, select
from sqlalchemy.exc import ArgumentError, DatabaseError, DBAPIError, InterfaceError, InternalError, OperationalError
from sqlalchemy.exc import TimeoutError as PoolTimeoutError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from data.store.connection import connect, database_address, make_file, unavailable
from data.store.migration import check_migrated, run_migrations
from data.store.reader import Reader
from data.store.schema import tables
from data.store.session import PostgresqlSession, Session, SqliteSession
from data.store.writer import Writer

_LOCK_TABLE = select(tables.c.id).where(tables.c.id == bindparam("id")).with_for_update()


def present() -> int:
    """The time now in milliseconds UTC."""
    return time.time_ns() // 1_000_000


class Store:
    """The durable memory of the program, in SQLite or PostgreSQL; made by `Store.open`."""

    def __init__(self, address: URL, clock: Callable[[], int]) -> None:
        self._address = address
        self._clock = clock
        self._engine = connect(address)
        self._sqlite = self._engine.dialect.name == "sqlite"
        # SQLite lets the waiting writers in by chance; in this process they go in the order in which they came.
        self._turn: AbstractAsyncContextManager[Any] = asyncio.Lock() if self._sqlite else nullcontext()
        snapshot = {} if self._sqlite else {"isolation_level": "REPEATABLE READ", "postgresql_readonly": True}
        self._reading = self._engine.execution_options(**snapshot)

    @classmethod
    async def open(cls, url: str, migrate: bool = True, *, clock: Callable[[], int] = present) -> Self:
        """Open the database, bringing its schema up to date if `migrate`; raises StoreUnavailable."""
        address = database_address(url)
        make_file(address)
        try:
            engine = connect(address, foreign_keys=False)
        except (ArgumentError, TypeError, ValueError) as error:
            raise unavailable(address, error) from error
        try:
            async with engine.begin() as connection:
                await _begun(connection, immediate=migrate)
                await connection.run_sync(run_migrations if migrate else check_migrated)
        except (DBAPIError, sqlite3.Error, OSError, TypeError, ValueError) as error:
            raise unavailable(address, error) from error
        finally:
            await engine.dispose()
        return cls(address, clock)

    async def close(self) -> None:
        """Close every connection; the store cannot be used afterwards."""
        await self._engine.dispose()

    @asynccontextmanager
    async def read(self) -> AsyncIterator[Reader]:
        """A consistent look at the database; raises StoreUnavailable."""
        async with self._transaction(self._reading, immediate=False) as session:
            yield Reader(session)

    @asynccontextmanager
    async def write(self, table_id: str | None = None) -> AsyncIterator[Writer]:
        """One transaction, kept at the end of the block unless an exception leaves it; raises StoreUnavailable.

        On SQLite it excludes all other writers, on PostgreSQL those at the same table.
        """
        async with self._turn, self._transaction(self._engine, immediate=True) as session:
            if table_id is not None and not self._sqlite:
                await session.rows(_LOCK_TABLE, {"id": table_id})
            yield Writer(session, self._clock())

    @asynccontextmanager
    async def _transaction(self, engine: AsyncEngine, immediate: bool) -> AsyncIterator[Session]:
        reached = False
        try:
            async with engine.begin() as connection:
                reached = True
                yield await _begun(connection, immediate)
        except Exception as error:
            # Once connected, an OSError is the caller's own.
            if _is_about_the_database(error) or (not reached and isinstance(error, OSError)):
                raise unavailable(self._address, error) from error
            raise


async def _begun(connection: AsyncConnection, immediate: bool) -> Session:
    """The session of a connection; on SQLite its transaction begins here, elsewhere with its first statement."""
    if connection.dialect.name != "sqlite":
        return PostgresqlSession(connection)
    session = SqliteSession(connection)
    await session.begin(immediate)
    return session


def _is_about_the_database(error: Exception) -> bool:
    """Whether the database failed, as opposed to a statement that is wrong."""
    failures = (OperationalError, InterfaceError, InternalError, PoolTimeoutError, sqlite3.OperationalError)
    return isinstance(error, failures) or type(error) in {DBAPIError, DatabaseError, sqlite3.DatabaseError}

"""The store: opening, reading, writing and closing a database."""

import asyncio
import sqlite3
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager, nullcontext, suppress
from typing import Any, Self

from sqlalchemy import URL, bindparam, select
from sqlalchemy.exc import ArgumentError, DatabaseError, DBAPIError, InterfaceError, InternalError, OperationalError
from sqlalchemy.exc import TimeoutError as PoolTimeoutError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from data.store.claims import Claims, SessionClaims, SoleProcess
from data.store.clock import DatabaseClock, MachineClock
from data.store.connection import OpenFiles, connect, database_address, make_file, tighten_files, unavailable
from data.store.database_lock import DatabaseLock, lock_database
from data.store.errors import StoreGone
from data.store.migration import check_migrated, run_migrations
from data.store.pooling import check_sessions
from data.store.schema import tables
from data.store.statements import Transaction
from data.store.transactions import Reader, Writer

_LOCK_TABLE = select(tables.c.id).where(tables.c.id == bindparam("id")).with_for_update()


class Store:
    """The program's database, SQLite or PostgreSQL; created by `Store.open`."""

    def __init__(self, address: URL, clock: Callable[[], int], held: DatabaseLock | None = None) -> None:
        self._address = address
        self._lock = held
        self.claims: Claims = held if isinstance(held, SessionClaims) else SoleProcess()
        """The claims of this process, for work that only one process may do."""
        self._clock = self.now = clock
        self._database_clock = clock if isinstance(clock, DatabaseClock) else None
        self._engine = connect(address)
        self._sqlite = self._engine.dialect.name == "sqlite"
        # Only the database itself is watched here: a new connection would open its replacement, or create an empty
        # file.
        self._file = OpenFiles(address, [""]) if self._sqlite else None
        self._is_gone = False
        self.on_gone: Callable[[str], None] = lambda reason: None
        """Callback that is called with the reason when database files were removed or replaced."""
        # SQLite admits waiting writers in random order; this lock makes it first come, first served within the process.
        self._writers: AbstractAsyncContextManager[Any] = asyncio.Lock() if self._sqlite else nullcontext()
        snapshot = {} if self._sqlite else {"isolation_level": "REPEATABLE READ", "postgresql_readonly": True}
        self._reading = self._engine.execution_options(**snapshot)

    @classmethod
    async def open(
        cls,
        url: str,
        migrate: bool = True,
        *,
        exclusive: bool = False,
        shared: bool = False,
        clock: Callable[[], int] | None = None,
    ) -> Self:
        """Open the database, and migrate its schema if `migrate`; otherwise the schema must be current.

        With `exclusive`, the database is locked for this program alone: StoreInUse is raised while another program has
        locked it, and by a later write if another program has taken the lock meanwhile. With `shared`, other programs
        may open it as `shared` too, and StoreInUse is raised while one has it as `exclusive`; SQLite cannot be shared,
        so there it is the same as `exclusive`. With neither, nothing is locked.

        `clock` returns milliseconds UTC; the default is the machine's time on SQLite, and the database's on PostgreSQL.
        Raises StoreUnavailable if the database cannot be opened, reached or used with this schema.
        """
        address = database_address(url)
        if clock is None:
            clock = DatabaseClock() if address.get_backend_name() == "postgresql" else MachineClock()
        make_file(address)
        await check_sessions(address)
        held = await _acquire_lock(address, shared=shared) if exclusive or shared else None
        try:
            await _prepare(address, migrate, clock)
        except BaseException:
            if held is not None:
                await held.release()
            raise
        return cls(address, clock, held)

    @property
    def seconds_off(self) -> float:
        """Seconds by which the database's clock is ahead of this machine's; 0 if the difference is tolerated."""
        clock = self._database_clock
        return clock.offset_ms / 1000 if clock is not None and clock.is_off else 0.0

    @property
    def ahead_ms(self) -> int:
        """Milliseconds by which the database's clock is ahead of this machine's; negative if it is behind."""
        return 0 if self._database_clock is None else self._database_clock.offset_ms

    def follow_clock(self) -> None:
        """Follow this machine's clock again after it was set back; the stored times must have been shifted before."""
        if isinstance(self._clock, MachineClock):
            self._clock.follow()

    async def close(self) -> None:
        """Close all connections; the store cannot be used afterwards."""
        if self._is_gone:
            self._is_gone = False
            await self._empty_log()
        await self._engine.dispose()
        if self._lock is not None:
            await self._lock.release()

    @asynccontextmanager
    async def read(self) -> AsyncIterator[Reader]:
        """Yield a reader with a consistent snapshot of the database; raises StoreUnavailable if it cannot be used."""
        async with self._transaction(self._reading, immediate=False) as connection:
            beside = self.claims.process if self.claims.living > 1 else None
            yield Reader(Transaction(connection, self._clock, beside=beside))

    @asynccontextmanager
    async def write(self, table_id: str | None = None, *, long: bool = False) -> AsyncIterator[Writer]:
        """Yield a writer in one transaction, which is committed unless the block raises.

        On SQLite it excludes all other writers, on PostgreSQL those of the same table. A `long` transaction may change
        many rows without blocking the event loop. Raises StoreUnavailable if the database cannot be used.
        """
        if self._lock is not None:
            await self._lock.verify()
        async with self._writers, self._transaction(self._engine, immediate=True, long=long) as connection:
            if table_id is not None and not self._sqlite:
                await connection.execute(_LOCK_TABLE, {"id": table_id})
            yield Writer(Transaction(connection, self._clock, process=self.claims.process))

    @asynccontextmanager
    async def _transaction(
        self, engine: AsyncEngine, immediate: bool, long: bool = False
    ) -> AsyncIterator[AsyncConnection]:
        reached = False
        # Yield once: on SQLite nothing else may suspend the caller, and other tasks must not be starved.
        await asyncio.sleep(0)
        try:
            if self._file is not None:
                self._file.verify()
            async with engine.begin() as connection:
                reached = True
                files = await _begin(connection, immediate, long)
                if self._database_clock is not None:
                    await self._database_clock.keep(connection)
                yield connection
            if files is not None and immediate:
                # A commit into a file that is gone must not be confirmed.
                files.verify()
        except StoreGone as error:
            self._is_gone = True
            self.on_gone(str(error))
            raise
        except Exception as error:
            # Once the connection is made, an OSError comes from the caller's block, not from the database.
            if _is_about_the_database(error) or (not reached and isinstance(error, OSError)):
                raise unavailable(self._address, error) from error
            raise

    async def _empty_log(self) -> None:
        """Empty the write-ahead log of a removed or replaced database into its still open file, if possible.

        Otherwise SQLite would read a replacement file together with the old file's log.
        """
        with suppress(DBAPIError, sqlite3.Error, OSError):
            async with self._engine.connect() as connection:
                driver: Any = (await connection.get_raw_connection()).driver_connection
                await driver.transactions.run_in_thread(
                    lambda opened: opened.execute("PRAGMA wal_checkpoint(TRUNCATE)").close()
                )


async def _acquire_lock(address: URL, *, shared: bool) -> DatabaseLock:
    """Acquire the lock of a database; with `shared` on PostgreSQL, other processes may hold it too."""
    if shared and address.get_backend_name() == "postgresql":
        return await SessionClaims.acquire(address)
    return await lock_database(address)


async def _prepare(address: URL, migrate: bool, clock: Callable[[], int]) -> None:
    """Connect to the database, set the clock, and migrate the schema or check that it is current.

    Raises StoreUnavailable if one of these fails.
    """
    try:
        engine = connect(address, foreign_keys=False)
    except (ArgumentError, TypeError, ValueError) as error:
        raise unavailable(address, error) from error
    try:
        async with engine.begin() as connection:
            await _begin(connection, immediate=migrate)
            if isinstance(clock, DatabaseClock):
                await clock.keep(connection)
            await connection.run_sync(run_migrations if migrate else check_migrated)
            # The -wal and -shm files beside the database exist only while a connection is open.
            tighten_files(address)
    except (DBAPIError, OSError, TypeError, ValueError) as error:
        raise unavailable(address, error) from error
    finally:
        await engine.dispose()


async def _begin(connection: AsyncConnection, immediate: bool, long: bool = False) -> OpenFiles | None:
    """Begin a transaction on SQLite; on PostgreSQL, the first statement begins one.

    If `immediate`, a writer's transaction is begun at once; otherwise a reader's transaction is begun before its
    first statement. Return the open files of the connection on SQLite, else None. Raises StoreGone if they were
    removed or replaced.
    """
    if connection.dialect.name != "sqlite":
        return None
    driver: Any = (await connection.get_raw_connection()).driver_connection
    driver.transactions.is_reader = driver.transactions.is_due = not immediate
    driver.transactions.is_long = long
    files: OpenFiles = driver.files
    files.verify()
    if immediate:
        await connection.exec_driver_sql("BEGIN IMMEDIATE")
    return files


def _is_about_the_database(error: Exception) -> bool:
    """Return whether the database failed, as opposed to an invalid statement."""
    failures = (OperationalError, InterfaceError, InternalError, PoolTimeoutError)
    return isinstance(error, failures) or type(error) in {DBAPIError, DatabaseError}

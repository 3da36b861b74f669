"""The lock of a database, held by a program that must be the only one to use it.

On SQLite it locks the database file; on PostgreSQL it is a session-level advisory lock. The operating system or the
server releases it when the program ends, also after a crash.
"""

import asyncio
import fcntl
import os
import struct
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, Protocol, Self

from sqlalchemy import URL, NullPool, text
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection, create_async_engine

from data.store.connection import OWNER_ONLY, SECONDS_TO_CONNECT, unavailable
from data.store.errors import StoreInUse, StoreUnavailable

# An arbitrary number, different from the migrations' lock.
_ADVISORY_LOCK = 4392234
_LOCK_NOT_AVAILABLE = "55P03"
# Waits up to a second for the lock: that of a program that was just killed may not be released yet.
_PREPARE = (
    "SET lock_timeout = '1s'",
    # The server detects a dead client machine within 11 seconds and releases its locks.
    "SET tcp_keepalives_idle = 5",
    "SET tcp_keepalives_interval = 2",
    "SET tcp_keepalives_count = 3",
)
CHECK_SECONDS = 3.0
"""Seconds after a check during which the connection that holds the lock counts as alive."""
SECONDS_TO_ANSWER = 5.0
# Unlike POSIX locks, open file description locks end only with their descriptor. SQLite locks other bytes of the file.
_LOCK_OPEN_FILE = fcntl.F_OFD_SETLK if sys.platform == "linux" else None
_ONE_BYTE = struct.pack("hhqqi", fcntl.F_WRLCK, os.SEEK_SET, 1 << 62, 1, 0)


class DatabaseLock(Protocol):
    """Protocol for a held lock."""

    async def verify(self) -> None:
        """Check that the lock is still held, or acquire it again; raises StoreUnavailable if neither is possible."""
        ...

    async def release(self) -> None:
        """Release the lock."""
        ...


async def lock_database(address: URL) -> DatabaseLock:
    """Acquire the lock of a database.

    Raises StoreInUse if another program holds it, and StoreUnavailable if the database cannot be opened or reached.
    """
    if address.get_backend_name() == "postgresql":
        return await SessionLock.acquire(address)
    return FileLock(address)


class FileLock:
    """The lock of an SQLite database: a byte of its file, and a lock file beside it.

    The byte stays locked even if the lock file is removed. The lock file is for systems without open file description
    locks and for older versions of the program.
    """

    def __init__(self, address: URL) -> None:
        self._address = address
        self._files: list[int] = []
        try:
            # Locked first, so that a refused program doesn't open the database.
            self._lock(f"{address.database}.lock", lambda file: fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB))
            if _LOCK_OPEN_FILE is not None:
                command = _LOCK_OPEN_FILE
                self._lock(str(address.database), lambda file: fcntl.fcntl(file, command, _ONE_BYTE))
        except StoreUnavailable:
            self._close()
            raise

    def _lock(self, path: str, lock: Callable[[int], object]) -> None:
        try:
            self._files.append(os.open(path, os.O_RDWR | os.O_CREAT, OWNER_ONLY))
            lock(self._files[-1])
        except BlockingIOError:
            raise _in_use(self._address) from None
        except OSError as error:
            raise unavailable(self._address, OSError(f"{Path(path).name}: {error.strerror}")) from error

    async def verify(self) -> None:
        """Do nothing: a file lock cannot be lost."""

    async def release(self) -> None:
        """Release the lock; all connections of this process to the database must be closed before.

        Closing any descriptor of a file drops the locks that SQLite holds on it for the process.
        """
        self._close()

    def _close(self) -> None:
        while self._files:
            os.close(self._files.pop())


class SessionLock:
    """An advisory lock in a separate PostgreSQL session; the next check replaces a lost session."""

    _LOCK = text("SELECT pg_advisory_lock(:key)")

    def __init__(self, address: URL) -> None:
        self._address = address
        self._connection: AsyncConnection | None = None
        self._driver: Any = None
        self._checked = 0.0
        self._checking = asyncio.Lock()

    @classmethod
    async def acquire(cls, address: URL) -> Self:
        """Open a session and acquire the lock in it.

        Raises StoreInUse if another program holds it, and StoreUnavailable if the database cannot be reached.
        """
        found = cls(address)
        await found.verify()
        return found

    async def verify(self) -> None:
        """Check that the lock is held, or acquire it again in a new session.

        Raises StoreUnavailable if the server does not answer or another program holds the lock.
        """
        if self._was_recently_alive():
            return
        async with self._checking:
            if self._was_recently_alive() or await self._answers():
                return
            await self._drop()
            try:
                await self._connect()
            except (SQLAlchemyError, OSError, TypeError, ValueError) as error:
                await self._drop()
                if getattr(getattr(error, "orig", None), "sqlstate", None) == _LOCK_NOT_AVAILABLE:
                    raise _in_use(self._address) from None
                raise unavailable(self._address, error) from error

    async def release(self) -> None:
        """Release the lock by ending the session."""
        async with self._checking:
            await self._drop()

    def _was_recently_alive(self) -> bool:
        if self._driver is None or self._driver.is_closed():
            return False
        return time.monotonic() - self._checked < CHECK_SECONDS

    async def _answers(self) -> bool:
        """Return whether the session that holds the lock still answers."""
        if self._connection is None or self._connection.invalidated or self._driver.is_closed():
            return False
        try:
            async with asyncio.timeout(SECONDS_TO_ANSWER):
                await self._connection.execute(text("SELECT 1"))
        except (SQLAlchemyError, OSError):
            return False
        self._checked = time.monotonic()
        return True

    async def _connect(self) -> None:
        """Open a session and acquire the lock in it."""
        engine = create_async_engine(
            self._address,
            poolclass=NullPool,
            isolation_level="AUTOCOMMIT",
            hide_parameters=True,
            connect_args={"timeout": SECONDS_TO_CONNECT},
        )
        connection = self._connection = await engine.connect()
        for statement in _PREPARE:
            await connection.execute(text(statement))
        await connection.execute(self._LOCK, {"key": _ADVISORY_LOCK})
        self._driver = (await connection.get_raw_connection()).driver_connection
        self._checked = time.monotonic()

    async def _drop(self) -> None:
        connection, self._connection, self._driver = self._connection, None, None
        if connection is not None:
            # Discards the connection without closing it cleanly, since the server may be unreachable.
            await connection.invalidate()
            await connection.close()


def _in_use(address: URL) -> StoreInUse:
    return StoreInUse(str(unavailable(address, OSError("another Hexcade is using it; stop that one first"))))

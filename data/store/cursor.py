"""A cursor for SQLite that runs short statements at once, without a hop to the connection's thread and back.

A hop takes longer than almost every statement does, and aiosqlite takes one for opening a cursor, one for the
statement, one for its rows and one for closing it. Only what may take long goes to the
thread: a commit, which waits for the disk; waiting for another process; a query that turns out to be long, which is
stopped and begun again there; what is left of many rows; and transactions that change many rows.
"""

import sqlite3
from collections.abc import Callable, Iterable, Sequence
from typing import Any, Self, TypeVar

import aiosqlite

Found = TypeVar("Found")

LONG_QUERY_STEPS = 20_000
"""After so many steps of SQLite's virtual machine, a millisecond or two, a query goes to the thread."""
MANY_ROWS = 200
"""So many rows are fetched at once, the others in the thread."""
_LATER = (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED, sqlite3.SQLITE_INTERRUPT)


class Transactions:
    """Runs a connection's statements: at once, or in its thread while that has work and where they may be long."""

    def __init__(self, connection: aiosqlite.Connection, wait_ms: int) -> None:
        """`wait_ms` is how long the thread waits for other processes' transactions."""
        self._connection = connection
        self._wait = f"PRAGMA busy_timeout={wait_ms}"
        # How many hops have begun, and how many have ended: one whose caller was cancelled goes on.
        self._hops = self._ended = 0
        self._may_stop = False
        self.is_due = False
        """Whether a reader's BEGIN is still to come; it looks at nothing before the first statement."""
        self.is_long = False
        """Whether all of the transaction is for the thread."""
        self.is_reader = False
        """Whether it changes nothing."""

    @property
    def _driver(self) -> sqlite3.Connection:
        return self._connection._conn  # pyright: ignore[reportPrivateUsage]

    def prepare(self) -> None:
        """Lets statements that run at once wait for nobody, and stops queries that turn out to be long."""
        self._driver.execute("PRAGMA busy_timeout=0")
        self._driver.set_progress_handler(lambda: self._may_stop, LONG_QUERY_STEPS)

    async def run(self, work: Callable[[sqlite3.Connection], Found], *, reads: bool) -> Found:
        """Runs a statement; `reads` if it changes nothing, so that it may be stopped and begun again."""
        if self.is_due:
            self.is_due = False
            await self._run(lambda driver: driver.execute("BEGIN"), reads=False)
        return await self._run(work, reads=reads)

    async def _run(self, work: Callable[[sqlite3.Connection], Found], *, reads: bool) -> Found:
        if self.is_long or self._hops != self._ended:
            return await self.hop(work)
        self._may_stop = reads
        try:
            return work(self._driver)
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode not in _LATER:
                raise
        finally:
            self._may_stop = False
        return await self.hop(work)

    async def hop(self, work: Callable[[sqlite3.Connection], Found]) -> Found:
        """Does work in the connection's thread, waiting for other processes if need be."""
        self._hops += 1

        def run() -> Found:
            try:
                self._driver.execute(self._wait)
                try:
                    return work(self._driver)
                finally:
                    self._driver.execute("PRAGMA busy_timeout=0")
            finally:
                self._ended += 1

        return await self._connection._execute(run)  # pyright: ignore[reportPrivateUsage, reportUnknownMemberType]

    async def commit(self) -> None:
        """Ends a transaction; that of a writer in the thread, since it waits for the disk."""
        if self.is_reader:
            await self._run(sqlite3.Connection.commit, reads=False)
        else:
            await self.hop(sqlite3.Connection.commit)

    async def rollback(self) -> None:
        """Takes a transaction back."""
        await self._run(sqlite3.Connection.rollback, reads=False)


class AtOnceCursor:
    """The part of a cursor that SQLAlchemy's adapter for aiosqlite uses; the driver's is opened by executing."""

    arraysize = 1

    def __init__(self, transactions: Transactions) -> None:
        self._transactions = transactions
        self._cursor: sqlite3.Cursor | None = None
        self._rows: list[Any] = []

    async def __aenter__(self) -> Self:
        return self

    async def execute(self, statement: str, parameters: Sequence[Any] = ()) -> Self:
        """Run a statement once, and fetch its rows."""

        def run(driver: sqlite3.Connection) -> tuple[sqlite3.Cursor, list[Any]]:
            cursor = driver.execute(statement, parameters)
            return cursor, [] if cursor.description is None else cursor.fetchmany(MANY_ROWS)

        cursor, rows = await self._transactions.run(run, reads=statement.startswith("SELECT"))
        # One that was stopped has begun again, so that no row is there twice.
        if len(rows) == MANY_ROWS:
            rows += await self._transactions.hop(lambda _: cursor.fetchall())
        self._cursor, self._rows = cursor, rows
        return self

    async def executemany(self, statement: str, parameters: Iterable[Sequence[Any]]) -> Self:
        """Run a statement once for each of several parameters."""
        self._cursor = await self._transactions.run(
            lambda driver: driver.executemany(statement, parameters), reads=False
        )
        self._rows = []
        return self

    async def fetchall(self) -> Iterable[Any]:
        """The rows that the statement found."""
        return self._rows

    async def close(self) -> None:
        """Nothing is left open: all rows are fetched at once."""

    @property
    def description(self) -> Any:
        """The columns of the rows, None for a statement that has none."""
        return None if self._cursor is None else self._cursor.description

    @property
    def rowcount(self) -> int:
        """How many rows the statement changed."""
        return -1 if self._cursor is None else self._cursor.rowcount

    @property
    def lastrowid(self) -> int | None:
        """The number of the row inserted last."""
        return None if self._cursor is None else self._cursor.lastrowid

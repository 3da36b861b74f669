"""A cursor for SQLite that runs short statements directly instead of in aiosqlite's thread.

A switch to the thread takes longer than almost every statement, and aiosqlite switches to open a cursor, to execute, to
fetch and to close. Only slow work goes to the thread: commits, which wait for the disk; waiting for another process;
queries that turn out to be long, which are interrupted and restarted there; the rest of many rows; and transactions
that change many rows.
"""

import sqlite3
from collections.abc import Callable, Iterable, Sequence
from typing import Any, Self, TypeVar

import aiosqlite

Found = TypeVar("Found")

LONG_QUERY_STEPS = 20_000
"""Steps of SQLite's virtual machine (1 to 2 ms) after which a query is moved to the thread."""
MANY_ROWS = 200
"""Number of rows fetched directly; the rest are fetched in the thread."""
_LATER = (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED, sqlite3.SQLITE_INTERRUPT)


class Transactions:
    """The runner of a connection's statements.

    Statements run directly, or in the connection's thread if it is busy or the statement may be slow.
    """

    def __init__(self, connection: aiosqlite.Connection, wait_ms: int) -> None:
        """Wrap a connection; statements run in its thread wait up to `wait_ms` for transactions of other processes."""
        self._connection = connection
        self._wait = f"PRAGMA busy_timeout={wait_ms}"
        # Number of calls begun and ended in the thread. A call continues after its caller is cancelled.
        self._hops = self._ended = 0
        self._may_stop = False
        self.is_due = False
        """Whether a reader's BEGIN is still pending; it is sent before the first statement."""
        self.is_long = False
        """Whether all statements of the transaction run in the thread, because it may change many rows."""
        self.is_reader = False
        """Whether the transaction only reads."""

    @property
    def _driver(self) -> sqlite3.Connection:
        return self._connection._conn  # pyright: ignore[reportPrivateUsage]

    def prepare(self) -> None:
        """Configure the connection: direct statements never wait, and long queries are interrupted."""
        self._driver.execute("PRAGMA busy_timeout=0")
        self._driver.set_progress_handler(lambda: self._may_stop, LONG_QUERY_STEPS)

    async def run(self, work: Callable[[sqlite3.Connection], Found], *, reads: bool) -> Found:
        """Run the function `work`, which executes one statement, directly or in the connection's thread.

        `reads` is whether the statement only reads, so that it may be interrupted and restarted in the thread.
        """
        if self.is_due:
            self.is_due = False
            await self._run(lambda driver: driver.execute("BEGIN"), reads=False)
        return await self._run(work, reads=reads)

    async def _run(self, work: Callable[[sqlite3.Connection], Found], *, reads: bool) -> Found:
        if self.is_long or self._hops != self._ended:
            return await self.run_in_thread(work)
        self._may_stop = reads
        try:
            return work(self._driver)
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode not in _LATER:
                raise
        finally:
            self._may_stop = False
        return await self.run_in_thread(work)

    async def run_in_thread(self, work: Callable[[sqlite3.Connection], Found]) -> Found:
        """Run the function `work` in the connection's thread, where it may wait for other processes' transactions."""
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
        """Commit the transaction; a writer commits in the thread, since it waits for the disk."""
        if self.is_reader:
            await self._run(sqlite3.Connection.commit, reads=False)
        else:
            await self.run_in_thread(sqlite3.Connection.commit)

    async def rollback(self) -> None:
        """Roll the transaction back."""
        await self._run(sqlite3.Connection.rollback, reads=False)


class AtOnceCursor:
    """A cursor with the methods that SQLAlchemy's aiosqlite adapter uses; `execute` opens the driver's cursor."""

    arraysize = 1

    def __init__(self, transactions: Transactions) -> None:
        self._transactions = transactions
        self._cursor: sqlite3.Cursor | None = None
        self._rows: list[Any] = []

    async def __aenter__(self) -> Self:
        return self

    async def execute(self, statement: str, parameters: Sequence[Any] = ()) -> Self:
        """Run a statement and fetch its rows."""

        def run(driver: sqlite3.Connection) -> tuple[sqlite3.Cursor, list[Any]]:
            cursor = driver.execute(statement, parameters)
            return cursor, [] if cursor.description is None else cursor.fetchmany(MANY_ROWS)

        cursor, rows = await self._transactions.run(run, reads=statement.startswith("SELECT"))
        # No row is fetched twice: if the query was restarted in the thread, it started again from the first row.
        if len(rows) == MANY_ROWS:
            rows += await self._transactions.run_in_thread(lambda _: cursor.fetchall())
        self._cursor, self._rows = cursor, rows
        return self

    async def executemany(self, statement: str, parameters: Iterable[Sequence[Any]]) -> Self:
        """Run a statement once for each set of parameters."""
        self._cursor = await self._transactions.run(
            lambda driver: driver.executemany(statement, parameters), reads=False
        )
        self._rows = []
        return self

    async def fetchall(self) -> Iterable[Any]:
        """Return the rows that the statement fetched."""
        return self._rows

    async def close(self) -> None:
        """Do nothing: all rows are fetched by `execute`."""

    @property
    def description(self) -> Any:
        """The columns of the rows, None for a statement that returns no rows."""
        return None if self._cursor is None else self._cursor.description

    @property
    def rowcount(self) -> int:
        """The number of rows that the statement changed."""
        return -1 if self._cursor is None else self._cursor.rowcount

    @property
    def lastrowid(self) -> int | None:
        """The row number of the last inserted row."""
        return None if self._cursor is None else self._cursor.lastrowid

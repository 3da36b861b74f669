"""A cursor for SQLite that takes one hop to the connection's thread per statement, with its rows and a BEGIN before it.

aiosqlite takes a hop for opening a cursor, one for the statement, one for its rows and one for closing it; and a hop
costs more than most statements do (`python -m benchmarks commit`).
"""

import sqlite3
from collections.abc import Callable, Iterable, Sequence
from typing import Any, Self

import aiosqlite

Result = tuple[sqlite3.Cursor, list[Any]]
"""A cursor whose statement has been executed, and the rows that it found."""


class Transactions:
    """Begins a reader's transaction in the same hop as its first statement, if one `is_due`."""

    def __init__(self, connection: aiosqlite.Connection) -> None:
        self._connection = connection
        self.is_due = False

    async def run(self, work: Callable[[sqlite3.Connection], Result]) -> Result:
        """Does work in the connection's thread, after the BEGIN that is due."""
        begins, self.is_due = self.is_due, False

        def run() -> Result:
            driver = self._connection._conn  # pyright: ignore[reportPrivateUsage]
            if begins:
                driver.execute("BEGIN")
            return work(driver)

        return await self._connection._execute(run)  # pyright: ignore[reportPrivateUsage, reportUnknownMemberType]


class OneHopCursor:
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

        def run(driver: sqlite3.Connection) -> Result:
            cursor = driver.execute(statement, parameters)
            return cursor, [] if cursor.description is None else cursor.fetchall()

        self._cursor, self._rows = await self._transactions.run(run)
        return self

    async def executemany(self, statement: str, parameters: Iterable[Sequence[Any]]) -> Self:
        """Run a statement once for each of several parameters."""
        self._cursor, self._rows = await self._transactions.run(
            lambda driver: (driver.executemany(statement, parameters), [])
        )
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

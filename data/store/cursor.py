"""A cursor for SQLite that takes one hop to the connection's thread per statement, and one more for its rows.

aiosqlite's cursor also takes a hop to be opened and one to be closed, and a hop costs more than most statements: a
third of the CPU of a move (`python -m benchmarks commit`).
"""

from collections.abc import Iterable, Sequence
from typing import Any, Self

import aiosqlite


class OneHopCursor:
    """The part of a cursor that SQLAlchemy's adapter for aiosqlite uses; the driver's is opened by executing."""

    arraysize = 1

    def __init__(self, connection: aiosqlite.Connection) -> None:
        self._connection = connection
        self._cursor: aiosqlite.Cursor | None = None

    async def __aenter__(self) -> Self:
        return self

    async def execute(self, statement: str, parameters: Sequence[Any] = ()) -> Self:
        """Run a statement once."""
        self._cursor = await self._connection.execute(statement, parameters)
        return self

    async def executemany(self, statement: str, parameters: Iterable[Sequence[Any]]) -> Self:
        """Run a statement once for each of several parameters."""
        self._cursor = await self._connection.executemany(statement, parameters)
        return self

    async def fetchall(self) -> Iterable[Any]:
        """The rows that the statement found."""
        return [] if self._cursor is None else await self._cursor.fetchall()

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

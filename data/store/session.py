"""Running statements: one connection inside one transaction, on either database.

Statements are composed once, by SQLAlchemy Core. On PostgreSQL it runs them too. On SQLite they go to the driver as
text, because SQLAlchemy visits the connection's thread three or four times where one visit does: a move, loaded and
written, took four times the CPU of the bare driver that way (benchmarks/commit.py).
"""

import sqlite3
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from typing import Any, Protocol, cast

import aiosqlite
from sqlalchemy import ClauseElement, Executable
from sqlalchemy.dialects import sqlite
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection
from sqlalchemy.sql.compiler import SQLCompiler

from data.store.errors import Conflict

Parameters = Mapping[str, Any]

_SQLITE = sqlite.dialect(paramstyle="qmark")


class Session(Protocol):
    """What a reader and a writer need of a connection; `dialect` is the name of the database."""

    dialect: str

    async def rows(self, statement: Executable, parameters: Parameters) -> Iterable[Sequence[Any]]:
        """All rows that a question finds."""
        ...

    async def change(self, statement: Executable, parameters: Parameters | Sequence[Parameters]) -> int:
        """Run a statement once, or once for each of several; gives the number of rows. Raises Conflict."""
        ...

    async def insert(self, statement: Executable, parameters: Parameters) -> int:
        """Insert one row; gives the number it was given. Raises Conflict."""
        ...


class PostgresqlSession:
    """A session through SQLAlchemy."""

    dialect = "postgresql"

    def __init__(self, connection: AsyncConnection) -> None:
        self._connection = connection

    async def rows(self, statement: Executable, parameters: Parameters) -> Iterable[Sequence[Any]]:
        return (await self._connection.execute(statement, parameters)).all()

    async def change(self, statement: Executable, parameters: Parameters | Sequence[Parameters]) -> int:
        try:
            return (await self._connection.execute(statement, parameters)).rowcount
        except IntegrityError as error:
            raise Conflict(str(error.orig)) from error

    async def insert(self, statement: Executable, parameters: Parameters) -> int:
        try:
            result = await self._connection.execute(statement, parameters)
        except IntegrityError as error:
            raise Conflict(str(error.orig)) from error
        (number,) = cast("tuple[int]", result.inserted_primary_key)
        return number


class SqliteSession:
    """A session through the driver beneath SQLAlchemy's connection, which still begins, ends and pools it."""

    dialect = "sqlite"

    def __init__(self, connection: AsyncConnection) -> None:
        beneath = cast("Any", connection.sync_connection).connection
        self._driver: aiosqlite.Connection = beneath.driver_connection

    async def begin(self, immediate: bool) -> None:
        """Begin the transaction, at once as a writer if `immediate`."""
        await self._driver.execute("BEGIN IMMEDIATE" if immediate else "BEGIN")

    async def rows(self, statement: Executable, parameters: Parameters) -> Iterable[Sequence[Any]]:
        sql, names, constants = _compiled(statement, tuple(parameters))
        return await self._driver.execute_fetchall(sql, _values(names, constants, parameters))

    async def change(self, statement: Executable, parameters: Parameters | Sequence[Parameters]) -> int:
        if isinstance(parameters, Mapping):
            return (await self._execute(statement, parameters)).rowcount
        sql, names, constants = _compiled(statement, tuple(parameters[0]))
        try:
            cursor = await self._driver.executemany(sql, [_values(names, constants, each) for each in parameters])
        except sqlite3.IntegrityError as error:
            raise Conflict(str(error)) from error
        return cursor.rowcount

    async def insert(self, statement: Executable, parameters: Parameters) -> int:
        return cast("int", (await self._execute(statement, parameters)).lastrowid)

    async def _execute(self, statement: Executable, parameters: Parameters) -> aiosqlite.Cursor:
        sql, names, constants = _compiled(statement, tuple(parameters))
        try:
            return await self._driver.execute(sql, _values(names, constants, parameters))
        except sqlite3.IntegrityError as error:
            raise Conflict(str(error)) from error


@cache
def _compiled(statement: Executable, given: tuple[str, ...]) -> tuple[str, Sequence[str], Parameters]:
    """The statement as SQLite's text, the names of its parameters in their order, and the values of the constants."""
    compiled = cast("ClauseElement", statement).compile(dialect=_SQLITE, column_keys=list(given))
    compiled = cast("SQLCompiler", compiled)
    constants = {name: bound.value for name, bound in compiled.binds.items() if not bound.required}
    return compiled.string, compiled.positiontup or (), constants


def _values(names: Sequence[str], constants: Parameters, parameters: Parameters) -> list[Any]:
    return [parameters[name] if name in parameters else constants[name] for name in names]

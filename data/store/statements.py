"""Base classes that run statements for readers and writers."""

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from importlib import import_module
from typing import Any, TypeVar, cast

from sqlalchemy import (
    BigInteger,
    CursorResult,
    Executable,
    Select,
    Table,
    bindparam,
    func,
    literal_column,
    select,
    text,
)
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection

from data.store.errors import Conflict
from data.store.rows import Row
from data.store.schema import tables

Parameters = Mapping[str, Any]
AnyRow = TypeVar("AnyRow", bound=Row)
_LOCK = select(func.pg_advisory_xact_lock(func.hashtextextended(bindparam("name"), 0)))

IS_OPEN = tables.c.phase.in_([literal_column("'lobby'"), literal_column("'playing'")])
"""SQLAlchemy condition that selects open tables, with literals so that the partial indexes apply."""
BY = bindparam("by", type_=BigInteger)
"""Bound parameter for the milliseconds by which a statement shifts times.

It has an explicit type, since PostgreSQL would assume a 32-bit integer.
"""


def select_rows(kind: type[Row], table: Table) -> Select[Any]:
    """Select the columns of an SQL table that a row class has."""
    return select(*(table.c[name] for name in kind.__struct_fields__))


class Queries:
    """Base class of readers and writers: runs SELECT statements on one connection."""

    def __init__(self, connection: AsyncConnection, beside: str | None = None) -> None:
        """Create the queries on a connection.

        `beside` is the id of this process if several share the database, else None. With an id, queries for due rows
        return only the rows of this process, and rows of others that are late by `outbox_reader.LEFT_MS`.
        """
        self._connection = connection
        self._beside = beside

    async def _first(self, kind: type[AnyRow], statement: Executable, parameters: Parameters) -> AnyRow | None:
        return next(iter(await self._all(kind, statement, parameters)), None)

    async def _all(self, kind: type[AnyRow], statement: Executable, parameters: Parameters) -> tuple[AnyRow, ...]:
        names = kind.__struct_fields__
        found = await self._connection.execute(statement, parameters)
        return tuple(kind(**dict(zip(names, values, strict=True))) for values in found)

    async def _scalar(self, statement: Executable, parameters: Parameters) -> Any:
        return await self._connection.scalar(statement, parameters)


class Changes(Queries):
    """Base class of writers: runs statements that write; `now` (milliseconds UTC) is the time of the transaction."""

    def __init__(self, connection: AsyncConnection, clock: Callable[[], int], process: str | None = None) -> None:
        """Create the changes on a connection, with the current time of `clock` as the time of the transaction.

        `process` is the id of this process, stored in timers and outbox rows: it handles them before other processes
        may.
        """
        super().__init__(connection)
        self._clock = clock
        self._process = process
        self.now = clock()

    async def lock(self, name: str) -> None:
        """Hold a lock with this name until the transaction ends; no-op on SQLite, which has a single writer."""
        if self._connection.dialect.name == "postgresql":
            await self._connection.execute(_LOCK, {"name": name})

    async def _change(self, statement: Executable, parameters: Parameters | Sequence[Parameters]) -> int:
        """Run a statement once, or once for each set of parameters; return the number of affected rows.

        Raises Conflict if a key exists already or a referenced row does not.
        """
        return (await self._execute(statement, parameters)).rowcount

    async def _insert(self, statement: Executable, parameters: Parameters) -> int:
        """Insert one row and return its number; raises Conflict if its key exists or a referenced row does not."""
        (number,) = cast("tuple[int]", (await self._execute(statement, parameters)).inserted_primary_key)
        return number

    async def _execute(self, statement: Executable, parameters: Parameters | Sequence[Parameters]) -> CursorResult[Any]:
        try:
            return await self._connection.execute(statement, parameters)
        except IntegrityError as error:
            raise Conflict(str(error.orig)) from error

    def _upsert(self, table: Table, keys: tuple[str, ...], **choices: Any) -> Executable:
        return _upsert(self._connection.dialect.name, table, keys, **choices)


@cache
def _upsert(
    dialect: str, table: Table, keys: tuple[str, ...], *, kept: tuple[str, ...] = (), where: str | None = None
) -> Executable:
    """Build an upsert statement: insert a row, or update the existing row with the same `keys`.

    An update replaces all columns except the keys and the `kept` columns. `where` is the condition of the partial index
    that makes the keys unique.
    """
    # Imported lazily: PostgreSQL's dialect would take 4 MB that SQLite does not need.
    statement = import_module(f"sqlalchemy.dialects.{dialect}").insert(table)
    replaced = [name for column in table.c if (name := column.name) not in {"id", *keys, *kept}]
    return statement.on_conflict_do_update(
        index_elements=keys,
        index_where=None if where is None else text(where),
        set_={name: statement.excluded[name] for name in replaced},
    )

"""Base class of the parts of readers and writers, and what their statements share."""

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from importlib import import_module
from typing import Any, TypeVar, cast

from sqlalchemy import (
    BigInteger,
    ColumnElement,
    CursorResult,
    Executable,
    Select,
    Table,
    bindparam,
    func,
    literal_column,
    or_,
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

LEFT_MS = 1_500
"""Milliseconds by which a row must be late before any process may handle it, not only the one that queued it."""
IS_OPEN = tables.c.phase.in_([literal_column("'lobby'"), literal_column("'playing'")])
"""SQLAlchemy condition that selects open tables, with literals so that the partial indexes apply."""
OPEN_TABLES = select(tables.c.id).where(IS_OPEN)
OPEN_TABLES_OF_SERVER = OPEN_TABLES.where(tables.c.guild_id == bindparam("of_guild"))
BY = bindparam("by", type_=BigInteger)
"""Bound parameter for the milliseconds by which a statement shifts times.

It has an explicit type, since PostgreSQL would assume a 32-bit integer.
"""


def select_rows(kind: type[Row], table: Table) -> Select[Any]:
    """Select the columns of an SQL table that a row class has."""
    return select(*(table.c[name] for name in kind.__struct_fields__))


def is_for_process(table: Table) -> ColumnElement[bool]:
    """Build the condition that a due row is this process's own, or late by `LEFT_MS`.

    Its parameters are those of `Transaction.process_parameters`.
    """
    return or_(table.c.process == bindparam("process"), table.c.due <= bindparam("left"))


class Transaction:
    """One transaction: its connection, its time, and the process that it works for."""

    def __init__(
        self,
        connection: AsyncConnection,
        clock: Callable[[], int],
        *,
        process: str | None = None,
        beside: str | None = None,
    ) -> None:
        """Create a transaction on a connection, with the current time of `clock` as its time.

        `process` is the id of this process, stored in timers and outbox rows: it handles them before other processes
        may. `beside` is the id of this process if several share the database, else None. With an id, queries for due
        rows return only the rows of this process, and rows of others that are late by `LEFT_MS`.
        """
        self.connection = connection
        self.process = process
        self.beside = beside
        self._clock = clock
        self.now = clock()

    def read_clock(self) -> int:
        """Make the current time the time of the transaction, and return it."""
        self.now = self._clock()
        return self.now

    def process_parameters(self, now: int) -> dict[str, Any]:
        """Return the parameters of `is_for_process` at `now`."""
        return {"process": self.beside, "left": now - LEFT_MS}

    async def lock(self, name: str) -> None:
        """Hold a lock with this name until the transaction ends; no-op on SQLite, which has a single writer."""
        if self.connection.dialect.name == "postgresql":
            await self.connection.execute(_LOCK, {"name": name})


class Part:
    """Base class of the parts of `Reader` and `Writer`: runs statements in one transaction."""

    def __init__(self, transaction: Transaction) -> None:
        self._transaction = transaction
        self._connection = transaction.connection

    @property
    def _now(self) -> int:
        return self._transaction.now

    async def _first(self, kind: type[AnyRow], statement: Executable, parameters: Parameters) -> AnyRow | None:
        return next(iter(await self._all(kind, statement, parameters)), None)

    async def _all(self, kind: type[AnyRow], statement: Executable, parameters: Parameters) -> tuple[AnyRow, ...]:
        names = kind.__struct_fields__
        found = await self._connection.execute(statement, parameters)
        return tuple(kind(**dict(zip(names, values, strict=True))) for values in found)

    async def _scalar(self, statement: Executable, parameters: Parameters) -> Any:
        return await self._connection.scalar(statement, parameters)

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

"""Copying all rows of a database: read in one snapshot, written in one transaction, checked by tally.

Used by backup, restore and `move-database` (`data.store.backup`, `data.store.moving`).
"""

import hashlib
from collections.abc import AsyncIterator, Callable, Iterator, Mapping, Sequence
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import msgspec
from sqlalchemy import URL, Connection, Table, func, insert, literal, select, text, tuple_
from sqlalchemy.exc import DBAPIError, SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection

from data.store.connection import connect, format_error_line, make_file, tighten_files, unavailable
from data.store.database_lock import lock_database
from data.store.errors import StoreError
from data.store.schema import metadata

BATCH = 500
"""Number of rows held in memory at once."""
_FAILURES = (SQLAlchemyError, OSError, TypeError, ValueError)
_SQLITE_LAST = text("SELECT seq FROM sqlite_sequence WHERE name = :name")
_POSTGRESQL_LAST = text("SELECT pg_sequence_last_value(pg_get_serial_sequence(:name, :column)::regclass)")
_SQLITE_CLEAR = text("DELETE FROM sqlite_sequence WHERE name = :name")
_SQLITE_SET = text("INSERT INTO sqlite_sequence (name, seq) VALUES (:name, :number)")


class CopyError(StoreError):
    """A copy that was refused or failed; the text is one line for the operator."""


@dataclass(frozen=True, slots=True)
class Tally:
    """A number of rows and a digest of them that does not depend on their order."""

    rows: int = 0
    digest: int = 0

    def with_rows(self, rows: Sequence[Mapping[str, Any]]) -> "Tally":
        """Return this tally with the given rows added."""
        # Databases sort texts differently, so the digests are summed instead of chained.
        added = sum(_digest(row) for row in rows)
        return Tally(self.rows + len(rows), (self.digest + added) % (1 << 256))


def _digest(row: Mapping[str, Any]) -> int:
    return int.from_bytes(hashlib.sha256(msgspec.json.encode(dict(row), order="sorted")).digest(), "big")


@asynccontextmanager
async def snapshot(source: URL, check: Callable[[Connection], None]) -> AsyncIterator[AsyncConnection]:
    """Yield a connection in a read-only snapshot of the source; `check` raises if the source must be refused."""
    try:
        engine = connect(source)
        if source.get_backend_name() == "postgresql":
            engine = engine.execution_options(isolation_level="REPEATABLE READ", postgresql_readonly=True)
        try:
            async with engine.begin() as connection:
                if source.get_backend_name() == "sqlite":
                    await connection.execute(text("BEGIN"))
                await connection.run_sync(check)
                yield connection
        finally:
            await engine.dispose()
    except _FAILURES as error:
        raise unavailable(source, error) from error


@asynccontextmanager
async def begin_on_target(target: URL, prepare: Callable[[Connection], None]) -> AsyncIterator[AsyncConnection]:
    """Yield a connection in a transaction on the target, which is locked against other programs.

    `prepare` creates the schema, or raises if the target must be refused. Any exception in the block rolls back.
    """
    with _remove_new_file(target):
        held = await lock_database(target)
        try:
            # On SQLite, migrations need foreign keys off; `check_rows` checks them at the end.
            engine = connect(target, foreign_keys=False)
            try:
                async with engine.begin() as connection:
                    if target.get_backend_name() == "sqlite":
                        await connection.execute(text("BEGIN IMMEDIATE"))
                    await connection.run_sync(prepare)
                    yield connection
                    tighten_files(target)
            finally:
                await engine.dispose()
        except _FAILURES as error:
            raise unavailable(target, error) from error
        finally:
            await held.release()


@contextmanager
def _remove_new_file(target: URL) -> Iterator[None]:
    """Create the file of an SQLite target if it is missing; if the block raises, remove it again if it is new."""
    file = Path(str(target.database)) if target.get_backend_name() == "sqlite" else None
    is_new = file is not None and not file.exists()
    make_file(target)
    try:
        yield
    except BaseException:
        if file is not None and is_new:
            file.unlink(missing_ok=True)
        raise


def has_rows(connection: Connection) -> bool:
    """Return whether any SQL table has a row."""
    return any(connection.scalar(select(table).limit(1)) is not None for table in metadata.sorted_tables)


async def read_rows(connection: AsyncConnection, address: URL) -> AsyncIterator[tuple[Table, list[dict[str, Any]]]]:
    """Yield all rows in batches, parents before children; each SQL table is ordered by its primary key.

    Raises CopyError if fewer or more rows of an SQL table were read than it has.
    """
    for table in metadata.sorted_tables:
        expected, read = await connection.scalar(select(func.count()).select_from(table)), 0
        async for rows in _batches(connection, table, address):
            read += len(rows)
            yield table, rows
        if read != expected:
            raise CopyError(
                f"{read:,} rows of {table.name} were read, but {expected:,} were expected. Nothing was copied."
            )


async def _batches(connection: AsyncConnection, table: Table, address: URL) -> AsyncIterator[list[dict[str, Any]]]:
    key = tuple(table.primary_key)
    query = batch = select(table).order_by(*key).limit(BATCH)
    while True:
        try:
            rows = [dict(row) for row in (await connection.execute(query)).mappings()]
        except SQLAlchemyError as error:
            raise unavailable(address, error) from error
        if rows:
            yield rows
        if len(rows) < BATCH:
            return
        last = tuple_(*(literal(rows[-1][column.name], column.type) for column in key))
        query = batch.where(tuple_(*key) > last)


async def write_rows(
    connection: AsyncConnection, batches: AsyncIterator[tuple[Table, list[dict[str, Any]]]], to: str
) -> dict[str, Tally]:
    """Insert rows and return the tally of each SQL table by name.

    Raises CopyError if the database rejects a row; `to` is the name of the database in the message.
    """
    tallies = {table.name: Tally() for table in metadata.sorted_tables}
    async for table, rows in batches:
        tallies[table.name] = tallies[table.name].with_rows(rows)
        try:
            await connection.execute(insert(table), rows)
        except DBAPIError as error:
            why = format_error_line(error)
            raise CopyError(f"Rows of {table.name} cannot be written to {to}: {why}. Nothing was copied.") from error
    return tallies


async def check_rows(connection: AsyncConnection, address: URL, tallies: Mapping[str, Tally]) -> None:
    """Raise CopyError unless the target's rows match the tallies and every foreign key refers to a row."""
    arrived = {table.name: Tally() for table in metadata.sorted_tables}
    async for table, rows in read_rows(connection, address):
        arrived[table.name] = arrived[table.name].with_rows(rows)
    for name, tally in tallies.items():
        if arrived[name] != tally:
            counts = f"{arrived[name].rows:,} rows of {tally.rows:,}"
            raise CopyError(f"The copy of SQL table {name} does not match the original ({counts}). Nothing was copied.")
    if address.get_backend_name() == "sqlite":
        broken = (await connection.execute(text("PRAGMA foreign_key_check"))).first()
        if broken is not None:
            raise CopyError(f"A row of {broken[0]} would refer to a missing row. Nothing was copied.")


def last_numbers(connection: Connection) -> dict[str, int]:
    """Return by SQL table the last autoincrement number used, even if the row with this number was deleted."""
    numbers = {table.name: _last_number(connection, table) for table in metadata.sorted_tables}
    return {name: number for name, number in numbers.items() if number is not None}


def _last_number(connection: Connection, table: Table) -> int | None:
    column = table.autoincrement_column
    if column is None:
        return None
    if connection.dialect.name == "postgresql":
        return connection.scalar(_POSTGRESQL_LAST, {"name": table.name, "column": column.name})
    return connection.scalar(_SQLITE_LAST, {"name": table.name})


def set_next_numbers(connection: Connection, numbers: Mapping[str, int]) -> None:
    """Set each SQL table's next autoincrement number, so that it exceeds the given number and all existing ones."""
    for table in metadata.sorted_tables:
        column = table.autoincrement_column
        if column is None:
            continue
        highest = max(numbers.get(table.name, 0), connection.scalar(select(func.max(column))) or 0)
        if highest and connection.dialect.name == "postgresql":
            sequence = func.pg_get_serial_sequence(table.name, column.name)
            connection.execute(select(func.setval(sequence, highest)))
        elif highest:
            connection.execute(_SQLITE_CLEAR, {"name": table.name})
            connection.execute(_SQLITE_SET, {"name": table.name, "number": highest})

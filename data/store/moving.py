"""Moves all rows from one database into another, of either kind, in one transaction.

    python bot.py move-database sqlite:///var/hexcade.sqlite3 postgresql://hexcade@host/hexcade

The source is read as one snapshot and stays as it is. The target's schema, its rows and the check that they are the
source's are one transaction, so that a move which fails leaves nothing behind.
"""

import hashlib
from collections.abc import AsyncIterator, Iterator, Mapping, Sequence
from contextlib import AsyncExitStack, asynccontextmanager, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
from sqlalchemy import URL, Connection, Table, func, insert, inspect, literal, select, text, tuple_
from sqlalchemy.exc import DBAPIError, SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection

from data.store.connection import connect, database_address, make_file, one_line, tighten_files, unavailable
from data.store.database_lock import lock_database
from data.store.errors import StoreError, StoreInUse, StoreUnavailable
from data.store.migration import check_migrated, run_migrations
from data.store.numbering import continue_after, last_number
from data.store.pooling import check_sessions
from data.store.schema import metadata
from data.store.shards import last_alive

BATCH = 500
"""How many rows are held in memory at once."""
_FAILURES = (SQLAlchemyError, OSError, TypeError, ValueError)


class MoveError(StoreError):
    """A move that is refused or has failed; the text is one line for the operator."""


class Moved(NamedTuple):
    """The moved rows, whether a program was using the source meanwhile, and when one was last alive (ms UTC)."""

    rows: int
    tables: int
    source_in_use: bool
    alive: int | None


@dataclass(frozen=True, slots=True)
class Tally:
    """How many rows there are, and a digest of them that does not depend on their order."""

    rows: int = 0
    digest: int = 0

    def with_rows(self, rows: Sequence[Mapping[str, Any]]) -> "Tally":
        """The tally of these rows too."""
        # Databases sort texts differently, so the rows' digests are added up instead of being chained.
        added = sum(_digest(row) for row in rows)
        return Tally(self.rows + len(rows), (self.digest + added) % (1 << 256))


async def move(source_url: str, target_url: str) -> Moved:
    """Copy all rows into an empty database, and check that they arrived as they were.

    Raises MoveError for a database that cannot be moved from or into, and StoreUnavailable for one that cannot be
    used, for instance because a program uses the target.
    """
    source, target = database_address(source_url), database_address(target_url)
    _check_addresses(source, target)
    await check_sessions(source)
    await check_sessions(target)
    async with AsyncExitStack() as stack:
        in_use = not await _lock_source(stack, source)
        reader = await stack.enter_async_context(_snapshot(source))
        writer = await stack.enter_async_context(_one_transaction(target))
        tallies = {table.name: await _copy(reader, writer, table, source) for table in metadata.sorted_tables}
        await _check(reader, writer, tallies, target)
        alive = await reader.run_sync(last_alive)
    return Moved(sum(tally.rows for tally in tallies.values()), len(tallies), in_use, alive)


def _check_addresses(source: URL, target: URL) -> None:
    if _place(source) == _place(target):
        raise MoveError("FROM and TO are the same database.")
    if source.get_backend_name() == "sqlite" and not Path(str(source.database)).is_file():
        raise MoveError(f"FROM cannot be moved: there is no file {source.database}.")


def _place(address: URL) -> tuple[object, ...]:
    if address.get_backend_name() == "sqlite":
        return (Path(str(address.database)).resolve(),)
    return address.host, address.port or 5432, address.database


async def _lock_source(stack: AsyncExitStack, source: URL) -> bool:
    """Keep programs from starting at the source during the move; gives False if one is running there."""
    try:
        held = await lock_database(source)
    except StoreInUse:
        return False
    stack.push_async_callback(held.release)
    return True


@asynccontextmanager
async def _snapshot(source: URL) -> AsyncIterator[AsyncConnection]:
    """A connection to the source, which sees it as it is at one moment."""
    try:
        engine = connect(source)
        if source.get_backend_name() == "postgresql":
            engine = engine.execution_options(isolation_level="REPEATABLE READ", postgresql_readonly=True)
        try:
            async with engine.begin() as connection:
                if source.get_backend_name() == "sqlite":
                    await connection.execute(text("BEGIN"))
                await connection.run_sync(_check_source)
                yield connection
        finally:
            await engine.dispose()
    except _FAILURES as error:
        raise unavailable(source, error) from error


@asynccontextmanager
async def _one_transaction(target: URL) -> AsyncIterator[AsyncConnection]:
    """A connection to the target with today's schema and no rows; an exception that leaves the block undoes it all."""
    with _file_if_moved(target):
        held = await lock_database(target)
        try:
            # Migrations need foreign keys off on SQLite; they are checked at the end.
            engine = connect(target, foreign_keys=False)
            try:
                async with engine.begin() as connection:
                    if target.get_backend_name() == "sqlite":
                        await connection.execute(text("BEGIN IMMEDIATE"))
                    await connection.run_sync(_prepare_target)
                    yield connection
                    tighten_files(target)
            finally:
                await engine.dispose()
        except _FAILURES as error:
            raise unavailable(target, error) from error
        finally:
            await held.release()


@contextmanager
def _file_if_moved(target: URL) -> Iterator[None]:
    """The file of an SQLite target; one that was made for the move is removed if the move fails."""
    file = Path(str(target.database)) if target.get_backend_name() == "sqlite" else None
    is_new = file is not None and not file.exists()
    make_file(target)
    try:
        yield
    except BaseException:
        if file is not None and is_new:
            file.unlink(missing_ok=True)
        raise


def _check_source(connection: Connection) -> None:
    try:
        check_migrated(connection)
    except StoreUnavailable as error:
        raise MoveError(f"FROM cannot be moved: {error}") from error


def _prepare_target(connection: Connection) -> None:
    """Make the schema where there is none; raises MoveError for a database with rows or of another schema."""
    names = set(inspect(connection).get_table_names())
    if not names:
        run_migrations(connection)
        return
    if "alembic_version" not in names:
        raise MoveError("TO is not empty: it has tables of another program.")
    try:
        check_migrated(connection)
    except StoreUnavailable as error:
        raise MoveError(f"TO cannot be moved into: {error} Name an empty database.") from error
    for table in metadata.sorted_tables:
        if connection.scalar(select(func.count()).select_from(table)):
            raise MoveError("TO is not empty; a move is made into an empty database.")


async def _copy(reader: AsyncConnection, writer: AsyncConnection, table: Table, source: URL) -> Tally:
    """Copy the rows of a table, and the counter of their numbers; gives the tally of what the source has."""
    tally = Tally()
    try:
        async for rows in _batches(reader, table, source):
            tally = tally.with_rows(rows)
            await writer.execute(insert(table), rows)
    except DBAPIError as error:
        raise MoveError(
            f"Rows of {table.name} cannot be written to TO: {one_line(error)}. Nothing was moved."
        ) from error
    number = await reader.run_sync(last_number, table)
    await writer.run_sync(continue_after, table, number)
    return tally


async def _batches(connection: AsyncConnection, table: Table, address: URL) -> AsyncIterator[Sequence[dict[str, Any]]]:
    """The rows of a table, a batch at a time, in the order of its primary key."""
    key = tuple(table.primary_key)
    batch = select(table).order_by(*key).limit(BATCH)
    query = batch
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


async def _check(reader: AsyncConnection, writer: AsyncConnection, tallies: Mapping[str, Tally], target: URL) -> None:
    """Raises MoveError unless the target has the rows that the source has."""
    for table in metadata.sorted_tables:
        tally = tallies[table.name]
        expected = await reader.scalar(select(func.count()).select_from(table))
        arrived = Tally()
        async for rows in _batches(writer, table, target):
            arrived = arrived.with_rows(rows)
        if arrived != tally or tally.rows != expected:
            counts = f"{arrived.rows:,} rows of {expected:,}"
            raise MoveError(f"The table {table.name} did not arrive as it was ({counts}). Nothing was moved.")
    if target.get_backend_name() == "sqlite":
        broken = (await writer.execute(text("PRAGMA foreign_key_check"))).first()
        if broken is not None:
            raise MoveError(f"A row of {broken[0]} would point nowhere. Nothing was moved.")


def _digest(row: Mapping[str, Any]) -> int:
    return int.from_bytes(hashlib.sha256(msgspec.json.encode(dict(row), order="sorted")).digest(), "big")

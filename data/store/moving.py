"""Moving all rows into another database, of either kind, in one transaction.

    python bot.py move-database sqlite:///var/hexcade.sqlite3 postgresql://hexcade@host/hexcade

It works like a backup and a restore without a file in between. The source is read in one snapshot and is not changed.
The target's schema, its rows and the check by tally are one transaction, so a failed move leaves nothing behind.
"""

from contextlib import AsyncExitStack
from pathlib import Path
from typing import NamedTuple

from sqlalchemy import URL, Connection, inspect

from data.store.connection import database_address
from data.store.copying import (
    CopyError,
    begin_on_target,
    check_rows,
    has_rows,
    last_numbers,
    read_rows,
    set_next_numbers,
    snapshot,
    write_rows,
)
from data.store.database_lock import lock_database
from data.store.errors import StoreInUse, StoreUnavailable
from data.store.migration import check_migrated, run_migrations
from data.store.pooling import check_sessions
from data.store.shards import last_alive


class MoveResult(NamedTuple):
    """The result of a move: the numbers of rows and SQL tables, and the state of the source.

    `source_in_use` is whether a program was using the source; `alive` is when one was last alive, in milliseconds UTC.
    """

    rows: int
    tables: int
    source_in_use: bool
    alive: int | None


async def move(source_url: str, target_url: str) -> MoveResult:
    """Copy all rows into an empty database and verify them.

    Raises CopyError if both addresses are the same database, the source cannot be moved, or the target is not empty.
    Raises StoreUnavailable if one of them cannot be used, for instance because a program uses the target.
    """
    source, target = database_address(source_url), database_address(target_url)
    _check_addresses(source, target)
    await check_sessions(source)
    await check_sessions(target)
    async with AsyncExitStack() as stack:
        in_use = not await _lock_source(stack, source)
        reader = await stack.enter_async_context(snapshot(source, _check_source))
        writer = await stack.enter_async_context(begin_on_target(target, _prepare_target))
        tallies = await write_rows(writer, read_rows(reader, source), "TO")
        await writer.run_sync(set_next_numbers, await reader.run_sync(last_numbers))
        await check_rows(writer, target, tallies)
        alive = await reader.run_sync(last_alive)
    return MoveResult(sum(tally.rows for tally in tallies.values()), len(tallies), in_use, alive)


def _check_addresses(source: URL, target: URL) -> None:
    if _place(source) == _place(target):
        raise CopyError("FROM and TO are the same database.")
    if source.get_backend_name() == "sqlite" and not Path(str(source.database)).is_file():
        raise CopyError(f"FROM cannot be moved: there is no file {source.database}.")


def _place(address: URL) -> tuple[object, ...]:
    if address.get_backend_name() == "sqlite":
        return (Path(str(address.database)).resolve(),)
    return address.host, address.port or 5432, address.database


async def _lock_source(stack: AsyncExitStack, source: URL) -> bool:
    """Lock the source so that no program starts on it; return False if one is already running."""
    try:
        held = await lock_database(source)
    except StoreInUse:
        return False
    stack.push_async_callback(held.release)
    return True


def _check_source(connection: Connection) -> None:
    try:
        check_migrated(connection)
    except StoreUnavailable as error:
        raise CopyError(f"FROM cannot be moved: {error}") from error


def _prepare_target(connection: Connection) -> None:
    """Create the schema if there is none; raises CopyError for a database with rows or another schema."""
    names = set(inspect(connection).get_table_names())
    if not names:
        run_migrations(connection)
        return
    if "alembic_version" not in names:
        raise CopyError("TO is not empty: it has tables of another program.")
    try:
        check_migrated(connection)
    except StoreUnavailable as error:
        raise CopyError(f"TO cannot be moved into: {error} Name an empty database.") from error
    if has_rows(connection):
        raise CopyError("TO is not empty. Move into an empty database.")

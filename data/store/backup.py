"""Backup and restore of all rows as gzipped JSON lines, in one format for SQLite and PostgreSQL.

    python bot.py backup games.jsonl.gz
    python bot.py restore games.jsonl.gz     (into an empty database of either kind)

The first line holds the format, the schema revision and the last autoincrement number of each SQL table. Each further
line is a row, `[table, {column: value}]`, with parents before children. The last line holds the number of rows.
"""

import base64
import gzip
import os
import zlib
from collections.abc import AsyncIterator, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, BinaryIO, NamedTuple

import msgspec
from sqlalchemy import Connection, LargeBinary, Table
from sqlalchemy.ext.asyncio import AsyncConnection

from data.store.connection import OWNER_ONLY, database_address, sqlite_file
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
from data.store.migration import OLDER_REVISIONS, UPGRADE_OF_OLDER, check_migrated, newest_revision, run_migrations
from data.store.pooling import check_sessions
from data.store.schema import metadata
from data.store.shards import last_alive

FORMAT = "hexcade-backup/1"
_BATCH = 500
LINE_BYTES = 1 << 26
"""Maximum length of an unpacked line in bytes, several times the largest row. Longer lines are rejected."""
_INVALID = (msgspec.DecodeError, LookupError, TypeError, ValueError, OverflowError, RecursionError)
"""Exceptions raised while decoding a file that is not a valid backup."""


class Copied(NamedTuple):
    """The result of a backup or restore.

    `rows` is the number of rows; `alive` is when the program that wrote them was last alive, in milliseconds UTC.
    """

    rows: int
    alive: int | None


async def backup(url: str, path: Path) -> Copied:
    """Write a consistent snapshot of all rows to a new file that only its owner can read.

    Raises CopyError if the database does not exist, or if the file exists or cannot be written, and StoreUnavailable if
    the database cannot be read.
    """
    database, address = sqlite_file(url), database_address(url)
    if database is not None and not database.is_file():
        # Otherwise SQLite would create an empty database.
        raise CopyError(f"The database {database} does not exist.")
    try:
        raw = os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, OWNER_ONLY), "wb")
    except FileExistsError:
        raise CopyError(f"{path} already exists. Backups are never overwritten.") from None
    except OSError as error:
        raise CopyError(f"{path} cannot be written: {error.strerror}.") from error
    try:
        with raw, gzip.open(raw, "wb") as file:
            async with snapshot(address, check_migrated) as connection:
                numbers = await connection.run_sync(last_numbers)
                head = {"format": FORMAT, "revision": newest_revision(), "numbers": numbers}
                rows = 0
                _write_line(file, head)
                async for table, batch in read_rows(connection, address):
                    for row in batch:
                        _write_line(file, [str(table.name), row])
                    rows += len(batch)
                _write_line(file, {"rows": rows})
                return Copied(rows, await connection.run_sync(last_alive))
    except BaseException:
        os.unlink(path)
        raise


def _write_line(file: BinaryIO | gzip.GzipFile, value: object) -> None:
    file.write(msgspec.json.encode(value) + b"\n")


async def restore(url: str, path: Path) -> Copied:
    """Restore a backup into an empty database in one transaction, and verify the rows.

    Raises CopyError if the backup is invalid or incomplete or the database is not empty, and StoreUnavailable if the
    database cannot be used, for instance because the program is running on it.
    """
    address = database_address(url)
    await check_sessions(address)
    with _readable(path), gzip.open(path, "rb") as file:
        async with begin_on_target(address, _prepare) as connection:
            return await _restore(connection, file, path, url)


async def _restore(connection: AsyncConnection, file: BinaryIO | gzip.GzipFile, path: Path, url: str) -> Copied:
    with _readable(path):
        numbers = _read_head(file)
        tallies = await write_rows(connection, _read_rows(file), "the database")
        await connection.run_sync(set_next_numbers, numbers)
    await check_rows(connection, database_address(url), tallies)
    return Copied(sum(tally.rows for tally in tallies.values()), await connection.run_sync(last_alive))


@contextmanager
def _readable(path: Path) -> Iterator[None]:
    """Convert errors in the `with` block to CopyError if the backup file is unreadable or invalid."""
    try:
        yield
    except (OSError, EOFError, zlib.error) as error:
        raise CopyError(f"{path} cannot be read: {getattr(error, 'strerror', None) or error}.") from error
    except _INVALID as error:
        raise CopyError(f"{path} is not a backup of this program.") from error


def _prepare(connection: Connection) -> None:
    run_migrations(connection)
    if has_rows(connection):
        raise CopyError("The database is not empty. Restore the backup into an empty one.")


def _read_head(file: BinaryIO | gzip.GzipFile) -> dict[str, int]:
    """Read the first line and return the last autoincrement number of each SQL table.

    The result is empty for backups that do not contain these numbers. Raises CopyError for another format or schema.
    """
    head = msgspec.json.decode(file.readline(LINE_BYTES))
    if head["format"] != FORMAT:
        raise CopyError(f"This backup has an unknown format, {str(head['format'])[:40]!r}.")
    if head["revision"] in OLDER_REVISIONS:
        raise CopyError(
            f"This backup has schema {head['revision']}. Restore it with the program that made it; {UPGRADE_OF_OLDER}."
        )
    if head["revision"] != newest_revision():
        raise CopyError(
            "This backup was made by another version of the program. Restore it with that version, then update."
        )
    return msgspec.convert(head.get("numbers", {}), dict[str, int])


async def _read_rows(file: BinaryIO | gzip.GzipFile) -> AsyncIterator[tuple[Table, list[dict[str, Any]]]]:
    """Yield the rows of each SQL table in batches.

    Raises CopyError unless the last line gives the right number of rows.
    """
    table: Table | None = None
    batch: list[dict[str, Any]] = []
    for number, line in enumerate(iter(lambda: file.readline(LINE_BYTES), b"")):
        found = msgspec.json.decode(line)
        ends = isinstance(found, dict)
        if ends and (found["rows"] != number or file.read(1)):
            break
        name = "" if ends else found[0]
        if table is not None and (table.name != name or len(batch) == _BATCH):
            yield table, batch
            batch = []
        if ends:
            return
        table = metadata.tables[name]
        batch.append(_row(table, found[1]))
    raise CopyError("The backup is incomplete.")


def _row(table: Table, values: dict[str, Any]) -> dict[str, Any]:
    """Convert decoded JSON values to column values; binary columns are Base64 in JSON."""
    return {
        column.name: base64.b64decode(values[column.name])
        if isinstance(column.type, LargeBinary) and values[column.name] is not None
        else values[column.name]
        for column in table.columns
    }

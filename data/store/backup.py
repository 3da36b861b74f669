"""Backup and restore: all rows as lines of JSON, compressed, in one format for both databases.

    python bot.py backup games.jsonl.gz
    python bot.py restore games.jsonl.gz     (into an empty database, of either kind)

The first line holds the format, the schema's revision and the last number that each table has given to a row; each
further line a row, `[table, {column: value}]`, parents before children; and the last line the number of rows.
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
    check_rows,
    continue_numbers,
    has_rows,
    last_numbers,
    one_transaction,
    read_rows,
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
"""The most bytes of a line, several times those of the largest row: what is longer once unpacked is no backup."""
_INVALID = (msgspec.DecodeError, LookupError, TypeError, ValueError, OverflowError, RecursionError)
"""What a file raises that has the format of a backup in part only."""


class Copied(NamedTuple):
    """The number of rows in a backup, and when the program that wrote them was last alive, in milliseconds UTC."""

    rows: int
    alive: int | None


async def backup(url: str, path: Path) -> Copied:
    """Write a consistent snapshot of all rows to a new file, readable by its owner only.

    Raises StoreUnavailable, and CopyError if there is no database, or the file exists or cannot be written.
    """
    database, address = sqlite_file(url), database_address(url)
    if database is not None and not database.is_file():
        # SQLite would make an empty one.
        raise CopyError(f"There is no database {database}.")
    try:
        raw = os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, OWNER_ONLY), "wb")
    except FileExistsError:
        raise CopyError(f"{path} exists already; a backup is never overwritten.") from None
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
    """Restore a backup into an empty database, atomically, and check that its rows arrived as they are in the file.

    Raises StoreUnavailable, for instance while the program uses the database, and CopyError for an invalid or
    incomplete backup, or a database that is not empty.
    """
    address = database_address(url)
    await check_sessions(address)
    with _readable(path), gzip.open(path, "rb") as file:
        async with one_transaction(address, _prepare) as connection:
            return await _restore(connection, file, path, url)


async def _restore(connection: AsyncConnection, file: BinaryIO | gzip.GzipFile, path: Path, url: str) -> Copied:
    with _readable(path):
        numbers = _read_head(file)
        tallies = await write_rows(connection, _read_rows(file), "the database")
        await connection.run_sync(continue_numbers, numbers)
    await check_rows(connection, database_address(url), tallies)
    return Copied(sum(tally.rows for tally in tallies.values()), await connection.run_sync(last_alive))


@contextmanager
def _readable(path: Path) -> Iterator[None]:
    """Raises CopyError if the block fails because of the file."""
    try:
        yield
    except (OSError, EOFError, zlib.error) as error:
        raise CopyError(f"{path} cannot be read: {getattr(error, 'strerror', None) or error}.") from error
    except _INVALID as error:
        raise CopyError(f"{path} is no backup of this program.") from error


def _prepare(connection: Connection) -> None:
    run_migrations(connection)
    if has_rows(connection):
        raise CopyError("The database is not empty; a backup is restored into an empty one.")


def _read_head(file: BinaryIO | gzip.GzipFile) -> dict[str, int]:
    """Read the first line; return the last number that each SQL table has given, empty in backups without them."""
    head = msgspec.json.decode(file.readline(LINE_BYTES))
    if head["format"] != FORMAT:
        raise CopyError(f"This backup is of another format, {str(head['format'])[:40]!r}.")
    if head["revision"] in OLDER_REVISIONS:
        raise CopyError(
            f"This backup has schema {head['revision']}. Restore it with the program that made it; {UPGRADE_OF_OLDER}."
        )
    if head["revision"] != newest_revision():
        raise CopyError("This backup is of another version of the program; restore it with that one, then update.")
    return msgspec.convert(head.get("numbers", {}), dict[str, int])


async def _read_rows(file: BinaryIO | gzip.GzipFile) -> AsyncIterator[tuple[Table, list[dict[str, Any]]]]:
    """The rows of a table in batches; raises CopyError unless the last line counts them all."""
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
    raise CopyError("The backup is not whole.")


def _row(table: Table, values: dict[str, Any]) -> dict[str, Any]:
    """The values as the columns take them: JSON has bytes in Base64."""
    return {
        column.name: base64.b64decode(values[column.name])
        if isinstance(column.type, LargeBinary) and values[column.name] is not None
        else values[column.name]
        for column in table.columns
    }

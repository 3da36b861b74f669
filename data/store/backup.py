"""Backup and restore: all rows as lines of JSON, compressed, in one format for both databases.

    python bot.py backup games.jsonl.gz
    python bot.py restore games.jsonl.gz     (into an empty database, of either kind)

The first line holds the format and the schema's revision, each further line a row, `[table, {column: value}]`, parents
before children, and the last line their number.
"""

import base64
import gzip
import os
import zlib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, BinaryIO, NamedTuple

import msgspec
from sqlalchemy import Connection, LargeBinary, Table, func, insert, select, text
from sqlalchemy.exc import SQLAlchemyError

from data.store.connection import OWNER_ONLY, connect, database_address, sqlite_file, unavailable
from data.store.errors import StoreError
from data.store.migration import OLDER_REVISIONS, UPGRADE_OF_OLDER, check_migrated, newest_revision
from data.store.numbering import continue_after
from data.store.schema import metadata
from data.store.shards import last_alive
from data.store.store import Store

FORMAT = "hexcade-backup/1"
_BATCH = 500
LINE_BYTES = 1 << 26
"""The most bytes of a line, several times those of the largest row: what is longer once unpacked is no backup."""


class BackupError(StoreError):
    """A backup that cannot be written or restored; the text is one line for the operator."""


class Copied(NamedTuple):
    """The number of rows in a backup, and when the program that wrote them was last alive, in milliseconds UTC."""

    rows: int
    alive: int | None


async def backup(url: str, path: Path) -> Copied:
    """Write a consistent snapshot of all rows to a new file, readable by its owner only.

    Raises StoreUnavailable, and BackupError if there is no database, or the file exists or cannot be written.
    """
    database = sqlite_file(url)
    if database is not None and not database.is_file():
        # SQLite would make an empty one.
        raise BackupError(f"There is no database {database}.")
    try:
        raw = os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, OWNER_ONLY), "wb")
    except FileExistsError:
        raise BackupError(f"{path} exists already; a backup is never overwritten.") from None
    except OSError as error:
        raise BackupError(f"{path} cannot be written: {error.strerror}.") from error
    try:
        with raw, gzip.open(raw, "wb") as file:
            return await _within(url, "BEGIN", lambda connection: _write(connection, file))
    except BaseException:
        os.unlink(path)
        raise


async def restore(url: str, path: Path) -> Copied:
    """Restore a backup into an empty database, atomically.

    Raises StoreUnavailable, for instance while the program uses the database, and BackupError for an invalid or
    incomplete backup, or a database that is not empty.
    """
    store = await Store.open(url, exclusive=True)
    try:
        with gzip.open(path, "rb") as file:
            return await _within(url, "BEGIN IMMEDIATE", lambda connection: _read(connection, file))
    except (OSError, EOFError, zlib.error) as error:
        raise BackupError(f"{path} cannot be read: {getattr(error, 'strerror', None) or error}.") from error
    except (msgspec.DecodeError, LookupError, TypeError, ValueError, OverflowError, RecursionError) as error:
        raise BackupError(f"{path} is no backup of this program.") from error
    finally:
        await store.close()


async def _within(url: str, begin: str, work: Callable[[Connection], int]) -> Copied:
    """Copy rows in one transaction; `begin` is how SQLite begins it, so that a backup blocks no writer."""
    address = database_address(url)
    engine = connect(address)
    if address.get_backend_name() == "postgresql":
        engine = engine.execution_options(isolation_level="REPEATABLE READ")
    try:
        async with engine.begin() as connection:
            if address.get_backend_name() == "sqlite":
                await connection.execute(text(begin))
            return Copied(await connection.run_sync(work), await connection.run_sync(last_alive))
    except SQLAlchemyError as error:
        raise unavailable(address, error) from error
    finally:
        await engine.dispose()


def _write(connection: Connection, file: BinaryIO | gzip.GzipFile) -> int:
    check_migrated(connection)
    head = {"format": FORMAT, "revision": newest_revision()}
    file.write(msgspec.json.encode(head) + b"\n")
    rows = 0
    for table in metadata.sorted_tables:
        for row in connection.execute(select(table).order_by(*table.primary_key)).mappings():
            file.write(msgspec.json.encode([str(table.name), dict(row)]) + b"\n")
            rows += 1
    file.write(msgspec.json.encode({"rows": rows}) + b"\n")
    return rows


def _read(connection: Connection, file: BinaryIO | gzip.GzipFile) -> int:
    head = msgspec.json.decode(file.readline(LINE_BYTES))
    if head["format"] != FORMAT:
        raise BackupError(f"This backup is of another format, {str(head['format'])[:40]!r}.")
    if head["revision"] in OLDER_REVISIONS:
        raise BackupError(
            f"This backup has schema {head['revision']}. Restore it with the program that made it; {UPGRADE_OF_OLDER}."
        )
    if head["revision"] != newest_revision():
        raise BackupError("This backup is of another version of the program; restore it with that one, then update.")
    for table in metadata.sorted_tables:
        if connection.scalar(select(func.count()).select_from(table)):
            raise BackupError("The database is not empty; a backup is restored into an empty one.")
    rows = 0
    for table, batch in _batches(file):
        connection.execute(insert(table), batch)
        rows += len(batch)
    for table in metadata.sorted_tables:
        continue_after(connection, table, None)
    return rows


def _batches(file: BinaryIO | gzip.GzipFile) -> Iterator[tuple[Table, list[dict[str, Any]]]]:
    """The rows of a table in batches; raises BackupError unless the last line counts them all."""
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
    raise BackupError("The backup is not whole.")


def _row(table: Table, values: dict[str, Any]) -> dict[str, Any]:
    """The values as the columns take them: JSON has bytes in Base64."""
    return {
        column.name: base64.b64decode(values[column.name])
        if isinstance(column.type, LargeBinary) and values[column.name] is not None
        else values[column.name]
        for column in table.columns
    }

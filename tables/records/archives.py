"""Archives for a user: the records of their finished games, and all data stored about them.

For an open game they contain only the user's own moves, because a record reveals all hands.
"""

import asyncio
import io
import zipfile
from collections.abc import AsyncIterator, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

import msgspec

from data.store import EntryRow, HandoverRow, Reader, SeatRow, TableRow
from engine.record_json import encode
from tables.refusal import Refusal
from tables.service import TableService

TABLES_AT_ONCE = 20
MOST_TABLES = 2_000
"""Maximum number of games in an archive. It bounds the work."""
_OVERHEAD = 2 * 200
"""Upper bound of the bytes that an archive needs for a file in addition to its content. The name is stored twice."""


@dataclass(frozen=True, slots=True)
class Archive:
    """A zip archive, the number of games in it, and the number of games left out to keep it small enough."""

    data: bytes
    games: int
    left_out: int


class _Zip:
    """A zip archive in memory whose size is limited."""

    def __init__(self, room: int) -> None:
        self._file = io.BytesIO()
        self._archive = zipfile.ZipFile(self._file, "w", zipfile.ZIP_DEFLATED)
        self._room = room

    async def add(self, name: str, content: bytes) -> bool:
        """Add a file if the archive stays within its maximum size. Return whether it was added."""
        return await asyncio.to_thread(self._add, name, content)

    def _add(self, name: str, content: bytes) -> bool:
        trial = io.BytesIO()
        with zipfile.ZipFile(trial, "w", zipfile.ZIP_DEFLATED) as alone:
            alone.writestr(_build_zip_entry(name), content)
        size = len(trial.getvalue()) + _OVERHEAD
        if size > self._room:
            return False
        self._room -= size
        self._archive.writestr(_build_zip_entry(name), content)
        return True

    def finished(self) -> bytes:
        """Close the archive and return its bytes."""
        self._archive.close()
        return self._file.getvalue()


def _build_zip_entry(name: str) -> zipfile.ZipInfo:
    # The modification time is left out, so that equal archives have equal bytes.
    found = zipfile.ZipInfo(name)
    found.compress_type = zipfile.ZIP_DEFLATED
    return found


async def records(service: TableService, user_id: int, room: int) -> Archive:
    """Pack the records of a user's finished games, newest first, into an archive of at most `room` bytes."""
    packed = _Zip(room)
    games = left_out = 0
    async for row in _iterate_finished_tables(service, user_id):
        try:
            record = await service.record(row.id, user_id)
        except Refusal:
            # The user had the seat when the list was read, but has passed it on meanwhile.
            continue
        content = await asyncio.to_thread(encode, record)
        if left_out == 0 and await packed.add(_file_name(row), content):
            games += 1
        else:
            left_out += 1
    return Archive(packed.finished(), games, left_out)


async def _iterate_finished_tables(service: TableService, user_id: int) -> AsyncIterator[TableRow]:
    for offset in range(0, MOST_TABLES, TABLES_AT_ONCE):
        async with service.store.read() as reader:
            rows = await reader.tables.finished_of_user(user_id, TABLES_AT_ONCE, offset)
        for row in rows:
            yield row
        if len(rows) < TABLES_AT_ONCE:
            return


def _file_name(row: TableRow) -> str:
    ended = datetime.fromtimestamp((row.ended or row.updated) / 1000, UTC)
    return f"{ended:%Y-%m-%d}_{row.game}_{row.id}.json"


async def personal_data(service: TableService, user_id: int, room: int) -> Archive:
    """Pack all data stored about a user into an archive of at most `room` bytes.

    It contains `data.json`, the user's own moves by table, and their imported records.
    """
    packed = _Zip(room)
    async with service.store.read() as reader:
        rows = await reader.people.personal_rows(user_id)
        imports = await reader.people.imports_of_user(user_id)
    games = left_out = 0
    if not await packed.add("data.json", _json({"your_id": str(user_id), **_readable(rows)})):
        left_out += 1
    for table_id in _table_ids(rows):
        async with service.store.read() as reader:
            moves = await _own_moves(reader, table_id, user_id)
        if left_out == 0 and await packed.add(f"moves/{table_id}.json", _json(moves)):
            games += 1
        else:
            left_out += 1
    for row in imports:
        async with service.store.read() as reader:
            found = await reader.people.find_import(row.id)
        if found is None or not await packed.add(f"imports/{row.id}.json", found[1]):
            left_out += 1
    return Archive(packed.finished(), games, left_out)


def _table_ids(rows: Mapping[str, list[dict[str, Any]]]) -> list[str]:
    """Return the ids of the tables where the user has or had a seat."""
    return list(dict.fromkeys(row["table_id"] for name in ("seats.user_id", "handovers.user_id") for row in rows[name]))


def _readable(rows: Mapping[str, list[dict[str, Any]]]) -> dict[str, Any]:
    """Return the rows with Discord ids as strings, because many JSON readers round such large numbers."""
    return {
        name: [{key: _id_to_text(value) for key, value in row.items()} for row in found] for name, found in rows.items()
    }


def _id_to_text(value: Any) -> Any:
    return str(value) if isinstance(value, int) and abs(value) >= 1 << 53 else value


async def _own_moves(reader: Reader, table_id: str, user_id: int) -> list[dict[str, Any]]:
    """Return a user's own moves at a table.

    They have no entry numbers, because gaps in these would reveal hidden moves of others.
    """
    seats, handed_over = await reader.tables.seats(table_id), await reader.tables.handovers(table_id, 0)
    entries = await reader.logs.entries(table_id)
    return [
        {"seat": int(entry.actor), "move": entry.action, "made": entry.created}
        for entry in entries
        if int(entry.actor) >= 0 and _find_holder(entry, seats, handed_over) == user_id
    ]


def _find_holder(entry: EntryRow, seats: tuple[SeatRow, ...], handed_over: tuple[HandoverRow, ...]) -> int | None:
    """Return the id of the user who had an entry's seat when the entry was made, or None."""
    seat = int(entry.actor)
    before = next((one for one in handed_over if one.seat == seat and one.n >= entry.n), None)
    return seats[seat].user_id if before is None else before.user_id


def _json(value: Any) -> bytes:
    return msgspec.json.format(msgspec.json.encode(value), indent=1)

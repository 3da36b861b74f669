"""Imported records: checked, visible only to their importer, and deleted after `IMPORTS_MS`.

They are shown from the file alone and never compared with a game in progress.
"""

import asyncio
import hashlib
from dataclasses import dataclass
from typing import Any

from data.store import ImportRow, Store
from engine.core import SPECTATOR, Outcome
from engine.history import history, stopped
from engine.record import GameRecord, configure
from engine.record_json import decode, encode
from engine.replay import newest_state
from tables.opening import new_id
from tables.records import record_checks
from tables.records.record_checks import RecordChecks
from tables.refusal import Refusal
from tables.service import TableService, committed
from tables.timing.running_time import DAY_MS

MOST_IMPORTS = 20
"""Maximum number of imported records per user."""
IMPORTS_MS = 90 * DAY_MS
"""Retention of an imported record, in milliseconds."""


async def bring(service: TableService, checks: RecordChecks, user_id: int, data: bytes) -> ImportRow:
    """Import a record for a user. A record imported twice is stored once. Raise Refusal if it is not playable."""
    record = await checked(checks, data)
    content = encode(record)
    digest = hashlib.blake2b(content, digest_size=16).hexdigest()
    row = ImportRow(new_id(), user_id, record.configuration.game, len(record.entries), service.now())
    return await keep(service.store, row, digest, content)


async def checked(checks: RecordChecks, data: bytes) -> GameRecord:
    """Check a file and return its record. Raise Refusal if it is not a playable record."""
    finding = await checks.check_to_look(data)
    if finding.error:
        raise Refusal(record_checks.no_record(finding.error))
    if not finding.follows:
        raise Refusal(record_checks.does_not_follow(finding.differences[0] if finding.differences else ""))
    return await asyncio.to_thread(decode, data)


async def keep(store: Store, row: ImportRow, digest: str, content: bytes) -> ImportRow:
    """Store a record, or return the stored one with the same digest. Raise Refusal above `MOST_IMPORTS`."""
    async with store.write() as writer:
        # The lock makes concurrent imports count each other.
        await writer.lock(f"imports of {row.user_id}")
        if known := await writer.import_with(row.user_id, digest):
            return known
        if len(await writer.imports_of(row.user_id)) >= MOST_IMPORTS:
            raise Refusal(record_checks.too_many_imports(MOST_IMPORTS))
        await writer.put_import(row, digest, content)
    committed.set(True)
    return row


async def brought(service: TableService, import_id: str, user_id: int) -> GameRecord:
    """Return a record that this user has imported. Raise Refusal if there is none."""
    async with service.store.read() as reader:
        found = await reader.imported(import_id)
    if found is None or found[0].user_id != user_id:
        raise Refusal(record_checks.IMPORT_GONE)
    return await asyncio.to_thread(decode, found[1])


async def remove(service: TableService, import_id: str, user_id: int) -> None:
    """Delete a record that this user has imported. Idempotent."""
    async with service.store.write() as writer:
        found = await writer.imported(import_id)
        if found is not None and found[0].user_id == user_id:
            await writer.delete_import(import_id)
    committed.set(True)


@dataclass(frozen=True, slots=True)
class Boards:
    """The viewable content of a record: a spectator's views after the start and each turn, and the outcome."""

    views: tuple[Any, ...]
    outcome: Outcome | None


def boards(record: GameRecord) -> Boards:
    """Replay a record that follows the rules. In the last view of an unfinished game, nobody must act."""
    rules = configure(record.configuration)
    views = history(record.configuration, record.entries, SPECTATOR)
    outcome = rules.outcome(newest_state(rules, record.entries))
    return Boards(views if outcome is not None else (*views[:-1], stopped(views[-1])), outcome)

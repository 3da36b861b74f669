"""Imported records: checked, visible only to the user who imported them, and deleted after `IMPORTS_MS`.

They are shown from the file alone and never compared with a game in progress.
"""

import asyncio
import hashlib
from dataclasses import dataclass
from typing import Any

from data.store import ImportRow, Store
from engine.core import SPECTATOR, Outcome
from engine.history import clear_actors, history
from engine.record import GameRecord, configure
from engine.record_json import decode, encode
from engine.replay import newest_state
from language.messages import _
from tables.opening import create_id
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
    """Import a record for a user and return its row. A record imported twice is stored once.

    Raises Refusal if the file is no valid record, or if the user has too many imported records.
    """
    record = await check_file(checks, data)
    content = encode(record)
    digest = hashlib.blake2b(content, digest_size=16).hexdigest()
    row = ImportRow(create_id(), user_id, record.configuration.game, len(record.entries), service.now())
    return await keep(service.store, row, digest, content)


async def check_file(checks: RecordChecks, data: bytes) -> GameRecord:
    """Check a file and return the record in it.

    Raises Refusal if the file is not a readable record or if its entries don't follow the rules.
    """
    finding = await checks.check_to_look(data)
    if finding.error:
        raise Refusal(record_checks.format_unreadable_record(finding.error))
    if not finding.follows:
        raise Refusal(record_checks.format_rule_violation(finding.differences[0] if finding.differences else ""))
    return await asyncio.to_thread(decode, data)


async def keep(store: Store, row: ImportRow, digest: str, content: bytes) -> ImportRow:
    """Store an imported record, or return the row that already has the same digest.

    Raises Refusal if the user has `MOST_IMPORTS` records already.
    """
    async with store.write() as writer:
        # With this lock, two concurrent imports of a user can't both pass the check of the maximum number.
        await writer.lock(f"imports of {row.user_id}")
        if known := await writer.people.import_with(row.user_id, digest):
            return known
        if len(await writer.people.imports_of_user(row.user_id)) >= MOST_IMPORTS:
            raise Refusal(record_checks.format_too_many_imports(MOST_IMPORTS))
        await writer.people.put_import(row, digest, content)
    committed.set(True)
    return row


async def find_import(service: TableService, import_id: str, user_id: int) -> GameRecord:
    """Return a record that this user has imported. Raise Refusal if the user has none with this id."""
    async with service.store.read() as reader:
        found = await reader.people.find_import(import_id)
    if found is None or found[0].user_id != user_id:
        raise Refusal(_(record_checks.IMPORT_GONE))
    return await asyncio.to_thread(decode, found[1])


async def remove(service: TableService, import_id: str, user_id: int) -> None:
    """Delete a record that this user has imported. Idempotent."""
    async with service.store.write() as writer:
        found = await writer.people.find_import(import_id)
        if found is not None and found[0].user_id == user_id:
            await writer.people.delete_import(import_id)
    committed.set(True)


@dataclass(frozen=True, slots=True)
class Boards:
    """The content of a record that is shown: a spectator's views at the start and after each turn, and the outcome."""

    views: tuple[Any, ...]
    outcome: Outcome | None


def boards(record: GameRecord) -> Boards:
    """Replay a record, whose entries must follow the rules, and return its views and outcome.

    The last view of an unfinished game is shown as stopped: no seat is marked as having to act.
    """
    rules = configure(record.configuration)
    views = history(record.configuration, record.entries, SPECTATOR)
    outcome = rules.outcome(newest_state(rules, record.entries))
    return Boards(views if outcome is not None else (*views[:-1], clear_actors(views[-1])), outcome)

"""Pruning of ended tables after their retention.

The table, its seats and its log are kept: they are the record. The log is folded into one value. The newest message of
each kind is kept, since it may still be edited. Older messages, snapshots, drafts, plans, timers, pings, mutes,
notes and follows are deleted.
"""

import asyncio
from collections.abc import Sequence

from sqlalchemy import bindparam, delete, exists, func, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from data.store.folding import FoldedEntry, fold
from data.store.schema import (
    drafts,
    entries,
    follows,
    logs,
    messages,
    mutes,
    notes,
    pings,
    plans,
    snapshots,
    tables,
    timers,
)

TABLES_AT_ONCE = 50
MESSAGES_AT_ONCE = 1_000
ENTRIES_AT_ONCE = 10_000
"""Maximum number of entries processed in one transaction; the batch sizes keep each transaction short."""

_IDS = bindparam("ids", expanding=True)
_LENGTH = (
    select(func.count()).select_from(entries).where(entries.c.table_id == tables.c.id).scalar_subquery().label("length")
)
_ENDED = (
    select(tables.c.id, _LENGTH)
    .where(tables.c.kept_from.is_not(None), tables.c.pruned.is_(None), tables.c.kept_from < bindparam("before"))
    .order_by(tables.c.kept_from)
    .limit(TABLES_AT_ONCE)
)
_WHOLE = (snapshots, drafts, plans, timers, pings, mutes, notes, follows)
_DELETE_WHOLE = [delete(table).where(table.c.table_id.in_(_IDS)) for table in _WHOLE]
_older, _newer = messages.alias("older"), messages.alias("newer")
_HAS_NEWER = exists().where(
    _newer.c.table_id == _older.c.table_id, _newer.c.kind == _older.c.kind, _newer.c.id > _older.c.id
)
_DELETE_OLDER_MESSAGES = delete(messages).where(
    messages.c.id.in_(select(_older.c.id).where(_older.c.table_id.in_(_IDS), _HAS_NEWER).limit(MESSAGES_AT_ONCE))
)
_LOG = (
    select(*(entries.c[name] for name in FoldedEntry._fields))
    .where(entries.c.table_id == bindparam("table_id"))
    .order_by(entries.c.n)
)
_INSERT_LOG = insert(logs)
_DELETE_ENTRIES = delete(entries).where(entries.c.table_id == bindparam("table_id"))
_MARK_PRUNED = update(tables).where(tables.c.id.in_(_IDS)).values(pruned=bindparam("now"))


async def prune_tables(connection: AsyncConnection, before: int, now: int) -> int:
    """Prune a batch of tables whose retention began before a time.

    Return the number of deleted rows plus the number of pruned tables; 0 if there is nothing left to prune.
    """
    ended = (await connection.execute(_ENDED, {"before": before})).all()
    ids = _batch([(table_id, length) for table_id, length in ended])
    if not ids:
        return 0
    pruned = [(await connection.execute(statement, {"ids": ids})).rowcount for statement in _DELETE_WHOLE]
    older_messages = (await connection.execute(_DELETE_OLDER_MESSAGES, {"ids": ids})).rowcount
    if older_messages < MESSAGES_AT_ONCE:
        for table_id in ids:
            await _fold_log(connection, table_id)
        await connection.execute(_MARK_PRUNED, {"ids": ids, "now": now})
        pruned.append(len(ids))
    return sum(pruned) + older_messages


def _batch(ended: Sequence[tuple[str, int]]) -> list[str]:
    """Return the ids of the first tables that have at most `ENTRIES_AT_ONCE` entries in total, at least one id."""
    ids: list[str] = []
    room = ENTRIES_AT_ONCE
    for table_id, length in ended:
        room -= length
        if room < 0 and ids:
            break
        ids.append(table_id)
    return ids


async def _fold_log(connection: AsyncConnection, table_id: str) -> None:
    """Replace the entries of an ended table with one folded value."""
    of_table = {"table_id": table_id}
    rows = [FoldedEntry(*values) for values in await connection.execute(_LOG, of_table)]
    if rows:
        content = await asyncio.to_thread(fold, rows)
        await connection.execute(_INSERT_LOG, {**of_table, "n": len(rows), "content": content})
        await connection.execute(_DELETE_ENTRIES, of_table)

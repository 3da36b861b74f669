"""Pruning of ended tables after their retention time.

The table, its seats and its entries stay: they are the record. The newest message of each kind stays, since it may
still be edited. Older messages, snapshots, drafts and timers are deleted.
"""

from sqlalchemy import bindparam, delete, exists, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from data.store.schema import drafts, messages, snapshots, tables, timers

TABLES_AT_ONCE = 50
MESSAGES_AT_ONCE = 1_000
"""The batch sizes, which keep each transaction short."""

_IDS = bindparam("ids", expanding=True)
_ENDED = (
    select(tables.c.id)
    .where(tables.c.ended.is_not(None), tables.c.pruned.is_(None), tables.c.ended < bindparam("before"))
    .order_by(tables.c.ended)
    .limit(TABLES_AT_ONCE)
)
_DELETE_WHOLE = [delete(table).where(table.c.table_id.in_(_IDS)) for table in (snapshots, drafts, timers)]
_older, _newer = messages.alias("older"), messages.alias("newer")
_HAS_NEWER = exists().where(
    _newer.c.table_id == _older.c.table_id, _newer.c.kind == _older.c.kind, _newer.c.id > _older.c.id
)
_DELETE_OLDER_MESSAGES = delete(messages).where(
    messages.c.id.in_(select(_older.c.id).where(_older.c.table_id.in_(_IDS), _HAS_NEWER).limit(MESSAGES_AT_ONCE))
)
_MARK_PRUNED = update(tables).where(tables.c.id.in_(_IDS)).values(pruned=bindparam("now"))


async def prune_tables(connection: AsyncConnection, before: int, now: int) -> int:
    """Prune a batch of tables that ended before a time; gives the number of rows deleted and tables done.

    0 when none is left.
    """
    ids = list((await connection.execute(_ENDED, {"before": before})).scalars())
    if not ids:
        return 0
    pruned = [(await connection.execute(statement, {"ids": ids})).rowcount for statement in _DELETE_WHOLE]
    older_messages = (await connection.execute(_DELETE_OLDER_MESSAGES, {"ids": ids})).rowcount
    if older_messages < MESSAGES_AT_ONCE:
        await connection.execute(_MARK_PRUNED, {"ids": ids, "now": now})
        pruned.append(len(ids))
    return sum(pruned) + older_messages

"""Queries and changes of the logs of tables and their snapshots."""

from collections.abc import Sequence

from sqlalchemy import bindparam, insert, or_, select

from data.store.folding import unfold
from data.store.rows import EntryRow, SnapshotRow
from data.store.schema import entries, logs, snapshots
from data.store.statements import Part, select_rows

NEWEST_ENTRIES = 50
"""Number of newest entries of a table that `entries_of_page` searches."""
_ENTRIES_OF_TABLE = select_rows(EntryRow, entries).where(entries.c.table_id == bindparam("table_id"))
_ENTRIES = _ENTRIES_OF_TABLE.where(entries.c.n > bindparam("after")).order_by(entries.c.n)
_PUBLIC_ENTRIES = _ENTRIES.where(
    or_(entries.c.events.is_(None), entries.c.events != "[]", entries.c.actor == bindparam("actor"))
)
_NEWEST_ENTRY = _ENTRIES_OF_TABLE.order_by(entries.c.n.desc()).limit(1)
_FOLDED_LOG = select(logs.c.content).where(logs.c.table_id == bindparam("table_id"))
_RECENT = (
    select(entries.c.n, entries.c.actor, entries.c.action, entries.c.page)
    .where(entries.c.table_id == bindparam("table_id"))
    .order_by(entries.c.n.desc())
    .limit(bindparam("limit"))
    .subquery()
)
_MADE_ON_PAGE = (
    select(_RECENT.c.n, _RECENT.c.action)
    .where(_RECENT.c.actor == bindparam("actor"), _RECENT.c.page == bindparam("page"))
    .order_by(_RECENT.c.n)
)
_SNAPSHOT = select_rows(SnapshotRow, snapshots).where(snapshots.c.table_id == bindparam("table_id"))
_INSERT_ENTRIES = insert(entries)


class LogReader(Part):
    """Queries of the logs of tables and their snapshots."""

    async def entries(self, table_id: str, after: int = 0) -> tuple[EntryRow, ...]:
        """Return a table's entries with numbers above `after`, in order; entries of pruned tables have no events."""
        found = await self._all(EntryRow, _ENTRIES, {"table_id": table_id, "after": after})
        return found or await self._read_folded_log(table_id, after)

    async def public_entries(self, table_id: str, after: int, actor: str) -> tuple[EntryRow, ...]:
        """Return entries numbered above `after` that have public events or were made by `actor`, in order.

        Entries from before events were stored, and all entries of pruned tables, are included whether they had events
        or not.
        """
        found = await self._all(EntryRow, _PUBLIC_ENTRIES, {"table_id": table_id, "after": after, "actor": actor})
        return found or await self._read_folded_log(table_id, after)

    async def newest_entry(self, table_id: str) -> EntryRow | None:
        """Return the newest entry of a table, None if it has none."""
        found = await self._first(EntryRow, _NEWEST_ENTRY, {"table_id": table_id})
        return found or next(reversed(await self._read_folded_log(table_id)), None)

    async def _read_folded_log(self, table_id: str, after: int = 0) -> tuple[EntryRow, ...]:
        """Return the entries of a pruned table from its folded log; empty for other tables."""
        content = await self._scalar(_FOLDED_LOG, {"table_id": table_id})
        if content is None:
            return ()
        log = unfold(content)[after:]
        return tuple(EntryRow(one.n, one.actor, one.action, one.digest, None, one.created) for one in log)

    async def entries_of_page(self, table_id: str, actor: str, page: str) -> tuple[tuple[int, str], ...]:
        """Return the numbers and actions of the entries that an actor made on the page with the version `page`.

        Only the table's newest `NEWEST_ENTRIES` entries are searched.
        """
        parameters = {"table_id": table_id, "actor": actor, "page": page, "limit": NEWEST_ENTRIES}
        return tuple((row.n, row.action) for row in await self._connection.execute(_MADE_ON_PAGE, parameters))

    async def snapshot(self, table_id: str) -> SnapshotRow | None:
        """Return the cached state of a table, which may be older than its newest entry; None if there is none."""
        return await self._first(SnapshotRow, _SNAPSHOT, {"table_id": table_id})


class LogWriter(LogReader):
    """Changes of the logs of tables and their snapshots."""

    async def append_entries(
        self,
        table_id: str,
        after_n: int,
        new: Sequence[tuple[str, str, str, str | None]],
        *,
        time_left: int | None = None,
        bank: int | None = None,
        page: str | None = None,
    ) -> int:
        """Log actions after entry `after_n`; return the number of the last one.

        An action is a tuple of actor, action, digest and public events.

        `time_left` is the number of milliseconds until the deadline of the turn, None without one. `bank` is the
        number of milliseconds in the acting seat's time bank before the actions. `page` is the version of the page on
        which a person acted. Raises Conflict if an entry after `after_n` already exists.
        """
        found = [
            {
                "table_id": table_id,
                "n": n,
                "actor": actor,
                "action": action,
                "digest": digest,
                "events": events,
                "time_left": time_left,
                "bank": bank,
                "page": page,
                "created": self._now,
            }
            for n, (actor, action, digest, events) in enumerate(new, after_n + 1)
        ]
        if found:
            await self._change(_INSERT_ENTRIES, found)
        return after_n + len(found)

    async def save_snapshot(self, table_id: str, n: int, step: int, state: bytes) -> None:
        """Replace the cached state of a table with the one after entry `n`."""
        statement = self._upsert(snapshots, ("table_id",))
        await self._change(statement, {"table_id": table_id, "n": n, "step": step, "state": state})

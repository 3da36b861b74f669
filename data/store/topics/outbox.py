"""Queries and changes of the outbox."""

from collections.abc import Collection, Iterable

from sqlalchemy import and_, bindparam, case, delete, exists, func, insert, or_, select, update

from data.store.league_schema import leagues, seasons
from data.store.rows import OutboxRow
from data.store.schema import outbox
from data.store.statements import OPEN_TABLES_OF_SERVER, Part, is_for_process, select_rows

_IS_PENDING = outbox.c.done.is_(None)
_IS_NOT_BUSY = and_(
    or_(outbox.c.table_id.is_(None), outbox.c.table_id.not_in(bindparam("busy_tables", expanding=True))),
    outbox.c.id.not_in(bindparam("busy_rows", expanding=True)),
)
_PENDING_OUTBOX = (
    select_rows(OutboxRow, outbox)
    .where(_IS_PENDING, outbox.c.due <= bindparam("now"), _IS_NOT_BUSY)
    .order_by(outbox.c.due, outbox.c.id)
    .limit(bindparam("limit"))
)
_NEXT_OUTBOX_DUE = select(outbox.c.due).where(_IS_PENDING, _IS_NOT_BUSY).order_by(outbox.c.due, outbox.c.id).limit(1)
_PENDING_FOR_PROCESS = _PENDING_OUTBOX.where(is_for_process(outbox))
_PENDING_NOW_OF_TABLE = (
    select_rows(OutboxRow, outbox)
    .where(_IS_PENDING, outbox.c.table_id == bindparam("table_id"), outbox.c.due <= bindparam("now"))
    .order_by(outbox.c.due, outbox.c.id)
)
_PENDING_OF_TABLE = (
    select_rows(OutboxRow, outbox)
    .where(_IS_PENDING, outbox.c.table_id == bindparam("table_id"), outbox.c.kind == bindparam("kind"))
    .order_by(outbox.c.id)
)
_QUEUED = (
    select(outbox.c.id)
    .where(
        _IS_PENDING,
        outbox.c.table_id.is_(None),
        outbox.c.kind == bindparam("kind"),
        outbox.c.payload == bindparam("payload"),
    )
    .limit(1)
)
_OUTBOX_ROW = select_rows(OutboxRow, outbox).where(outbox.c.id == bindparam("id"))
_TABLES_WITH_DUE_OUTBOX = select(func.count(outbox.c.table_id.distinct())).where(
    _IS_PENDING, outbox.c.due <= bindparam("now")
)
_OUTBOX_WAITING = select(func.count(), func.min(outbox.c.created)).where(_IS_PENDING)
_INSERT_OUTBOX = insert(outbox)
_RETRY_NOW = (
    update(outbox)
    .where(outbox.c.done.is_(None), outbox.c.error == bindparam("reason"), outbox.c.due > bindparam("at"))
    .values(due=bindparam("at"))
)
_RETRY_REFUSED = _RETRY_NOW.where(outbox.c.table_id.in_(OPEN_TABLES_OF_SERVER))
# Messages of a league belong to no table; their payload contains the season's id.
_RETRY_REFUSED_OF_SEASONS = _RETRY_NOW.where(
    outbox.c.table_id.is_(None),
    exists()
    .where(seasons.c.league_id == leagues.c.id, leagues.c.guild_id == bindparam("of_guild"))
    .where(outbox.c.payload.contains(seasons.c.id)),
)
_ATTEMPTED = (
    update(outbox)
    .where(outbox.c.id == bindparam("row"), outbox.c.attempted.is_(None))
    .values(attempted=bindparam("at"))
)
_RETRY = (
    update(outbox)
    .where(outbox.c.id == bindparam("row"), outbox.c.done.is_(None))
    .values(due=bindparam("at"), error=bindparam("reason"), attempts=outbox.c.attempts + 1)
)
# The payload of these kinds is a line of text with people's names, which is deleted after delivery.
_IS_LINE = or_(outbox.c.kind == "fold", outbox.c.kind == "reply")
_CHANGE_OUTBOX = (
    update(outbox).where(outbox.c.id == bindparam("row")).values(payload=case((_IS_LINE, "{}"), else_=outbox.c.payload))
)
_CHANGE_QUEUED = (
    update(outbox).where(outbox.c.id == bindparam("row"), outbox.c.done.is_(None)).values(payload=bindparam("text"))
)
_HASTEN = (
    update(outbox)
    .where(
        outbox.c.table_id.is_(None),
        outbox.c.kind == bindparam("of_kind"),
        outbox.c.payload == bindparam("text"),
        outbox.c.done.is_(None),
        outbox.c.attempts == 0,
        outbox.c.due > bindparam("at"),
    )
    .values(due=bindparam("at"))
)
_SHIFT_OUTBOX = update(outbox).where(outbox.c.done.is_(None)).values(due=outbox.c.due + bindparam("by"))
_DELIVERED_BEFORE = (
    select(outbox.c.id).where(outbox.c.done < bindparam("before")).order_by(outbox.c.done).limit(bindparam("limit"))
)
_PRUNE_DELIVERED = delete(outbox).where(outbox.c.id.in_(_DELIVERED_BEFORE))


class OutboxReader(Part):
    """Queries of the outbox."""

    async def pending(
        self, now: int, limit: int = 100, *, busy_tables: Collection[str] = (), busy_rows: Collection[int] = ()
    ) -> tuple[OutboxRow, ...]:
        """Return pending outbox rows due at `now`, earliest first.

        Rows that the dispatcher is already processing are excluded before the limit applies, so that slow tables don't
        block others: all rows of `busy_tables`, and the rows without a table in `busy_rows`.
        """
        wanted = {"now": now, "limit": limit, "busy_tables": list(busy_tables), "busy_rows": list(busy_rows)}
        if self._transaction.beside is None:
            return await self._all(OutboxRow, _PENDING_OUTBOX, wanted)
        return await self._all(OutboxRow, _PENDING_FOR_PROCESS, {**wanted, **self._transaction.process_parameters(now)})

    async def next_due(self, *, busy_tables: Collection[str] = (), busy_rows: Collection[int] = ()) -> int | None:
        """Return the earliest due time of a pending outbox row, which may be in the past; None if nothing is pending.

        Busy tables and rows are excluded as in `pending`.
        """
        return await self._scalar(_NEXT_OUTBOX_DUE, {"busy_tables": list(busy_tables), "busy_rows": list(busy_rows)})

    async def due_rows_of_table(self, row: OutboxRow, now: int) -> tuple[OutboxRow, ...]:
        """Return all rows that are still due for the table of the given row, queued by any process.

        If the row belongs to no table, return only the row itself, if it is still due.
        """
        if row.table_id is not None:
            return await self._all(OutboxRow, _PENDING_NOW_OF_TABLE, {"table_id": row.table_id, "now": now})
        found = await self.get(row.id)
        return () if found is None or found.done is not None or found.due > now else (found,)

    async def pending_of_table(self, table_id: str, kind: str) -> tuple[OutboxRow, ...]:
        """Return the pending rows of a kind for a table, due or not, in the order in which they were queued."""
        return await self._all(OutboxRow, _PENDING_OF_TABLE, {"table_id": table_id, "kind": kind})

    async def is_queued(self, kind: str, payload: str) -> bool:
        """Return whether an outbox row without a table, with this kind and payload, is pending."""
        return await self._scalar(_QUEUED, {"kind": kind, "payload": payload}) is not None

    async def get(self, row_id: int) -> OutboxRow | None:
        """Return an outbox row, delivered or not, None if it was pruned."""
        return await self._first(OutboxRow, _OUTBOX_ROW, {"id": row_id})

    async def count_tables_to_post(self, now: int) -> int:
        """Return the number of tables with due messages."""
        return await self._scalar(_TABLES_WITH_DUE_OUTBOX, {"now": now})

    async def backlog(self) -> tuple[int, int | None]:
        """Return the number of pending outbox rows, due or not, and when the oldest was queued.

        The time is None if nothing is pending.
        """
        waiting, oldest = (await self._connection.execute(_OUTBOX_WAITING)).one()
        return waiting, oldest


class OutboxWriter(OutboxReader):
    """Changes of the outbox."""

    async def queue(
        self,
        kind: str,
        table_id: str | None,
        step: int,
        payload: str,
        *,
        token: str | None = None,
        expires: int | None = None,
        due: int | None = None,
    ) -> int:
        """Add a row to the outbox, due now unless `due` is given; return its id, which is never reused."""
        return await self._insert(
            _INSERT_OUTBOX,
            {
                "kind": kind,
                "table_id": table_id,
                "step": step,
                "payload": payload,
                "token": token,
                "expires": expires,
                "created": self._now,
                "due": self._now if due is None else due,
                "attempts": 0,
                "process": self._transaction.process,
            },
        )

    async def shift(self, by: int) -> None:
        """Shift the due time of all pending rows by `by` milliseconds, for instance after the clock was set back."""
        await self._change(_SHIFT_OUTBOX, {"by": by})

    async def change_queued(self, row_id: int, payload: str) -> None:
        """Replace the payload of a pending row."""
        await self._change(_CHANGE_QUEUED, {"row": row_id, "text": payload})

    async def hasten(self, kind: str, payload: str, due: int) -> None:
        """Make pending rows without a table, with this kind and payload, due at `due` if they are due later.

        Rows that wait for a retry keep their time.
        """
        await self._change(_HASTEN, {"of_kind": kind, "text": payload, "at": due})

    async def mark_attempted(self, row_id: int, now: int) -> None:
        """Record the time of the first delivery attempt of a row; called before the attempt."""
        await self._change(_ATTEMPTED, {"row": row_id, "at": now})

    async def mark_done(self, row_ids: Iterable[int]) -> None:
        """Mark rows as delivered or no longer needed, and delete their interaction tokens.

        The payloads of folded cards and replies are deleted too, since they are lines with people's names.
        """
        changes = [{"row": row_id, "done": self._now, "error": None, "token": None} for row_id in row_ids]
        if changes:
            await self._change(_CHANGE_OUTBOX, changes)

    async def schedule_retry(self, row_id: int, due: int, error: str) -> None:
        """Count a failed delivery attempt, and schedule the next attempt for `due`."""
        await self._change(_RETRY, {"row": row_id, "at": due, "reason": error})

    async def mark_failed(self, row_id: int, error: str) -> None:
        """Mark a row as failed for good; it is not retried."""
        await self._change(_CHANGE_OUTBOX, {"row": row_id, "done": self._now, "error": error, "token": None})

    async def prune_delivered(self, before: int, limit: int = 1_000) -> int:
        """Delete at most `limit` outbox rows that were done before a time, and return their number.

        Their ids are never reused.
        """
        return await self._change(_PRUNE_DELIVERED, {"before": before, "limit": limit})

    async def retry_refused(self, guild_id: int, error: str, at: int) -> int:
        """Reschedule a server's pending rows that failed with this error to `at`, and return their number.

        They are the rows of open tables and of seasons. Rows due earlier than `at` are unchanged.
        """
        parameters = {"of_guild": guild_id, "reason": error, "at": at}
        return await self._change(_RETRY_REFUSED, parameters) + await self._change(
            _RETRY_REFUSED_OF_SEASONS, parameters
        )

"""Queries about messages, timers, the outbox and pings."""

from collections.abc import Collection
from typing import Any

from sqlalchemy import and_, bindparam, func, or_, select

from data.store.rows import MessageRow, OutboxRow, PingRow, TimerRow
from data.store.schema import messages, outbox, pings, timers
from data.store.shards import TIMERS_OF_SHARDS, Shards, restrict_to_shards
from data.store.statements import Queries, select_rows

LEFT_MS = 1_500
"""Milliseconds by which a row must be late before any process may handle it, not only the one that queued it."""

# BETWEEN instead of equality: otherwise PostgreSQL may scan the messages of all tables by id until one matches.
_MESSAGE = (
    select_rows(MessageRow, messages)
    .where(messages.c.table_id == bindparam("table_id"), messages.c.kind.between(bindparam("kind"), bindparam("kind")))
    .order_by(messages.c.kind.desc(), messages.c.id.desc())
    .limit(1)
)
# The range makes PostgreSQL use the index, but is not exact in every collation, so the pattern is needed too.
_MESSAGES_OF = (
    select_rows(MessageRow, messages)
    .where(
        messages.c.table_id == bindparam("table_id"),
        messages.c.kind.between(bindparam("first"), bindparam("last")),
        messages.c.kind.like(bindparam("pattern")),
    )
    .order_by(messages.c.id)
)
_TABLES_WITH_MESSAGE = (
    select(messages.c.table_id)
    .distinct()
    .where(messages.c.table_id.in_(bindparam("table_ids", expanding=True)), messages.c.kind == bindparam("kind"))
)
_MESSAGE_BEFORE = _MESSAGE.where(messages.c.id < bindparam("row"))
_TIMER = select_rows(TimerRow, timers).where(
    timers.c.table_id == bindparam("table_id"), timers.c.kind == bindparam("kind")
)
_IS_DUE_TIMER = timers.c.due <= bindparam("now")
_DUE_TIMERS = (
    select_rows(TimerRow, timers).where(_IS_DUE_TIMER).order_by(timers.c.due, timers.c.id).limit(bindparam("limit"))
)
_DUE_TIMERS_OF_KIND = _DUE_TIMERS.where(timers.c.kind == bindparam("kind"))
_DUE_TIMERS_OF_OTHERS = _DUE_TIMERS.where(timers.c.kind != bindparam("kind"))
_NEXT_TIMER_DUE = select(func.min(timers.c.due)).where(timers.c.due > bindparam("after"))
_COUNT_DUE_TIMERS = select(func.count()).select_from(timers).where(_IS_DUE_TIMER)
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
# With several processes, each takes its own due rows at once, and rows of the others when they are LEFT_MS late.
_IS_FOR_PROCESS, _IS_TIMER_FOR_PROCESS = (
    or_(table.c.process == bindparam("process"), table.c.due <= bindparam("left")) for table in (outbox, timers)
)
_PENDING_FOR_PROCESS = _PENDING_OUTBOX.where(_IS_FOR_PROCESS)
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
_PINGS_OF_TABLE = select_rows(PingRow, pings).where(pings.c.table_id == bindparam("table_id"))
_PINGS = _PINGS_OF_TABLE.where(pings.c.turn == bindparam("turn")).order_by(pings.c.user_id, pings.c.reason)
_LAST_PING = (
    select(func.max(pings.c.created))
    .where(pings.c.table_id == bindparam("table_id"))
    .where(pings.c.user_id == bindparam("user_id"), pings.c.reason == bindparam("reason"))
)


class OutboxReader(Queries):
    """The part of `Reader` for messages, timers, the outbox and pings."""

    async def message(self, table_id: str, kind: str) -> MessageRow | None:
        """Return a table's newest message of this kind, None if there is none."""
        return await self._first(MessageRow, _MESSAGE, {"table_id": table_id, "kind": kind})

    async def list_messages_of_kind(self, table_id: str, kind: str) -> tuple[MessageRow, ...]:
        """Return the messages of a table whose kind begins with the word `kind` and a space, oldest first."""
        last = f"{kind[:-1]}{chr(ord(kind[-1]) + 1)}"
        wanted = {"table_id": table_id, "first": kind, "last": last, "pattern": f"{kind} %"}
        return await self._all(MessageRow, _MESSAGES_OF, wanted)

    async def tables_with_message(self, table_ids: Collection[str], kind: str) -> frozenset[str]:
        """Return the ids of the given tables that have a message of this kind."""
        if not table_ids:
            return frozenset()
        wanted = {"table_ids": list(table_ids), "kind": kind}
        return frozenset((await self._connection.execute(_TABLES_WITH_MESSAGE, wanted)).scalars())

    async def previous_message(self, message: MessageRow) -> MessageRow | None:
        """Return the previous message of the same kind and table, None if there is none."""
        parameters = {"table_id": message.table_id, "kind": message.kind, "row": message.id}
        return await self._first(MessageRow, _MESSAGE_BEFORE, parameters)

    async def timer(self, table_id: str, kind: str) -> TimerRow | None:
        """Return the timer of this kind at a table, None if there is none."""
        return await self._first(TimerRow, _TIMER, {"table_id": table_id, "kind": kind})

    async def due_timers(
        self,
        now: int,
        limit: int = 100,
        *,
        only: str | None = None,
        without: str | None = None,
        of: Shards | None = None,
    ) -> tuple[TimerRow, ...]:
        """Return the timers due at `now`, earliest first.

        `only` selects one kind, `without` excludes one kind, and `of` limits the timers to the tables of some shards.
        """
        statement, wanted = _DUE_TIMERS, {"now": now, "limit": limit}
        if only is not None:
            statement, wanted = _DUE_TIMERS_OF_KIND, {**wanted, "kind": only}
        elif without is not None:
            statement, wanted = _DUE_TIMERS_OF_OTHERS, {**wanted, "kind": without}
        if self._beside is not None:
            statement, wanted = statement.where(_IS_TIMER_FOR_PROCESS), {**wanted, **self._process_parameters(now)}
        return await self._all(TimerRow, *restrict_to_shards(statement, wanted, TIMERS_OF_SHARDS, of))

    def _process_parameters(self, now: int) -> dict[str, Any]:
        return {"process": self._beside, "left": now - LEFT_MS}

    async def next_timer_due(self, after: int = -1) -> int | None:
        """Return the earliest due time later than `after` among all timers, None if there is none."""
        return await self._scalar(_NEXT_TIMER_DUE, {"after": after})

    async def count_due_timers(self, now: int) -> int:
        """Return the number of timers due at `now`."""
        return await self._scalar(_COUNT_DUE_TIMERS, {"now": now})

    async def pending_outbox(
        self, now: int, limit: int = 100, *, busy_tables: Collection[str] = (), busy_rows: Collection[int] = ()
    ) -> tuple[OutboxRow, ...]:
        """Return pending outbox rows due at `now`, earliest first.

        Rows that the dispatcher is already processing are excluded before the limit applies, so that slow tables don't
        block others: all rows of `busy_tables`, and the rows without a table in `busy_rows`.
        """
        wanted = {"now": now, "limit": limit, "busy_tables": list(busy_tables), "busy_rows": list(busy_rows)}
        if self._beside is None:
            return await self._all(OutboxRow, _PENDING_OUTBOX, wanted)
        return await self._all(OutboxRow, _PENDING_FOR_PROCESS, {**wanted, **self._process_parameters(now)})

    async def next_outbox_due(
        self, *, busy_tables: Collection[str] = (), busy_rows: Collection[int] = ()
    ) -> int | None:
        """Return the earliest due time of a pending outbox row, which may be in the past; None if nothing is pending.

        Busy tables and rows are excluded as in `pending_outbox`.
        """
        return await self._scalar(_NEXT_OUTBOX_DUE, {"busy_tables": list(busy_tables), "busy_rows": list(busy_rows)})

    async def due_rows_of_table(self, row: OutboxRow, now: int) -> tuple[OutboxRow, ...]:
        """Return all rows that are still due for the table of the given row, queued by any process.

        If the row belongs to no table, return only the row itself, if it is still due.
        """
        if row.table_id is not None:
            return await self._all(OutboxRow, _PENDING_NOW_OF_TABLE, {"table_id": row.table_id, "now": now})
        found = await self.outbox_row(row.id)
        return () if found is None or found.done is not None or found.due > now else (found,)

    async def pending_of_table(self, table_id: str, kind: str) -> tuple[OutboxRow, ...]:
        """Return the pending rows of a kind for a table, due or not, in the order in which they were queued."""
        return await self._all(OutboxRow, _PENDING_OF_TABLE, {"table_id": table_id, "kind": kind})

    async def is_queued(self, kind: str, payload: str) -> bool:
        """Return whether an outbox row without a table, with this kind and payload, is pending."""
        return await self._scalar(_QUEUED, {"kind": kind, "payload": payload}) is not None

    async def outbox_row(self, row_id: int) -> OutboxRow | None:
        """Return an outbox row, delivered or not, None if it was pruned."""
        return await self._first(OutboxRow, _OUTBOX_ROW, {"id": row_id})

    async def count_tables_to_post(self, now: int) -> int:
        """Return the number of tables with due messages."""
        return await self._scalar(_TABLES_WITH_DUE_OUTBOX, {"now": now})

    async def outbox_backlog(self) -> tuple[int, int | None]:
        """Return the number of pending outbox rows, due or not, and when the oldest was queued.

        The time is None if nothing is pending.
        """
        waiting, oldest = (await self._connection.execute(_OUTBOX_WAITING)).one()
        return waiting, oldest

    async def pings(self, table_id: str, turn: int) -> tuple[PingRow, ...]:
        """Return the pings of a turn at a table."""
        return await self._all(PingRow, _PINGS, {"table_id": table_id, "turn": turn})

    async def last_ping(self, table_id: str, user_id: int, reason: str) -> int | None:
        """Return when a user was last pinged about a table for this reason, in any turn; None if never."""
        return await self._scalar(_LAST_PING, {"table_id": table_id, "user_id": user_id, "reason": reason})

"""Changes to messages, timers and deadlines, the outbox, and pings."""

from collections.abc import Iterable, Sequence

from sqlalchemy import bindparam, case, delete, exists, insert, or_, select, update

from data.store.league_schema import leagues, seasons
from data.store.schema import messages, outbox, pings, seats, tables, timers
from data.store.shards import SEATS_OF_SHARDS, TABLES_OF_SHARDS, TIMERS_OF_SHARDS, Shards, restrict_to_shards
from data.store.statements import BY, IS_OPEN, Changes

_INSERT_MESSAGE, _INSERT_OUTBOX = insert(messages), insert(outbox)
_OPEN_TABLES = select(tables.c.id).where(IS_OPEN)
_OF_OPEN_TABLES = _OPEN_TABLES.where(tables.c.guild_id == bindparam("of_guild"))
_LOCK_OPEN_TABLES, _LOCK_OPEN_TABLES_OF_SERVER = (
    found.order_by(tables.c.id).with_for_update() for found in (_OPEN_TABLES, _OF_OPEN_TABLES)
)
_SHIFT_TIMERS_OF_SERVER = (
    update(timers)
    .where(timers.c.kind == bindparam("of_kind"), timers.c.table_id.in_(_OF_OPEN_TABLES))
    .values(due=timers.c.due + bindparam("by"))
)
_SINCE_ASKED = bindparam("at") - seats.c.since
_SERVER_SHIFT = case((seats.c.since >= bindparam("asked_after"), _SINCE_ASKED), else_=BY)
_SHIFT_SEATS_OF_SERVER = (
    update(seats)
    .where(seats.c.due.is_not(None), seats.c.table_id.in_(_OF_OPEN_TABLES))
    .values(
        due=seats.c.due + _SERVER_SHIFT,
        remind=seats.c.remind + _SERVER_SHIFT,
        time_left=seats.c.time_left + _SERVER_SHIFT,
    )
)
_RETRY = (
    update(outbox)
    .where(outbox.c.done.is_(None), outbox.c.error == bindparam("reason"), outbox.c.due > bindparam("at"))
    .values(due=bindparam("at"))
)
_RETRY_REFUSED = _RETRY.where(outbox.c.table_id.in_(_OF_OPEN_TABLES))
# Messages of a league belong to no table; their payload contains the season's id.
_RETRY_REFUSED_OF_SEASONS = _RETRY.where(
    outbox.c.table_id.is_(None),
    exists()
    .where(seasons.c.league_id == leagues.c.id, leagues.c.guild_id == bindparam("of_guild"))
    .where(outbox.c.payload.contains(seasons.c.id)),
)
_DELETE_PING = delete(pings).where(
    pings.c.table_id == bindparam("table_id"),
    pings.c.turn == bindparam("turn"),
    pings.c.user_id == bindparam("user_id"),
    pings.c.reason == bindparam("reason"),
)
_DELETE_MESSAGE = delete(messages).where(
    messages.c.kind == bindparam("kind"), messages.c.message_id == bindparam("message_id")
)
_THREADS = messages.alias("threads")
_FORGET_REFUSED_THREADS = delete(messages).where(
    messages.c.kind == "thread",
    messages.c.table_id.in_(
        select(_THREADS.c.table_id).where(
            _THREADS.c.table_id.in_(_OF_OPEN_TABLES),
            _THREADS.c.kind == "thread",
            _THREADS.c.message_id == _THREADS.c.channel_id,
        )
    ),
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
# One statement for a table and one for timers of no table: PostgreSQL uses no index for IS NOT DISTINCT FROM.
_CLEAR_TIMERS = delete(timers).where(timers.c.table_id == bindparam("of_table"))
_CLEAR_TIMERS_OF_NO_TABLE = delete(timers).where(timers.c.table_id.is_(None))
_IS_OF_KIND = timers.c.kind == bindparam("of_kind")
_CLEAR_TIMERS_OF_KINDS = _CLEAR_TIMERS.where(timers.c.kind.in_(bindparam("of_kinds", expanding=True)))
_SHIFT_TIMERS = update(timers).where(timers.c.kind == bindparam("of_kind")).values(due=timers.c.due + bindparam("by"))
# A clock that begins in the future was started before the machine's time was set back.
_BEGINS_LATER = seats.c.since > bindparam("at")
_SHIFT_SEATS = (
    update(seats)
    .where(seats.c.open == 1, seats.c.due.is_not(None))
    .values(
        due=seats.c.due + BY,
        remind=seats.c.remind + BY,
        since=case((_BEGINS_LATER, seats.c.since + BY), else_=seats.c.since),
        time_left=case((_BEGINS_LATER, seats.c.time_left), else_=seats.c.time_left + BY),
    )
)


class OutboxWriter(Changes):
    """The part of `Writer` for messages, timers, the outbox and pings."""

    async def set_timer(self, table_id: str | None, kind: str, step: int, due: int, attempts: int = 0) -> None:
        """Set the timer of this kind at a table, replacing an earlier one; with None, the timer belongs to no table."""
        if table_id is None:
            statement = self._upsert(timers, ("kind",), where="table_id IS NULL")
        else:
            statement = self._upsert(timers, ("table_id", "kind"))
        values = {"table_id": table_id, "kind": kind, "step": step, "due": due, "attempts": attempts}
        await self._change(statement, {**values, "process": self._process})

    async def clear_timer(self, table_id: str | None, kind: str | None = None) -> None:
        """Remove the timer of this kind at a table, or all timers of the table if no kind is given."""
        statement = _CLEAR_TIMERS_OF_NO_TABLE if table_id is None else _CLEAR_TIMERS
        given = {"of_table": table_id, "of_kind": kind}
        parameters = {name: value for name, value in given.items() if value is not None}
        await self._change(statement if kind is None else statement.where(_IS_OF_KIND), parameters)

    async def clear_timers(self, table_id: str, kinds: Sequence[str]) -> None:
        """Remove the table's timers of these kinds."""
        await self._change(_CLEAR_TIMERS_OF_KINDS, {"of_table": table_id, "of_kinds": list(kinds)})

    async def _lock_open_tables(self, guild_id: int | None = None, of: Shards | None = None) -> None:
        """Lock open tables until the transaction ends, after waiting for changes that are in progress.

        Such changes were computed with the old deadlines and would overwrite shifted ones. SQLite has a single writer
        and needs no lock.
        """
        if self._connection.dialect.name != "postgresql":
            return
        if guild_id is None:
            await self._connection.execute(*restrict_to_shards(_LOCK_OPEN_TABLES, {}, TABLES_OF_SHARDS, of))
        else:
            await self._connection.execute(_LOCK_OPEN_TABLES_OF_SERVER, {"of_guild": guild_id})

    async def shift_timers(self, kind: str, by: int, of: Shards | None = None) -> None:
        """Shift all timers of a kind by `by` milliseconds, for instance after a downtime.

        `of` limits them to the tables of some shards. A timer of no table belongs to shard 0.
        """
        await self._lock_open_tables(of=of)
        await self._change(*restrict_to_shards(_SHIFT_TIMERS, {"of_kind": kind, "by": by}, TIMERS_OF_SHARDS, of))

    async def shift_timers_of_server(
        self, guild_id: int, kinds: Sequence[str], by: int, *, asked_after: int | None = None
    ) -> None:
        """Shift the seats' deadlines, and the timers of these kinds, at a server's open tables by `by` milliseconds.

        With `asked_after`, the deadline of a seat whose clock started at that time or later is shifted instead by the
        time for which its clock has run.
        """
        await self._lock_open_tables(guild_id)
        for kind in kinds:
            await self._change(_SHIFT_TIMERS_OF_SERVER, {"of_guild": guild_id, "of_kind": kind, "by": by})
        after = self.now if asked_after is None else asked_after
        await self._change(
            _SHIFT_SEATS_OF_SERVER, {"of_guild": guild_id, "by": by, "asked_after": after, "at": self.now}
        )

    async def shift_seats(self, by: int, of: Shards | None = None) -> None:
        """Shift the deadlines and reminders of all seats at open tables by `by` milliseconds.

        `of` limits them to the tables of some shards.
        """
        await self._lock_open_tables(of=of)
        await self._change(*restrict_to_shards(_SHIFT_SEATS, {"by": by, "at": self.now}, SEATS_OF_SHARDS, of))

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
                "created": self.now,
                "due": self.now if due is None else due,
                "attempts": 0,
                "process": self._process,
            },
        )

    async def shift_outbox(self, by: int) -> None:
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

    async def mark_outbox_attempted(self, row_id: int, now: int) -> None:
        """Record the time of the first delivery attempt of a row; called before the attempt."""
        await self._change(_ATTEMPTED, {"row": row_id, "at": now})

    async def mark_outbox_done(self, row_ids: Iterable[int]) -> None:
        """Mark rows as delivered or no longer needed, and delete their interaction tokens.

        The payloads of folded cards and replies are deleted too, since they are lines with people's names.
        """
        changes = [{"row": row_id, "done": self.now, "error": None, "token": None} for row_id in row_ids]
        if changes:
            await self._change(_CHANGE_OUTBOX, changes)

    async def schedule_outbox_retry(self, row_id: int, due: int, error: str) -> None:
        """Count a failed delivery attempt, and schedule the next attempt for `due`."""
        await self._change(_RETRY, {"row": row_id, "at": due, "reason": error})

    async def mark_outbox_failed(self, row_id: int, error: str) -> None:
        """Mark a row as failed for good; it is not retried."""
        await self._change(_CHANGE_OUTBOX, {"row": row_id, "done": self.now, "error": error, "token": None})

    async def prune_delivered(self, before: int, limit: int = 1_000) -> int:
        """Delete at most `limit` outbox rows that were done before a time, and return their number.

        Their ids are never reused.
        """
        return await self._change(_PRUNE_DELIVERED, {"before": before, "limit": limit})

    async def record_message(
        self, table_id: str, kind: str, channel_id: int, message_id: int, n: int, step: int
    ) -> int:
        """Add a message (or thread) that shows the table's entries up to `n`; return the row's id."""
        return await self._insert(
            _INSERT_MESSAGE,
            {
                "table_id": table_id,
                "kind": kind,
                "channel_id": channel_id,
                "message_id": message_id,
                "n": n,
                "step": step,
                "created": self.now,
            },
        )

    async def delete_message(self, kind: str, message_id: int) -> None:
        """Delete the row of a message or thread by its Discord id; a thread has the id of its first message."""
        await self._change(_DELETE_MESSAGE, {"kind": kind, "message_id": message_id})

    async def forget_refused_threads(self, guild_id: int) -> None:
        """Delete the thread rows of a server's open tables for which no thread could be created.

        Such a row has the channel's id as its message id. After its deletion, the next card tries to create a thread
        again.
        """
        await self._change(_FORGET_REFUSED_THREADS, {"of_guild": guild_id})

    async def put_ping(self, table_id: str, turn: int, user_id: int, reason: str) -> None:
        """Record that a user is pinged about a table now."""
        statement = self._upsert(pings, ("table_id", "turn", "user_id", "reason"))
        values = {"table_id": table_id, "turn": turn, "user_id": user_id, "reason": reason, "created": self.now}
        await self._change(statement, values)

    async def delete_ping(self, table_id: str, turn: int, user_id: int, reason: str) -> None:
        """Delete a ping that was not sent; no-op if there is none."""
        found = {"table_id": table_id, "turn": turn, "user_id": user_id, "reason": reason}
        await self._change(_DELETE_PING, found)

    async def retry_refused(self, guild_id: int, error: str, at: int) -> int:
        """Reschedule a server's pending rows that failed with this error to `at`, and return their number.

        They are the rows of open tables and of seasons. Rows due earlier than `at` are unchanged.
        """
        parameters = {"of_guild": guild_id, "reason": error, "at": at}
        return await self._change(_RETRY_REFUSED, parameters) + await self._change(
            _RETRY_REFUSED_OF_SEASONS, parameters
        )

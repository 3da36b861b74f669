"""Writing what is posted and what is to be done: messages, timers and deadlines, the outbox, and who was called."""

from collections.abc import Iterable, Sequence

from sqlalchemy import bindparam, case, delete, exists, insert, or_, select, update

from data.store.league_schema import leagues, seasons
from data.store.schema import messages, outbox, pings, seats, tables, timers
from data.store.shards import SEATS_OF_SHARDS, TABLES_OF_SHARDS, TIMERS_OF_SHARDS, Shards, of_shards
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
# What a league posts belongs to no table; its payload has the season's id.
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
# The payload of these kinds is a line with people's names, which nobody needs once it was sent.
_IS_LINE = or_(outbox.c.kind == "fold", outbox.c.kind == "reply")
_CHANGE_OUTBOX = (
    update(outbox).where(outbox.c.id == bindparam("row")).values(payload=case((_IS_LINE, "{}"), else_=outbox.c.payload))
)
_CHANGE_QUEUED = (
    update(outbox).where(outbox.c.id == bindparam("row"), outbox.c.done.is_(None)).values(payload=bindparam("text"))
)
_SHIFT_OUTBOX = update(outbox).where(outbox.c.done.is_(None)).values(due=outbox.c.due + bindparam("by"))
_DELIVERED_BEFORE = (
    select(outbox.c.id).where(outbox.c.done < bindparam("before")).order_by(outbox.c.done).limit(bindparam("limit"))
)
_PRUNE_DELIVERED = delete(outbox).where(outbox.c.id.in_(_DELIVERED_BEFORE))
# Not one statement with IS NOT DISTINCT FROM, for which PostgreSQL uses no index.
_CLEAR_TIMERS = delete(timers).where(timers.c.table_id == bindparam("of_table"))
_CLEAR_TIMERS_OF_NO_TABLE = delete(timers).where(timers.c.table_id.is_(None))
_IS_OF_KIND = timers.c.kind == bindparam("of_kind")
_CLEAR_TIMERS_OF_KINDS = _CLEAR_TIMERS.where(timers.c.kind.in_(bindparam("of_kinds", expanding=True)))
_SHIFT_TIMERS = update(timers).where(timers.c.kind == bindparam("of_kind")).values(due=timers.c.due + bindparam("by"))
# A clock that begins in the future was started before the machine's clock was set back.
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
    """The part of a `Writer` that is about messages, timers, the outbox and pings."""

    async def set_timer(self, table_id: str | None, kind: str, step: int, due: int, attempts: int = 0) -> None:
        """Set the one timer of this kind at the table (or of no table)."""
        if table_id is None:
            statement = self._upsert(timers, ("kind",), where="table_id IS NULL")
        else:
            statement = self._upsert(timers, ("table_id", "kind"))
        values = {"table_id": table_id, "kind": kind, "step": step, "due": due, "attempts": attempts}
        await self._change(statement, {**values, "process": self._process})

    async def clear_timer(self, table_id: str | None, kind: str | None = None) -> None:
        """Remove the table's timer of this kind, or all its timers."""
        statement = _CLEAR_TIMERS_OF_NO_TABLE if table_id is None else _CLEAR_TIMERS
        given = {"of_table": table_id, "of_kind": kind}
        parameters = {name: value for name, value in given.items() if value is not None}
        await self._change(statement if kind is None else statement.where(_IS_OF_KIND), parameters)

    async def clear_timers(self, table_id: str, kinds: Sequence[str]) -> None:
        """Remove the table's timers of these kinds."""
        await self._change(_CLEAR_TIMERS_OF_KINDS, {"of_table": table_id, "of_kinds": list(kinds)})

    async def _lock_open_tables(self, guild_id: int | None = None, of: Shards | None = None) -> None:
        """Let changes of open tables that are under way finish, which know deadlines as they were, and keep others out.

        SQLite has one writer at a time anyway.
        """
        if self._connection.dialect.name != "postgresql":
            return
        if guild_id is None:
            await self._connection.execute(*of_shards(_LOCK_OPEN_TABLES, {}, TABLES_OF_SHARDS, of))
        else:
            await self._connection.execute(_LOCK_OPEN_TABLES_OF_SERVER, {"of_guild": guild_id})

    async def shift_timers(self, kind: str, by: int, of: Shards | None = None) -> None:
        """Move every timer of a kind by so many milliseconds, as after a downtime; only those of some shards' tables.

        A timer of no table belongs to shard 0.
        """
        await self._lock_open_tables(of=of)
        await self._change(*of_shards(_SHIFT_TIMERS, {"of_kind": kind, "by": by}, TIMERS_OF_SHARDS, of))

    async def shift_timers_of_server(
        self, guild_id: int, kinds: Sequence[str], by: int, *, asked_after: int | None = None
    ) -> None:
        """Move the seats' deadlines and the timers of these kinds at a server's open tables by so many milliseconds.

        Seats that were asked from a time on, if that is given, get back what has passed since they were.
        """
        await self._lock_open_tables(guild_id)
        for kind in kinds:
            await self._change(_SHIFT_TIMERS_OF_SERVER, {"of_guild": guild_id, "of_kind": kind, "by": by})
        after = self.now if asked_after is None else asked_after
        await self._change(
            _SHIFT_SEATS_OF_SERVER, {"of_guild": guild_id, "by": by, "asked_after": after, "at": self.now}
        )

    async def shift_seats(self, by: int, of: Shards | None = None) -> None:
        """Move the deadlines and reminders of all seats at (some shards') open tables by so many milliseconds."""
        await self._lock_open_tables(of=of)
        await self._change(*of_shards(_SHIFT_SEATS, {"by": by, "at": self.now}, SEATS_OF_SHARDS, of))

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
        """Add a row to the outbox, due at once unless `due` is given; gives its id, which is never used again."""
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
        """Move the due time of every pending row by so many milliseconds, as after a clock was set."""
        await self._change(_SHIFT_OUTBOX, {"by": by})

    async def change_queued(self, row_id: int, payload: str) -> None:
        """Give a row that is still to be delivered another payload."""
        await self._change(_CHANGE_QUEUED, {"row": row_id, "text": payload})

    async def outbox_attempted(self, row_id: int, now: int) -> None:
        """Note the time of the first attempt to deliver a row, before it is made."""
        await self._change(_ATTEMPTED, {"row": row_id, "at": now})

    async def outbox_done(self, row_ids: Iterable[int]) -> None:
        """Mark rows as delivered (or no longer needed); their interaction tokens and lines are deleted."""
        changes = [{"row": row_id, "done": self.now, "error": None, "token": None} for row_id in row_ids]
        if changes:
            await self._change(_CHANGE_OUTBOX, changes)

    async def outbox_retry(self, row_id: int, due: int, error: str) -> None:
        """Count a failed attempt, and retry the row at `due`."""
        await self._change(_RETRY, {"row": row_id, "at": due, "reason": error})

    async def outbox_failed(self, row_id: int, error: str) -> None:
        """Give a row up for good."""
        await self._change(_CHANGE_OUTBOX, {"row": row_id, "done": self.now, "error": error, "token": None})

    async def prune_delivered(self, before: int, limit: int = 1_000) -> int:
        """Delete rows of the outbox that were done before a time, at most `limit`; gives their number.

        Their ids are not used again.
        """
        return await self._change(_PRUNE_DELIVERED, {"before": before, "limit": limit})

    async def record_message(
        self, table_id: str, kind: str, channel_id: int, message_id: int, n: int, step: int
    ) -> int:
        """Add a message (or thread) that shows the table with its entries up to `n`; gives the row's id."""
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
        """Delete the row of a message or thread by the id Discord gave it; a thread has its first message's."""
        await self._change(_DELETE_MESSAGE, {"kind": kind, "message_id": message_id})

    async def forget_refused_threads(self, guild_id: int) -> None:
        """Delete the threads of a server's open tables whose game is in the channel for lack of a thread."""
        await self._change(_FORGET_REFUSED_THREADS, {"of_guild": guild_id})

    async def put_ping(self, table_id: str, turn: int, user_id: int, reason: str) -> None:
        """Note that somebody is called to a table now."""
        statement = self._upsert(pings, ("table_id", "turn", "user_id", "reason"))
        values = {"table_id": table_id, "turn": turn, "user_id": user_id, "reason": reason, "created": self.now}
        await self._change(statement, values)

    async def delete_ping(self, table_id: str, turn: int, user_id: int, reason: str) -> None:
        """Delete the note that somebody was called, who was not; nothing happens if there is none."""
        found = {"table_id": table_id, "turn": turn, "user_id": user_id, "reason": reason}
        await self._change(_DELETE_PING, found)

    async def retry_refused(self, guild_id: int, error: str, at: int) -> int:
        """Make the pending rows of a server's open tables and its seasons that failed with an error due at a time.

        Rows that are due earlier stay so. Returns how many are due earlier than before.
        """
        parameters = {"of_guild": guild_id, "reason": error, "at": at}
        return await self._change(_RETRY_REFUSED, parameters) + await self._change(
            _RETRY_REFUSED_OF_SEASONS, parameters
        )

"""Writing: all changes that a transaction can make, those about people and servers in `people_writer`."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Unpack

import msgspec
from sqlalchemy import (
    BigInteger,
    bindparam,
    case,
    delete,
    insert,
    select,
    update,
)

from data.store.errors import StaleStep, TooManyTables
from data.store.people_writer import PeopleWriter
from data.store.pruning import prune_tables
from data.store.reader import IS_OPEN, Reader
from data.store.rows import (
    OPEN_PHASES,
    HandoverRow,
    Scope,
    SeatRow,
    TableChanges,
    TableRow,
)
from data.store.schema import (
    drafts,
    entries,
    facts,
    handovers,
    messages,
    outbox,
    pings,
    seats,
    snapshots,
    tables,
    timers,
)

ALIVE = "alive"
"""The name of the fact that stores when the program was last alive."""

_KEEP = update(tables).where(tables.c.ended.is_not(None), tables.c.pruned.is_(None))
_KEEP = _KEEP.values(kept_from=tables.c.ended + bindparam("by"))
_KEEP_TABLE = _KEEP.where(tables.c.id == bindparam("table"))
_KEEP_TABLES = _KEEP.where(tables.c.guild_id == bindparam("of_guild"))
_UPDATE_TABLE = update(tables).where(tables.c.id == bindparam("table"), tables.c.step == bindparam("expected"))
_MARK_SEATS = update(seats).where(seats.c.table_id == bindparam("of_table"))
_REMOVE_SEAT = delete(seats).where(seats.c.table_id == bindparam("table_id"), seats.c.seat == bindparam("seat"))
_INSERT_TABLE, _INSERT_SEATS, _INSERT_ENTRIES = insert(tables), insert(seats), insert(entries)
_INSERT_MESSAGE, _INSERT_OUTBOX, _INSERT_HANDOVER = insert(messages), insert(outbox), insert(handovers)
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
_SERVER_SHIFT = case((seats.c.since > bindparam("asked_after"), _SINCE_ASKED), else_=bindparam("by", type_=BigInteger))
_SHIFT_SEATS_OF_SERVER = (
    update(seats)
    .where(seats.c.due.is_not(None), seats.c.table_id.in_(_OF_OPEN_TABLES))
    .values(
        due=seats.c.due + _SERVER_SHIFT,
        remind=seats.c.remind + _SERVER_SHIFT,
        time_left=seats.c.time_left + _SERVER_SHIFT,
    )
)
_RETRY_REFUSED = (
    update(outbox)
    .where(outbox.c.done.is_(None), outbox.c.error == bindparam("reason"), outbox.c.table_id.in_(_OF_OPEN_TABLES))
    .values(due=bindparam("at"))
)
_DELETE_DRAFTS = delete(drafts).where(drafts.c.table_id == bindparam("table_id"))
_DELETE_DRAFTS_OF_SEAT = _DELETE_DRAFTS.where(drafts.c.seat == bindparam("seat"))
_DELETE_PING = delete(pings).where(
    pings.c.table_id == bindparam("table_id"),
    pings.c.turn == bindparam("turn"),
    pings.c.user_id == bindparam("user_id"),
    pings.c.reason == bindparam("reason"),
)
_DELETE_MESSAGE = delete(messages).where(
    messages.c.kind == bindparam("kind"), messages.c.message_id == bindparam("message_id")
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
_CHANGE_OUTBOX = update(outbox).where(outbox.c.id == bindparam("row"))
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
_DELETE_FACT = delete(facts).where(facts.c.name == bindparam("name"))
_SHIFT_SEATS = (
    update(seats)
    .where(seats.c.open == 1, seats.c.due.is_not(None))
    .values(
        due=seats.c.due + bindparam("by"),
        remind=seats.c.remind + bindparam("by"),
        time_left=seats.c.time_left + bindparam("by"),
    )
)
_LOCK_FACT = select(facts.c.value).where(facts.c.name == bindparam("name")).with_for_update()


class Writer(PeopleWriter, Reader):
    """One transaction: all of it is committed, or nothing.

    `now` (milliseconds UTC) is its time, written wherever a row tells when it was made or changed.
    After an error the transaction is over: leave the `async with` block.
    """

    async def create_table(
        self, row: TableRow, seats: Iterable[SeatRow] = (), *, limits: Mapping[Scope, int] | None = None
    ) -> None:
        """Add a table with its seats; raises Conflict if the id is taken, or the rematch has been opened already.

        Raises TooManyTables if its host, channel or server has as many open tables as `limits` allow. Counting and
        creating are atomic: of several tables created at once none gets past a limit.
        """
        if limits is not None:
            await self._check_limits(row, limits)
        await self._change(_INSERT_TABLE, {**msgspec.structs.asdict(row), "kept_from": row.ended})
        is_open = int(row.phase in OPEN_PHASES)
        if found := [{"table_id": row.id, "open": is_open, **msgspec.structs.asdict(seat)} for seat in seats]:
            await self._change(_INSERT_SEATS, found)

    async def _check_limits(self, row: TableRow, limits: Mapping[Scope, int]) -> None:
        ids: dict[Scope, int | None] = {"host": row.host, "channel": row.channel_id, "server": row.guild_id}
        # Always locked in this order, so that no two transactions wait for each other.
        for scope, number in ids.items():
            if number is None or scope not in limits:
                continue
            await self.lock(f"{scope} {number}")
            keyword = "guild" if scope == "server" else scope
            if await self.count_open_tables(**{keyword: number}) >= limits[scope]:
                raise TooManyTables(scope, limits[scope])

    async def update_table(self, table_id: str, expected_step: int, **changes: Unpack[TableChanges]) -> None:
        """Compare-and-set: change a table that is still at the expected step; raises StaleStep if it is not.

        When the table ends, the drafts of its seats are deleted.
        """
        parameters = {**changes, "updated": self.now, "table": table_id, "expected": expected_step}
        if "ended" in changes:
            parameters["kept_from"] = changes["ended"]
        if await self._change(_UPDATE_TABLE, parameters) != 1:
            raise StaleStep(f"Table {table_id} is not at step {expected_step}.")
        if "phase" in changes:
            is_open = changes["phase"] in OPEN_PHASES
            await self._change(_MARK_SEATS, {"of_table": table_id, "open": int(is_open)})
            if not is_open:
                await self.clear_drafts(table_id)

    async def keep_longer(self, table_id: str, by: int) -> None:
        """Keep the working data of an ended table so many milliseconds longer than others, or shorter if negative."""
        await self._change(_KEEP_TABLE, {"table": table_id, "by": by})

    async def keep_longer_on_server(self, guild_id: int, by: int) -> None:
        """The same for all tables of a server that have ended and are not pruned yet."""
        await self._change(_KEEP_TABLES, {"of_guild": guild_id, "by": by})

    async def put_seat(self, table_id: str, seat: SeatRow) -> None:
        """Add or replace a seat; raises Conflict if its user sits at the table already."""
        statement = self._upsert(seats, ("table_id", "seat"), kept=("open",))
        await self._change(statement, {"table_id": table_id, **msgspec.structs.asdict(seat)})

    async def remove_seat(self, table_id: str, seat: int) -> None:
        """Take a seat away; the others keep their numbers."""
        await self._change(_REMOVE_SEAT, {"table_id": table_id, "seat": seat})

    async def add_handover(self, table_id: str, handover: HandoverRow) -> None:
        """Note who had a seat that somebody else has taken."""
        values = {"table_id": table_id, "created": self.now, **msgspec.structs.asdict(handover)}
        await self._insert(_INSERT_HANDOVER, values)

    async def append_entries(
        self,
        table_id: str,
        after_n: int,
        new: Sequence[tuple[str, str, str, str | None]],
        *,
        time_left: int | None = None,
        bank: int | None = None,
    ) -> int:
        """Log actions (actor, action, digest, public events) after entry `after_n`; gives the number of the last one.

        `time_left` are the milliseconds until the deadline of the turn to which they belong, None without one; `bank`
        are those in the bank of the seat that acts.
        Raises Conflict if somebody else has logged an entry after `after_n`.
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
                "created": self.now,
            }
            for n, (actor, action, digest, events) in enumerate(new, after_n + 1)
        ]
        if found:
            await self._change(_INSERT_ENTRIES, found)
        return after_n + len(found)

    async def save_snapshot(self, table_id: str, n: int, step: int, state: bytes) -> None:
        """Replace the cached state of a table by the one after entry `n`."""
        statement = self._upsert(snapshots, ("table_id",))
        await self._change(statement, {"table_id": table_id, "n": n, "step": step, "state": state})

    async def put_draft(self, table_id: str, seat: int, name: str, turn: int, content: str) -> None:
        """Store the move that a seat is composing at a turn, in place of its draft of this name."""
        draft = {"table_id": table_id, "seat": seat, "name": name, "turn": turn, "content": content}
        statement = self._upsert(drafts, ("table_id", "seat", "name"))
        await self._change(statement, {**draft, "updated": self.now})

    async def clear_drafts(self, table_id: str, seat: int | None = None) -> None:
        """Delete all drafts of a seat, or of all seats of the table."""
        if seat is None:
            await self._change(_DELETE_DRAFTS, {"table_id": table_id})
        else:
            await self._change(_DELETE_DRAFTS_OF_SEAT, {"table_id": table_id, "seat": seat})

    async def set_timer(self, table_id: str | None, kind: str, step: int, due: int) -> None:
        """Set the one timer of this kind at the table (or of no table)."""
        if table_id is None:
            statement = self._upsert(timers, ("kind",), where="table_id IS NULL")
        else:
            statement = self._upsert(timers, ("table_id", "kind"))
        await self._change(statement, {"table_id": table_id, "kind": kind, "step": step, "due": due})

    async def clear_timer(self, table_id: str | None, kind: str | None = None) -> None:
        """Remove the table's timer of this kind, or all its timers."""
        statement = _CLEAR_TIMERS_OF_NO_TABLE if table_id is None else _CLEAR_TIMERS
        given = {"of_table": table_id, "of_kind": kind}
        parameters = {name: value for name, value in given.items() if value is not None}
        await self._change(statement if kind is None else statement.where(_IS_OF_KIND), parameters)

    async def clear_timers(self, table_id: str, kinds: Sequence[str]) -> None:
        """Remove the table's timers of these kinds."""
        await self._change(_CLEAR_TIMERS_OF_KINDS, {"of_table": table_id, "of_kinds": list(kinds)})

    async def _lock_open_tables(self, guild_id: int | None = None) -> None:
        """Let changes of open tables that are under way finish, which know deadlines as they were, and keep others out.

        SQLite has one writer at a time anyway.
        """
        if self._connection.dialect.name != "postgresql":
            return
        if guild_id is None:
            await self._connection.execute(_LOCK_OPEN_TABLES)
        else:
            await self._connection.execute(_LOCK_OPEN_TABLES_OF_SERVER, {"of_guild": guild_id})

    async def shift_timers(self, kind: str, by: int) -> None:
        """Move every timer of a kind by so many milliseconds, as after a downtime."""
        await self._lock_open_tables()
        await self._change(_SHIFT_TIMERS, {"of_kind": kind, "by": by})

    async def shift_timers_of_server(
        self, guild_id: int, kinds: Sequence[str], by: int, *, asked_after: int | None = None
    ) -> None:
        """Move the seats' deadlines and the timers of these kinds at a server's open tables by so many milliseconds.

        Seats that were asked after a time, if that is given, get back what has passed since.
        """
        await self._lock_open_tables(guild_id)
        for kind in kinds:
            await self._change(_SHIFT_TIMERS_OF_SERVER, {"of_guild": guild_id, "of_kind": kind, "by": by})
        after = self.now if asked_after is None else asked_after
        await self._change(
            _SHIFT_SEATS_OF_SERVER, {"of_guild": guild_id, "by": by, "asked_after": after, "at": self.now}
        )

    async def shift_seats(self, by: int) -> None:
        """Move the deadlines and reminders of all seats at open tables by so many milliseconds."""
        await self._lock_open_tables()
        await self._change(_SHIFT_SEATS, {"by": by})

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
            },
        )

    async def shift_outbox(self, by: int) -> None:
        """Move the due time of every pending row by so many milliseconds, as after a clock was set."""
        await self._change(_SHIFT_OUTBOX, {"by": by})

    async def outbox_attempted(self, row_id: int, now: int) -> None:
        """Note the time of the first attempt to deliver a row, before it is made."""
        await self._change(_ATTEMPTED, {"row": row_id, "at": now})

    async def outbox_done(self, row_ids: Iterable[int]) -> None:
        """Mark rows as delivered (or no longer needed); their interaction tokens are deleted."""
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

    async def prune(self, before: int) -> int:
        """Delete a batch of rows whose retention ended; gives how many, 0 when nothing is left.

        These are outbox rows delivered before a time, and the rows of tables that ended before it, except for their
        record and newest messages. The batch is bounded, so that a large backlog is many short transactions.
        """
        return await self.prune_delivered(before) + await prune_tables(self._connection, before, self.now)

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

    async def put_ping(self, table_id: str, turn: int, user_id: int, reason: str) -> None:
        """Note that somebody is called to a table now."""
        statement = self._upsert(pings, ("table_id", "turn", "user_id", "reason"))
        values = {"table_id": table_id, "turn": turn, "user_id": user_id, "reason": reason, "created": self.now}
        await self._change(statement, values)

    async def delete_ping(self, table_id: str, turn: int, user_id: int, reason: str) -> None:
        """Delete the note that somebody was called, who was not; nothing happens if there is none."""
        found = {"table_id": table_id, "turn": turn, "user_id": user_id, "reason": reason}
        await self._change(_DELETE_PING, found)

    async def retry_refused(self, guild_id: int, error: str) -> int:
        """Make the pending rows of a server's open tables that failed with an error due now; gives their number."""
        return await self._change(_RETRY_REFUSED, {"of_guild": guild_id, "reason": error, "at": self.now})

    async def clear_fact(self, name: str) -> None:
        """Remove what is stored under a name."""
        await self._change(_DELETE_FACT, {"name": name})

    async def set_fact(self, name: str, value: str) -> None:
        """Store a value under a name."""
        await self._change(self._upsert(facts, ("name",)), {"name": name, "value": value})

    async def next_number(self, name: str) -> int:
        """Count up the number stored under a name, from 1."""
        await self.lock(name)
        number = int(await self.fact(name) or 0) + 1
        await self.set_fact(name, str(number))
        return number

    async def record_alive(self) -> int:
        """Store that the program is alive now; gives the milliseconds since the previous call.

        0 the first time, negative after the clock was set back. The fact is locked until the transaction ends, so that
        concurrent calls count no downtime twice.
        """
        before = await self._scalar(_LOCK_FACT, {"name": ALIVE})
        # Read after the lock was acquired, which may have taken a while.
        now = self._clock()
        await self.set_fact(ALIVE, str(now))
        return 0 if before is None else now - int(before)

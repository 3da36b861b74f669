"""Writing: all changes that a transaction can make."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from typing import Any, Unpack, cast

import msgspec
from sqlalchemy import CursorResult, Executable, Table, bindparam, delete, func, insert, select, text, update
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection

from data.store.errors import Conflict, StaleStep, TooManyTables
from data.store.pruning import prune_tables
from data.store.reader import Parameters, Reader
from data.store.rows import OPEN_PHASES, HandoverRow, Scope, SeatRow, TableChanges, TableRow
from data.store.schema import (
    drafts,
    entries,
    facts,
    handovers,
    messages,
    outbox,
    seats,
    snapshots,
    tables,
    timers,
    users,
)

ALIVE = "alive"
"""The name of the fact that stores when the program was last alive."""

_UPDATE_TABLE = update(tables).where(tables.c.id == bindparam("table"), tables.c.step == bindparam("expected"))
_LOCK_SCOPE = select(func.pg_advisory_xact_lock(func.hashtextextended(bindparam("scope"), 0)))
_MARK_SEATS = update(seats).where(seats.c.table_id == bindparam("of_table"))
_REMOVE_SEAT = delete(seats).where(seats.c.table_id == bindparam("table_id"), seats.c.seat == bindparam("seat"))
_INSERT_TABLE, _INSERT_SEATS, _INSERT_ENTRIES = insert(tables), insert(seats), insert(entries)
_INSERT_MESSAGE, _INSERT_OUTBOX, _INSERT_HANDOVER = insert(messages), insert(outbox), insert(handovers)
_DELETE_DRAFTS = delete(drafts).where(drafts.c.table_id == bindparam("table_id"))
_DELETE_DRAFTS_OF_SEAT = _DELETE_DRAFTS.where(drafts.c.seat == bindparam("seat"))
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
_SHIFT_TIMERS = update(timers).where(timers.c.kind == bindparam("of_kind")).values(due=timers.c.due + bindparam("by"))
_LOCK_FACT = select(facts.c.value).where(facts.c.name == bindparam("name")).with_for_update()


class Writer(Reader):
    """One transaction: all of it is committed, or nothing.

    `now` (milliseconds UTC) is its time, written wherever a row tells when it was made or changed.
    After an error the transaction is over: leave the `async with` block.
    """

    def __init__(self, connection: AsyncConnection, clock: Callable[[], int]) -> None:
        super().__init__(connection)
        self._clock = clock
        self.now = clock()

    async def create_table(
        self, row: TableRow, seats: Iterable[SeatRow] = (), *, limits: Mapping[Scope, int] | None = None
    ) -> None:
        """Add a table with its seats; raises Conflict if the id is taken, or the rematch has been opened already.

        Raises TooManyTables if its host, channel or server has as many open tables as `limits` allow. Counting and
        creating are atomic: of several tables created at once none gets past a limit.
        """
        if limits is not None:
            await self._check_limits(row, limits)
        await self._change(_INSERT_TABLE, msgspec.structs.asdict(row))
        is_open = int(row.phase in OPEN_PHASES)
        if found := [{"table_id": row.id, "open": is_open, **msgspec.structs.asdict(seat)} for seat in seats]:
            await self._change(_INSERT_SEATS, found)

    async def _check_limits(self, row: TableRow, limits: Mapping[Scope, int]) -> None:
        ids: dict[Scope, int | None] = {"host": row.host, "channel": row.channel_id, "server": row.guild_id}
        # Always locked in this order, so that no two transactions wait for each other.
        for scope, number in ids.items():
            if number is None or scope not in limits:
                continue
            if self._connection.dialect.name == "postgresql":
                await self._connection.execute(_LOCK_SCOPE, {"scope": f"{scope} {number}"})
            keyword = "guild" if scope == "server" else scope
            if await self.count_open_tables(**{keyword: number}) >= limits[scope]:
                raise TooManyTables(scope, limits[scope])

    async def update_table(self, table_id: str, expected_step: int, **changes: Unpack[TableChanges]) -> None:
        """Compare-and-set: change a table that is still at the expected step; raises StaleStep if it is not.

        When the table ends, the drafts of its seats are deleted.
        """
        parameters = {**changes, "updated": self.now, "table": table_id, "expected": expected_step}
        if await self._change(_UPDATE_TABLE, parameters) != 1:
            raise StaleStep(f"Table {table_id} is not at step {expected_step}.")
        if "phase" in changes:
            is_open = changes["phase"] in OPEN_PHASES
            await self._change(_MARK_SEATS, {"of_table": table_id, "open": int(is_open)})
            if not is_open:
                await self.clear_drafts(table_id)

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
    ) -> int:
        """Log actions (actor, action, digest, public events) after entry `after_n`; gives the number of the last one.

        `time_left` are the milliseconds until the deadline of the turn to which they belong, None without one.
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

    async def shift_timers(self, kind: str, by: int) -> None:
        """Move every timer of a kind by so many milliseconds, as after a downtime."""
        await self._change(_SHIFT_TIMERS, {"of_kind": kind, "by": by})

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

    async def put_user(self, user_id: int, name: str, settings: str | None = None) -> None:
        """Add or replace a person; settings not given stay as they are."""
        kept = ("created",) if settings is not None else ("created", "settings")
        values = {"id": user_id, "name": name, "settings": settings or "{}", "created": self.now, "updated": self.now}
        await self._change(self._upsert(users, ("id",), kept=kept), values)

    async def set_fact(self, name: str, value: str) -> None:
        """Store a value under a name."""
        await self._change(self._upsert(facts, ("name",)), {"name": name, "value": value})

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

    async def _change(self, statement: Executable, parameters: Parameters | Sequence[Parameters]) -> int:
        """Run a statement once, or once for each of several parameters; gives the number of rows. Raises Conflict."""
        return (await self._execute(statement, parameters)).rowcount

    async def _insert(self, statement: Executable, parameters: Parameters) -> int:
        """Insert one row; gives the number it was given. Raises Conflict."""
        (number,) = cast("tuple[int]", (await self._execute(statement, parameters)).inserted_primary_key)
        return number

    async def _execute(self, statement: Executable, parameters: Parameters | Sequence[Parameters]) -> CursorResult[Any]:
        try:
            return await self._connection.execute(statement, parameters)
        except IntegrityError as error:
            raise Conflict(str(error.orig)) from error

    def _upsert(self, table: Table, keys: tuple[str, ...], **choices: Any) -> Executable:
        return _upsert(self._connection.dialect.name, table, keys, **choices)


@cache
def _upsert(
    dialect: str, table: Table, keys: tuple[str, ...], *, kept: tuple[str, ...] = (), where: str | None = None
) -> Executable:
    """Insert, or where a row with these keys exists, replace all but the keys and the kept columns."""
    statement = {"sqlite": sqlite.insert, "postgresql": postgresql.insert}[dialect](table)
    replaced = [name for column in table.c if (name := column.name) not in {"id", *keys, *kept}]
    return statement.on_conflict_do_update(
        index_elements=keys,
        index_where=None if where is None else text(where),
        set_={name: statement.excluded[name] for name in replaced},
    )

"""Queries and changes of timers and deadlines."""

from collections.abc import Sequence

from sqlalchemy import bindparam, case, delete, func, select, update

from data.store.rows import TimerRow
from data.store.schema import seats, tables, timers
from data.store.shards import SEATS_OF_SHARDS, TABLES_OF_SHARDS, TIMERS_OF_SHARDS, Shards, restrict_to_shards
from data.store.statements import BY, OPEN_TABLES, OPEN_TABLES_OF_SERVER, Part, is_for_process, select_rows

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
_IS_FOR_PROCESS = is_for_process(timers)
_LOCK_OPEN_TABLES, _LOCK_OPEN_TABLES_OF_SERVER = (
    found.order_by(tables.c.id).with_for_update() for found in (OPEN_TABLES, OPEN_TABLES_OF_SERVER)
)
_SHIFT_TIMERS_OF_SERVER = (
    update(timers)
    .where(timers.c.kind == bindparam("of_kind"), timers.c.table_id.in_(OPEN_TABLES_OF_SERVER))
    .values(due=timers.c.due + bindparam("by"))
)
_SINCE_ASKED = bindparam("at") - seats.c.since
_SERVER_SHIFT = case((seats.c.since >= bindparam("asked_after"), _SINCE_ASKED), else_=BY)
_SHIFT_SEATS_OF_SERVER = (
    update(seats)
    .where(seats.c.due.is_not(None), seats.c.table_id.in_(OPEN_TABLES_OF_SERVER))
    .values(
        due=seats.c.due + _SERVER_SHIFT,
        remind=seats.c.remind + _SERVER_SHIFT,
        time_left=seats.c.time_left + _SERVER_SHIFT,
    )
)
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


class TimerReader(Part):
    """Queries of timers and deadlines."""

    async def get(self, table_id: str, kind: str) -> TimerRow | None:
        """Return the timer of this kind at a table, None if there is none."""
        return await self._first(TimerRow, _TIMER, {"table_id": table_id, "kind": kind})

    async def due(
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
        if self._transaction.beside is not None:
            statement, wanted = (
                statement.where(_IS_FOR_PROCESS),
                {**wanted, **self._transaction.process_parameters(now)},
            )
        return await self._all(TimerRow, *restrict_to_shards(statement, wanted, TIMERS_OF_SHARDS, of))

    async def next_due(self, after: int = -1) -> int | None:
        """Return the earliest due time later than `after` among all timers, None if there is none."""
        return await self._scalar(_NEXT_TIMER_DUE, {"after": after})

    async def count_due(self, now: int) -> int:
        """Return the number of timers due at `now`."""
        return await self._scalar(_COUNT_DUE_TIMERS, {"now": now})


class TimerWriter(TimerReader):
    """Changes of timers and deadlines."""

    async def set(self, table_id: str | None, kind: str, step: int, due: int, attempts: int = 0) -> None:
        """Set the timer of this kind at a table, replacing an earlier one; with None, the timer belongs to no table."""
        if table_id is None:
            statement = self._upsert(timers, ("kind",), where="table_id IS NULL")
        else:
            statement = self._upsert(timers, ("table_id", "kind"))
        values = {"table_id": table_id, "kind": kind, "step": step, "due": due, "attempts": attempts}
        await self._change(statement, {**values, "process": self._transaction.process})

    async def clear(self, table_id: str | None, kind: str | None = None) -> None:
        """Remove the timer of this kind at a table, or all timers of the table if no kind is given."""
        statement = _CLEAR_TIMERS_OF_NO_TABLE if table_id is None else _CLEAR_TIMERS
        given = {"of_table": table_id, "of_kind": kind}
        parameters = {name: value for name, value in given.items() if value is not None}
        await self._change(statement if kind is None else statement.where(_IS_OF_KIND), parameters)

    async def clear_kinds(self, table_id: str, kinds: Sequence[str]) -> None:
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

    async def shift(self, kind: str, by: int, of: Shards | None = None) -> None:
        """Shift all timers of a kind by `by` milliseconds, for instance after a downtime.

        `of` limits them to the tables of some shards. A timer of no table belongs to shard 0.
        """
        await self._lock_open_tables(of=of)
        await self._change(*restrict_to_shards(_SHIFT_TIMERS, {"of_kind": kind, "by": by}, TIMERS_OF_SHARDS, of))

    async def shift_of_server(
        self, guild_id: int, kinds: Sequence[str], by: int, *, asked_after: int | None = None
    ) -> None:
        """Shift the seats' deadlines, and the timers of these kinds, at a server's open tables by `by` milliseconds.

        With `asked_after`, the deadline of a seat whose clock started at that time or later is shifted instead by the
        time for which its clock has run.
        """
        await self._lock_open_tables(guild_id)
        for kind in kinds:
            await self._change(_SHIFT_TIMERS_OF_SERVER, {"of_guild": guild_id, "of_kind": kind, "by": by})
        after = self._now if asked_after is None else asked_after
        await self._change(
            _SHIFT_SEATS_OF_SERVER, {"of_guild": guild_id, "by": by, "asked_after": after, "at": self._now}
        )

    async def shift_seats(self, by: int, of: Shards | None = None) -> None:
        """Shift the deadlines and reminders of all seats at open tables by `by` milliseconds.

        `of` limits them to the tables of some shards.
        """
        await self._lock_open_tables(of=of)
        await self._change(*restrict_to_shards(_SHIFT_SEATS, {"by": by, "at": self._now}, SEATS_OF_SHARDS, of))

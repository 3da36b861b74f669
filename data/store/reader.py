"""Reading: every question the program asks of the database."""

from collections.abc import Sequence
from functools import cache
from typing import Any, TypeVar

from sqlalchemy import ColumnElement, Executable, bindparam, false, func, or_, select

from data.store.rows import (
    OPEN_PHASES,
    EntryRow,
    MessageRow,
    OutboxRow,
    Phase,
    Row,
    SeatRow,
    SnapshotRow,
    TableRow,
    TimerRow,
    UserRow,
)
from data.store.schema import entries, facts, messages, outbox, seats, snapshots, tables, timers, users
from data.store.session import Parameters, Session

AnyRow = TypeVar("AnyRow", bound=Row)


def _of_phases(phases: Sequence[Phase]) -> ColumnElement[bool]:
    return or_(false(), *(tables.c.phase == phase for phase in phases))


# Built once: composing a statement costs more than running it.
_TABLE = select(tables).where(tables.c.id == bindparam("id"))
_SEATS = (
    select(*(column for column in seats.c if column is not seats.c.table_id))
    .where(seats.c.table_id == bindparam("table_id"))
    .order_by(seats.c.seat)
)
_ENTRIES = (
    select(entries.c.n, entries.c.actor, entries.c.action, entries.c.digest, entries.c.created)
    .where(entries.c.table_id == bindparam("table_id"), entries.c.n > bindparam("after"))
    .order_by(entries.c.n)
)
_SNAPSHOT = select(snapshots.c.n, snapshots.c.step, snapshots.c.state).where(
    snapshots.c.table_id == bindparam("table_id")
)
_THREADED = select(messages.c.table_id).where(
    messages.c.kind == "thread", messages.c.message_id == bindparam("channel_id")
)
_TABLES_IN_CHANNEL = (
    select(tables)
    .where(or_(tables.c.channel_id == bindparam("channel_id"), tables.c.id.in_(_THREADED)))
    .order_by(_of_phases(OPEN_PHASES).desc(), tables.c.created.desc(), tables.c.id)
    .limit(bindparam("limit"))
)
_MESSAGE = (
    select(messages)
    .where(messages.c.table_id == bindparam("table_id"), messages.c.kind == bindparam("kind"))
    .order_by(messages.c.id.desc())
    .limit(1)
)
_MESSAGE_BEFORE = (
    select(messages)
    .where(
        messages.c.table_id == bindparam("table_id"),
        messages.c.kind == bindparam("kind"),
        messages.c.id < bindparam("row"),
    )
    .order_by(messages.c.id.desc())
    .limit(1)
)
_USER = select(users).where(users.c.id == bindparam("id"))
_TIMER = select(timers).where(timers.c.table_id == bindparam("table_id"), timers.c.kind == bindparam("kind"))
_DUE_TIMERS = (
    select(timers).where(timers.c.due <= bindparam("now")).order_by(timers.c.due, timers.c.id).limit(bindparam("limit"))
)
_NEXT_TIMER = select(func.min(timers.c.due))
_PENDING_OUTBOX = (
    select(outbox)
    .where(outbox.c.done.is_(None), outbox.c.due <= bindparam("now"))
    .order_by(outbox.c.id)
    .limit(bindparam("limit"))
)
_PENDING_OF_TABLE = (
    select(outbox)
    .where(outbox.c.done.is_(None), outbox.c.table_id == bindparam("table_id"), outbox.c.kind == bindparam("kind"))
    .order_by(outbox.c.id)
)
_NEXT_OUTBOX = select(func.min(outbox.c.due)).where(outbox.c.done.is_(None))
_OUTBOX_WAITING = select(func.count(), func.min(outbox.c.created)).where(outbox.c.done.is_(None))
_COUNT_DUE_TIMERS = select(func.count()).select_from(timers).where(timers.c.due <= bindparam("now"))
_FACT = select(facts.c.value).where(facts.c.name == bindparam("name"))


class Reader:
    """A consistent look at the database: everything read through one reader belongs to the same moment.

    (On PostgreSQL a `Writer` is the exception: it sees what others commit meanwhile, except at its locked table.)
    """

    def __init__(self, session: Session) -> None:
        self._session = session

    async def table(self, table_id: str) -> TableRow | None:
        """The table with this id."""
        return await self._first(TableRow, _TABLE, {"id": table_id})

    async def seats(self, table_id: str) -> tuple[SeatRow, ...]:
        """The seats of a table in their order."""
        return await self._all(SeatRow, _SEATS, {"table_id": table_id})

    async def entries(self, table_id: str, after: int = 0) -> tuple[EntryRow, ...]:
        """The logged actions of a table with numbers greater than `after`, in order."""
        return await self._all(EntryRow, _ENTRIES, {"table_id": table_id, "after": after})

    async def snapshot(self, table_id: str) -> SnapshotRow | None:
        """The cached state of a table, which may lag behind its entries."""
        return await self._first(SnapshotRow, _SNAPSHOT, {"table_id": table_id})

    async def tables_in_channel(self, channel_id: int, limit: int = 25) -> tuple[TableRow, ...]:
        """The tables whose channel or thread this is: the open ones first, then the newest first."""
        return await self._all(TableRow, _TABLES_IN_CHANNEL, {"channel_id": channel_id, "limit": limit})

    async def tables_of_user(
        self, user_id: int, phases: Sequence[Phase] = OPEN_PHASES, limit: int = 100
    ) -> tuple[TableRow, ...]:
        """The tables where the user has a seat, the last changed first."""
        parameters = {"user_id": user_id, "limit": limit}
        return await self._all(TableRow, _tables_of_user(tuple(phases)), parameters)

    async def count_open_tables(
        self, *, host: int | None = None, channel: int | None = None, guild: int | None = None
    ) -> int:
        """How many tables are in the lobby or being played, of a host, a channel, or a guild if given."""
        wanted = {"host": host, "channel_id": channel, "guild_id": guild}
        parameters = {name: value for name, value in wanted.items() if value is not None}
        return await self._scalar(_count_open_tables(tuple(parameters)), parameters)

    async def message(self, table_id: str, kind: str) -> MessageRow | None:
        """The newest message of this kind for a table."""
        return await self._first(MessageRow, _MESSAGE, {"table_id": table_id, "kind": kind})

    async def message_before(self, message: MessageRow) -> MessageRow | None:
        """The one of the same kind and table that came before."""
        parameters = {"table_id": message.table_id, "kind": message.kind, "row": message.id}
        return await self._first(MessageRow, _MESSAGE_BEFORE, parameters)

    async def user(self, user_id: int) -> UserRow | None:
        """The person with this Discord id."""
        return await self._first(UserRow, _USER, {"id": user_id})

    async def timer(self, table_id: str, kind: str) -> TimerRow | None:
        """The timer of this kind at a table."""
        return await self._first(TimerRow, _TIMER, {"table_id": table_id, "kind": kind})

    async def due_timers(self, now: int, limit: int = 100) -> tuple[TimerRow, ...]:
        """The timers due at `now`, the earliest first."""
        return await self._all(TimerRow, _DUE_TIMERS, {"now": now, "limit": limit})

    async def next_timer_due(self) -> int | None:
        """When the earliest timer is due, or None if there is none."""
        return await self._scalar(_NEXT_TIMER, {})

    async def pending_outbox(self, now: int, limit: int = 100) -> tuple[OutboxRow, ...]:
        """What is to be said at `now`, in the order in which it was queued."""
        return await self._all(OutboxRow, _PENDING_OUTBOX, {"now": now, "limit": limit})

    async def pending_of_table(self, table_id: str, kind: str) -> tuple[OutboxRow, ...]:
        """What of a kind is still to be said of a table, due or not, in the order in which it was queued."""
        return await self._all(OutboxRow, _PENDING_OF_TABLE, {"table_id": table_id, "kind": kind})

    async def next_outbox_due(self) -> int | None:
        """When the earliest pending row of the outbox is due (maybe long ago), or None if nothing is pending."""
        return await self._scalar(_NEXT_OUTBOX, {})

    async def outbox_waiting(self) -> tuple[int, int | None]:
        """How many rows of the outbox are pending, due or not, and when the oldest was queued (None: there is none)."""
        (waiting, oldest), *_ = await self._session.rows(_OUTBOX_WAITING, {})
        return waiting, oldest

    async def count_due_timers(self, now: int) -> int:
        """How many timers are due at `now`."""
        return await self._scalar(_COUNT_DUE_TIMERS, {"now": now})

    async def fact(self, name: str) -> str | None:
        """A small thing remembered under this name."""
        return await self._scalar(_FACT, {"name": name})

    async def _first(self, kind: type[AnyRow], statement: Executable, parameters: Parameters) -> AnyRow | None:
        return next(iter(await self._all(kind, statement, parameters)), None)

    async def _all(self, kind: type[AnyRow], statement: Executable, parameters: Parameters) -> tuple[AnyRow, ...]:
        names = kind.__struct_fields__
        found = await self._session.rows(statement, parameters)
        return tuple(kind(**dict(zip(names, values, strict=True))) for values in found)

    async def _scalar(self, statement: Executable, parameters: Parameters) -> Any:
        return next((values[0] for values in await self._session.rows(statement, parameters)), None)


@cache
def _tables_of_user(phases: tuple[Phase, ...]) -> Executable:
    return (
        select(tables)
        .join(seats)
        .where(seats.c.user_id == bindparam("user_id"), _of_phases(phases))
        .order_by(tables.c.updated.desc(), tables.c.id)
        .limit(bindparam("limit"))
    )


@cache
def _count_open_tables(columns: tuple[str, ...]) -> Executable:
    counted = select(func.count()).select_from(tables).where(_of_phases(OPEN_PHASES))
    return counted.where(*(tables.c[name] == bindparam(name) for name in columns))

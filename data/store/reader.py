"""Reading: all queries of the program."""

from collections.abc import Collection, Mapping
from functools import cache
from typing import Any, TypeVar

from sqlalchemy import (
    Executable,
    Select,
    Table,
    and_,
    bindparam,
    func,
    literal_column,
    or_,
    select,
    union,
)
from sqlalchemy.ext.asyncio import AsyncConnection

from data.store.rows import (
    DraftRow,
    EntryRow,
    HandoverRow,
    HighScoreRow,
    MessageRow,
    OutboxRow,
    ResultRow,
    Row,
    SeatRow,
    SnapshotRow,
    TableRow,
    TimerRow,
    UserRow,
)
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

Parameters = Mapping[str, Any]
AnyRow = TypeVar("AnyRow", bound=Row)

NEWEST_ENTRIES = 50
"""The number of newest entries among which `newest_action` searches."""


def _select(kind: type[Row], table: Table) -> Select[Any]:
    return select(*(table.c[name] for name in kind.__struct_fields__))


# Built once: composing a statement costs more than running it. Literals, because partial indexes need them.
_IS_OPEN = tables.c.phase.in_([literal_column("'lobby'"), literal_column("'playing'")])

_TABLE = _select(TableRow, tables).where(tables.c.id == bindparam("id"))
_REMATCH_OF = _select(TableRow, tables).where(tables.c.rematch_of == bindparam("table_id"))
_SEATS = _select(SeatRow, seats).where(seats.c.table_id == bindparam("table_id")).order_by(seats.c.seat)
_HANDOVERS = (
    _select(HandoverRow, handovers)
    .where(handovers.c.table_id == bindparam("table_id"), handovers.c.n >= bindparam("since"))
    .order_by(handovers.c.id)
)
_ENTRIES_OF_TABLE = _select(EntryRow, entries).where(entries.c.table_id == bindparam("table_id"))
_ENTRIES = _ENTRIES_OF_TABLE.where(entries.c.n > bindparam("after")).order_by(entries.c.n)
_PUBLIC_ENTRIES = _ENTRIES.where(
    or_(entries.c.events.is_(None), entries.c.events != "[]", entries.c.actor == bindparam("actor"))
)
_NEWEST_ENTRY = _ENTRIES_OF_TABLE.order_by(entries.c.n.desc()).limit(1)
_RECENT = (
    select(entries.c.n, entries.c.actor, entries.c.action)
    .where(entries.c.table_id == bindparam("table_id"))
    .order_by(entries.c.n.desc())
    .limit(bindparam("limit"))
    .subquery()
)
_NEWEST_ACTION = (
    select(_RECENT.c.action).where(_RECENT.c.actor == bindparam("actor")).order_by(_RECENT.c.n.desc()).limit(1)
)
_SNAPSHOT = _select(SnapshotRow, snapshots).where(snapshots.c.table_id == bindparam("table_id"))
_DRAFTS = (
    _select(DraftRow, drafts)
    .where(drafts.c.table_id == bindparam("table_id"), drafts.c.seat == bindparam("seat"))
    .order_by(drafts.c.name)
)
_TABLES_IN_CHANNEL = (
    _select(TableRow, tables)
    .where(
        _IS_OPEN,
        tables.c.id.in_(
            union(
                select(tables.c.id).where(_IS_OPEN, tables.c.channel_id == bindparam("channel_id")),
                select(messages.c.table_id).where(
                    messages.c.message_id == bindparam("channel_id"), messages.c.kind == "thread"
                ),
            )
        ),
    )
    .order_by(tables.c.created.desc(), tables.c.id)
    .limit(bindparam("limit"))
)
_OPEN_TABLES = (
    _select(TableRow, tables)
    .where(_IS_OPEN, tables.c.id > bindparam("after"))
    .order_by(tables.c.id)
    .limit(bindparam("limit"))
)
_TABLES_OF_USER = (
    _select(TableRow, tables)
    .join(seats)
    .where(seats.c.user_id == bindparam("user_id"), seats.c.open == literal_column("1"))
    .order_by(tables.c.updated.desc(), tables.c.id)
    .limit(bindparam("limit"))
)
_IS_FINISHED = tables.c.phase == literal_column("'finished'")
_NEWEST_FIRST = (tables.c.ended.desc(), tables.c.id)
_FINISHED_WITH_USER = (
    select(tables.c.id)
    .join(seats)
    .where(seats.c.user_id == bindparam("user_id"), seats.c.open == literal_column("0"), _IS_FINISHED)
    .order_by(*_NEWEST_FIRST)
    .limit(bindparam("limit"))
)
_FINISHED_OF_USER = (
    _select(TableRow, tables)
    .where(tables.c.id.in_(_FINISHED_WITH_USER.offset(bindparam("offset"))))
    .order_by(*_NEWEST_FIRST)
)
_RESULTS_OF_USER = (
    select(
        *(tables.c[name] if name in ("game", "ended") else seats.c[name] for name in ResultRow.__struct_fields__),
    )
    .join_from(tables, seats)
    .where(
        tables.c.id.in_(
            _FINISHED_WITH_USER.where(tables.c.guild_id == bindparam("guild_id"), seats.c.place.is_not(None))
        )
    )
    .order_by(*_NEWEST_FIRST, seats.c.seat)
)
_HIGH_SCORES = (
    select(tables.c.game, seats.c.user_id, func.max(seats.c.name).label("name"), func.max(seats.c.score).label("score"))
    .join_from(seats, tables)
    .where(seats.c.score.is_not(None), seats.c.user_id.is_not(None), tables.c.guild_id == bindparam("guild_id"))
    .group_by(tables.c.game, seats.c.user_id)
    .order_by(func.max(seats.c.score).desc(), seats.c.user_id)
    .limit(bindparam("limit"))
)
_FINISHED_TABLES = (
    _select(TableRow, tables)
    .where(_IS_FINISHED, tables.c.id > bindparam("after"))
    .order_by(tables.c.id)
    .limit(bindparam("limit"))
)
# A range of one kind: with equality PostgreSQL may walk down all messages by their ids until it meets the table's.
_MESSAGE = (
    _select(MessageRow, messages)
    .where(messages.c.table_id == bindparam("table_id"), messages.c.kind.between(bindparam("kind"), bindparam("kind")))
    .order_by(messages.c.kind.desc(), messages.c.id.desc())
    .limit(1)
)
_MESSAGE_BEFORE = _MESSAGE.where(messages.c.id < bindparam("row"))
_USER = _select(UserRow, users).where(users.c.id == bindparam("id"))
_USERS = _select(UserRow, users).where(users.c.id.in_(bindparam("ids", expanding=True)))
_TIMER = _select(TimerRow, timers).where(timers.c.table_id == bindparam("table_id"), timers.c.kind == bindparam("kind"))
_IS_DUE_TIMER = timers.c.due <= bindparam("now")
_DUE_TIMERS = (
    _select(TimerRow, timers).where(_IS_DUE_TIMER).order_by(timers.c.due, timers.c.id).limit(bindparam("limit"))
)
_NEXT_TIMER_DUE = select(func.min(timers.c.due))
_COUNT_DUE_TIMERS = select(func.count()).select_from(timers).where(_IS_DUE_TIMER)
_IS_PENDING = outbox.c.done.is_(None)
_IS_NOT_BUSY = and_(
    or_(outbox.c.table_id.is_(None), outbox.c.table_id.not_in(bindparam("busy_tables", expanding=True))),
    outbox.c.id.not_in(bindparam("busy_rows", expanding=True)),
)
_PENDING_OUTBOX = (
    _select(OutboxRow, outbox)
    .where(_IS_PENDING, outbox.c.due <= bindparam("now"), _IS_NOT_BUSY)
    .order_by(outbox.c.due, outbox.c.id)
    .limit(bindparam("limit"))
)
_NEXT_OUTBOX_DUE = select(outbox.c.due).where(_IS_PENDING, _IS_NOT_BUSY).order_by(outbox.c.due, outbox.c.id).limit(1)
_PENDING_OF_TABLE = (
    _select(OutboxRow, outbox)
    .where(_IS_PENDING, outbox.c.table_id == bindparam("table_id"), outbox.c.kind == bindparam("kind"))
    .order_by(outbox.c.id)
)
_OUTBOX_WAITING = select(func.count(), func.min(outbox.c.created)).where(_IS_PENDING)
_FACT = select(facts.c.value).where(facts.c.name == bindparam("name"))


class Reader:
    """A consistent snapshot of the database: everything read through one reader belongs to the same moment.

    (On PostgreSQL a `Writer` is the exception: it sees concurrent commits, except to its locked table.)
    """

    def __init__(self, connection: AsyncConnection) -> None:
        self._connection = connection

    async def table(self, table_id: str) -> TableRow | None:
        """The table with this id."""
        return await self._first(TableRow, _TABLE, {"id": table_id})

    async def rematch_of(self, table_id: str) -> TableRow | None:
        """The rematch of a table, None if there is none."""
        return await self._first(TableRow, _REMATCH_OF, {"table_id": table_id})

    async def seats(self, table_id: str) -> tuple[SeatRow, ...]:
        """The seats of a table in their order."""
        return await self._all(SeatRow, _SEATS, {"table_id": table_id})

    async def handovers(self, table_id: str, since: int) -> tuple[HandoverRow, ...]:
        """Who had seats of a table that changed hands at entry `since` or later, in order."""
        return await self._all(HandoverRow, _HANDOVERS, {"table_id": table_id, "since": since})

    async def entries(self, table_id: str, after: int = 0) -> tuple[EntryRow, ...]:
        """The logged actions of a table with numbers greater than `after`, in order."""
        return await self._all(EntryRow, _ENTRIES, {"table_id": table_id, "after": after})

    async def public_entries(self, table_id: str, after: int, actor: str) -> tuple[EntryRow, ...]:
        """The logged actions after entry `after` that have public events, or are an actor's, in order.

        Entries from before events were stored are included.
        """
        return await self._all(EntryRow, _PUBLIC_ENTRIES, {"table_id": table_id, "after": after, "actor": actor})

    async def newest_entry(self, table_id: str) -> EntryRow | None:
        """The newest logged action of a table."""
        return await self._first(EntryRow, _NEWEST_ENTRY, {"table_id": table_id})

    async def newest_action(self, table_id: str, actor: str) -> str | None:
        """The newest action of an actor, None if there is none among the table's newest `NEWEST_ENTRIES`."""
        parameters = {"table_id": table_id, "actor": actor, "limit": NEWEST_ENTRIES}
        return await self._scalar(_NEWEST_ACTION, parameters)

    async def snapshot(self, table_id: str) -> SnapshotRow | None:
        """The cached state of a table, which may lag behind its entries."""
        return await self._first(SnapshotRow, _SNAPSHOT, {"table_id": table_id})

    async def drafts(self, table_id: str, seat: int) -> tuple[DraftRow, ...]:
        """The drafts of a seat by name, including those of earlier turns."""
        return await self._all(DraftRow, _DRAFTS, {"table_id": table_id, "seat": seat})

    async def tables_in_channel(self, channel_id: int, limit: int = 25) -> tuple[TableRow, ...]:
        """The open tables in a channel or thread, the newest first."""
        return await self._all(TableRow, _TABLES_IN_CHANNEL, {"channel_id": channel_id, "limit": limit})

    async def tables_of_user(self, user_id: int, limit: int = 100) -> tuple[TableRow, ...]:
        """The open tables where the user has a seat, the last changed first."""
        return await self._all(TableRow, _TABLES_OF_USER, {"user_id": user_id, "limit": limit})

    async def finished_tables_of_user(self, user_id: int, limit: int, offset: int = 0) -> tuple[TableRow, ...]:
        """The finished games where the user had a seat, the newest first."""
        return await self._all(TableRow, _FINISHED_OF_USER, {"user_id": user_id, "limit": limit, "offset": offset})

    async def results_of_user(self, user_id: int, guild_id: int, limit: int) -> tuple[ResultRow, ...]:
        """How all seats did in a user's newest finished games on a server, at most `limit` games, the newest first."""
        return await self._all(ResultRow, _RESULTS_OF_USER, {"user_id": user_id, "guild_id": guild_id, "limit": limit})

    async def high_scores(self, guild_id: int, limit: int) -> tuple[HighScoreRow, ...]:
        """The best scores of games played alone on a server, one for each person and game, the highest first."""
        return await self._all(HighScoreRow, _HIGH_SCORES, {"guild_id": guild_id, "limit": limit})

    async def finished_tables(self, after: str, limit: int) -> tuple[TableRow, ...]:
        """The tables with ids greater than `after` whose game was finished, in the order of their ids."""
        return await self._all(TableRow, _FINISHED_TABLES, {"after": after, "limit": limit})

    async def open_tables(self, after: str, limit: int) -> tuple[TableRow, ...]:
        """The open tables with ids greater than `after`, in the order of their ids."""
        return await self._all(TableRow, _OPEN_TABLES, {"after": after, "limit": limit})

    async def count_open_tables(
        self, *, host: int | None = None, channel: int | None = None, guild: int | None = None
    ) -> int:
        """The number of open tables, of a host, a channel, or a guild if given."""
        wanted = {"host": host, "channel_id": channel, "guild_id": guild}
        parameters = {name: value for name, value in wanted.items() if value is not None}
        return await self._scalar(_count_open_tables(tuple(parameters)), parameters)

    async def message(self, table_id: str, kind: str) -> MessageRow | None:
        """The newest message of this kind for a table."""
        return await self._first(MessageRow, _MESSAGE, {"table_id": table_id, "kind": kind})

    async def message_before(self, message: MessageRow) -> MessageRow | None:
        """The previous message of the same kind and table."""
        parameters = {"table_id": message.table_id, "kind": message.kind, "row": message.id}
        return await self._first(MessageRow, _MESSAGE_BEFORE, parameters)

    async def user(self, user_id: int) -> UserRow | None:
        """The person with this Discord id."""
        return await self._first(UserRow, _USER, {"id": user_id})

    async def users(self, user_ids: Collection[int]) -> tuple[UserRow, ...]:
        """Those of the people with these Discord ids who are known."""
        return await self._all(UserRow, _USERS, {"ids": list(user_ids)})

    async def timer(self, table_id: str, kind: str) -> TimerRow | None:
        """The timer of this kind at a table."""
        return await self._first(TimerRow, _TIMER, {"table_id": table_id, "kind": kind})

    async def due_timers(self, now: int, limit: int = 100) -> tuple[TimerRow, ...]:
        """The timers due at `now`, the earliest first."""
        return await self._all(TimerRow, _DUE_TIMERS, {"now": now, "limit": limit})

    async def next_timer_due(self) -> int | None:
        """When the earliest timer is due, or None if there is none."""
        return await self._scalar(_NEXT_TIMER_DUE, {})

    async def count_due_timers(self, now: int) -> int:
        """How many timers are due at `now`."""
        return await self._scalar(_COUNT_DUE_TIMERS, {"now": now})

    async def pending_outbox(
        self, now: int, limit: int = 100, *, busy_tables: Collection[str] = (), busy_rows: Collection[int] = ()
    ) -> tuple[OutboxRow, ...]:
        """The pending rows of the outbox due at `now`, the earliest due first.

        Tables, and rows without a table, that the dispatcher is working on already are excluded before the limit
        applies, so that slow tables don't block others.
        """
        busy = {"busy_tables": list(busy_tables), "busy_rows": list(busy_rows)}
        return await self._all(OutboxRow, _PENDING_OUTBOX, {"now": now, "limit": limit, **busy})

    async def next_outbox_due(
        self, *, busy_tables: Collection[str] = (), busy_rows: Collection[int] = ()
    ) -> int | None:
        """When the earliest pending row of the outbox is due (maybe long ago), None if nothing is pending.

        Busy tables and rows are excluded as in `pending_outbox`.
        """
        return await self._scalar(_NEXT_OUTBOX_DUE, {"busy_tables": list(busy_tables), "busy_rows": list(busy_rows)})

    async def pending_of_table(self, table_id: str, kind: str) -> tuple[OutboxRow, ...]:
        """The pending rows of a kind for a table, due or not, in the order in which they were queued."""
        return await self._all(OutboxRow, _PENDING_OF_TABLE, {"table_id": table_id, "kind": kind})

    async def outbox_waiting(self) -> tuple[int, int | None]:
        """The number of pending rows of the outbox, due or not, and when the oldest was queued (None: none)."""
        waiting, oldest = (await self._connection.execute(_OUTBOX_WAITING)).one()
        return waiting, oldest

    async def fact(self, name: str) -> str | None:
        """The value stored under this name."""
        return await self._scalar(_FACT, {"name": name})

    async def _first(self, kind: type[AnyRow], statement: Executable, parameters: Parameters) -> AnyRow | None:
        return next(iter(await self._all(kind, statement, parameters)), None)

    async def _all(self, kind: type[AnyRow], statement: Executable, parameters: Parameters) -> tuple[AnyRow, ...]:
        names = kind.__struct_fields__
        found = await self._connection.execute(statement, parameters)
        return tuple(kind(**dict(zip(names, values, strict=True))) for values in found)

    async def _scalar(self, statement: Executable, parameters: Parameters) -> Any:
        return await self._connection.scalar(statement, parameters)


@cache
def _count_open_tables(columns: tuple[str, ...]) -> Executable:
    counted = select(func.count()).select_from(tables).where(_IS_OPEN)
    return counted.where(*(tables.c[name] == bindparam(name) for name in columns))

"""Queries and changes of tables, their seats, handovers and drafts, and the results of finished games."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import cache
from typing import Any, Unpack

import msgspec
from sqlalchemy import Executable, and_, bindparam, delete, exists, func, insert, literal_column, select, union, update

from data.store.errors import StaleStep, TooManyTables
from data.store.league_schema import season_tables
from data.store.rows import (
    OPEN_PHASES,
    DraftRow,
    EntryRow,
    HandoverRow,
    HighScoreRow,
    ResultRow,
    Scope,
    SeatRow,
    SnapshotRow,
    TableChanges,
    TableRow,
)
from data.store.schema import drafts, entries, handovers, messages, seats, snapshots, tables
from data.store.shards import TABLES_OF_SHARDS, Shards, restrict_to_shards
from data.store.statements import IS_OPEN, AnyRow, Part, select_rows

_TABLE = select_rows(TableRow, tables).where(tables.c.id == bindparam("id"))
_REMATCH_OF = select_rows(TableRow, tables).where(tables.c.rematch_of == bindparam("table_id"))
_SEATS = select_rows(SeatRow, seats).where(seats.c.table_id == bindparam("table_id")).order_by(seats.c.seat)
_HANDOVERS = (
    select_rows(HandoverRow, handovers)
    .where(handovers.c.table_id == bindparam("table_id"), handovers.c.n >= bindparam("since"))
    .order_by(handovers.c.id)
)
_NEWEST_N = select(func.max(entries.c.n)).where(entries.c.table_id == tables.c.id).correlate(tables).scalar_subquery()
_LOADED = (
    _TABLE.add_columns(*select_rows(SnapshotRow, snapshots).selected_columns)
    .add_columns(*select_rows(EntryRow, entries).selected_columns)
    .outerjoin_from(tables, snapshots, snapshots.c.table_id == tables.c.id)
    .outerjoin(entries, and_(entries.c.table_id == tables.c.id, entries.c.n == _NEWEST_N))
)
_DRAFTS = (
    select_rows(DraftRow, drafts)
    .where(drafts.c.table_id == bindparam("table_id"), drafts.c.seat == bindparam("seat"))
    .order_by(drafts.c.name)
)
_OF_THREAD = select(messages.c.table_id).where(
    messages.c.message_id == bindparam("channel_id"), messages.c.kind == "thread"
)
_TABLE_OF_THREAD = select_rows(TableRow, tables).where(tables.c.id.in_(_OF_THREAD))
_TABLES_IN_CHANNEL = (
    select_rows(TableRow, tables)
    .where(
        IS_OPEN,
        tables.c.id.in_(
            union(
                select(tables.c.id).where(IS_OPEN, tables.c.channel_id == bindparam("channel_id")),
                _OF_THREAD,
            )
        ),
    )
    .order_by(tables.c.created.desc(), tables.c.id)
    .limit(bindparam("limit"))
)
_OPEN_TABLES = (
    select_rows(TableRow, tables)
    .where(IS_OPEN, tables.c.id > bindparam("after"))
    .order_by(tables.c.id)
    .limit(bindparam("limit"))
)
_OPEN_TABLES_OF_SERVER = (
    select_rows(TableRow, tables)
    .where(IS_OPEN, tables.c.guild_id == bindparam("guild_id"))
    # Not ordered by `updated`: the order would reveal when players made hidden moves.
    .order_by(tables.c.created.desc(), tables.c.id)
    .limit(bindparam("limit"))
    .offset(bindparam("offset"))
)
_TABLES_OF_USER = (
    select_rows(TableRow, tables)
    .join(seats)
    .where(seats.c.user_id == bindparam("user_id"), seats.c.open == literal_column("1"))
    .order_by(tables.c.updated.desc(), tables.c.id)
    .limit(bindparam("limit"))
)
_WITH_OLD_NAME = (
    select(seats.c.table_id)
    .join(tables)
    .where(
        seats.c.user_id == bindparam("user_id"),
        seats.c.open == literal_column("1"),
        seats.c.name.not_in(bindparam("names", expanding=True)),
        tables.c.guild_id.is_not_distinct_from(bindparam("guild_id")),
    )
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
    select_rows(TableRow, tables)
    .where(tables.c.id.in_(_FINISHED_WITH_USER.offset(bindparam("offset"))))
    .order_by(*_NEWEST_FIRST)
)
_BEGUN = (
    select(tables.c.id, tables.c.phase)
    .join(seats)
    .where(
        seats.c.user_id == bindparam("user_id"),
        tables.c.game == bindparam("game"),
        tables.c.phase.in_((literal_column("'playing'"), literal_column("'finished'"))),
    )
    .limit(bindparam("limit"))
)
_IS_NOT_VOID = ~exists().where(
    season_tables.c.table_id == tables.c.id, season_tables.c.state == literal_column("'void'")
)
_RESULTS_OF_USER = (
    select(
        *(tables.c[name] if name in ("game", "ended") else seats.c[name] for name in ResultRow.__struct_fields__),
    )
    .join_from(tables, seats)
    .where(
        tables.c.id.in_(
            _FINISHED_WITH_USER.where(
                tables.c.guild_id == bindparam("guild_id"), seats.c.place.is_not(None), _IS_NOT_VOID
            )
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
    select_rows(TableRow, tables)
    .where(_IS_FINISHED, tables.c.id > bindparam("after"))
    .order_by(tables.c.id)
    .limit(bindparam("limit"))
)
_KEEP = update(tables).where(tables.c.ended.is_not(None), tables.c.pruned.is_(None))
_KEEP = _KEEP.values(kept_from=tables.c.ended + bindparam("by"))
_KEEP_TABLE = _KEEP.where(tables.c.id == bindparam("table"))
_KEEP_TABLES = _KEEP.where(tables.c.guild_id == bindparam("of_guild"))
_UPDATE_TABLE = update(tables).where(tables.c.id == bindparam("table"), tables.c.step == bindparam("expected"))
_MARK_SEATS = update(seats).where(seats.c.table_id == bindparam("of_table"))
_REMOVE_SEAT = delete(seats).where(seats.c.table_id == bindparam("table_id"), seats.c.seat == bindparam("seat"))
_INSERT_TABLE, _INSERT_SEATS = insert(tables), insert(seats)
_INSERT_HANDOVER = insert(handovers)
_DELETE_DRAFTS = delete(drafts).where(drafts.c.table_id == bindparam("table_id"))
_DELETE_DRAFTS_OF_SEAT = _DELETE_DRAFTS.where(drafts.c.seat == bindparam("seat"))


class TableReader(Part):
    """Queries of tables, their seats, handovers and drafts, and the results of finished games."""

    async def get(self, table_id: str) -> TableRow | None:
        """Return the table with this id, None if there is none."""
        return await self._first(TableRow, _TABLE, {"id": table_id})

    async def rematch_of(self, table_id: str) -> TableRow | None:
        """Return the rematch of a table, None if there is none."""
        return await self._first(TableRow, _REMATCH_OF, {"table_id": table_id})

    async def seats(self, table_id: str) -> tuple[SeatRow, ...]:
        """Return the seats of a table in order."""
        return await self._all(SeatRow, _SEATS, {"table_id": table_id})

    async def handovers(self, table_id: str, since: int) -> tuple[HandoverRow, ...]:
        """Return the handovers of a table that happened at entry number `since` or later, in order."""
        return await self._all(HandoverRow, _HANDOVERS, {"table_id": table_id, "since": since})

    async def get_with_snapshot(self, table_id: str) -> tuple[TableRow, SnapshotRow | None, EntryRow | None] | None:
        """Return a table with its snapshot and its newest entry, None if the table does not exist.

        The entry is None if the log is folded.
        """
        values = (await self._connection.execute(_LOADED, {"id": table_id})).first()
        if values is None:
            return None
        of_table, of_snapshot = len(TableRow.__struct_fields__), len(SnapshotRow.__struct_fields__)
        row, rest = _row(TableRow, values[:of_table]), values[of_table:]
        assert row is not None
        return row, _row(SnapshotRow, rest[:of_snapshot]), _row(EntryRow, rest[of_snapshot:])

    async def drafts(self, table_id: str, seat: int) -> tuple[DraftRow, ...]:
        """Return the drafts of a seat by name, including those of earlier turns."""
        return await self._all(DraftRow, _DRAFTS, {"table_id": table_id, "seat": seat})

    async def in_channel(self, channel_id: int, limit: int = 25) -> tuple[TableRow, ...]:
        """Return the open tables in a channel or thread, newest first; at most `limit`."""
        return await self._all(TableRow, _TABLES_IN_CHANNEL, {"channel_id": channel_id, "limit": limit})

    async def of_thread(self, thread_id: int) -> TableRow | None:
        """Return the table, open or over, that is played in a thread; None for any other channel."""
        return next(iter(await self._all(TableRow, _TABLE_OF_THREAD, {"channel_id": thread_id})), None)

    async def of_user(self, user_id: int, limit: int = 100) -> tuple[TableRow, ...]:
        """Return the open tables where the user has a seat, most recently changed first."""
        return await self._all(TableRow, _TABLES_OF_USER, {"user_id": user_id, "limit": limit})

    async def list_with_old_name(self, user_id: int, guild_id: int | None, names: Collection[str]) -> tuple[str, ...]:
        """Return the ids of a user's open tables on a server where the user's seat has none of these names.

        `guild_id` is None for tables in direct messages.
        """
        parameters = {"user_id": user_id, "guild_id": guild_id, "names": list(names)}
        return tuple((await self._connection.execute(_WITH_OLD_NAME, parameters)).scalars())

    async def finished_of_user(self, user_id: int, limit: int, offset: int = 0) -> tuple[TableRow, ...]:
        """Return the finished tables where the user had a seat, newest first."""
        return await self._all(TableRow, _FINISHED_OF_USER, {"user_id": user_id, "limit": limit, "offset": offset})

    async def phases_of_user(self, user_id: int, game: str, limit: int) -> tuple[str, ...]:
        """Return the phases of a user's tables of a game, in progress or finished, in any order; at most `limit`."""
        parameters = {"user_id": user_id, "game": game, "limit": limit}
        return tuple(row.phase for row in await self._connection.execute(_BEGUN, parameters))

    async def results_of_user(self, user_id: int, guild_id: int, limit: int) -> tuple[ResultRow, ...]:
        """Return the results of a user's newest finished games on a server, including those of the other seats.

        Tables that are void in their season are left out.

        `limit` is the maximum number of games.
        """
        return await self._all(ResultRow, _RESULTS_OF_USER, {"user_id": user_id, "guild_id": guild_id, "limit": limit})

    async def high_scores(self, guild_id: int, limit: int) -> tuple[HighScoreRow, ...]:
        """Return the best solo scores on a server, one for each person and game, highest first."""
        return await self._all(HighScoreRow, _HIGH_SCORES, {"guild_id": guild_id, "limit": limit})

    async def list_finished(self, after: str, limit: int) -> tuple[TableRow, ...]:
        """Return the tables with finished games and ids above `after`, ordered by id."""
        return await self._all(TableRow, _FINISHED_TABLES, {"after": after, "limit": limit})

    async def list_open(self, after: str, limit: int, of: Shards | None = None) -> tuple[TableRow, ...]:
        """Return the open tables with ids above `after`, ordered by id; `of` limits them to those of some shards."""
        found = restrict_to_shards(_OPEN_TABLES, {"after": after, "limit": limit}, TABLES_OF_SHARDS, of)
        return await self._all(TableRow, *found)

    async def count_open(self, *, host: int | None = None, channel: int | None = None, guild: int | None = None) -> int:
        """Return the number of open tables, optionally only those of a host, in a channel or on a server."""
        wanted = {"host": host, "channel_id": channel, "guild_id": guild}
        parameters = {name: value for name, value in wanted.items() if value is not None}
        return await self._scalar(_count_open_tables(tuple(parameters)), parameters)

    async def list_open_of_server(self, guild_id: int, limit: int, offset: int = 0) -> tuple[TableRow, ...]:
        """Return the open tables of a server, newest first."""
        parameters = {"guild_id": guild_id, "limit": limit, "offset": offset}
        return await self._all(TableRow, _OPEN_TABLES_OF_SERVER, parameters)


class TableWriter(TableReader):
    """Changes of tables, their seats, handovers and drafts, and the results of finished games."""

    async def create(
        self, row: TableRow, seats: Iterable[SeatRow] = (), *, limits: Mapping[Scope, int] | None = None
    ) -> None:
        """Add a table with its seats; raises Conflict if the id is taken or the rematch was already opened.

        Raises TooManyTables if its host, channel or server has reached its limit of open tables in `limits`. Counting
        and creating are atomic, so concurrent transactions cannot exceed a limit.
        """
        if limits is not None:
            await self._check_limits(row, limits)
        await self._change(_INSERT_TABLE, {**msgspec.structs.asdict(row), "kept_from": row.ended})
        is_open = int(row.phase in OPEN_PHASES)
        if found := [{"table_id": row.id, "open": is_open, **msgspec.structs.asdict(seat)} for seat in seats]:
            await self._change(_INSERT_SEATS, found)

    async def _check_limits(self, row: TableRow, limits: Mapping[Scope, int]) -> None:
        ids: dict[Scope, int | None] = {"host": row.host, "channel": row.channel_id, "server": row.guild_id}
        # The scopes are always locked in this order, to avoid deadlocks.
        for scope, number in ids.items():
            if number is None or scope not in limits:
                continue
            await self._transaction.lock(f"{scope} {number}")
            keyword = "guild" if scope == "server" else scope
            if await self.count_open(**{keyword: number}) >= limits[scope]:
                raise TooManyTables(scope, limits[scope])

    async def update(self, table_id: str, expected_step: int, **changes: Unpack[TableChanges]) -> None:
        """Change a table by compare-and-set; raises StaleStep if it is not at the expected step.

        When the table ends, the drafts of its seats are deleted.
        """
        parameters = {**changes, "updated": self._now, "table": table_id, "expected": expected_step}
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
        """Extend the retention of an ended table by `by` milliseconds; a negative number shortens it."""
        await self._change(_KEEP_TABLE, {"table": table_id, "by": by})

    async def keep_longer_on_server(self, guild_id: int, by: int) -> None:
        """Extend the retention of a server's ended, unpruned tables by `by` milliseconds beyond the default.

        A negative number shortens it.
        """
        await self._change(_KEEP_TABLES, {"of_guild": guild_id, "by": by})

    async def put_seat(self, table_id: str, seat: SeatRow) -> None:
        """Add or replace a seat; raises Conflict if its user already has a seat at the table."""
        statement = self._upsert(seats, ("table_id", "seat"), kept=("open",))
        await self._change(statement, {"table_id": table_id, **msgspec.structs.asdict(seat)})

    async def remove_seat(self, table_id: str, seat: int) -> None:
        """Remove a seat; the others keep their numbers."""
        await self._change(_REMOVE_SEAT, {"table_id": table_id, "seat": seat})

    async def add_handover(self, table_id: str, handover: HandoverRow) -> None:
        """Record the previous holder of a seat that was taken over, or another event of a seat."""
        values = {"table_id": table_id, "created": self._now, **msgspec.structs.asdict(handover)}
        await self._insert(_INSERT_HANDOVER, values)

    async def put_draft(self, table_id: str, seat: int, name: str, turn: int, content: str) -> None:
        """Store a seat's unfinished move, replacing its draft of this name.

        `turn` is the turn in which the move was begun.
        """
        draft = {"table_id": table_id, "seat": seat, "name": name, "turn": turn, "content": content}
        statement = self._upsert(drafts, ("table_id", "seat", "name"))
        await self._change(statement, {**draft, "updated": self._now})

    async def clear_drafts(self, table_id: str, seat: int | None = None) -> None:
        """Delete all drafts of a seat, or those of all seats at the table if no seat is given."""
        if seat is None:
            await self._change(_DELETE_DRAFTS, {"table_id": table_id})
        else:
            await self._change(_DELETE_DRAFTS_OF_SEAT, {"table_id": table_id, "seat": seat})


def _row(kind: type[AnyRow], values: Sequence[Any]) -> AnyRow | None:
    """Build a row object from the columns of an outer join, None if the join found no row."""
    return None if values[0] is None else kind(**dict(zip(kind.__struct_fields__, values, strict=True)))


@cache
def _count_open_tables(columns: tuple[str, ...]) -> Executable:
    counted = select(func.count()).select_from(tables).where(IS_OPEN)
    return counted.where(*(tables.c[name] == bindparam(name) for name in columns))

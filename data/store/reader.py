"""The reader of the store: all queries of the program.

The queries about tables are in this module. The others are in `people_reader` (people and servers),
`outbox_reader` (messages, timers and the outbox), `league_reader` and `processes`.
"""

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any

from sqlalchemy import (
    Executable,
    and_,
    bindparam,
    exists,
    func,
    literal_column,
    or_,
    select,
    union,
)

from data.store.folding import unfold
from data.store.league_reader import LeagueReader
from data.store.league_schema import season_tables
from data.store.outbox_reader import OutboxReader
from data.store.people_reader import PeopleReader
from data.store.processes import ProcessReader
from data.store.rows import (
    DraftRow,
    EntryRow,
    HandoverRow,
    HighScoreRow,
    ResultRow,
    SeatRow,
    SnapshotRow,
    TableRow,
)
from data.store.schema import (
    drafts,
    entries,
    facts,
    handovers,
    logs,
    messages,
    seats,
    snapshots,
    tables,
)
from data.store.shards import SHARDS, SIGNS_OF_LIFE, TABLES_OF_SHARDS, Shards, restrict_to_shards, shard_of_fact
from data.store.statements import IS_OPEN, AnyRow, select_rows

NEWEST_ENTRIES = 50
"""Number of newest entries of a table that `entries_of_page` searches."""

# Statements are built once: building one costs more than running it. Partial indexes need literals.

_TABLE = select_rows(TableRow, tables).where(tables.c.id == bindparam("id"))
_REMATCH_OF = select_rows(TableRow, tables).where(tables.c.rematch_of == bindparam("table_id"))
_SEATS = select_rows(SeatRow, seats).where(seats.c.table_id == bindparam("table_id")).order_by(seats.c.seat)
_HANDOVERS = (
    select_rows(HandoverRow, handovers)
    .where(handovers.c.table_id == bindparam("table_id"), handovers.c.n >= bindparam("since"))
    .order_by(handovers.c.id)
)
_ENTRIES_OF_TABLE = select_rows(EntryRow, entries).where(entries.c.table_id == bindparam("table_id"))
_ENTRIES = _ENTRIES_OF_TABLE.where(entries.c.n > bindparam("after")).order_by(entries.c.n)
_PUBLIC_ENTRIES = _ENTRIES.where(
    or_(entries.c.events.is_(None), entries.c.events != "[]", entries.c.actor == bindparam("actor"))
)
_NEWEST_ENTRY = _ENTRIES_OF_TABLE.order_by(entries.c.n.desc()).limit(1)
_FOLDED_LOG = select(logs.c.content).where(logs.c.table_id == bindparam("table_id"))
_RECENT = (
    select(entries.c.n, entries.c.actor, entries.c.action, entries.c.page)
    .where(entries.c.table_id == bindparam("table_id"))
    .order_by(entries.c.n.desc())
    .limit(bindparam("limit"))
    .subquery()
)
_MADE_ON_PAGE = (
    select(_RECENT.c.n, _RECENT.c.action)
    .where(_RECENT.c.actor == bindparam("actor"), _RECENT.c.page == bindparam("page"))
    .order_by(_RECENT.c.n)
)
_SNAPSHOT = select_rows(SnapshotRow, snapshots).where(snapshots.c.table_id == bindparam("table_id"))
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
_FACT = select(facts.c.value).where(facts.c.name == bindparam("name"))


class Reader(PeopleReader, OutboxReader, LeagueReader, ProcessReader):
    """A consistent snapshot of the database: all reads through one reader see the same state.

    On PostgreSQL a `Writer` is an exception: it sees concurrent commits, except to its locked table.
    """

    async def table(self, table_id: str) -> TableRow | None:
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

    async def entries(self, table_id: str, after: int = 0) -> tuple[EntryRow, ...]:
        """Return a table's entries with numbers above `after`, in order; entries of pruned tables have no events."""
        found = await self._all(EntryRow, _ENTRIES, {"table_id": table_id, "after": after})
        return found or await self._read_folded_log(table_id, after)

    async def public_entries(self, table_id: str, after: int, actor: str) -> tuple[EntryRow, ...]:
        """Return entries numbered above `after` that have public events or were made by `actor`, in order.

        Entries from before events were stored, and all entries of pruned tables, are included whether they had events
        or not.
        """
        found = await self._all(EntryRow, _PUBLIC_ENTRIES, {"table_id": table_id, "after": after, "actor": actor})
        return found or await self._read_folded_log(table_id, after)

    async def newest_entry(self, table_id: str) -> EntryRow | None:
        """Return the newest entry of a table, None if it has none."""
        found = await self._first(EntryRow, _NEWEST_ENTRY, {"table_id": table_id})
        return found or next(reversed(await self._read_folded_log(table_id)), None)

    async def _read_folded_log(self, table_id: str, after: int = 0) -> tuple[EntryRow, ...]:
        """Return the entries of a pruned table from its folded log; empty for other tables."""
        content = await self._scalar(_FOLDED_LOG, {"table_id": table_id})
        if content is None:
            return ()
        log = unfold(content)[after:]
        return tuple(EntryRow(one.n, one.actor, one.action, one.digest, None, one.created) for one in log)

    async def entries_of_page(self, table_id: str, actor: str, page: str) -> tuple[tuple[int, str], ...]:
        """Return the numbers and actions of the entries that an actor made on the page with the version `page`.

        Only the table's newest `NEWEST_ENTRIES` entries are searched.
        """
        parameters = {"table_id": table_id, "actor": actor, "page": page, "limit": NEWEST_ENTRIES}
        return tuple((row.n, row.action) for row in await self._connection.execute(_MADE_ON_PAGE, parameters))

    async def snapshot(self, table_id: str) -> SnapshotRow | None:
        """Return the cached state of a table, which may be older than its newest entry; None if there is none."""
        return await self._first(SnapshotRow, _SNAPSHOT, {"table_id": table_id})

    async def table_with_snapshot(self, table_id: str) -> tuple[TableRow, SnapshotRow | None, EntryRow | None] | None:
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

    async def tables_in_channel(self, channel_id: int, limit: int = 25) -> tuple[TableRow, ...]:
        """Return the open tables in a channel or thread, newest first; at most `limit`."""
        return await self._all(TableRow, _TABLES_IN_CHANNEL, {"channel_id": channel_id, "limit": limit})

    async def table_of_thread(self, thread_id: int) -> TableRow | None:
        """Return the table, open or over, that is played in a thread; None for any other channel."""
        return next(iter(await self._all(TableRow, _TABLE_OF_THREAD, {"channel_id": thread_id})), None)

    async def tables_of_user(self, user_id: int, limit: int = 100) -> tuple[TableRow, ...]:
        """Return the open tables where the user has a seat, most recently changed first."""
        return await self._all(TableRow, _TABLES_OF_USER, {"user_id": user_id, "limit": limit})

    async def finished_tables_of_user(self, user_id: int, limit: int, offset: int = 0) -> tuple[TableRow, ...]:
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

    async def finished_tables(self, after: str, limit: int) -> tuple[TableRow, ...]:
        """Return the tables with finished games and ids above `after`, ordered by id."""
        return await self._all(TableRow, _FINISHED_TABLES, {"after": after, "limit": limit})

    async def open_tables(self, after: str, limit: int, of: Shards | None = None) -> tuple[TableRow, ...]:
        """Return the open tables with ids above `after`, ordered by id; `of` limits them to those of some shards."""
        found = restrict_to_shards(_OPEN_TABLES, {"after": after, "limit": limit}, TABLES_OF_SHARDS, of)
        return await self._all(TableRow, *found)

    async def count_open_tables(
        self, *, host: int | None = None, channel: int | None = None, guild: int | None = None
    ) -> int:
        """Return the number of open tables, optionally only those of a host, in a channel or on a server."""
        wanted = {"host": host, "channel_id": channel, "guild_id": guild}
        parameters = {name: value for name, value in wanted.items() if value is not None}
        return await self._scalar(_count_open_tables(tuple(parameters)), parameters)

    async def open_tables_of_server(self, guild_id: int, limit: int, offset: int = 0) -> tuple[TableRow, ...]:
        """Return the open tables of a server, newest first."""
        parameters = {"guild_id": guild_id, "limit": limit, "offset": offset}
        return await self._all(TableRow, _OPEN_TABLES_OF_SERVER, parameters)

    async def alive(self) -> tuple[int, Mapping[int, int]]:
        """Return the number of shards, and by shard the time when it was last alive, in milliseconds UTC.

        Shards that were never alive are left out.
        """
        found = await self._read_alive_times(SIGNS_OF_LIFE)
        total = int(found.pop(SHARDS, 1))
        return total, {shard_of_fact(name): int(value) for name, value in found.items()}

    async def _read_alive_times(self, statement: Executable) -> dict[str, str]:
        return {row.name: row.value for row in await self._connection.execute(statement)}

    async def fact(self, name: str) -> str | None:
        """Return the value stored under this name, None if there is none."""
        return await self._scalar(_FACT, {"name": name})


def _row(kind: type[AnyRow], values: Sequence[Any]) -> AnyRow | None:
    """Build a row object from the columns of an outer join, None if the join found no row."""
    return None if values[0] is None else kind(**dict(zip(kind.__struct_fields__, values, strict=True)))


@cache
def _count_open_tables(columns: tuple[str, ...]) -> Executable:
    counted = select(func.count()).select_from(tables).where(IS_OPEN)
    return counted.where(*(tables.c[name] == bindparam(name) for name in columns))

"""The writer of the store: all changes that a transaction can make.

The changes to tables are in this module. The others are in `people_writer` (people and servers),
`outbox_writer` (messages, timers and the outbox), `league_writer` and `processes`.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Unpack

import msgspec
from sqlalchemy import bindparam, delete, insert, select, update

from data.store.errors import StaleStep, TooManyTables
from data.store.league_schema import members, seasons
from data.store.league_writer import LeagueWriter
from data.store.outbox_writer import OutboxWriter
from data.store.people_schema import imports, sandboxes
from data.store.people_writer import PeopleWriter
from data.store.processes import ProcessWriter
from data.store.pruning import prune_tables
from data.store.reader import Reader
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
    outbox,
    pings,
    seats,
    snapshots,
    tables,
)
from data.store.shards import SHARDS, SIGNS_OF_LIFE, alive_fact
from data.store.statements import BY

_KEEP = update(tables).where(tables.c.ended.is_not(None), tables.c.pruned.is_(None))
_KEEP = _KEEP.values(kept_from=tables.c.ended + bindparam("by"))
_KEEP_TABLE = _KEEP.where(tables.c.id == bindparam("table"))
_KEEP_TABLES = _KEEP.where(tables.c.guild_id == bindparam("of_guild"))
_UPDATE_TABLE = update(tables).where(tables.c.id == bindparam("table"), tables.c.step == bindparam("expected"))
_MARK_SEATS = update(seats).where(seats.c.table_id == bindparam("of_table"))
_REMOVE_SEAT = delete(seats).where(seats.c.table_id == bindparam("table_id"), seats.c.seat == bindparam("seat"))
_INSERT_TABLE, _INSERT_SEATS, _INSERT_ENTRIES = insert(tables), insert(seats), insert(entries)
_INSERT_HANDOVER = insert(handovers)
_DELETE_DRAFTS = delete(drafts).where(drafts.c.table_id == bindparam("table_id"))
_DELETE_DRAFTS_OF_SEAT = _DELETE_DRAFTS.where(drafts.c.seat == bindparam("seat"))
_DELETE_FACT = delete(facts).where(facts.c.name == bindparam("name"))
_LOCK_FACT = select(facts.c.value).where(facts.c.name == bindparam("name")).with_for_update()
_LOCK_SIGNS_OF_LIFE = SIGNS_OF_LIFE.with_for_update()
_MOVED_BACK = (
    outbox.c.done,
    pings.c.created,
    imports.c.created,
    sandboxes.c.updated,
    members.c.waiting,
    seasons.c.shown,
)
_MOVE_BACK = (
    *(update(time.table).where(time > bindparam("at")).values({time: time + BY}) for time in _MOVED_BACK),
    update(tables).where(tables.c.ended > bindparam("at")).values(kept_from=tables.c.kept_from + BY),
)
"""Statements that shift stored times which are in the future because the clock was set back.

They cover only the times from which a retention or a minimum interval is counted.
"""


class Writer(PeopleWriter, OutboxWriter, LeagueWriter, ProcessWriter, Reader):
    """One transaction, which is committed or rolled back as a whole.

    `now` (milliseconds UTC) is its time, used for all creation and change times. After an error the transaction is
    over: leave the `async with` block.
    """

    async def create_table(
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
            await self.lock(f"{scope} {number}")
            keyword = "guild" if scope == "server" else scope
            if await self.count_open_tables(**{keyword: number}) >= limits[scope]:
                raise TooManyTables(scope, limits[scope])

    async def update_table(self, table_id: str, expected_step: int, **changes: Unpack[TableChanges]) -> None:
        """Change a table by compare-and-set; raises StaleStep if it is not at the expected step.

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
        page: str | None = None,
    ) -> int:
        """Log actions after entry `after_n`; return the number of the last one.

        An action is a tuple of actor, action, digest and public events.

        `time_left` is the number of milliseconds until the deadline of the turn, None without one. `bank` is the
        number of milliseconds in the acting seat's time bank before the actions. `page` is the version of the page on
        which a person acted. Raises Conflict if an entry after `after_n` already exists.
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
                "page": page,
                "created": self.now,
            }
            for n, (actor, action, digest, events) in enumerate(new, after_n + 1)
        ]
        if found:
            await self._change(_INSERT_ENTRIES, found)
        return after_n + len(found)

    async def save_snapshot(self, table_id: str, n: int, step: int, state: bytes) -> None:
        """Replace the cached state of a table with the one after entry `n`."""
        statement = self._upsert(snapshots, ("table_id",))
        await self._change(statement, {"table_id": table_id, "n": n, "step": step, "state": state})

    async def put_draft(self, table_id: str, seat: int, name: str, turn: int, content: str) -> None:
        """Store a seat's unfinished move, replacing its draft of this name.

        `turn` is the turn in which the move was begun.
        """
        draft = {"table_id": table_id, "seat": seat, "name": name, "turn": turn, "content": content}
        statement = self._upsert(drafts, ("table_id", "seat", "name"))
        await self._change(statement, {**draft, "updated": self.now})

    async def clear_drafts(self, table_id: str, seat: int | None = None) -> None:
        """Delete all drafts of a seat, or those of all seats at the table if no seat is given."""
        if seat is None:
            await self._change(_DELETE_DRAFTS, {"table_id": table_id})
        else:
            await self._change(_DELETE_DRAFTS_OF_SEAT, {"table_id": table_id, "seat": seat})

    async def prune(self, before: int) -> int:
        """Delete a batch of rows whose retention has ended; return their number, 0 when nothing is left.

        It covers outbox rows delivered before the time `before`, and the rows of tables whose retention began before
        it, except for their record and newest messages. The batch is bounded, so a large backlog takes many short
        transactions.
        """
        return await self.prune_delivered(before) + await prune_tables(self._connection, before, self.now)

    async def clear_fact(self, name: str) -> None:
        """Delete the value stored under a name; no-op if there is none."""
        await self._change(_DELETE_FACT, {"name": name})

    async def set_fact(self, name: str, value: str) -> None:
        """Store a value under a name."""
        await self._change(self._upsert(facts, ("name",)), {"name": name, "value": value})

    async def increment_number(self, name: str) -> int:
        """Increment the number stored under a name and return it; the first is 1."""
        await self.lock(name)
        number = int(await self.fact(name) or 0) + 1
        await self.set_fact(name, str(number))
        return number

    async def record_alive(self, shard: int = 0, shards: int = 1) -> int:
        """Record that a shard out of `shards` is alive now; return the milliseconds since its previous record.

        The result is 0 at the first record, and negative after the clock was set back. The fact is locked until the
        transaction ends, so that concurrent calls do not count a downtime twice.
        """
        if shards > 1 and await self.fact(SHARDS) == str(shards):
            # Locks only this shard's fact, so that other shards need not wait while deadlines at this shard's tables
            # are extended.
            before = await self._scalar(_LOCK_FACT, {"name": alive_fact(shard)})
        else:
            before = await self._lock_alive(shard, shards)
        # Read after acquiring the lock, which may have taken a while.
        now = self.now = self._clock()
        await self.set_fact(alive_fact(shard), str(now))
        return 0 if before is None else now - int(before)

    async def move_times_back(self, by: int) -> None:
        """Shift stored times that are in the future by `by` milliseconds (negative), after the clock was set back.

        Only times from which a retention or a minimum interval is counted are shifted; others are unchanged.
        """
        for statement in _MOVE_BACK:
            await self._change(statement, {"by": by, "at": self.now})

    async def _lock_alive(self, shard: int, shards: int) -> str | None:
        """Lock the facts of all shards, adapt them to the number of shards, and return when this shard was last alive.

        If the number of shards changed, every shard gets the newest time among all previous shards: up to that time,
        their downtimes have already been added to the deadlines at their tables. The result is None if no shard was
        ever alive.
        """
        if shards > 1:
            # A statement that waits for row locks would miss rows that another process adds meanwhile, so a named lock
            # is needed.
            await self.lock(SHARDS)
        found = await self._read_alive_times(_LOCK_SIGNS_OF_LIFE)
        if int(found.pop(SHARDS, 1)) == shards:
            return found.get(alive_fact(shard))
        newest = max(found.values(), key=int, default=None)
        names = [alive_fact(number) for number in range(shards)]
        for name in found.keys() - set(names):
            await self.clear_fact(name)
        if shards == 1:
            await self.clear_fact(SHARDS)
        else:
            await self.set_fact(SHARDS, str(shards))
        for name in names if newest is not None else ():
            await self.set_fact(name, str(newest))
        return newest

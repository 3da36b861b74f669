"""Writing: all changes that a transaction can make.

Those about people and servers are in `people_writer`, those about messages, timers and the outbox in
`outbox_writer`, those about leagues in `league_writer`.
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
"""Moves times to come that say since when something is kept, or before when it may not be again."""


class Writer(PeopleWriter, OutboxWriter, LeagueWriter, ProcessWriter, Reader):
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
        page: str | None = None,
    ) -> int:
        """Log actions (actor, action, digest, public events) after entry `after_n`; gives the number of the last one.

        `time_left` are the milliseconds until the deadline of the turn to which they belong, None without one; `bank`
        are those in the bank of the seat that acts; `page` is the version of the page on which a person acts.
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
                "page": page,
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

    async def prune(self, before: int) -> int:
        """Delete a batch of rows whose retention ended; gives how many, 0 when nothing is left.

        These are outbox rows delivered before a time, and the rows of tables that ended before it, except for their
        record and newest messages. The batch is bounded, so that a large backlog is many short transactions.
        """
        return await self.prune_delivered(before) + await prune_tables(self._connection, before, self.now)

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

    async def record_alive(self, shard: int = 0, shards: int = 1) -> int:
        """Store that a shard of so many is alive now; gives the milliseconds since the previous call for it.

        0 the first time, negative after the clock was set back. The fact is locked until the transaction ends, so that
        concurrent calls count no downtime twice.
        """
        if shards > 1 and await self.fact(SHARDS) == str(shards):
            # No other shard's fact is locked, so that none waits while deadlines of this one are extended.
            before = await self._scalar(_LOCK_FACT, {"name": alive_fact(shard)})
        else:
            before = await self._lock_alive(shard, shards)
        # Read after the lock was acquired, which may have taken a while.
        now = self.now = self._clock()
        await self.set_fact(alive_fact(shard), str(now))
        return 0 if before is None else now - int(before)

    async def move_times_back(self, by: int) -> None:
        """Move the times of what happened in the future by negative milliseconds, after the clock was set back.

        Only those that count for a retention or a pause between two events; others stay as they were written.
        """
        for statement in _MOVE_BACK:
            await self._change(statement, {"by": by, "at": self.now})

    async def _lock_alive(self, shard: int, shards: int) -> str | None:
        """Lock all shards' facts, for so many shards from now on; gives what a shard's is.

        If their number changes, each was last alive when any of the shards before was: the time since then was given
        back to nobody, and what was before it to the tables of that one.
        """
        if shards > 1:
            # Rows that another process adds meanwhile would not be seen by a statement that waits for its locks.
            await self.lock(SHARDS)
        found = await self._signs_of_life(_LOCK_SIGNS_OF_LIFE)
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

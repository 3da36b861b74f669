"""The processes that work on a PostgreSQL database now: their SQL table, its queries, and ending one that hangs.

The SQL table is no part of a backup or of a move.
"""

from collections.abc import Collection

from sqlalchemy import BigInteger, Boolean, Column, MetaData, Table, Text, bindparam, delete, false, select, text

from data.store.claims import HOLDS, process_claim
from data.store.rows import ProcessRow
from data.store.schema_base import metadata
from data.store.statements import Changes, Queries, select_rows

running_metadata = MetaData(naming_convention=metadata.naming_convention)

processes = Table(
    "processes",
    running_metadata,
    Column("id", Text, primary_key=True),
    Column("build", Text, nullable=False),
    Column("host", Text, nullable=False),
    # The application at Discord whose token it has.
    Column("application", BigInteger, nullable=False),
    Column("started", BigInteger, nullable=False),
    Column("alive", BigInteger, nullable=False),
    # By how many milliseconds the database's clock is ahead of its machine's.
    Column("ahead", BigInteger, nullable=False),
    # What it holds of the connection to Discord's gateway; empty for a standby.
    Column("shards", Text, nullable=False),
    # Whether it is about to stop: the others divide its shards too.
    Column("leaving", Boolean, nullable=False, server_default=false()),
)

_PROCESSES = select_rows(ProcessRow, processes).order_by(processes.c.started, processes.c.id)
_REMOVE_PROCESS = delete(processes).where(processes.c.id == bindparam("process"))
_CLAIM = HOLDS.format(name=":claim")
_HAS_SESSION = select(text(f"EXISTS (SELECT 1 FROM pg_locks WHERE {_CLAIM})"))
_END_SESSION = select(text(f"bool_and(pg_terminate_backend(pid)) FROM pg_locks WHERE {_CLAIM}"))


def holding(shards: Collection[int], count: int) -> str:
    """What a process holds of so many shards, as its row has it: "0,2 of 4"; empty if it holds none."""
    return f"{','.join(map(str, sorted(shards)))} of {count}" if shards else ""


def shard_count(held: str) -> int | None:
    """How many shards there are, by what a process holds; None if it holds none."""
    _, _, count = held.partition(" of ")
    return int(count) if held else None


def shards_held(held: str) -> frozenset[int]:
    """The shards that a process holds."""
    shards, _, _ = held.partition(" of ")
    return frozenset(map(int, shards.split(","))) if held else frozenset()


class ProcessReader(Queries):
    """The part of a `Reader` that is about processes."""

    async def processes(self) -> tuple[ProcessRow, ...]:
        """The processes that have their session for claims, the first one first; none on SQLite."""
        if self._connection.dialect.name != "postgresql":
            return ()
        found = await self._all(ProcessRow, _PROCESSES, {})
        return tuple([row for row in found if await self._has_session(row.id)])

    async def _has_session(self, process: str) -> bool:
        return await self._scalar(_HAS_SESSION, {"claim": process_claim(process)})


class ProcessWriter(ProcessReader, Changes):
    """The part of a `Writer` that is about processes."""

    async def put_process(self, row: ProcessRow) -> None:
        """Add or replace the row of a process."""
        values = {name: getattr(row, name) for name in row.__struct_fields__}
        await self._change(self._upsert(processes, ("id",)), values)

    async def remove_process(self, process: str) -> None:
        """Remove the row of a process."""
        await self._change(_REMOVE_PROCESS, {"process": process})

    async def remove_ended_processes(self) -> None:
        """Remove the rows of all processes whose session for claims is gone."""
        for row in await self._all(ProcessRow, _PROCESSES, {}):
            if not await self._has_session(row.id):
                await self.remove_process(row.id)

    async def end_session(self, process: str) -> None:
        """End the session in which a process holds its claims, so that others can have them."""
        await self._connection.execute(_END_SESSION, {"claim": process_claim(process)})

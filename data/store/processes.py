"""The processes that use a PostgreSQL database: their SQL table, its queries, and the end of a hung process.

The SQL table is not copied by backups and by `move-database`.
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
    # Discord application id of its token.
    Column("application", BigInteger, nullable=False),
    Column("started", BigInteger, nullable=False),
    Column("alive", BigInteger, nullable=False),
    # Milliseconds by which the database's clock is ahead of the process's machine.
    Column("ahead", BigInteger, nullable=False),
    # The gateway shards that it holds; empty for a standby.
    Column("shards", Text, nullable=False),
    # Whether it is shutting down, so that the others also divide its shards.
    Column("leaving", Boolean, nullable=False, server_default=false()),
)

_PROCESSES = select_rows(ProcessRow, processes).order_by(processes.c.started, processes.c.id)
_REMOVE_PROCESS = delete(processes).where(processes.c.id == bindparam("process"))
_CLAIM = HOLDS.format(name=":claim")
_HAS_SESSION = select(text(f"EXISTS (SELECT 1 FROM pg_locks WHERE {_CLAIM})"))
_END_SESSION = select(text(f"bool_and(pg_terminate_backend(pid)) FROM pg_locks WHERE {_CLAIM}"))


def holding(shards: Collection[int], count: int) -> str:
    """Format the shards that a process holds, for its row: "0,2 of 4", or an empty string if it holds none."""
    return f"{','.join(map(str, sorted(shards)))} of {count}" if shards else ""


def shard_count(held: str) -> int | None:
    """Return the total number of shards from the text made by `holding`, None if the process holds none."""
    _, _, count = held.partition(" of ")
    return int(count) if held else None


def parse_shards(held: str) -> frozenset[int]:
    """Return the shards that a process holds, from the text made by `holding`."""
    shards, _, _ = held.partition(" of ")
    return frozenset(map(int, shards.split(","))) if held else frozenset()


class ProcessReader(Queries):
    """The part of `Reader` for processes."""

    async def processes(self) -> tuple[ProcessRow, ...]:
        """Return the processes whose claims session is open, oldest first; none on SQLite."""
        if self._connection.dialect.name != "postgresql":
            return ()
        found = await self._all(ProcessRow, _PROCESSES, {})
        return tuple([row for row in found if await self._has_session(row.id)])

    async def _has_session(self, process: str) -> bool:
        return await self._scalar(_HAS_SESSION, {"claim": process_claim(process)})


class ProcessWriter(ProcessReader, Changes):
    """The part of `Writer` for processes."""

    async def put_process(self, row: ProcessRow) -> None:
        """Add or replace the row of a process."""
        values = {name: getattr(row, name) for name in row.__struct_fields__}
        await self._change(self._upsert(processes, ("id",)), values)

    async def remove_process(self, process: str) -> None:
        """Remove the row of a process."""
        await self._change(_REMOVE_PROCESS, {"process": process})

    async def remove_ended_processes(self) -> None:
        """Remove the rows of all processes whose claims session has ended."""
        for row in await self._all(ProcessRow, _PROCESSES, {}):
            if not await self._has_session(row.id):
                await self.remove_process(row.id)

    async def end_session(self, process: str) -> None:
        """End the claims session of a process, so that others can take its claims."""
        await self._connection.execute(_END_SESSION, {"claim": process_claim(process)})

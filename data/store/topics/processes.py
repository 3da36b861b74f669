"""Queries and changes of the processes that use a PostgreSQL database."""

from sqlalchemy import bindparam, delete, select, text

from data.store.claims import HOLDS, process_claim
from data.store.processes import processes
from data.store.rows import ProcessRow
from data.store.statements import Part, select_rows

_PROCESSES = select_rows(ProcessRow, processes).order_by(processes.c.started, processes.c.id)
_REMOVE_PROCESS = delete(processes).where(processes.c.id == bindparam("process"))
_CLAIM = HOLDS.format(name=":claim")
_HAS_SESSION = select(text(f"EXISTS (SELECT 1 FROM pg_locks WHERE {_CLAIM})"))
_END_SESSION = select(text(f"bool_and(pg_terminate_backend(pid)) FROM pg_locks WHERE {_CLAIM}"))


class ProcessReader(Part):
    """Queries of the processes that use a PostgreSQL database."""

    async def alive(self) -> tuple[ProcessRow, ...]:
        """Return the processes whose claims session is open, oldest first; none on SQLite."""
        if self._connection.dialect.name != "postgresql":
            return ()
        found = await self._all(ProcessRow, _PROCESSES, {})
        return tuple([row for row in found if await self._has_session(row.id)])

    async def _has_session(self, process: str) -> bool:
        return await self._scalar(_HAS_SESSION, {"claim": process_claim(process)})


class ProcessWriter(ProcessReader):
    """Changes of the processes that use a PostgreSQL database."""

    async def put(self, row: ProcessRow) -> None:
        """Add or replace the row of a process."""
        values = {name: getattr(row, name) for name in row.__struct_fields__}
        await self._change(self._upsert(processes, ("id",)), values)

    async def remove(self, process: str) -> None:
        """Remove the row of a process."""
        await self._change(_REMOVE_PROCESS, {"process": process})

    async def remove_ended(self) -> None:
        """Remove the rows of all processes whose claims session has ended."""
        for row in await self._all(ProcessRow, _PROCESSES, {}):
            if not await self._has_session(row.id):
                await self.remove(row.id)

    async def end_session(self, process: str) -> None:
        """End the claims session of a process, so that others can take its claims."""
        await self._connection.execute(_END_SESSION, {"claim": process_claim(process)})

"""Queries and changes of facts, which are values stored under a name, and when each shard was last alive."""

from collections.abc import Mapping

from sqlalchemy import Executable, bindparam, delete, select

from data.store.schema import facts
from data.store.shards import SHARDS, SIGNS_OF_LIFE, alive_fact, shard_of_fact
from data.store.statements import Part

_FACT = select(facts.c.value).where(facts.c.name == bindparam("name"))
_DELETE_FACT = delete(facts).where(facts.c.name == bindparam("name"))
_LOCK_FACT = select(facts.c.value).where(facts.c.name == bindparam("name")).with_for_update()
_LOCK_SIGNS_OF_LIFE = SIGNS_OF_LIFE.with_for_update()


class FactReader(Part):
    """Queries of facts, which are values stored under a name, and when each shard was last alive."""

    async def alive(self) -> tuple[int, Mapping[int, int]]:
        """Return the number of shards, and by shard the time when it was last alive, in milliseconds UTC.

        Shards that were never alive are left out.
        """
        found = await self._read_alive_times(SIGNS_OF_LIFE)
        total = int(found.pop(SHARDS, 1))
        return total, {shard_of_fact(name): int(value) for name, value in found.items()}

    async def _read_alive_times(self, statement: Executable) -> dict[str, str]:
        return {row.name: row.value for row in await self._connection.execute(statement)}

    async def get(self, name: str) -> str | None:
        """Return the value stored under this name, None if there is none."""
        return await self._scalar(_FACT, {"name": name})


class FactWriter(FactReader):
    """Changes of facts, which are values stored under a name, and when each shard was last alive."""

    async def clear(self, name: str) -> None:
        """Delete the value stored under a name; no-op if there is none."""
        await self._change(_DELETE_FACT, {"name": name})

    async def set(self, name: str, value: str) -> None:
        """Store a value under a name."""
        await self._change(self._upsert(facts, ("name",)), {"name": name, "value": value})

    async def increment(self, name: str) -> int:
        """Increment the number stored under a name and return it; the first is 1."""
        await self._transaction.lock(name)
        number = int(await self.get(name) or 0) + 1
        await self.set(name, str(number))
        return number

    async def record_alive(self, shard: int = 0, shards: int = 1) -> int:
        """Record that a shard out of `shards` is alive now; return the milliseconds since its previous record.

        The result is 0 at the first record, and negative after the clock was set back. The fact is locked until the
        transaction ends, so that concurrent calls do not count a downtime twice.
        """
        if shards > 1 and await self.get(SHARDS) == str(shards):
            # Locks only this shard's fact, so that other shards need not wait while deadlines at this shard's tables
            # are extended.
            before = await self._scalar(_LOCK_FACT, {"name": alive_fact(shard)})
        else:
            before = await self._lock_alive(shard, shards)
        # Read after acquiring the lock, which may have taken a while.
        now = self._transaction.read_clock()
        await self.set(alive_fact(shard), str(now))
        return 0 if before is None else now - int(before)

    async def _lock_alive(self, shard: int, shards: int) -> str | None:
        """Lock the facts of all shards, adapt them to the number of shards, and return when this shard was last alive.

        If the number of shards changed, every shard gets the newest time among all previous shards: up to that time,
        their downtimes have already been added to the deadlines at their tables. The result is None if no shard was
        ever alive.
        """
        if shards > 1:
            # A statement that waits for row locks would miss rows that another process adds meanwhile, so a named lock
            # is needed.
            await self._transaction.lock(SHARDS)
        found = await self._read_alive_times(_LOCK_SIGNS_OF_LIFE)
        if int(found.pop(SHARDS, 1)) == shards:
            return found.get(alive_fact(shard))
        newest = max(found.values(), key=int, default=None)
        names = [alive_fact(number) for number in range(shards)]
        for name in found.keys() - set(names):
            await self.clear(name)
        if shards == 1:
            await self.clear(SHARDS)
        else:
            await self.set(SHARDS, str(shards))
        for name in names if newest is not None else ():
            await self.set(name, str(newest))
        return newest

"""The services of tables and leagues with an injected clock, killed between writes and restarted on the same store."""

from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from random import Random
from typing import Any, Final

from sqlalchemy import update

from cogs.ui.kit.interface import interface
from data.store import ALIVE, Store, Writer, schema
from leagues.season_timers import SeasonTimers
from leagues.seasons import Seasons
from tables.computer_players import ComputerPlayers
from tables.dispatching.dispatcher import DueRows
from tables.dispatching.timers import Timers
from tables.dispatching.upkeep import Upkeep
from tables.service import TableService
from tests.running_dispatchers import Clock
from tests.thinking_here import think_here

MOST_ROUNDS: Final = 10_000
"""Limit of rounds of due work at one time; more means that something is always due."""


class KilledError(BaseException):
    """The program was killed here; a BaseException, so that none of its handlers catches it."""


class KilledProgram:
    """Timers, season timers and the upkeep of a program that can be killed at every write.

    A kill comes before the commit of the next write or right after it, at random. Each entry of `aims` kills once:
    `season` at a write of a season's step, `timer` at one of a table's timers, `count` at the counting of a result,
    `any` at the next write.
    """

    def __init__(self, store: Store, clock: Clock, rng: Random) -> None:
        self.store, self.clock, self._rng = store, clock, rng
        self._write: Callable[..., AbstractAsyncContextManager[Writer]] = store.write
        setattr(store, "write", self._killable)  # noqa: B010 (the services take the store as it is)
        self.aims: list[str] = []
        self.kills = self.writes = 0
        self._doing = ""
        self._start()

    def _start(self) -> None:
        service = TableService(self.store, interface)
        self.service, self.seasons = service, Seasons(service)
        self._timers = Timers(service, ComputerPlayers(service, think_here), self._count)
        self._season_timers, self._upkeep = SeasonTimers(self.seasons), Upkeep(service)

    async def _count(self, table_id: str) -> None:
        self._doing = "count"
        await self.seasons.count(table_id)
        self._doing = "timer"

    @asynccontextmanager
    async def _killable(self, table_id: str | None = None, *, long: bool = False) -> AsyncIterator[Writer]:
        self.writes += 1
        aim = next((aim for aim in self.aims if aim in ("any", self._doing)), None)
        if aim is not None:
            self.aims.remove(aim)
        is_committed = aim is not None and self._rng.random() < 0.5
        async with self._write(table_id, long=long) as writer:
            yield writer
            if aim is not None and not is_committed:
                raise KilledError
        if aim is not None:
            raise KilledError

    async def surviving(self, work: Callable[[], Awaitable[Any]], doing: str = "") -> bool:
        """Run `work`, and return False if the program was killed and restarted during it."""
        self._doing = doing
        try:
            await work()
        except KilledError:
            self.kills += 1
            self._start()
            return False
        finally:
            self._doing = ""
        return True

    async def live_until(self, moment: int) -> None:
        """Advance the clock to `moment` with the program alive."""
        self.clock.now = moment
        async with self._write(long=True) as writer:
            await writer.facts.set(ALIVE, str(moment))

    async def be_down(self, milliseconds: int) -> None:
        """Stop the program for some time, then restart it."""
        await self.live_until(self.clock.now)
        self.clock.now += milliseconds
        self._start()
        await self._upkeep.work(ALIVE, ())

    async def next_due(self) -> int | None:
        """Return the time of the next due timer or season step, or None."""
        async with self.store.read() as reader:
            found = (await reader.timers.next_due(), await reader.leagues.next_season_due(-1))
        return min((due for due in found if due is not None), default=None)

    async def work(self) -> set[str]:
        """Do all due work until none is left, and return the ids of its tables and seasons."""
        touched: set[str] = set()
        for _ in range(MOST_ROUNDS):
            await self._deliver()
            sources: tuple[tuple[str, DueRows], ...] = (("timer", self._timers), ("season", self._season_timers))
            is_idle = True
            for doing, source in sources:
                due = await source.due(self.clock.now, ())
                for key, rows in due.groups.items():
                    is_idle = False
                    touched.add(key.split()[0])
                    if not await self.surviving(lambda s=source, k=key, r=rows: s.work(k, r), doing):
                        break
            if is_idle:
                return touched
        raise AssertionError("something is due for ever")

    async def _deliver(self) -> None:
        """Mark all due outbox rows as delivered, because timers wait for a backlog."""
        pending = (schema.outbox.c.done.is_(None), schema.outbox.c.due <= self.clock.now)
        async with self._write(long=True) as writer:
            await writer._transaction.connection.execute(
                update(schema.outbox).where(*pending).values(done=self.clock.now)
            )

"""The services of tables and leagues with time injected, killed between writes and started anew on the same store."""

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
"""After so many rounds of due work at one time something is due for ever."""


class KilledError(BaseException):
    """The program was killed here; no handler of its own may see that, so it is no Exception."""


class KilledProgram:
    """Timers, season timers and the upkeep; every write may be the last one of a program.

    A kill comes before the commit of the next write or right after it, by chance. One that is aimed waits for a write
    of that work: `season` for a step of a season, `timer` for what a table's timers do.
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
        """Does something; False if the program was killed in it, which is started anew then."""
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
        """Time passes in which the program is alive."""
        self.clock.now = moment
        async with self._write(long=True) as writer:
            await writer.set_fact(ALIVE, str(moment))

    async def be_down(self, milliseconds: int) -> None:
        """The program is down for some time, and started anew."""
        await self.live_until(self.clock.now)
        self.clock.now += milliseconds
        self._start()
        await self._upkeep.work(ALIVE, ())

    async def next_due(self) -> int | None:
        """When the clock has something to do."""
        async with self.store.read() as reader:
            found = (await reader.next_timer_due(), await reader.next_season_due(-1))
        return min((due for due in found if due is not None), default=None)

    async def work(self) -> set[str]:
        """Does what is due, until nothing is; gives the tables and seasons that it was about."""
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
        """Whatever the outbox holds counts as posted, since timers wait for a backlog of it."""
        pending = (schema.outbox.c.done.is_(None), schema.outbox.c.due <= self.clock.now)
        async with self._write(long=True) as writer:
            await writer._connection.execute(update(schema.outbox).where(*pending).values(done=self.clock.now))

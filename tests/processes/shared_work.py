"""Services and dispatchers of several processes on one PostgreSQL and one fake Discord, all in the test's process."""

import asyncio
from collections import Counter
from collections.abc import AsyncIterator, Mapping
from contextlib import AsyncExitStack, asynccontextmanager
from random import Random

import asyncpg

from cogs.outbox.outbox import Outbox
from cogs.ui.kit.drawing_pool import DrawingPool
from cogs.ui.kit.interface import interface
from data.store import Store
from leagues.season_timers import SeasonTimers
from leagues.seasons import Seasons
from tables.computer_players import ComputerPlayers
from tables.dispatching.dispatcher import Dispatcher
from tables.dispatching.membership import HeartbeatSource
from tables.dispatching.timers import Timers
from tables.dispatching.upkeep import Upkeep
from tables.service import TableService
from tests.cog_tables import PEOPLE, start_table
from tests.fake_discord import BOT, FakeDiscord
from tests.patience import patience
from tests.thinking_here import think_here

SECONDS = 300
SOON_MS = 1_000
MOVES = 4


class SharedProcess:
    """One process: its store, its service, and its dispatchers once they run."""

    def __init__(self, store: Store, client: FakeDiscord, pool: DrawingPool, *, is_on_duty: bool) -> None:
        self.store = store
        self.service = service = TableService(store, interface)
        self.seasons = Seasons(service)
        self.membership = HeartbeatSource(service, "1", lambda: "0 of 1" if is_on_duty else "")
        sources = (
            Outbox(client, service, self.seasons, pool),
            Timers(service, ComputerPlayers(service, think_here), on_ended=self.seasons.count),
            SeasonTimers(self.seasons),
            Upkeep(service, held=lambda: (0,) if is_on_duty else ()),
            self.membership,
        )
        self.dispatchers = [Dispatcher(service, source) for source in sources]
        self._tasks: list[asyncio.Task[None]] = []

    async def start(self) -> None:
        await self.membership.join(BOT)
        self._tasks = [asyncio.create_task(dispatcher.run()) for dispatcher in self.dispatchers]

    async def stand_still(self) -> None:
        """Finish the work in progress, and begin no more."""
        for dispatcher in self.dispatchers:
            dispatcher.stop()
        await asyncio.gather(*self._tasks)

    async def kill(self) -> None:
        """End it abruptly, like a kill in the middle of its work."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self.store.close()


@asynccontextmanager
async def processes(url: str, count: int, client: FakeDiscord) -> AsyncIterator[list[SharedProcess]]:
    """Yield `count` processes that have not started; the first one will be on duty."""
    async with AsyncExitStack() as stack:
        pool = DrawingPool()
        stack.callback(pool.close)
        opened: list[SharedProcess] = []
        for number in range(count):
            store = await Store.open(url, shared=True)
            opened.append(SharedProcess(store, client, pool, is_on_duty=number == 0))
            stack.push_async_callback(opened[-1].kill)
        yield opened


async def play_together(together: list[SharedProcess], url: str, tables: Mapping[str, tuple[str, int]]) -> None:
    """Let Ann play computer players at each table; her moves go to the processes in turn, once all is delivered.

    `tables` maps table ids to the game and the number of computer players.
    """
    for table, (game, computers) in tables.items():
        await start_table(together[0].service, people=1, computers=computers, id=table, game=game)
    for process in together:
        await process.start()
    await until_told(url)
    rng = Random(3)
    for number in range(MOVES):
        service = together[number % len(together)].service
        for table in tables:
            seen = await service.view(table, PEOPLE[0].id)
            if seen.row.phase == "playing" and seen.legal:
                await service.act(table, PEOPLE[0].id, rng.choice(seen.legal), version=seen.version)
        await until_told(url)


async def until_told(url: str) -> None:
    """Wait until no message is undelivered, no computer player must move, and nothing else is due."""
    connection = await asyncpg.connect(url)
    waiting = """
        SELECT (SELECT count(*) FROM outbox WHERE done IS NULL AND due <= $1)
        + (SELECT count(*) FROM timers WHERE kind = 'computer' OR due <= $1)
        + (SELECT count(*) FROM seasons WHERE due <= $1)
    """
    async with patience(SECONDS):
        while await connection.fetchval(waiting, await connection.fetchval(NOW) + SOON_MS):
            # The query itself takes the time.
            pass
    await connection.close()


NOW = "SELECT CAST(floor(extract(epoch FROM clock_timestamp()) * 1000) AS bigint)"


async def rows(url: str, statement: str) -> list[asyncpg.Record]:
    """Return the rows of a query."""
    connection = await asyncpg.connect(url)
    found = await connection.fetch(statement)
    await connection.close()
    return found


def posted(client: FakeDiscord) -> Counter[str]:
    """Count the posts of each message, by channel and nonce."""
    found: Counter[str] = Counter()
    for request in client.requests:
        if request.method == "POST" and request.path.endswith("/messages"):
            found[f"{request.path} {request.body.get('nonce')}"] += 1
    return found

"""The playground and the bot in this process, with a clock that can jump by hours or days."""

import asyncio
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

from aiohttp import web

from bot import serve, use_base_url
from cogs.client import Hexcade
from data.store import ALIVE, Store
from ops.config import Config
from playground.server import PLAYGROUND, Settings, listen, sweep
from tests.playground_driver import MESSAGES, PATIENCE_SECONDS, Person
from tests.playground_driver import Playground as PlaygroundDriver
from tests.program_processes import ProgramProcesses

BEGIN_HOUR = 15
"""The hour (UTC, on a Tuesday) at which each flow begins, so that no night or weekend interferes."""
MINUTE, HOUR, DAY = 60.0, 3_600.0, 86_400.0
LIMITS = {"tables_per_host": 1000, "tables_per_channel": 1000, "tables_per_server": 1000}
POLL_SECONDS = 0.05
PACE = 0.2


class JumpingClock:
    """A clock in seconds since 1970 that tests advance; otherwise it runs at real speed or slower.

    At the slower pace even a busy machine answers a press within Discord's three seconds.
    """

    def __init__(self) -> None:
        self._since = time.monotonic()
        self._pace = 1.0
        now = datetime.now(UTC)
        tuesday = now + timedelta(days=(1 - now.weekday()) % 7 or 7)
        begin = tuesday.replace(hour=BEGIN_HOUR, minute=0, second=0, microsecond=0)
        self._then = begin.timestamp()

    def __call__(self) -> float:
        return self._then + (time.monotonic() - self._since) * self._pace

    def put_on(self, seconds: float) -> None:
        """Advance the clock at once."""
        self._then += seconds

    def run_slowly(self) -> None:
        """Continue at the slower pace."""
        self._then, self._since, self._pace = self(), time.monotonic(), PACE

    def milliseconds(self) -> int:
        """Return the time in milliseconds UTC, as the bot's store expects it."""
        return int(self() * 1000)


class PlaygroundHere(PlaygroundDriver):
    """The playground as a server in this process."""

    def __init__(self, folder: Path, clock: JumpingClock) -> None:
        super().__init__(folder)
        self._settings = Settings(
            *(self.folder / "world.sqlite3", self.port, self.run_token, self.bot_token), messages=MESSAGES, clock=clock
        )
        self._runner: web.AppRunner | None = None

    async def start(self) -> None:
        """Start the server."""
        self._runner = await listen(self._settings)
        self.invitation = self._settings.page_url

    async def stop(self) -> None:
        """Stop the server."""
        if self._runner:
            await self._runner.cleanup()

    def keep_connected(self) -> None:
        """Refresh all heartbeats and sweep after a jump of the clock, so that everybody stays connected."""
        assert self._runner
        playground = self._runner.app[PLAYGROUND]
        for socket in playground.gateway.sockets:
            socket.last_heartbeat = playground.clock()
        sweep(playground)


class Stage(ProgramProcesses):
    """The program on which flows are played and photographed, in this process.

    Drivers use it like the program in separate processes.
    """

    playground: PlaygroundHere

    def __init__(self, folder: Path, playground: PlaygroundHere, watcher: Person, store: Store, clock: JumpingClock):
        super().__init__(folder, playground, watcher, {}, None)
        self.clock, self._store = clock, store
        config = replace(Config(heartbeat_file=folder / "heartbeat"), **LIMITS)
        self.client = Hexcade(config, store)
        self._serving: asyncio.Task[None] | None = None

    async def begin(self) -> None:
        """Connect the bot and wait until its commands can be used."""
        self._serving = asyncio.create_task(serve(self.client, self.playground.bot_token))
        await self.playground.bot_is_online()
        await self.settle()
        self.clock.run_slowly()

    async def end(self) -> None:
        """Stop the bot gracefully."""
        self.client.stopping.set()
        if self._serving:
            await self._serving

    async def settle(self) -> None:
        """Wait until the bot is idle: no press in progress, nothing due."""
        async with asyncio.timeout(PATIENCE_SECONDS):
            while True:
                if not await self._is_busy():
                    return
                await asyncio.sleep(POLL_SECONDS)

    async def _is_busy(self) -> bool:
        if self.client.user_concurrency._in_progress:
            return True
        now = self._store.now()
        dispatchers = self.client.dispatchers
        if any(dispatcher._busy for dispatcher in dispatchers):
            return True
        return any([(await dispatcher._source.due(now, ())).groups for dispatcher in dispatchers])

    async def passes(self, seconds: float) -> None:
        """Advance the time while the program is alive, and wait until everything that is then due is done."""
        await self.settle()
        # In one transaction, so that nothing mistakes the jump for a downtime or a lost connection.
        async with self._store.write() as writer:
            self.clock.put_on(seconds)
            self.playground.keep_connected()
            await writer.facts.set(ALIVE, str(self.clock.milliseconds()))
        self.client.service.notify()
        await self.settle()


@asynccontextmanager
async def open_stage(folder: Path) -> AsyncIterator[Stage]:
    """Run the program with a world and a database of its own in the folder."""
    clock = JumpingClock()
    async with PlaygroundHere(folder, clock) as playground:
        use_base_url(playground.base)
        store = await Store.open(f"sqlite+aiosqlite:///{folder / 'hexcade.sqlite3'}", clock=clock.milliseconds)
        stage = Stage(folder, playground, await playground.person("Wanda"), store, clock)
        await stage.begin()
        try:
            yield stage
        finally:
            await stage.end()

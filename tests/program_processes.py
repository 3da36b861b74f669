"""The playground and the bot as separate processes, with a database in the same folder."""

import asyncio
import os
import re
import sqlite3
import sys
from collections.abc import AsyncIterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager, closing
from pathlib import Path
from typing import Any

from run import MEMORY
from tests.fault_proxy import FaultProxy
from tests.playground_driver import MESSAGES, PATIENCE_SECONDS, ROOT, DriverError, Json, Person, Playground

# A bystander who is connected from the start and sees only what everybody sees.
WATCHER = "Wanda"


EVENT = re.compile(r"^(?=\d{4}-\d\d-\d\dT)", re.MULTILINE)
"""The start of an event in the log; traceback lines belong to the event before them."""
SETTINGS = ("DISCORD_TOKEN", "DISCORD_BASE_URL", "DATABASE_URL", "PLAYGROUND_PORT", "LOG_LEVEL", "LOG_FORMAT")


def environment(**settings: str) -> dict[str, str]:
    """Return this process's environment as run.py sets it, with only the given program settings."""
    return {**MEMORY, **{name: value for name, value in os.environ.items() if name not in SETTINGS}, **settings}


class ProgramProcesses:
    """A playground and a bot connected to it; either process can be killed and restarted."""

    def __init__(
        self,
        folder: Path,
        playground: Playground,
        watcher: Person,
        settings: dict[str, str],
        proxy: FaultProxy | None,
        command: Sequence[str] = (str(ROOT / "bot.py"),),
    ) -> None:
        self.folder, self.playground, self.watcher = folder, playground, watcher
        self._proxy = proxy
        self._command = command
        self.database = folder / "hexcade.sqlite3"
        self.log = folder / "bot.log"
        self.bot: asyncio.subprocess.Process | None = None
        own_settings = {
            "DISCORD_TOKEN": playground.bot_token,
            "DISCORD_BASE_URL": playground.base,
            "DATABASE_URL": f"sqlite+aiosqlite:///{self.database}",
            "TABLES_PER_HOST": "100",
            "LOG_LEVEL": "debug",
        }
        self.environment = environment(**{**own_settings, **settings})
        self.kills = 0
        self._channels = 0
        self._checked = 0

    @property
    def proxy(self) -> FaultProxy:
        """The proxy between the bot and the playground."""
        assert self._proxy
        return self._proxy

    async def channel(self) -> str:
        """Return the id of an unused channel."""
        self._channels += 1
        return await self.playground.channel(f"room-{self._channels}")

    async def person(self, name: str) -> Person:
        """Return the person with this name at the playground, created if there is none."""
        found = next((person for person in self.playground.persons if person.user["global_name"] == name), None)
        return found or await self.playground.person(name)

    async def start_bot(self) -> None:
        """Start the bot and wait until it is connected."""
        with self.log.open("ab") as log:
            online = self._status(online=True)
            self.bot = await asyncio.create_subprocess_exec(
                sys.executable, *self._command, cwd=self.folder, env=self.environment, stdout=log, stderr=log
            )
        await self._before_it_ends(online)

    async def _before_it_ends(self, connected: asyncio.Future[Json]) -> None:
        assert self.bot
        ended = asyncio.create_task(self.bot.wait())
        await asyncio.wait((connected, ended), timeout=PATIENCE_SECONDS, return_when=asyncio.FIRST_COMPLETED)
        if not connected.done():
            connected.cancel()
            raise DriverError(f"The bot did not come online: {self.log_text()[-2000:]}")
        ended.cancel()

    def _status(self, *, online: bool) -> asyncio.Future[Json]:
        return self.watcher.event(lambda name, data: name == "PLAYGROUND_BOT_STATUS" and data["online"] is online)

    async def kill_bot(self) -> None:
        """Kill the bot like a power failure, and wait until the playground has noticed."""
        assert self.bot
        self.kills += 1
        if self.bot.returncode is None:
            gone = self._status(online=False)
            self.bot.kill()
            await asyncio.wait_for(self.bot.wait(), PATIENCE_SECONDS)
            await asyncio.wait_for(gone, PATIENCE_SECONDS)

    async def restart_bot(self) -> None:
        """Kill and restart the bot."""
        await self.kill_bot()
        await self.start_bot()

    async def restart_playground(self) -> None:
        """Kill and restart the playground, and wait until everybody is connected to it."""
        self.kills += 1
        await self.playground.kill()
        await self._open_again()
        await self.playground.bot_is_online()

    async def restart_both(self) -> None:
        """Kill and restart both processes at once."""
        assert self.bot
        self.kills += 1
        self.bot.kill()
        await self.playground.kill()
        await asyncio.wait_for(self.bot.wait(), PATIENCE_SECONDS)
        await self._open_again()
        await self.start_bot()

    async def _open_again(self) -> None:
        await self.playground.start()
        for person in self.playground.persons:
            await person.connect()

    async def reconnect_people(self) -> None:
        """Reconnect people that the playground dropped: their heartbeats stop while tests run on other loops."""
        # Once this request is answered, the pending gateway events have been read.
        await self.playground.control("GET", "status")
        for person in self.playground.persons:
            if not person.is_connected:
                await person.connect()

    def rows(self, statement: str, *values: Any) -> list[tuple[Any, ...]]:
        """Run a statement on the bot's database and commit; return the rows."""
        with closing(sqlite3.connect(self.database, timeout=PATIENCE_SECONDS)) as connection, connection:
            return connection.execute(statement, values).fetchall()

    def entries(self, table: str) -> list[tuple[str, str]]:
        """Return the actor and action of every entry in a table's log."""
        return self.rows("SELECT actor, action FROM entries WHERE table_id = ? ORDER BY n", table)

    def log_text(self) -> str:
        """Return the bot's log."""
        return self.log.read_text() if self.log.exists() else ""

    async def check(self) -> None:
        """Fail if the bot sent a request Discord would reject, called an unknown route, or logged a new error."""
        assert self.playground.problems() == []
        assert await self.playground.unknown_routes() == {}
        # A killed playground causes connection errors in the bot's log.
        text = self.log_text()
        events, self._checked = EVENT.split(text[self._checked :]), len(text)
        errors = [event for event in events if "[error" in event or "[critical" in event]
        assert self.kills or errors == [], "".join(errors)


@asynccontextmanager
async def start_program(
    folder: Path, *, proxied: bool = False, messages: int = MESSAGES, **settings: str
) -> AsyncIterator[ProgramProcesses]:
    """Start a playground with a connected bot, through a fault proxy if `proxied`; stop both afterwards.

    `messages` is the playground's limit of messages per channel in 5 seconds.
    """
    async with AsyncExitStack() as stack:
        playground = await stack.enter_async_context(Playground(folder, checked=True, messages=messages))
        proxy = await stack.enter_async_context(FaultProxy(playground.base)) if proxied else None
        if proxy:
            settings["DISCORD_BASE_URL"] = proxy.base
        program = ProgramProcesses(folder, playground, await playground.person(WATCHER), settings, proxy)
        try:
            await program.start_bot()
            yield program
        finally:
            if program.bot and program.bot.returncode is None:
                program.bot.kill()
                await asyncio.wait_for(program.bot.wait(), PATIENCE_SECONDS)

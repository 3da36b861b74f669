"""The real program in this process with a fake clock: it is stopped, started and killed on one database and Discord.

Nothing sleeps: the clock jumps to the next event.
"""

import asyncio
import sqlite3
from collections.abc import Callable, Sequence
from contextlib import AsyncExitStack, closing
from pathlib import Path
from typing import Any

from cogs.outbox.delivery import Pace
from cogs.outbox.outbox import Outbox
from data.store import ALIVE
from render.picture import Picture
from tables.dispatching.timers import Timers
from tables.dispatching.upkeep import Upkeep
from tables.open_table import Person
from tests.end_to_end.fortnight_tables import MINUTE
from tests.fake_discord import SentRequest, refusal
from tests.in_process_program import InProcessProgram, InteractiveDiscord, open_program
from tests.running_dispatchers import SECONDS, Clock, Running


class WatchedDiscord(InteractiveDiscord):
    """A fake Discord that records new messages and can be unavailable."""

    def __init__(self) -> None:
        super().__init__()
        self.is_away = False
        self.notes: list[tuple[int, dict[str, Any]]] = []
        """Each new message: its channel and body."""
        self.before = self._refuse

    async def _refuse(self, request: SentRequest) -> None:
        if self.is_away:
            raise refusal(503)

    def _post(self, channel: int, request: SentRequest) -> dict[str, Any]:
        made = len(self.made)
        message = super()._post(channel, request)
        if len(self.made) > made:
            self.notes.append((channel, request.body))
        return message


def _wait_for_lock(database: Path) -> None:
    """Wait until the threads of a killed program have released the database.

    A process that is really killed leaves no threads.
    """
    with closing(sqlite3.connect(database, timeout=SECONDS, isolation_level=None)) as connection:
        connection.execute("BEGIN IMMEDIATE")
        connection.execute("ROLLBACK")


class SimulatedProgram:
    """A program that is restarted while people use it; `moderator` manages its server."""

    def __init__(self, folder: Path, moderator: Person) -> None:
        self.folder, self.moderator, self.clock = folder, moderator, Clock()
        self.discord = WatchedDiscord()
        self.program: InProcessProgram
        self.running: Running
        self._life = AsyncExitStack()

    async def open(self) -> None:
        """Start the program on the same database and the same Discord."""
        self._life = AsyncExitStack()
        limits: dict[str, Any] = {f"tables_per_{whose}": 100 for whose in ("host", "channel", "server")}
        self.program = await self._life.enter_async_context(
            open_program(self.folder, self.clock, discord_before=self.discord, **limits)
        )
        bot, service = self.program.bot, self.program.service
        sweeps = [dispatcher._source for dispatcher in bot.dispatchers]

        async def draw(job: Callable[[], Any]) -> Picture:
            # Pictures are tested elsewhere; drawing a thousand boards would take most of the time.
            return Picture(b"\x89PNG", 10, 10, "A board")

        async def no_sleep(seconds: float) -> None:
            return None

        def outbox() -> Outbox:
            made = Outbox(bot, service, bot.seasons, bot.drawing_pool)
            made._delivery._pace = Pace(lambda: self.clock.now / 1000, no_sleep)
            return made

        bot.drawing_pool.draw = draw  # type: ignore[method-assign]
        self.program.managers.add(self.moderator.id)
        self.running = Running(
            lambda: [
                outbox(),
                Timers(service, bot._computers),
                Upkeep(service),
                *sweeps,
            ],
            service,
            self.clock,
        )
        self.running.start()

    async def close(self) -> None:
        """Stop the program as an operator does."""
        await self.running.stop()
        await self._life.aclose()

    async def kill(self, presses: Sequence[asyncio.Task[None]]) -> None:
        """Cancel the program in the middle of its work, with the presses in progress."""
        await self.running.kill()
        for press in presses:
            press.cancel()
        await asyncio.gather(*presses, return_exceptions=True)
        await self._life.aclose()
        await asyncio.to_thread(_wait_for_lock, self.folder / "hexcade.sqlite3")

    async def settle(self) -> None:
        """Wait until nothing is due."""
        await self.running.settle()

    async def jump(self, to: int) -> None:
        """Advance the clock to a time while the program is alive, and wait until nothing is due."""
        to = max(to, self.clock.now)
        if to > self.clock.now:
            # Written before the clock moves: no dispatcher may mistake the jump for a downtime.
            async with self.program.store.write() as writer:
                await writer.facts.set(ALIVE, str(to))
            if to - self.clock.now > 5 * MINUTE:
                self.discord.forget_nonces()
            self.clock.now = to
        await self.settle()

    async def next_due(self) -> int | None:
        """Return when the next timer or outbox row is due, or None."""
        async with self.program.store.read() as reader:
            dues = [await reader.timers.next_due(), await reader.outbox.next_due(busy_tables=[], busy_rows=[])]
        return min((due for due in dues if due is not None), default=None)

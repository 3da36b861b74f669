"""A bot, a playground, and as many open tables as are wanted, all made and played by clicks over HTTP and WebSocket."""

import asyncio
import os
import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from time import perf_counter

from tests.end_to_end.program_processes import WATCHER, ProgramProcesses
from tests.end_to_end.table_driver import TableDriver, open_table
from tests.playground_driver import ROOT, Json, Person, Playground

PLENTY = "100000"
MARKS = "benchmarks.click_marks"
AT_ONCE = 4
"""How many tables are opened at the same time."""
CHANNELS = 90
"""A channel that few tables are in is quick to read, and the playground has no more than a hundred."""
PAIRS = (("Ann", "Ben"), ("Cleo", "Dan"))
"""Two people alone would reach the limit of `cogs/ui/requests/user_concurrency.py` where a hundred tables are busy."""


@dataclass(slots=True)
class Game:
    """An open table with its newest card."""

    table: TableDriver
    card: Json


class OpenTables:
    """So many games for two, always the same number: in the place of one that is over there comes a new one."""

    def __init__(self, program: ProgramProcesses, pairs: list[list[Person]], channels: list[str]) -> None:
        self.program, self._pairs, self._channels = program, pairs, channels
        self.games: list[Game] = []
        self.moments: list[tuple[float, float]] = []
        """When each move was clicked, and when its card was there."""

    async def fill(self, count: int) -> None:
        """Opens tables until there are so many."""
        numbers = iter(range(len(self.games), count))

        async def opening() -> None:
            for number in numbers:
                self.games.append(await self._opened(number))

        async with asyncio.TaskGroup() as tasks:
            for _ in range(AT_ONCE):
                tasks.create_task(opening())

    async def _opened(self, number: int) -> Game:
        host, guest = self._pairs[number % len(self._pairs)]
        channel = self._channels[number % len(self._channels)]
        table = await open_table(self.program, host, channel, seed=number, seats=2)
        await table.join(guest)
        await table.lobby_with("Every seat is taken")
        game = Game(table, await table.start())
        self.forget()
        return game

    def forget(self) -> None:
        """Lets go of what everybody has seen: thousands of cards would fill this process's memory."""
        for person in self.program.playground.persons:
            del person.events[:-1000]

    async def move(self, number: int) -> float:
        """One person's move by clicks at one table; the milliseconds from the last click to the card on the wire."""
        game = self.games[number]
        if game.table.over(game.card):
            game = self.games[number] = await self._opened(number)
        table, card = game.table, game.card
        step = table.step_of(card)
        arrived: list[float] = []
        begun = 0.0
        async for moment in table.turn(card):
            if moment in ("values", "preview"):
                shown = self.program.watcher.event(lambda _, data: self._shows(table, data, step))
                shown.add_done_callback(lambda _: arrived.append(perf_counter()))
                begun = perf_counter()
        game.card = await table.next_card(card)
        self.forget()
        self.moments.append((begun, arrived[0]))
        return (arrived[0] - begun) * 1000

    @staticmethod
    def _shows(table: TableDriver, data: Json, step: int) -> bool:
        """Whether an event is a later card of the table."""
        return data.get("channel_id") in table.places and "components" in data and table.step_of(data) > step

    def memory(self) -> float:
        """The bot's memory in MB."""
        assert self.program.bot
        return memory(self.program.bot.pid)


def memory(pid: int) -> float:
    """A process's memory in MB (proportional set size: a file that is mapped several times counts once)."""
    found = re.search(r"Pss:\s+(\d+) kB", Path(f"/proc/{pid}/smaps_rollup").read_text())
    assert found
    return int(found[1]) * 1024 / 1e6


@asynccontextmanager
async def open_tables(folder: Path, marks: Path | None = None) -> AsyncIterator[OpenTables]:
    """The program as it is run, but with room for any number of tables; nothing of it is left afterwards.

    With a file for `marks` both processes note there when they reach the points of `benchmarks.click_marks`.
    """
    bot, server = (str(ROOT / "bot.py"),), ("-m", "playground")
    if marks is not None:
        os.environ["CLICK_MARKS"] = str(marks)
        bot, server = ("-m", MARKS, *bot), ("-m", MARKS, "playground")
    settings = {f"TABLES_PER_{place}": PLENTY for place in ("HOST", "CHANNEL", "SERVER")}
    # A program that was started before finds its modules compiled, whatever is set where this is run.
    compiled = {"PYTHONDONTWRITEBYTECODE": "", "PYTHONPYCACHEPREFIX": str(folder / "compiled")}
    settings |= {**compiled, "LOG_LEVEL": "info", "PYTHONPATH": str(ROOT)}
    async with Playground(folder, command=server) as playground:
        program = ProgramProcesses(folder, playground, await playground.person(WATCHER), settings, None, bot)
        await program.start_bot()
        try:
            await playground.bot_is_online()
            pairs = [[await program.person(name) for name in pair] for pair in PAIRS]
            yield OpenTables(program, pairs, [await program.channel() for _ in range(CHANNELS)])
        finally:
            if program.bot and program.bot.returncode is None:
                program.bot.kill()
                await program.bot.wait()

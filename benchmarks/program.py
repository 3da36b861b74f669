"""The whole program: bot and playground as processes, tables opened and played by clicks.

Clicks go over HTTP and WebSocket. CPU time and memory are the bot's. Times that a person waits are wall-clock times;
all processes share the machine.
"""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from random import Random
from statistics import median
from tempfile import TemporaryDirectory
from time import perf_counter

import psutil

from benchmarks.rows import Row, ms, percentile
from engine.lessons.topics import load_all_topics
from tests.playground_driver import ROOT, Json, Person, Playground
from tests.program_processes import WATCHER, ProgramProcesses
from tests.table_driver import TableDriver, buttons, open_table

COUNTS = (1, 10, 100, 1_000)
MOVES, WARMING = 150, 20
"""Number of moves measured at each number of tables, and of warm-up moves before."""
BUSY, BUSY_MOVES, A_SECOND = 100, 150, 2
STARTS, SETTLE_SECONDS, IDLE_SECONDS, DEMOS = 3, 10.0, 30.0, 5
START_S, IDLE, IDLE_MB, OPEN_MB, TURN_MS, CARD_MS, BUSY_MS, DEMO_S = 1.0, 0.5, 110.0, 180.0, 45.0, 20.0, 100.0, 0.5
"""Maxima of the measurements.

CPU seconds of a start; CPU milliseconds per second while idle; memory while idle, and with the largest number of
tables; CPU milliseconds of a turn; milliseconds from click to card, and their 99th percentile at busy tables; seconds
of a demo that was already drawn.
"""
PLENTY = "100000"
AT_ONCE = 4
"""Number of tables opened concurrently."""
CHANNELS = 90
"""Number of channels over which the tables are spread.

A channel with few tables is quick to read. The playground limits the number of channels.
"""
PAIRS = (("Ann", "Ben"), ("Cleo", "Dan"))
"""Pairs of players; a single pair would exceed `cogs/ui/requests/limits.py` at a hundred busy tables."""
UPLOADED = "emojis created"
"""Log event that marks the end of the work at a first start."""


@dataclass(slots=True)
class Game:
    """An open table with its newest card."""

    table: TableDriver
    card: Json


class OpenTables:
    """A constant number of games for two; a new game replaces a finished one."""

    def __init__(self, program: ProgramProcesses, pairs: list[list[Person]], channels: list[str]) -> None:
        self.program, self.pairs, self._channels = program, pairs, channels
        self.games: list[Game] = []

    async def fill(self, count: int) -> None:
        """Open tables until there are `count`."""
        numbers = iter(range(len(self.games), count))

        async def opening() -> None:
            for number in numbers:
                self.games.append(await self._open_new(number))

        async with asyncio.TaskGroup() as tasks:
            for _ in range(AT_ONCE):
                tasks.create_task(opening())

    async def _open_new(self, number: int) -> Game:
        host, guest = self.pairs[number % len(self.pairs)]
        channel = self._channels[number % len(self._channels)]
        table = await open_table(self.program, host, channel, seed=number, seats=2)
        await table.join(guest)
        await table.lobby_with("Every seat is taken")
        game = Game(table, await table.start())
        self.forget()
        return game

    def forget(self) -> None:
        """Drop old events, since thousands of cards would fill this process's memory."""
        for person in self.program.playground.persons:
            del person.events[:-1000]

    async def move(self, number: int) -> float:
        """Make a move by clicks; return the milliseconds from the last click until the new card arrives."""
        game = self.games[number]
        if game.table.over(game.card):
            game = self.games[number] = await self._open_new(number)
        table, card = game.table, game.card
        step = table.step_of(card)
        arrived: list[float] = []
        begun = 0.0
        async for moment in table.turn(card):
            if moment in ("values", "preview"):
                shown = self.program.watcher.event(lambda _, data: self._is_newer_card(table, data, step))
                shown.add_done_callback(lambda _: arrived.append(perf_counter()))
                begun = perf_counter()
        game.card = await table.next_card(card)
        self.forget()
        return (arrived[0] - begun) * 1000

    @staticmethod
    def _is_newer_card(table: TableDriver, data: Json, step: int) -> bool:
        """Return whether an event is a card of the table for a later step than `step`."""
        return data.get("channel_id") in table.places and "components" in data and table.step_of(data) > step


def find_bot_process(program: ProgramProcesses) -> psutil.Process:
    """Return the bot's process."""
    assert program.bot
    return psutil.Process(program.bot.pid)


def cpu_ms(process: psutil.Process) -> float:
    """Return the CPU milliseconds used by a process."""
    times = process.cpu_times()
    return (times.user + times.system) * 1000


def memory_mb(process: psutil.Process) -> float:
    """Return a process's memory in MB (proportional set size, which divides shared pages among their users)."""
    return process.memory_full_info().pss / 1e6


@asynccontextmanager
async def open_tables(folder: Path) -> AsyncIterator[OpenTables]:
    """Run the program with practically unlimited tables, and yield an object that opens and plays tables."""
    settings = {f"TABLES_PER_{place}": PLENTY for place in ("HOST", "CHANNEL", "SERVER")}
    # From the second start on, the compiled modules are cached.
    compiled = {"PYTHONDONTWRITEBYTECODE": "", "PYTHONPYCACHEPREFIX": str(folder / "compiled")}
    settings |= {**compiled, "LOG_LEVEL": "info", "PYTHONPATH": str(ROOT)}
    async with Playground(folder) as playground:
        program = ProgramProcesses(folder, playground, await playground.person(WATCHER), settings, None)
        await program.start_bot()
        try:
            await playground.bot_is_online()
            while UPLOADED not in program.log_text():  # noqa: ASYNC110 - it is another process
                await asyncio.sleep(0.2)
            pairs = [[await program.person(name) for name in pair] for pair in PAIRS]
            yield OpenTables(program, pairs, [await program.channel() for _ in range(CHANNELS)])
        finally:
            if program.bot and program.bot.returncode is None:
                program.bot.kill()
                await program.bot.wait()


async def rows() -> AsyncIterator[Row]:
    """Yield rows for starts, the idle program, demos, and moves at each number of open tables."""
    with TemporaryDirectory() as folder:
        async with open_tables(Path(folder)) as tables:
            yield Row("start until connected, CPU", await starts(tables.program), "s", at_most=START_S)
            bot = find_bot_process(tables.program)
            await asyncio.sleep(SETTLE_SECONDS)
            before = cpu_ms(bot)
            await asyncio.sleep(IDLE_SECONDS)
            yield Row("idle, CPU a second", [(cpu_ms(bot) - before) / IDLE_SECONDS], "ms", at_most=IDLE)
            yield Row("memory, idle", [memory_mb(bot)], "MB", at_most=IDLE_MB)
            for game, topics in load_all_topics().items():
                drawn, *again = [await demo(tables, game, [*topics][1]) for _ in range(DEMOS + 1)]
                yield Row(f"demo of {game} again", again, "s", f"drawn {drawn:.2f} s", at_most=DEMO_S)
            for count in COUNTS:
                await tables.fill(count)
                for row in await moves(tables):
                    yield row
                if count == BUSY:
                    times = await at_once(tables)
                    title, told = f"click to card, {BUSY} tables, {A_SECOND} moves a second", f"p50 {ms(median(times))}"
                    yield Row(title, times, "ms", told, at_most=BUSY_MS, percentile=99)
            yield Row(f"memory, {COUNTS[-1]:,} tables", [memory_mb(bot)], "MB", at_most=OPEN_MB)


async def starts(program: ProgramProcesses) -> list[float]:
    """Restart the bot repeatedly; return the CPU seconds of each start until it is connected."""
    taken: list[float] = []
    for _ in range(STARTS):
        await program.restart_bot()
        taken.append(cpu_ms(find_bot_process(program)) / 1000)
    return taken


async def demo(tables: OpenTables, game: str, topic: str) -> float:
    """Post a demo in a new channel; return the seconds from the command to the message."""
    program, person = tables.program, tables.pairs[0][0]
    channel = await program.channel()
    begun = perf_counter()
    await person.slash(channel, "demo", game=game, topic=topic)
    await person.wait_for(channel, lambda message: "Next topic" in buttons(message))
    return perf_counter() - begun


async def moves(tables: OpenTables) -> list[Row]:
    """Make moves at random tables, one after another; return a row of times to the card, and one of CPU times."""
    rng, count, bot = Random(len(tables.games)), len(tables.games), find_bot_process(tables.program)
    for _ in range(WARMING):
        await tables.move(rng.randrange(count))
    times, cpu = list[float](), list[float]()
    for _ in range(MOVES):
        before = cpu_ms(bot)
        times.append(await tables.move(rng.randrange(count)))
        cpu.append(cpu_ms(bot) - before)
    told = f"p99 {ms(percentile(times, 99))}"
    return [
        Row(f"click to card, {count:,} tables", times, "ms", told, at_most=CARD_MS),
        Row(f"a whole turn, {count:,} tables, CPU", cpu, "ms", at_most=TURN_MS),
    ]


async def at_once(tables: OpenTables) -> list[float]:
    """Make moves at all tables at a fixed rate; return the milliseconds from click to card of each."""

    async def later(number: int) -> float:
        await asyncio.sleep(number / A_SECOND)
        return await tables.move(number % len(tables.games))

    return await asyncio.gather(*(later(number) for number in range(BUSY_MOVES)))

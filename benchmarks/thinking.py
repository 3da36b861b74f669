"""How soon a press is answered while master computer players think at 20 tables; a move whose process is killed.

By the clock on the wall: one process thinks, as on two cores, beside the program.
"""

import asyncio
import os
import signal
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

import msgspec

from benchmarks.clicks import p99
from benchmarks.rows import Row, ms
from cogs.outbox.outbox import Outbox
from data.store import now_ms
from engine.players import Question
from tables.committing.changes import Change
from tables.computer_players import ComputerPlayers
from tables.dispatching.dispatcher import Dispatcher
from tables.dispatching.timers import Timers
from tables.dispatching.upkeep import Upkeep
from tables.open_table import OpenTable
from tables.thinking import Think
from tests.cogs.cog_tables import TABLE, mover, start_table
from tests.in_process_program import InProcessProgram, open_program

TABLES, PRESSES, EACH_SECONDS = 20, 300, 0.05
KILLS = 10
PLENTY = {"host": 100, "channel": 100, "server": 100}
P99_MS, KILLED_SECONDS = 250.0, 5.0
"""The aims in docs/performance.md."""


async def rows() -> AsyncIterator[Row]:
    """Presses alone and beside the tables; kills in the middle of a thought."""
    alone, beside, thoughts = await presses()
    told = f"p50 {ms(median(beside))}, p99 {ms(p99(beside))}, {thoughts} moves made meanwhile"
    title = f"another's press while masters think at {TABLES} tables"
    reference = f"p50 {ms(median(alone))}, p99 {ms(p99(alone))} alone"
    yield Row(title, told, reference, p99(beside), "ms p99", at_most=P99_MS)
    times = await kills()
    title = "a thinking process killed, until the move is made"
    yield Row(title, f"p50 {median(times):.2f} s", "", max(times), "s at most", at_most=KILLED_SECONDS)


async def presses() -> tuple[list[float], list[float], int]:
    """The times of presses in milliseconds without the tables and beside them, and how many moves these made."""
    with TemporaryDirectory() as folder:
        async with open_program(Path(folder), now_ms) as program:  # type: ignore[arg-type]
            await start_table(program.service)
            await pressed(program, PRESSES // 10)
            alone = await pressed(program, PRESSES)
            for number in range(TABLES):
                await only_masters(program, f"thinking{number:02}")
            made = await moves(program)
            async with working(program, program.bot.thinking.think):
                beside = await pressed(program, PRESSES)
                made = await moves(program) - made
    return alone, beside, made


async def kills() -> list[float]:
    """The seconds from `kill -9` of the process, while it thinks of a move, until that is made."""
    times: list[float] = []
    killed: set[str | None] = set()
    done = asyncio.Event()
    with TemporaryDirectory() as folder:
        async with open_program(Path(folder), now_ms) as program:  # type: ignore[arg-type]
            processes = program.bot.thinking

            async def think(question: Question) -> str:
                table = question.configuration.table
                thought = asyncio.create_task(processes.think(question))
                if table not in killed and len(killed) < KILLS:
                    await asyncio.sleep(0.05)
                    found = processes._all[0]._process
                    if found is not None and not thought.done():
                        killed.add(table)
                        begun = time.perf_counter()
                        os.kill(found.pid, signal.SIGKILL)
                        await thought
                        times.append(time.perf_counter() - begun)
                        if len(times) == KILLS:
                            done.set()
                return await thought

            for number in range(KILLS):
                await only_masters(program, f"killed{number:04}")
            async with working(program, think):
                await done.wait()
    return times


async def only_masters(program: InProcessProgram, table_id: str) -> None:
    """A table of Monster Hex at which both seats are played by masters, one of them for somebody who is away."""
    await start_table(program.service, 1, 1, table=table_id, limits=PLENTY)

    def decide(table: OpenTable) -> Change:
        return Change(seats=tuple(msgspec.structs.replace(seat, player="master") for seat in table.seats))

    await program.service.change(table_id, decide)


@asynccontextmanager
async def working(program: InProcessProgram, think: Think) -> AsyncIterator[None]:
    """Timers, upkeep and outbox, as in the running program."""
    service = program.service
    sources = (
        Upkeep(service),
        Timers(service, ComputerPlayers(service, think)),
        Outbox(program.bot, service, program.bot.drawing_pool),
    )
    dispatchers = [Dispatcher(service, source) for source in sources]
    tasks = [asyncio.create_task(dispatcher.run()) for dispatcher in dispatchers]
    try:
        yield
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


async def pressed(program: InProcessProgram, count: int) -> list[float]:
    """How long presses of the player who is to move take to be answered: *More*, and the page of a move by turns."""
    person, seen = await mover(program.service)
    times: list[float] = []
    for number in range(count):
        await asyncio.sleep(EACH_SECONDS)
        custom_id = f"{TABLE}::more" if number % 2 else f"{TABLE}:{seen.version}:move"
        begun = time.perf_counter()
        await program.press(person, custom_id, private=True)
        times.append((time.perf_counter() - begun) * 1000)
    return times


async def moves(program: InProcessProgram) -> int:
    """The moves made at all tables of masters."""
    loaded = [await program.service.load(f"thinking{number:02}") for number in range(TABLES)]
    return sum(sum(table.require_begun().logged) for table in loaded)

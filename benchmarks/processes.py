"""One process against two on one PostgreSQL: CPU time per move and moves per second of computer players.

The bots, the playground and PostgreSQL share a machine. If Linux control groups allow it (version 1, as root), each bot
is limited to a share of a core, so that the bots do not slow each other down. CPU time covers the bots and the worker
processes of their computer players, from when all bots are ready.
"""

import asyncio
import os
import sys
import time
from collections.abc import AsyncIterator, Generator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager, contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

import asyncpg
import msgspec
import psutil

from benchmarks.program import cpu_ms
from benchmarks.rows import Row, compare_with_reference
from cogs.ui.kit.interface import interface
from data.store import Store
from tables.committing.changes import Change
from tables.open_table import OpenTable
from tables.service import TableService
from tests.cog_tables import start_table
from tests.playground_driver import ROOT, Playground
from tests.postgresql import postgresql
from tests.program_processes import environment

COUNTS, ROUNDS = (1, 2), 3
TABLES, CHANNELS, MOVES = 20, 20, 330
SHARE = 0.25
"""Share of a core for each bot."""
CPU, FASTER = 1.15, 1.6
"""Maximum CPU time of a move and minimum moves per second with two processes, relative to one process."""
GROUPS = Path("/sys/fs/cgroup/cpu")
PLENTY = {"host": 10_000, "channel": 10_000, "server": 10_000}
_PAUSE = "SELECT pg_sleep(0.05)"
_READY = "SELECT count(*) FROM processes"
_MOVES = "SELECT count(*) FROM entries WHERE actor >= '0'"


class Measured(NamedTuple):
    """CPU milliseconds per move, of all bots together, and moves per second."""

    cpu: float
    rate: float


async def rows() -> AsyncIterator[Row]:
    """Yield rows of moves with one process and with two, measured alternately."""
    ones, twos = zip(*[[await played(count) for count in COUNTS] for _ in range(ROUNDS)], strict=True)
    cpu_of_two, cpu_of_one = ([each.cpu for each in measured] for measured in (twos, ones))
    yield compare_with_reference("CPU of a move, two processes", cpu_of_two, cpu_of_one, "one process", at_most=CPU)
    ratios = [two.rate / one.rate for one, two in zip(ones, twos, strict=True)]
    aim = FASTER if has_groups() else None
    yield Row("moves a second, two processes", ratios, "×", "against one process", at_least=aim)


async def played(count: int) -> Measured:
    """Start this number of bots, let computer players make their moves at many tables, and return the measurement."""
    with TemporaryDirectory() as folder:
        async with postgresql() as url, Playground(Path(folder)) as playground:
            await playground.person("Ann")
            await open_tables(url, [await playground.channel(f"room-{number}") for number in range(CHANNELS)])
            async with run_bots(url, playground, count) as found:
                return await measure_moves(url, found)


async def open_tables(url: str, places: Sequence[str]) -> None:
    """Start tables with two seats for computer players, one of them as a stand-in for a person."""
    store = await Store.open(url)
    service = TableService(store, interface)

    def decide(table: OpenTable) -> Change:
        return Change(seats=tuple(msgspec.structs.replace(seat, player="easy") for seat in table.seats))

    for number in range(TABLES):
        table, channel = f"measured{number:03}", int(places[number % len(places)])
        await start_table(service, 1, 1, id=table, game="connect_four", channel_id=channel, limits=PLENTY)
        await service.change(table, decide)
    await store.close()


@asynccontextmanager
async def run_bots(url: str, playground: Playground, count: int) -> AsyncIterator[list[psutil.Process]]:
    """Run a number of bots on one database and yield their processes."""
    settings = {"DISCORD_TOKEN": playground.bot_token, "DISCORD_BASE_URL": playground.base, "DATABASE_URL": url}
    async with AsyncExitStack() as stack:
        found: list[psutil.Process] = []
        for number in range(count):
            own = environment(**settings, HEARTBEAT_FILE=f"heartbeat-{number}", LOG_LEVEL="warning")
            bot = await asyncio.create_subprocess_exec(
                sys.executable, str(ROOT / "bot.py"), cwd=playground.folder, env=own
            )
            stack.enter_context(limit_process(bot.pid))
            stack.push_async_callback(bot.wait)
            stack.callback(bot.kill)
            found.append(psutil.Process(bot.pid))
        await playground.bot_is_online()
        yield found


def has_groups() -> bool:
    """Return whether this machine can limit a process to a share of a core by control groups."""
    return os.access(GROUPS / "cpu.cfs_quota_us", os.W_OK)


@contextmanager
def limit_process(pid: int) -> Generator[None]:
    """Limit a process and its children to a share of a core, if this machine can; the block must end the process."""
    if not has_groups():
        yield
        return
    group = GROUPS / f"hexcade-{pid}"
    group.mkdir()
    period = int((group / "cpu.cfs_period_us").read_text())
    (group / "cpu.cfs_quota_us").write_text(str(round(SHARE * period)))
    (group / "cgroup.procs").write_text(str(pid))
    yield
    # Child processes end a little later than the bot.
    while (group / "cgroup.procs").read_text():
        time.sleep(0.01)
    group.rmdir()


async def measure_moves(url: str, found: Sequence[psutil.Process]) -> Measured:
    """Return the CPU time and speed from when all processes are ready until all moves are made."""
    connection = await asyncpg.connect(url)
    while await connection.fetchval(_READY) < len(found):
        await connection.execute(_PAUSE)
    before = await connection.fetchval(_MOVES)
    begun, cpu = time.perf_counter(), whole_cpu_ms(found)
    while (made := await connection.fetchval(_MOVES)) < MOVES:
        await connection.execute(_PAUSE)
    moves, seconds = made - before, time.perf_counter() - begun
    await connection.close()
    return Measured((whole_cpu_ms(found) - cpu) / moves, moves / seconds)


def whole_cpu_ms(found: Sequence[psutil.Process]) -> float:
    """Return the CPU milliseconds of processes and their children."""
    return sum(cpu_ms(each) for bot in found for each in (bot, *bot.children(recursive=True)))

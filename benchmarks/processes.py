"""What several processes on one PostgreSQL take, beside one: tables of computer players alone, and 500 cards to post.

The bots, the playground and PostgreSQL are processes of the same machine. Where it allows that, each bot has a part of
a core for itself, so that one is no slower because of another. CPU time is the bots' own, with that of the processes
that think for them, from the moment that all are ready.
"""

import asyncio
import os
import sys
from collections.abc import AsyncIterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import NamedTuple

import asyncpg
import msgspec

from benchmarks import cpu_share
from benchmarks.open_tables import memory
from benchmarks.rows import Row
from cogs.ui.kit.interface import interface
from data.store import Store
from tables.committing.changes import Change
from tables.open_table import OpenTable
from tables.service import TableService
from tests.cogs.cog_tables import start_table
from tests.end_to_end.program_processes import environment
from tests.playground_driver import ROOT, Playground
from tests.postgresql import postgresql

COUNTS = (1, 2)
TABLES, CARDS, CHANNELS = 20, 500, 20
MOVES = 330
"""So many moves all tables have left to play."""
SHARE = 0.25
"""The part of a core that each bot has."""
GAME = "connect_four"
PLENTY = {"host": 10_000, "channel": 10_000, "server": 10_000}
CPU, FASTER, MORE_MB = 1.15, 1.6, 10.0
"""The aims in docs/performance.md."""
_TICKS = os.sysconf("SC_CLK_TCK")
_PAUSE = "SELECT pg_sleep(0.05)"
_READY = "SELECT count(*) FROM processes"
_MOVES = "SELECT count(*) FROM entries WHERE actor >= '0'"
_TO_MOVE = f"SELECT count(*) < {MOVES} FROM entries WHERE actor >= '0'"
_POSTED, _WAITING = (f"SELECT count(*) FROM outbox WHERE done IS {done} NULL" for done in ("NOT", ""))


class Measured(NamedTuple):
    """What some processes took: seconds, CPU milliseconds of all together, and MB of the largest."""

    seconds: float
    cpu: float
    memory: float
    count: int


async def rows() -> AsyncIterator[Row]:
    """Moves, cards and memory with one process, then with two."""
    moves = [await played(count) for count in COUNTS]
    cards = [await posted(count) for count in COUNTS]
    yield cpu_row("a move by computer players", moves, at_most=CPU)
    one, two = (found.count / found.seconds for found in moves)
    aim = FASTER if cpu_share.is_possible() else None
    title = "moves a second, two processes"
    yield Row(title, f"{two:.1f}", f"{one:.1f} with one", two / one, "×", at_least=aim)
    # The first pictures of a process are a good part of so few.
    yield cpu_row(f"a row of the outbox, {CARDS} cards waiting", cards)
    one, two = (found.count / found.seconds for found in cards)
    yield Row("rows of the outbox a second, two processes", f"{two:.1f}", f"{one:.1f} with one")
    one, two = (found.memory for found in moves)
    title = "memory of each of two processes (PSS)"
    yield Row(title, f"{two:.0f} MB", f"{one:.0f} MB of one alone", two - one, "MB more", at_most=MORE_MB)


def cpu_row(what: str, found: Sequence[Measured], at_most: float | None = None) -> Row:
    """The CPU time of each with two processes as a multiple of that with one."""
    one, two = (measured.cpu / measured.count for measured in found)
    return Row(
        f"{what}, CPU, two processes", f"{two:.1f} ms", f"{one:.1f} ms with one", two / one, "×", at_most=at_most
    )


async def played(count: int) -> Measured:
    """So many processes let computer players play."""
    async with database() as (url, playground, places):
        await open_tables(url, places, TABLES, computers=1)
        async with bots(url, playground, count) as found:
            return await measured(url, found, _TO_MOVE, _MOVES)


async def posted(count: int) -> Measured:
    """So many processes post cards that wait for them."""
    async with database() as (url, playground, places):
        await open_tables(url, places, CARDS, computers=0)
        async with bots(url, playground, count) as found:
            return await measured(url, found, _WAITING, _POSTED)


@asynccontextmanager
async def database() -> AsyncIterator[tuple[str, Playground, list[str]]]:
    """An empty database, a playground, and channels in it."""
    with TemporaryDirectory() as folder:
        async with postgresql() as url, Playground(Path(folder)) as playground:
            await playground.person("Ann")
            yield url, playground, [await playground.channel(f"room-{number}") for number in range(CHANNELS)]


async def open_tables(url: str, places: Sequence[str], count: int, *, computers: int) -> None:
    """Tables that have begun: of computer players alone, of which one plays for somebody away, or of two people."""
    store = await Store.open(url)
    service = TableService(store, interface)

    def decide(table: OpenTable) -> Change:
        return Change(seats=tuple(msgspec.structs.replace(seat, player="easy") for seat in table.seats))

    for number in range(count):
        table, channel = f"measured{number:03}", int(places[number % len(places)])
        people = 2 - computers
        await start_table(service, people, computers, id=table, game=GAME, channel_id=channel, limits=PLENTY)
        if computers:
            await service.change(table, decide)
    await store.close()


@asynccontextmanager
async def bots(url: str, playground: Playground, count: int) -> AsyncIterator[list[asyncio.subprocess.Process]]:
    """So many bots, ended afterwards."""
    settings = {"DISCORD_TOKEN": playground.bot_token, "DISCORD_BASE_URL": playground.base, "DATABASE_URL": url}
    async with AsyncExitStack() as stack:
        found: list[asyncio.subprocess.Process] = []
        for number in range(count):
            own = environment(**settings, HEARTBEAT_FILE=f"heartbeat-{number}", LOG_LEVEL="warning")
            program = (sys.executable, str(ROOT / "bot.py"))
            bot = await asyncio.create_subprocess_exec(*program, cwd=playground.folder, env=own)
            if cpu_share.is_possible():
                stack.enter_context(cpu_share.limited(bot.pid, SHARE))
            stack.push_async_callback(_end, bot)
            found.append(bot)
        await playground.bot_is_online()
        yield found


async def _end(bot: asyncio.subprocess.Process) -> None:
    with suppress(ProcessLookupError):
        bot.kill()
    await bot.wait()


async def measured(url: str, found: Sequence[asyncio.subprocess.Process], left: str, done: str) -> Measured:
    """Waits until a query gives 0; gives what it took, for as many as another query gives more than at first."""
    connection = await asyncpg.connect(url)
    while await connection.fetchval(_READY) < len(found):
        await connection.execute(_PAUSE)
    before = await connection.fetchval(done)
    begun, cpu = perf_counter(), cpu_ms(found)
    while await connection.fetchval(left):
        await connection.execute(_PAUSE)
    seconds, cpu = perf_counter() - begun, cpu_ms(found) - cpu
    count = await connection.fetchval(done) - before
    await connection.close()
    return Measured(seconds, cpu, max(memory(bot.pid) for bot in found), count)


def cpu_ms(found: Sequence[asyncio.subprocess.Process]) -> float:
    """The CPU milliseconds that processes and their children have taken."""
    return sum(_ticks(pid) for bot in found for pid in (bot.pid, *children(bot.pid))) * 1000 / _TICKS


def _ticks(pid: int) -> int:
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return int(fields[11]) + int(fields[12])


def children(pid: int) -> list[int]:
    """The processes that a process has started, and those that these have."""
    own = [int(child) for child in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]
    return [*own, *(further for child in own for further in children(child))]

"""Several real programs on one PostgreSQL and one playground, which are started at the same time."""

import asyncio
import re
import sys
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path

import asyncpg

from data.store import Store
from tests.patience import patience
from tests.playground_driver import ROOT, DriverError, Playground
from tests.program_processes import WATCHER, ProgramProcesses
from tests.table_driver import TableDriver, open_table

SECONDS = 180
CONNECTED = "SELECT count(*) FROM processes WHERE shards <> ''"
ALL = "SELECT count(*) FROM processes"
HELD = """
    SELECT coalesce(sum(1 + length(held) - length(replace(held, ',', ''))), 0)
    FROM (SELECT split_part(shards, ' ', 1) AS held FROM processes WHERE shards <> '') AS shards
"""
"""How many shards the processes hold."""


async def until(url: str, statement: str, count: int) -> None:
    """Wait until a query gives this number."""
    connection = await asyncpg.connect(url)
    async with patience(SECONDS):
        while await connection.fetchval(statement) != count:
            # Asking again is what takes time.
            pass
    await connection.close()


class OneProgram:
    """One of several programs."""

    def __init__(self, process: asyncio.subprocess.Process, log: Path) -> None:
        self.process, self.log = process, log

    def shards(self) -> set[int]:
        """The shards that it has connected."""
        return {int(found) for found in re.findall(r"\] ready .*shard=(\d+)", self.log.read_text())}


class SeveralPrograms:
    """The programs, and a table on each server."""

    def __init__(self, playground: Playground, program: ProgramProcesses) -> None:
        self.playground, self.program = playground, program
        self.all: list[OneProgram] = []

    @property
    def running(self) -> list[OneProgram]:
        """Those that have not ended."""
        return [one for one in self.all if one.process.returncode is None]

    def shards(self) -> set[int]:
        """The shards that are connected."""
        return set().union(*(one.shards() for one in self.running))

    async def start(self, number: int) -> OneProgram:
        """Start one more."""
        log = self.program.folder / f"{number}.log"
        environment = {**self.program.environment, "HEARTBEAT_FILE": f"heartbeat{number}"}
        with log.open("ab") as written:
            process = await asyncio.create_subprocess_exec(
                *(sys.executable, str(ROOT / "bot.py")),
                cwd=self.program.folder,
                env=environment,
                stdout=written,
                stderr=written,
            )
        self.all.append(OneProgram(process, log))
        return self.all[-1]

    async def identified(self) -> int:
        """How many IDENTIFYs there were; none was refused."""
        counts = await self.playground.identifies()
        assert counts["refused"] == 0
        return sum(counts["accepted"].values())

    async def table(self, server: int) -> TableDriver:
        """A lobby on a server."""
        person = await self.program.person(f"Ann {server}")
        return await open_table(self.program, person, await self.playground.channel("games", server))

    async def ready(self, is_so: Callable[[], bool]) -> None:
        """Wait until what the programs have logged is so."""
        async with patience(SECONDS):
            while not is_so():
                # A question to the playground takes time.
                await self.playground.identifies()


async def until_answered(table: TableDriver) -> None:
    """Press a button until that is answered."""
    answered = False
    async with patience(SECONDS):
        while not answered:
            try:
                await table.set_up()
                answered = True
            except DriverError:
                answered = False


@asynccontextmanager
async def programs(
    folder: Path, url: str, count: int, *, shards: int = 1, **settings: str
) -> AsyncIterator[SeveralPrograms]:
    """So many programs, and as many servers as shards; they are killed at the end."""
    async with Playground(folder, checked=True, shards=shards, servers=shards) as playground:
        watcher = await playground.person(WATCHER)
        program = ProgramProcesses(folder, playground, watcher, {"DATABASE_URL": url, **settings}, None)
        several = SeveralPrograms(playground, program)
        # Migrated before, so that none waits for another one and gets fewer shards.
        await (await Store.open(url, shared=True)).close()
        try:
            for number in range(count):
                await several.start(number)
            await until(url, HELD, shards)
            yield several
        finally:
            for one in several.all:
                if one.process.returncode is None:
                    one.process.kill()
                    await one.process.wait()

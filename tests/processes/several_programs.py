"""Several real programs on one PostgreSQL and one playground, started at the same time."""

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
"""The number of shards that the processes hold."""


async def until(url: str, statement: str, count: int) -> None:
    """Wait until a query returns this number."""
    connection = await asyncpg.connect(url)
    async with patience(SECONDS):
        while await connection.fetchval(statement) != count:
            # The query itself takes the time.
            pass
    await connection.close()


class OneProgram:
    """One program: its process and its log."""

    def __init__(self, process: asyncio.subprocess.Process, log: Path) -> None:
        self.process, self.log = process, log

    def shards(self) -> set[int]:
        """Return the shards that it has connected."""
        return {int(found) for found in re.findall(r"\] ready .*shard=(\d+)", self.log.read_text())}


class SeveralPrograms:
    """The running programs, their playground, and helpers to open tables on its servers."""

    def __init__(self, playground: Playground, program: ProgramProcesses) -> None:
        self.playground, self.program = playground, program
        self.all: list[OneProgram] = []

    @property
    def running(self) -> list[OneProgram]:
        """The programs that have not ended."""
        return [one for one in self.all if one.process.returncode is None]

    def shards(self) -> set[int]:
        """Return the connected shards of all running programs."""
        return set().union(*(one.shards() for one in self.running))

    async def start(self, number: int) -> OneProgram:
        """Start another program."""
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
        """Return the number of IDENTIFYs; none was refused."""
        counts = await self.playground.identifies()
        assert counts["refused"] == 0
        return sum(counts["accepted"].values())

    async def table(self, server: int) -> TableDriver:
        """Open a lobby on a server."""
        person = await self.program.person(f"Ann {server}")
        return await open_table(self.program, person, await self.playground.channel("games", server))

    async def ready(self, is_so: Callable[[], bool]) -> None:
        """Wait until a condition on the programs' logs is true."""
        async with patience(SECONDS):
            while not is_so():
                # The request to the playground takes the time.
                await self.playground.identifies()


async def until_answered(table: TableDriver) -> None:
    """Press a button until the press is answered."""
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
    """Yield `count` programs, with one server for each shard; kill them at the end."""
    async with Playground(folder, checked=True, shards=shards, servers=shards) as playground:
        watcher = await playground.person(WATCHER)
        program = ProgramProcesses(folder, playground, watcher, {"DATABASE_URL": url, **settings}, None)
        several = SeveralPrograms(playground, program)
        # Migrate first, so that no program waits for another and gets fewer shards.
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

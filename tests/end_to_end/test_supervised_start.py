"""`python bot.py` without a token: it starts two processes, keeps them alive, and ends them."""

import asyncio
import os
import re
import signal
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Self

import pytest
import pytest_asyncio

from tests.playground_driver import PATIENCE_SECONDS, ROOT, Playground, free_port
from tests.program_processes import ProgramProcesses, environment
from tests.table_driver import table_of

pytestmark = [pytest.mark.slow, pytest.mark.asyncio(loop_scope="session")]


class Printed(Playground):
    """The playground that `python bot.py` has started, by the address that it printed."""

    def __init__(self, folder: Path, line: str) -> None:
        super().__init__(folder)
        found = re.fullmatch(r"Playground: (http://127\.0\.0\.1:(\d+))/\?token=([\w-]+)\n", line)
        assert found, line
        self.base, self.port, self.run_token = found[1], int(found[2]), found[3]

    async def start(self) -> None:
        """It runs already."""


class Supervised:
    """`python bot.py` without a token, in a folder of its own."""

    def __init__(self, folder: Path, process: asyncio.subprocess.Process) -> None:
        self.folder, self.process = folder, process

    @classmethod
    @asynccontextmanager
    async def started(cls, folder: Path) -> AsyncIterator[Self]:
        """Start it; return when the bot is at the playground; nothing of it is left afterwards."""
        with (folder / "errors.txt").open("wb") as errors:
            process = await asyncio.create_subprocess_exec(
                sys.executable,
                str(ROOT / "bot.py"),
                cwd=folder,
                env=environment(PLAYGROUND_PORT=str(free_port())),
                stdout=asyncio.subprocess.PIPE,
                stderr=errors,
            )
        try:
            running = cls(folder, process)
            async with Printed(folder, await running.line()) as running.playground:
                running.watcher = await running.playground.person("Wanda")
                await running.playground.bot_is_online()
                yield running
        finally:
            if process.returncode is None:
                process.terminate()
                await asyncio.wait_for(process.wait(), PATIENCE_SECONDS)

    async def line(self) -> str:
        """Return the next line that is printed."""
        assert self.process.stdout
        return (await asyncio.wait_for(self.process.stdout.readline(), PATIENCE_SECONDS)).decode()

    def errors(self) -> str:
        """Return what was said on standard error."""
        return (self.folder / "errors.txt").read_text()

    def children(self) -> dict[str, int]:
        """Return the process numbers of the playground and of the bot."""
        numbers = Path(f"/proc/{self.process.pid}/task/{self.process.pid}/children").read_text().split()
        commands = {int(number): Path(f"/proc/{number}/cmdline").read_text() for number in numbers}
        return {"playground" if "\0playground\0" in text else "bot": number for number, text in commands.items()}


def running(children: dict[str, int]) -> list[str]:
    """Return which of the processes there still are."""
    return [name for name, number in children.items() if Path(f"/proc/{number}").exists()]


@pytest_asyncio.fixture(loop_scope="session")
async def supervised(tmp_path: Path) -> AsyncIterator[Supervised]:
    async with Supervised.started(tmp_path) as one:
        yield one


def processes_of(supervised: Supervised) -> ProgramProcesses:
    """Return the tables' view of what is running."""
    program = ProgramProcesses(supervised.folder, supervised.playground, supervised.watcher, {}, None)
    program.database = supervised.folder / "var" / "hexcade.sqlite3"
    return program


async def test_dead_children_are_started_again_and_the_game_goes_on(supervised: Supervised) -> None:
    program = processes_of(supervised)
    table = await table_of(program, [await program.person("Ann")], 1)
    card = await table.start()
    first = supervised.children()

    online = supervised.watcher.event(lambda name, data: name == "PLAYGROUND_BOT_STATUS" and data["online"])
    os.kill(first["bot"], signal.SIGKILL)
    await asyncio.wait_for(online, PATIENCE_SECONDS)
    card = await table.move(card)
    os.kill(first["playground"], signal.SIGKILL)
    assert supervised.playground.base in await supervised.line()
    for person in supervised.playground.persons:
        await person.connect()
    await supervised.playground.bot_is_online()
    await table.move(card)

    now = supervised.children()
    assert now["bot"] != first["bot"]
    assert now["playground"] != first["playground"]
    assert "bot stopped with status -9" in supervised.errors()
    assert [action for actor, action in program.entries(table.id) if actor == "0"] == table.confirmed


async def test_a_signal_ends_all_of_it_in_order(supervised: Supervised) -> None:
    program = processes_of(supervised)
    table = await table_of(program, [await program.person("Ann")], 1)
    await table.start()
    children = supervised.children()
    assert children.keys() == {"playground", "bot"}

    supervised.process.send_signal(signal.SIGTERM)

    assert await asyncio.wait_for(supervised.process.wait(), PATIENCE_SECONDS) == 0
    assert running(children) == []
    assert "was killed" not in supervised.errors(), "nothing took longer than the five seconds that it is given"
    assert "Traceback" not in supervised.errors()

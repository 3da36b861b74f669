"""`python bot.py` without a token: it starts two processes, keeps them alive, and stops them."""

import asyncio
import os
import re
import signal
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio

from tests.end_to_end.browser_window import SupervisedProgram
from tests.playground_driver import PATIENCE_SECONDS, Playground
from tests.program_processes import WATCHER, ProgramProcesses
from tests.table_driver import table_of

pytestmark = [pytest.mark.slow, pytest.mark.asyncio(loop_scope="session")]


class Printed(Playground):
    """The playground started by `python bot.py`, at the address that it printed."""

    def __init__(self, supervised: SupervisedProgram) -> None:
        super().__init__(supervised.folder)
        found = re.fullmatch(r"(http://127\.0\.0\.1:(\d+))/\?token=([\w-]+)", supervised.address)
        assert found, supervised.address
        self.base, self.port, self.run_token = found[1], int(found[2]), found[3]

    async def start(self) -> None:
        """Do nothing: the server is already running."""


Own = tuple[SupervisedProgram, ProgramProcesses]


@pytest_asyncio.fixture(loop_scope="session")
async def own(tmp_path: Path) -> AsyncIterator[Own]:
    """Start the program for one test; yield it with a driver of its tables, once the bot is online."""
    supervised = SupervisedProgram(tmp_path)
    supervised.start()
    try:
        async with Printed(supervised) as playground:
            program = ProgramProcesses(tmp_path, playground, await playground.person(WATCHER), {}, None)
            program.database = tmp_path / "var" / "hexcade.sqlite3"
            await playground.bot_is_online()
            yield supervised, program
    finally:
        supervised.kill()


def children(supervised: SupervisedProgram) -> dict[str, int]:
    """Return the process ids of the playground and of the bot."""
    number = supervised.process.pid
    numbers = Path(f"/proc/{number}/task/{number}/children").read_text().split()
    commands = {int(number): Path(f"/proc/{number}/cmdline").read_text() for number in numbers}
    return {"playground" if "\0playground\0" in text else "bot": number for number, text in commands.items()}


def running(children: dict[str, int]) -> list[str]:
    """Return the names of the processes that still exist."""
    return [name for name, number in children.items() if Path(f"/proc/{number}").exists()]


def errors(supervised: SupervisedProgram) -> str:
    """Return the program's standard error output."""
    return (supervised.folder / "errors.txt").read_text()


async def test_dead_children_are_started_again_and_the_game_goes_on(own: Own) -> None:
    supervised, program = own
    playground = program.playground
    table = await table_of(program, [await program.person("Ann")], 1)
    card = await table.start()
    first = children(supervised)

    online = program.watcher.event(lambda name, data: name == "PLAYGROUND_BOT_STATUS" and data["online"])
    os.kill(first["bot"], signal.SIGKILL)
    await asyncio.wait_for(online, PATIENCE_SECONDS)
    card = await table.move(card)
    os.kill(first["playground"], signal.SIGKILL)
    assert supervised.process.stdout
    line = await asyncio.wait_for(asyncio.to_thread(supervised.process.stdout.readline), PATIENCE_SECONDS)
    assert playground.base in line
    for person in playground.persons:
        await person.connect()
    await playground.bot_is_online()
    await table.move(card)

    now = children(supervised)
    assert now["bot"] != first["bot"]
    assert now["playground"] != first["playground"]
    assert "bot stopped with status -9" in errors(supervised)
    assert [action for actor, action in program.entries(table.id) if actor == "0"] == table.confirmed


async def test_a_signal_ends_all_of_it_in_order(own: Own) -> None:
    supervised, program = own
    table = await table_of(program, [await program.person("Ann")], 1)
    await table.start()
    started = children(supervised)
    assert started.keys() == {"playground", "bot"}

    supervised.process.send_signal(signal.SIGTERM)

    assert await asyncio.to_thread(supervised.process.wait, PATIENCE_SECONDS) == 0
    assert running(started) == []
    assert "was killed" not in errors(supervised), "nothing took longer than the five seconds that it is given"
    assert "Traceback" not in errors(supervised)

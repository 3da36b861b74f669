"""The processes that tests share: playgrounds that validate every request body, bots, and Chromium.

Most start once in a test process and serve all modules. A test kills only what belongs to `killable` or to itself.
"""

from collections.abc import AsyncIterator, Iterator
from typing import Any

import pytest
import pytest_asyncio
from playwright.async_api import Browser

from tests.browser import chromium
from tests.end_to_end.browser_window import SupervisedProgram, supervised_program
from tests.program_processes import ProgramProcesses, start_program

MANY: dict[str, Any] = {"TABLES_PER_HOST": "10000", "TABLES_PER_SERVER": "10000"}


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def shared_program(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[ProgramProcesses]:
    """A playground and a bot."""
    async with start_program(tmp_path_factory.mktemp("program"), TABLES_PER_CHANNEL="3", **MANY) as started:
        yield started


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def program(shared_program: ProgramProcesses) -> AsyncIterator[ProgramProcesses]:
    """The playground and the bot; after each module everything that the bot sent was valid."""
    await shared_program.reconnect_people()
    yield shared_program
    await shared_program.check()


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def proxied_program(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[ProgramProcesses]:
    """A playground and a bot with a fault-injecting proxy between them, which runs in the tests' event loop."""
    async with start_program(tmp_path_factory.mktemp("program"), proxied=True, **MANY) as started:
        yield started
        await started.check()


@pytest_asyncio.fixture(loop_scope="session")
async def killable(proxied_program: ProgramProcesses) -> ProgramProcesses:
    """The playground and the bot behind a proxy, running whatever the test before has done to them."""
    assert proxied_program.bot
    if proxied_program.bot.returncode is not None:
        await proxied_program.start_bot()
    return proxied_program


@pytest.fixture(scope="session")
def supervised(tmp_path_factory: pytest.TempPathFactory) -> Iterator[SupervisedProgram]:
    """The program without a token, as the README starts it, for windows of Chromium."""
    with supervised_program(tmp_path_factory.mktemp("supervised")) as started:
        yield started


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def browser() -> AsyncIterator[Browser]:
    """One Chromium for all windows."""
    async with chromium() as launched:
        yield launched

"""Shared processes of the end-to-end tests: playgrounds that validate every request body, bots and Chromium.

Most start once per test process and serve all modules. A test may only kill `killable` or processes of its own.
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
    """Start a playground and a bot for the whole session."""
    async with start_program(tmp_path_factory.mktemp("program"), TABLES_PER_CHANNEL="3", **MANY) as started:
        yield started


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def program(shared_program: ProgramProcesses) -> AsyncIterator[ProgramProcesses]:
    """Yield the shared playground and bot; check afterwards that everything the bot sent was valid."""
    await shared_program.reconnect_people()
    yield shared_program
    await shared_program.check()


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def proxied_program(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[ProgramProcesses]:
    """Start a playground and a bot with a fault proxy between them; the proxy runs in the tests' event loop."""
    async with start_program(tmp_path_factory.mktemp("program"), proxied=True, **MANY) as started:
        yield started
        await started.check()


@pytest_asyncio.fixture(loop_scope="session")
async def killable(proxied_program: ProgramProcesses) -> ProgramProcesses:
    """Return the playground and the bot behind the fault proxy, restarted if the previous test ended the bot."""
    assert proxied_program.bot
    if proxied_program.bot.returncode is not None:
        await proxied_program.start_bot()
    return proxied_program


@pytest.fixture(scope="session")
def supervised(tmp_path_factory: pytest.TempPathFactory) -> Iterator[SupervisedProgram]:
    """Start the program without a token, as the README does, for Chromium windows."""
    with supervised_program(tmp_path_factory.mktemp("supervised")) as started:
        yield started


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def browser() -> AsyncIterator[Browser]:
    """Launch one Chromium for all windows."""
    async with chromium() as launched:
        yield launched

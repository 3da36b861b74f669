"""One house for all tests of a module: a playground that checks every body, and the bot."""

from collections.abc import AsyncIterator

import pytest
import pytest_asyncio
from playwright.async_api import Browser

from tests.browser import chromium
from tests.end_to_end.house import House, open_house


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def house(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[House]:
    """A house; at its end everything that the bot sent was as Discord wants it."""
    async with open_house(tmp_path_factory.mktemp("house"), TABLES_PER_CHANNEL="3") as opened:
        yield opened
        await opened.check()


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def wired_house(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[House]:
    """A house with a wire between the bot and the playground."""
    async with open_house(tmp_path_factory.mktemp("house"), wired=True) as opened:
        yield opened
        await opened.check()


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def browser() -> AsyncIterator[Browser]:
    """One Chromium for all windows of a module."""
    async with chromium() as launched:
        yield launched

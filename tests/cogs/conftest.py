"""Fixtures: a fake Discord, an outbox that posts to it, and the whole program in this process.

The other fixtures come from the tests of the tables.
"""

from collections.abc import AsyncIterator, Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
from discord import PartialEmoji

from cogs.client import EXTENSIONS, Hexcade
from cogs.command_texts import CommandTranslator, translate_commands
from cogs.outbox.outbox import Outbox
from cogs.ui.kit import answers, emojis
from cogs.ui.kit.drawing_pool import DrawingPool
from cogs.ui.kit.interface import playable_games
from data.store import Store
from leagues.seasons import Seasons
from ops.config import Config
from render.emojis import emojis as drawn_emojis
from tables.service import TableService
from tests.cogs.gateway_processes import gateway
from tests.fake_discord import FakeDiscord
from tests.in_process_program import InProcessProgram, open_program
from tests.posted_messages import World
from tests.running_dispatchers import Clock, Running
from tests.tables.conftest import clock, service, store, timers

__all__ = ["clock", "discord", "gateway", "outbox", "program", "service", "store", "timers"]


@pytest.fixture
async def discord(service: TableService) -> AsyncIterator[FakeDiscord]:
    """Yield a fake Discord client; at teardown, check that all request bodies matched Discord's API description."""
    client = FakeDiscord()
    yield client
    assert client.problems == []


@pytest.fixture
async def payload(store: Store) -> list[dict[str, Any]]:
    """Return the commands as they are sent to Discord."""
    bot = Hexcade(Config(), store)
    await bot._async_setup_hook()
    for extension in EXTENSIONS:
        # Not loaded as an extension: discord.py would unload its modules at the end, and the next test would run them
        # again.
        await import_module(extension).setup(bot)
    await bot.tree.set_translator(CommandTranslator())
    commands = await translate_commands(bot.tree)
    await bot.close()
    return commands


@pytest.fixture
def drawing_pool() -> Iterator[DrawingPool]:
    pool = DrawingPool()
    yield pool
    pool.close()


@pytest.fixture
async def outbox(
    service: TableService, discord: FakeDiscord, clock: Clock, drawing_pool: DrawingPool
) -> AsyncIterator[Running]:
    """Yield an outbox that the test starts."""
    async with Running(lambda: [Outbox(discord, service, Seasons(service), drawing_pool)], service, clock) as running:
        yield running


@pytest.fixture
def world(service: TableService, discord: FakeDiscord, outbox: Running) -> World:
    return World(service, discord, outbox)


@pytest.fixture
def known_emojis() -> Iterator[None]:
    """Register every emoji with an id of maximum length."""
    emojis.replace_emojis(
        {name: PartialEmoji(name=f"{name}_0123abcd", id=10**18) for name in drawn_emojis(playable_games())}
    )
    yield
    emojis.replace_emojis({})


@pytest.fixture
async def program(tmp_path: Path, clock: Clock, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[InProcessProgram]:
    """Yield the program in this process, with a fake clock and no pauses before a request is repeated."""
    monkeypatch.setattr(answers, "PAUSE_SECONDS", (0,) * len(answers.PAUSE_SECONDS))
    async with open_program(tmp_path, clock) as opened:
        yield opened

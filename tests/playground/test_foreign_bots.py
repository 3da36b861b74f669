"""Bots of other libraries, unchanged but for the address: they connect, register a command, and answer."""

import asyncio
import os
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from playground.tokens import make_token
from tests.playground.foreign.environments import command
from tests.playground_driver import Playground

pytestmark = pytest.mark.slow

PROGRAMS = ["discord_py.py", "discord_js.mjs", "disnake_bot.py", "nextcord_bot.py", "py_cord.py", "hikari_bot.py"]


@asynccontextmanager
async def running(program: str, playground: Playground) -> AsyncIterator[None]:
    """Run a program until the end of the block; its output is shown if the test fails."""
    environment = os.environ | {"DISCORD_BASE_URL": playground.base, "DISCORD_TOKEN": playground.bot_token}
    arguments = await asyncio.to_thread(command, program)
    process = await asyncio.create_subprocess_exec(*arguments, env=environment)
    try:
        await playground.bot_is_online()
        yield
    finally:
        process.kill()
        await process.wait()


@pytest.mark.parametrize("program", PROGRAMS)
async def test_a_bot_of_another_library_answers(program: str, tmp_path: Path) -> None:
    playground = Playground(tmp_path)
    playground.bot_token = make_token("100000000000000000")
    async with playground, running(program, playground):
        ann = await playground.person("Ann")
        games = await playground.channel("games")

        card = await ann.answer(await ann.slash(games, "hello", to="Ann"))
        modal = await ann.click(card, "ask")
        answered = await ann.answer(await ann.submit(modal, {"name": "Ann"}))
        note = answered["attachments"][0]
        async with playground.session.get(note["url"]) as response:
            content = await response.text()
        await ann.select(card, ["tea"])
        edited = await ann.wait_for(games, lambda message: message["content"] == "Picked tea")

        assert (card["content"], edited["id"]) == ("Hello Ann", card["id"])
        assert (answered["content"], note["filename"], content) == ("You are Ann", "note.txt", "Ann")
        assert await playground.unknown_routes() == {}

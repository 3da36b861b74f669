"""Fixtures: a playground in the test's own process with a fake clock, and one with a bot and a browser."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import aiohttp
import pytest
import pytest_asyncio

from playground import intents, limits
from playground.permissions import BITS
from playground.server import Settings
from tests.local_server import Clock, Server
from tests.playground.page_world import World, page_world
from tests.playground_driver import MESSAGES, free_port


@pytest.fixture
def clock() -> Clock:
    return Clock()


@asynccontextmanager
async def running(
    tmp_path: Path, clock: Clock, *, shards: int = 1, servers: int = 1, messages: int = MESSAGES, **settings: Any
) -> AsyncIterator[Server]:
    page = tmp_path / "page"
    page.mkdir()
    (page / "index.html").write_text("<!doctype html><title>Page</title>")
    (page / "app.js").write_text("export {};")
    chosen = Settings(
        *(tmp_path / "world.sqlite3", free_port(), "run", "bot"),
        shards=shards,
        servers=servers,
        messages=messages,
        page=page,
        clock=clock,
        steady=clock.steady,
        **settings,
    )
    async with aiohttp.ClientSession(cookie_jar=aiohttp.DummyCookieJar()) as session:
        server = Server(chosen, clock, session)
        await server.start()
        yield server
        await server.stop()


@pytest.fixture
async def server(tmp_path: Path, clock: Clock) -> AsyncIterator[Server]:
    async with running(tmp_path, clock) as server:
        yield server


@pytest.fixture
async def sharded(tmp_path: Path, clock: Clock) -> AsyncIterator[Server]:
    """Start a playground with three servers that recommends three shards."""
    async with running(tmp_path, clock, shards=3, servers=3) as server:
        yield server


@pytest.fixture
async def limited(tmp_path: Path, clock: Clock) -> AsyncIterator[Server]:
    """Start a playground with the default limit of messages."""
    async with running(tmp_path, clock, messages=limits.MESSAGES) as server:
        yield server


@pytest.fixture
async def open_server(tmp_path: Path, clock: Clock) -> AsyncIterator[Server]:
    """Start a playground with all privileged intents for a bot that is an administrator."""
    privileged = sum(intents.PRIVILEGED.values())
    folder = tmp_path / "open"
    folder.mkdir()
    async with running(folder, clock, privileged=privileged, bot_role=BITS["ADMINISTRATOR"]) as server:
        yield server


@pytest_asyncio.fixture(loop_scope="module", scope="module")
async def world(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[World]:
    async with page_world(tmp_path_factory.mktemp("page")) as world:
        yield world

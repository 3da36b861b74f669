"""Processes with shards at a fake gateway, within one test."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from types import SimpleNamespace
from typing import Any

import aiohttp
import discord
import pytest
import yarl
from discord.backoff import ExponentialBackoff
from discord.gateway import DiscordWebSocket

from cogs.gateway import hand_over as hand_over_module
from cogs.gateway import identifies as identifies_module
from cogs.gateway import shards as shards_module
from cogs.gateway.shards import GatewayShards
from data.store.claims import Claims, SoleProcess
from tests.cogs.fake_gateway import FactStore, FakeGateway, open_gateway
from tests.patience import patience

SECONDS = 300


class Bot(discord.AutoShardedClient):
    """A logged-in bot."""

    url = "ws://invalid"
    """The gateway URL that Discord returns."""

    def __init__(self, claims: Claims, recommended: int) -> None:
        super().__init__(intents=discord.Intents(guilds=True))
        self.store: Any = FactStore(claims)
        self.limit = {"total": 1000, "remaining": 1000, "reset_after": 3_600_000, "max_concurrency": 1}
        self.recommended = recommended
        self.dispatched: list[str] = []
        self.http.request = self._request  # type: ignore[method-assign,assignment]

    async def _request(self, route: Any, **_: Any) -> Any:
        assert route.path == "/gateway/bot"
        return {"url": self.url, "shards": self.recommended, "session_start_limit": self.limit}

    def dispatch(self, event: str, /, *args: Any, **more: Any) -> None:
        """Record an event."""
        self.dispatched.append(event)


class Others:
    """A membership of other processes that use the given number of shards."""

    held_elsewhere: frozenset[int] = frozenset()

    def __init__(self, shards: int | None = None) -> None:
        self.shard_count = shards
        self.announced = self.leaving = 0

    async def announce(self, shards: int) -> int | None:
        """Announce a number of shards; return the others' number if it differs, else None."""
        self.announced += 1
        return None if self.shard_count in (None, shards) else self.shard_count


@pytest.fixture
async def gateway(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[FakeGateway]:
    """Yield a fake gateway that bots connect to, without waits between attempts or between IDENTIFYs."""
    monkeypatch.setattr(identifies_module, "BUCKET_SECONDS", 0)
    monkeypatch.setattr(identifies_module, "WAIT_SECONDS", 0)
    monkeypatch.setattr(hand_over_module, "WAIT_SECONDS", 0)
    monkeypatch.setattr(hand_over_module, "HAND_OVER_SECONDS", SECONDS)
    monkeypatch.setattr(shards_module, "STANDBY_SECONDS", 0)
    monkeypatch.setattr(ExponentialBackoff, "delay", lambda _: 0)
    async with open_gateway() as found:
        monkeypatch.setattr(DiscordWebSocket, "DEFAULT_GATEWAY", yarl.URL("ws://127.0.0.1:1/"))
        monkeypatch.setattr(Bot, "url", f"ws://127.0.0.1:{found.port}/")
        yield found


@asynccontextmanager
async def process(
    claims: Claims | None = None,
    *,
    recommended: int = 1,
    setting: int | None = None,
    others: Any = None,
    concurrency: int = 1,
) -> AsyncIterator[SimpleNamespace]:
    """Yield a process with its bot, its shards and the task that serves them."""
    held = claims or SoleProcess()
    bot = Bot(held, recommended)
    bot.limit["max_concurrency"] = concurrency
    await bot._async_setup_hook()
    async with aiohttp.ClientSession() as session:
        bot.http._HTTPClient__session = session  # type: ignore[attr-defined]
        shards = GatewayShards(bot, bot.store, setting, others)
        await shards.prepare()
        serving = asyncio.create_task(shards.run())
        yield SimpleNamespace(bot=bot, shards=shards, serving=serving)
        await shards.close()
        await asyncio.wait([serving])
    bot.http._HTTPClient__session = discord.utils.MISSING  # type: ignore[attr-defined]


async def until(is_so: Callable[[], Any]) -> None:
    """Wait until a condition holds."""
    async with patience(SECONDS):
        is_there = is_so()
        while not is_there:
            await asyncio.sleep(0.001)
            is_there = is_so()

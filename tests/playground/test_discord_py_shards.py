"""discord.py's AutoShardedClient against a playground with three servers that recommends three shards."""

import asyncio
from collections.abc import AsyncIterator

import discord
import pytest
import yarl
from discord import app_commands

from playground import limits
from tests.local_server import Server


class ShardedBot(discord.AutoShardedClient):
    """Starts as many shards as it is told to, and says on which one it was asked."""

    def __init__(self, server: Server) -> None:
        super().__init__(intents=discord.Intents(guilds=True))
        self.server = server
        self.connected: asyncio.Queue[int] = asyncio.Queue()
        self.tree = app_commands.CommandTree(self)
        self.tree.command(name="where", description="Which shard this is")(self.where)

    async def setup_hook(self) -> None:
        await self.tree.sync()

    async def before_identify_hook(self, shard_id: int | None, *, initial: bool = False) -> None:
        # The library sleeps for 5 seconds here, except before the first one.
        if not initial:
            self.server.pass_time(limits.IDENTIFY_BUCKET_SECONDS)

    async def on_shard_connect(self, shard_id: int) -> None:
        self.connected.put_nowait(shard_id)

    async def where(self, interaction: discord.Interaction) -> None:
        guild = interaction.guild
        await interaction.response.send_message(f"{guild.name} is on {guild.shard_id}" if guild else "no server")


@pytest.fixture
async def bot(sharded: Server, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[ShardedBot]:
    monkeypatch.setattr(discord.http.Route, "BASE", f"{sharded.base}/api/v10")
    gateway = yarl.URL(sharded.base.replace("http", "ws", 1) + "/gateway/")
    monkeypatch.setattr(discord.gateway.DiscordWebSocket, "DEFAULT_GATEWAY", gateway)
    async with ShardedBot(sharded) as client:
        task = asyncio.create_task(client.start("bot"))
        assert {await client.connected.get() for _ in range(3)} == {0, 1, 2}
        yield client
        await client.close()
        await task


async def test_every_shard_connects_and_answers_on_its_own_server(sharded: Server, bot: ShardedBot) -> None:
    window = await sharded.window(sharded.ann)
    _, commands = await sharded.as_bot("GET", f"/applications/{sharded.bot_id}/commands")
    data = {"id": commands[0]["id"], "name": "where", "type": 1, "options": []}
    said: list[str] = []
    for guild in sharded.guilds:
        _, channels = await sharded.as_person(sharded.ann, "GET", f"/guilds/{guild}/channels")
        body = {**sharded.interaction(2, data), "guild_id": guild, "channel_id": channels[0]["id"]}
        await sharded.as_person(sharded.ann, "POST", "/interactions", body)
        said.append((await window.until("MESSAGE_CREATE"))["content"])

    names = {guild["id"]: guild["name"] for guild in sharded.playground.world.guilds_of_bot()}
    assert said == [f"{names[guild]} is on {(int(guild) >> 22) % 3}" for guild in sharded.guilds]
    assert sharded.playground.gateway.session_starts.counts() == {
        "accepted": {"0/3": 1, "1/3": 1, "2/3": 1},
        "refused": 0,
    }

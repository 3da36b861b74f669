"""The shards of the gateway: claiming, keeping and releasing them."""

import asyncio
import logging
from typing import Any
from unittest.mock import AsyncMock

import discord
import pytest
from discord.backoff import ExponentialBackoff
from discord.gateway import DiscordWebSocket

from cogs.gateway.identifies import RESERVE
from cogs.gateway.shards import GatewayShards
from data.store.claims import SoleProcess
from ops.config import ConfigError
from tests.cogs.fake_gateway import IDENTIFY, RESUME, FakeGateway, SharedClaims
from tests.cogs.gateway_processes import Bot, Others, process, until

HEARTBEAT, RECONNECT, INVALID_SESSION = {"op": 1, "d": None}, {"op": 7, "d": None}, {"op": 9, "d": False}
EVENT = {"op": 0, "t": "GUILD_INTEGRATIONS_UPDATE", "s": 3, "d": {"guild_id": str(4 << 22)}}
"""An event that discord.py dispatches unchanged if it knows the server."""


async def test_a_process_that_is_alone_holds_all_shards_before_it_has_connected_them(gateway: FakeGateway) -> None:
    async with process(recommended=3) as one:
        assert one.shards.held == {0, 1, 2}
        await until(lambda: one.shards.connected == {0, 1, 2})

    assert gateway.count(IDENTIFY) == 3
    assert [code for _, code in gateway.closed] == [1000] * 3


async def test_two_processes_divide_the_shards_and_the_other_takes_over(gateway: FakeGateway) -> None:
    everything: dict[str, SharedClaims] = {}
    first, second = SharedClaims("first", everything), SharedClaims("second", everything)
    async with process(first, recommended=4) as one:
        async with process(second, recommended=4) as other:
            await until(lambda: len(one.shards.connected) == len(other.shards.connected) == 2)
            assert one.shards.held | other.shards.held == {0, 1, 2, 3}
            assert sorted(gateway.received) == [(IDENTIFY, shard) for shard in range(4)]
        first.living = 1
        await until(lambda: len(one.shards.connected) == 4)

    assert gateway.count(IDENTIFY) == 6
    assert everything == {}


async def test_a_reconnect_resumes_without_an_identify(gateway: FakeGateway) -> None:
    async with process() as one:
        await until(lambda: "shard_connect" in one.bot.dispatched)
        await gateway.send(0, RECONNECT)
        await until(lambda: gateway.count(RESUME))
        await until(lambda: one.shards.connected)

    assert gateway.count(IDENTIFY) == 1


async def test_a_session_that_is_invalid_begins_again_without_the_servers_of_the_old_one(gateway: FakeGateway) -> None:
    gateway.guilds[0] = [77]
    async with process() as one:
        await until(lambda: one.bot.guilds)
        gateway.guilds[0] = [78]
        await gateway.send(0, INVALID_SESSION)
        await until(lambda: gateway.count(IDENTIFY) == 2 and one.bot.guilds)

        assert [guild.id for guild in one.bot.guilds] == [78]


async def test_a_lost_shard_is_closed_and_forgotten(gateway: FakeGateway) -> None:
    gateway.guilds = {0: [4 << 22], 1: [5 << 22]}
    everything: dict[str, SharedClaims] = {}
    claims = SharedClaims("one", everything)
    claims.living = 1
    async with process(claims, recommended=2) as one:
        await until(lambda: len(one.bot.guilds) == 2)
        claims.lose("shard 1")
        await until(lambda: one.shards.held == {0})

        assert [guild.id for guild in one.bot.guilds] == [4 << 22]
        assert [*one.bot._connection._ready_tasks] == [0]
        await until(lambda: gateway.closed == [(1, 1000)])


@pytest.mark.parametrize("begin", [RECONNECT, INVALID_SESSION])
async def test_a_shard_that_is_lost_while_it_reconnects_does_not_come_back(
    gateway: FakeGateway, begin: dict[str, Any]
) -> None:
    claims = SharedClaims("one", {})
    async with process(claims) as one:
        await until(lambda: "shard_connect" in one.bot.dispatched)
        gateway.says_hello = False
        await gateway.send(0, begin)
        await until(lambda: not one.shards.connected)
        claims.lose("shard 0")
        await until(lambda: not one.shards.held)
        gateway.says_hello = True
        for _ in range(1000):
            await asyncio.sleep(0)

        assert gateway.received == [(IDENTIFY, 0)]
        assert not one.shards.held


async def test_a_shard_that_is_lost_while_the_gateway_is_away_does_not_come_back(gateway: FakeGateway) -> None:
    gateway.is_away = True
    claims = SharedClaims("one", {})
    async with process(claims) as one:
        await until(lambda: gateway.refused > 2)
        claims.lose("shard 0")
        await until(lambda: not one.shards.held)
        gateway.is_away = False
        for _ in range(1000):
            await asyncio.sleep(0)

        assert gateway.received == []


async def test_a_shard_that_is_lost_just_when_it_has_connected_is_closed(
    gateway: FakeGateway, monkeypatch: pytest.MonkeyPatch
) -> None:
    claims = SharedClaims("one", {})

    async def before_identify(*_: Any, **__: Any) -> None:
        claims.lose("shard 0")

    monkeypatch.setattr(Bot, "before_identify_hook", before_identify)
    async with process(claims) as one:
        await until(lambda: gateway.closed)

        assert (gateway.closed, one.shards.held) == ([(0, 1000)], frozenset())


async def test_a_connection_that_fails_to_send_is_closed_and_resumed(
    gateway: FakeGateway, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with process() as one:
        await until(lambda: "shard_connect" in one.bot.dispatched)
        connected: list[frozenset[int]] = []
        monkeypatch.setattr(ExponentialBackoff, "delay", lambda _: connected.append(one.shards.connected) or 0)
        with monkeypatch.context() as broken:
            broken.setattr(DiscordWebSocket, "send", AsyncMock(side_effect=ConnectionResetError))
            await gateway.send(0, HEARTBEAT)
            await until(lambda: connected)
        await until(lambda: gateway.count(RESUME))

        assert set(connected) == {frozenset()}
        # Closing with code 1000 would end the session at Discord.
        assert gateway.closed[0] == (0, 4000)


async def test_what_arrives_while_a_process_stood_still_is_left_to_the_one_that_has_the_shard(
    gateway: FakeGateway,
) -> None:
    gateway.guilds[0] = [4 << 22]
    claims = SharedClaims("one", {})
    async with process(claims) as one:
        await until(lambda: "shard_connect" in one.bot.dispatched)
        await gateway.send(0, EVENT)
        await until(lambda: "guild_integrations_update" in one.bot.dispatched)
        one.bot.dispatched.clear()
        claims.lost_unnoticed.append("shard 0")
        await gateway.send(0, EVENT)
        await until(lambda: not one.shards.held)

        assert "guild_integrations_update" not in one.bot.dispatched


async def test_what_arrives_until_the_gateway_has_closed_is_passed_on(gateway: FakeGateway) -> None:
    gateway.guilds[0] = [4 << 22]
    gateway.last_words = [EVENT]
    async with process() as one:
        await until(lambda: "shard_connect" in one.bot.dispatched)
        await one.shards.close()

        assert one.bot.dispatched.count("guild_integrations_update") == 1
        # discord.py announces a connection two seconds later, and that task would fail after the end.
        assert one.bot._connection._ready_tasks == {}


@pytest.mark.parametrize(
    ("code", "error"),
    [
        (4004, discord.ConnectionClosed),
        (4010, discord.ConnectionClosed),
        (4011, discord.ConnectionClosed),
        (4013, discord.ConnectionClosed),
        (4014, discord.PrivilegedIntentsRequired),
    ],
)
async def test_what_discord_refuses_for_good_ends_all_shards(
    gateway: FakeGateway, code: int, error: type[Exception]
) -> None:
    async with process(recommended=2) as one:
        await until(lambda: len(one.shards.connected) == 2)
        await gateway.sockets[1].close(code=code)
        await asyncio.wait([one.serving])

        assert isinstance(one.serving.exception(), error)
        assert not one.shards.connected


async def test_a_gateway_that_is_away_is_tried_again_without_a_traceback(
    gateway: FakeGateway,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
    capsys: pytest.CaptureFixture[str],
) -> None:
    tried: list[None] = []
    monkeypatch.setattr(ExponentialBackoff, "delay", lambda _: tried.append(None) or 0)
    gateway.is_away = True
    async with process() as one:
        await until(lambda: len(tried) > 2)
        gateway.is_away = False
        await until(lambda: one.shards.connected)

    logged = capsys.readouterr().out
    assert "error=\"503, message='Invalid response status'" in logged
    assert "headers" not in logged
    assert [record for record in caplog.records if record.levelno >= logging.ERROR or record.exc_info] == []


async def test_the_number_of_shards_that_others_have_counts(gateway: FakeGateway) -> None:
    async with process(SharedClaims("one", {}), setting=2, others=Others(4)) as one:
        assert one.shards.count == 4
        await until(lambda: len(one.shards.connected) == 2)
        assert one.shards.describe_held_shards() == f"{','.join(map(str, sorted(one.shards.held)))} of 4"


async def test_the_number_of_shards_of_somebody_who_was_quicker_counts(gateway: FakeGateway) -> None:
    others = Others()
    claims = SharedClaims("one", {})
    claims.living = 1
    async with process(claims, setting=2, others=others) as one:
        others.shard_count = 3
        await until(lambda: one.shards.connected == {0, 1, 2})

        assert one.bot.shard_count == 3
    assert {shard for _, shard in gateway.received} == {0, 1, 2}


@pytest.mark.parametrize("remaining", [RESERVE, RESERVE - 1])
async def test_more_shards_than_discord_allows_to_start_today_are_refused_in_one_line(remaining: int) -> None:
    bot = Bot(SoleProcess(), 2)
    bot.limit["remaining"] = remaining
    shards = GatewayShards(bot, bot.store, None, None)

    with pytest.raises(
        ConfigError, match=f"and {remaining} are left, and 49 of these are reserved. Start again in 60 min"
    ):
        await shards.prepare()


async def test_a_standby_starts_though_too_few_sessions_are_left(gateway: FakeGateway) -> None:
    bot = Bot(SharedClaims("one", {}), 1)
    bot.limit["remaining"] = 0

    await GatewayShards(bot, bot.store, None, Others(1)).prepare()  # type: ignore[arg-type]

"""The gateway: IDENTIFY, RESUME, intents, heartbeats, rate limits, and who receives which event."""

import asyncio
import json
import zlib
from typing import Any

import pytest
from discord.gateway import DiscordWebSocket, KeepAliveHandler

from playground import intents, limits
from playground.gateway import HEARTBEAT_SECONDS, RESUMABLE_SECONDS
from playground.server import tick
from tests.local_server import Server


async def test_ready_and_guild_create_have_the_fields_that_discord_py_needs(server: Server) -> None:
    socket = await server.connect("bot", shard=[0, 1])
    ready = await socket.until("READY")
    guild = await socket.until("GUILD_CREATE")

    assert ready["resume_gateway_url"] == server.base.replace("http", "ws") + "/gateway/"
    assert ready["application"] == {"id": server.bot_id, "flags": 0}
    assert ready["guilds"] == [{"id": server.guild, "unavailable": True}]
    assert (ready["shard"], bool(ready["session_id"])) == ([0, 1], True)
    assert {role["name"]: role["id"] for role in guild["roles"]}["@everyone"] == server.guild
    assert [member["user"]["id"] for member in guild["members"]] == [server.bot_id]
    assert [channel["name"] for channel in guild["channels"]] == ["general", "games"]
    assert (guild["member_count"], guild["unavailable"], guild["threads"]) == (3, False, [])


async def test_events_are_sent_only_with_their_intent(server: Server) -> None:
    quiet = await server.connect("bot", intents=1)
    await quiet.until("GUILD_CREATE")
    await server.post({"content": "not told"})
    await server.as_bot("POST", f"/channels/{server.channel}/threads", {"name": "told", "type": 11})

    assert (await quiet.until("THREAD_CREATE"))["name"] == "told"
    assert not [frame for frame in quiet.seen if frame.get("t") == "MESSAGE_CREATE"]


async def test_a_heartbeat_is_acknowledged_only_after_discord_py_has_noted_that_it_was_sent(server: Server) -> None:
    """discord.py's thread records the sending afterwards; here it never does, the latest possible case."""
    socket = await server.bot_online()
    client = DiscordWebSocket(socket.connection, loop=asyncio.get_running_loop())
    client._max_heartbeat_timeout, client.shard_id = 60.0, None
    keeper = client._keep_alive = KeepAliveHandler(ws=client, interval=HEARTBEAT_SECONDS)
    keeper._last_send -= HEARTBEAT_SECONDS

    await client.send_heartbeat(keeper.get_payload())
    while socket.seen[-1]["op"] != 11:
        await client.received_message(json.dumps(await socket.receive()))

    assert 0 <= keeper.latency < HEARTBEAT_SECONDS


async def test_each_heartbeat_of_the_bot_has_one_request_and_both_are_acknowledged(server: Server) -> None:
    socket = await server.bot_online()

    for _ in range(2):
        await socket.send(1, None)
        assert (await socket.receive())["op"] == 1
        await socket.send(1, None)
        assert [(await socket.receive())["op"] for _ in range(2)] == [11, 11]


async def test_a_client_without_heartbeats_is_disconnected(server: Server) -> None:
    beating, silent = await server.bot_online(), await server.window(server.ann)

    server.pass_time(HEARTBEAT_SECONDS * 1.5, heartbeats=False)
    await beating.beat()
    server.pass_time(HEARTBEAT_SECONDS, heartbeats=False)

    assert await silent.wait_until_closed() == 4009
    await beating.beat()


async def test_clients_stay_connected_when_the_machine_stood_still(server: Server) -> None:
    socket = await server.bot_online()

    server.stand_still(3 * HEARTBEAT_SECONDS)
    tick(server.playground)

    await socket.beat()


async def test_resume_replays_missed_events(server: Server) -> None:
    socket = await server.connect("bot")
    session = (await socket.until("READY"))["session_id"]
    await socket.until("GUILD_CREATE")
    await server.post({"content": "seen"})
    await socket.until("MESSAGE_CREATE")
    sequence = socket.seen[-1]["s"]
    await socket.connection.close()
    for text in ("missed 1", "missed 2"):
        await server.post({"content": text})

    again = await server.open()
    await again.send(6, {"token": "bot", "session_id": session, "seq": sequence})

    assert [(await again.until("MESSAGE_CREATE"))["content"] for _ in range(2)] == ["missed 1", "missed 2"]
    await again.until("RESUMED")
    assert [frame["s"] for frame in again.seen[1:]] == [sequence + 1, sequence + 2, sequence + 3]


@pytest.mark.parametrize("wrong", ["session", "token", "late", "restart"])
async def test_a_resume_that_is_not_possible_is_an_invalid_session(server: Server, wrong: str) -> None:
    socket = await server.connect("bot")
    resume = {"token": "bot", "session_id": (await socket.until("READY"))["session_id"], "seq": 2}
    await socket.connection.close()
    if wrong == "late":
        # The session's lifetime begins once the server has noticed the closed connection.
        while server.playground.gateway.is_bot_online():
            await server.ask("GET", "/favicon.ico")
        server.pass_time(RESUMABLE_SECONDS + 1)
    elif wrong == "restart":
        await server.stop()
        await server.start()
    else:
        resume[{"session": "session_id", "token": "token"}[wrong]] = "x"

    again = await server.open()
    await again.send(6, resume)

    assert await again.receive() == {"op": 9, "d": False, "s": None, "t": None}


def identify(**fields: Any) -> str:
    return json.dumps({"op": 2, "d": {"token": "bot", "intents": 1, "properties": {}, **fields}})


@pytest.mark.parametrize(
    ("frame", "times", "code"),
    [
        ("no json", 1, 4002),
        ("[" * 4000, 1, 4002),
        ("[]", 1, 4002),
        ('{"op":2}', 1, 4002),
        ('{"op":99}', 1, 4001),
        ('{"op":8,"d":{}}', 1, 4003),
        ('{"op":3,"d":{}}', 1, 4003),
        ('{"op":1,"d":null}', limits.GATEWAY_SENDS + 1, 4008),
        (json.dumps({"op": 1, "d": "x" * limits.GATEWAY_BYTES}), 1, 1009),
        (identify(token="wrong"), 1, 4004),
        *((identify(intents=wrong), 1, 4013) for wrong in (None, "1", True, -1, 1 << 17, 1 << 40)),
        *((identify(intents=1 | privileged), 1, 4014) for privileged in (1 << 1, 1 << 8, 1 << 15)),
        *(
            (identify(shard=shard), 1, 4010)
            for shard in ([3, 3], [-1, 3], [0, 0], [0], [0, 1, 2], ["0", "1"], [0.0, 1.0], "0/1", 0, {})
        ),
    ],
    ids=lambda value: str(value)[:60],
)
async def test_invalid_frames_close_the_connection(server: Server, frame: str, times: int, code: int) -> None:
    socket = await server.open_unauthenticated()

    for _ in range(times):
        await socket.connection.send_str(frame)

    assert await socket.wait_until_closed() == code


async def test_an_unknown_version_of_the_gateway_is_refused(server: Server) -> None:
    async with server.session.ws_connect(f"{server.base}/gateway/?v=8&encoding=json") as connection:
        await connection.receive()

        assert connection.close_code == 4012


async def test_frames_may_be_bytes(server: Server) -> None:
    """The library hikari sends its frames like this."""
    socket = await server.open_unauthenticated()
    await socket.connection.send_bytes(identify().encode())

    assert (await socket.until("READY"))["user"]["id"] == server.bot_id


async def test_frames_are_compressed_as_one_stream(server: Server) -> None:
    stream = zlib.decompressobj()
    async with server.session.ws_connect(f"{server.base}/gateway?v=9&compress=zlib-stream") as connection:

        async def receive() -> Any:
            content = await connection.receive_bytes()
            assert content.endswith(b"\0\0\xff\xff")
            return json.loads(stream.decompress(content))

        assert (await receive())["op"] == 10
        await connection.send_str(identify())
        assert [(await receive())["t"] for _ in range(2)] == ["READY", "GUILD_CREATE"]


async def test_a_sequence_that_was_never_sent_cannot_be_resumed(server: Server) -> None:
    socket = await server.connect("bot")
    session = (await socket.until("READY"))["session_id"]
    await socket.connection.close()

    again = await server.open()
    await again.send(6, {"token": "bot", "session_id": session, "seq": 1000})

    assert await again.wait_until_closed() == 4007


ALL = intents.ALL


async def test_message_content_is_sent_to_sessions_with_the_intent_only(open_server: Server) -> None:
    server = open_server
    reading = await server.connect("bot", intents=ALL)
    blind = await server.connect("bot", intents=ALL & ~intents.MESSAGE_CONTENT)
    messages = f"/channels/{server.channel}/messages"
    _, said = await server.as_person(server.ann, "POST", messages, {"content": "private words"})

    received = [(await socket.until("MESSAGE_CREATE"))["content"] for socket in (reading, blind)]
    _, fetched = await server.as_bot("GET", f"{messages}/{said['id']}")

    assert (received, fetched["content"]) == (["private words", ""], "private words")
    assert (await server.as_bot("GET", "/applications/@me"))[1]["flags"] == 1 << 13 | 1 << 15 | 1 << 19


async def test_members_and_presences_are_sent_with_their_intents(open_server: Server) -> None:
    server = open_server
    window = await server.window(server.ann)
    bot = await server.connect("bot", intents=ALL)
    guild = await bot.until("GUILD_CREATE")
    await window.connection.close()
    left = await bot.until("PRESENCE_UPDATE")
    _, cora = await server.control("POST", "people", {"name": "Cora"})

    assert [one["user"]["id"] for one in guild["presences"]] == [server.bot_id, server.ann]
    assert len(guild["members"]) == 3
    assert (left["user"]["id"], left["status"]) == (server.ann, "offline")
    assert (await bot.until("GUILD_MEMBER_ADD"))["user"]["id"] == cora["id"]


@pytest.mark.parametrize(
    ("request_", "names", "missing"),
    [
        ({"query": "", "limit": 0, "nonce": "n", "presences": True}, ["Hexcade", "ann", "ben"], []),
        ({"query": "B", "limit": 5, "nonce": "n"}, ["ben"], []),
        ({"query": "", "limit": 1, "nonce": "n"}, ["Hexcade"], []),
        ({"user_ids": ["<ann>", "7"], "nonce": "n"}, ["ann"], ["7"]),
        ({"user_ids": "<ann>", "nonce": "n"}, ["ann"], []),
    ],
)
async def test_members_are_sent_on_request(
    open_server: Server, request_: Any, names: list[str], missing: list[str]
) -> None:
    server = open_server
    bot = await server.connect("bot", intents=ALL)
    body = json.loads(json.dumps(request_).replace("<ann>", server.ann))
    await bot.send(8, {"guild_id": server.guild, **body})

    chunk = await bot.until("GUILD_MEMBERS_CHUNK")

    assert [member["user"]["username"] for member in chunk["members"]] == names
    assert (chunk["not_found"], chunk["chunk_index"], chunk["chunk_count"], chunk["nonce"]) == (missing, 0, 1, "n")
    assert ("presences" in chunk) == bool(request_.get("presences"))


@pytest.mark.parametrize(
    ("wanted", "body", "code"),
    [
        (1, {"query": "", "limit": 0}, 4014),
        (ALL, {"query": 5, "limit": 0}, 4002),
        (ALL, {"query": ""}, 4002),
        (ALL, {"limit": 0}, 4002),
        (ALL, {"guild_id": "x", "query": "", "limit": 0}, 4002),
    ],
)
async def test_a_wrong_request_for_members_closes_the_connection(
    open_server: Server, wanted: int, body: Any, code: int
) -> None:
    bot = await open_server.connect("bot", intents=wanted)
    await bot.until("READY")
    await bot.send(8, {"guild_id": open_server.guild, **body})

    assert await bot.wait_until_closed() == code


async def test_the_bot_sees_no_message_content_without_the_privileged_intent(server: Server) -> None:
    bot = await server.bot_online()
    for content in ("private words", f"hello <@{server.bot_id}>"):
        await server.as_person(server.ann, "POST", f"/channels/{server.channel}/messages", {"content": content})

    first, second = await bot.until("MESSAGE_CREATE"), await bot.until("MESSAGE_CREATE")

    assert (first["content"], first["author"]["id"], first["guild_id"]) == ("", server.ann, server.guild)
    assert first["member"]["roles"] == []
    assert second["content"] == f"hello <@{server.bot_id}>"

"""The gateway: IDENTIFY, RESUME, intents, heartbeats, rate limits, and who receives which event."""

import asyncio
import json

import pytest
from discord.gateway import DiscordWebSocket, KeepAliveHandler

from playground import limits
from playground.gateway import HEARTBEAT_SECONDS, RESUMABLE_SECONDS
from playground.server import tick
from tests.local_server import Server, Socket


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


async def test_ready_of_a_person_names_the_guild(server: Server) -> None:
    ready = await (await server.connect(f"person:{server.ann}")).until("READY")

    assert ready["user"]["global_name"] == "Ann"
    assert ready["guilds"] == [{"id": server.guild, "name": "Hexcade"}]


@pytest.mark.parametrize("privileged", [1 << 1, 1 << 8, 1 << 15])
async def test_privileged_intents_are_disallowed(server: Server, privileged: int) -> None:
    assert await (await server.connect("bot", intents=1 | privileged)).closed() == 4014


async def test_events_are_sent_only_with_their_intent(server: Server) -> None:
    quiet = await server.connect("bot", intents=1)
    await quiet.until("GUILD_CREATE")
    await server.post({"content": "not told"})
    await server.as_bot("POST", f"/channels/{server.channel}/threads", {"name": "told", "type": 11})

    assert (await quiet.until("THREAD_CREATE"))["name"] == "told"
    assert not [frame for frame in quiet.seen if frame.get("t") == "MESSAGE_CREATE"]


async def test_heartbeats_are_acknowledged(server: Server) -> None:
    window = await server.window(server.ann)

    await window.send(1, None)

    assert (await window.receive())["op"] == 11


async def test_a_heartbeat_is_acknowledged_only_after_discord_py_has_noted_that_it_was_sent(server: Server) -> None:
    """Its thread notes that after sending, here never, which is as late as it can be."""
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

    assert await silent.closed() == 4009
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
        # The server notices a closed connection in its own time; the session's life begins then.
        while server.playground.gateway.bot_online():
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


async def test_received_frames_are_rate_limited_per_connection(server: Server) -> None:
    window = await server.window(server.ann)
    for _ in range(limits.GATEWAY_SENDS):
        await window.send(1, None)

    assert await window.closed() == 4008


@pytest.mark.parametrize(
    ("frame", "code"), [("no json", 4002), ("[" * 4000, 4002), ("[]", 4002), ('{"op":99}', 4001), ('{"op":2}', 4002)]
)
async def test_invalid_frames_close_the_connection(server: Server, frame: str, code: int) -> None:
    socket = await server.open()

    await socket.connection.send_str(frame)

    assert await socket.closed() == code


async def test_people_are_notified_when_the_bot_goes_online_or_offline(server: Server) -> None:
    window = await server.window(server.ann)

    bot = await server.bot_online()
    assert await window.until("PLAYGROUND_BOT_STATUS") == {"online": True}
    await bot.connection.close()
    assert await window.until("PLAYGROUND_BOT_STATUS") == {"online": False}


async def test_the_bot_sees_no_message_content_without_the_privileged_intent(server: Server) -> None:
    bot = await server.bot_online()
    for content in ("private words", f"hello <@{server.bot_id}>"):
        await server.as_person(server.ann, "POST", f"/channels/{server.channel}/messages", {"content": content})

    first, second = await bot.until("MESSAGE_CREATE"), await bot.until("MESSAGE_CREATE")

    assert (first["content"], first["author"]["id"], first["guild_id"]) == ("", server.ann, server.guild)
    assert first["member"]["roles"] == []
    assert second["content"] == f"hello <@{server.bot_id}>"


async def test_new_people_and_channels_are_announced(server: Server) -> None:
    window = await server.window(server.ann)

    _, cleo, _ = await server.ask("POST", "/playground/people", cookies=server.cookie, json={"name": "Cleo"})
    assert (await window.until("GUILD_MEMBER_ADD"))["user"] == cleo
    _, room, _ = await server.ask("POST", "/playground/channels", cookies=server.cookie, json={"name": "Back Room"})
    assert (await window.until("CHANNEL_CREATE"))["name"] == room["name"] == "back-room"
    assert await receives_ready(server, cleo["id"])


async def receives_ready(server: Server, person: str) -> bool:
    """Return whether this person can connect."""
    window: Socket = await server.window(person)
    return window.seen[-1]["d"]["user"]["id"] == person

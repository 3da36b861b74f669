"""Shards: the guilds and events of each session, and the limit on IDENTIFYs."""

from playground import limits
from playground.session_starts import SessionStarts
from tests.local_server import Clock, Json, Server, Socket

SECONDS = 300
INVALIDATED = {"op": 9, "d": False, "s": None, "t": None}


async def start_shard(server: Server, number: int, count: int = 3) -> Socket:
    """Identify a shard once the limit allows it; return its gateway after READY and GUILD_CREATE."""
    server.pass_time(limits.IDENTIFY_BUCKET_SECONDS)
    socket = await server.connect("bot", shard=[number, count])
    await socket.until("READY")
    await socket.until("GUILD_CREATE")
    return socket


async def start_shards(server: Server) -> dict[str, Socket]:
    """Start all three shards; return their gateways by guild id."""
    sockets = [await start_shard(server, number) for number in range(3)]
    return {socket.seen[-1]["d"]["id"]: socket for socket in sockets}


async def channel_of(server: Server, guild: str) -> str:
    _, channels = await server.as_person(server.ann, "GET", f"/guilds/{guild}/channels")
    return channels[0]["id"]


async def test_each_shard_is_told_of_its_own_guilds(sharded: Server) -> None:
    sockets = await start_shards(sharded)

    assert sockets.keys() == set(sharded.guilds)
    for guild, socket in sockets.items():
        ready = next(frame["d"] for frame in socket.seen if frame.get("t") == "READY")
        assert ready["shard"] == [(int(guild) >> 22) % 3, 3]
        assert ready["guilds"] == [{"id": guild, "unavailable": True}]


async def test_any_number_of_shards_may_be_started_and_without_one_all_guilds_are_told(sharded: Server) -> None:
    """Guild ids differ in their milliseconds, so one of two shards has two of the three guilds."""
    sharded.pass_time(limits.IDENTIFY_BUCKET_SECONDS)
    whole = await (await sharded.connect("bot")).until("READY")
    told: list[list[str]] = []
    for number in range(2):
        sharded.pass_time(limits.IDENTIFY_BUCKET_SECONDS)
        ready = await (await sharded.connect("bot", shard=[number, 2])).until("READY")
        told.append([guild["id"] for guild in ready["guilds"]])

    assert [guild["id"] for guild in whole["guilds"]] == sharded.guilds
    assert sorted(map(len, told)) == [1, 2]
    assert sorted(told[0] + told[1]) == sharded.guilds


async def test_events_and_interactions_go_to_the_shard_of_their_guild(sharded: Server) -> None:
    sockets = await start_shards(sharded)
    command = await sharded.register({"name": "play", "description": "Start"})
    data = {"id": command["id"], "name": "play", "type": 1, "options": []}
    for guild in sharded.guilds:
        channel = await channel_of(sharded, guild)
        await sharded.as_person(sharded.ann, "POST", f"/channels/{channel}/messages", {"content": "hello"})
        await sharded.as_bot("POST", f"/channels/{channel}/threads", {"name": "a game", "type": 11})
        body = {**sharded.interaction(2, data), "guild_id": guild, "channel_id": channel}
        assert (await sharded.as_person(sharded.ann, "POST", "/interactions", body))[0] == 204
        role = {"name": "Hosts", "permissions": [], "server": guild}
        await sharded.control("POST", "roles", role)

    for guild, socket in sockets.items():
        await socket.until("GUILD_ROLE_CREATE")
        came = socket.seen[3:]
        created = {"MESSAGE_CREATE", "THREAD_CREATE", "INTERACTION_CREATE", "GUILD_ROLE_CREATE"}
        assert {frame["t"] for frame in came} == created
        assert {frame["d"]["guild_id"] for frame in came} == {guild}


async def test_direct_messages_and_presses_there_are_on_shard_0(sharded: Server) -> None:
    sockets = await start_shards(sharded)
    command = await sharded.register({"name": "play", "description": "Start"})
    _, direct = await sharded.as_person(sharded.ann, "POST", "/users/@me/channels", {"recipient_id": sharded.bot_id})
    await sharded.as_person(sharded.ann, "POST", f"/channels/{direct['id']}/messages", {"content": "hello"})
    data = {"id": command["id"], "name": "play", "type": 1, "options": []}
    body = {**sharded.interaction(2, data), "channel_id": direct["id"]}
    await sharded.as_person(sharded.ann, "POST", "/interactions", body)
    for guild in sharded.guilds:
        await sharded.post({"content": "the last"}, await channel_of(sharded, guild))

    for guild, socket in sockets.items():
        seen: list[Json] = []
        while not seen or seen[-1]["d"].get("content") != "the last":
            seen.append(await socket.receive())
        is_first = (int(guild) >> 22) % 3 == 0
        assert [frame["t"] for frame in seen[:-1]] == (["MESSAGE_CREATE", "INTERACTION_CREATE"] if is_first else [])


async def test_each_shard_resumes_its_own_events(sharded: Server) -> None:
    sockets = await start_shards(sharded)
    guild, socket = next(iter(sockets.items()))
    session = next(frame["d"]["session_id"] for frame in socket.seen if frame.get("t") == "READY")
    sequence = socket.seen[-1]["s"]
    await socket.connection.close()
    for number in sharded.guilds:
        await sharded.post({"content": f"to {number}"}, await channel_of(sharded, number))

    again = await sharded.open()
    await again.send(6, {"token": "bot", "session_id": session, "seq": sequence})
    await again.until("RESUMED")

    assert [frame["d"].get("content") for frame in again.seen[1:]] == [f"to {guild}", None]
    assert (await identifies(sharded))["refused"] == 0


async def test_a_guild_whose_shard_nobody_has_started_gets_no_answer(sharded: Server) -> None:
    window = await sharded.window(sharded.ann)
    socket = await start_shard(sharded, (int(sharded.guilds[1]) >> 22) % 3)
    assert await window.until("PLAYGROUND_BOT_STATUS") == {"online": True}
    command = await sharded.register({"name": "play", "description": "Start"})
    data = {"id": command["id"], "name": "play", "type": 1, "options": []}
    for guild in sharded.guilds[:2]:
        body = {**sharded.interaction(2, data), "channel_id": await channel_of(sharded, guild), "nonce": guild}
        await sharded.as_person(sharded.ann, "POST", "/interactions", body)

    assert await window.until("INTERACTION_FAILURE") == {
        "id": window.seen[-1]["d"]["id"],
        "nonce": sharded.guilds[0],
        "reason_code": 3,
    }
    assert (await socket.until("INTERACTION_CREATE"))["guild_id"] == sharded.guilds[1]


async def test_the_bot_is_online_for_people_while_any_shard_is(sharded: Server) -> None:
    window = await sharded.window(sharded.ann)
    first, second = await start_shard(sharded, 0), await start_shard(sharded, 1)
    await first.connection.close()
    while sharded.playground.gateway.is_bot_serving(None):
        await sharded.ask("GET", "/favicon.ico")
    await second.connection.close()

    assert await window.until("PLAYGROUND_BOT_STATUS") == {"online": True}
    assert await window.until("PLAYGROUND_BOT_STATUS") == {"online": False}


async def test_a_second_identify_within_5_seconds_is_refused_and_counted(sharded: Server) -> None:
    await start_shard(sharded, 0)
    sharded.pass_time(limits.IDENTIFY_BUCKET_SECONDS - 1)
    refused = await sharded.connect("bot", shard=[1, 3])
    assert await refused.receive() == INVALIDATED
    sharded.pass_time(1)
    await refused.send(2, {"token": "bot", "intents": 1, "properties": {}, "shard": [1, 3]})
    await refused.until("READY")

    assert await identifies(sharded) == {"accepted": {"0/3": 1, "1/3": 1}, "refused": 1}


async def test_a_bot_with_one_shard_may_start_again_at_once(server: Server) -> None:
    for _ in range(2):
        await server.bot_online()

    assert await identifies(server) == {"accepted": {"0/1": 2}, "refused": 0}


async def test_the_gateway_tells_the_shards_and_what_is_left_of_the_day(sharded: Server) -> None:
    await start_shard(sharded, 0)
    _, gateway = await sharded.as_bot("GET", "/gateway/bot")
    since = limits.IDENTIFY_BUCKET_SECONDS

    assert gateway["shards"] == 3
    left = {"total": 1000, "remaining": 999, "reset_after": (24 * 60 * 60 - since) * 1000, "max_concurrency": 1}
    assert gateway["session_start_limit"] == left


async def test_when_the_session_starts_are_used_up_the_token_is_refused_until_the_next_day(sharded: Server) -> None:
    _, left = await sharded.control("PUT", "identifies", {"remaining": 1})
    assert left["remaining"] == 1
    await start_shard(sharded, 0)
    sharded.pass_time(limits.IDENTIFY_BUCKET_SECONDS)
    assert await (await sharded.connect("bot", shard=[1, 3])).wait_until_closed() == 4004
    sharded.pass_time(24 * 60 * 60)
    await start_shard(sharded, 1)


def test_refused_identifies_use_up_the_days_and_a_day_begins_after_24_hours(clock: Clock) -> None:
    starts = SessionStarts(clock, recommended=2)

    assert [starts.take((number, 2)) for number in (0, 1)] == [True, False]
    assert starts.limit()["remaining"] == 998
    clock.now += 2.5 * limits.SESSION_START_SECONDS
    assert starts.limit()["remaining"] == 1000
    assert starts.limit()["reset_after"] == 12 * 60 * 60 * 1000


async def identifies(server: Server) -> Json:
    return (await server.control("GET", "identifies"))[1]

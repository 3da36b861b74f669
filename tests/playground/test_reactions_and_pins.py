"""Reactions and pinned messages, by the bot and by people."""

from urllib.parse import quote

import pytest

from playground import limits
from tests.local_server import Json, Server
from tests.playground.test_emojis import create

THUMB = "%F0%9F%91%8D"


async def react(server: Server, message: Json, emoji: str = THUMB, person: str | None = None) -> tuple[int, Json]:
    path = f"/channels/{message['channel_id']}/messages/{message['id']}/reactions/{emoji}/@me"
    return await (server.as_person(person, "PUT", path) if person else server.as_bot("PUT", path))


async def test_reactions_are_counted_and_published(server: Server) -> None:
    bot, ben = await server.connect("bot", intents=1 | 1 << 9 | 1 << 10), await server.window(server.ben)
    _, message = await server.post({"content": "a card"})
    path = f"/channels/{server.channel}/messages/{message['id']}"

    assert (await react(server, message, person=server.ann))[0] == 204
    assert (await react(server, message))[0] == 204
    assert (await react(server, message))[0] == 204
    added = [await bot.until("MESSAGE_REACTION_ADD") for _ in range(2)]
    seen = [await ben.until("MESSAGE_REACTION_ADD") for _ in range(2)]
    _, shown = await server.as_bot("GET", path)
    _, users = await server.as_bot("GET", f"{path}/reactions/{THUMB}")
    await server.as_bot("DELETE", f"{path}/reactions/{THUMB}/@me")
    removed = await bot.until("MESSAGE_REACTION_REMOVE")
    _, for_ann = await server.as_person(server.ann, "GET", path)

    assert [(one["user_id"], one["member"]["user"]["id"]) for one in added] == [(server.ann,) * 2, (server.bot_id,) * 2]
    assert added[0]["emoji"] == {"id": None, "name": "👍"}
    assert [[(one["count"], one["me"]) for one in event["reactions"]] for event in seen] == [[(1, False)], [(2, False)]]
    assert [(one["count"], one["me"]) for one in shown["reactions"]] == [(2, True)]
    assert {user["id"] for user in users} == {server.ann, server.bot_id}
    assert (removed["user_id"], removed["message_id"]) == (server.bot_id, message["id"])
    assert [(one["count"], one["me"]) for one in for_ann["reactions"]] == [(1, True)]


async def test_a_moderator_removes_the_reactions_of_others(open_server: Server) -> None:
    server = open_server
    bot = await server.connect("bot", intents=1 | 1 << 10)
    _, message = await server.post({"content": "x"})
    path = f"/channels/{server.channel}/messages/{message['id']}/reactions"
    for emoji in (THUMB, quote("❤️"), quote("✅")):
        await react(server, message, emoji, server.ann)

    for way in (f"{path}/{THUMB}/{server.ann}", f"{path}/{quote('❤')}", path):
        assert (await server.as_bot("DELETE", way))[0] == 204

    for event in ("MESSAGE_REACTION_REMOVE", "MESSAGE_REACTION_REMOVE_EMOJI", "MESSAGE_REACTION_REMOVE_ALL"):
        assert (await bot.until(event))["message_id"] == message["id"]
    assert "reactions" not in (await server.as_bot("GET", path.removesuffix("/reactions")))[1]


async def test_an_emoji_of_the_application_is_a_reaction(server: Server) -> None:
    emoji = await create(server)
    _, message = await server.post({"content": "x"})

    assert (await react(server, message, f"{emoji['name']}:{emoji['id']}"))[0] == 204
    _, shown = await server.as_bot("GET", f"/channels/{server.channel}/messages/{message['id']}")

    assert shown["reactions"][0]["emoji"] == {"id": emoji["id"], "name": "tile", "animated": False}


@pytest.mark.parametrize("emoji", ["smile", "tile:1", "5", "%C3%A4"])
async def test_what_is_no_emoji_is_refused(server: Server, emoji: str) -> None:
    _, message = await server.post({"content": "x"})
    status, body = await react(server, message, emoji)

    assert (status, body["code"]) == (400, 10014)


async def test_reactions_need_permissions_and_are_limited(server: Server) -> None:
    _, message = await server.post({"content": "x"})
    for number in range(limits.REACTIONS):
        assert (await react(server, message, quote(chr(0x1F600 + number))))[0] == 204
        server.clock.now += 1
    status, body = await react(server, message)
    assert (status, body["code"]) == (400, 30010)

    path = f"/channels/{server.channel}/messages/{message['id']}/reactions"
    assert (await server.as_bot("DELETE", path))[1]["code"] == 50013
    await server.deny("ADD_REACTIONS")
    assert (await react(server, (await server.post({"content": "y"}))[1]))[1]["code"] == 50013


async def test_pins_are_listed_announced_and_published(open_server: Server) -> None:
    server = open_server
    bot, channel = await server.connect("bot", intents=1 | 1 << 9), f"/channels/{server.channel}"
    first, second = [(await server.post({"content": text}))[1]["id"] for text in ("first", "second")]

    for place in ("pins", "messages/pins"):
        assert (await server.as_bot("PUT", f"{channel}/{place}/{first}"))[0] == 204
    server.clock.now += 1
    assert (await server.as_person(server.ann, "PUT", f"{channel}/messages/pins/{second}"))[0] == 204
    changed = await bot.until("CHANNEL_PINS_UPDATE")
    _, pinned = await server.as_bot("GET", f"{channel}/messages/pins?limit=1")
    _, older = await server.as_bot("GET", f"{channel}/messages/pins?before={quote(pinned['items'][0]['pinned_at'])}")
    _, history = await server.as_bot("GET", f"{channel}/messages?limit=2")

    assert changed["last_pin_timestamp"] == older["items"][0]["pinned_at"]
    assert ([item["message"]["content"] for item in pinned["items"]], pinned["has_more"]) == (["second"], True)
    assert ([item["message"]["content"] for item in older["items"]], older["has_more"]) == (["first"], False)
    notices = [(one["type"], one["message_reference"]["message_id"]) for one in history]
    assert notices == [(6, second), (6, first)]
    assert (await server.as_bot("PUT", f"{channel}/pins/{history[0]['id']}"))[1]["code"] == 50021
    await server.as_bot("DELETE", f"{channel}/pins/{second}")
    assert [one["content"] for one in (await server.as_bot("GET", f"{channel}/pins"))[1]] == ["first"]


async def test_pinning_needs_its_permission(server: Server) -> None:
    _, message = await server.post({"content": "x"})
    path = f"/channels/{server.channel}/pins/{message['id']}"

    assert (await server.as_bot("PUT", path))[1]["code"] == 50013
    assert (await server.as_person(server.ben, "PUT", path))[1]["code"] == 50013
    assert (await server.as_person(server.ann, "PUT", path))[0] == 204

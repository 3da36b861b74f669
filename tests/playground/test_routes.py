"""Versions of the API, kinds of bodies, unknown routes, and routes about the bot and its servers."""

import json
from typing import Any

import pytest

from playground.tokens import make_token
from tests.local_server import Server

BOT = {"Authorization": "Bot bot"}


async def test_both_versions_of_the_api_are_served(server: Server) -> None:
    for version, expected in (("v9", 200), ("v10", 200), ("v8", 400)):
        status, body, _ = await server.ask("GET", f"/api/{version}/users/@me", BOT)
        assert status == expected
    assert body["code"] == 50041


async def test_the_address_of_the_gateway_needs_no_token(server: Server) -> None:
    status, body, _ = await server.ask("GET", "/api/v10/gateway")

    assert (status, body) == (200, {"url": server.base.replace("http", "ws") + "/gateway/"})


@pytest.mark.parametrize(
    "request_line",
    [
        "GET /channels/<channel>/messages/search",
        "GET /guilds/<guild>/members/everybody",
        "PATCH /guilds/<guild>/members/@me",
        "GET /applications/<bot>/commands/permissions",
        "GET /users/@me/connections",
        "POST /channels/<channel>/webhooks",
        "DELETE /guilds/<guild>",
        "PUT /nowhere",
    ],
)
async def test_an_unknown_route_is_not_found_and_no_other_error(server: Server, request_line: str) -> None:
    for name, number in (("channel", server.channel), ("guild", server.guild), ("bot", server.bot_id)):
        request_line = request_line.replace(f"<{name}>", number)
    method, path = request_line.split()

    assert await server.as_bot(method, path) == (404, {"message": "404: Not Found", "code": 0})


@pytest.mark.parametrize(
    "data",
    [{"content": "7", "tts": "false"}, {"payload_json": json.dumps({"content": "7"}), "content": "other"}],
    ids=["fields", "payload_json"],
)
async def test_a_body_may_be_urlencoded(server: Server, data: dict[str, str]) -> None:
    path = f"/api/v10/channels/{server.channel}"
    status, message, _ = await server.ask("POST", path + "/messages", BOT, data=data)
    _, thread, _ = await server.ask("POST", path + "/threads", BOT, data={"name": "x", "type": "11"})
    named = {"archived": "true", "auto_archive_duration": "60"}
    _, changed, _ = await server.ask("PATCH", f"/api/v10/channels/{thread['id']}", BOT, data=named)

    assert (status, message["content"], thread["type"]) == (200, "7", 11)
    metadata = changed["thread_metadata"]
    assert (metadata["archived"], metadata["auto_archive_duration"]) == (True, 60)


@pytest.mark.parametrize(
    ("kind", "content", "code"),
    [
        ("application/json", "{", 50109),
        ("application/json", "[]", 50109),
        ("text/plain", '{"content": "x"}', 50035),
        ("application/x-www-form-urlencoded", "content", 0),
        ("application/x-www-form-urlencoded", "flags=many&content=x", 50035),
        ("multipart/form-data; boundary=x", "no parts", 0),
    ],
)
async def test_a_wrong_body_is_refused(server: Server, kind: str, content: str, code: int) -> None:
    address = f"/api/v10/channels/{server.channel}/messages"
    status, body, _ = await server.ask("POST", address, BOT | {"Content-Type": kind}, data=content)

    assert (status, body["code"]) == (400, code)


async def test_members_are_listed_with_the_intent_and_found_without(server: Server, open_server: Server) -> None:
    path = f"/guilds/{server.guild}/members"

    assert (await server.as_bot("GET", path + "?limit=5"))[1]["code"] == 50001
    found = (await server.as_bot("GET", path + "/search?query=B&limit=9"))[1]
    assert [member["user"]["id"] for member in found] == [server.ben]
    assert (await server.as_bot("GET", path + "/search"))[1]["code"] == 50035
    path = f"/guilds/{open_server.guild}/members"
    assert len((await open_server.as_bot("GET", path))[1]) == 1
    page = (await open_server.as_bot("GET", f"{path}?limit=5&after={open_server.bot_id}"))[1]
    assert [member["user"]["id"] for member in page] == [open_server.ann, open_server.ben]


async def test_an_administrator_gives_roles_and_removes_channels_and_messages(open_server: Server) -> None:
    server = open_server
    bot = await server.connect("bot", intents=1 | 1 << 1 | 1 << 9)
    _, role = await server.control("POST", "roles", {"name": "red"})
    path = f"/guilds/{server.guild}/members/{server.ben}/roles/{role['id']}"
    messages = f"/channels/{server.channel}/messages"
    _, said = await server.as_person(server.ben, "POST", messages, {"content": "x"})

    assert (await server.as_bot("PUT", path))[0] == 204
    assert (await bot.until("GUILD_MEMBER_UPDATE"))["roles"] == [role["id"]]
    assert (await server.as_bot("GET", f"/guilds/{server.guild}/roles/{role['id']}"))[1]["name"] == "red"
    assert (await server.as_bot("DELETE", path))[0] == 204
    assert (await server.as_bot("PUT", path[:-1] + "x"))[0] == 404
    assert (await server.as_bot("PUT", f"/guilds/{server.guild}/members/{server.ben}/roles/7"))[1]["code"] == 10011
    assert (await server.as_bot("DELETE", f"{messages}/{said['id']}"))[0] == 204
    assert (await server.as_bot("DELETE", f"/channels/{server.channel}"))[0] == 200
    assert (await bot.until("CHANNEL_DELETE"))["id"] == server.channel


async def test_a_bot_without_these_permissions_is_refused(server: Server) -> None:
    _, role = await server.control("POST", "roles", {"name": "red"})
    path = f"/guilds/{server.guild}/members/{server.ben}/roles/{role['id']}"

    for method, way in (("PUT", path), ("DELETE", f"/channels/{server.channel}")):
        assert (await server.as_bot(method, way))[1]["code"] == 50013


async def test_the_bot_changes_its_name(server: Server) -> None:
    assert (await server.as_bot("PATCH", "/users/@me", {"username": "Dealer"}))[1]["username"] == "Dealer"
    assert (await server.as_bot("GET", "/applications/@me"))[1]["name"] == "Dealer"


async def test_a_reply_contains_the_message_that_it_replies_to(server: Server) -> None:
    _, first = await server.post({"content": "first"})
    _, reply = await server.post({"content": "second", "message_reference": {"message_id": first["id"]}})
    await server.as_bot("DELETE", f"/channels/{server.channel}/messages/{first['id']}")
    _, later = await server.as_bot("GET", f"/channels/{server.channel}/messages/{reply['id']}")

    assert (reply["referenced_message"]["content"], later["referenced_message"]) == ("first", None)


def test_a_token_has_discords_form() -> None:
    parts: list[Any] = make_token("1234567890").split(".")

    assert (parts[0], [len(part) for part in parts[1:]]) == ("MTIzNDU2Nzg5MA", [6, 38])

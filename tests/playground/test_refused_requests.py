"""Refusals of the playground, with Discord's statuses and error codes: by request, and by denied permission."""

import json
import re
from base64 import b64encode
from collections.abc import AsyncIterator
from typing import Any

import pytest
import pytest_asyncio

from playground import limits
from tests import openapi
from tests.local_server import Clock, Json, Server
from tests.playground.bodies import PLAY, ROW, SELECT, png, slash_options
from tests.playground.conftest import running

pytestmark = pytest.mark.asyncio(loop_scope="module")

FORM = 50035


@pytest_asyncio.fixture(loop_scope="module", scope="module")
async def server(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Server]:
    async with running(tmp_path_factory.mktemp("answers"), Clock()) as server:
        yield server


@pytest_asyncio.fixture(loop_scope="module", scope="module")
async def ids(server: Server) -> dict[str, str]:
    """Create one object of each kind; return their ids by name."""
    messages = f"/channels/{server.channel}/messages"
    threads = f"/channels/{server.channel}/threads"
    commands = f"/applications/{server.bot_id}/commands"
    play, monster = (await server.as_bot("PUT", commands, [PLAY, PLACE]))[1]
    made: dict[str, Any] = {
        "play": play,
        "monster": monster,
        "card": (await server.post({"content": "card", "components": [ROW, SELECT]}))[1],
        "by_ann": (await server.as_person(server.ann, "POST", messages, {"content": "mine"}))[1],
        "thread": (await server.as_bot("POST", threads, {"name": "open", "type": 11}))[1],
        "thread_of_ann": (await server.as_person(server.ann, "POST", threads, {"name": "Ann's", "type": 11}))[1],
        "archived": (await server.as_bot("POST", threads, {"name": "archived", "type": 11}))[1],
        "direct": (await server.as_bot("POST", "/users/@me/channels", {"recipient_id": server.ann}))[1],
        "lounge": (await server.control("POST", "elsewhere"))[1]["channels"][0],
    }
    made["tile"] = (await server.as_bot("POST", f"/applications/{server.bot_id}/emojis", emoji("taken")))[1]
    made["started"] = (await server.post({"content": "lobby"}))[1]
    await server.as_bot("POST", f"{messages}/{made['started']['id']}/threads", {"name": "A game"})
    made["inside"] = (await server.post({"content": "inside"}, made["archived"]["id"]))[1]
    await server.as_bot("PATCH", f"/channels/{made['archived']['id']}", {"archived": True})
    await server.bot_online()
    given = {"channel": server.channel, "guild": server.guild, "bot": server.bot_id, "ann": server.ann}
    return given | {name: one["id"] for name, one in made.items()} | {"ben": server.ben}


def emoji(name: str = "tile", image: bytes = png(8, 8), kind: str = "png") -> Json:
    return {"name": name, "image": f"data:image/{kind};base64,{b64encode(image).decode()}"}


def slash(channel: str = "<channel>", command: str = "<play>", **options: Any) -> Json:
    """Return an invocation of /play."""
    data = {"id": command, "name": "play", "type": 1, "options": slash_options(**options)}
    return interaction(2, data, channel_id=channel)


def press(custom_id: str = "move", message: str = "<card>", kind: int = 2, **data: Any) -> Json:
    data = {"component_type": kind, "custom_id": custom_id, **data}
    return interaction(3, data, message_id=message, message_flags=0)


def interaction(kind: int, data: Json, **fields: Any) -> Json:
    body = {"type": kind, "application_id": "<bot>", "guild_id": "<guild>", "channel_id": "<channel>"}
    return {**body, "session_id": "s", "nonce": "1", "data": data, **fields}


async def ask(server: Server, ids: dict[str, str], who: str, request: str, body: Any) -> tuple[int, int]:
    """Send a request with each `<name>` replaced by its id; return status and error code."""
    method, path = fill(request, ids).split(" ")
    body = json.loads(fill(json.dumps(body), ids))
    # Advance the clock, so that no rate limit applies.
    server.clock.now += 1
    if path.startswith("/playground/"):
        status, answer = await server.control(method, path.removeprefix("/playground/"), body)
    elif who == "bot":
        status, answer = await server.as_bot(method, path, body)
    else:
        status, answer = await server.as_person(ids[who], method, path, body)
    return status, answer.get("code", 0) if isinstance(answer, dict) else 0


def fill(text: str, ids: dict[str, str]) -> str:
    return re.sub(r"<(\w+)>", lambda name: ids[name[1]], text)


PLACE: Json = {
    "name": "monster",
    "description": "Monster Hex",
    "options": [
        {
            "type": 1,
            "name": "place",
            "description": "Place a tile",
            "options": [
                {"type": 3, "name": "tile", "description": "Which", "required": True, "autocomplete": True},
                {"type": 10, "name": "share", "description": "Half", "min_value": 0.5, "max_value": 1},
                {"type": 8, "name": "role", "description": "Who"},
            ],
        },
        {
            "type": 2,
            "name": "more",
            "description": "More",
            "options": [{"type": 1, "name": "rules", "description": "Rules"}],
        },
    ],
}
TILE: Json = {"type": 3, "name": "tile", "value": "abc"}
SHARE: Json = {"type": 10, "name": "share", "value": 1}
ROLE: Json = {"type": 8, "name": "role", "value": "<guild>"}
RULES: Json = {"type": 2, "name": "more", "options": [{"type": 1, "name": "rules"}]}


def nested(*options: Json, kind: int = 2) -> Json:
    """Return an invocation of a command with nested options, or with `kind` 4 its autocompletion."""
    return interaction(kind, {"id": "<monster>", "name": "monster", "type": 1, "options": list(options)})


def place(*options: Json) -> Json:
    return {"type": 1, "name": "place", "options": list(options)}


MESSAGES = "/channels/<channel>/messages"
EMOJIS = "/applications/<bot>/emojis"
TEXT = {"content": "x"}
THREAD = {"name": "x", "type": 11}
WRONG_OPTIONS: list[Json] = [
    {},
    {"game": 5},
    {"game": "x", "seats": "2"},
    {"game": "x", "seats": 1},
    {"game": "x", "seats": 5},
    {"game": "x", "open": "yes"},
    {"game": "x", "rival": "1"},
    {"game": "x", "theme": "light"},
    {"game": "x" * 6001},
]
REFUSED: list[tuple[str, str, Any, int, int]] = [
    ("bot", "GET /channels/1", None, 404, 10003),
    ("bot", f"GET {MESSAGES}/1", None, 404, 10008),
    ("bot", f"GET {MESSAGES}?limit=101", None, 400, FORM),
    ("bot", "GET /users/1", None, 404, 10013),
    ("bot", "POST /users/@me/channels", {"recipient_id": "1"}, 404, 10013),
    ("bot", "GET /guilds/<guild>/members/1", None, 404, 10007),
    *(
        ("bot", f"GET /guilds/1{path}", None, 404, 10004)
        for path in ("", "/channels", "/roles", "/threads/active", "/members", "/members/<bot>")
    ),
    ("bot", "GET /guilds/1/emojis", None, 404, 0),
    ("bot", "GET /applications/1/commands", None, 404, 10002),
    ("bot", "GET /applications/1/emojis", None, 404, 10002),
    *(("bot", f"{method} {EMOJIS}/1", None, 404, 10014) for method in ("GET", "DELETE")),
    ("bot", f"PATCH {EMOJIS}/1", {"name": "hex"}, 404, 10014),
    *(
        ("ann", f"GET {path}", None, 401, 0)
        for path in ("/oauth2/applications/@me", "/gateway/bot", "/applications/1/commands")
    ),
    ("ann", f"POST {EMOJIS}", emoji(), 401, 0),
    ("bot", f"POST {MESSAGES}", {}, 400, 50006),
    ("bot", f"PATCH {MESSAGES}/<by_ann>", TEXT, 403, 50005),
    ("bot", f"DELETE {MESSAGES}/<by_ann>", None, 403, 50013),
    ("ben", f"DELETE {MESSAGES}/<by_ann>", None, 403, 50013),
    ("bot", f"POST {MESSAGES}/<started>/threads", {"name": "Again"}, 400, 160004),
    ("bot", "POST /channels/<thread>/threads", THREAD, 400, 50024),
    ("bot", "POST /channels/<archived>/messages", TEXT, 400, 50083),
    ("bot", "PATCH /channels/<archived>/messages/<inside>", TEXT, 400, 50083),
    ("bot", "PATCH /channels/<archived>", {"name": "x"}, 400, 50083),
    ("ann", "POST /interactions", slash("<archived>", game="x"), 400, 50083),
    ("ben", "GET /channels/<direct>/messages", None, 403, 50001),
    ("bot", "POST /channels/<lounge>/messages", TEXT, 403, 50001),
    ("bot", "GET /channels/<lounge>/messages/1", None, 403, 50001),
    ("ann", f"POST {MESSAGES}/x/ack", {}, 404, 0),
    ("ann", "POST /interactions", slash(command="1", game="x"), 404, 10063),
    *(("ann", "POST /interactions", slash(**options), 400, FORM) for options in WRONG_OPTIONS),
    *(
        ("ann", "POST /interactions", nested(*options), 400, FORM)
        for options in (
            [],
            [place(TILE), RULES],
            [place()],
            [place(TILE, TILE)],
            [place({**TILE, "type": 4, "value": 1})],
            [place(TILE, {**SHARE, "value": 0.25})],
            [place(TILE, {**SHARE, "value": 1.5})],
            [place(TILE, {**ROLE, "value": "8"})],
            [{**RULES, "options": []}],
            [{"type": 1, "name": "rules"}],
        )
    ),
    ("ann", "POST /interactions", nested(place({**ROLE, "focused": True}), kind=4), 400, FORM),
    ("ann", "POST /interactions", press(message="1"), 404, 10008),
    ("ann", "POST /interactions", press("gone"), 400, FORM),
    ("ann", "POST /interactions", press("off"), 400, FORM),
    ("ann", "POST /interactions", press("move", kind=3), 400, FORM),
    *(
        ("ann", "POST /interactions", press("hex", kind=3, values=values), 400, FORM)
        for values in (["d"], [], ["a", "b", "c"], ["a", "a"])
    ),
    *(
        ("bot", f"POST {EMOJIS}", wrong, 400, FORM)
        for wrong in (
            emoji("x"),
            emoji("x" * 33),
            emoji("my-tile"),
            emoji("Käfer"),
            emoji("taken"),
            {"image": emoji()["image"]},
            {"name": "tile"},
            {"name": "tile", "image": "aGV4"},
            emoji(image=b"<svg/>", kind="svg+xml"),
            emoji(image=b"no picture"),
            emoji(image=png(8, 8) + b"\0" * limits.EMOJI_BYTES),
        )
    ),
    *(("bot", "POST /playground/people", {"name": name}, 400, FORM) for name in ("", "   ", "x" * 33, None, 5)),
    ("bot", "POST /playground/roles", {"name": ""}, 400, FORM),
    ("bot", "POST /playground/roles", {"name": "x", "permissions": ["FLY"]}, 400, FORM),
    ("bot", "PUT /playground/people/1/roles", {"roles": []}, 404, 10007),
    ("bot", "PUT /playground/people/<ben>/roles", {"roles": ["1"]}, 400, FORM),
    ("bot", "PUT /playground/channels/<channel>/permissions", {"deny": ["EVERYTHING"]}, 400, FORM),
    ("bot", "PUT /playground/identifies", {"remaining": -1}, 400, FORM),
    ("bot", "POST /playground/channels", {"name": "den", "server": 5}, 400, FORM),
    *(("bot", "POST /playground/channels", {"name": "den", "server": one}, 404, 10004) for one in ("1", "x" * 30)),
]


@pytest.mark.parametrize(("who", "request_line", "body", "status", "code"), REFUSED)
async def test_what_cannot_be_done_has_discords_status_and_code(
    server: Server, ids: dict[str, str], who: str, request_line: str, body: Any, status: int, code: int
) -> None:
    assert await ask(server, ids, who, request_line, body) == (status, code)


@pytest.mark.parametrize(
    "body",
    [
        slash(game="x", seats=2, open=True, rival="<ann>", theme="dark"),
        nested(place(TILE, {**SHARE, "value": 0.75})),
        nested(place(TILE, SHARE, ROLE)),
        nested(RULES),
        nested(place({**TILE, "value": "x" * 6000, "focused": True}), kind=4),
        press("hex", kind=3, values=["a", "c"]),
    ],
)
async def test_what_fits_the_command_or_the_card_is_passed_on(server: Server, ids: dict[str, str], body: Json) -> None:
    assert await ask(server, ids, "ann", "POST /interactions", body) == (204, 0)


DENIED: list[tuple[str, str, Any, int]] = [
    ("VIEW_CHANNEL", f"POST {MESSAGES}", TEXT, 50001),
    ("VIEW_CHANNEL", "GET /channels/<thread>", None, 50001),
    ("SEND_MESSAGES", f"POST {MESSAGES}", TEXT, 50013),
    ("EMBED_LINKS", f"POST {MESSAGES}", {"embeds": [{"title": "x"}]}, 50013),
    ("READ_MESSAGE_HISTORY", f"GET {MESSAGES}/<card>", None, 50013),
    ("SEND_MESSAGES_IN_THREADS", "POST /channels/<thread>/messages", TEXT, 50013),
    ("SEND_MESSAGES_IN_THREADS", "PATCH /channels/<thread>", {"archived": False}, 50013),
    ("CREATE_PUBLIC_THREADS", f"POST {MESSAGES}/<card>/threads", {"name": "x"}, 50013),
    ("CREATE_PUBLIC_THREADS", "POST /channels/<channel>/threads", THREAD, 50013),
    ("MANAGE_THREADS", "PATCH /channels/<thread_of_ann>", {"archived": True}, 50013),
]


@pytest.mark.parametrize(("permission", "request_line", "body", "code"), DENIED)
async def test_what_the_bot_may_not_do_is_refused_until_it_may(
    server: Server, ids: dict[str, str], permission: str, request_line: str, body: Any, code: int
) -> None:
    method, path = fill(request_line, ids).split(" ")
    assert openapi.problems(method, path, body) == []
    await server.deny(permission)
    refused = await ask(server, ids, "bot", request_line, body)
    await server.deny()

    assert refused == (403, code)
    assert (await ask(server, ids, "bot", request_line, body))[0] in (200, 201)

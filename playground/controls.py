"""Routes of the playground's own controls, which Discord does not have: people, channels, permissions, status."""

from aiohttp import web

from playground import limits, permissions
from playground.bodies import json_response, read_json
from playground.errors import ApiError, ErrorCode, invalid_form
from playground.form import Form
from playground.service import PLAYGROUND
from playground.world import text_channel


async def get_people(request: web.Request) -> web.Response:
    """GET all people."""
    return json_response(request.app[PLAYGROUND].world.people())


async def post_person(request: web.Request) -> web.Response:
    """POST a new person, who becomes a member of the guild."""
    form = Form(await read_json(request))
    playground = request.app[PLAYGROUND]
    name = (form.text("name", limits.PERSON_NAME, 1, required=True) or "").strip()
    if not name:
        form.require("")
    if len(playground.world.people()) >= limits.PEOPLE:
        form.add_error("name", "BASE_TYPE_MAX", f"There are {limits.PEOPLE} people already.")
    form.raise_errors()
    user = playground.world.add_user(name)
    body = playground.member(user) | {"guild_id": playground.world.guild["id"]}
    playground.gateway.send_to_people("GUILD_MEMBER_ADD", body)
    return json_response(user)


async def post_channel(request: web.Request) -> web.Response:
    """POST a new text channel."""
    form = Form(await read_json(request))
    playground = request.app[PLAYGROUND]
    name = (form.text("name", limits.CHANNEL_NAME, 1, required=True) or "").strip().lower().replace(" ", "-")
    count = len(playground.channels())
    if count >= limits.CHANNELS:
        form.add_error("name", "BASE_TYPE_MAX", f"There are {limits.CHANNELS} channels already.")
    form.raise_errors()
    channel = text_channel(playground.world.new_id(), playground.world.guild["id"], name, count)
    playground.world.put("channel", channel)
    playground.publish_channel("CHANNEL_CREATE", channel)
    return json_response(playground.channel_json(channel))


async def put_denied_permissions(request: web.Request) -> web.Response:
    """PUT the permissions that the bot is denied in a channel."""
    form = Form(await read_json(request))
    playground = request.app[PLAYGROUND]
    channel = playground.world.channel(request.match_info["channel"])
    names = [str(name) for name in form.array("deny", len(permissions.BITS))]
    form.raise_errors()
    if unknown := [name for name in names if name not in permissions.BITS]:
        raise invalid_form("deny", "BASE_TYPE_CHOICES", f"Unknown permission {unknown[0][:80]}.")
    if channel["type"] != 0:
        raise ApiError(ErrorCode.WRONG_CHANNEL_TYPE)
    overwrite = {"id": playground.bot_id, "type": 1, "allow": "0", "deny": str(permissions.bits(names))}
    channel["permission_overwrites"] = [overwrite] if names else []
    playground.world.put("channel", channel)
    playground.publish_channel("CHANNEL_UPDATE", channel)
    return json_response(playground.channel_json(channel))


async def get_status(request: web.Request) -> web.Response:
    """GET whether the bot is connected, and how often unknown routes were requested."""
    playground = request.app[PLAYGROUND]
    return json_response({"bot_online": playground.gateway.bot_online(), "unknown_routes": playground.unknown_routes})


def routes() -> list[web.RouteDef]:
    """Return the routes of this module."""
    return [
        web.get("/playground/people", get_people),
        web.post("/playground/people", post_person),
        web.post("/playground/channels", post_channel),
        web.put("/playground/channels/{channel}/permissions", put_denied_permissions),
        web.get("/playground/status", get_status),
    ]

"""Routes of the playground's own controls: people, languages, channels, permissions, roles, status."""

from aiohttp import web

from playground import limits, members, messages, permissions
from playground.bodies import json_response, no_content, read_json
from playground.commands import LOCALES
from playground.errors import ApiError, ErrorCode, Json, invalid_form
from playground.form import Form
from playground.intents import GUILD_MEMBERS, GUILDS
from playground.service import PLAYGROUND, Playground
from playground.world import text_channel


async def get_people(request: web.Request) -> web.Response:
    """GET all people."""
    return json_response(request.app[PLAYGROUND].world.people())


async def post_person(request: web.Request) -> web.Response:
    """POST a new person, who becomes a member of every guild."""
    form = Form(await read_json(request))
    playground = request.app[PLAYGROUND]
    name = (form.text("name", limits.PERSON_NAME, 1, required=True) or "").strip()
    if not name:
        form.require("")
    if len(playground.world.people()) >= limits.PEOPLE:
        form.add_error("name", "BASE_TYPE_MAX", f"The limit of {limits.PEOPLE} people is reached.")
    form.raise_errors()
    user = playground.world.add_user(name)
    for guild in playground.world.list_bot_guilds():
        body = playground.member(user, guild["id"]) | {"guild_id": guild["id"]}
        playground.gateway.send_to_people("GUILD_MEMBER_ADD", body)
        playground.gateway.send_to_bot("GUILD_MEMBER_ADD", body, guild["id"], GUILD_MEMBERS)
    return json_response(user)


async def put_locale(request: web.Request) -> web.Response:
    """PUT the language of a person, and notify their windows with USER_UPDATE."""
    form = Form(await read_json(request))
    playground, number = request.app[PLAYGROUND], request.match_info["user"]
    locale = _read_locale(form, "locale")
    form.raise_errors()
    user = playground.world.users.get(number)
    if user is None or user["bot"]:
        raise ApiError(ErrorCode.UNKNOWN_USER)
    playground.world.set_locale(number, locale)
    shown = playground.own_user(user)
    playground.gateway.send_to_people("USER_UPDATE", shown, only=[number])
    return json_response(shown)


async def put_community(request: web.Request) -> web.Response:
    """PUT whether a server is a community, and the language of a community; other servers are in English (US)."""
    form = Form(await read_json(request))
    playground, number = request.app[PLAYGROUND], request.match_info["guild"]
    form.require("community")
    locale = _read_locale(form, "preferred_locale") if form.boolean("community") else None
    form.raise_errors()
    if number not in playground.world.guilds:
        raise ApiError(ErrorCode.UNKNOWN_GUILD)
    playground.world.set_community(number, locale)
    shown = playground.guild_json(number)
    if playground.world.guilds[number] in playground.world.list_bot_guilds():
        playground.gateway.send_to_bot("GUILD_UPDATE", shown, number, GUILDS)
    return json_response(shown)


def _read_locale(form: Form, key: str) -> str:
    locale = str(form.get(key))
    if form.require(key) and locale not in LOCALES:
        form.add_error(key, "ENUM_TYPE_COERCE", f'Value "{locale[:20]}" is not a valid enum value.')
    return locale


async def post_channel(request: web.Request) -> web.Response:
    """POST a new text channel of a server."""
    form = Form(await read_json(request))
    playground = request.app[PLAYGROUND]
    guild = _server(playground, form)
    name = (form.text("name", limits.CHANNEL_NAME, 1, required=True) or "").strip().lower().replace(" ", "-")
    count = len(playground.channels(guild["id"]))
    if count >= limits.CHANNELS:
        form.add_error("name", "BASE_TYPE_MAX", f"The limit of {limits.CHANNELS} channels is reached.")
    form.raise_errors()
    channel = text_channel(playground.world.create_id(), guild["id"], name, count)
    playground.world.put("channel", channel)
    playground.publish_channel("CHANNEL_CREATE", channel)
    return json_response(playground.channel_json(channel))


async def post_elsewhere(request: web.Request) -> web.Response:
    """POST the server without the bot, which is created at the first request.

    People can use the bot on it only as a user install.
    """
    playground = request.app[PLAYGROUND]
    guild = playground.world.add_elsewhere()
    body = {"id": guild["id"], "name": guild["name"], "channels": playground.channels(guild["id"])}
    playground.gateway.send_to_people("GUILD_CREATE", body)
    return json_response(body)


async def put_denied_permissions(request: web.Request) -> web.Response:
    """PUT the list of permissions that the bot is denied in a channel."""
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


async def post_role(request: web.Request) -> web.Response:
    """POST a new role of a server, with the permissions it grants."""
    form = Form(await read_json(request))
    playground = request.app[PLAYGROUND]
    name = form.text("name", limits.ROLE_NAME, 1, required=True) or ""
    granted = _named_permissions(form, "permissions")
    guild = _server(playground, form)
    made = guild.get("_roles", [])
    if len(made) >= limits.ROLES:
        form.add_error("name", "BASE_TYPE_MAX", f"The limit of {limits.ROLES} roles is reached.")
    form.raise_errors()
    guild["_roles"] = [*made, {"id": playground.world.create_id(), "name": name, "granted": granted}]
    playground.world.put("guild", guild)
    role = playground.roles(guild["id"])[-1]
    body = {"guild_id": guild["id"], "role": role}
    playground.gateway.send_to_people("GUILD_ROLE_CREATE", body)
    playground.gateway.send_to_bot("GUILD_ROLE_CREATE", body, guild["id"], GUILDS)
    return json_response(role)


async def put_roles(request: web.Request) -> web.Response:
    """PUT the roles of a person on a server, replacing the previous ones."""
    form = Form(await read_json(request))
    playground = request.app[PLAYGROUND]
    user = playground.world.users.get(request.match_info["user"])
    if user is None or user["bot"]:
        raise ApiError(ErrorCode.UNKNOWN_MEMBER)
    wanted = [str(role) for role in form.array("roles", limits.ROLES)]
    guild = _server(playground, form)
    if set(wanted) - {role["id"] for role in guild.get("_roles", [])}:
        form.add_error("roles", "BASE_TYPE_CHOICES", "There is no such role on this server.")
    form.raise_errors()
    return json_response(members.set_roles(playground, guild, user, wanted))


def _named_permissions(form: Form, key: str) -> int:
    names = [str(name) for name in form.array(key, len(permissions.BITS))]
    if unknown := [name for name in names if name not in permissions.BITS]:
        form.add_error(key, "BASE_TYPE_CHOICES", f"Unknown permission {unknown[0][:80]}.")
        return 0
    return permissions.bits(names)


def _server(playground: Playground, form: Form) -> Json:
    """Return the guild named in `server`, by default the first; raises ApiError if the bot is not on it."""
    number = form.text("server", 20)
    found = playground.world.guild if number is None else playground.world.guilds.get(number)
    if found not in playground.world.list_bot_guilds():
        raise ApiError(ErrorCode.UNKNOWN_GUILD)
    return found


async def put_direct_messages(request: web.Request) -> web.Response:
    """PUT whether a person accepts direct messages from the bot; if not, the bot gets error 50007.

    The setting is lost when the playground ends.
    """
    form = Form(await read_json(request))
    playground, number = request.app[PLAYGROUND], request.match_info["user"]
    accepted = form.boolean("accepted", default=True)
    form.raise_errors()
    if number not in playground.world.users:
        raise ApiError(ErrorCode.UNKNOWN_USER)
    if accepted:
        playground.without_direct_messages.discard(number)
    else:
        playground.without_direct_messages.add(number)
    return json_response({"accepted": accepted})


async def delete_channel(request: web.Request) -> web.Response:
    """DELETE a text channel with its threads, as a channel manager would; an event is sent only for the channel."""
    playground = request.app[PLAYGROUND]
    channel = playground.world.channel(request.match_info["channel"])
    if channel["type"] != 0:
        raise ApiError(ErrorCode.WRONG_CHANNEL_TYPE)
    playground.remove_text_channel(channel)
    return no_content()


async def delete_message(request: web.Request) -> web.Response:
    """DELETE any message, as a person who manages messages would."""
    playground = request.app[PLAYGROUND]
    channel = playground.world.channel(request.match_info["channel"])
    messages.delete(playground, playground.world.message(channel["id"], request.match_info["message"], ""))
    return no_content()


async def get_identifies(request: web.Request) -> web.Response:
    """GET the number of accepted IDENTIFYs by shard, and of refused ones, since the playground started."""
    return json_response(request.app[PLAYGROUND].gateway.session_starts.count_starts())


async def put_identifies(request: web.Request) -> web.Response:
    """PUT the number of session starts left today."""
    form = Form(await read_json(request))
    starts = request.app[PLAYGROUND].gateway.session_starts
    remaining = form.integer("remaining", 0, limits.SESSION_STARTS, required=True)
    form.raise_errors()
    starts.set_remaining(remaining or 0)
    return json_response(starts.limit())


async def get_status(request: web.Request) -> web.Response:
    """GET whether the bot is online, its latest lists of connected shards, and the unknown routes it requested.

    A list of shards is added after each change.
    """
    playground = request.app[PLAYGROUND]
    gateway = playground.gateway
    status: Json = {"bot_online": gateway.is_bot_online(), "connected_shards": list(gateway.connected_shards)}
    return json_response(status | {"unknown_routes": playground.unknown_routes})


def routes() -> list[web.RouteDef]:
    """Return the routes of this module."""
    return [
        web.get("/playground/people", get_people),
        web.post("/playground/people", post_person),
        web.put("/playground/people/{user}/direct_messages", put_direct_messages),
        web.put("/playground/people/{user}/locale", put_locale),
        web.put("/playground/guilds/{guild}/community", put_community),
        web.post("/playground/channels", post_channel),
        web.post("/playground/elsewhere", post_elsewhere),
        web.put("/playground/channels/{channel}/permissions", put_denied_permissions),
        web.post("/playground/roles", post_role),
        web.put("/playground/people/{user}/roles", put_roles),
        web.delete("/playground/channels/{channel}", delete_channel),
        web.delete("/playground/channels/{channel}/messages/{message}", delete_message),
        web.get("/playground/identifies", get_identifies),
        web.put("/playground/identifies", put_identifies),
        web.get("/playground/status", get_status),
    ]

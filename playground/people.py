"""Routes of users, the server, the application's commands, and the playground's own controls."""

from aiohttp import web

from playground import limits, permissions
from playground.bodies import read_json, reply
from playground.commands import read_commands
from playground.form import Form
from playground.guard import ACTOR
from playground.refusals import Json, Reason, RefusedError, invalid
from playground.service import PLAYGROUND, Playground
from playground.world import text_channel


def _guild(request: web.Request) -> Playground:
    playground = request.app[PLAYGROUND]
    if request.match_info["guild"] != playground.world.guild["id"]:
        raise RefusedError(Reason.UNKNOWN_GUILD)
    return playground


def _for_bot(request: web.Request) -> Playground:
    playground = request.app[PLAYGROUND]
    if not request[ACTOR].bot:
        raise RefusedError(Reason.UNAUTHORIZED)
    if request.match_info.get("application", playground.bot_id) != playground.bot_id:
        raise RefusedError(Reason.UNKNOWN_APPLICATION)
    return playground


async def get_me(request: web.Request) -> web.Response:
    """GET the asker."""
    return reply(request[ACTOR].user)


async def get_user(request: web.Request) -> web.Response:
    """GET a user."""
    user = request.app[PLAYGROUND].world.users.get(request.match_info["user"])
    if user is None:
        raise RefusedError(Reason.UNKNOWN_USER)
    return reply(user)


async def get_my_guilds(request: web.Request) -> web.Response:
    """GET the asker's servers."""
    guild = request.app[PLAYGROUND].world.guild
    everywhere = permissions.EVERYONE | (permissions.BOT_ROLE if request[ACTOR].bot else 0)
    mine: Json = {"owner": False, "permissions": str(everywhere), "features": []}
    return reply([{"id": guild["id"], "name": guild["name"], "icon": None, **mine}])


async def get_application(request: web.Request) -> web.Response:
    """GET the bot's application."""
    playground = _for_bot(request)
    owner = playground.world.users[playground.world.guild["owner_id"]]
    application: Json = {"id": playground.bot_id, "name": playground.world.bot["username"], "icon": None}
    application |= {"description": "", "bot_public": False, "bot_require_code_grant": False, "owner": owner}
    return reply(application | {"verify_key": "0" * 64, "flags": 0, "team": None, "bot": playground.world.bot})


async def get_gateway(request: web.Request) -> web.Response:
    """GET where the gateway is and how often one may identify."""
    playground = _for_bot(request)
    start = {"total": 1000, "remaining": 1000, "reset_after": 86_400_000, "max_concurrency": 1}
    address = playground.base.replace("http", "ws", 1) + "/gateway/"
    return reply({"url": address, "shards": 1, "session_start_limit": start})


async def get_commands(request: web.Request) -> web.Response:
    """GET the registered commands."""
    return reply(list(_for_bot(request).world.commands.values()))


async def put_commands(request: web.Request) -> web.Response:
    """PUT all commands at once; one that keeps its name keeps its id."""
    body = await read_json(request)
    playground = _for_bot(request)
    world = playground.world
    wanted = read_commands(body)
    known = {(command["type"], command["name"]): command for command in world.commands.values()}
    for command in wanted:
        old = known.pop((command["type"], command["name"]), None)
        number = old["id"] if old else world.new_id()
        shown = {"id": number, "application_id": playground.bot_id, **command}
        if old is None or {key: value for key, value in old.items() if key != "version"} != shown:
            world.put("command", shown | {"version": world.new_id()})
    for gone in known.values():
        world.drop("command", gone["id"])
    playground.gateway.to_people("APPLICATION_COMMAND_INDEX_UPDATE", {"guild_id": world.guild["id"]})
    return reply(list(world.commands.values()))


async def get_command_index(request: web.Request) -> web.Response:
    """GET what a person may type in the server."""
    playground = _guild(request)
    application = {"id": playground.bot_id, "name": playground.world.bot["username"], "bot": playground.world.bot}
    commands = list(playground.world.commands.values())
    return reply({"applications": [application], "application_commands": commands})


async def get_guild(request: web.Request) -> web.Response:
    """GET the server."""
    return reply(_guild(request).show_guild())


async def get_channels(request: web.Request) -> web.Response:
    """GET the server's channels."""
    return reply(_guild(request).channels())


async def get_roles(request: web.Request) -> web.Response:
    """GET the server's roles."""
    return reply(_guild(request).roles())


async def get_active_threads(request: web.Request) -> web.Response:
    """GET the threads that are not archived."""
    return reply({"threads": _guild(request).active_threads(), "members": []})


async def get_members(request: web.Request) -> web.Response:
    """GET the server's members, the bot first."""
    playground = _guild(request)
    return reply([playground.member(user) for user in playground.world.users.values()])


async def get_member(request: web.Request) -> web.Response:
    """GET one member."""
    playground = _guild(request)
    user = playground.world.users.get(request.match_info["user"])
    if user is None:
        raise RefusedError(Reason.UNKNOWN_MEMBER)
    return reply(playground.member(user))


async def list_people(request: web.Request) -> web.Response:
    """GET everybody whom one may be."""
    return reply(request.app[PLAYGROUND].world.people())


async def add_person(request: web.Request) -> web.Response:
    """POST a new person, a member of the server."""
    form = Form(await read_json(request))
    playground = request.app[PLAYGROUND]
    name = (form.text("name", limits.PERSON_NAME, 1, required=True) or "").strip()
    if not name:
        form.need("")
    if len(playground.world.people()) >= limits.PEOPLE:
        form.wrong("name", "BASE_TYPE_MAX", f"There are {limits.PEOPLE} people already.")
    form.finish()
    user = playground.world.add_user(name)
    body = playground.member(user) | {"guild_id": playground.world.guild["id"]}
    playground.gateway.to_people("GUILD_MEMBER_ADD", body)
    return reply(user)


async def add_channel(request: web.Request) -> web.Response:
    """POST a new text channel."""
    form = Form(await read_json(request))
    playground = request.app[PLAYGROUND]
    name = (form.text("name", limits.CHANNEL_NAME, 1, required=True) or "").strip().lower().replace(" ", "-")
    count = len(playground.channels())
    if count >= limits.CHANNELS:
        form.wrong("name", "BASE_TYPE_MAX", f"There are {limits.CHANNELS} channels already.")
    form.finish()
    channel = text_channel(playground.world.new_id(), playground.world.guild["id"], name, count)
    playground.world.put("channel", channel)
    playground.tell_channel("CHANNEL_CREATE", channel)
    return reply(playground.show_channel(channel))


async def deny(request: web.Request) -> web.Response:
    """PUT what the bot may not do in a channel."""
    form = Form(await read_json(request))
    playground = request.app[PLAYGROUND]
    channel = playground.world.channel(request.match_info["channel"])
    names = [str(name) for name in form.array("deny", len(permissions.BITS))]
    form.finish()
    if unknown := [name for name in names if name not in permissions.BITS]:
        raise invalid("deny", "BASE_TYPE_CHOICES", f"Unknown permission {unknown[0][:80]}.")
    if channel["type"] != 0:
        raise RefusedError(Reason.WRONG_CHANNEL_TYPE)
    overwrite = {"id": playground.bot_id, "type": 1, "allow": "0", "deny": str(permissions.bits(names))}
    channel["permission_overwrites"] = [overwrite] if names else []
    playground.world.put("channel", channel)
    playground.tell_channel("CHANNEL_UPDATE", channel)
    return reply(playground.show_channel(channel))


async def status(request: web.Request) -> web.Response:
    """GET whether the bot is connected and what was asked for that is not there."""
    playground = request.app[PLAYGROUND]
    return reply({"bot_online": playground.gateway.bot_online(), "unknown_routes": playground.unknown_routes})


def routes() -> list[web.RouteDef]:
    """Return the routes of this module."""
    api, guild = "/api/v10", "/api/v10/guilds/{guild}"
    return [
        web.get(api + "/users/@me", get_me),
        web.get(api + "/users/@me/guilds", get_my_guilds),
        web.get(api + "/users/{user}", get_user),
        web.get(api + "/oauth2/applications/@me", get_application),
        web.get(api + "/applications/@me", get_application),
        web.get(api + "/gateway/bot", get_gateway),
        web.get(api + "/applications/{application}/commands", get_commands),
        web.put(api + "/applications/{application}/commands", put_commands),
        web.get(guild + "/application-command-index", get_command_index),
        web.get(guild, get_guild),
        web.get(guild + "/channels", get_channels),
        web.get(guild + "/roles", get_roles),
        web.get(guild + "/threads/active", get_active_threads),
        web.get(guild + "/members", get_members),
        web.get(guild + "/members/{user}", get_member),
        web.get("/playground/people", list_people),
        web.post("/playground/people", add_person),
        web.post("/playground/channels", add_channel),
        web.put("/playground/channels/{channel}/permissions", deny),
        web.get("/playground/status", status),
    ]

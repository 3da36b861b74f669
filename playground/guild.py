"""Routes of users, guilds, and the bot's application with its commands."""

from aiohttp import web

from playground import permissions
from playground.bodies import json_response, read_json
from playground.commands import is_offered, read_commands
from playground.errors import ApiError, ErrorCode, Json
from playground.guard import ACTOR
from playground.service import PLAYGROUND, Playground


def _guild(request: web.Request) -> tuple[Playground, str]:
    """Return the playground and the guild's id; raises ApiError if the requester is not in the guild."""
    playground, number = request.app[PLAYGROUND], request.match_info["guild"]
    if number not in (guild["id"] for guild in _guilds(playground, bot=request[ACTOR].bot)):
        raise ApiError(ErrorCode.UNKNOWN_GUILD)
    return playground, number


def _guilds(playground: Playground, *, bot: bool) -> list[Json]:
    """Return the guilds that the bot is on, or all guilds for a person, since people are members of every guild."""
    return playground.world.list_bot_guilds() if bot else list(playground.world.guilds.values())


def require_bot(request: web.Request) -> Playground:
    """Return the playground, after checking that the bot makes a request about its own application.

    Raises ApiError for a person, or if the path has the id of another application.
    """
    playground = request.app[PLAYGROUND]
    if not request[ACTOR].bot:
        raise ApiError(ErrorCode.UNAUTHORIZED)
    if request.match_info.get("application", playground.bot_id) != playground.bot_id:
        raise ApiError(ErrorCode.UNKNOWN_APPLICATION)
    return playground


async def get_me(request: web.Request) -> web.Response:
    """GET the requester."""
    return json_response(request[ACTOR].user)


async def get_user(request: web.Request) -> web.Response:
    """GET a user."""
    user = request.app[PLAYGROUND].world.users.get(request.match_info["user"])
    if user is None:
        raise ApiError(ErrorCode.UNKNOWN_USER)
    return json_response(user)


async def get_my_guilds(request: web.Request) -> web.Response:
    """GET the requester's guilds."""
    guilds = _guilds(request.app[PLAYGROUND], bot=request[ACTOR].bot)
    everywhere = permissions.EVERYONE | (permissions.BOT_ROLE if request[ACTOR].bot else 0)
    mine: Json = {"owner": False, "permissions": str(everywhere), "features": []}
    return json_response([{"id": guild["id"], "name": guild["name"], "icon": None, **mine} for guild in guilds])


async def get_application(request: web.Request) -> web.Response:
    """GET the bot's application."""
    playground = require_bot(request)
    owner = playground.world.users[playground.world.guild["owner_id"]]
    application: Json = {"id": playground.bot_id, "name": playground.world.bot["username"], "icon": None}
    application |= {"description": "", "bot_public": False, "bot_require_code_grant": False, "owner": owner}
    application["integration_types_config"] = {"0": {}, "1": {}}
    return json_response(application | {"verify_key": "0" * 64, "flags": 0, "team": None, "bot": playground.world.bot})


async def get_gateway(request: web.Request) -> web.Response:
    """GET the gateway's URL, the recommended number of shards, and the session start limit."""
    playground = require_bot(request)
    starts = playground.gateway.session_starts
    address = playground.base.replace("http", "ws", 1) + "/gateway/"
    return json_response({"url": address, "shards": starts.recommended, "session_start_limit": starts.limit()})


async def get_commands(request: web.Request) -> web.Response:
    """GET the registered commands."""
    return json_response(list(require_bot(request).world.commands.values()))


async def put_commands(request: web.Request) -> web.Response:
    """PUT all commands at once; a command with an existing name keeps its id."""
    body = await read_json(request)
    playground = require_bot(request)
    world = playground.world
    wanted = read_commands(body)
    known = {(command["type"], command["name"]): command for command in world.commands.values()}
    for command in wanted:
        old = known.pop((command["type"], command["name"]), None)
        number = old["id"] if old else world.create_id()
        shown = {"id": number, "application_id": playground.bot_id, **command}
        if old is None or {key: value for key, value in old.items() if key != "version"} != shown:
            world.put("command", shown | {"version": world.create_id()})
    for gone in known.values():
        world.delete("command", gone["id"])
    for guild in world.list_bot_guilds():
        playground.gateway.send_to_people("APPLICATION_COMMAND_INDEX_UPDATE", {"guild_id": guild["id"]})
    return json_response(list(world.commands.values()))


async def get_command_index(request: web.Request) -> web.Response:
    """GET the commands that the requester may use in the guild.

    If the bot is not on the guild, these are the commands that a user install offers on servers. Otherwise they are
    all commands permitted to the requester, including those for direct messages only.
    """
    playground, guild = _guild(request)
    away = "bot_role_id" not in playground.world.guilds[guild]
    application = {"id": playground.bot_id, "name": playground.world.bot["username"], "bot": playground.world.bot}
    registered = playground.world.commands.values()
    granted = playground.person_permissions(request[ACTOR].user, guild)
    commands = [
        each
        for each in registered
        if (is_offered(each, direct=False, brought_along=True) if away else permissions.may_use(each, granted))
    ]
    return json_response({"applications": [application], "application_commands": commands})


async def get_guild(request: web.Request) -> web.Response:
    """GET the guild."""
    playground, guild = _guild(request)
    return json_response(playground.guild_json(guild))


async def get_channels(request: web.Request) -> web.Response:
    """GET the guild's channels."""
    playground, guild = _guild(request)
    return json_response(playground.channels(guild))


async def get_roles(request: web.Request) -> web.Response:
    """GET the guild's roles."""
    playground, guild = _guild(request)
    return json_response(playground.roles(guild))


async def get_active_threads(request: web.Request) -> web.Response:
    """GET the threads that are not archived."""
    playground, guild = _guild(request)
    return json_response({"threads": playground.active_threads(guild), "members": []})


async def get_members(request: web.Request) -> web.Response:
    """GET the guild's members; if the bot is one, it comes first."""
    playground, guild = _guild(request)
    return json_response([playground.member(user, guild) for user in _list_members(playground, guild)])


def _list_members(playground: Playground, guild: str) -> list[Json]:
    with_bot = "bot_role_id" in playground.world.guilds[guild]
    return list(playground.world.users.values()) if with_bot else playground.world.people()


async def get_member(request: web.Request) -> web.Response:
    """GET one member."""
    playground, guild = _guild(request)
    user = playground.world.users.get(request.match_info["user"])
    if user is None or user not in _list_members(playground, guild):
        raise ApiError(ErrorCode.UNKNOWN_MEMBER)
    return json_response(playground.member(user, guild))


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
    ]

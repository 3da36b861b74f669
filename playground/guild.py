"""Routes of users, guilds, the bot's application, and the address of the gateway."""

from aiohttp import web

from playground import limits
from playground.bodies import json_response, read_body
from playground.errors import ApiError, ErrorCode, Json
from playground.form import Form
from playground.guard import ACTOR, Actor
from playground.lookups import find_guild, list_guilds, require_bot
from playground.paths import api
from playground.service import PLAYGROUND, Playground


async def get_me(request: web.Request) -> web.Response:
    """GET the requester."""
    playground, actor = request.app[PLAYGROUND], request[ACTOR]
    return json_response(playground.bot_user() if actor.bot else playground.own_user(actor.user))


async def patch_me(request: web.Request) -> web.Response:
    """PATCH the bot's name; it has no pictures."""
    body, _ = await read_body(request)
    playground, form = require_bot(request), Form(body)
    name = form.text("username", limits.PERSON_NAME, 2)
    form.raise_errors()
    if name is not None:
        bot = playground.world.bot
        bot["username"] = name
        playground.world.put("user", bot)
    return json_response(playground.bot_user())


async def get_user(request: web.Request) -> web.Response:
    """GET a user."""
    user = request.app[PLAYGROUND].world.users.get(request.match_info["user"])
    if user is None:
        raise ApiError(ErrorCode.UNKNOWN_USER)
    return json_response(user)


async def get_my_guilds(request: web.Request) -> web.Response:
    """GET the requester's guilds, with the requester's permissions on each."""
    playground, actor = request.app[PLAYGROUND], request[ACTOR]
    return json_response([_my_guild(playground, actor, guild) for guild in list_guilds(playground, bot=actor.bot)])


def _my_guild(playground: Playground, actor: Actor, guild: Json) -> Json:
    granted = playground.person_permissions(actor.user, guild["id"])
    mine: Json = {"id": guild["id"], "name": guild["name"], "icon": None}
    mine["features"] = playground.world.guild_settings(guild["id"])["features"]
    return mine | {"owner": guild["owner_id"] == actor.user["id"], "permissions": str(granted)}


async def get_application(request: web.Request) -> web.Response:
    """GET the bot's application."""
    playground = require_bot(request)
    owner = playground.world.users[playground.world.guild["owner_id"]]
    application: Json = {"id": playground.bot_id, "name": playground.world.bot["username"], "icon": None}
    application |= {"description": "", "bot_public": False, "bot_require_code_grant": False, "owner": owner}
    application["integration_types_config"] = {"0": {}, "1": {}}
    application |= {"verify_key": "0" * 64, "flags": playground.application_flags(), "team": None}
    counts = {"approximate_guild_count": len(playground.world.list_bot_guilds()), "approximate_user_install_count": 0}
    application |= counts | {"approximate_user_authorization_count": 0, "redirect_uris": [], "rpc_origins": []}
    return json_response(application | {"bot": playground.world.bot, "tags": []})


async def get_gateway(request: web.Request) -> web.Response:
    """GET the gateway's URL; needs no token."""
    return json_response({"url": request.app[PLAYGROUND].gateway_url()})


async def get_gateway_of_bot(request: web.Request) -> web.Response:
    """GET the gateway's URL, the recommended number of shards, and the session start limit."""
    playground = require_bot(request)
    starts = playground.gateway.session_starts
    limit = {"shards": starts.recommended, "session_start_limit": starts.limit()}
    return json_response({"url": playground.gateway_url(), **limit})


async def get_guild(request: web.Request) -> web.Response:
    """GET the guild."""
    playground, guild = find_guild(request)
    return json_response(playground.guild_json(guild))


async def get_channels(request: web.Request) -> web.Response:
    """GET the guild's channels."""
    playground, guild = find_guild(request)
    return json_response(playground.channels(guild))


async def get_roles(request: web.Request) -> web.Response:
    """GET the guild's roles."""
    playground, guild = find_guild(request)
    return json_response(playground.roles(guild))


async def get_role(request: web.Request) -> web.Response:
    """GET one of the guild's roles."""
    playground, guild = find_guild(request)
    role = next((role for role in playground.roles(guild) if role["id"] == request.match_info["role"]), None)
    if role is None:
        raise ApiError(ErrorCode.UNKNOWN_ROLE)
    return json_response(role)


async def get_active_threads(request: web.Request) -> web.Response:
    """GET the threads that are not archived."""
    playground, guild = find_guild(request)
    threads = playground.active_threads(guild, request[ACTOR].user["id"])
    members = [thread["member"] for thread in threads if "member" in thread]
    return json_response({"threads": threads, "members": members})


async def get_sounds(_: web.Request) -> web.Response:
    """GET the sounds that every guild has: none, since there are no voice channels."""
    return json_response([])


def routes() -> list[web.RouteDef]:
    """Return the routes of this module."""
    guild = api("/guilds/{guild}")
    return [
        web.get(api("/users/@me"), get_me),
        web.patch(api("/users/@me"), patch_me),
        web.get(api("/users/@me/guilds"), get_my_guilds),
        web.get(api("/users/{user}"), get_user),
        web.get(api("/oauth2/applications/@me"), get_application),
        web.get(api("/applications/@me"), get_application),
        web.get(api("/applications/{application}"), get_application),
        web.get(api("/gateway"), get_gateway),
        web.get(api("/gateway/bot"), get_gateway_of_bot),
        web.get(api("/soundboard-default-sounds"), get_sounds),
        web.get(guild, get_guild),
        web.get(guild + "/channels", get_channels),
        web.get(guild + "/roles", get_roles),
        web.get(api("/guilds/{guild}/roles/{role}"), get_role),
        web.get(guild + "/threads/active", get_active_threads),
    ]

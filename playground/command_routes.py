"""Routes of the application's commands, global ones and those of a guild."""

from aiohttp import web

from playground import limits, permissions
from playground.bodies import json_response, no_content, read_json
from playground.commands import is_offered, read_command, read_commands
from playground.errors import ApiError, ErrorCode, Json, invalid_form
from playground.guard import ACTOR
from playground.lookups import find_guild, require_bot
from playground.paths import api
from playground.service import Playground

_LOCALIZED = ("name_localizations", "description_localizations")


def _scope(request: web.Request) -> tuple[Playground, str | None]:
    """Return the playground and the guild in the path, None for the global commands; raises ApiError."""
    playground, guild = require_bot(request), request.match_info.get("guild")
    if guild is not None and guild not in (one["id"] for one in playground.world.list_bot_guilds()):
        raise ApiError(ErrorCode.MISSING_ACCESS)
    return playground, guild


def list_commands(playground: Playground, guild: str | None) -> list[Json]:
    """Return the commands of a guild, or the global ones for None."""
    return [command for command in playground.world.commands.values() if command.get("guild_id") == guild]


def _find(request: web.Request) -> tuple[Playground, str | None, Json]:
    """Return the playground, the guild or None, and the command in the path; raises ApiError."""
    playground, guild = _scope(request)
    command = playground.world.commands.get(request.match_info["command"])
    if command is None or command.get("guild_id") != guild:
        raise ApiError(ErrorCode.UNKNOWN_COMMAND)
    return playground, guild, command


def _store(playground: Playground, guild: str | None, command: Json, old: Json | None) -> Json:
    """Store a command under the id of `old`, or a new one; an unchanged command keeps its version."""
    place = {} if guild is None else {"guild_id": guild}
    number = old["id"] if old else playground.world.create_id()
    shown = {"id": number, "application_id": playground.bot_id, **place, **command}
    if old and {key: value for key, value in old.items() if key != "version"} == shown:
        return old
    stored = shown | {"version": playground.world.create_id()}
    playground.world.put("command", stored)
    return stored


def _publish(playground: Playground, guild: str | None) -> None:
    """Tell the people's pages to fetch the commands again."""
    guilds = [one["id"] for one in playground.world.list_bot_guilds()] if guild is None else [guild]
    for number in guilds:
        playground.gateway.send_to_people("APPLICATION_COMMAND_INDEX_UPDATE", {"guild_id": number})


def _without_localizations(part: Json) -> Json:
    shown = {key: value for key, value in part.items() if key not in _LOCALIZED}
    for key in ("options", "choices"):
        if key in shown:
            shown[key] = [_without_localizations(inner) for inner in shown[key]]
    return shown


async def get_commands(request: web.Request) -> web.Response:
    """GET the registered commands, with their translations if the query asks for them."""
    commands = list_commands(*_scope(request))
    if request.query.get("with_localizations", "").lower() not in ("1", "true"):
        commands = [_without_localizations(command) for command in commands]
    return json_response(commands)


async def put_commands(request: web.Request) -> web.Response:
    """PUT all commands at once; a command with an existing name keeps its id."""
    body = await read_json(request)
    playground, guild = _scope(request)
    known = {(command["type"], command["name"]): command for command in list_commands(playground, guild)}
    wanted = read_commands(body)
    stored = [
        _store(playground, guild, command, known.pop((command["type"], command["name"]), None)) for command in wanted
    ]
    for gone in known.values():
        playground.world.delete("command", gone["id"])
    _publish(playground, guild)
    return json_response(stored)


async def post_command(request: web.Request) -> web.Response:
    """POST one command; it replaces the command of the same type and name."""
    body = await read_json(request)
    playground, guild = _scope(request)
    command = read_command(body)
    there = [one for one in list_commands(playground, guild) if one["type"] == command["type"]]
    old = next((one for one in there if one["name"] == command["name"]), None)
    if old is None and len(there) >= limits.COMMANDS[command["type"]]:
        raise ApiError(ErrorCode.TOO_MANY_COMMANDS)
    stored = _store(playground, guild, command, old)
    _publish(playground, guild)
    return json_response(stored, 200 if old else 201)


async def get_command(request: web.Request) -> web.Response:
    """GET one command with its translations."""
    _, _, command = _find(request)
    return json_response(command)


async def patch_command(request: web.Request) -> web.Response:
    """PATCH the given fields of a command; its type stays."""
    body = await read_json(request)
    playground, guild, command = _find(request)
    if not isinstance(body, dict):
        raise ApiError(ErrorCode.INVALID_JSON)
    changed = read_command({**command, **body, "type": command["type"]})
    same = [one for one in list_commands(playground, guild) if one["id"] != command["id"]]
    if (changed["type"], changed["name"]) in {(one["type"], one["name"]) for one in same}:
        raise invalid_form("name", "APPLICATION_COMMANDS_DUPLICATE_NAME", "Application command names must be unique")
    stored = _store(playground, guild, changed, command)
    _publish(playground, guild)
    return json_response(stored)


async def delete_command(request: web.Request) -> web.Response:
    """DELETE a command."""
    playground, guild, command = _find(request)
    playground.world.delete("command", command["id"])
    _publish(playground, guild)
    return no_content()


async def get_command_permissions(request: web.Request) -> web.Response:
    """GET the permissions that a guild has set for the bot's commands: none, since no page sets them."""
    _scope(request)
    return json_response([])


async def get_command_index(request: web.Request) -> web.Response:
    """GET the commands that the requester may use in the guild.

    If the bot is not on the guild, these are the commands that a user install offers on servers. Otherwise they are
    all commands permitted to the requester, including those for direct messages only.
    """
    playground, guild = find_guild(request)
    away = "bot_role_id" not in playground.world.guilds[guild]
    application = {"id": playground.bot_id, "name": playground.world.bot["username"], "bot": playground.world.bot}
    registered = [*list_commands(playground, None), *([] if away else list_commands(playground, guild))]
    granted = playground.person_permissions(request[ACTOR].user, guild)
    commands = [
        each
        for each in registered
        if (is_offered(each, direct=False, brought_along=True) if away else permissions.may_use(each, granted))
    ]
    return json_response({"applications": [application], "application_commands": commands})


def routes() -> list[web.RouteDef]:
    """Return the routes of this module."""
    found: list[web.RouteDef] = []
    for scope in ("/applications/{application}", "/applications/{application}/guilds/{guild}"):
        commands, command = api(scope + "/commands"), api(scope + "/commands/{command}")
        found += [
            web.get(commands, get_commands),
            web.put(commands, put_commands),
            web.post(commands, post_command),
            web.get(command, get_command),
            web.patch(command, patch_command),
            web.delete(command, delete_command),
        ]
    permitted = api("/applications/{application}/guilds/{guild}/commands/permissions")
    index = api("/guilds/{guild}/application-command-index")
    return [*found, web.get(permitted, get_command_permissions), web.get(index, get_command_index)]

"""Members of guilds: routes, the answer to a gateway request for members, and roles."""

from collections.abc import Iterable
from typing import Any

from aiohttp import web

from playground import limits, permissions
from playground.bodies import json_response, no_content
from playground.errors import ApiError, ErrorCode, Json, invalid_form
from playground.gateway import Session
from playground.guard import ACTOR
from playground.intents import GUILD_MEMBERS, GUILD_PRESENCES
from playground.lookups import find_guild, read_page
from playground.paths import api
from playground.service import Playground


def _list_members(playground: Playground, guild: str) -> list[Json]:
    """Return the users on a guild, oldest first; the bot is the first where it is a member."""
    with_bot = "bot_role_id" in playground.world.guilds[guild]
    return list(playground.world.users.values()) if with_bot else playground.world.people()


def _search(users: Iterable[Json], start: str) -> list[Json]:
    """Return the users whose name starts with a text, in any case."""
    names = ("username", "global_name")
    return [user for user in users if any((user[name] or "").lower().startswith(start.lower()) for name in names)]


async def get_members(request: web.Request) -> web.Response:
    """GET the guild's members by id; for the bot, the intent GUILD_MEMBERS must be switched on."""
    playground, guild = find_guild(request)
    if request[ACTOR].bot and not playground.gateway.privileged & GUILD_MEMBERS:
        raise ApiError(ErrorCode.MISSING_ACCESS)
    maximum, after = read_page(request, 1, limits.MEMBERS, "after")
    users = [user for user in _list_members(playground, guild) if int(user["id"]) > after]
    return json_response([playground.member(user, guild) for user in users[:maximum]])


async def search_members(request: web.Request) -> web.Response:
    """GET the members whose name starts with `query`."""
    playground, guild = find_guild(request)
    maximum, _ = read_page(request, 1, limits.MEMBERS, "after")
    start = request.query.get("query", "")
    if not start:
        raise invalid_form("query", "BASE_TYPE_REQUIRED", "This field is required")
    found = _search(_list_members(playground, guild), start)
    return json_response([playground.member(user, guild) for user in found[:maximum]])


def _find(request: web.Request) -> tuple[Playground, str, Json]:
    """Return the playground, the guild's id and the user in the path; raises ApiError."""
    playground, guild = find_guild(request)
    user = playground.world.users.get(request.match_info["user"])
    if user is None or user not in _list_members(playground, guild):
        raise ApiError(ErrorCode.UNKNOWN_MEMBER)
    return playground, guild, user


async def get_member(request: web.Request) -> web.Response:
    """GET one member."""
    playground, guild, user = _find(request)
    return json_response(playground.member(user, guild))


async def change_role(request: web.Request) -> web.Response:
    """PUT or DELETE a role of a person; the requester needs MANAGE_ROLES."""
    playground, number, user = _find(request)
    guild, role = playground.world.guilds[number], request.match_info["role"]
    if role not in {made["id"] for made in guild.get("_roles", [])}:
        raise ApiError(ErrorCode.UNKNOWN_ROLE)
    granted = playground.person_permissions(request[ACTOR].user, number)
    if not granted & permissions.BITS["MANAGE_ROLES"] or user["bot"]:
        raise ApiError(ErrorCode.MISSING_PERMISSIONS)
    kept = [one for one in playground.member(user, number)["roles"] if one != role]
    set_roles(playground, guild, user, [*kept, role] if request.method == "PUT" else kept)
    return no_content()


def set_roles(playground: Playground, guild: Json, user: Json, roles: list[str]) -> Json:
    """Store and publish a person's roles; return the changed member."""
    guild["_member_roles"] = {**guild.get("_member_roles", {}), user["id"]: roles}
    playground.world.put("guild", guild)
    member = playground.member(user, guild["id"])
    body = {**member, "guild_id": guild["id"]}
    playground.gateway.send_to_people("GUILD_MEMBER_UPDATE", body)
    playground.gateway.send_to_bot("GUILD_MEMBER_UPDATE", body, guild["id"], GUILD_MEMBERS)
    # The commands available to the person may have changed.
    playground.gateway.send_to_people("APPLICATION_COMMAND_INDEX_UPDATE", {"guild_id": guild["id"]}, only=[user["id"]])
    return member


def find_members(playground: Playground, session: Session, body: Any) -> Json | None:
    """Return the GUILD_MEMBERS_CHUNK for a session's request, None for a guild that is not on its shard.

    Raises PermissionError if the whole list is requested without the intent GUILD_MEMBERS, and ValueError, TypeError,
    KeyError or AttributeError if the request is malformed.
    """
    guild, start, listed = str(int(body["guild_id"])), body.get("query"), body.get("user_ids")
    if guild not in {one["id"] for one in playground.world.list_bot_guilds()} or not session.has_guild(guild):
        return None
    users = playground.world.users
    missing: list[str] = []
    if listed is not None:
        wanted = [str(int(number)) for number in (listed if isinstance(listed, list) else [listed])]
        found = [users[number] for number in wanted[: limits.MEMBERS_BY_NAME] if number in users]
        missing = [number for number in wanted if number not in users]
    else:
        maximum = int(body["limit"])
        if not start and not session.intents & GUILD_MEMBERS:
            raise PermissionError
        found = _search(users.values(), start)
        most = maximum if not start else min(maximum or limits.MEMBERS_BY_NAME, limits.MEMBERS_BY_NAME)
        found = found[:most] if most else found
    members = [playground.member(user, guild) for user in found]
    chunk: Json = {"guild_id": guild, "members": members, "chunk_index": 0, "chunk_count": 1, "not_found": missing}
    if body.get("presences") and session.intents & GUILD_PRESENCES:
        chunk["presences"] = [playground.presence(user["id"]) for user in found]
    nonce = body.get("nonce")
    if isinstance(nonce, str) and len(nonce.encode()) <= limits.MEMBERS_NONCE_BYTES:
        chunk["nonce"] = nonce
    return chunk


def routes() -> list[web.RouteDef]:
    """Return the routes of this module."""
    members, role = api("/guilds/{guild}/members"), api("/guilds/{guild}/members/{user}/roles/{role}")
    return [
        web.get(members, get_members),
        web.get(members + "/search", search_members),
        web.get(api("/guilds/{guild}/members/{user}"), get_member),
        web.put(role, change_role),
        web.delete(role, change_role),
    ]

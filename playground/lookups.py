"""Finding what a request names: channel, message, guild or application in its path, a part of a list in its query."""

from aiohttp import web

from playground import permissions
from playground.errors import ApiError, ErrorCode, Json, invalid_form
from playground.guard import ACTOR, Actor
from playground.service import PLAYGROUND, Playground
from playground.world import DM


def find_channel(request: web.Request, *needed: str) -> tuple[Playground, Actor, Json]:
    """Return the playground, the requester and the channel in the path.

    Raises ApiError if the channel does not exist, the bot lacks a permission in `needed`, or a person may not see it.
    """
    playground, actor = request.app[PLAYGROUND], request[ACTOR]
    channel = playground.world.channel(request.match_info["channel"])
    if actor.bot:
        playground.require(channel, *needed)
    elif not playground.can_see(channel, actor.user["id"]):
        raise ApiError(ErrorCode.MISSING_ACCESS)
    return playground, actor, channel


def find_message(request: web.Request, *needed: str) -> tuple[Playground, Actor, Json, Json]:
    """Return the playground, the requester, the channel and the message in the path; raises ApiError, as above."""
    playground, actor, channel = find_channel(request, *needed)
    message = playground.world.message(channel["id"], request.match_info["message"], actor.user["id"])
    return playground, actor, channel, message


def find_guild(request: web.Request) -> tuple[Playground, str]:
    """Return the playground and the guild's id; raises ApiError if the requester is not in the guild."""
    playground, number = request.app[PLAYGROUND], request.match_info["guild"]
    if number not in (guild["id"] for guild in list_guilds(playground, bot=request[ACTOR].bot)):
        raise ApiError(ErrorCode.UNKNOWN_GUILD)
    return playground, number


def list_guilds(playground: Playground, *, bot: bool) -> list[Json]:
    """Return the guilds that the bot is on, or all guilds for a person, since people are members of every guild."""
    return playground.world.list_bot_guilds() if bot else list(playground.world.guilds.values())


def read_page(request: web.Request, default: int, most: int, *ids: str) -> tuple[int, ...]:
    """Return the query's `limit`, and the ids under the keys `ids`, 0 where they are absent.

    Raises ApiError if one of them is not a number, or if the limit is not from 1 to `most`.
    """
    try:
        maximum, found = int(request.query.get("limit", default)), [int(request.query.get(key, 0)) for key in ids]
    except ValueError as error:
        raise invalid_form("limit", "NUMBER_TYPE_COERCE", "Not a number.") from error
    if not 1 <= maximum <= most:
        raise invalid_form("limit", "NUMBER_TYPE_MAX", f"int value should be from 1 to {most}.")
    return maximum, *found


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


def require_permission(playground: Playground, actor: Actor, channel: Json, name: str) -> None:
    """Raise ApiError unless the bot or a person has a permission in a channel; in direct messages everybody has it."""
    if actor.bot:
        playground.require(channel, name)
    elif channel["type"] != DM:
        granted = playground.person_permissions(actor.user, channel["guild_id"])
        if not granted & permissions.BITS[name]:
            raise ApiError(ErrorCode.MISSING_PERMISSIONS)

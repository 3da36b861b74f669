"""Routes of reactions to messages, by the bot and by people."""

import re
import unicodedata

from aiohttp import web

from playground import limits
from playground.bodies import json_response, no_content
from playground.errors import ApiError, ErrorCode, Json
from playground.guard import Actor
from playground.intents import DIRECT_REACTIONS, GUILD_REACTIONS
from playground.lookups import find_message, read_page, require_permission
from playground.paths import api
from playground.service import Playground
from playground.world import THREADS

_CUSTOM = re.compile(r"(?:a:)?\w+:(\d{1,20})")
_SELECTORS_AND_JOINERS = ("\ufe0f", "\u200d")


def _emoji(playground: Playground, text: str) -> Json:
    """Return the emoji in a path: a Unicode emoji, or `name:id` of the application's; raises ApiError for others."""
    if found := _CUSTOM.fullmatch(text):
        known = playground.world.emojis.get(found[1])
        if known is None:
            raise ApiError(ErrorCode.UNKNOWN_REACTION_EMOJI)
        return {key: known[key] for key in ("id", "name", "animated")}
    # No list of emojis is needed to reject letters and words.
    is_keycap = text.endswith("\u20e3")
    symbols = [letter for letter in text if letter not in _SELECTORS_AND_JOINERS]
    if not symbols or not (is_keycap or all(unicodedata.category(letter)[0] in "SC" for letter in symbols)):
        raise ApiError(ErrorCode.UNKNOWN_REACTION_EMOJI)
    return {"id": None, "name": text}


def _is_same(one: Json, other: Json) -> bool:
    """Return whether two emojis are the same; a Unicode emoji has optional variation selectors."""
    if one["id"] or other["id"]:
        return one["id"] == other["id"]
    return one["name"].replace("\ufe0f", "") == other["name"].replace("\ufe0f", "")


def _find(request: web.Request) -> tuple[Playground, Actor, Json, Json, Json]:
    """Return the playground, the requester, the channel, the message and the emoji in the path; raises ApiError."""
    playground, actor, channel, message = find_message(request, "READ_MESSAGE_HISTORY")
    if "_to" in message:
        raise ApiError(ErrorCode.UNKNOWN_MESSAGE)
    return playground, actor, channel, message, _emoji(playground, request.match_info["reaction"])


def _users(message: Json, emoji: Json) -> list[str]:
    """Return the ids of the users who reacted with an emoji, oldest first; empty if nobody did."""
    return next((users for other, users in message.get("_reactions", []) if _is_same(other, emoji)), [])


async def put_reaction(request: web.Request) -> web.Response:
    """PUT the requester's reaction; the first one with an emoji needs ADD_REACTIONS."""
    playground, actor, channel, message, emoji = _find(request)
    if channel["type"] in THREADS and channel["thread_metadata"]["archived"]:
        raise ApiError(ErrorCode.ARCHIVED)
    reactions = message.setdefault("_reactions", [])
    users = _users(message, emoji)
    if not users:
        require_permission(playground, actor, channel, "ADD_REACTIONS")
        if len(reactions) >= limits.REACTIONS:
            raise ApiError(ErrorCode.TOO_MANY_REACTIONS)
        reactions.append([emoji, users])
    if (own := actor.user["id"]) not in users:
        users.append(own)
        playground.world.put_message(message)
        body = _event(message, emoji, own) | {"message_author_id": message["author"]["id"]}
        if "guild_id" in channel:
            body["member"] = playground.member(actor.user, channel["guild_id"])
        _publish(playground, "MESSAGE_REACTION_ADD", message, body)
    return no_content()


def _event(message: Json, emoji: Json, user: str) -> Json:
    place = {"channel_id": message["channel_id"], "message_id": message["id"]}
    return {"user_id": user, **place, "emoji": emoji, "burst": False, "type": 0}


def _publish(playground: Playground, event: str, message: Json, body: Json) -> None:
    playground.publish_message(event, message, body, (GUILD_REACTIONS, DIRECT_REACTIONS), with_reactions=True)


async def delete_reaction(request: web.Request) -> web.Response:
    """DELETE the requester's reaction, or with MANAGE_MESSAGES that of somebody else."""
    playground, actor, channel, message, emoji = _find(request)
    user = request.match_info.get("user", actor.user["id"])
    if user != actor.user["id"]:
        require_permission(playground, actor, channel, "MANAGE_MESSAGES")
    users = _users(message, emoji)
    if user not in users:
        return no_content()
    users.remove(user)
    message["_reactions"] = [entry for entry in message["_reactions"] if entry[1]]
    playground.world.put_message(message)
    _publish(playground, "MESSAGE_REACTION_REMOVE", message, _event(message, emoji, user))
    return no_content()


async def delete_reactions_of_emoji(request: web.Request) -> web.Response:
    """DELETE all reactions with an emoji; needs MANAGE_MESSAGES."""
    playground, actor, channel, message, emoji = _find(request)
    require_permission(playground, actor, channel, "MANAGE_MESSAGES")
    message["_reactions"] = [entry for entry in message.get("_reactions", []) if not _is_same(entry[0], emoji)]
    playground.world.put_message(message)
    body = {"channel_id": channel["id"], "message_id": message["id"], "emoji": emoji}
    _publish(playground, "MESSAGE_REACTION_REMOVE_EMOJI", message, body)
    return no_content()


async def delete_all_reactions(request: web.Request) -> web.Response:
    """DELETE all reactions of a message; needs MANAGE_MESSAGES."""
    playground, actor, channel, message = find_message(request)
    require_permission(playground, actor, channel, "MANAGE_MESSAGES")
    message["_reactions"] = []
    playground.world.put_message(message)
    body = {"channel_id": channel["id"], "message_id": message["id"]}
    _publish(playground, "MESSAGE_REACTION_REMOVE_ALL", message, body)
    return no_content()


async def list_reactions(request: web.Request) -> web.Response:
    """GET the users who reacted with an emoji, by id; `limit` is their maximum number, `after` a user id."""
    playground, _, _, message, emoji = _find(request)
    maximum, after = read_page(request, 25, limits.HISTORY, "after")
    users = sorted((user for user in _users(message, emoji) if int(user) > after), key=int)
    return json_response([playground.world.users[user] for user in users[:maximum]])


def routes() -> list[web.RouteDef]:
    """Return the routes of this module."""
    reactions = api("/channels/{channel}/messages/{message}/reactions")
    emoji = reactions + "/{reaction}"
    return [
        web.delete(reactions, delete_all_reactions),
        web.get(emoji, list_reactions),
        web.delete(emoji, delete_reactions_of_emoji),
        web.put(emoji + "/@me", put_reaction),
        web.delete(emoji + "/@me", delete_reaction),
        web.delete(emoji + r"/{user:\d{1,20}}", delete_reaction),
    ]

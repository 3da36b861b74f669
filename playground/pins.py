"""Routes of pinned messages, at Discord's present paths and at those that older libraries use."""

from datetime import datetime

from aiohttp import web

from playground import limits, messages
from playground.bodies import json_response, no_content
from playground.errors import ApiError, ErrorCode, Json, invalid_form
from playground.guard import Actor
from playground.intents import DIRECT_MESSAGES, GUILDS
from playground.lookups import find_channel, find_message, read_page, require_permission
from playground.paths import api
from playground.permissions import BITS
from playground.service import Playground
from playground.world import DM


def _pinned(playground: Playground, channel: Json) -> list[Json]:
    """Return a channel's pinned messages, the latest pin first."""
    found = [one for one in playground.world.messages_by_channel.get(channel["id"], {}).values() if one["pinned"]]
    return sorted(found, key=lambda message: message["_pinned_at"], reverse=True)


def _find(request: web.Request) -> tuple[Playground, Actor, Json, Json]:
    """Return what `find_message` does, after checking that the requester may pin the message."""
    playground, actor, channel, message = find_message(request)
    require_permission(playground, actor, channel, "PIN_MESSAGES")
    if "_to" in message:
        raise ApiError(ErrorCode.UNKNOWN_MESSAGE)
    if message["type"] in messages.SYSTEM:
        raise ApiError(ErrorCode.SYSTEM_MESSAGE)
    return playground, actor, channel, message


async def put_pin(request: web.Request) -> web.Response:
    """PUT a message among the pinned ones; a system message announces it."""
    playground, actor, channel, message = _find(request)
    if message["pinned"]:
        return no_content()
    if len(_pinned(playground, channel)) >= limits.PINS:
        raise ApiError(ErrorCode.TOO_MANY_PINS)
    message |= {"pinned": True, "_pinned_at": playground.timestamp()}
    _publish(playground, channel, message)
    reference = {"type": 0, "channel_id": channel["id"], "message_id": message["id"]}
    reference |= {"guild_id": channel["guild_id"]} if "guild_id" in channel else {}
    extra: Json = {"type": messages.PINNED, "message_reference": reference}
    messages.post(playground, channel, actor.user, messages.Draft(), **extra)
    return no_content()


async def delete_pin(request: web.Request) -> web.Response:
    """DELETE a message from the pinned ones."""
    playground, _, channel, message = _find(request)
    if message["pinned"]:
        message["pinned"] = False
        del message["_pinned_at"]
        _publish(playground, channel, message)
    return no_content()


def _publish(playground: Playground, channel: Json, message: Json) -> None:
    playground.world.put_message(message)
    playground.publish_message("MESSAGE_UPDATE", message)
    pinned = _pinned(playground, channel)
    body: Json = {"channel_id": channel["id"], "last_pin_timestamp": pinned[0]["_pinned_at"] if pinned else None}
    playground.publish_message("CHANNEL_PINS_UPDATE", message, body, (GUILDS, DIRECT_MESSAGES))


async def list_pins(request: web.Request) -> web.Response:
    """GET the pinned messages with their times; `limit` is their maximum number, `before` a time in ISO 8601."""
    playground, actor, channel = find_channel(request)
    found = _readable(playground, actor, channel)
    (maximum,) = read_page(request, limits.PINS_PAGE, limits.PINS_PAGE)
    if before := request.query.get("before"):
        try:
            end = datetime.fromisoformat(before)
            found = [one for one in found if datetime.fromisoformat(one["_pinned_at"]) < end]
        except (ValueError, TypeError) as error:
            raise invalid_form("before", "DATE_TIME_TYPE_PARSE", "Could not parse. Should be ISO8601.") from error
    items = [
        {"pinned_at": one["_pinned_at"], "message": playground.message_json(one, actor.user["id"])}
        for one in found[:maximum]
    ]
    return json_response({"items": items, "has_more": len(found) > maximum})


async def list_old_pins(request: web.Request) -> web.Response:
    """GET the 50 latest pinned messages, as before the pages of `list_pins`."""
    playground, actor, channel = find_channel(request)
    found = _readable(playground, actor, channel)[: limits.PINS_PAGE]
    return json_response([playground.message_json(message, actor.user["id"]) for message in found])


def _readable(playground: Playground, actor: Actor, channel: Json) -> list[Json]:
    """Return the pinned messages; without READ_MESSAGE_HISTORY the bot gets none."""
    granted = playground.world.bot_permissions(channel)
    if actor.bot and channel["type"] != DM and not granted & BITS["READ_MESSAGE_HISTORY"]:
        return []
    return _pinned(playground, channel)


def routes() -> list[web.RouteDef]:
    """Return the routes of this module."""
    pins, old = api("/channels/{channel}/messages/pins"), api("/channels/{channel}/pins")
    one, old_one = api("/channels/{channel}/messages/pins/{message}"), api("/channels/{channel}/pins/{message}")
    return [
        web.get(pins, list_pins),
        web.put(one, put_pin),
        web.delete(one, delete_pin),
        web.get(old, list_old_pins),
        web.put(old_one, put_pin),
        web.delete(old_one, delete_pin),
    ]

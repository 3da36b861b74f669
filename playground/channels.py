"""Routes of channels and messages, for the bot and for people."""

from aiohttp import web

from playground import limits, messages
from playground.bodies import json_response, no_content, read_body, read_json
from playground.errors import ApiError, ErrorCode, Json, rate_limited
from playground.form import Form
from playground.guard import ACTOR, Actor
from playground.lookups import find_channel, find_message, read_page
from playground.messages import Upload
from playground.paths import api
from playground.permissions import BITS
from playground.rate_limits import RateLimits
from playground.service import PLAYGROUND, REPLY, Playground
from playground.world import DM, THREADS

EDIT_LIMITS: web.AppKey[RateLimits] = web.AppKey("edits", RateLimits)


async def get_channel(request: web.Request) -> web.Response:
    """GET a channel or thread."""
    playground, actor, channel = find_channel(request)
    return json_response(playground.channel_json(channel, actor.user["id"]))


async def patch_channel(request: web.Request) -> web.Response:
    """PATCH a channel's name, or a thread's name, archived state, lock or time until it is archived automatically.

    Of a private thread, also whether its members may add others.
    """
    body, _ = await read_body(request)
    playground, actor, channel = find_channel(request)
    form = Form(body)
    name = form.text("name", limits.CHANNEL_NAME, 1)
    archived, locked, invitable = (form.boolean(key) for key in ("archived", "locked", "invitable"))
    minutes = form.choice("auto_archive_duration", limits.ARCHIVE_MINUTES, required=False)
    form.raise_errors()
    if channel["type"] == DM:
        raise ApiError(ErrorCode.WRONG_CHANNEL_TYPE)
    if actor.bot:
        _require_change_permission(
            playground, channel, only_unarchive=archived is False and name is None and locked is None
        )
        if name is not None and name != channel["name"]:
            _limit_renames(request, channel)
    if name is not None:
        channel["name"] = name
    if channel["type"] not in THREADS:
        playground.world.put("channel", channel)
        playground.publish_channel("CHANNEL_UPDATE", channel)
        return json_response(playground.channel_json(channel))
    metadata = channel["thread_metadata"]
    if metadata["archived"] and archived is not False and (name is not None or minutes is not None):
        raise ApiError(ErrorCode.ARCHIVED)
    if locked is not None:
        metadata["locked"] = locked
    if invitable is not None and "invitable" in metadata:
        metadata["invitable"] = invitable
    if minutes is not None:
        metadata["auto_archive_duration"] = minutes
    messages.set_archived(playground, channel, archived=metadata["archived"] if archived is None else archived)
    return json_response(playground.channel_json(channel))


def _require_change_permission(playground: Playground, channel: Json, *, only_unarchive: bool) -> None:
    if channel["type"] not in THREADS:
        playground.require(channel, "MANAGE_CHANNELS")
        return
    if only_unarchive and not channel["thread_metadata"]["locked"]:
        playground.require(channel, "SEND_MESSAGES_IN_THREADS")
    elif channel["owner_id"] != playground.bot_id:
        playground.require(channel, "MANAGE_THREADS")


def _limit_renames(request: web.Request, channel: Json) -> None:
    remaining, wait = request.app[EDIT_LIMITS].consume(f"rename {channel['id']}", limits.RENAMES, limits.RENAME_SECONDS)
    if remaining < 0:
        raise rate_limited(wait)


def _limit_old_edits(request: web.Request, channel: Json) -> None:
    """Raise ApiError if old messages were edited too often; Discord announces this limit in no header."""
    key = f"old edit {channel['id']}"
    remaining, wait = request.app[EDIT_LIMITS].consume(key, limits.OLD_MESSAGE_EDITS, limits.OLD_MESSAGE_EDIT_SECONDS)
    if remaining < 0:
        raise rate_limited(wait, ErrorCode.TOO_MANY_OLD_EDITS)


async def delete_channel(request: web.Request) -> web.Response:
    """DELETE a thread, for which the bot needs MANAGE_THREADS, or a channel with its threads (MANAGE_CHANNELS)."""
    playground, actor, channel = find_channel(request)
    is_thread = channel["type"] in THREADS
    if channel["type"] == DM or not (actor.bot or is_thread):
        raise ApiError(ErrorCode.MISSING_PERMISSIONS)
    if actor.bot:
        playground.require(channel, "MANAGE_THREADS" if is_thread else "MANAGE_CHANNELS")
    shown = playground.channel_json(channel)
    if is_thread:
        playground.remove_channel(channel)
        playground.publish_channel("THREAD_DELETE", channel)
    else:
        playground.remove_text_channel(channel)
    return json_response(shown)


async def list_messages(request: web.Request) -> web.Response:
    """GET a channel's messages, newest first.

    The query parameter `limit` is their maximum number; `before`, `after` or `around` is the id of a message.
    """
    playground, actor, channel = find_channel(request)
    if actor.bot and not playground.world.bot_permissions(channel) & BITS["READ_MESSAGE_HISTORY"]:
        return json_response([])
    maximum, before, after, around = read_page(request, 50, limits.HISTORY, "before", "after", "around")
    history = list(playground.world.history(channel["id"], actor.user["id"]))
    if before:
        history = [message for message in history if int(message["id"]) < before][:maximum]
    elif after:
        history = [message for message in history if int(message["id"]) > after][-maximum:]
    elif around:
        near = sorted(history, key=lambda message: abs(int(message["id"]) - around))[:maximum]
        history = sorted(near, key=lambda message: -int(message["id"]))
    return json_response([playground.message_json(message, actor.user["id"]) for message in history[:maximum]])


async def get_message(request: web.Request) -> web.Response:
    """GET one message."""
    playground, actor, _, message = find_message(request, "READ_MESSAGE_HISTORY")
    return json_response(playground.message_json(message, actor.user["id"]))


async def post_message(request: web.Request) -> web.Response:
    """POST a message; with an enforced nonce it is idempotent for 5 minutes.

    A retry returns the first message, or 404 with code 10008 if that was deleted.
    """
    body, uploads = await read_body(request)
    playground, actor, channel = find_channel(request)
    form, uploads = _allowed_fields(actor, body, uploads)
    nonce = _nonce(form)
    extra: Json = {} if nonce is None else {"nonce": nonce}
    if actor.bot:
        if channel["type"] == DM and channel["recipients"][0]["id"] in playground.without_direct_messages:
            raise ApiError(ErrorCode.CANNOT_MESSAGE)
        playground.require(channel, "SEND_MESSAGES_IN_THREADS" if channel["type"] in THREADS else "SEND_MESSAGES")
        if uploads:
            playground.require(channel, "ATTACH_FILES")
        if form.get("embeds"):
            playground.require(channel, "EMBED_LINKS")
        if channel["type"] in THREADS and channel["thread_metadata"]["archived"]:
            raise ApiError(ErrorCode.ARCHIVED)
    if nonce is not None and form.boolean("enforce_nonce"):
        first = _find_by_nonce(playground, channel, actor.user, nonce)
        if first:
            return json_response(playground.message_json(first, actor.user["id"]))
    extra |= _reference(playground, channel, form)
    draft = messages.read_message(playground, channel, form, uploads)
    message = messages.post(playground, channel, actor.user, draft, **extra)
    return json_response(playground.message_json(message, actor.user["id"]))


def _allowed_fields(actor: Actor, body: Json, uploads: dict[str, Upload]) -> tuple[Form, dict[str, Upload]]:
    """Return the fields and files that the requester may send; people may only send text."""
    if actor.bot:
        return Form(body), uploads
    return Form({key: body.get(key) for key in ("content", "nonce", "enforce_nonce", "message_reference")}), {}


def _nonce(form: Form) -> str | int | None:
    nonce = form.get("nonce")
    if isinstance(nonce, int) and not isinstance(nonce, bool):
        return form.integer("nonce", -(2**63), 2**63 - 1)
    return form.text("nonce", limits.NONCE)


def _find_by_nonce(playground: Playground, channel: Json, author: Json, nonce: str | int) -> Json | None:
    since = playground.world.snowflake_at(playground.clock() - limits.NONCE_SECONDS)
    for message in playground.world.history(channel["id"], author["id"]):
        if int(message["id"]) < since:
            break
        if message.get("nonce") == nonce and message["author"]["id"] == author["id"]:
            return message
    if playground.spent_nonces.get((channel["id"], author["id"], nonce), 0) >= since:
        # Discord does this intentionally (pull request 6647 of its documentation): a retry never creates a second
        # message.
        raise ApiError(ErrorCode.UNKNOWN_MESSAGE)
    return None


def _reference(playground: Playground, channel: Json, form: Form) -> Json:
    part = form.part("message_reference")
    number = str(part.get("message_id")) if part else ""
    if part is None:
        return {}
    if number not in playground.world.messages_by_channel.get(channel["id"], {}):
        if part.boolean("fail_if_not_exists", default=True):
            part.add_error("", "REPLIES_UNKNOWN_MESSAGE", "Unknown message")
        return {}
    reference = {"type": 0, "message_id": number, "channel_id": channel["id"]}
    return {"type": REPLY, "message_reference": reference | {"guild_id": channel.get("guild_id")}}


async def patch_message(request: web.Request) -> web.Response:
    """PATCH the requester's own message; edits of messages older than an hour are rate limited."""
    body, uploads = await read_body(request)
    playground, actor, channel, message = find_message(request)
    if message["author"]["id"] != actor.user["id"]:
        raise ApiError(ErrorCode.NOT_THE_AUTHOR)
    if message["type"] in messages.SYSTEM:
        raise ApiError(ErrorCode.SYSTEM_MESSAGE)
    if channel["type"] in THREADS and channel["thread_metadata"]["archived"]:
        raise ApiError(ErrorCode.ARCHIVED)
    if actor.bot and uploads:
        playground.require(channel, "ATTACH_FILES")
    form, uploads = _allowed_fields(actor, body, uploads)
    draft = messages.read_message(playground, channel, form, uploads, old=message)
    if int(message["id"]) < playground.world.snowflake_at(playground.clock() - limits.OLD_MESSAGE_SECONDS):
        _limit_old_edits(request, channel)
    return json_response(playground.message_json(messages.edit(playground, message, draft), actor.user["id"]))


async def delete_message(request: web.Request) -> web.Response:
    """DELETE the requester's own message, or dismiss an ephemeral message sent to the requester.

    With MANAGE_MESSAGES the bot may delete the messages of others.
    """
    playground, actor, channel, message = find_message(request)
    own = message["author"]["id"] == actor.user["id"] or message.get("_to") == actor.user["id"]
    if not own and actor.bot and channel["type"] != DM:
        playground.require(channel, "MANAGE_MESSAGES")
    elif not own:
        raise ApiError(ErrorCode.MISSING_PERMISSIONS)
    messages.delete(playground, message)
    return no_content()


async def acknowledge_message(request: web.Request) -> web.Response:
    """POST that a person has read a channel up to a message; the person's other windows are notified."""
    playground, actor, channel = find_channel(request)
    number = request.match_info["message"]
    body = {"channel_id": channel["id"], "message_id": number}
    playground.gateway.send_to_people("MESSAGE_ACK", body, only=[actor.user["id"]])
    return no_content()


async def post_typing(request: web.Request) -> web.Response:
    """POST a typing indicator, which is not shown."""
    find_channel(request)
    return no_content()


async def open_dm(request: web.Request) -> web.Response:
    """POST the direct message channel of the bot and a person, created at the first request."""
    body = await read_json(request)
    playground, actor = request.app[PLAYGROUND], request[ACTOR]
    number = str(body.get("recipient_id")) if isinstance(body, dict) else ""
    person = playground.world.users.get(number if actor.bot else actor.user["id"])
    if person is None or person["bot"] or (not actor.bot and number != playground.bot_id):
        raise ApiError(ErrorCode.UNKNOWN_USER)
    for channel in playground.world.channels.values():
        if channel["type"] == DM and channel["recipients"][0]["id"] == person["id"]:
            return json_response(_dm_json(playground, channel, actor))
    channel = {"id": playground.world.create_id(), "type": DM, "recipients": [person], "flags": 0}
    playground.world.put("channel", channel)
    body = channel | {"recipients": [playground.world.bot]}
    playground.gateway.send_to_people("CHANNEL_CREATE", body, only=[person["id"]])
    return json_response(_dm_json(playground, channel, actor))


def _dm_json(playground: Playground, channel: Json, actor: Actor) -> Json:
    shown = playground.channel_json(channel)
    return shown if actor.bot else shown | {"recipients": [playground.world.bot]}


async def list_dms(request: web.Request) -> web.Response:
    """GET a person's direct message channels."""
    playground, actor = request.app[PLAYGROUND], request[ACTOR]
    found = [
        _dm_json(playground, channel, actor)
        for channel in playground.world.channels.values()
        if channel["type"] == DM and channel["recipients"][0]["id"] == actor.user["id"]
    ]
    return json_response(found)


def routes() -> list[web.RouteDef]:
    """Return the routes of this module."""
    channel, message = api("/channels/{channel}"), api("/channels/{channel}/messages/{message}")
    return [
        web.get(channel, get_channel),
        web.patch(channel, patch_channel),
        web.delete(channel, delete_channel),
        web.get(channel + "/messages", list_messages),
        web.post(channel + "/messages", post_message),
        web.get(message, get_message),
        web.patch(message, patch_message),
        web.delete(message, delete_message),
        web.post(message + "/ack", acknowledge_message),
        web.post(channel + "/typing", post_typing),
        web.post(api("/users/@me/channels"), open_dm),
        web.get(api("/users/@me/channels"), list_dms),
    ]

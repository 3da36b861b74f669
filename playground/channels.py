"""Routes of channels, threads and messages, for the bot and for persons."""

from aiohttp import web

from playground import limits, messages
from playground.bodies import nothing, read_body, read_json, reply
from playground.form import Form
from playground.guard import ACTOR, Actor
from playground.messages import Upload
from playground.rates import RateLimits
from playground.refusals import Json, Reason, RefusedError, invalid, limited
from playground.service import PLAYGROUND, Playground
from playground.world import DIRECT, THREAD

EDITS: web.AppKey[RateLimits] = web.AppKey("edits", RateLimits)
_THREAD_STARTED, _REPLY = 18, 19


def _place(request: web.Request, *needed: str) -> tuple[Playground, Actor, Json]:
    """Return the playground, who asks, and a channel that this one may see and use so."""
    playground, actor = request.app[PLAYGROUND], request[ACTOR]
    channel = playground.world.channel(request.match_info["channel"])
    if actor.bot:
        playground.require(channel, *needed)
    elif channel["type"] == DIRECT and channel["recipients"][0]["id"] != actor.user["id"]:
        raise RefusedError(Reason.MISSING_ACCESS)
    return playground, actor, channel


def _message(request: web.Request, *needed: str) -> tuple[Playground, Actor, Json, Json]:
    playground, actor, channel = _place(request, *needed)
    message = playground.world.message(channel["id"], request.match_info["message"], actor.user["id"])
    return playground, actor, channel, message


async def get_channel(request: web.Request) -> web.Response:
    """GET a channel or thread."""
    playground, _, channel = _place(request)
    return reply(playground.show_channel(channel))


async def patch_channel(request: web.Request) -> web.Response:
    """PATCH a channel's name, or a thread's name, archiving, lock or archiving time."""
    body, _ = await read_body(request)
    playground, actor, channel = _place(request)
    form = Form(body)
    name = form.text("name", limits.CHANNEL_NAME, 1)
    archived, locked = form.flag("archived"), form.flag("locked")
    minutes = form.choice("auto_archive_duration", limits.ARCHIVE_MINUTES, required=False)
    form.finish()
    if channel["type"] == DIRECT:
        raise RefusedError(Reason.WRONG_CHANNEL_TYPE)
    if actor.bot:
        _may_change(playground, channel, only_opening=archived is False and name is None and locked is None)
        if name is not None and name != channel["name"]:
            _count_rename(request, channel)
    if name is not None:
        channel["name"] = name
    if channel["type"] != THREAD:
        playground.world.put("channel", channel)
        playground.tell_channel("CHANNEL_UPDATE", channel)
        return reply(playground.show_channel(channel))
    metadata = channel["thread_metadata"]
    if metadata["archived"] and archived is not False and (name is not None or minutes is not None):
        raise RefusedError(Reason.ARCHIVED)
    if locked is not None:
        metadata["locked"] = locked
    if minutes is not None:
        metadata["auto_archive_duration"] = minutes
    messages.set_archived(playground, channel, archived=metadata["archived"] if archived is None else archived)
    return reply(playground.show_channel(channel))


def _may_change(playground: Playground, channel: Json, *, only_opening: bool) -> None:
    if channel["type"] != THREAD:
        # The bot's invitation does not ask for MANAGE_CHANNELS.
        raise RefusedError(Reason.MISSING_PERMISSIONS)
    if only_opening and not channel["thread_metadata"]["locked"]:
        playground.require(channel, "SEND_MESSAGES_IN_THREADS")
    elif channel["owner_id"] != playground.bot_id:
        playground.require(channel, "MANAGE_THREADS")


def _count_rename(request: web.Request, channel: Json) -> None:
    remaining, wait = request.app[EDITS].spend(f"rename {channel['id']}", limits.RENAMES, limits.RENAME_SECONDS)
    if remaining < 0:
        raise limited(wait)


async def delete_channel(request: web.Request) -> web.Response:
    """DELETE a thread (the bot with MANAGE_THREADS); channels stay."""
    playground, _, channel = _place(request, "MANAGE_THREADS")
    if channel["type"] != THREAD:
        raise RefusedError(Reason.MISSING_PERMISSIONS)
    for message in list(playground.world.by_channel.pop(channel["id"], {}).values()):
        playground.world.drop_message(message)
    playground.world.drop("channel", channel["id"])
    playground.tell_channel("THREAD_DELETE", channel)
    return reply(channel)


async def list_messages(request: web.Request) -> web.Response:
    """GET a channel's messages, newest first; `limit`, `before`, `after`, `around`."""
    playground, actor, channel = _place(request)
    if actor.bot and not playground.world.bot_permissions(channel) & (1 << 16):
        return reply([])
    try:
        most = int(request.query.get("limit", "50"))
        before, after, around = (int(request.query.get(key, 0)) for key in ("before", "after", "around"))
    except ValueError as error:
        raise invalid("limit", "NUMBER_TYPE_COERCE", "Not a number.") from error
    if not 1 <= most <= limits.HISTORY:
        raise invalid("limit", "NUMBER_TYPE_MAX", f"int value should be from 1 to {limits.HISTORY}.")
    history = list(playground.world.history(channel["id"], actor.user["id"]))
    if before:
        history = [message for message in history if int(message["id"]) < before][:most]
    elif after:
        history = [message for message in history if int(message["id"]) > after][-most:]
    elif around:
        near = sorted(history, key=lambda message: abs(int(message["id"]) - around))[:most]
        history = sorted(near, key=lambda message: -int(message["id"]))
    return reply([playground.show(message, to_bot=actor.bot) for message in history[:most]])


async def get_message(request: web.Request) -> web.Response:
    """GET one message."""
    playground, actor, _, message = _message(request, "READ_MESSAGE_HISTORY")
    return reply(playground.show(message, to_bot=actor.bot))


async def post_message(request: web.Request) -> web.Response:
    """POST a message; with an enforced nonce a repeat within 5 minutes returns the first one."""
    body, uploads = await read_body(request)
    playground, actor, channel = _place(request)
    form, uploads = _own_part(actor, body, uploads)
    nonce = _nonce(form)
    extra: Json = {} if nonce is None else {"nonce": nonce}
    if actor.bot:
        playground.require(channel, "SEND_MESSAGES_IN_THREADS" if channel["type"] == THREAD else "SEND_MESSAGES")
        if uploads:
            playground.require(channel, "ATTACH_FILES")
        if form.get("embeds"):
            playground.require(channel, "EMBED_LINKS")
        if channel["type"] == THREAD and channel["thread_metadata"]["archived"]:
            raise RefusedError(Reason.ARCHIVED)
    if nonce is not None and form.flag("enforce_nonce"):
        first = _with_nonce(playground, channel, actor.user, nonce)
        if first:
            return reply(playground.show(first))
    extra |= _reference(playground, channel, form)
    draft = messages.read_message(playground, channel, form, uploads)
    return reply(playground.show(messages.post(playground, channel, actor.user, draft, **extra)))


def _own_part(actor: Actor, body: Json, uploads: dict[str, Upload]) -> tuple[Form, dict[str, Upload]]:
    """Return what this asker may send: persons write text only."""
    if actor.bot:
        return Form(body), uploads
    return Form({key: body.get(key) for key in ("content", "nonce", "enforce_nonce", "message_reference")}), {}


def _nonce(form: Form) -> str | int | None:
    nonce = form.get("nonce")
    if isinstance(nonce, int) and not isinstance(nonce, bool):
        return form.whole("nonce", -(2**63), 2**63 - 1)
    return form.text("nonce", limits.NONCE)


def _with_nonce(playground: Playground, channel: Json, author: Json, nonce: str | int) -> Json | None:
    since = playground.world.id_at(playground.clock() - limits.NONCE_SECONDS)
    for message in playground.world.history(channel["id"], author["id"]):
        if int(message["id"]) < since:
            return None
        if message.get("nonce") == nonce and message["author"]["id"] == author["id"]:
            return message
    return None


def _reference(playground: Playground, channel: Json, form: Form) -> Json:
    part = form.part("message_reference")
    number = str(part.get("message_id")) if part else ""
    if part is None:
        return {}
    if number not in playground.world.by_channel.get(channel["id"], {}):
        if part.flag("fail_if_not_exists", default=True):
            part.wrong("", "REPLIES_UNKNOWN_MESSAGE", "Unknown message")
        return {}
    reference = {"type": 0, "message_id": number, "channel_id": channel["id"]}
    return {"type": _REPLY, "message_reference": reference | {"guild_id": channel.get("guild_id")}}


async def patch_message(request: web.Request) -> web.Response:
    """PATCH the asker's own message; those older than an hour only a few times."""
    body, uploads = await read_body(request)
    playground, actor, channel, message = _message(request)
    if message["author"]["id"] != actor.user["id"]:
        raise RefusedError(Reason.NOT_THE_AUTHOR)
    if message["type"] == _THREAD_STARTED:
        raise RefusedError(Reason.SYSTEM_MESSAGE)
    if channel["type"] == THREAD and channel["thread_metadata"]["archived"]:
        raise RefusedError(Reason.ARCHIVED)
    if actor.bot and uploads:
        playground.require(channel, "ATTACH_FILES")
    form, uploads = _own_part(actor, body, uploads)
    draft = messages.read_message(playground, channel, form, uploads, old=message)
    if int(message["id"]) < playground.world.id_at(playground.clock() - limits.OLD_MESSAGE_SECONDS):
        key = f"edit {message['id']}"
        if request.app[EDITS].spend(key, limits.OLD_MESSAGE_EDITS, limits.OLD_MESSAGE_SECONDS)[0] < 0:
            raise RefusedError(Reason.TOO_MANY_OLD_EDITS)
    return reply(playground.show(messages.edit(playground, message, draft)))


async def delete_message(request: web.Request) -> web.Response:
    """DELETE the asker's own message, or dismiss an ephemeral one addressed to the asker."""
    playground, actor, _, message = _message(request)
    own = message["author"]["id"] == actor.user["id"] or message.get("_to") == actor.user["id"]
    if not own:
        raise RefusedError(Reason.MISSING_PERMISSIONS)
    messages.delete(playground, message)
    return nothing()


async def post_thread_from_message(request: web.Request) -> web.Response:
    """POST a thread that starts at a message; its id is the message's."""
    body, _ = await read_body(request)
    playground, actor, channel, message = _message(request, "CREATE_PUBLIC_THREADS")
    if channel["type"] != 0:
        raise RefusedError(Reason.WRONG_CHANNEL_TYPE)
    if message["id"] in playground.world.channels:
        raise RefusedError(Reason.THREAD_EXISTS)
    thread = _new_thread(playground, actor, channel, Form(body), message["id"])
    message["flags"] |= messages.HAS_THREAD
    playground.world.put_message(message)
    playground.tell_message("MESSAGE_UPDATE", message)
    return reply(playground.show_channel(thread), 201)


async def post_thread(request: web.Request) -> web.Response:
    """POST a public thread without a message; a system message tells of it in the channel."""
    body, _ = await read_body(request)
    playground, actor, channel = _place(request, "CREATE_PUBLIC_THREADS")
    if channel["type"] != 0:
        raise RefusedError(Reason.WRONG_CHANNEL_TYPE)
    form = Form(body)
    form.choice("type", (THREAD,))
    thread = _new_thread(playground, actor, channel, form, playground.world.new_id())
    reference = {"channel_id": thread["id"], "guild_id": channel["guild_id"], "type": 0}
    draft = messages.Draft(content=thread["name"])
    messages.post(playground, channel, actor.user, draft, type=_THREAD_STARTED, message_reference=reference)
    return reply(playground.show_channel(thread), 201)


def _new_thread(playground: Playground, actor: Actor, channel: Json, form: Form, number: str) -> Json:
    name = form.text("name", limits.CHANNEL_NAME, 1, required=True)
    minutes = form.choice("auto_archive_duration", limits.ARCHIVE_MINUTES, required=False) or 4320
    form.finish()
    now = playground.stamp()
    thread: Json = {"id": number, "type": THREAD, "guild_id": channel["guild_id"], "parent_id": channel["id"]}
    thread |= {"name": name, "owner_id": actor.user["id"], "rate_limit_per_user": 0, "flags": 0}
    metadata: Json = {"archived": False, "locked": False, "auto_archive_duration": minutes}
    thread["thread_metadata"] = metadata | {"archive_timestamp": now, "create_timestamp": now}
    playground.world.put("channel", thread)
    playground.world.forget_threads()
    playground.tell_channel("THREAD_CREATE", thread, newly_created=True)
    return thread


async def join_thread(request: web.Request) -> web.Response:
    """PUT or DELETE a thread's member: everybody sees every thread here, so this only answers."""
    _, _, channel = _place(request)
    if channel["type"] != THREAD:
        raise RefusedError(Reason.WRONG_CHANNEL_TYPE)
    return nothing()


async def archived_threads(request: web.Request) -> web.Response:
    """GET a channel's archived threads, newest first."""
    playground, _, channel = _place(request, "READ_MESSAGE_HISTORY")
    threads = [thread for thread in playground.world.threads() if thread["parent_id"] == channel["id"]]
    archived = [playground.show_channel(thread) for thread in threads if thread["thread_metadata"]["archived"]]
    return reply({"threads": archived[::-1], "members": [], "has_more": False})


async def typing(request: web.Request) -> web.Response:
    """POST that somebody types; nobody is told."""
    _place(request)
    return nothing()


async def open_direct(request: web.Request) -> web.Response:
    """POST the direct channel between the bot and a person."""
    body = await read_json(request)
    playground, actor = request.app[PLAYGROUND], request[ACTOR]
    number = str(body.get("recipient_id")) if isinstance(body, dict) else ""
    person = playground.world.users.get(number if actor.bot else actor.user["id"])
    if person is None or person["bot"] or (not actor.bot and number != playground.bot_id):
        raise RefusedError(Reason.UNKNOWN_USER)
    for channel in playground.world.channels.values():
        if channel["type"] == DIRECT and channel["recipients"][0]["id"] == person["id"]:
            return reply(_direct(playground, channel, actor))
    channel = {"id": playground.world.new_id(), "type": DIRECT, "recipients": [person], "flags": 0}
    playground.world.put("channel", channel)
    playground.gateway.to_people("CHANNEL_CREATE", channel | {"recipients": [playground.world.bot]}, person["id"])
    return reply(_direct(playground, channel, actor))


def _direct(playground: Playground, channel: Json, actor: Actor) -> Json:
    shown = playground.show_channel(channel)
    return shown if actor.bot else shown | {"recipients": [playground.world.bot]}


async def list_direct(request: web.Request) -> web.Response:
    """GET a person's direct channels."""
    playground, actor = request.app[PLAYGROUND], request[ACTOR]
    found = [
        _direct(playground, channel, actor)
        for channel in playground.world.channels.values()
        if channel["type"] == DIRECT and channel["recipients"][0]["id"] == actor.user["id"]
    ]
    return reply(found)


def routes() -> list[web.RouteDef]:
    """Return the routes of this module."""
    api = "/api/v10"
    channel = api + "/channels/{channel}"
    message = channel + "/messages/{message}"
    return [
        web.get(channel, get_channel),
        web.patch(channel, patch_channel),
        web.delete(channel, delete_channel),
        web.get(channel + "/messages", list_messages),
        web.post(channel + "/messages", post_message),
        web.get(message, get_message),
        web.patch(message, patch_message),
        web.delete(message, delete_message),
        web.post(message + "/threads", post_thread_from_message),
        web.post(channel + "/threads", post_thread),
        web.put(channel + "/thread-members/{user}", join_thread),
        web.delete(channel + "/thread-members/{user}", join_thread),
        web.get(channel + "/threads/archived/public", archived_threads),
        web.post(channel + "/typing", typing),
        web.post(api + "/users/@me/channels", open_direct),
        web.get(api + "/users/@me/channels", list_direct),
    ]

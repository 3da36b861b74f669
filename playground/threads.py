"""Routes of threads: public ones, which everybody sees, and private ones, which members and moderators see."""

from aiohttp import web

from playground import limits, messages
from playground.bodies import json_response, no_content, read_body
from playground.errors import ApiError, ErrorCode, Json
from playground.form import Form
from playground.guard import ACTOR, Actor
from playground.intents import GUILD_MEMBERS
from playground.lookups import find_channel, find_message
from playground.membership import add_member, is_moderator, may_add, remove_member
from playground.paths import api
from playground.service import Playground
from playground.world import PRIVATE_THREAD, TEXT_CHANNEL, THREAD, THREADS


async def post_thread_from_message(request: web.Request) -> web.Response:
    """POST a public thread that starts at a message; its id is the message's."""
    body, _ = await read_body(request)
    playground, actor, channel, message = find_message(request, "CREATE_PUBLIC_THREADS")
    if channel["type"] != TEXT_CHANNEL:
        raise ApiError(ErrorCode.WRONG_CHANNEL_TYPE)
    if message["id"] in playground.world.channels:
        raise ApiError(ErrorCode.THREAD_EXISTS)
    thread = _create_thread(playground, actor, channel, Form(body), message["id"], THREAD)
    message["flags"] |= messages.HAS_THREAD
    playground.world.put_message(message)
    playground.publish_message("MESSAGE_UPDATE", message)
    return json_response(playground.channel_json(thread, actor.user["id"]), 201)


async def post_thread(request: web.Request) -> web.Response:
    """POST a thread without a message, by default a private one; a public one is announced in the channel."""
    body, _ = await read_body(request)
    form = Form(body)
    kind = form.choice("type", THREADS, required=False) or PRIVATE_THREAD
    needed = "CREATE_PRIVATE_THREADS" if kind == PRIVATE_THREAD else "CREATE_PUBLIC_THREADS"
    playground, actor, channel = find_channel(request, needed)
    if channel["type"] != TEXT_CHANNEL:
        raise ApiError(ErrorCode.WRONG_CHANNEL_TYPE)
    thread = _create_thread(playground, actor, channel, form, playground.world.create_id(), kind)
    if kind == THREAD:
        reference = {"channel_id": thread["id"], "guild_id": channel["guild_id"], "type": 0}
        draft = messages.Draft(content=thread["name"])
        extra: Json = {"type": messages.THREAD_STARTED, "message_reference": reference}
        messages.post(playground, channel, actor.user, draft, **extra)
    return json_response(playground.channel_json(thread, actor.user["id"]), 201)


def _create_thread(playground: Playground, actor: Actor, channel: Json, form: Form, number: str, kind: int) -> Json:
    name = form.text("name", limits.CHANNEL_NAME, 1, required=True)
    minutes = form.choice("auto_archive_duration", limits.ARCHIVE_MINUTES, required=False) or 4320
    invitable = form.boolean("invitable", default=True)
    form.raise_errors()
    now = playground.timestamp()
    thread: Json = {"id": number, "type": kind, "guild_id": channel["guild_id"], "parent_id": channel["id"]}
    thread |= {"name": name, "owner_id": actor.user["id"], "rate_limit_per_user": 0, "flags": 0}
    metadata: Json = {"archived": False, "locked": False, "auto_archive_duration": minutes}
    thread["thread_metadata"] = metadata | {"archive_timestamp": now, "create_timestamp": now}
    if kind == PRIVATE_THREAD:
        thread["thread_metadata"]["invitable"] = invitable
        thread["_members"] = {actor.user["id"]: now}
    playground.world.put("channel", thread)
    playground.world.prune_threads()
    playground.publish_channel("THREAD_CREATE", thread, newly_created=True)
    return thread


def _list_archived(request: web.Request, kind: int, *needed: str, joined: bool = False) -> web.Response:
    """Return a channel's archived threads of a type that the requester sees, newest first.

    With `joined`, only those that the requester is a member of. The bot needs the permissions in `needed`.
    """
    playground, actor, channel = find_channel(request, "READ_MESSAGE_HISTORY", *needed)
    own = actor.user["id"]
    threads = [
        playground.channel_json(thread, own)
        for thread in reversed(playground.world.threads())
        if (thread["parent_id"], thread["type"]) == (channel["id"], kind) and thread["thread_metadata"]["archived"]
        if (own in playground.thread_members(thread) if joined else playground.can_see(thread, own))
    ]
    members = [thread["member"] for thread in threads if "member" in thread]
    return json_response({"threads": threads, "members": members, "has_more": False})


async def list_archived_threads(request: web.Request) -> web.Response:
    """GET a channel's archived public threads."""
    return _list_archived(request, THREAD)


async def list_archived_private_threads(request: web.Request) -> web.Response:
    """GET a channel's archived private threads; the bot needs to be a moderator of threads."""
    return _list_archived(request, PRIVATE_THREAD, "MANAGE_THREADS")


async def list_joined_archived_threads(request: web.Request) -> web.Response:
    """GET the archived private threads of a channel that the requester is a member of."""
    return _list_archived(request, PRIVATE_THREAD, joined=True)


def _thread(request: web.Request) -> tuple[Playground, Actor, Json, str]:
    """Return the playground, the requester, the thread and the user id in the path; raises ApiError."""
    playground, actor, thread = find_channel(request)
    if thread["type"] not in THREADS:
        raise ApiError(ErrorCode.WRONG_CHANNEL_TYPE)
    user = request.match_info.get("user", actor.user["id"])
    if user not in playground.world.users:
        raise ApiError(ErrorCode.UNKNOWN_USER)
    return playground, actor, thread, user


async def put_member(request: web.Request) -> web.Response:
    """PUT oneself or another member into a thread."""
    playground, actor, thread, user = _thread(request)
    if thread["thread_metadata"]["archived"]:
        raise ApiError(ErrorCode.ARCHIVED)
    if actor.bot and user != actor.user["id"]:
        playground.require(thread, "SEND_MESSAGES_IN_THREADS")
    if user != actor.user["id"] and not may_add(playground, thread, actor.user["id"]):
        raise ApiError(ErrorCode.MISSING_PERMISSIONS)
    add_member(playground, thread, user)
    return no_content()


async def delete_member(request: web.Request) -> web.Response:
    """DELETE oneself or another member from a thread; others may be removed by moderators and a thread's owner."""
    playground, actor, thread, user = _thread(request)
    if thread["thread_metadata"]["archived"]:
        raise ApiError(ErrorCode.ARCHIVED)
    own = actor.user["id"]
    if user != own and own != thread["owner_id"] and not is_moderator(playground, thread, own):
        raise ApiError(ErrorCode.MISSING_PERMISSIONS)
    remove_member(playground, thread, user)
    return no_content()


def _shown(playground: Playground, request: web.Request, thread: Json, user: str) -> Json:
    shown = playground.thread_member(thread, user)
    if request.query.get("with_member", "").lower() in ("1", "true"):
        shown["member"] = playground.member(playground.world.users[user], thread["guild_id"])
    return shown


async def get_member(request: web.Request) -> web.Response:
    """GET one member of a thread."""
    playground, _, thread, user = _thread(request)
    if user not in playground.thread_members(thread):
        raise ApiError(ErrorCode.UNKNOWN_MEMBER)
    return json_response(_shown(playground, request, thread, user))


async def list_members(request: web.Request) -> web.Response:
    """GET the members of a thread; for the bot, the intent GUILD_MEMBERS must be switched on."""
    playground, _, thread, _ = _thread(request)
    if request[ACTOR].bot and not playground.gateway.privileged & GUILD_MEMBERS:
        raise ApiError(ErrorCode.MISSING_ACCESS)
    return json_response([_shown(playground, request, thread, user) for user in playground.thread_members(thread)])


def routes() -> list[web.RouteDef]:
    """Return the routes of this module."""
    channel, message = api("/channels/{channel}"), api("/channels/{channel}/messages/{message}")
    members, member = channel + "/thread-members", api("/channels/{channel}/thread-members/{user}")
    return [
        web.post(message + "/threads", post_thread_from_message),
        web.post(channel + "/threads", post_thread),
        web.get(channel + "/threads/archived/public", list_archived_threads),
        web.get(channel + "/threads/archived/private", list_archived_private_threads),
        web.get(channel + "/users/@me/threads/archived/private", list_joined_archived_threads),
        web.get(members, list_members),
        web.put(members + "/@me", put_member),
        web.delete(members + "/@me", delete_member),
        web.get(member, get_member),
        web.put(member, put_member),
        web.delete(member, delete_member),
    ]

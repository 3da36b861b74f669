"""Members of private threads: who is added, removed, and may add others."""

from collections.abc import Sequence

from playground.errors import Json
from playground.intents import GUILD_MEMBERS, GUILDS
from playground.permissions import BITS
from playground.service import Playground
from playground.world import PRIVATE_THREAD


def add_member(playground: Playground, thread: Json, user: str) -> None:
    """Add a person or the bot to a private thread, and publish it; no-op for a member, or in a public thread."""
    if user in playground.thread_members(thread):
        return
    thread["_members"][user] = playground.timestamp()
    playground.world.put("channel", thread)
    if user == playground.bot_id:
        playground.gateway.send_to_bot("THREAD_CREATE", playground.channel_json(thread), thread["guild_id"], GUILDS)
    else:
        shown = playground.channel_json(thread, user)
        playground.gateway.send_to_people("THREAD_CREATE", shown, only=[user])
    _publish(playground, thread, added=[user])


def remove_member(playground: Playground, thread: Json, user: str) -> None:
    """Remove a person or the bot from a private thread, and publish it; no-op for others, or in a public thread."""
    if thread["type"] != PRIVATE_THREAD or user not in thread["_members"]:
        return
    _publish(playground, thread, removed=[user])
    del thread["_members"][user]
    playground.world.put("channel", thread)
    if user == playground.bot_id:
        return
    # Moderators still see the thread.
    event = "THREAD_UPDATE" if playground.can_see(thread, user) else "THREAD_DELETE"
    shown = playground.channel_json(thread, user) | {"member": None}
    playground.gateway.send_to_people(event, shown, only=[user])


def _publish(playground: Playground, thread: Json, *, added: Sequence[str] = (), removed: Sequence[str] = ()) -> None:
    """Publish a change of members; without the intent GUILD_MEMBERS, the bot hears only about itself."""
    guild = thread["guild_id"]
    body: Json = {"id": thread["id"], "guild_id": guild, "member_count": len(thread["_members"]) - len(removed)}
    joined = [
        playground.thread_member(thread, user)
        | {"member": playground.member(playground.world.users[user], guild), "presence": None}
        for user in added
    ]
    body |= {"added_members": joined, "removed_member_ids": list(removed)}
    playground.gateway.send_to_people("THREAD_MEMBERS_UPDATE", body, only=playground.list_viewers(thread))
    is_about_bot = playground.bot_id in (*added, *removed)
    if is_about_bot or playground.can_see(thread, playground.bot_id):
        playground.gateway.send_to_bot("THREAD_MEMBERS_UPDATE", body, guild, GUILDS if is_about_bot else GUILD_MEMBERS)


def may_add(playground: Playground, thread: Json, user: str) -> bool:
    """Return whether a member may add others: anybody if the thread is invitable, else its owner and moderators."""
    if thread["thread_metadata"].get("invitable", True) or user == thread["owner_id"]:
        return True
    return is_moderator(playground, thread, user)


def is_moderator(playground: Playground, thread: Json, user: str) -> bool:
    """Return whether a person or the bot has MANAGE_THREADS in a thread."""
    if user == playground.bot_id:
        granted = playground.world.bot_permissions(thread)
    else:
        granted = playground.person_permissions(playground.world.users[user], thread["guild_id"])
    return bool(granted & BITS["MANAGE_THREADS"])

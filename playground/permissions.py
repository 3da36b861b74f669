"""Permission bits, roles and channel overwrites; threads inherit from their channel."""

from collections.abc import Iterable

from playground.errors import Json

BITS = {
    "ADMINISTRATOR": 1 << 3,
    "MANAGE_CHANNELS": 1 << 4,
    "MANAGE_GUILD": 1 << 5,
    "ADD_REACTIONS": 1 << 6,
    "VIEW_CHANNEL": 1 << 10,
    "SEND_MESSAGES": 1 << 11,
    "MANAGE_MESSAGES": 1 << 13,
    "EMBED_LINKS": 1 << 14,
    "ATTACH_FILES": 1 << 15,
    "READ_MESSAGE_HISTORY": 1 << 16,
    "MANAGE_ROLES": 1 << 28,
    "USE_APPLICATION_COMMANDS": 1 << 31,
    "MANAGE_THREADS": 1 << 34,
    "CREATE_PUBLIC_THREADS": 1 << 35,
    "CREATE_PRIVATE_THREADS": 1 << 36,
    "SEND_MESSAGES_IN_THREADS": 1 << 38,
    "PIN_MESSAGES": 1 << 51,
}
_BOT = (
    "VIEW_CHANNEL",
    "SEND_MESSAGES",
    "EMBED_LINKS",
    "ATTACH_FILES",
    "READ_MESSAGE_HISTORY",
    "MANAGE_THREADS",
    "CREATE_PUBLIC_THREADS",
    "SEND_MESSAGES_IN_THREADS",
)
_EVERYONE = (
    "ADD_REACTIONS",
    "VIEW_CHANNEL",
    "SEND_MESSAGES",
    "EMBED_LINKS",
    "ATTACH_FILES",
    "READ_MESSAGE_HISTORY",
    "CREATE_PUBLIC_THREADS",
    "CREATE_PRIVATE_THREADS",
    "SEND_MESSAGES_IN_THREADS",
    "USE_APPLICATION_COMMANDS",
)


def bits(names: Iterable[str]) -> int:
    """Return the bit set of the permissions with these names; raises KeyError for an unknown name."""
    return sum({BITS[name] for name in names})


BOT_ROLE = bits(_BOT)
EVERYONE = bits(_EVERYONE)
OWNER = bits(BITS)
BROUGHT_ALONG = bits(("EMBED_LINKS", "ATTACH_FILES"))
"""Permissions that an application has on a server where only a person has installed it for themselves."""


def may_use(command: Json, granted: int) -> bool:
    """Return whether a member with these permissions may use a command, by its `default_member_permissions`."""
    needed = command.get("default_member_permissions")
    if needed is None or granted & BITS["ADMINISTRATOR"]:
        return True
    # 0 restricts the command to administrators.
    return int(needed) != 0 and granted & int(needed) == int(needed)


def denied_permissions(channel: Json, member: str) -> int:
    """Return the permission bits that a channel's overwrites deny to a member."""
    overwrites = channel.get("permission_overwrites", [])
    return sum(int(overwrite["deny"]) for overwrite in overwrites if overwrite["id"] == member)


def compute_bot_permissions(channel: Json, bot: str, bot_role: int) -> int:
    """Return the bot's permissions in a channel; an administrator has all of them, whatever the overwrites deny."""
    if bot_role & BITS["ADMINISTRATOR"]:
        return OWNER
    return (bot_role | EVERYONE) & ~denied_permissions(channel, bot)

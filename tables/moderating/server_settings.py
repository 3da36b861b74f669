"""A server's settings, and the checks for its managers and moderators."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Any

import msgspec

from data.store import Reader, Store, TableRow, Writer
from language.messages import N_, _, list_or, ngettext
from tables.committing.changes import committed
from tables.refusal import Refusal
from tables.settings import DEFAULT_THEME
from tables.timing.running_time import DAY_MS

ADMINISTRATOR = 1 << 3
MANAGE_SERVER = 1 << 5
"""Bits of Discord's permission mask. MANAGE_SERVER is the permission *Manage Server* (MANAGE_GUILD in the API)."""

ONLY_MODERATORS = N_("Only moderators of this server can do that.")
ONLY_MANAGERS = N_("You need the permission *Manage Server* for that. Somebody who runs this server can grant it.")

NAMED_CHANNELS = 8
"""Maximum number of channels that a refusal names."""

DEFAULT_RETENTION_DAYS = 7
RETENTION_DAYS = range(1, 91)
"""Allowed retention of the working data of ended tables, in days."""
MOST_CHANNELS = 25
"""Maximum number of channels that managers can choose, because a Discord select has at most 25 options."""


class ServerSettings(msgspec.Struct, frozen=True):
    """A server's settings. Unknown fields stored by another version are ignored.

    Users with `moderator_role` may moderate tables, like users with the permission *Manage Server*. Games may start in
    `channels` and their threads, or everywhere if `channels` is empty. `game` is the default game of the start page.
    `clock` (a clock's name) and `theme` are the defaults of new tables. `language` is the language of what everybody
    sees; empty for that of a community server, and elsewhere that of the person who opens a table or a season.
    """

    moderator_role: int | None = None
    channels: tuple[int, ...] = ()
    game: str | None = None
    clock: str | None = None
    theme: str = DEFAULT_THEME
    language: str = ""
    threads: bool = True
    """Whether each game has its own thread. Otherwise its cards are posted in the channel."""
    retention_days: int = DEFAULT_RETENTION_DAYS
    """Retention of an ended table's working data, in days."""


async def server_settings(store: Store, guild_id: int | None) -> ServerSettings:
    """Return a server's settings, or the defaults if it has stored none. `guild_id` None stands for no server."""
    if guild_id is None:
        return ServerSettings()
    async with store.read() as reader:
        return await read_settings(reader, guild_id)


async def read_settings(reader: Reader, guild_id: int | None) -> ServerSettings:
    """Return the same as `server_settings`, using the reader of an open transaction."""
    stored = None if guild_id is None else await reader.servers.settings(guild_id)
    return ServerSettings() if stored is None else msgspec.json.decode(stored, type=ServerSettings)


async def change_server(store: Store, guild_id: int, **changes: Any) -> ServerSettings:
    """Change some of a server's settings and return all of them. A new retention also applies to ended tables."""
    async with store.write() as writer:
        await writer.lock(f"settings of {guild_id}")
        now = await read_settings(writer, guild_id)
        wanted = msgspec.structs.replace(now, **changes)
        await writer.servers.put_settings(guild_id, _encode(wanted))
        if wanted.retention_days != now.retention_days:
            await writer.tables.keep_longer_on_server(guild_id, _extra_retention_ms(wanted))
    committed.set(True)
    return wanted


async def forget_channel(store: Store, guild_id: int, channel_id: int) -> None:
    """Remove a deleted channel from the channels where games may start.

    If it is the only one, it stays, because an empty list would allow all channels.
    """
    async with store.write() as writer:
        await writer.lock(f"settings of {guild_id}")
        now = await read_settings(writer, guild_id)
        left = tuple(channel for channel in now.channels if channel != channel_id)
        if left and left != now.channels:
            await writer.servers.put_settings(guild_id, _encode(msgspec.structs.replace(now, channels=left)))


async def keep_as_set(writer: Writer, ended: TableRow) -> None:
    """Set the retention of a table that has just ended, according to the settings of its server."""
    longer = _extra_retention_ms(await read_settings(writer, ended.guild_id))
    if longer:
        await writer.tables.keep_longer(ended.id, longer)


def _encode(settings: ServerSettings) -> str:
    return msgspec.json.encode(settings).decode()


def _extra_retention_ms(settings: ServerSettings) -> int:
    """Return how much longer than the default a server keeps ended tables, in milliseconds; negative if shorter."""
    return (settings.retention_days - DEFAULT_RETENTION_DAYS) * DAY_MS


def require_may_start(settings: ServerSettings, places: Collection[int]) -> None:
    """Raise Refusal unless games may start in one of these places.

    `places` are the ids of a channel, or of a thread and its channel.
    """
    if settings.channels and not set(settings.channels) & set(places):
        raise Refusal(format_other_channels(settings.channels))


def format_other_channels(channels: Sequence[int]) -> str:
    named = [f"<#{channel}>" for channel in channels[:NAMED_CHANNELS]]
    if len(channels) > NAMED_CHANNELS:
        more = len(channels) - NAMED_CHANNELS
        named.append(ngettext("{number} more channel", "{number} more channels", more))
    return _(
        "On this server, you can start games in {channels}. Type `/play` there.\n-# The people who "
        "manage this server choose the channels with `/server`.",
        channels=list_or(named),
    )


@dataclass(frozen=True, slots=True)
class Requester:
    """The user who makes a request, with their permission bits and roles, which Discord sends with each interaction."""

    id: int
    permissions: int = 0
    roles: frozenset[int] = frozenset()


def can_manage_server(requester: Requester) -> bool:
    """Return whether a user has the permission Manage Server. Administrators have every permission."""
    return bool(requester.permissions & (ADMINISTRATOR | MANAGE_SERVER))


def may_moderate(requester: Requester, settings: ServerSettings) -> bool:
    """Return whether a user may moderate the server's tables, by permission or by the role in its settings."""
    return can_manage_server(requester) or settings.moderator_role in requester.roles


def require_may_moderate(requester: Requester, settings: ServerSettings) -> None:
    """Raise Refusal unless the user may moderate the server's tables."""
    if not may_moderate(requester, settings):
        raise Refusal(_(ONLY_MODERATORS))


def require_manages(requester: Requester) -> None:
    """Raise Refusal unless the user may change the server's settings."""
    if not can_manage_server(requester):
        raise Refusal(_(ONLY_MANAGERS))

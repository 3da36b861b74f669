"""A server's settings, and the checks for its managers and moderators."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Any

import msgspec

from data.store import Reader, Store, TableRow, Writer
from tables.committing.changes import committed
from tables.refusal import Refusal
from tables.settings import DEFAULT_THEME
from tables.texts import and_or
from tables.timing.running_time import DAY_MS

ADMINISTRATOR = 1 << 3
MANAGE_SERVER = 1 << 5
"""Discord permission bits. MANAGE_SERVER is Discord's MANAGE_GUILD."""

ONLY_MODERATORS = "That is for those who moderate this server."
ONLY_MANAGERS = "That is for those who may manage this server. Somebody who runs it can grant you *Manage Server*."

NAMED_CHANNELS = 8
"""Maximum number of channels named in a sentence."""

DEFAULT_RETENTION_DAYS = 7
RETENTION_DAYS = range(1, 91)
"""Allowed retention of the working data of ended tables, in days."""
MOST_CHANNELS = 25
"""Maximum number of channels that can be chosen. A Discord select has 25 options."""


class ServerSettings(msgspec.Struct, frozen=True):
    """A server's settings. Unknown fields stored by another version are ignored.

    Users with `moderator_role` may moderate like users with the permission Manage Server: cancel, replace, remove.
    Games may start in `channels` and their threads, or everywhere if it is empty. `game` is the start page's default
    game. `clock` (by name) and `theme` are the defaults of new tables.
    """

    moderator_role: int | None = None
    channels: tuple[int, ...] = ()
    game: str | None = None
    clock: str | None = None
    theme: str = DEFAULT_THEME
    threads: bool = True
    """Whether each game has its own thread. Otherwise its cards are posted in the channel."""
    retention_days: int = DEFAULT_RETENTION_DAYS
    """Retention of an ended table's working data, in days."""


async def server_settings(store: Store, guild_id: int | None) -> ServerSettings:
    """Return a server's settings, or the defaults. Tables outside of servers have the defaults."""
    if guild_id is None:
        return ServerSettings()
    async with store.read() as reader:
        return await read_settings(reader, guild_id)


async def read_settings(reader: Reader, guild_id: int | None) -> ServerSettings:
    """Return a server's settings, or the defaults, within a transaction."""
    stored = None if guild_id is None else await reader.server_settings(guild_id)
    return ServerSettings() if stored is None else msgspec.json.decode(stored, type=ServerSettings)


async def change_server(store: Store, guild_id: int, **changes: Any) -> ServerSettings:
    """Change some of a server's settings and return all of them. A new retention also applies to ended tables."""
    async with store.write() as writer:
        await writer.lock(f"settings of {guild_id}")
        now = await read_settings(writer, guild_id)
        wanted = msgspec.structs.replace(now, **changes)
        await writer.put_server_settings(guild_id, _encoded(wanted))
        if wanted.retention_days != now.retention_days:
            await writer.keep_longer_on_server(guild_id, _kept_longer_ms(wanted))
    committed.set(True)
    return wanted


async def forget_channel(store: Store, guild_id: int, channel_id: int) -> None:
    """Remove a deleted channel from those where games may start.

    The last one stays, because an empty list would allow all channels.
    """
    async with store.write() as writer:
        await writer.lock(f"settings of {guild_id}")
        now = await read_settings(writer, guild_id)
        left = tuple(channel for channel in now.channels if channel != channel_id)
        if left and left != now.channels:
            await writer.put_server_settings(guild_id, _encoded(msgspec.structs.replace(now, channels=left)))


async def keep_as_set(writer: Writer, ended: TableRow) -> None:
    """Apply the server's retention to a table that has just ended."""
    longer = _kept_longer_ms(await read_settings(writer, ended.guild_id))
    if longer:
        await writer.keep_longer(ended.id, longer)


def _encoded(settings: ServerSettings) -> str:
    return msgspec.json.encode(settings).decode()


def _kept_longer_ms(settings: ServerSettings) -> int:
    """Return a server's extra retention of ended tables, in milliseconds; negative if it is shorter."""
    return (settings.retention_days - DEFAULT_RETENTION_DAYS) * DAY_MS


def require_may_start(settings: ServerSettings, places: Collection[int]) -> None:
    """Raise Refusal unless games may start in one of the places: a channel, or a thread and its channel."""
    if settings.channels and not set(settings.channels) & set(places):
        raise Refusal(starts_elsewhere(settings.channels))


def starts_elsewhere(channels: Sequence[int]) -> str:
    named = [f"<#{channel}>" for channel in channels[:NAMED_CHANNELS]]
    if len(channels) > NAMED_CHANNELS:
        named.append(f"{len(channels) - NAMED_CHANNELS} more channels")
    return (
        f"On this server, games start in {and_or(named)}. Type `/play` there, and you can begin.\n"
        "-# The people who manage this server choose the channels with `/server`."
    )


@dataclass(frozen=True, slots=True)
class Requester:
    """The user who makes a request, with permission bits and roles as sent by Discord."""

    id: int
    permissions: int = 0
    roles: frozenset[int] = frozenset()


def manages(requester: Requester) -> bool:
    """Return whether a user has the permission Manage Server. Administrators have every permission."""
    return bool(requester.permissions & (ADMINISTRATOR | MANAGE_SERVER))


def may_moderate(requester: Requester, settings: ServerSettings) -> bool:
    """Return whether a user may moderate the server's tables, by permission or by the role in its settings."""
    return manages(requester) or settings.moderator_role in requester.roles


def require_may_moderate(requester: Requester, settings: ServerSettings) -> None:
    """Raise Refusal unless the user may moderate the server's tables."""
    if not may_moderate(requester, settings):
        raise Refusal(ONLY_MODERATORS)


def require_manages(requester: Requester) -> None:
    """Raise Refusal unless the user may change the server's settings."""
    if not manages(requester):
        raise Refusal(ONLY_MANAGERS)

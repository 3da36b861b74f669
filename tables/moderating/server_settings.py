"""The settings of a server, and who may manage and moderate it."""

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
"""Discord's permission bits; it calls the second one MANAGE_GUILD."""

ONLY_MODERATORS = "That is for those who moderate this server."
ONLY_MANAGERS = "That is for those who may manage this server. Somebody who runs it can grant you *Manage Server*."

NAMED_CHANNELS = 8
"""How many channels are named in a sentence."""

DEFAULT_RETENTION_DAYS = 7
RETENTION_DAYS = range(1, 91)
"""How many days the working data of ended tables may be kept."""
MOST_CHANNELS = 25
"""How many channels can be chosen, which is what one select of Discord's takes."""


class ServerSettings(msgspec.Struct, frozen=True):
    """A server's settings; unknown fields stored by another version are ignored.

    Whoever has `moderator_role` may do what those with the permission Manage Server may: cancel, replace, moderate.
    Games may start in `channels` and their threads, everywhere if there are none. `game` is the one that the start page
    proposes; `clock`, by its name, and `theme` are those of new tables unless their host chooses others.
    """

    moderator_role: int | None = None
    channels: tuple[int, ...] = ()
    game: str | None = None
    clock: str | None = None
    theme: str = DEFAULT_THEME
    threads: bool = True
    """Whether each game has a thread of its own; else its cards stand in the channel."""
    retention_days: int = DEFAULT_RETENTION_DAYS
    """For how many days the working data of an ended table is kept."""


async def server_settings(store: Store, guild_id: int | None) -> ServerSettings:
    """A server's settings, or the defaults; those for a table outside of servers."""
    if guild_id is None:
        return ServerSettings()
    async with store.read() as reader:
        return await read_settings(reader, guild_id)


async def read_settings(reader: Reader, guild_id: int | None) -> ServerSettings:
    """The same within a transaction."""
    stored = None if guild_id is None else await reader.server_settings(guild_id)
    return ServerSettings() if stored is None else msgspec.json.decode(stored, type=ServerSettings)


async def change_server(store: Store, guild_id: int, **changes: Any) -> ServerSettings:
    """Changes some of a server's settings, which then hold for ended tables too; gives all of them."""
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
    """Takes a deleted channel out of those where games may start, unless it is the last: else they would everywhere."""
    async with store.write() as writer:
        await writer.lock(f"settings of {guild_id}")
        now = await read_settings(writer, guild_id)
        left = tuple(channel for channel in now.channels if channel != channel_id)
        if left and left != now.channels:
            await writer.put_server_settings(guild_id, _encoded(msgspec.structs.replace(now, channels=left)))


async def keep_as_set(writer: Writer, ended: TableRow) -> None:
    """Keeps the working data of a table that has just ended for as long as its server has set."""
    longer = _kept_longer_ms(await read_settings(writer, ended.guild_id))
    if longer:
        await writer.keep_longer(ended.id, longer)


def _encoded(settings: ServerSettings) -> str:
    return msgspec.json.encode(settings).decode()


def _kept_longer_ms(settings: ServerSettings) -> int:
    """By how much a server keeps ended tables longer than others do."""
    return (settings.retention_days - DEFAULT_RETENTION_DAYS) * DAY_MS


def require_may_start(settings: ServerSettings, places: Collection[int]) -> None:
    """Raises Refusal, naming where games may start, unless one of the places is allowed: a channel, a thread's too."""
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
    """Somebody who asks for something: user id, permission bits and roles, as they came with the request."""

    id: int
    permissions: int = 0
    roles: frozenset[int] = frozenset()


def manages(requester: Requester) -> bool:
    """Whether somebody has the permission Manage Server; administrators have every permission."""
    return bool(requester.permissions & (ADMINISTRATOR | MANAGE_SERVER))


def may_moderate(requester: Requester, settings: ServerSettings) -> bool:
    """Whether somebody may moderate every table of the server: by its permission, or the role in its settings."""
    return manages(requester) or settings.moderator_role in requester.roles


def require_may_moderate(requester: Requester, settings: ServerSettings) -> None:
    """Raises Refusal unless somebody may moderate every table of the server."""
    if not may_moderate(requester, settings):
        raise Refusal(ONLY_MODERATORS)


def require_manages(requester: Requester) -> None:
    """Raises Refusal unless somebody may change the server's settings."""
    if not manages(requester):
        raise Refusal(ONLY_MANAGERS)

"""A user's preferences: pictures' theme, confirming, how they are pinged, whether others see results."""

from collections.abc import Collection, Mapping
from typing import Any

import msgspec

from data.store import Reader, Store
from tables.committing.changes import committed
from tables.open_table import Person
from tables.settings import DEFAULT_THEME

MENTION, DIRECT_MESSAGE, NO_PINGS = "mention", "direct", "none"
"""How somebody is told that they must act."""


class EarlierQuietHours(msgspec.Struct, frozen=True):
    """Quiet hours as somebody had them until a moment."""

    until: int
    time_zone: str = ""
    quiet_from: int | None = None
    quiet_until: int | None = None


class Preferences(msgspec.Struct, frozen=True):
    """A user's preferences; unknown fields stored by another version are ignored.

    `listed` is whether others may see the user's statistics, and find the user named in theirs. Quiet hours are minutes
    after midnight in the user's time zone, None for none; `quiet_before` are those from before they were changed.
    `pings` is how the user is told what waits for them; `direct_refused` until they know that Discord refused them a
    direct message.
    """

    theme: str = DEFAULT_THEME
    confirm: bool = True
    listed: bool = True
    time_zone: str = ""
    quiet_from: int | None = None
    quiet_until: int | None = None
    quiet_before: tuple[EarlierQuietHours, ...] = ()
    pings: str = MENTION
    direct_refused: bool = False


async def preferences(store: Store, user_id: int) -> Preferences:
    """The user's stored preferences, or the defaults."""
    async with store.read() as reader:
        return await read_preferences(reader, user_id)


async def read_preferences(reader: Reader, user_id: int) -> Preferences:
    """The same within a transaction."""
    return (await preferences_of(reader, [user_id]))[user_id]


async def preferences_of(reader: Reader, users: Collection[int]) -> Mapping[int, Preferences]:
    """The stored preferences of several users, or the defaults."""
    rows = await reader.users(users) if users else ()
    stored = {row.id: msgspec.json.decode(row.settings, type=Preferences) for row in rows}
    return {user: stored.get(user, Preferences()) for user in users}


async def change_preferences(store: Store, person: Person, **changes: Any) -> None:
    """Changes some of a user's preferences."""
    async with store.write() as writer:
        # Also a lock: of two changes at once, the second one knows of the first.
        await writer.put_user(person.id, person.name)
        wanted = msgspec.structs.replace(await read_preferences(writer, person.id), **changes)
        await writer.put_user(person.id, person.name, msgspec.json.encode(wanted).decode())
    committed.set(True)

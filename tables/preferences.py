"""A user's preferences: theme, confirmation of moves, pings, quiet hours, and visibility of results."""

from collections.abc import Collection, Mapping
from typing import Any

import msgspec

from data.store import Reader, Store
from language.catalogues import ENGLISH, find_spoken_language
from tables.committing.changes import committed
from tables.open_table import Person
from tables.settings import DEFAULT_THEME

MENTION, DIRECT_MESSAGE, NO_PINGS = "mention", "direct", "none"
"""The ways in which a user can choose to be pinged when they must act."""
LINE = "line"
"""A way to be told that one is next, beside DIRECT_MESSAGE and NO_PINGS: a line in the channel, without a sound."""


class EarlierQuietHours(msgspec.Struct, frozen=True):
    """Quiet hours that a user has had until the time `until` (milliseconds UTC)."""

    until: int
    time_zone: str = ""
    quiet_from: int | None = None
    quiet_until: int | None = None


class Preferences(msgspec.Struct, frozen=True):
    """A user's preferences. Unknown fields stored by another version are ignored.

    `listed`: others may see the user's statistics, and the user's name may appear in theirs. Quiet hours are minutes
    after midnight in the user's time zone, None for none; `quiet_before` holds former ones. `pings` is the way to ping
    the user when they must act, `next_up` the way to tell them that they are next. `direct_refused`: Discord has
    refused a direct message to the user, and the user has not been told about it yet. `seats_refused` is the same for
    messages about open seats, which are then switched off. `language` is the one chosen by the user, empty for that of
    their Discord, which was last `discord_language`.
    """

    theme: str = DEFAULT_THEME
    confirm: bool = True
    listed: bool = True
    time_zone: str = ""
    quiet_from: int | None = None
    quiet_until: int | None = None
    quiet_before: tuple[EarlierQuietHours, ...] = ()
    pings: str = MENTION
    next_up: str = NO_PINGS
    direct_refused: bool = False
    seats_refused: bool = False
    language: str = ""
    discord_language: str = ENGLISH

    def find_language(self) -> str:
        """Return the language of messages to the user."""
        return find_spoken_language(self.language or self.discord_language)


async def preferences(store: Store, user_id: int) -> Preferences:
    """Return the user's stored preferences, or the defaults."""
    async with store.read() as reader:
        return await read_preferences(reader, user_id)


async def read_preferences(reader: Reader, user_id: int) -> Preferences:
    """Return the same as `preferences`, using the reader of an open transaction."""
    return (await read_preferences_of_users(reader, [user_id]))[user_id]


async def read_preferences_of_users(reader: Reader, users: Collection[int]) -> Mapping[int, Preferences]:
    """Return the preferences of several users by user id, with the defaults for users who have stored none."""
    rows = await reader.people.users(users) if users else ()
    stored = {row.id: msgspec.json.decode(row.settings, type=Preferences) for row in rows}
    return {user: stored.get(user, Preferences()) for user in users}


async def change_preferences(store: Store, person: Person, **changes: Any) -> None:
    """Change the given fields of a person's preferences."""
    async with store.write() as writer:
        # Writing the user's row locks it, so that concurrent changes of the preferences don't overwrite each other.
        await writer.people.put_user(person.id, person.name)
        wanted = msgspec.structs.replace(await read_preferences(writer, person.id), **changes)
        await writer.people.put_user(person.id, person.name, msgspec.json.encode(wanted).decode())
    committed.set(True)

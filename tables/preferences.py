"""A user's preferences: the theme of private pictures, whether moves are confirmed, and whether others see results."""

import msgspec

from data.store import Store
from tables.open_table import Person
from tables.service import committed
from tables.settings import DEFAULT_THEME


class Preferences(msgspec.Struct, frozen=True):
    """A user's preferences; unknown fields stored by another version are ignored.

    `listed` is whether others may see the user's statistics, and find the user named in theirs.
    """

    theme: str = DEFAULT_THEME
    confirm: bool = True
    listed: bool = True


async def preferences(store: Store, user_id: int) -> Preferences:
    """The user's stored preferences, or the defaults."""
    async with store.read() as reader:
        row = await reader.user(user_id)
    return Preferences() if row is None else msgspec.json.decode(row.settings, type=Preferences)


async def prefer(store: Store, person: Person, wanted: Preferences) -> None:
    """Stores a user's preferences."""
    async with store.write() as writer:
        await writer.put_user(person.id, person.name, msgspec.json.encode(wanted).decode())
    committed.set(True)

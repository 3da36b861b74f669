"""A user's preferences: the theme of private pictures, and whether moves are confirmed."""

import msgspec

from data.store import Store
from tables.open_table import Person
from tables.service import committed
from tables.settings import DEFAULT_THEME


class Preferences(msgspec.Struct, frozen=True):
    """A user's preferences; unknown fields stored by another version are ignored."""

    theme: str = DEFAULT_THEME
    confirm: bool = True


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

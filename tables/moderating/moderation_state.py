"""The state of a table as set from outside the game: by moderators, or by the end of its season."""

import msgspec

from data.store import TableRow


class Moderation(msgspec.Struct, frozen=True, omit_defaults=True):
    """The state of a table as set from outside the game.

    - `locked`: moderators have locked it
    - `ended`: moderators have ended it
    - `season_over`: it ended because its season did
    """

    locked: bool = False
    ended: bool = False
    season_over: bool = False


def decode_moderation(row: TableRow) -> Moderation:
    """Return the state of a table as set from outside the game."""
    return Moderation() if row.moderation is None else msgspec.json.decode(row.moderation, type=Moderation)


def encode_moderation(row: TableRow, **changes: bool) -> str:
    """Return the JSON of a table's state, with the given fields changed."""
    return msgspec.json.encode(msgspec.structs.replace(decode_moderation(row), **changes)).decode()

"""The texts about what moderators decide. Names are escaped here."""

from collections.abc import Sequence

from tables.texts import and_list, escape

LOCKED = (
    "A moderator has locked this table: nobody can join it, take a seat or take a move back until it is unlocked. "
    "The game itself goes on."
)
LOCKED_ALREADY = "This table is locked already."
NOT_LOCKED = "This table isn't locked."
ANOTHER_SEAT = (
    "This seat is for somebody who hasn't seen another hand in this game, and you had a different seat before. "
    "You can follow the game instead."
)
SEAT_HAS_CHANGED = "That seat has changed since the form was opened, so nothing was done. Please look again."
HOST_OF_LOBBY = "This is the host, and a table needs one to start. You can end the table instead."
NOBODY_ELSE = "Nobody else plays at this table, so there is no game without them. You can end it instead."
NOT_BLOCKED = "They can come to the tables of this server already."
BLOCKED_ALREADY = "They are blocked from the tables of this server already."


KEPT_FROM_TABLES = "The moderators of this server keep you from its tables. They can tell you more."


def kept_from_tables(users: Sequence[int]) -> str:
    """Why others can't come to a table; the ids show as names."""
    who = and_list([f"<@{user}>" for user in users])
    return f"The moderators of this server keep {who} from its tables. They can tell more about it."


def has_left_already(name: str) -> str:
    return f"{escape(name)}'s seat is out of the game already."

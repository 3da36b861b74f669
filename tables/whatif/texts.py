"""The refusals of *What if*."""

from tables.texts import escape

ONLY_OVER = (
    "*What if* is for games that are over. This one is still being played, so nothing of it can be tried out, "
    "not even from your own view."
)
RECORD_OF_OPEN = (
    "This record names a game that is still being played here, so nothing of it can be tried out. "
    "*What if* is for games that are over."
)
NO_SANDBOX = (
    "You have nothing to try out yet. *What if* is on the last card of a game, beside each step of its replay, and in "
    "lessons; `/whatif` with a record's file begins too."
)
REPLACED = "This *What if* is gone: it was replaced by a newer one, or nothing was tried for 7 days."
NOTHING_TO_DO = "Nobody has anything to decide there, so there is nothing to try out. Choose another turn."
NOTHING_TAKEN_BACK = "Nothing was tried yet, so there is nothing to take back."
NOTHING_DUE = "No dice and no draws are due now."
NO_SUCH_LESSON = "That page of a lesson isn't here any more. `/learn` lists the lessons."
OVER = "The game is over here. *Back* takes back the last move, *Reset* begins again."


def full(limit: int) -> str:
    return f"{limit} moves and draws are as far as this goes. *Back* takes the last one back, *Reset* begins again."


def outdated(why: str) -> str:
    """A sandbox or a lesson that this version of the program can't continue."""
    return f"This position is from an earlier version of the program, so it can't be tried out any more. {escape(why)}"

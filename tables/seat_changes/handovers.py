"""Notes about events that concern a seat during a game but are not moves, for the story of the game.

The log has seats and no users. The notes record who was absent, who stood in for whom, and who had a seat.
"""

from collections.abc import Iterator
from typing import Final

from data.store import HandoverRow, SeatRow
from tables.calling.questions import ANYBODY
from tables.open_table import FORFEITED as FORFEITED_STATE
from tables.open_table import OpenTable, is_played_by_person, is_stood_in
from tables.timing.clock_settings import COMPUTER, REPLACE

TAKEN = "taken"
"""Kind of note: another user took the seat. The note names the previous user."""
REMOVED = "removed"
"""Kind of note: a moderator removed the seat's user, and a computer player has taken over."""
HANDED_OVER: Final = (TAKEN, REMOVED)
"""The kinds of notes after which a seat has a new user or computer player for good."""
LATE = "late"
"""Kind of note: the seat's user missed a deadline, the first one in a row."""
LAST_ONE = "last_one"
"""Kind of note: the user missed a second deadline in a row, but gets no stand-in because no other person still plays.

The game's default moves are made for the seat instead.
"""
STAND_IN = "stand_in"
"""Kind of note: a computer player stands in for the seat's user at their request."""
AWAY_STAND_IN = "away_stand_in"
"""Kind of note: a computer player stands in because the seat's user is absent.

The user has missed deadlines in a row, or at a table without a time limit has not acted for weeks.
"""
AWAY_OPENED = "away_opened"
"""Kind of note: as `AWAY_STAND_IN`, and in addition anybody may take the seat."""
STANDS_IN: Final = (STAND_IN, AWAY_STAND_IN, AWAY_OPENED)
"""The kinds of notes that say that a computer player has begun to stand in."""
BACK = "back"
"""Kind of note: the seat's user has returned from a stand-in and plays again."""
FORFEITED = "forfeited"
"""Kind of note: the seat was put out of the game, because its user missed deadlines in a row."""

PLANNED = "planned"
"""Kind of note: the seat's user had planned the move before it."""


def notes(before: OpenTable, after: OpenTable) -> Iterator[HandoverRow]:
    """Yield the notes about seats that result from a change of a table."""
    if before.game is None or after.game is None:
        return
    for old, new in zip(before.seats, after.seats, strict=True):
        kind = _kind(old, new)
        if kind is None and _should_play_on_alone(before, after, old, new):
            kind = LAST_ONE
        if kind is not None:
            # Default moves are logged in the same change. The note about the missed deadline follows them in the story.
            number = after.game.n if kind in (LATE, LAST_ONE) else before.game.n
            yield HandoverRow(number, after.row.step, old.seat, old.user_id, old.name, kind)


def _kind(old: SeatRow, new: SeatRow) -> str | None:
    if old.user_id != new.user_id:
        # A seat without a user now: only moderators can give a user's seat to a computer player.
        return TAKEN if new.user_id is not None else REMOVED
    if new.user_id is None:
        return None
    if new.state != old.state:
        return FORFEITED if new.state == FORFEITED_STATE else None
    if is_stood_in(new) and not is_stood_in(old):
        if new.missed == old.missed:
            return STAND_IN
        return AWAY_OPENED if new.offered_to == ANYBODY else AWAY_STAND_IN
    if is_stood_in(old) and not is_stood_in(new):
        return BACK
    return LATE if (old.missed, new.missed) == (0, 1) else None


def _should_play_on_alone(before: OpenTable, after: OpenTable, old: SeatRow, new: SeatRow) -> bool:
    """Return whether a seat missed a second deadline in a row and got a default move instead of a stand-in."""
    is_closed = before.row.turn != after.row.turn and (old.missed, new.missed) == (1, 2)
    return is_closed and is_played_by_person(new) and before.settings.on_expiry in (COMPUTER, REPLACE)

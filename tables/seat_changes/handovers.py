"""Notes about seats during a game, beside moves, each at its place in the story.

The log has seats and no users. These notes record who was away, who played for whom, and who had a seat.
"""

from collections.abc import Iterator
from typing import Final

from data.store import HandoverRow, SeatRow
from tables.calling.questions import ANYBODY
from tables.open_table import FORFEITED as FORFEITED_STATE
from tables.open_table import OpenTable, is_stood_in, plays
from tables.timing.clock_settings import COMPUTER, REPLACE

TAKEN = "taken"
"""Another user took the seat; the note names the previous one."""
REMOVED = "removed"
"""A moderator removed the seat's user; a computer player has the seat."""
HANDED_OVER: Final = (TAKEN, REMOVED)
"""The kinds of notes for a seat that changed hands."""
LATE = "late"
"""The seat's user missed a deadline, the first in a row."""
LAST_ONE = "last_one"
"""The seat's user missed a second deadline in a row. Default moves go on, because no other person still plays."""
STAND_IN = "stand_in"
"""A computer player stands in for the seat's user, at their request."""
AWAY_STAND_IN = "away_stand_in"
"""A computer player stands in because the user missed deadlines in a row, or was inactive for weeks without a limit."""
AWAY_OPENED = "away_opened"
"""The same as `AWAY_STAND_IN`, and anybody may take the seat."""
STANDS_IN: Final = (STAND_IN, AWAY_STAND_IN, AWAY_OPENED)
"""The kinds of notes after which a computer player stands in."""
BACK = "back"
"""The seat's user plays again."""
FORFEITED = "forfeited"
"""The seat was forfeited because its user missed deadlines in a row."""


def notes(before: OpenTable, after: OpenTable) -> Iterator[HandoverRow]:
    """Yield the notes for a change of a table."""
    if before.game is None or after.game is None:
        return
    for old, new in zip(before.seats, after.seats, strict=True):
        kind = _kind(old, new)
        if kind is None and _goes_on_alone(before, after, old, new):
            kind = LAST_ONE
        if kind is not None:
            # A note about a missed deadline comes after the moves made by default.
            number = after.game.n if kind in (LATE, LAST_ONE) else before.game.n
            yield HandoverRow(number, after.row.step, old.seat, old.user_id, old.name, kind)


def _kind(old: SeatRow, new: SeatRow) -> str | None:
    if old.user_id != new.user_id:
        # A seat is never passed on to a computer player, so a moderator removed its user.
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


def _goes_on_alone(before: OpenTable, after: OpenTable, old: SeatRow, new: SeatRow) -> bool:
    """Return whether a second deadline missed in a row led to a default move instead of a stand-in."""
    is_closed = before.row.turn != after.row.turn and (old.missed, new.missed) == (1, 2)
    return is_closed and plays(new) and before.settings.on_expiry in (COMPUTER, REPLACE)

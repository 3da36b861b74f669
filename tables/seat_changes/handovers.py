"""What happens to seats during a game beside moves, noted where it stands in the story.

The log knows seats and no people, so these notes tell who was away, who played for whom, and who has a seat.
"""

from collections.abc import Iterator
from typing import Final

from data.store import HandoverRow, SeatRow
from tables.calling.questions import ANYBODY
from tables.open_table import FORFEITED as FORFEITED_STATE
from tables.open_table import OpenTable, is_stood_in, plays
from tables.timing.clock_settings import COMPUTER, REPLACE

TAKEN = "taken"
"""Somebody else has the seat from here on; the note names whoever had it."""
REMOVED = "removed"
"""The same, because a moderator has removed its person; a computer player has it from here on."""
HANDED_OVER: Final = (TAKEN, REMOVED)
"""The kinds that tell of a seat that has changed hands."""
LATE = "late"
"""Its person has missed a deadline, the first one in a row."""
LAST_ONE = "last_one"
"""Its person has missed the second one in a row, and default moves go on, since nobody else is left who plays."""
STAND_IN = "stand_in"
"""A computer player stands in from here on."""
AWAY_STAND_IN = "away_stand_in"
"""The same, because its person has missed deadlines in a row, or has slept through weeks without a limit."""
AWAY_OPENED = "away_opened"
"""The same, and anybody may take the seat."""
STANDS_IN: Final = (STAND_IN, AWAY_STAND_IN, AWAY_OPENED)
"""The kinds from which on a computer player stands in."""
BACK = "back"
"""Its person plays again."""
FORFEITED = "forfeited"
"""It was forfeited, because its person has missed deadlines in a row."""


def notes(before: OpenTable, after: OpenTable) -> Iterator[HandoverRow]:
    """What a change does to seats."""
    if before.game is None or after.game is None:
        return
    for old, new in zip(before.seats, after.seats, strict=True):
        kind = _kind(old, new)
        if kind is None and _goes_on_alone(before, after, old, new):
            kind = LAST_ONE
        if kind is not None:
            # Whoever is late is told so after what was done without them.
            number = after.game.n if kind in (LATE, LAST_ONE) else before.game.n
            yield HandoverRow(number, after.row.step, old.seat, old.user_id, old.name, kind)


def _kind(old: SeatRow, new: SeatRow) -> str | None:
    if old.user_id != new.user_id:
        # Nobody passes a seat on to a computer player.
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
    """Whether the second deadline missed in a row led to a default move where a computer player would else stand in."""
    is_closed = before.row.turn != after.row.turn and (old.missed, new.missed) == (1, 2)
    return is_closed and plays(new) and before.settings.on_expiry in (COMPUTER, REPLACE)

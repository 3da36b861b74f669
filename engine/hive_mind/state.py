"""The state of a match of Hive Mind, in the numbers of `board` and `editions` and strings of twelve values."""

from typing import Final

import msgspec

from engine.hive_mind.editions import Match
from engine.hive_mind.view import Announcement, Standing, TotalsScore

PHASES: Final = ("hives", "round", "totals", "choice", "draw", "over")
"""The phases, as named in views; states hold the index."""
HIVES, ROUND, TOTALS, CHOICE, DRAW, OVER = range(len(PHASES))
NONE: Final = -1
"""No shape, no guess of a total, no seat."""
OPEN: Final = -2
"""The value of `State.gift` while the winner may still give a token away."""


class Submission(msgspec.Struct, frozen=True, gc=False):
    """A seat's pending submission (HM-5).

    - `shapes`: a shape or `NONE` per hive
    - `doubles`, `blocks`: sets of hives
    - `guesses`: a guess per hive, or an empty string
    - `totals`: a total or `NONE` per seat; empty before the first guess of a total (HM-18)
    """

    shapes: tuple[int, ...]
    doubles: int
    blocks: int
    guesses: tuple[str, ...]
    totals: tuple[int, ...]

    def __repr__(self) -> str:
        return "Submission(<hidden>)"


_BLANK: Final = tuple(Submission((NONE,) * hives, 0, 0, ("",) * hives, ()) for hives in range(4))


class State(msgspec.Struct, frozen=True, gc=False):
    """The full state of a match, hidden parts included.

    - `hives`: the layouts laid so far
    - `number`: the resolved rounds of the match
    - `waiting`: the set of seats that must act
    - `played[hive][round]`: a shape or `NONE` per seat
    - `announced[hive][round]`: the public announcement of the round
    - `cleared`: per hive, the set of hexes worth 0
    - `used[seat][hive]`: a set of kinds
    - `doubles`, `blocks`: per seat, a set of hives; resolved rounds only
    - `guesses`: texts per seat and hive; resolved rounds only
    - `forfeited`: a set of seats
    - `totals`: an entry per seat once totals are compared
    - `standing`: set once the last scoring phase has ended
    - `gift`: a seat, `NONE` or `OPEN`, once `standing` is set
    - `candidate`: a seat or `NONE`, once `standing` is set
    """

    phase: int
    number: int
    hives: tuple[str, ...]
    pending: tuple[Submission, ...]
    waiting: int
    played: tuple[tuple[tuple[int, ...], ...], ...]
    announced: tuple[tuple[Announcement, ...], ...]
    cleared: tuple[int, ...]
    used: tuple[tuple[int, ...], ...]
    doubles: tuple[int, ...]
    blocks: tuple[int, ...]
    guesses: tuple[tuple[str, ...], ...]
    forfeited: int
    totals: tuple[TotalsScore, ...]
    standing: Standing | None
    gift: int
    candidate: int

    def __repr__(self) -> str:
        return f"State(phase={PHASES[self.phase]}, number={self.number}, <hidden>)"


def blank(match: Match) -> Submission:
    """Return an empty submission."""
    return _BLANK[len(match.edition.hives)]


def initial_state(match: Match) -> State:
    """Return the state before chance lays the hives (HM-2)."""
    seats, hives = match.seats, len(match.edition.hives)
    return State(
        phase=HIVES,
        number=0,
        hives=(),
        pending=(blank(match),) * seats,
        waiting=0,
        played=((),) * hives,
        announced=((),) * hives,
        cleared=(0,) * hives,
        used=((0,) * hives,) * seats,
        doubles=(0,) * seats,
        blocks=(0,) * seats,
        guesses=(("",) * hives,) * seats,
        forfeited=0,
        totals=(),
        standing=None,
        gift=NONE,
        candidate=NONE,
    )


SEATS_IN: Final = tuple(tuple(seat for seat in range(7) if seats >> seat & 1) for seats in range(1 << 7))
"""By set of seats: its members."""


def staying(match: Match, state: State) -> int:
    """Return the set of seats that have not left (HM-28)."""
    return (1 << match.seats) - 1 & ~state.forfeited

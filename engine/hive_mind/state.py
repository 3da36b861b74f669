"""The state of a match of Hive Mind: numbers as `board` and `editions` give them, and texts of twelve values."""

from typing import Final

import msgspec

from engine.hive_mind.editions import Match
from engine.hive_mind.view import Announcement, Standing, TotalsScore

PHASES: Final = ("hives", "round", "totals", "choice", "draw", "over")
"""What is due, as a view names it; states hold the index."""
HIVES, ROUND, TOTALS, CHOICE, DRAW, OVER = range(len(PHASES))
NONE: Final = -1
"""No shape, no guess of a total, nobody."""
OPEN: Final = -2
"""What `State.gift` holds while the winner may still give a token away."""


class Submission(msgspec.Struct, frozen=True, gc=False):
    """What a seat has pending (HM-5): a shape, or `NONE`, per hive; Doubles and Blocks as sets of hives; a guess per
    hive, empty for none; a total per seat, or `NONE`, empty before the first guess of one (HM-18)."""

    shapes: tuple[int, ...]
    doubles: int
    blocks: int
    guesses: tuple[str, ...]
    totals: tuple[int, ...]

    def __repr__(self) -> str:
        return "Submission(<hidden>)"


_BLANK: Final = tuple(Submission((NONE,) * hives, 0, 0, ("",) * hives, ()) for hives in range(4))


class State(msgspec.Struct, frozen=True, gc=False):
    """Everything about a match, hidden parts included.

    `hives` are the layouts laid so far. `number` counts the rounds of the match that have resolved. `waiting` is the
    set of seats that must act. `played[hive][round]` holds a shape or `NONE` per seat, `announced[hive][round]` what
    everybody was told of it, `cleared` the set of hexes worth 0 per hive, `used[seat][hive]` a set of kinds. Doubles
    and Blocks are sets of hives per seat, guesses texts per seat and hive, all from rounds that have resolved.
    `forfeited` is a set of seats. `totals` has an entry per seat once they were compared, `standing` is there when
    the last scoring phase has ended; then `gift` is a seat, `NONE` or `OPEN`, and `candidate` a seat or `NONE`.
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
    """A submission with nothing in it."""
    return _BLANK[len(match.edition.hives)]


def initial_state(match: Match) -> State:
    """Before chance lays the hives (HM-2)."""
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
"""The seats of each set."""


def staying(match: Match, state: State) -> int:
    """The set of seats that have not left (HM-28)."""
    return (1 << match.seats) - 1 & ~state.forfeited

"""The full state of a match of Hive Mind, with hives, shapes and kinds as ints (see `board` and `editions`)."""

from typing import Final

import msgspec

from engine.hive_mind.editions import Match
from engine.hive_mind.view import Announcement, Standing, TotalsScore

PHASES: Final = ("hives", "round", "totals", "choice", "draw", "over")
"""The names of the phases, as views use them; a state holds the index."""
HIVES, ROUND, TOTALS, CHOICE, DRAW, OVER = range(len(PHASES))
NONE: Final = -1
"""Placeholder for no shape, no guess of a total, or no seat."""
OPEN: Final = -2
"""The value of `State.gift` while the winner may still give a token away."""


class Submission(msgspec.Struct, frozen=True, gc=False):
    """A seat's pending submission (HM-5).

    - `shapes`: a shape or `NONE` per hive
    - `doubles`, `blocks`: bit masks of hives
    - `guesses`: a guess per hive, or an empty string
    - `totals`: a guessed total or `NONE` per seat; empty before the first guess of a total (HM-18)
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
    """The full state of a match, including hidden information.

    - `hives`: the layouts of the hives that chance has laid so far
    - `number`: the number of resolved rounds of the match
    - `pending`: a submission per seat
    - `waiting`: a bit mask of the seats that must act
    - `played[hive][round]`: a shape or `NONE` per seat
    - `announced[hive][round]`: the public announcement of the round
    - `cleared`: per hive, a bit mask of the hexes that are now worth 0
    - `used[seat][hive]`: a bit mask of the kinds played
    - `doubles`, `blocks`: per seat, a bit mask of hives; without pending ones
    - `guesses[seat][hive]`: a guess or an empty string; without pending ones
    - `forfeited`: a bit mask of the seats that have left
    - `totals`: each seat's result in the guess of totals; empty until the guesses are compared
    - `standing`: None until the last scoring phase has ended
    - `gift`: once there is a standing, the seat that received a token, `NONE` or `OPEN`
    - `candidate`: once there is a standing, the Elimination Candidate or `NONE`
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


def empty_submission(match: Match) -> Submission:
    """Return a submission without any contents."""
    return _BLANK[len(match.edition.hives)]


def initial_state(match: Match) -> State:
    """Return the state before chance lays the hives (HM-2)."""
    seats, hives = match.seats, len(match.edition.hives)
    return State(
        phase=HIVES,
        number=0,
        hives=(),
        pending=(empty_submission(match),) * seats,
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
"""By bit mask of seats: the seats in it."""


def remaining_seats(match: Match, state: State) -> int:
    """Return the bit mask of the seats that have not left the match (HM-28)."""
    return (1 << match.seats) - 1 & ~state.forfeited

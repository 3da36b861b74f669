"""What can be done in Hive Mind, by seats and by chance. Frequent actions are shared objects.

Hives and shapes are numbers, as `editions` and `board` have them.
"""

from typing import Final, Literal, TypeAlias

from engine.core import GameAction
from engine.hive_mind.board import SHAPES, SHAPES_OF
from engine.hive_mind.editions import ABILITIES

HIVES_AT_MOST: Final = 3
SEATS_AT_MOST: Final = 7


class Submit(GameAction, frozen=True):
    """A seat's shape on a hive, until it submits another (HM-5)."""

    hive: int
    shape: int

    def __repr__(self) -> str:
        return "Submit(<hidden>)"


class Ability(GameAction, frozen=True):
    """A seat blocks or doubles in round 3 of a hive (HM-13 to HM-15); `ability` is an index of `editions.ABILITIES`."""

    ability: int
    hive: int


class Guess(GameAction, frozen=True):
    """A seat's guess of a hive's starting values, A to L, "." for a blank (HM-12)."""

    hive: int
    values: str

    def __repr__(self) -> str:
        return "Guess(<hidden>)"


class Clear(GameAction, frozen=True):
    """A seat takes back what is pending on a hive."""

    what: Literal["shape", "double", "block", "guess"]
    hive: int


class Ready(GameAction, frozen=True):
    """A seat has submitted (HM-5, HM-18)."""


class Reopen(GameAction, frozen=True):
    """A seat that was ready changes its submission after all."""


class Totals(GameAction, frozen=True):
    """A seat's guesses of other seats' totals: (seat, total), by seat (HM-18)."""

    guesses: tuple[tuple[int, int], ...]

    def __repr__(self) -> str:
        return "Totals(<hidden>)"


class Give(GameAction, frozen=True):
    """The winner gives a Token of Life away, or keeps it (-1) (HM-22)."""

    seat: int


class NameCandidate(GameAction, frozen=True):
    """The decider chooses the Elimination Candidate among the tied (HM-23)."""

    seat: int


class LayHive(GameAction, frozen=True):
    """Chance lays the values under a hive (HM-2)."""

    hive: int
    values: str

    def __repr__(self) -> str:
        return f"LayHive(hive={self.hive}, values=<hidden>)"


class DrawCandidate(GameAction, frozen=True):
    """Chance draws the Elimination Candidate among the tied (HM-21, HM-23)."""

    seat: int


Action: TypeAlias = (
    Submit | Ability | Guess | Clear | Ready | Reopen | Totals | Give | NameCandidate | LayHive | DrawCandidate
)

SUBMITS: Final = tuple(tuple(Submit(hive, shape) for shape in range(len(SHAPES))) for hive in range(HIVES_AT_MOST))
"""By hive and shape."""
SUBMITS_OF: Final = tuple(
    tuple(tuple(submits[shape] for shape in shapes) for shapes in SHAPES_OF) for submits in SUBMITS
)
"""By hive and set of kinds."""
USES: Final = tuple(tuple(Ability(ability, hive) for hive in range(HIVES_AT_MOST)) for ability in range(len(ABILITIES)))
"""By ability and hive."""
READY: Final = Ready()
GIVES: Final = tuple(Give(seat) for seat in range(-1, SEATS_AT_MOST))
"""To nobody, and by seat."""
NAMES: Final = tuple(NameCandidate(seat) for seat in range(SEATS_AT_MOST))
"""By seat."""

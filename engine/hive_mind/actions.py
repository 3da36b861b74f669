"""The actions of seats and of chance in Hive Mind; frequent actions are shared objects.

Hives and shapes are numbers, as in `editions` and `board`.
"""

from typing import Final, Literal, TypeAlias

from engine.core import GameAction
from engine.hive_mind.board import SHAPES, SHAPES_OF
from engine.hive_mind.editions import ABILITIES

HIVES_AT_MOST: Final = 3
SEATS_AT_MOST: Final = 7


class Submit(GameAction, frozen=True):
    """A seat's shape on a hive; a later submission replaces it (HM-5)."""

    hive: int
    shape: int

    def __repr__(self) -> str:
        return "Submit(<hidden>)"


class Ability(GameAction, frozen=True):
    """A seat's Block or Double for round 3 of a hive (HM-13 to HM-15).

    `ability` is an index of `editions.ABILITIES`.
    """

    ability: int
    hive: int


class Guess(GameAction, frozen=True):
    """A seat's guess of a hive's starting values, A to L, with "." for a blank (HM-12)."""

    hive: int
    values: str

    def __repr__(self) -> str:
        return "Guess(<hidden>)"


class Clear(GameAction, frozen=True):
    """The withdrawal of something that a seat has pending on a hive."""

    what: Literal["shape", "double", "block", "guess"]
    hive: int


class Ready(GameAction, frozen=True):
    """A seat's declaration that its submission is complete (HM-5, HM-18)."""


class Reopen(GameAction, frozen=True):
    """The withdrawal of `Ready`: the seat may change its submission again."""


class Totals(GameAction, frozen=True):
    """A seat's guesses of other seats' totals as (seat, total) pairs in seat order (HM-18)."""

    guesses: tuple[tuple[int, int], ...]

    def __repr__(self) -> str:
        return "Totals(<hidden>)"


class Give(GameAction, frozen=True):
    """The winner's choice to give a Token of Life away, or to keep it (-1) (HM-22)."""

    seat: int


class NameCandidate(GameAction, frozen=True):
    """The decider's choice of the Elimination Candidate among the tied seats (HM-23)."""

    seat: int


class LayHive(GameAction, frozen=True):
    """Chance action: lay the values under a hive (HM-2)."""

    hive: int
    values: str

    def __repr__(self) -> str:
        return f"LayHive(hive={self.hive}, values=<hidden>)"


class DrawCandidate(GameAction, frozen=True):
    """Chance action: draw the Elimination Candidate among the tied seats (HM-21, HM-23)."""

    seat: int


Action: TypeAlias = (
    Submit | Ability | Guess | Clear | Ready | Reopen | Totals | Give | NameCandidate | LayHive | DrawCandidate
)

SUBMITS: Final = tuple(tuple(Submit(hive, shape) for shape in range(len(SHAPES))) for hive in range(HIVES_AT_MOST))
"""Shared actions by hive and shape."""
SUBMITS_OF: Final = tuple(
    tuple(tuple(submits[shape] for shape in shapes) for shapes in SHAPES_OF) for submits in SUBMITS
)
"""Shared actions by hive and set of kinds."""
USES: Final = tuple(tuple(Ability(ability, hive) for hive in range(HIVES_AT_MOST)) for ability in range(len(ABILITIES)))
"""Shared actions by ability and hive."""
READY: Final = Ready()
GIVES: Final = tuple(Give(seat) for seat in range(-1, SEATS_AT_MOST))
"""Shared actions: first to nobody, then by seat."""
NAMES: Final = tuple(NameCandidate(seat) for seat in range(SEATS_AT_MOST))
"""Shared actions by seat."""

"""The actions of seats and of chance in Hive Mind.

Frequent actions are created once, in the lookups at the end of the module, and shared. `hive` is an index of the
edition's hives (`editions`), `shape` an index of `board.SHAPES`.
"""

from typing import Final, Literal, TypeAlias

from engine.core import GameAction
from engine.hive_mind.board import SHAPES, SHAPES_OF
from engine.hive_mind.editions import ABILITIES

HIVES_AT_MOST: Final = 3
SEATS_AT_MOST: Final = 7


class Submit(GameAction, frozen=True):
    """A seat's choice of a shape for a hive in this round; a later choice replaces it (HM-5)."""

    hive: int
    shape: int

    def __repr__(self) -> str:
        return "Submit(<hidden>)"


class Ability(GameAction, frozen=True):
    """A seat's declaration of a Block or a Double for round 3 of a hive (HM-13 to HM-15).

    `ability` is an index of `editions.ABILITIES`.
    """

    ability: int
    hive: int


class Guess(GameAction, frozen=True):
    """A seat's guess of the starting values of a hive (HM-12).

    `values` has one character per hex, A to L: a digit, or "." for a blank.
    """

    hive: int
    values: str

    def __repr__(self) -> str:
        return "Guess(<hidden>)"


class Clear(GameAction, frozen=True):
    """The withdrawal of a seat's pending shape, Double, Block or guess on a hive."""

    what: Literal["shape", "double", "block", "guess"]
    hive: int


class Ready(GameAction, frozen=True):
    """A seat's declaration that its submission, or its guess of totals, is complete (HM-5, HM-18)."""


class Reopen(GameAction, frozen=True):
    """The withdrawal of `Ready`: the seat may change its submission again."""


class Totals(GameAction, frozen=True):
    """A seat's guesses of the other seats' points, as (seat, points) pairs in seat order (HM-18)."""

    guesses: tuple[tuple[int, int], ...]

    def __repr__(self) -> str:
        return "Totals(<hidden>)"


class Give(GameAction, frozen=True):
    """The winner's choice of the seat that receives one of its Tokens of Life; -1 to keep it (HM-22)."""

    seat: int


class NameCandidate(GameAction, frozen=True):
    """The decider's choice of one of the tied seats as Elimination Candidate (HM-23)."""

    seat: int


class LayHive(GameAction, frozen=True):
    """Chance action: put hidden values under the hexes of a hive (HM-2)."""

    hive: int
    values: str

    def __repr__(self) -> str:
        return f"LayHive(hive={self.hive}, values=<hidden>)"


class DrawCandidate(GameAction, frozen=True):
    """Chance action: draw one of the tied seats as Elimination Candidate (HM-21, HM-23)."""

    seat: int


Action: TypeAlias = (
    Submit | Ability | Guess | Clear | Ready | Reopen | Totals | Give | NameCandidate | LayHive | DrawCandidate
)

SUBMITS: Final = tuple(tuple(Submit(hive, shape) for shape in range(len(SHAPES))) for hive in range(HIVES_AT_MOST))
"""Shared `Submit` actions: `SUBMITS[hive][shape]`."""
SUBMITS_OF: Final = tuple(
    tuple(tuple(submits[shape] for shape in shapes) for shapes in SHAPES_OF) for submits in SUBMITS
)
"""Shared `Submit` actions of all shapes of the given kinds: `SUBMITS_OF[hive][kinds]`, with a bit mask of kinds."""
USES: Final = tuple(tuple(Ability(ability, hive) for hive in range(HIVES_AT_MOST)) for ability in range(len(ABILITIES)))
"""Shared `Ability` actions: `USES[ability][hive]`."""
READY: Final = Ready()
GIVES: Final = tuple(Give(seat) for seat in range(-1, SEATS_AT_MOST))
"""Shared `Give` actions: the first keeps the token, the others are in the order of the receiving seats."""
NAMES: Final = tuple(NameCandidate(seat) for seat in range(SEATS_AT_MOST))
"""Shared `NameCandidate` actions, by the seat that is named."""

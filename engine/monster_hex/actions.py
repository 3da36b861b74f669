"""The actions of seats and of chance.

Instances are shared: equal actions from the rules are the same object.
"""

from collections.abc import Sequence
from functools import cache
from itertools import permutations
from typing import Final, TypeAlias, TypeVar, final

from engine.core import GameAction
from engine.monster_hex.content import FACTIONS, TILES, layout


@final
class Place(GameAction, frozen=True):
    """A placement of a tile from the hand on a cell, rotated clockwise by `rotation` times 60 degrees (MH-5)."""

    tile: int
    cell: int
    rotation: int


class Take(GameAction, frozen=True):
    """The choice of a printed value by the first at a Large Stone (MH-10)."""

    value: int


class AssignFaction(GameAction, frozen=True, tag="faction"):
    """A chance outcome: the faction of a seat that had not chosen one (MH-3)."""

    seat: int
    faction: int


class SeatOrder(GameAction, frozen=True, tag="order"):
    """A chance outcome: the order of play in all rounds (MH-3)."""

    order: tuple[int, ...]


@final
class Draw(GameAction, frozen=True):
    """A chance outcome: a tile that a seat draws from its stack (MH-2)."""

    seat: int
    tile: int

    def __repr__(self) -> str:
        return f"Draw(seat={self.seat}, tile=<hidden>)"


class Scatter(GameAction, frozen=True):
    """A placement that is legal only through Scatter (MH-17)."""

    tile: int
    cell: int
    rotation: int


@final
class PlaceShared(GameAction, frozen=True):
    """A placement of the shared tile by its holder (MH-21, MH-22)."""

    cell: int
    rotation: int


class Choose(GameAction, frozen=True):
    """A seat's choice among its faction's abilities, as an index into `abilities.ABILITIES` (MH-15)."""

    ability: int

    def __repr__(self) -> str:
        return "Choose(ability=<hidden>)"


class Enchant(GameAction, frozen=True):
    """A use of Enchant, raising all powers of an own Monster (MH-16)."""

    cell: int


class Curse(GameAction, frozen=True):
    """A use of Curse, lowering all powers of an opponent's Monster (MH-19)."""

    cell: int


class Confuse(GameAction, frozen=True):
    """A use of Confuse, turning an opponent's Monster to another rotation (MH-18)."""

    cell: int
    rotation: int


class Petrify(GameAction, frozen=True):
    """A use of Petrify, making an empty hex a temporary Large Stone (MH-19)."""

    cell: int


class Reward(GameAction, frozen=True):
    """A use of Reward, adding points to each later first place at a Large Stone (MH-16)."""


class Strike(GameAction, frozen=True):
    """A use of Strike, granting another placement at once (MH-17)."""


class Scheme(GameAction, frozen=True):
    """A use of Scheme, drawing a private Objective (MH-18)."""


class Decline(GameAction, frozen=True):
    """A refusal to use the offered ability (MH-15)."""


class DealObjective(GameAction, frozen=True, tag="objective"):
    """A chance outcome: an Objective card for a seat, or for all if `seat` is `PUBLIC_CARD` (MH-18, MH-20)."""

    seat: int
    card: int

    def __repr__(self) -> str:
        return f"DealObjective(seat={self.seat}, card=<hidden>)"


@final
class DrawShared(GameAction, frozen=True):
    """A chance outcome: a tile of the shared faction for the holder (MH-21, MH-22)."""

    tile: int

    def __repr__(self) -> str:
        return "DrawShared(tile=<hidden>)"


Ability: TypeAlias = Enchant | Curse | Confuse | Petrify | Reward | Strike | Scheme | Decline
"""The answers to the ability question (MH-15)."""
Chance: TypeAlias = AssignFaction | SeatOrder | Draw | DealObjective | DrawShared
"""The outcomes of random draws."""
Action: TypeAlias = Place | Take | Ability | Scatter | PlaceShared | Choose | Chance

PlacedT = TypeVar("PlacedT", Place, PlaceShared)

PUBLIC_CARD: Final = -1

TAKES: Final = tuple(Take(value) for value in range(10))
"""Shared `Take` instances, by printed value."""
ASSIGNMENTS: Final = tuple(tuple(AssignFaction(seat, faction) for faction in range(len(FACTIONS))) for seat in range(4))
"""Shared `AssignFaction` instances, by seat and faction."""
DRAWS: Final = tuple(tuple(Draw(seat, tile) for tile in range(len(TILES))) for seat in range(4))
"""Shared `Draw` instances, by seat and tile."""


@cache
def seat_orders(seats: int) -> tuple[SeatOrder, ...]:
    """Return all orders of the seats, sorted."""
    return tuple(SeatOrder(order) for order in permutations(range(seats)))


SHARED_DRAWS: Final = tuple(DrawShared(tile) for tile in range(len(TILES)))
"""Shared `DrawShared` instances, by tile."""


@cache
def placements(size: int) -> tuple[tuple[tuple[tuple[Place, ...], ...], ...], ...]:
    """Return all placements on a board, indexed by tile, cell, and 6-bit mask of allowed rotations.

    Each innermost tuple is sorted by rotation.
    """
    cells = range(len(layout(size).board))
    return tuple(
        tuple(_turns([Place(tile, cell, rotation) for rotation in range(6)]) for cell in cells)
        for tile in range(len(TILES))
    )


@cache
def shared_placements(size: int) -> tuple[tuple[tuple[tuple[PlaceShared, ...], ...], ...], ...]:
    """Return all placements of the shared tile, indexed as in `placements`; they are the same for every tile."""
    cells = range(len(layout(size).board))
    by_cell = tuple(_turns([PlaceShared(cell, rotation) for rotation in range(6)]) for cell in cells)
    return (by_cell,) * len(TILES)


def _turns(places: Sequence[PlacedT]) -> tuple[tuple[PlacedT, ...], ...]:
    """Return the placements for each 6-bit mask of rotations."""
    return tuple(tuple(place for rotation, place in enumerate(places) if mask >> rotation & 1) for mask in range(64))

"""What can be done in Monster Hex, by seats and by chance. Actions are shared objects: rules hand out the same ones."""

from collections.abc import Sequence
from functools import cache
from itertools import permutations
from typing import Final, TypeAlias, TypeVar, final

from engine.core import GameAction
from engine.monster_hex.content import FACTIONS, TILES, layout


@final
class Place(GameAction, frozen=True):
    """A seat places a tile of its hand on a cell, turned clockwise by `rotation` sixths (MH-5)."""

    tile: int
    cell: int
    rotation: int


class Take(GameAction, frozen=True):
    """The first at a Large Stone takes one of the printed values (MH-10)."""

    value: int


class AssignFaction(GameAction, frozen=True, tag="faction"):
    """Chance gives a seat a faction that nobody chose (MH-3)."""

    seat: int
    faction: int


class SeatOrder(GameAction, frozen=True, tag="order"):
    """Chance sets the order of all rounds (MH-3)."""

    order: tuple[int, ...]


@final
class Draw(GameAction, frozen=True):
    """Chance gives a seat a tile of its stack (MH-2)."""

    seat: int
    tile: int

    def __repr__(self) -> str:
        return f"Draw(seat={self.seat}, tile=<hidden>)"


class Scatter(GameAction, frozen=True):
    """A placement by Scatter, where the same is not legal without it (MH-17)."""

    tile: int
    cell: int
    rotation: int


@final
class PlaceShared(GameAction, frozen=True):
    """The holder places the shared tile (MH-21, MH-22)."""

    cell: int
    rotation: int


class Choose(GameAction, frozen=True):
    """A seat chooses one of its faction's abilities, numbered as in `abilities.ABILITIES` (MH-15)."""

    ability: int

    def __repr__(self) -> str:
        return "Choose(ability=<hidden>)"


class Enchant(GameAction, frozen=True):
    """All powers of an own Monster grow (MH-16)."""

    cell: int


class Curse(GameAction, frozen=True):
    """All powers of an opponent's Monster shrink (MH-19)."""

    cell: int


class Confuse(GameAction, frozen=True):
    """An opponent's Monster is turned to another rotation (MH-18)."""

    cell: int
    rotation: int


class Petrify(GameAction, frozen=True):
    """An empty hex becomes a temporary Large Stone (MH-19)."""

    cell: int


class Reward(GameAction, frozen=True):
    """First places at Large Stones bring more from now on (MH-16)."""


class Strike(GameAction, frozen=True):
    """The seat places another tile at once (MH-17)."""


class Scheme(GameAction, frozen=True):
    """The seat draws a private Objective (MH-18)."""


class Decline(GameAction, frozen=True):
    """The seat does not use its ability now (MH-15)."""


class DealObjective(GameAction, frozen=True, tag="objective"):
    """Chance deals a card: to a seat, or with `seat` `PUBLIC_CARD` to all (MH-18, MH-20)."""

    seat: int
    card: int

    def __repr__(self) -> str:
        return f"DealObjective(seat={self.seat}, card=<hidden>)"


@final
class DrawShared(GameAction, frozen=True):
    """Chance gives the holder a tile of the shared faction (MH-21, MH-22)."""

    tile: int

    def __repr__(self) -> str:
        return "DrawShared(tile=<hidden>)"


Ability: TypeAlias = Enchant | Curse | Confuse | Petrify | Reward | Strike | Scheme | Decline
"""Answers to the question about an ability (MH-15)."""
Chance: TypeAlias = AssignFaction | SeatOrder | Draw | DealObjective | DrawShared
"""Outcomes of draws."""
Action: TypeAlias = Place | Take | Ability | Scatter | PlaceShared | Choose | Chance

PlacedT = TypeVar("PlacedT", Place, PlaceShared)

PUBLIC_CARD: Final = -1

TAKES: Final = tuple(Take(value) for value in range(10))
"""By printed value."""
ASSIGNMENTS: Final = tuple(tuple(AssignFaction(seat, faction) for faction in range(len(FACTIONS))) for seat in range(4))
"""By seat and faction."""
DRAWS: Final = tuple(tuple(Draw(seat, tile) for tile in range(len(TILES))) for seat in range(4))
"""By seat and tile."""


@cache
def seat_orders(seats: int) -> tuple[SeatOrder, ...]:
    """Every order of the seats, sorted."""
    return tuple(SeatOrder(order) for order in permutations(range(seats)))


SHARED_DRAWS: Final = tuple(DrawShared(tile) for tile in range(len(TILES)))
"""By tile."""


@cache
def placements(size: int) -> tuple[tuple[tuple[tuple[Place, ...], ...], ...], ...]:
    """The placements on a board, by tile, cell and set of rotations (a mask of six bits), in each sorted."""
    cells = range(len(layout(size).board))
    return tuple(
        tuple(_turns([Place(tile, cell, rotation) for rotation in range(6)]) for cell in cells)
        for tile in range(len(TILES))
    )


@cache
def shared_placements(size: int) -> tuple[tuple[tuple[tuple[PlaceShared, ...], ...], ...], ...]:
    """The placements of the shared tile on a board, as `placements` has them: the same ones for every tile."""
    cells = range(len(layout(size).board))
    by_cell = tuple(_turns([PlaceShared(cell, rotation) for rotation in range(6)]) for cell in cells)
    return (by_cell,) * len(TILES)


def _turns(places: Sequence[PlacedT]) -> tuple[tuple[PlacedT, ...], ...]:
    """The placements in the rotations of each set."""
    return tuple(tuple(place for rotation, place in enumerate(places) if mask >> rotation & 1) for mask in range(64))

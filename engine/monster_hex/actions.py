"""What can be done in Monster Hex, by seats and by chance. Actions are shared objects: rules hand out the same ones."""

from functools import cache
from itertools import permutations
from typing import Final, TypeAlias

import msgspec

from engine.monster_hex.content import FACTIONS, TILES, layout


class Place(msgspec.Struct, frozen=True, gc=False, order=True, tag="place"):
    """A seat places a tile of its hand on a cell, turned clockwise by `rotation` sixths (MH-5)."""

    tile: int
    cell: int
    rotation: int


class Take(msgspec.Struct, frozen=True, gc=False, order=True, tag="take"):
    """The first at a Large Stone takes one of the printed values (MH-10)."""

    value: int


class AssignFaction(msgspec.Struct, frozen=True, gc=False, order=True, tag="faction"):
    """Chance gives a seat a faction that nobody chose (MH-3)."""

    seat: int
    faction: int


class SeatOrder(msgspec.Struct, frozen=True, gc=False, order=True, tag="order"):
    """Chance sets the order of all rounds (MH-3)."""

    order: tuple[int, ...]


class Draw(msgspec.Struct, frozen=True, gc=False, order=True, tag="draw"):
    """Chance gives a seat a tile of its stack (MH-2)."""

    seat: int
    tile: int

    def __repr__(self) -> str:
        return f"Draw(seat={self.seat}, tile=<hidden>)"


Action: TypeAlias = Place | Take | AssignFaction | SeatOrder | Draw

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


@cache
def placements(size: int) -> tuple[tuple[tuple[tuple[Place, ...], ...], ...], ...]:
    """The placements on a board, by tile, cell and set of rotations (a mask of six bits), in each sorted."""
    cells = range(len(layout(size).board))
    return tuple(tuple(_turns(tile, cell) for cell in cells) for tile in range(len(TILES)))


def _turns(tile: int, cell: int) -> tuple[tuple[Place, ...], ...]:
    turns = [Place(tile, cell, rotation) for rotation in range(6)]
    return tuple(tuple(turns[rotation] for rotation in range(6) if mask >> rotation & 1) for mask in range(64))

"""Pixel positions of axial hex coordinates: flat-top hexes, q to the right, r down."""

from functools import cache
from typing import Final, NamedTuple

from engine.hex_battle_wars.board import field
from engine.hexgrid import Hex
from render.sprites import Point

RATIO: Final = 2 / 3**0.5
"""The distance between rows, in distances between columns."""


@cache
def row_of(column: int) -> int:
    """The distance between rows in pixels for one between columns; even, so that all centres are whole pixels."""
    return round(column * RATIO / 2) * 2


def corners(column: float, share: float = 1, lift: float = 0) -> list[Point]:
    """The corners of a hex around (0, 0) from the right one clockwise, `lift` pixels higher."""
    wide, high = column * share, row_of(round(column)) / 2 * share
    return [
        (wide * 2 / 3, -lift),
        (wide / 3, high - lift),
        (-wide / 3, high - lift),
        (-wide * 2 / 3, -lift),
        (-wide / 3, -high - lift),
        (wide / 3, -high - lift),
    ]


class Grid(NamedTuple):
    """A hex grid with columns `column` pixels apart and the centre of hex (0, 0) at (x, y)."""

    column: int
    x: int
    y: int

    @property
    def row(self) -> int:
        """The distance between rows in pixels."""
        return row_of(self.column)

    def centre(self, place: Hex) -> tuple[int, int]:
        """The centre of a hex in pixels."""
        q, r = place
        return self.x + q * self.column, self.y + r * self.row + q * self.row // 2


def place_of(radius: int, label: str) -> Hex:
    """The axial coordinates of a label."""
    grid = field(radius)
    return grid.hexes[grid.index[label]]


def whole(radius: int, width: int, left: int, top: int) -> Grid:
    """The largest grid whose board fits into a width; the top hex touches `top`."""
    column = int(width / (2 * radius + 4 / 3))
    return Grid(column, left + width // 2, top + (2 * radius + 1) * row_of(column) // 2)

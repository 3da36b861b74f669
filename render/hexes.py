"""Pixel positions of axial hex coordinates: pointy-top hexes, q to the east, r to the south-east."""

from collections.abc import Collection
from typing import NamedTuple

ROW_DISTANCE = 3**0.5 / 2
"""The distance between rows of hexes, in pitches."""
HEX_HEIGHT = 2 / 3**0.5
"""The height of a hexagon, in widths."""
EDGE_STEPS = ((2, 0), (1, 1), (-1, 1), (-2, 0), (-1, -1), (1, -1))
"""The offset across edges 0-5 (E, SE, SW, W, NW, NE): half pitches to the right, rows down."""

NEIGHBOURS = ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))
"""The axial offset of the neighbour across edges 0-5."""


def neighbours(q: int, r: int) -> tuple[tuple[int, int], ...]:
    """Return the six neighbours of a hex, by edge."""
    return tuple((q + across, r + down) for across, down in NEIGHBOURS)


class Grid(NamedTuple):
    """A hex grid with centres `pitch` pixels apart and the centre of hex (0, 0) at (x, y)."""

    pitch: int
    x: int
    y: int

    @property
    def row(self) -> int:
        """The distance between rows, in pixels."""
        return round(self.pitch * ROW_DISTANCE)

    def centre(self, q: int, r: int) -> tuple[int, int]:
        """Return the centre of a hex, in pixels."""
        return self.x + (2 * q + r) * self.pitch // 2, self.y + r * self.row

    def towards(self, q: int, r: int, edge: int, share: float) -> tuple[int, int]:
        """Return the point at a share of the way from a hex's centre to its neighbour's across an edge."""
        x, y = self.centre(q, r)
        right, down = EDGE_STEPS[edge]
        return round(x + right * self.pitch / 2 * share), round(y + down * self.row * share)


def fit_grid(places: Collection[tuple[int, int]], left: int, right: int, top: int = 0) -> Grid:
    """Return the largest grid that fits the places between two edges, the topmost hex touching `top`.

    The pitch is even, so that all centres are whole pixels.
    """
    across = [2 * q + r for q, r in places]
    pitch = (right - left) * 2 // (max(across) - min(across) + 2) // 2 * 2
    used = pitch * (max(across) - min(across) + 2) // 2
    x = left + (right - left - used) // 2 + pitch // 2 - min(across) * pitch // 2
    first = min(r for _, r in places)
    return Grid(pitch, x, top + round(pitch * HEX_HEIGHT / 2) - first * round(pitch * ROW_DISTANCE))

"""Pixel positions of hexes with axial coordinates (q, r): pointy-top hexes, q grows to the east, r to the south-east.

The pitch is the distance between the centres of neighbouring hexes.
"""

from collections.abc import Collection
from typing import NamedTuple

ROW_DISTANCE = 3**0.5 / 2
"""The distance between rows of hexes, as a multiple of the pitch."""
HEX_HEIGHT = 2 / 3**0.5
"""The height of a pointy-top hexagon, as a multiple of its width."""
EDGE_STEPS = ((2, 0), (1, 1), (-1, 1), (-2, 0), (-1, -1), (1, -1))
"""The offset from a hex to its neighbour across each edge 0 to 5 (E, SE, SW, W, NW, NE): half pitches to the right,
rows down."""

NEIGHBOURS = ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))
"""The axial coordinates of the neighbour across each edge 0 to 5, relative to those of the hex."""


def neighbours(q: int, r: int) -> tuple[tuple[int, int], ...]:
    """Return the axial coordinates of the six neighbours of a hex, in the order of its edges."""
    return tuple((q + across, r + down) for across, down in NEIGHBOURS)


class Grid(NamedTuple):
    """A hex grid in a picture, with its pitch and the centre (x, y) of hex (0, 0), in pixels."""

    pitch: int
    x: int
    y: int

    @property
    def row(self) -> int:
        """Distance between rows, in pixels."""
        return round(self.pitch * ROW_DISTANCE)

    def centre(self, q: int, r: int) -> tuple[int, int]:
        """Return the position of a hex's centre, in pixels."""
        return self.x + (2 * q + r) * self.pitch // 2, self.y + r * self.row

    def point_towards(self, q: int, r: int, edge: int, share: float) -> tuple[int, int]:
        """Return a point on the line from a hex's centre to the centre of its neighbour across `edge`, in pixels.

        `share` is the position on the line: 0 is the hex's own centre, 1 the neighbour's.
        """
        x, y = self.centre(q, r)
        right, down = EDGE_STEPS[edge]
        return round(x + right * self.pitch / 2 * share), round(y + down * self.row * share)


def fit_grid(places: Collection[tuple[int, int]], left: int, right: int, top: int = 0) -> Grid:
    """Return the largest grid on which all places fit between the x coordinates `left` and `right`.

    `places` are axial coordinates. The topmost hexes touch `top`. The pitch is even, so that all centres are whole
    pixels.
    """
    across = [2 * q + r for q, r in places]
    pitch = (right - left) * 2 // (max(across) - min(across) + 2) // 2 * 2
    used = pitch * (max(across) - min(across) + 2) // 2
    x = left + (right - left - used) // 2 + pitch // 2 - min(across) * pitch // 2
    first = min(r for _, r in places)
    return Grid(pitch, x, top + round(pitch * HEX_HEIGHT / 2) - first * round(pitch * ROW_DISTANCE))

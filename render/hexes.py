"""Where axial hexes lie in a picture; hexes stand on a corner, q grows to the east, r to the south-east."""

from collections.abc import Collection
from typing import NamedTuple

ROW = 3**0.5 / 2
"""The distance of rows, in pitches."""
TALL = 2 / 3**0.5
"""The height of a hexagon, in its widths."""
EDGE_STEPS = ((2, 0), (1, 1), (-1, 1), (-2, 0), (-1, -1), (1, -1))
"""For edges 0-5 (E, SE, SW, W, NW, NE): half pitches to the right, rows down."""

NEIGHBOURS = ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))
"""For edges 0-5: the way to the hex across."""


def beside(q: int, r: int) -> tuple[tuple[int, int], ...]:
    """The six hexes around one, by edge."""
    return tuple((q + across, r + down) for across, down in NEIGHBOURS)


class Grid(NamedTuple):
    """Hexes whose centres are `pitch` pixels apart; hex (0, 0) has its centre at (x, y)."""

    pitch: int
    x: int
    y: int

    @property
    def row(self) -> int:
        """The distance of rows in pixels."""
        return round(self.pitch * ROW)

    def centre(self, q: int, r: int) -> tuple[int, int]:
        """The centre of a hex in pixels."""
        return self.x + (2 * q + r) * self.pitch // 2, self.y + r * self.row

    def towards(self, q: int, r: int, edge: int, share: float) -> tuple[int, int]:
        """A point on the way from a hex's centre to its neighbour's across an edge, at a share of the way."""
        x, y = self.centre(q, r)
        right, down = EDGE_STEPS[edge]
        return round(x + right * self.pitch / 2 * share), round(y + down * self.row * share)


def fitted(places: Collection[tuple[int, int]], left: int, right: int, top: int = 0) -> Grid:
    """The largest grid on which the places lie between two edges, the topmost hex touching `top`.

    The pitch is even, so that all centres are whole pixels.
    """
    across = [2 * q + r for q, r in places]
    pitch = (right - left) * 2 // (max(across) - min(across) + 2) // 2 * 2
    used = pitch * (max(across) - min(across) + 2) // 2
    x = left + (right - left - used) // 2 + pitch // 2 - min(across) * pitch // 2
    first = min(r for _, r in places)
    return Grid(pitch, x, top + round(pitch * TALL / 2) - first * round(pitch * ROW))

"""Positions of hexes in pictures, in pixels: flat-top hexes in axial coordinates, q to the right, r down."""

from collections.abc import Collection
from functools import cache
from typing import Final, NamedTuple

from engine.hex_battle_wars.board import field
from engine.hexgrid import Hex
from render.sprites import Point

RATIO: Final = 2 / 3**0.5
"""Ratio of the distance between rows to the distance between columns."""


@cache
def row_distance(column: int) -> int:
    """Return the distance between rows that belongs to a distance between columns, in pixels.

    It is even, so that the centres of all hexes are whole pixels.
    """
    return round(column * RATIO / 2) * 2


def corners(column: float, share: float = 1, lift: float = 0) -> list[Point]:
    """Return the corners of a hex around (0, 0), clockwise from the right one, moved up by `lift` pixels.

    `column` is the distance between columns, in pixels; `share` scales the hex.
    """
    wide, high = column * share, row_distance(round(column)) / 2 * share
    return [
        (wide * 2 / 3, -lift),
        (wide / 3, high - lift),
        (-wide / 3, high - lift),
        (-wide * 2 / 3, -lift),
        (-wide / 3, -high - lift),
        (wide / 3, -high - lift),
    ]


class Grid(NamedTuple):
    """A hex grid in a picture.

    `column` is the distance between columns, and (x, y) is the centre of hex (0, 0), all in pixels.
    """

    column: int
    x: int
    y: int

    @property
    def row(self) -> int:
        """Distance between rows, in pixels."""
        return row_distance(self.column)

    def centre(self, place: Hex) -> tuple[int, int]:
        """Return the position of a hex's centre, in pixels."""
        q, r = place
        return self.x + q * self.column, self.y + r * self.row + q * self.row // 2


def place_of(radius: int, label: str) -> Hex:
    """Return the axial coordinates of the hex with a label."""
    grid = field(radius)
    return grid.hexes[grid.index[label]]


def whole(radius: int, width: int, left: int, top: int, height: int | None = None) -> Grid:
    """Return the largest grid with which a whole board fits a width and, if given, a height.

    The board is centred between `left` and `left + width`, and its upper edge is at `top`. All values are in
    pixels.
    """
    column = int(width / (2 * radius + 4 / 3))
    while height is not None and (2 * radius + 1) * row_distance(column) > height:
        column -= 1
    return Grid(column, left + width // 2, top + (2 * radius + 1) * row_distance(column) // 2)


_OUTER: Final = 0.5
"""Maximum distance of a window's centre from the board's centre, in radii of the board.

It is exceeded if hexes that must be shown would not fit otherwise.
"""


STEP: Final = 8
"""Step between the distances between columns of enlarged parts, in pixels."""


class Window(NamedTuple):
    """A grid for a part of the board, and the height of the picture of this part, in pixels."""

    grid: Grid
    height: int


def fit(
    radius: int, labels: Collection[str], width: int, heights: tuple[int, int], columns: tuple[int, int], edge: float
) -> Window:
    """Return the largest grid with which the hexes in `labels` fit a picture, with `edge` more around them.

    `heights` are the minimum and maximum height of the picture, `columns` the minimum and
    maximum distance between columns, all in pixels.
    """
    places = [place_of(radius, label) for label in labels] or [Hex(0, 0)]
    across = [place.q for place in places]
    down = [place.r + place.q / 2 for place in places]
    wide = max(across) - min(across) + 4 / 3 + 2 * edge
    high = max(down) - min(down) + 1 + 2 * edge
    least, most = columns
    lowest, highest = heights
    pitch = max(least, min(most, int(width / wide), int(highest / high * 3**0.5 / 2)))
    # Few different distances let many pictures of a game share its drawn ground.
    pitch = max(least, most - -(-(most - pitch) // STEP) * STEP)
    row = row_distance(pitch)
    height = min(highest, max(lowest, round(high * row)))
    middle = (max(across) + min(across)) / 2, (max(down) + min(down)) / 2
    room = max(0.0, (width / pitch - wide) / 2), max(0.0, (height / row - high) / 2)
    q, r = _move_inwards(radius, middle, room)
    return Window(Grid(pitch, round(width / 2 - q * pitch), round(height / 2 - r * row)), height)


def _move_inwards(radius: int, middle: tuple[float, float], room: tuple[float, float]) -> tuple[float, float]:
    """Return the centre of a window, moved towards the board's centre if it is near the board's edge.

    `room` is the distance that the window can move, across and down, without losing hexes that must be shown. All
    values are in columns and rows.
    """
    (across, down), (wide, high) = middle, room
    far = max(abs(across) / radius, (abs(down) + abs(across) / 2) / radius)
    if far < _OUTER:
        return middle
    share = 1 - _OUTER / far
    moved = [min(abs(at) * share, most) * (1 if at > 0 else -1) for at, most in ((across, wide), (down, high))]
    return across - moved[0], down - moved[1]

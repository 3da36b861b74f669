"""The choice of positions for signs, such as bursts and odds, where they cover no piece, plate or path."""

from collections.abc import Iterable, Sequence
from math import cos, hypot, radians, sin
from typing import Final, NamedTuple

DIRECTIONS: Final = 36
DISTANCES: Final = (0.0, 0.22, 0.5)
"""Distances that are tried beyond the nearest one, in widths of a token."""
UPPER_RIGHT: Final = 315
"""The preferred direction, in degrees clockwise from the right."""
_OUTSIDE: Final = 1000.0


class Obstacle(NamedTuple):
    """A circle that should not be covered, in pixels; `weight` is the cost of covering all of it."""

    x: float
    y: float
    radius: float
    weight: float


def cover_box(x: float, y: float, width: float, height: float, weight: float) -> list[Obstacle]:
    """Return the obstacles that stand for a box centred on (x, y)."""
    count = max(1, round(width / height))
    step = width / count
    return [
        Obstacle(x - width / 2 + step * (number + 0.5), y, max(step, height) / 2, weight / count)
        for number in range(count)
    ]


def cover_line(start: tuple[float, float], end: tuple[float, float], radius: float, weight: float) -> list[Obstacle]:
    """Return the obstacles that stand for a line; each has the whole weight."""
    (x1, y1), (x2, y2) = start, end
    count = max(1, int(hypot(x2 - x1, y2 - y1) / (2 * radius)))
    steps = [number / count for number in range(count + 1)]
    return [Obstacle(x1 + (x2 - x1) * step, y1 + (y2 - y1) * step, radius, weight) for step in steps]


def find_place(
    around: tuple[float, float],
    size: float,
    sign: tuple[float, float],
    obstacles: Iterable[Obstacle],
    room: tuple[int, int],
    top: int = 0,
) -> tuple[int, int]:
    """Return the centre of a sign beside a token, where it covers least.

    `around` is the token's centre and `size` its width, `sign` is the width and height of the sign, `room` the size of
    the picture, `top` the upper edge of what a sign may cover; all are in pixels. Of equally good places the nearest to
    the upper right is taken.
    """
    wide, high = sign
    reach = size * 1.6 + wide
    near = [each for each in obstacles if hypot(each.x - around[0], each.y - around[1]) < reach + each.radius]
    best, least = around, float("inf")
    for preference, right, down, more in _PLACES:
        if preference >= least:
            break
        far = size * 0.55 + 1 / hypot(right / (wide / 2), down / (high / 2)) + more * size
        x, y = around[0] + right * far, around[1] + down * far
        cost = _cost(x, y, wide, high, near, least) + preference
        if not (wide / 2 + 4 < x < room[0] - wide / 2 - 4 and top + high / 2 + 4 < y < room[1] - high / 2 - 4):
            cost += _OUTSIDE
        if cost < least:
            best, least = (x, y), cost
    return round(best[0]), round(best[1])


def _list_places() -> list[tuple[float, float, float, float]]:
    """Return the places that are tried, the preferred ones first.

    Each has its cost if it covers nothing, its direction as a unit vector, and its distance in widths of a token.
    """
    found: list[tuple[float, float, float, float]] = []
    for number in range(DIRECTIONS):
        angle = 360 / DIRECTIONS * number
        aside = min(abs(angle - UPPER_RIGHT), 360 - abs(angle - UPPER_RIGHT))
        found += [(aside / 2000 + more / 5, cos(radians(angle)), sin(radians(angle)), more) for more in DISTANCES]
    return sorted(found)


_PLACES: Final = _list_places()


def _cost(x: float, y: float, wide: float, high: float, obstacles: Sequence[Obstacle], most: float) -> float:
    """Return the sum of the weights of obstacles under a box, each by how far the box reaches into it.

    A sum above `most` need not be complete.
    """
    cost, half_width, half_height = 0.0, wide / 2, high / 2
    for at_x, at_y, radius, weight in obstacles:
        across, down = abs(at_x - x) - half_width, abs(at_y - y) - half_height
        if across >= radius or down >= radius:
            continue
        apart = max(across, down) if across <= 0 or down <= 0 else hypot(across, down)
        if apart < radius:
            cost += weight * (radius - max(0.0, apart)) / radius
            if cost > most:
                break
    return cost

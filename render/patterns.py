"""Patterns: what tells sides apart without colour."""

from collections.abc import Callable, Iterator
from typing import Final, TypeAlias

from render.sprites import Sketch
from render.theme import Colour

Fill: TypeAlias = Callable[[Sketch, float, float, int, Colour], None]
"""Draws a pattern on an area of a size, with a step and a number of repeats on each side of its centre."""


def _bars(sketch: Sketch, size: float, step: float, count: int, fill: Colour) -> None:
    for row in range(-count, count + 1):
        sketch.box(0, row * step, size, step * 0.45, fill)


def _dots(sketch: Sketch, size: float, step: float, count: int, fill: Colour) -> None:
    for row, column in _grid(count):
        sketch.circle((column + row % 2 / 2) * step, row * step * 0.87, step * 0.22, fill)


def _chevrons(sketch: Sketch, size: float, step: float, count: int, fill: Colour) -> None:
    for row, column in _grid(count):
        left, foot = column * 2 * step, row * step + step / 2
        sketch.stroke([(left - step, foot), (left, foot - step * 0.6), (left + step, foot)], step * 0.3, fill)


def _diagonals(sketch: Sketch, size: float, step: float, count: int, fill: Colour) -> None:
    for line in range(-2 * count, 2 * count + 1):
        across = line * step * 1.2
        sketch.stroke([(across - size / 2, size / 2), (across + size / 2, -size / 2)], step * 0.42, fill)


def _checks(sketch: Sketch, size: float, step: float, count: int, fill: Colour) -> None:
    for row, column in _grid(count):
        if (row + column) % 2:
            sketch.box(column * step * 0.9, row * step * 0.9, step * 0.9, step * 0.9, fill)


def _grid(count: int) -> Iterator[tuple[int, int]]:
    """The rows and columns around the centre."""
    return ((row, column) for row in range(-count, count + 1) for column in range(-count, count + 1))


PATTERNS: Final[dict[str, Fill]] = {
    "blue": _bars,
    "yellow": _dots,
    "green": _chevrons,
    "plum": _diagonals,
    "ice": _checks,
}
"""The pattern of each side; all others are plain."""


def fill_pattern(sketch: Sketch, side: str, size: float, step: float, fill: Colour) -> None:
    """Draw a side's pattern over a centred area `size` wide, repeated every `step` pixels."""
    if draw := PATTERNS.get(side):
        draw(sketch, size, step, int(size / step / 2) + 1, fill)

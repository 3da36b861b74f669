"""Patterns: what tells sides apart without colour."""

from render.sprites import Sketch
from render.theme import Colour

PLAIN, BARS, DOTS, CHEVRONS = "plain", "bars", "dots", "chevrons"
DIAGONALS, CHECKS = "diagonals", "checks"
PATTERNS = {"red": PLAIN, "blue": BARS, "yellow": DOTS, "green": CHEVRONS, "plum": DIAGONALS, "ice": CHECKS}
"""The pattern of each side; all others are plain."""


def fill_pattern(sketch: Sketch, side: str, size: float, step: float, fill: Colour) -> None:
    """Draws a side's pattern over a centred area `size` wide, repeated every `step` pixels."""
    kind = PATTERNS.get(side, PLAIN)
    count = int(size / step / 2) + 1
    if kind == BARS:
        for row in range(-count, count + 1):
            sketch.box(0, row * step, size, step * 0.45, fill)
    elif kind == DOTS:
        for row in range(-count, count + 1):
            for column in range(-count, count + 1):
                sketch.circle((column + row % 2 / 2) * step, row * step * 0.87, step * 0.22, fill)
    elif kind == CHEVRONS:
        for row in range(-count, count + 1):
            for column in range(-count, count + 1):
                left, foot = column * 2 * step, row * step + step / 2
                peak = [(left - step, foot), (left, foot - step * 0.6), (left + step, foot)]
                sketch.stroke(peak, step * 0.3, fill)
    elif kind == DIAGONALS:
        for line in range(-2 * count, 2 * count + 1):
            across = line * step * 1.2
            sketch.stroke([(across - size / 2, size / 2), (across + size / 2, -size / 2)], step * 0.42, fill)
    elif kind == CHECKS:
        for row in range(-count, count + 1):
            for column in range(-count, count + 1):
                if (row + column) % 2:
                    sketch.box(column * step * 0.9, row * step * 0.9, step * 0.9, step * 0.9, fill)

"""The kinds of shapes, each with a colour, a pattern, a sign of three hexes, and a letter.

A Tri is blue with dots, an Arc green with chevrons, a Line orange with bars (HM-3).
"""

from functools import lru_cache
from math import radians, sin

from render.sprites import Letter, Sketch, Sprite, hexagon
from render.text import Style
from render.theme import Colour, Theme

KINDS = ("tri", "arc", "line")
NAMES = {"tri": "Tri", "arc": "Arc", "line": "Line"}
LETTERS = {"tri": "T", "arc": "A", "line": "L"}
ROW_DISTANCE = sin(radians(60))
SIGNS = {
    "tri": ((-0.5, ROW_DISTANCE / 2), (0.5, ROW_DISTANCE / 2), (0, -ROW_DISTANCE / 2)),
    "arc": ((-0.75, ROW_DISTANCE / 2), (-0.25, -ROW_DISTANCE / 2), (0.75, -ROW_DISTANCE / 2)),
    "line": ((-1, 0), (0, 0), (1, 0)),
}
"""The centres of a sign's three hexes, in their widths."""
COUNT = Style(31, 800)
PILL = (54, 46)


def pattern(sketch: Sketch, kind: str, size: float, fill: Colour) -> None:
    """Draws a kind's pattern over a centred area `size` wide."""
    reach = size * 0.6
    if kind == "line":
        step = size / 8
        for row in range(-5, 6):
            sketch.box(0, row * step, 2 * reach, step * 0.42, fill)
    elif kind == "tri":
        step = size / 9
        for row in range(-7, 8):
            for column in range(-7, 8):
                sketch.circle((column + row % 2 / 2) * step, row * step * 0.87, step * 0.24, fill)
    elif kind == "arc":
        step = size / 8
        for row in range(-7, 8):
            for column in range(-4, 4):
                left, foot = column * 2 * step, row * step + step / 2
                sketch.stroke(
                    [(left, foot), (left + step, foot - step * 0.7), (left + 2 * step, foot)], step * 0.3, fill
                )


def sign(sketch: Sketch, kind: str, x: float, y: float, width: float, fill: Colour) -> None:
    """Draws a kind's sign, hexes `width` wide, centred on (x, y)."""
    for across, down in SIGNS[kind]:
        sketch.polygon(hexagon(x + across * width * 1.08, y + down * width * 1.08, width), fill)


@lru_cache(maxsize=64)
def badge(theme: Theme, kind: str, width: int, ground: Colour) -> Sprite:
    """A badge with a kind's sign on its colour and pattern, `width` wide."""
    side = theme.sides[kind]
    sketch = Sketch(theme, width, width, ground)
    _surface(sketch, kind, width, width)
    sign(sketch, kind, 0, 0, width * 0.27, side.deep)
    return sketch.finish()


@lru_cache(maxsize=128)
def pill(theme: Theme, kind: str, count: int, ground: Colour) -> Sprite:
    """A label with a kind's letter and the number of shapes played."""
    sketch = Sketch(theme, *PILL, ground)
    _surface(sketch, kind, *PILL)
    letters = [Letter(f"{LETTERS[kind]}{count}", COUNT, 0, 0, theme.print)]
    return sketch.finish(letters)


def _surface(sketch: Sketch, kind: str, width: float, height: float) -> None:
    side = sketch.theme.sides[kind]
    rounded = min(width, height) * 0.2
    corners = [(-width / 2 + rounded, -height / 2 + rounded), (width / 2 - rounded, -height / 2 + rounded)]
    corners += [(-x, -y) for x, y in corners]

    def paint(inner: Sketch) -> None:
        inner.polygon(corners, side.main, rounded)
        pattern(inner, kind, max(width, height) * 1.2, side.shade)

    sketch.clip(corners, rounded, paint)

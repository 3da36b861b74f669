"""The kinds of shapes in pictures: each has a colour, a name and a sign of three hexes (HM-3)."""

from functools import lru_cache
from math import radians, sin

from render import text
from render.hive_mind.themes import HiveTheme
from render.sprites import Letter, Sketch, Sprite, hexagon
from render.text import Style
from render.theme import Colour

KINDS = ("tri", "arc", "line")
NAMES = {"tri": "Tri", "arc": "Arc", "line": "Line"}
EXAMPLES = {"tri": "ABE", "arc": "EFH", "line": "HIJ"}
"""By kind: the letters of a shape with the same arrangement as the kind's sign."""
MEANINGS = {
    "tri": "Three that all touch. Its hint is the sum of all hexes around it.",
    "arc": "A bend. Its hint looks from its middle through the inner hex to the edge.",
    "line": "A straight row. Its hint is the sum of the border hexes beside its ends.",
}
ROW_DISTANCE = sin(radians(60))
SIGNS = {
    "tri": ((-0.5, -ROW_DISTANCE / 2), (0.5, -ROW_DISTANCE / 2), (0, ROW_DISTANCE / 2)),
    "arc": ((-0.75, ROW_DISTANCE / 2), (-0.25, -ROW_DISTANCE / 2), (0.75, -ROW_DISTANCE / 2)),
    "line": ((-1, 0), (0, 0), (1, 0)),
}
"""By kind: the centres of the three hexes of its sign, relative to the sign's centre.

The unit is the distance between neighbouring hexes.
"""
SPREAD = 1.1
"""Distance between neighbouring hexes of a sign, in hex widths."""
CHIP = (96, 48)
SIGN = 17
"""Width of the hexes of a sign on a chip, in pixels."""
ROUNDED = 12
COUNT = Style(30, 800)
NAME = Style(28, 700)


def sign(sketch: Sketch, kind: str, x: float, y: float, width: float, fill: Colour) -> None:
    """Draw a kind's sign of three hexes centred on (x, y); each hex is about `width` pixels wide."""
    for across, down in SIGNS[kind]:
        sketch.polygon(hexagon(x + across * width * SPREAD, y + down * width * SPREAD, width * 0.9), fill, width * 0.05)


def bright(theme: HiveTheme) -> Colour:
    """Return a light text colour for backgrounds that are dark in every theme."""
    return theme.background if theme.is_light else theme.ink


@lru_cache(maxsize=64)
def badge(theme: HiveTheme, kind: str, width: int, ground: Colour) -> Sprite:
    """Return the sprite of a kind's sign on a dark square, `width` pixels wide; `ground` is the colour around it."""
    sketch = Sketch(theme, width, width, ground)
    sketch.box(0, 0, width, width, theme.kinds[kind].ground, width * 0.22)
    sign(sketch, kind, 0, 0, width * 0.26, theme.kinds[kind].main)
    return sketch.finish()


@lru_cache(maxsize=128)
def chip(theme: HiveTheme, kind: str, count: int, ground: Colour) -> Sprite:
    """Return a chip with a kind's sign and a number of shapes; `ground` is the colour around it."""
    return _chip(theme, kind, str(count), COUNT, CHIP[0], ground)


@lru_cache(maxsize=16)
def name_chip(theme: HiveTheme, kind: str, ground: Colour) -> Sprite:
    """Return a chip with a kind's sign and its name; `ground` is the colour around it."""
    return _chip(theme, kind, NAMES[kind], NAME, 84 + text.width(NAMES[kind], NAME), ground)


def _chip(theme: HiveTheme, kind: str, words: str, style: Style, width: int, ground: Colour) -> Sprite:
    sketch = Sketch(theme, width, CHIP[1], ground)
    sketch.box(0, 0, width, CHIP[1], theme.kinds[kind].ground, ROUNDED)
    sign(sketch, kind, -width / 2 + 36, 0, SIGN, theme.kinds[kind].main)
    x = width / 2 - 12 - text.width(words, style) / 2
    return sketch.finish([Letter(words, style, x, 0, bright(theme))])

"""The kinds of shapes in pictures: each has a colour, a name and a sign of three hexes (HM-3)."""

from functools import lru_cache
from math import radians, sin

from language.messages import N_, _
from render import text
from render.hive_mind.themes import HiveTheme, older
from render.sprites import Letter, Sketch, Sprite, hexagon
from render.text import Style
from render.theme import Colour

KINDS = ("tri", "arc", "line")
NAMES = {"tri": N_("Tri"), "arc": N_("Arc"), "line": N_("Line")}
MEANINGS = {
    "tri": N_("Three that all touch. Its clue is the sum of all hexes around it."),
    "arc": N_("A bend. Its clue looks from its middle through the inner hex to the edge."),
    "line": N_("A straight row. Each end on the border sees the border hexes beside it."),
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
CHIP_HEIGHT, LABEL_HEIGHT = 50, 54
"""Height of a chip with the shapes of a round, and of one with a kind's name, in pixels."""
SIGN, LARGE_SIGN = 15, 17
"""Width of the hexes of a sign on these chips, in pixels."""
STEPS = {"tri": 44, "arc": 54, "line": 64}
"""By kind: the distance between neighbouring signs on a chip, in pixels."""
PAD = 13
DENSE, MANY = 0.8, 6
"""Size of the signs at a table of `MANY` seats or more, in sizes at smaller tables."""
ROUNDED = 12
NAME = Style(30, 700)


def kind_name(kind: str) -> str:
    """Return the name of a kind, in the context's language."""
    return _(NAMES[kind])


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


@lru_cache(maxsize=16)
def bare_sign(theme: HiveTheme, kind: str, ground: Colour) -> Sprite:
    """Return a kind's sign without a square behind it; `ground` is the colour around it."""
    sketch = Sketch(theme, LARGE_SIGN * 3.4, LARGE_SIGN * 2.4, ground)
    sign(sketch, kind, 0, 0, LARGE_SIGN, theme.kinds[kind].main)
    return sketch.finish()


@lru_cache(maxsize=128)
def chip(
    theme: HiveTheme, kind: str, count: int, ground: Colour, is_old: bool = False, is_dense: bool = False
) -> Sprite:
    """Return a chip with one sign for each shape of a kind that was laid in a round.

    The chip of an earlier round is faint. `ground` is the colour around it, `is_dense` makes the signs smaller.
    """
    size = DENSE if is_dense else 1
    step, colours = STEPS[kind] * size, older(theme, kind) if is_old else theme.kinds[kind]
    width = count * step + 2 * PAD
    sketch = Sketch(theme, width, CHIP_HEIGHT, ground)
    sketch.box(0, 0, width, CHIP_HEIGHT, colours.ground, ROUNDED)
    for index in range(count):
        sign(sketch, kind, (index - (count - 1) / 2) * step, 0, SIGN * size, colours.main)
    return sketch.finish()


@lru_cache(maxsize=64)
def name_chip(theme: HiveTheme, kind: str, words: str, ground: Colour) -> Sprite:
    """Return a chip with a kind's sign and words, such as the name of the kind or of a shape.

    `ground` is the colour around it.
    """
    width = 84 + text.width(words, NAME)
    sketch = Sketch(theme, width, LABEL_HEIGHT, ground)
    sketch.box(0, 0, width, LABEL_HEIGHT, theme.kinds[kind].ground, ROUNDED)
    sign(sketch, kind, -width / 2 + 38, 0, LARGE_SIGN, theme.kinds[kind].main)
    x = width / 2 - 14 - text.width(words, NAME) / 2
    return sketch.finish([Letter(words, NAME, x, 0, theme.kinds[kind].main)])

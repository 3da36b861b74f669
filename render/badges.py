"""Badges: whose something is, by colour, pattern, emblem and letter."""

from functools import lru_cache

from render.patterns import fill_pattern
from render.sprites import Letter, Sketch, Sprite, hexagon
from render.text import Style
from render.theme import Colour, Theme, mix

TALL = 1.16
"""A badge's height, in widths."""
SMALLEST_LETTER = 24
PATTERN_SHARE = 0.45
"""How far a badge's pattern is from its surface's colour to that of its shaded edge."""


@lru_cache(maxsize=64)
def badge(theme: Theme, side: str, emblem: str | None, letter: str, ground: Colour, width: int) -> Sprite:
    """A badge on a ground; `side` is a name in `theme.sides`, `emblem` the name of an icon."""
    sketch = Sketch(theme, width, width * TALL, ground)
    return sketch.finish([paint_badge(sketch, side, emblem, letter, width)])


def paint_badge(sketch: Sketch, side: str, emblem: str | None, letter: str, width: float) -> Letter:
    """Draws a badge without its letter; returns the letter."""
    theme, colours = sketch.theme, sketch.theme.sides[side]
    rounded = width * 0.06
    sketch.polygon(hexagon(0, 0, width - 2 * rounded), colours.lo, rounded)
    outline = hexagon(0, 0, width - 2 * rounded - width * 0.04)

    def surface(inner: Sketch) -> None:
        inner.polygon(outline, colours.main, rounded)
        fill_pattern(inner, side, width * 1.3, width * 0.17, mix(colours.main, colours.lo, PATTERN_SHARE))

    sketch.clip(outline, rounded, surface)
    if emblem is not None:
        sketch.icon(emblem, 0, -width * 0.11, width * 0.5, theme.print)
    style = Style(max(SMALLEST_LETTER, round(width * 0.3)), 800, label=True)
    return Letter(letter, style, 0, width * 0.34 if emblem else 0, theme.print)

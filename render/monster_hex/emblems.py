"""The signs of Monster Hex: an emblem and a pattern for each faction, the crown, the gem.

Red is a horned mask on a plain surface, blue a trident on bars, yellow a sun on dots, green a leaf on chevrons.
"""

from functools import lru_cache
from math import cos, pi, sin

from render.sprites import Letter, Point, Sketch, Sprite, hexagon
from render.text import Style
from render.theme import Colour, Theme

PLAIN, BARS, DOTS, CHEVRONS = range(4)
PATTERNS = {"red": PLAIN, "blue": BARS, "yellow": DOTS, "green": CHEVRONS}


def emblem(sketch: Sketch, faction: str | None, x: float, y: float, size: float, fill: Colour, hole: Colour) -> None:
    """Draws a faction's emblem, about `size` wide and tall; `hole` is the colour of its holes."""
    half = size / 2

    def at(*points: Point) -> list[Point]:
        return [(x + half * across, y + half * down) for across, down in points]

    if faction == "red":
        for side in (-1, 1):
            horn = [(0.36, -0.42), (0.62, -0.52), (0.74, -0.98), (1.0, -0.52), (0.92, -0.1), (0.56, 0.08)]
            sketch.polygon(at(*((side * across, down) for across, down in horn)), fill)
        sketch.polygon(at((-0.6, -0.42), (0, -0.3), (0.6, -0.42), (0.58, 0.3), (0, 1.0), (-0.58, 0.3)), fill)
        for side in (-1, 1):
            eye = [(0.12, 0.14), (0.46, -0.1), (0.4, 0.2)]
            sketch.polygon(at(*((side * across, down) for across, down in eye)), hole)
        sketch.polygon(at((-0.2, 0.46), (0.2, 0.46), (0, 0.66)), hole)
    elif faction == "blue":
        width = size * 0.13
        sketch.stroke(at((0, -0.55), (0, 0.92)), width, fill)
        cup = [(0.68 * sin(turn * pi / 16), 0.5 * cos(turn * pi / 16) - 0.2) for turn in range(-8, 9)]
        sketch.stroke(at((-0.68, -0.5), *cup, (0.68, -0.5)), width, fill)
        for across, down in ((-0.68, -0.92), (0, -1.05), (0.68, -0.92)):
            sketch.polygon(at((across, down), (across + 0.27, down + 0.5), (across - 0.27, down + 0.5)), fill)
        sketch.stroke(at((-0.24, 0.6), (0.24, 0.6)), width * 0.8, fill)
    elif faction == "yellow":
        for ray in range(8):
            angle = ray * pi / 4
            tip = (cos(angle), sin(angle))
            feet = [(0.62 * cos(angle + turn), 0.62 * sin(angle + turn)) for turn in (-0.3, 0.3)]
            sketch.polygon(at(tip, *feet), fill)
        sketch.circle(x, y, half * 0.5, fill)
        sketch.circle(x, y, half * 0.22, hole)
    elif faction == "green":
        blade = [(0.66 * sin(pi * step / 12) ** 0.8, -1 + 1.7 * step / 12) for step in range(13)]
        sketch.polygon(at(*blade, *((-across, down) for across, down in reversed(blade))), fill)
        sketch.stroke(at((0, 0.6), (0, 0.95)), size * 0.1, fill)
        sketch.stroke(at((0, -0.55), (0, 0.62)), size * 0.07, hole)
        for side in (-1, 1):
            for down in (-0.05, 0.4):
                sketch.stroke(at((0, down), (side * 0.3, down - 0.3)), size * 0.06, hole)
    else:
        sketch.circle(x, y, half * 0.6, fill)


def pattern(sketch: Sketch, faction: str | None, size: float, fill: Colour) -> None:
    """Draws a faction's pattern over a centred area `size` wide."""
    kind = PATTERNS.get(faction or "", PLAIN)
    reach = size * 0.6
    if kind == BARS:
        step = size / 7
        for row in range(-4, 5):
            sketch.box(0, row * step, 2 * reach, step * 0.42, fill)
    elif kind == DOTS:
        step = size / 8
        for row in range(-6, 7):
            for column in range(-6, 7):
                sketch.circle((column + row % 2 / 2) * step, row * step * 0.87, step * 0.2, fill)
    elif kind == CHEVRONS:
        step = size / 6
        for row in range(-5, 6):
            for column in range(-3, 3):
                left, foot = (column * 2 + row % 2 * 0) * step, row * step + step / 2
                peak = [(left, foot), (left + step, foot - step * 0.6), (left + 2 * step, foot)]
                sketch.stroke(peak, step * 0.26, fill)


def crown(sketch: Sketch, x: float, y: float, width: float, fill: Colour) -> None:
    """Draws the Demon King's crown."""
    half, height = width / 2, width * 0.62
    top, foot = y - height / 2, y + height / 2
    peaks = [(-1.0, 0.12), (-0.5, 0.52), (0, 0), (0.5, 0.52), (1.0, 0.12), (0.8, 0.78), (-0.8, 0.78)]
    sketch.polygon([(x + half * across, top + height * down) for across, down in peaks], fill)
    sketch.box(x, foot - height * 0.06, width * 0.8, height * 0.14, fill)
    for across, down in ((-1.0, 0.1), (0, -0.02), (1.0, 0.1)):
        sketch.circle(x + half * across, top + height * down, width * 0.07, fill)


def gem(sketch: Sketch, y: float, width: float, light: Colour, shade: Colour) -> None:
    """Draws a Small Stone's gem, with four facets."""
    across, down = width / 2, width * 0.74
    sketch.polygon([(0, y - down), (across, y), (0, y + down), (-across, y)], light, width * 0.04)
    for side, end in ((1, -1), (1, 1), (-1, 1)):
        corners = ((0, y + end * down), (side * across, y), (side * across * 0.62, y), (0, y + end * down * 0.6))
        sketch.polygon(corners, shade)


@lru_cache(maxsize=64)
def badge(theme: Theme, faction: str | None, letter: str, ground: Colour, width: int) -> Sprite:
    """The badge in a seat's box: surface, pattern, emblem and letter of its faction."""
    sketch = Sketch(theme, width, width * 1.16, ground)
    return sketch.finish([paint_badge(sketch, faction, letter, width)])


def paint_badge(sketch: Sketch, faction: str | None, letter: str, width: int) -> Letter:
    """Draws a badge without its letter; returns the letter."""
    side = sketch.theme.sides[faction or "none"]
    rounded = width * 0.06
    outline = hexagon(0, 0, width - 2 * rounded)

    def surface(inner: Sketch) -> None:
        inner.polygon(outline, side.main, rounded)
        pattern(inner, faction, width * 1.2, side.shade)

    sketch.clip(outline, rounded, surface)
    if faction:
        emblem(sketch, faction, 0, -width * 0.15, width * 0.5, sketch.theme.print, side.main)
    style = Style(25, 800, label=True)
    return Letter(letter, style, 0, width * 0.3 if faction else 0, sketch.theme.print)

"""Gems and crystals, the jewels on Magic Stones that show the stones' values."""

from collections.abc import Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from render import text
from render.badges import fill_pattern
from render.palette import tone
from render.sprites import COARSE, Letter, Point, Sketch, Sprite, without_ground
from render.text import Style, round_size
from render.theme import Colour, Theme, mix

Worth = tuple[tuple[int, str], ...]
"""The printed values of a stone, as pairs: the points, and the faction in whose colour they are printed."""
SMALLEST: Final = 28
"""The minimum font size of numbers on stones, in pixels."""
LEAST_INITIAL: Final = 24
"""The minimum font size of a faction's initial on a gem, in pixels; tiles show the same letter larger."""
GAP: Final = 2
"""The distance between the number and the initial on a gem, in pixels."""
PATTERN_SHARE: Final = 0.5
SHIELD: Final[Sequence[Point]] = ((-0.78, -1), (0.78, -1), (1, -0.6), (1, 0.42), (0, 1.1), (-1, 0.42), (-1, -0.6))
"""The corners of a gem's outline around its centre, in halves of the gem's size."""
LARGE_GEM: Final = 60
"""The size above which a gem is drawn with the supersampling factor `COARSE`, in pixels."""
GEM_SHADOW, GEM_EDGE = 0.06, 0.02
"""The distance of a gem's shadow below the gem, and the extra width of the shadow, as shares of the gem's size."""


class Gem(NamedTuple):
    """A value on a stone, shown as a gem: its points, its faction, and the gem's size and centre in pixels.

    The centre is relative to that of the stone.
    """

    points: int
    faction: str
    size: float
    x: int
    y: int


@lru_cache(maxsize=128)
def gem_sprite(theme: Theme, size: float, points: int, faction: str, ground: Colour) -> Sprite:
    """Return a gem with its points as a sprite without background; its edges blend into the colour `ground`."""
    sketch = Sketch(theme, size * 1.06, size * 1.32, ground, COARSE if size > LARGE_GEM else None)
    paint_gem(sketch, size, faction)
    return without_ground(sketch.finish(gem_letters(theme, Gem(points, faction, size, 0, 0))), theme, ground)


def place_gems(width: float, worth: Worth, y: float, scale: float) -> list[Gem]:
    """Return the gems of a stone's values, side by side; the first is slightly larger.

    `width` is the stone's width and `y` the vertical centre of the gems, in pixels; `scale` is a factor for their
    sizes.
    """
    sizes = [width * share * scale for share in (0.33, 0.30)] if len(worth) > 1 else [width * 0.36 * scale]
    gap = width * 0.05
    x = -(sum(sizes[: len(worth)]) + gap * (len(worth) - 1)) / 2
    gems: list[Gem] = []
    for (points, faction), size in zip(worth, sizes, strict=False):
        gems.append(Gem(points, faction, size, round(x + size / 2), round(y)))
        x += size + gap
    return gems


def gem_letters(theme: Theme, gem: Gem) -> list[Letter]:
    """Return the number of points on a gem and, smaller beside it, the initial of its faction.

    The gem of a petrified stone belongs to nobody, so it has only its number.
    """
    number = Style(max(SMALLEST, round_size(gem.size * 0.5)), 850)
    y = gem.y - gem.size * 0.04
    if gem.faction == "none":
        return [Letter(str(gem.points), number, gem.x, y, theme.print)]
    initial = Style(max(LEAST_INITIAL, round_size(gem.size * 0.34)), 800, label=True)
    words, name = str(gem.points), gem.faction[0].upper()
    wide, narrow = text.width(words, number), text.width(name, initial)
    left = gem.x - (wide + GAP + narrow) / 2
    return [
        Letter(words, number, left + wide / 2, y, theme.print),
        Letter(name, initial, left + wide + GAP + narrow / 2, y + (number.size - initial.size) * 0.36, theme.print),
    ]


def paint_gem(sketch: Sketch, size: float, faction: str) -> None:
    """Draw a shield-shaped gem in a faction's colours and pattern, without its points."""
    side, half = sketch.theme.sides[faction], size / 2
    face: list[Point] = [(-0.62, -0.6), (0.62, -0.6), (0.72, 0.28), (0, 0.72), (-0.72, 0.28)]

    def at(points: Sequence[Point]) -> list[Point]:
        return [(x * half, y * half) for x, y in points]

    sketch.at(0, round(size * GEM_SHADOW)).polygon(at(SHIELD), sketch.theme.print, size * GEM_EDGE)
    sketch.polygon(at(SHIELD), tone(side.main, -0.10))
    for corners, colour in (
        (((-0.78, -1), (0.78, -1), (0.62, -0.6), (-0.62, -0.6)), side.tint),
        (((-0.78, -1), (-0.62, -0.6), (-0.72, 0.28), (-1, 0.42), (-1, -0.6)), side.hi),
        (((-1, 0.42), (-0.72, 0.28), (0, 0.72), (0, 1.1)), side.main),
        (((1, 0.42), (0.72, 0.28), (0, 0.72), (0, 1.1)), side.lo),
    ):
        sketch.polygon(at(corners), colour)

    def surface(inner: Sketch) -> None:
        inner.polygon(at(face), side.main)
        fill_pattern(inner, faction, size * 1.5, size * 0.22, mix(side.main, side.lo, PATTERN_SHARE))

    sketch.clip(at(face), 0, surface)


def paint_crystal(sketch: Sketch, size: float) -> None:
    """Draw the crystal of a Small Stone, `size` pixels wide, around the centre of the sketch."""
    theme, half = sketch.theme, size / 2

    def at(*points: Point) -> list[Point]:
        return [(x * half, y * half) for x, y in points]

    top, foot = (0.0, -1.42), (0.0, 1.42)
    left, right = (-1.0, -0.42), (1.0, -0.42)
    low_left, low_right = (-0.72, 0.72), (0.72, 0.72)
    face = [(0.0, -0.95), (0.62, -0.3), (0.45, 0.55), (0.0, 0.95), (-0.45, 0.55), (-0.62, -0.3)]
    sketch.polygon(at(top, right, low_right, foot, low_left, left), theme.magic_lo)
    sketch.polygon(at(top, face[0], face[5], left), theme.crystal)
    sketch.polygon(at(top, right, face[1], face[0]), theme.magic)
    sketch.polygon(at(left, face[5], face[4], low_left), theme.magic_hi)
    sketch.polygon(at(right, low_right, face[2], face[1]), mix(theme.magic_lo, theme.magic, 0.5))
    sketch.polygon(at(*face), theme.magic_hi)

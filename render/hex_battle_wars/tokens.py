"""The pieces: tokens of characters and tiles, their plates, and the tabs that show their height."""

from collections.abc import Sequence
from functools import lru_cache
from math import cos, pi, radians, sin
from typing import Final

from PIL import Image, ImageChops

from render.badges import fill_pattern
from render.hex_battle_wars.ground import caret, caret_places
from render.hex_battle_wars.themes import BattleTheme
from render.sprites import FRINGE, Letter, Point, Sketch, Sprite
from render.text import Style
from render.theme import Colour, mix

HEROES: Final = ("knight-helmet", "helmet", "raven", "lion", "cloak-and-dagger", "bird-mask")
HEART, SHIELD, HOOD, SKULL = "hearts", "shield", "hood", "skull"
OUTLINE, RIM, WELL, HERO, RING = 0.03, 0.036, 0.70, 0.46, 0.07
"""Shares of a token's width: its outline, its light rim, its well, the hero in it, and the ring of the one to act."""
RAISED: Final = 0.1
"""Height of a token above its hex, as a share of its width."""
PLATE: Final = 0.36
"""Height of a plate, as a share of the token's width."""
PATTERN_SHARE: Final = 0.45
DASHES: Final = 9
TALL: Final = 1.66
"""Height of a tile's plate with a letter above its number, as a multiple of a usual plate's height."""
SMALLEST: Final = 15
CIRCLE: Final = 64


def circle(x: float, y: float, radius: float) -> list[Point]:
    """Return the corners of a polygon that looks like a circle."""
    angles = (2 * pi * number / CIRCLE for number in range(CIRCLE))
    return [(x + radius * cos(angle), y + radius * sin(angle)) for angle in angles]


def mask_of(sketch: Sketch, shapes: Sequence[Sequence[Point]], rounded: float = 0) -> Image.Image:
    """Return a mask for pasting that contains several shapes together with their anti-aliased edges."""
    found = sketch.coverage(shapes[0], FRINGE + rounded)
    for shape in shapes[1:]:
        found = ImageChops.lighter(found, sketch.coverage(shape, FRINGE + rounded))
    return sketch.reduce_mask(found).point([0] + [255] * 255)


@lru_cache(maxsize=96)
def character(theme: BattleTheme, size: int, seat_side: tuple[str, str], acts: bool = False) -> Sprite:
    """Return the sprite of a character's token, `size` pixels wide; `acts` adds the ring of the one to act."""
    sketch, shapes = _stand(theme, size, acts)
    _paint_disc(sketch, *seat_side, size)
    return sketch.finish(mask=mask_of(sketch, shapes))


@lru_cache(maxsize=96)
def tile(theme: BattleTheme, size: int, seat_side: tuple[str, str], acts: bool = False, real: bool = False) -> Sprite:
    """Return the sprite of the token of a hidden character's tile.

    All tiles of a seat look alike, except that their owner sees which one is `real`.
    """
    sketch, shapes = _stand(theme, size, acts)
    side, hero = seat_side
    colours, radius = theme.sides[side], size / 2

    def surface(inner: Sketch) -> None:
        inner.circle(0, 0, radius + 2, colours.deep)
        fill_pattern(inner, side, size * 1.1, size * 0.13, mix(colours.deep, colours.main, 0.18))

    sketch.clip(circle(0, 0, radius), 0, surface)
    width = size * 0.075
    if real:
        for part in range(CIRCLE):
            angles = [radians(360 / CIRCLE * (part + more)) for more in (0, 1.2)]
            ring = [((radius - width * 0.7) * cos(angle), (radius - width * 0.7) * sin(angle)) for angle in angles]
            sketch.stroke(ring, width * 1.4, theme.magic)
    else:
        for dash in range(DASHES):
            angles = [radians(360 / DASHES * (dash + part * 0.66 / 5)) for part in range(6)]
            arc = [((radius - width * 0.8) * cos(angle), (radius - width * 0.8) * sin(angle)) for angle in angles]
            sketch.stroke(arc, width, colours.main)
    sketch.icon(hero if real else HOOD, 0, -size * 0.15, size * 0.4, colours.tint)
    return sketch.finish(mask=mask_of(sketch, shapes))


def _stand(theme: BattleTheme, size: int, acts: bool) -> tuple[Sketch[BattleTheme], list[list[Point]]]:
    """Return a sketch with a token's contact shadow and outline, and the shapes that the token covers."""
    radius, outline, ring = size / 2, max(2, size * OUTLINE), max(3, size * RING)
    outer = radius + outline + (ring + outline * 0.6 if acts else 0)
    half = outer + size * 0.1
    sketch = Sketch(theme, 2 * half + 2, 2 * half + 2, theme.grounds[0])
    foot = circle(0, size * 0.07, radius + outline)
    shapes = [foot, circle(0, 0, outer)]
    sketch.polygon(foot, theme.print)
    sketch.circle(0, 0, outer, theme.print)
    if acts:
        sketch.circle(0, 0, outer - outline * 0.6, theme.ring)
        sketch.circle(0, 0, radius + outline, theme.print)
    return sketch, shapes


def _paint_disc(sketch: Sketch, side: str, glyph: str, size: float) -> None:
    colours, radius = sketch.theme.sides[side], size / 2

    def surface(inner: Sketch) -> None:
        inner.circle(0, 0, radius + 2, colours.main)
        fill_pattern(inner, side, size * 1.1, size * 0.13, mix(colours.main, colours.lo, PATTERN_SHARE))

    sketch.circle(0, 0, radius, colours.tint)
    sketch.clip(circle(0, 0, radius - max(1.5, size * RIM)), 0, surface)
    sketch.circle(0, 0, radius * WELL, colours.deep)
    sketch.icon(glyph, 0, 0, size * HERO, colours.tint)


@lru_cache(maxsize=128)
def name_plate(theme: BattleTheme, size: int, side: str, letter: str, filled: int) -> Sprite:
    """Return the plate of a token of `size` pixels: the letter on the side's colour, and health as a bar.

    `filled` is the length of the bar in percent.
    """
    colours = theme.sides[side]
    high, edge = size * PLATE, max(2, size * OUTLINE)
    head = high * (0.98 if len(letter) == 1 else 1.34)
    wide = head + size * 0.46
    sketch = Sketch(theme, wide + 2 * edge, high + 2 * edge, theme.grounds[0])
    rounded = high * 0.3
    sketch.box(0, 0, wide + 2 * edge, high + 2 * edge, theme.print, rounded + edge)
    shape = _box(wide, high, rounded)

    def surface(inner: Sketch) -> None:
        inner.box(0, 0, wide, high, colours.deep)
        inner.box((head - wide) / 2, 0, head, high, colours.main)
        inner.box((head - wide) / 2 + head / 2, 0, edge, high, theme.print)

    sketch.clip(shape, rounded, surface)
    room, inset = wide - head - edge / 2, max(2, high * 0.12)
    if filled:
        long = max(high * 0.3, (room - 2 * inset) * filled / 100)
        left = head - wide / 2 + edge / 2 + inset
        sketch.box(left + long / 2, 0, long, high - 2 * inset, colours.hi, high * 0.18)
    style = Style(max(SMALLEST, round(high * (0.8 if len(letter) == 1 else 0.68))), 850, label=True)
    letters = [Letter(letter, style, (head - wide) / 2, 0, theme.print)]
    return sketch.finish(
        letters, mask_of(sketch, [_box(wide + 2 * edge, high + 2 * edge, rounded + edge)], rounded + edge)
    )


@lru_cache(maxsize=128)
def tile_plate(
    theme: BattleTheme,
    size: int,
    side: str,
    letter: str,
    numbers: str,
    real: bool = False,
    ground: Colour | None = None,
) -> Sprite:
    """Return the plate of a tile's token of `size` pixels, with the seat's letter above the tile's number.

    `numbers` names several tiles on one hex. `real` gives it the colour of the real tile, for the owner alone. `ground`
    is the colour around it, by default the meadow's.
    """
    colours = theme.sides[side]
    high, edge = size * PLATE * TALL, max(2, size * OUTLINE)
    style = Style(max(SMALLEST, round(size * PLATE * 0.76)), 850, label=True)
    small = style._replace(size=max(SMALLEST, round(style.size * {1: 1, 3: 0.86}.get(len(numbers), 0.72))))
    wide = size * (0.4 if len(numbers) == 1 and len(letter) == 1 else 0.58 if len(numbers) < 5 else 0.72)
    sketch = Sketch(theme, wide + 2 * edge, high + 2 * edge, ground or theme.grounds[0])
    rounded = min(wide, high) * 0.34
    sketch.box(0, 0, wide + 2 * edge, high + 2 * edge, theme.print, rounded + edge)
    sketch.box(0, 0, wide, high, theme.magic if real else colours.main, rounded)
    letters = [
        Letter(letter, style, 0, -high * 0.235, theme.print),
        Letter(numbers, small, 0, high * 0.235, theme.print),
    ]
    return sketch.finish(
        letters, mask_of(sketch, [_box(wide + 2 * edge, high + 2 * edge, rounded + edge)], rounded + edge)
    )


def _box(width: float, height: float, rounded: float) -> list[Point]:
    """Return the corners of a box without its round corners, for functions that expand it by `rounded`."""
    across, down = width / 2 - rounded, height / 2 - rounded
    return [(-across, -down), (across, -down), (across, down), (-across, down)]


@lru_cache(maxsize=32)
def tab(theme: BattleTheme, size: int, level: int) -> Sprite:
    """Return the tab that shows the level of a token of `size` pixels as carets."""
    width = size * 0.17
    wide, high, edge = width * (1.16 * level + 0.9), size * 0.25, max(2, size * OUTLINE)
    sketch = Sketch(theme, wide + 2 * edge, high + 2 * edge, theme.grounds[0])
    rounded = high * 0.36
    sketch.box(0, 0, wide + 2 * edge, high + 2 * edge, theme.print, rounded + edge)
    sketch.box(0, 0, wide, high, theme.stones[2], rounded)
    for x, y in caret_places(level, width):
        sketch.polygon(caret(x, y, width), theme.caret)
    return sketch.finish(mask=mask_of(sketch, [_box(wide + 2 * edge, high + 2 * edge, rounded + edge)], rounded + edge))


@lru_cache(maxsize=96)
def badge(
    theme: BattleTheme, size: int, seat_side: tuple[str, str], letter: str, ground: Colour, hidden: bool = False
) -> Sprite:
    """Return a token with the seat's letter on a pill, for cards; `ground` is the colour around it.

    `hidden` shows a hood instead of the hero. Without a letter there is no pill.
    """
    side, hero = seat_side
    colours, edge = theme.sides[side], max(2, size * OUTLINE)
    sketch = Sketch(theme, size + 2 * edge + 2, size * (1.32 if letter else 1.04) + 4 * edge, ground)
    sketch.circle(0, 0, size / 2 + edge, theme.print)
    _paint_disc(sketch, side, HOOD if hidden else hero, size)
    mask = mask_of(sketch, [circle(0, 0, size / 2 + edge)])
    if not letter:
        return sketch.finish(mask=mask)
    wide, high, low = size * (0.42 if len(letter) == 1 else 0.6), size * 0.36, size * 0.46
    sketch.box(0, low, wide + 2 * edge, high + 2 * edge, theme.print, high / 2 + edge)
    sketch.box(0, low, wide, high, colours.main, high / 2)
    style = Style(max(SMALLEST, round(size * 0.3)), 850, label=True)
    rounded = high / 2 + edge
    pill = [(x, y + low) for x, y in _box(wide + 2 * edge, high + 2 * edge, rounded - 0.5)]
    mask = ImageChops.lighter(mask, mask_of(sketch, [pill], rounded - 0.5))
    return sketch.finish([Letter(letter, style, 0, low, theme.print)], mask)


@lru_cache(maxsize=64)
def letter_pill(theme: BattleTheme, side: str, letter: str, height: int, ground: Colour) -> Sprite:
    """Return a pill with a seat's letter in its colour; `ground` is the colour around it."""
    wide = height * (1.2 if len(letter) == 1 else 1.6)
    sketch = Sketch(theme, wide + 6, height + 6, ground)
    sketch.box(0, 0, wide + 4, height + 4, theme.print, height / 2 + 2)
    sketch.box(0, 0, wide, height, theme.sides[side].main, height / 2)
    return sketch.finish([Letter(letter, Style(round(height * 0.76), 850, label=True), 0, 0, theme.print)])

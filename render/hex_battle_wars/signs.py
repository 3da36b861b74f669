"""The signs drawn over the board and beside it: paths, arrows, bursts, pills, pins, dice, bars and icons."""

from collections.abc import Sequence
from functools import lru_cache
from itertools import pairwise
from math import atan2, cos, degrees, hypot, radians, sin
from typing import Final

from PIL import Image, ImageDraw

from render import marks, text
from render.hex_battle_wars.ground import FACE, caret, caret_places
from render.hex_battle_wars.places import corners, row_distance
from render.hex_battle_wars.themes import BattleTheme
from render.hex_battle_wars.tokens import circle, mask_of
from render.picture import Sheet
from render.sprites import FRINGE, SCALE, Letter, Point, Sketch, Sprite, hexagon
from render.text import Style
from render.theme import Colour

ARROW: Final = 10
"""Width of an arrow's dashes, in pixels."""
DASH, GAP = 20, 16
"""Lengths of the dashes of an arrow, and of the gaps between them, in pixels."""


@lru_cache(maxsize=96)
def die(theme: BattleTheme, sides: int, number: str, size: int, fill: Colour, ground: Colour) -> Sprite:
    """Return the sprite of a die with its number: a rounded square for a d6, else a hexagon.

    `ground` is the colour around it.
    """
    sketch = Sketch(theme, size, size * 1.16, ground)
    for ink, less in ((theme.muted if theme.is_light else fill, 0), (fill, 5)):
        if sides == 6:
            sketch.box(0, 0, size * 0.94 - less, size * 0.94 - less, ink, size * 0.2)
        else:
            sketch.polygon(hexagon(0, 0, size * 0.9 - less), ink, size * 0.05)
    return sketch.finish([Letter(number, Style(max(28, round(size * 0.5)), 850), 0, 0, theme.print)])


@lru_cache(maxsize=64)
def burst(theme: BattleTheme, words: str, size: int) -> Sprite:
    """Return the sprite of a star with a text on it, which shows the damage of an attack."""
    sketch = Sketch(theme, 2 * size + 8, 2 * size + 8, theme.grounds[0])

    def star(outer: float) -> list[Point]:
        angles = (radians(360 / 32 * number - 90) for number in range(32))
        reach = (outer if number % 2 == 0 else outer * 0.8 for number in range(32))
        return [(far * cos(angle), far * sin(angle)) for angle, far in zip(angles, reach, strict=True)]

    sketch.polygon(star(size + 4), theme.print)
    sketch.polygon(star(size), theme.blow)
    style = Style(max(26, round(size * (0.74 if len(words) < 3 else 0.6))), 850, label=True)
    return sketch.finish([Letter(words, style, 0, 0, (255, 255, 255))], mask_of(sketch, [star(size + 4)]))


@lru_cache(maxsize=256)
def pill(
    theme: BattleTheme, words: str, fill: Colour, ink: Colour, size: int = 28, ground: Colour | None = None
) -> Sprite:
    """Return the sprite of a short text on a rounded box with an outline; `size` is the font size.

    `ground` is the colour around it, by default the meadow's.
    """
    style = Style(size, 750, label=size < 28)
    width, height = text.width(words, style) + size * 0.8, size * 1.45
    sketch = Sketch(theme, width + 6, height + 6, ground or theme.grounds[0])
    sketch.box(0, 0, width + 5, height + 5, theme.print, 14)
    sketch.box(0, 0, width, height, fill, 12)
    across, down = width / 2 - 12, height / 2 - 12
    box = [(-across, -down), (across, -down), (across, down), (-across, down)]
    return sketch.finish([Letter(words, style, 0, 0, ink)], mask_of(sketch, [box], 14))


@lru_cache(maxsize=32)
def pin(theme: BattleTheme, number: str, radius: int, fill: Colour) -> Sprite:
    """Return the sprite of a pin with a number; the pin's tip is at the sprite's centre."""
    high = radius * 1.62

    def shape(more: float) -> list[Point]:
        return [
            (-0.86 * radius - more * 0.9, -high + radius * 0.5),
            (0.86 * radius + more * 0.9, -high + radius * 0.5),
            (0, more * 1.5),
        ]

    edge = max(3.0, radius * 0.12)
    sketch = Sketch(theme, 2 * radius + 4 * edge, 2 * (high + radius + 2 * edge), theme.grounds[0])
    shapes = [circle(0, -high, radius + edge), shape(edge), circle(0, 0, radius * 0.3)]
    sketch.circle(0, 0, radius * 0.3, theme.print)
    for each in shapes[:2]:
        sketch.polygon(each, theme.print)
    sketch.circle(0, -high, radius, fill)
    sketch.polygon(shape(0), fill)
    style = Style(max(28, text.round_size(radius * 1.24)), 850)
    return sketch.finish([Letter(number, style, 0, -high, theme.print)], mask_of(sketch, shapes))


@lru_cache(maxsize=32)
def number_disc(theme: BattleTheme, number: str, size: int, fill: Colour, ground: Colour) -> Sprite:
    """Return the sprite of a pin's number on a disc, for tables; `ground` is the colour around it."""
    sketch = Sketch(theme, size + 4, size + 4, ground)
    sketch.circle(0, 0, size / 2, fill)
    return sketch.finish([Letter(number, Style(max(28, round(size * 0.62)), 850), 0, 0, theme.print)])


@lru_cache(maxsize=24)
def height_chip(theme: BattleTheme, level: int, height: int, ground: Colour) -> Sprite:
    """Return the sprite of a chip with a level as carets, for tables; `ground` is the colour around it."""
    size = height * 0.56
    wide = size * (1.16 * level + 1.0)
    sketch = Sketch(theme, wide, height, ground)
    sketch.box(0, 0, wide, height, theme.stones[level - 1], 8)
    for x, y in caret_places(level, size):
        sketch.polygon(caret(x, y, size), theme.caret)
    return sketch.finish()


@lru_cache(maxsize=8)
def cross(theme: BattleTheme, radius: int, ground: Colour) -> Sprite:
    """Return the sprite of the sign for a block that hides somebody: a cross on a grey disc."""
    sketch = Sketch(theme, 2 * radius + 8, 2 * radius + 8, ground)
    sketch.circle(0, 0, radius + 3, theme.print)
    sketch.circle(0, 0, radius, theme.sides["none"].hi)
    far = radius * 0.42
    for down in (-1, 1):
        sketch.stroke([(-far, -far * down), (far, far * down)], radius * 0.26, theme.print)
    return sketch.finish(mask=mask_of(sketch, [circle(0, 0, radius + 3)]))


@lru_cache(maxsize=4)
def mark(theme: BattleTheme, column: int, size: int = 0) -> Sprite:
    """Return the ring around a marked hex, or around a piece on it that is `size` pixels wide."""

    def larger(reach: float) -> list[Point]:
        return corners(column, FACE + 2 * reach / row_distance(column))

    if size:
        radius = size / 2 + max(3, round(size * 0.06)) + 3
        return marks.mark(theme, 2 * radius, lambda reach: circle(0, 0, radius + reach))
    return marks.mark(theme, column * 4 / 3, larger)


@lru_cache(maxsize=160)
def segment(
    theme: BattleTheme, across: int, down: int, width: int, fill: Colour, under: Colour, core: bool = False
) -> Sprite:
    """Return the sprite of a straight line with round ends; `across` and `down` are the distances between its ends.

    The line's edges are blended with the colour `under`. If `core` is set, blended pixels are left out: pasting the
    cores of joined lines last hides the seams between them.
    """
    sketch = Sketch(theme, abs(across) + 2 * width + 4, abs(down) + 2 * width + 4, under)
    ends = [(-across / 2, -down / 2), (across / 2, down / 2)]
    sketch.stroke(ends, width, fill)
    covering = sketch.blank_mask()
    shadow = Sketch(theme, abs(across) + 2 * width + 4, abs(down) + 2 * width + 4, (0, 0, 0))
    shadow.stroke(ends, width - FRINGE if core else width + FRINGE, (255, 255, 255))
    covering.paste(shadow.image.convert("L"))
    lookup = [0] * 250 + [255] * 6 if core else [0] + [255] * 255
    return sketch.finish(mask=sketch.reduce_mask(covering).point(lookup))


@lru_cache(maxsize=64)
def dot(theme: BattleTheme, radius: int, fill: Colour, middle: Colour | None = None) -> Sprite:
    """Return the sprite of a dot on a path, with an outline; `middle` gives it a centre of another colour."""
    sketch = Sketch(theme, 2 * radius + 8, 2 * radius + 8, theme.grounds[0])
    sketch.circle(0, 0, radius + 3, theme.print)
    sketch.circle(0, 0, radius, fill)
    if middle is not None:
        sketch.circle(0, 0, radius * 0.62, theme.print)
        sketch.circle(0, 0, radius * 0.46, middle)
    return sketch.finish(mask=mask_of(sketch, [circle(0, 0, radius + 3)]))


def draw_path(sheet: Sheet, theme: BattleTheme, points: Sequence[Point], side: str, width: int) -> None:
    """Draw a path through the given points: a ring at the first, a dot at each other but the last."""
    colours = theme.sides[side]
    lines = [
        (round((x1 + x2) / 2), round((y1 + y2) / 2), round(x2 - x1), round(y2 - y1))
        for (x1, y1), (x2, y2) in pairwise(points)
    ]
    draw_lines(sheet, theme, lines, width, 8, colours.main)
    for number, (x, y) in enumerate(points[:-1]):
        size, fill, middle = (1.5, colours.main, colours.main) if not number else (0.72, colours.tint, None)
        sheet.paste(dot(theme, round(width * size), fill, middle), round(x), round(y))


def draw_lines(
    sheet: Sheet, theme: BattleTheme, lines: Sequence[tuple[int, int, int, int]], width: int, more: int, fill: Colour
) -> None:
    """Draw joined lines with an outline that is `more` pixels wider than they are.

    Each line is given by its centre and by the distances between its ends: (x, y, across, down).
    """
    passes = (
        (theme.print, theme.grounds[0], width + more, False),
        (fill, theme.print, width, False),
        (fill, fill, width, True),
    )
    for ink, under, wide, core in passes:
        for x, y, across, down in lines:
            across, down = (across, down) if across >= 0 else (-across, -down)
            sheet.paste(segment(theme, across, down, wide, ink, under, core), x, y)


def draw_arrow(
    sheet: Sheet, theme: BattleTheme, start: Point, end: Point, gaps: tuple[float, float], *, blocked: bool = False
) -> None:
    """Draw a dashed arrow from one point to another; `gaps` are the distances kept from both points.

    Between neighbours only its head is drawn. If `blocked` is set, it is grey and has no head.
    """
    (x1, y1), (x2, y2) = start, end
    length = hypot(x2 - x1, y2 - y1)
    if length < 1:
        return
    right, down = (x2 - x1) / length, (y2 - y1) / length
    fill = theme.sides["none"].hi if blocked else theme.bone
    width = ARROW - 3 if blocked else ARROW
    head = 0 if blocked else ARROW * (4 if length > sum(gaps) + ARROW * 4 else 3)
    first, last = gaps[0], max(gaps[0], length - gaps[1] - head)
    if not blocked and length < sum(gaps) + head:
        first = last = length / 2 - head / 2

    def at(far: float) -> tuple[int, int]:
        return round(x1 + right * far), round(y1 + down * far)

    if last - first > DASH / 2:
        (sx, sy), (ex, ey) = at(first), at(last + (head / 3))
        across, tall = ex - sx, ey - sy
        across, tall = (across, tall) if across >= 0 else (-across, -tall)
        back = segment(theme, across, tall, width + 8, theme.print, theme.grounds[0])
        sheet.paste(back, round((sx + ex) / 2), round((sy + ey) / 2))
        count = max(1, round((last - first) / (DASH + GAP)))
        step = (last - first) / count
        dash = _dash(theme, round(right * DASH), round(down * DASH), width, fill)
        for number in range(count):
            sheet.paste(dash, *at(first + step * (number + 0.45)))
    if head:
        sheet.paste(_head(theme, round(degrees(atan2(down, right))) % 360, head, fill), *at(last + head / 2))


@lru_cache(maxsize=64)
def _dash(theme: BattleTheme, across: int, down: int, width: int, fill: Colour) -> Sprite:
    """Return the sprite of a dash with straight ends; `across` and `down` are its extent."""
    length = hypot(across, down)
    right, low = across / length, down / length
    sketch = Sketch(theme, abs(across) + 2 * width, abs(down) + 2 * width, theme.print)
    shape = [
        (along * across / 2 - aside * low * width / 2, along * down / 2 + aside * right * width / 2)
        for along, aside in ((-1, -1), (1, -1), (1, 1), (-1, 1))
    ]
    sketch.polygon(shape, fill)
    return sketch.finish(mask=mask_of(sketch, [shape]))


@lru_cache(maxsize=64)
def _head(theme: BattleTheme, angle: int, size: int, fill: Colour) -> Sprite:
    right, down = cos(radians(angle)), sin(radians(angle))

    def shape(more: float) -> list[Point]:
        far, aside = size / 2 + more, size * 0.42 + more
        spots = ((far + more, 0), (-far, aside + more * 0.4), (-far, -aside - more * 0.4))
        return [(x * right - y * down, x * down + y * right) for x, y in spots]

    sketch = Sketch(theme, size * 1.7 + 16, size * 1.7 + 16, theme.grounds[0])
    sketch.polygon(shape(4), theme.print)
    sketch.polygon(shape(0), fill)
    return sketch.finish(mask=mask_of(sketch, [shape(4)]))


@lru_cache(maxsize=96)
def icon(theme: BattleTheme, name: str, size: int, fill: Colour, ground: Colour) -> Sprite:
    """Return the sprite of an icon on a background of the colour `ground`."""
    sketch = Sketch(theme, size, size, ground)
    sketch.icon(name, 0, 0, size - 2, fill)
    return sketch.finish()


@lru_cache(maxsize=256)
def bar(theme: BattleTheme, width: int, share: float, side: str, ground: Colour) -> Sprite:
    """Return the sprite of a bar for health; `share` is the part of it that is filled, 0 to 1."""
    sketch, height = Sketch(theme, width, 26, ground), 24
    empty = theme.raised if theme.is_light else theme.hole if ground == theme.panel else theme.sides[side].deep2
    sketch.box(0, 0, width, height, empty, 7)
    if share > 0:
        long = max(14, width * min(1, share))
        sketch.box((long - width) / 2, 0, long, height, theme.sides[side].main, 7)
    return sketch.finish()


@lru_cache(maxsize=32)
def rounded_mask(width: int, height: int, radius: int) -> Image.Image:
    """Return the mask of a rectangle with round corners, without anti-aliasing."""
    mask = Image.new("L", (width * SCALE, height * SCALE))
    ImageDraw.Draw(mask).rounded_rectangle((0, 0, width * SCALE - 1, height * SCALE - 1), radius * SCALE, 255)
    return mask.reduce(SCALE).point([0] * 128 + [255] * 128)

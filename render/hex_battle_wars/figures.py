"""The sprites that stand on or above the board: characters, tiles, dice, paths, lines of sight, bursts."""

from collections.abc import Sequence
from functools import lru_cache
from itertools import pairwise
from math import atan2, cos, degrees, hypot, pi, radians, sin
from typing import Final

from PIL import Image, ImageChops, ImageDraw

from render import marks, text
from render.badges import fill_pattern
from render.hex_battle_wars.ground import FACE
from render.hex_battle_wars.places import corners, row_distance
from render.hex_battle_wars.themes import BattleTheme
from render.picture import Sheet
from render.sprites import FRINGE, SCALE, Letter, Point, Sketch, Sprite, hexagon
from render.text import Style
from render.theme import Colour, mix

HEROES: Final = ("knight-helmet", "helmet", "raven", "lion", "cloak-and-dagger", "bird-mask")
HEART, SHIELD, HOOD, SKULL = "hearts", "shield", "hood", "skull"
MIDDLE: Final = 0.70
PATTERN_SHARE: Final = 0.45
BADGE_SHARE: Final = 0.40
DASHES: Final = 11
CIRCLE: Final = 64


def circle(x: float, y: float, radius: float) -> list[Point]:
    """Return the corners of a polygon that looks like a circle."""
    angles = (2 * pi * number / CIRCLE for number in range(CIRCLE))
    return [(x + radius * cos(angle), y + radius * sin(angle)) for angle in angles]


def _mask(sketch: Sketch, shapes: Sequence[Sequence[Point]]) -> Image.Image:
    """Return a mask for pasting that contains several shapes together with their anti-aliased edges."""
    found = sketch.coverage(shapes[0], FRINGE)
    for shape in shapes[1:]:
        found = ImageChops.lighter(found, sketch.coverage(shape, FRINGE))
    return sketch.reduce_mask(found).point([0] + [255] * 255)


def _draw_badge(sketch: Sketch, side: str, letter: str, size: float) -> Letter:
    """Draw the disc of a badge at the lower right, and return the letter that is to be written on it."""
    colours, radius, away = sketch.theme.sides[side], size * BADGE_SHARE / 2, size * 0.36
    sketch.circle(away, away, radius + max(2, size * 0.025), sketch.theme.print)
    sketch.circle(away, away, radius, colours.main)
    share = 1.35 if len(letter) == 1 else 1.05
    return Letter(letter, Style(max(15, round(radius * share)), 800, label=True), away, away, sketch.theme.print)


def _badge_shape(size: float) -> list[Point]:
    return circle(size * 0.36, size * 0.36, size * BADGE_SHARE / 2 + max(2, size * 0.025))


@lru_cache(maxsize=128)
def character(
    theme: BattleTheme, size: int, seat_side: tuple[str, str], letter: str, level: int = 0, acts: bool = False
) -> Sprite:
    """Return the sprite of a character, `size` pixels wide.

    On a block it has a tab with the `level`. `acts` adds a ring for the piece that acts now.
    """
    side, glyph = seat_side
    thick = max(3, round(size * 0.06))
    outer = size / 2 + (thick + 3 if acts else 2)
    sketch = Sketch(theme, 2 * outer + size * 0.12, 2 * outer + size * 0.12, theme.ground)
    shapes = [circle(0, size * 0.02, outer + 1), _badge_shape(size)]
    sketch.circle(0, size * 0.02, outer + 1, theme.print)
    if acts:
        sketch.circle(0, 0, outer, theme.ring)
        sketch.circle(0, 0, size / 2 + 2, theme.print)
    _paint_disc(sketch, side, glyph, size)
    letters = [_draw_badge(sketch, side, letter, size)]
    if level:
        away, wide = size * 0.36, size * 0.36
        tab = hexagon(-away, -away, wide + 2 * max(2, size * 0.025))
        shapes.append(tab)
        sketch.polygon(tab, theme.print)
        sketch.polygon(hexagon(-away, -away, wide), theme.level_3)
        letters.append(
            Letter(str(level), Style(max(15, round(wide * 0.72)), 800, label=True), -away, -away, theme.print)
        )
    return sketch.finish(letters, _mask(sketch, shapes))


def _paint_disc(sketch: Sketch, side: str, glyph: str, size: float) -> None:
    colours = sketch.theme.sides[side]
    radius = size / 2

    def surface(inner: Sketch) -> None:
        inner.circle(0, 0, radius + 2, colours.main)
        fill_pattern(inner, side, size * 1.1, size * 0.13, mix(colours.main, colours.lo, PATTERN_SHARE))

    sketch.clip(circle(0, 0, radius), 0, surface)
    sketch.circle(0, 0, radius * MIDDLE, colours.deep)
    sketch.icon(glyph, 0, 0, size * 0.44, colours.tint)


@lru_cache(maxsize=96)
def disc(theme: BattleTheme, size: int, seat_side: tuple[str, str], letter: str, ground: Colour) -> Sprite:
    """Return the sprite of a character's disc with the seat's letter, for cards; `ground` is the colour around it."""
    side, glyph = seat_side
    sketch = Sketch(theme, size * 1.14, size * 1.14, ground)
    sketch.circle(0, size * 0.03, size / 2 + 2, theme.print)
    _paint_disc(sketch, side, glyph, size)
    letters = [_draw_badge(sketch, side, letter, size)] if letter else []
    return sketch.finish(letters)


@lru_cache(maxsize=128)
def draw_tile(
    theme: BattleTheme, size: int, seat_side: tuple[str, str], numbers: str, letter: str, real: bool = False
) -> Sprite:
    """Return the sprite of an invisible character's tile, or of several tiles on one hex.

    `numbers` are their numbers. All tiles look alike, except that their owner sees which one is `real`.
    """
    side, glyph = seat_side
    colours, width = theme.sides[side], max(3, size * 0.07)
    sketch = Sketch(theme, size * 1.16 + 8, size * 1.16 + 8, theme.ground)
    radius = size / 2
    shapes = [circle(0, 0, radius + 3), _badge_shape(size)]
    sketch.circle(0, 0, radius + 3, theme.print)
    sketch.circle(0, 0, radius, colours.deep)
    if real:
        sketch.circle(0, 0, radius, theme.magic)
        sketch.circle(0, 0, radius - 1.4 * width, colours.deep)
        sketch.icon(glyph, 0, 0, size * 0.44, colours.tint)
    else:
        for dash in range(DASHES):
            angles = [360 / DASHES * (dash + part * 0.62 / 4) for part in range(5)]
            arc = [((radius - width) * cos(radians(angle)), (radius - width) * sin(radians(angle))) for angle in angles]
            sketch.stroke(arc, width, colours.main)
    letters = [_draw_badge(sketch, side, letter, size)]
    if real:
        away, wide = size * 0.36, size * (0.38 if len(numbers) == 1 else 0.52)
        shapes.append(circle(-away, -away, wide / 2 + 3))
        sketch.circle(-away, -away, wide / 2 + 3, theme.print)
        sketch.circle(-away, -away, wide / 2, theme.magic)
        share = {1: 0.7, 3: 0.46}.get(len(numbers), 0.36)
        letters.append(Letter(numbers, Style(max(15, round(wide * share)), 800, label=True), -away, -away, theme.print))
    else:
        share = {1: 0.46, 2: 0.36}.get(len(numbers), 0.27)
        style = Style(max(16, round(size * share)), 800, label=True)
        letters.append(Letter(numbers, style, 0, -size * (0.02 if len(numbers) == 1 else 0.08), colours.tint))
    return sketch.finish(letters, _mask(sketch, shapes))


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
    sketch = Sketch(theme, 2 * size + 8, 2 * size + 8, theme.ground)

    def star(outer: float) -> list[Point]:
        angles = (radians(360 / 32 * number - 90) for number in range(32))
        reach = (outer if number % 2 == 0 else outer * 0.76 for number in range(32))
        return [(far * cos(angle), far * sin(angle)) for angle, far in zip(angles, reach, strict=True)]

    sketch.polygon(star(size + 4), theme.print)
    sketch.polygon(star(size), theme.blow)
    style = Style(max(26, round(size * (0.72 if len(words) < 4 else 0.6))), 850, label=True)
    return sketch.finish([Letter(words, style, 0, 0, (255, 255, 255))], _mask(sketch, [star(size + 4)]))


@lru_cache(maxsize=256)
def pill(theme: BattleTheme, words: str, fill: Colour, ink: Colour, size: int = 28) -> Sprite:
    """Return the sprite of a short text on a rounded box with an outline; `size` is the font size."""
    style = Style(size, 750, label=size < 28)
    width, height = text.width(words, style) + size * 0.8, size * 1.45
    sketch = Sketch(theme, width + 6, height + 6, theme.ground)
    sketch.box(0, 0, width + 5, height + 5, theme.print, 14)
    sketch.box(0, 0, width, height, fill, 12)
    across, down = width / 2 - 12, height / 2 - 12
    box = [(-across, -down), (across, -down), (across, down), (-across, down)]
    mask = sketch.reduce_mask(sketch.coverage(box, 14 + FRINGE)).point([0] + [255] * 255)
    return sketch.finish([Letter(words, style, 0, 0, ink)], mask)


@lru_cache(maxsize=64)
def outline(theme: BattleTheme, column: int, width: int, fill: Colour, share: float = FACE) -> Sprite:
    """Return the sprite of a hex's outline, transparent inside; `width` is the line's width in pixels."""
    sketch = Sketch(theme, column * 4 / 3 + 2 * width, row_distance(column) + 2 * width, theme.ground)
    ring = corners(column, share)
    inner = share - 2 * width / row_distance(column)
    sketch.polygon(ring, fill)
    sketch.polygon(corners(column, inner), theme.ground)
    cover = ImageChops.subtract(sketch.coverage(ring, FRINGE), sketch.coverage(corners(column, inner)))
    return sketch.finish(mask=sketch.reduce_mask(cover).point([0] + [255] * 255))


@lru_cache(maxsize=4)
def mark(theme: BattleTheme, column: int, size: int = 0) -> Sprite:
    """Return the ring around a marked hex, or around a piece on it that is `size` pixels wide."""

    def larger(reach: float) -> list[Point]:
        return corners(column, FACE + 2 * reach / row_distance(column))

    if size:
        radius = size / 2 + max(3, round(size * 0.06)) + 3
        return marks.mark(theme, 2 * radius, lambda reach: circle(0, 0, radius + reach))
    return marks.mark(theme, column * 4 / 3, larger)


@lru_cache(maxsize=128)
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
    sketch = Sketch(theme, 2 * radius + 8, 2 * radius + 8, theme.ground)
    sketch.circle(0, 0, radius + 3, theme.print)
    sketch.circle(0, 0, radius, fill)
    if middle is not None:
        sketch.circle(0, 0, radius * 0.56, middle)
    return sketch.finish(mask=_mask(sketch, [circle(0, 0, radius + 3)]))


def draw_path(sheet: Sheet, theme: BattleTheme, points: Sequence[Point], side: str, width: int, start: bool) -> None:
    """Draw a path through the given points with a dot at each but the last.

    If `start` is set, a larger ring marks the first point.
    """
    colours = theme.sides[side]
    lines = [
        (round((x1 + x2) / 2), round((y1 + y2) / 2), round(x2 - x1), round(y2 - y1))
        for (x1, y1), (x2, y2) in pairwise(points)
    ]
    draw_lines(sheet, theme, lines, width, 8, colours.main)
    for number, (x, y) in enumerate(points[:-1]):
        first = start and number == 0
        sprite = dot(
            theme,
            round(width * (1.4 if first else 0.72)),
            colours.main if first else colours.tint,
            colours.deep if first else None,
        )
        sheet.paste(sprite, round(x), round(y))


def draw_lines(
    sheet: Sheet, theme: BattleTheme, lines: Sequence[tuple[int, int, int, int]], width: int, more: int, fill: Colour
) -> None:
    """Draw joined lines with an outline that is `more` pixels wider than they are.

    Each line is given by its centre and by the distances between its ends: (x, y, across, down).
    """
    passes = (
        (theme.print, theme.ground, width + more, False),
        (fill, theme.print, width, False),
        (fill, fill, width, True),
    )
    for ink, under, wide, core in passes:
        for x, y, across, down in lines:
            across, down = (across, down) if across >= 0 else (-across, -down)
            sheet.paste(segment(theme, across, down, wide, ink, under, core), x, y)


def draw_sight(
    sheet: Sheet, theme: BattleTheme, start: Point, end: Point, gaps: tuple[float, float], width: int, fill: Colour
) -> None:
    """Draw a dashed arrow from one point to another; `gaps` are the distances kept from both points."""
    (x1, y1), (x2, y2) = start, end
    length = hypot(x2 - x1, y2 - y1)
    if length <= sum(gaps) + 2:
        return
    right, down = (x2 - x1) / length, (y2 - y1) / length
    head = min(width * 4.2, length - sum(gaps))
    first, last = gaps[0], length - gaps[1] - head
    step = width * 3.6
    count = max(0, int((last - first) / step))
    dash = segment(theme, round(right * step * 0.5), round(down * step * 0.5), width, fill, theme.print)
    back = segment(theme, round(right * step * 0.5), round(down * step * 0.5), width + 6, theme.print, theme.ground)
    spots = [last - step * (number + 0.35) for number in range(count)]
    for sprite in (back, dash):
        for far in spots:
            sheet.paste(sprite, round(x1 + right * far), round(y1 + down * far))
    arrow = _head(theme, round(degrees(atan2(down, right))) % 360, round(head), fill)
    sheet.paste(arrow, round(x1 + right * (last + head / 2)), round(y1 + down * (last + head / 2)))


@lru_cache(maxsize=64)
def _head(theme: BattleTheme, angle: int, size: int, fill: Colour) -> Sprite:
    right, down = cos(radians(angle)), sin(radians(angle))

    def shape(more: float) -> list[Point]:
        far, aside = size / 2 + more, size * 0.42 + more
        spots = ((far + more, 0), (-far, aside + more * 0.4), (-far, -aside - more * 0.4))
        return [(x * right - y * down, x * down + y * right) for x, y in spots]

    sketch = Sketch(theme, size * 1.7 + 16, size * 1.7 + 16, theme.ground)
    sketch.polygon(shape(3), theme.print)
    sketch.polygon(shape(0), fill)
    return sketch.finish(mask=_mask(sketch, [shape(3)]))


@lru_cache(maxsize=96)
def draw_icon_sprite(theme: BattleTheme, name: str, size: int, fill: Colour, ground: Colour) -> Sprite:
    """Return the sprite of an icon on a background of the colour `ground`."""
    sketch = Sketch(theme, size, size, ground)
    sketch.icon(name, 0, 0, size - 2, fill)
    return sketch.finish()


@lru_cache(maxsize=256)
def bar(theme: BattleTheme, width: int, share: float, side: str, ground: Colour) -> Sprite:
    """Return the sprite of a bar for health; `share` is the part of it that is filled, 0 to 1."""
    sketch, height = Sketch(theme, width, 26, ground), 24
    sketch.box(0, 0, width, height, theme.hole if not theme.is_light else theme.raised, 7)
    if share > 0:
        long = max(14, width * min(1, share))
        sketch.box((long - width) / 2, 0, long, height, theme.sides[side].main, 7)
    return sketch.finish()


@lru_cache(maxsize=64)
def pips(theme: BattleTheme, side: str, left: int, most: int, ground: Colour) -> Sprite:
    """Return the sprite of a row of small bars, one per pass; those of used passes are dark."""
    wide, gap = 26, 8
    sketch = Sketch(theme, most * (wide + gap), 18, ground)
    spent = theme.line if ground != theme.line else theme.raised
    for index in range(most):
        x = (index - (most - 1) / 2) * (wide + gap)
        sketch.box(x, 0, wide, 16, theme.sides[side].main if index < left else spent, 5)
    return sketch.finish()


@lru_cache(maxsize=32)
def rounded_mask(width: int, height: int, radius: int) -> Image.Image:
    """Return the mask of a rectangle with round corners, without anti-aliasing."""
    mask = Image.new("L", (width * SCALE, height * SCALE))
    ImageDraw.Draw(mask).rounded_rectangle((0, 0, width * SCALE - 1, height * SCALE - 1), radius * SCALE, 255)
    return mask.reduce(SCALE).point([0] * 128 + [255] * 128)

"""Sprites of Magic Stones: gems with their values, the contest for them, and who took what."""

from collections.abc import Sequence
from typing import Final, NamedTuple

from render import text
from render.monster_hex import glyphs
from render.monster_hex.tiles import (
    LARGEST_CACHED,
    ROUNDED,
    field_mask,
    field_sketch,
    outline,
    paint_shadow,
    width_of,
)
from render.palette import CRYSTAL_LIGHT, STONE_LIGHT, tone
from render.patterns import fill_pattern
from render.sprites import Letter, Point, Sketch, Sprite, cached_sprite, hexagon
from render.text import Style
from render.theme import Colour, Theme, mix

Worth = tuple[tuple[int, str], ...]
"""The printed values of a stone, with their faction colours."""
Powers = tuple[tuple[int, str | None], ...]
"""Powers with their factions, the most first."""
Gains = tuple[tuple[int, str | None], ...]
"""Points, with the faction of the seat that got them."""

SMALLEST: Final = 28
SMALLEST_NAME: Final = 24
PATTERN_SHARE: Final = 0.5
SMALL: Final = "Small Stone"
NAMED_FROM: Final = 210
"""The pitch from which a contested stone has room for its name."""


class Look(NamedTuple):
    """The colours of a stone: its rim, facets and well, and texts on it."""

    rim: Colour
    facets: Colour
    well: Colour
    words: Colour


def look(theme: Theme, demon_king: bool, last: bool) -> Look:
    """The colours of a stone; `last` if one hex is left."""
    if demon_king:
        return Look(theme.gold_hi if last else theme.gold, theme.gold_lo, theme.king, theme.gold)
    return Look(theme.magic_hi if last else theme.magic, theme.magic_lo, theme.magic_deep, theme.magic_hi)


@cached_sprite(256, LARGEST_CACHED)
def large_stone(
    theme: Theme, pitch: int, name: str, worth: Worth, powers: Powers, left: int, demon_king: bool
) -> Sprite:
    """A Large Stone that nobody has taken."""
    sketch = field_sketch(theme, pitch, theme.slab)
    letters = paint_large(sketch, pitch, name, worth, powers, left, demon_king)
    return sketch.finish(letters, field_mask(theme, pitch))


@cached_sprite(64, LARGEST_CACHED)
def small_stone(theme: Theme, pitch: int, points: int, left: int) -> Sprite:
    """A Small Stone that nobody has taken."""
    sketch = field_sketch(theme, pitch, theme.slab)
    return sketch.finish(paint_small(sketch, pitch, points, left), field_mask(theme, pitch))


@cached_sprite(256, LARGEST_CACHED)
def taken_stone(
    theme: Theme, pitch: int, name: str, gains: Gains, demon_king: bool, mark: Colour | None = None
) -> Sprite:
    """A stone whose points were taken, or that nobody got; its points are outlined in the colour `mark`."""
    sketch = field_sketch(theme, pitch, theme.slab)
    letters = paint_taken(sketch, pitch, name, gains, demon_king, mark)
    return sketch.finish(letters, field_mask(theme, pitch, shadow=False))


def short_name(name: str) -> str:
    """A stone's name without the word that all have in common."""
    return name.removesuffix(" Stone")


def one_word(name: str) -> str:
    """A stone's name in a single word."""
    return short_name(name).removesuffix(" Lord").split()[-1]


def left_text(left: int) -> str:
    """How many hexes are left around a stone, in words; none while its first picks a value."""
    return f"{left} left" if left else "pick"


def paint_large(
    sketch: Sketch, pitch: int, name: str, worth: Worth, powers: Powers, left: int, demon_king: bool
) -> list[Letter]:
    """Draws a Large Stone without its texts; returns the texts."""
    theme, width = sketch.theme, width_of(pitch)
    colours = look(theme, demon_king, left <= 1)
    _paint_rim(sketch, width, colours, 0.87, last=left <= 1)
    if demon_king:
        sketch.icon(glyphs.DEMON_KING, 0, 0, width * 0.73, theme.king_skull)
    if not powers:
        name_letter = _name_letter(width, name, width * 0.15, colours.words)
        values = _paint_values(sketch, width, worth, -width * 0.17, 1.2)
        return [*values, name_letter, _left_letter(theme, width, colours, left)]
    if pitch < NAMED_FROM:
        values = _paint_values(sketch, width, worth, -width * 0.235, 1)
        _paint_bar(sketch, width, width * 0.025, powers)
        return [*values, *_power_letters(theme, width, powers, 0.18), _left_letter(theme, width, colours, left)]
    values = _paint_values(sketch, width, worth, -width * 0.27, 0.9)
    _paint_bar(sketch, width, -width * 0.03, powers)
    letters = [*values, *_power_letters(theme, width, powers, 0.115)]
    letters.append(_name_letter(width, name, width * 0.27, colours.words, 0.115))
    return [*letters, _left_letter(theme, width, colours, left, 0.14, 0.4)]


def _left_letter(theme: Theme, width: float, colours: Look, left: int, share: float = 0.18, y: float = 0.365) -> Letter:
    style = Style(max(SMALLEST, round(width * share)), 600 if left > 1 else 800)
    return Letter(left_text(left), style, 0, width * y, colours.words if left > 1 else lit_ink(theme))


def lit_ink(theme: Theme) -> Colour:
    """White on pieces, in every theme."""
    return theme.background if theme.is_light else theme.ink


def _name_letter(width: float, name: str, y: float, fill: Colour, share: float = 0.155) -> Letter:
    style = Style(max(SMALLEST_NAME, round(width * share)), 650, label=True)
    words, smaller = text.fit(short_name(name), style, round(width * 0.83), SMALLEST_NAME)
    if words == short_name(name):
        return Letter(words, smaller, 0, y, fill)
    return Letter(one_word(name), style, 0, y, fill)


def _paint_rim(sketch: Sketch, width: float, colours: Look, well: float, last: bool) -> None:
    rounded = width * ROUNDED
    paint_shadow(sketch, width)
    thickness = 6 if last else 3
    sketch.polygon(outline(width), colours.rim, rounded)
    base = outline(width - 2 * thickness)

    def facets(inner: Sketch) -> None:
        outer = hexagon(0, 0, width)
        for edge in range(6):
            corners = [outer[(edge + 1) % 6], outer[(edge + 2) % 6], (0, 0)]
            inner.polygon(corners, tone(colours.facets, STONE_LIGHT[edge]))

    sketch.clip(base, rounded, facets)
    sketch.polygon(hexagon(0, 0, width * well), colours.well)


def _paint_values(sketch: Sketch, width: float, worth: Worth, y: float, scale: float) -> list[Letter]:
    """Draws a stone's values as gems, the first a little larger; returns their numbers."""
    sizes = [width * share * scale for share in (0.33, 0.30)] if len(worth) > 1 else [width * 0.36 * scale]
    gap = width * 0.05
    x = -(sum(sizes[: len(worth)]) + gap * (len(worth) - 1)) / 2
    letters: list[Letter] = []
    for (points, faction), size in zip(worth, sizes, strict=False):
        style = Style(max(SMALLEST, round(size * 0.54)), 850)
        paint_gem(sketch.at(round(x + size / 2), round(y)), size, faction)
        letters.append(Letter(str(points), style, round(x + size / 2), round(y) - size * 0.04, sketch.theme.print))
        x += size + gap
    return letters


def paint_gem(sketch: Sketch, size: float, faction: str) -> None:
    """Draws a shield-shaped gem in a faction's colours and pattern."""
    side, half = sketch.theme.sides[faction], size / 2
    shield: list[Point] = [(-0.78, -1), (0.78, -1), (1, -0.6), (1, 0.42), (0, 1.1), (-1, 0.42), (-1, -0.6)]
    face: list[Point] = [(-0.62, -0.6), (0.62, -0.6), (0.72, 0.28), (0, 0.72), (-0.72, 0.28)]

    def at(points: Sequence[Point]) -> list[Point]:
        return [(x * half, y * half) for x, y in points]

    sketch.at(0, round(size * 0.06)).polygon(at(shield), sketch.theme.print, size * 0.02)
    sketch.polygon(at(shield), tone(side.main, -0.10))
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


def _paint_bar(sketch: Sketch, width: float, y: float, powers: Powers) -> None:
    """Draws the tug of war: a bar split by power."""
    theme, across, down = sketch.theme, width * 0.59, width * 0.08
    sketch.box(0, y, across + 6, down + 6, theme.print, down / 2 + 3)
    total = sum(max(0, power) for power, _ in powers) or 1
    x = -across / 2
    shown = [(power, faction) for power, faction in powers if power > 0]
    for power, faction in shown:
        part = across * power / total - (2 if len(shown) > 1 else 0)
        sketch.box(x + part / 2, y, part, down, theme.sides[faction or "none"].main, min(down / 2.2, part / 2))
        x += across * power / total


def _power_letters(theme: Theme, width: float, powers: Powers, y: float) -> list[Letter]:
    """The two largest powers in their sides' tints, the leader's larger."""
    first, *others = powers[:2]
    tied = bool(others) and others[0][0] == first[0]
    large = Style(max(SMALLEST, round(width * (0.205 if tied else 0.225))), 850)
    small = large if tied else Style(max(SMALLEST, round(width * 0.19)), 700)
    words = [(str(first[0]), large, theme.sides[first[1] or "none"].tint)]
    if others:
        words.append((":", small, theme.magic_hi))
        words.append((str(others[0][0]), small, theme.sides[others[0][1] or "none"].tint))
    gap = width * 0.025
    x = -(sum(text.width(each, style) for each, style, _ in words) + gap * (len(words) - 1)) / 2
    letters: list[Letter] = []
    for each, style, fill in words:
        across = text.width(each, style)
        letters.append(Letter(each, style, x + across / 2, width * y, fill))
        x += across + gap
    return letters


def paint_small(sketch: Sketch, pitch: int, points: int, left: int) -> list[Letter]:
    """Draws a Small Stone without its texts; returns the texts."""
    theme, width = sketch.theme, width_of(pitch)
    colours = look(theme, False, left <= 1)
    _paint_rim(sketch, width, colours, 0.72, last=left <= 1)
    y = -width * 0.09
    paint_crystal(sketch.at(0, round(y)), width * 0.38)
    style = Style(max(SMALLEST, round(width * 0.22)), 850)
    return [Letter(str(points), style, 0, round(y), theme.print), _left_letter(theme, width, colours, left)]


def paint_crystal(sketch: Sketch, size: float) -> None:
    """Draws the crystal of a Small Stone, `size` wide."""
    theme, half = sketch.theme, size / 2

    def at(*points: Point) -> list[Point]:
        return [(x * half, y * half) for x, y in points]

    top, foot = (0.0, -1.42), (0.0, 1.42)
    left, right = (-1.0, -0.42), (1.0, -0.42)
    low_left, low_right = (-0.72, 0.72), (0.72, 0.72)
    face = [(0.0, -0.95), (0.62, -0.3), (0.45, 0.55), (0.0, 0.95), (-0.45, 0.55), (-0.62, -0.3)]
    sketch.polygon(at(top, right, low_right, foot, low_left, left), theme.magic_lo)
    sketch.polygon(at(top, face[0], face[5], left), tone(theme.magic_hi, CRYSTAL_LIGHT))
    sketch.polygon(at(top, right, face[1], face[0]), theme.magic)
    sketch.polygon(at(left, face[5], face[4], low_left), theme.magic_hi)
    sketch.polygon(at(right, low_right, face[2], face[1]), mix(theme.magic_lo, theme.magic, 0.5))
    sketch.polygon(at(*face), theme.magic_hi)


def paint_taken(
    sketch: Sketch, pitch: int, name: str, gains: Gains, demon_king: bool, mark: Colour | None
) -> list[Letter]:
    """Draws a stone whose points were taken, without its texts; returns the texts."""
    theme, width = sketch.theme, width_of(pitch)
    style = Style(max(SMALLEST_NAME, round(width * 0.145)), 550, label=True)
    _paint_socket(sketch, width, demon_king)
    if not gains:
        sketch.icon(glyphs.NOBODY, 0, -width * 0.1, width * 0.3, theme.gold_lo if demon_king else theme.line)
        return [Letter("nobody", style, 0, width * 0.24, theme.gold_lo if demon_king else theme.faint)]
    height, middle = width * 0.23, 0.0
    letters: list[Letter] = []
    if demon_king:
        one = len(gains) == 1
        middle = width * (0.2 if one else 0.17)
        sketch.icon(glyphs.DEMON_KING, 0, -width * (0.18 if one else 0.29), width * (0.46 if one else 0.3), theme.gold)
    elif name != SMALL:
        letters.append(Letter(one_word(name), style, 0, width * 0.385, theme.faint))
    for number, (points, faction) in enumerate(gains):
        y = middle + (number - (len(gains) - 1) / 2) * height * 1.2
        letters.append(_paint_pill(sketch, width, y, height, points, faction, mark))
    return letters


def _paint_socket(sketch: Sketch, width: float, demon_king: bool) -> None:
    theme, rounded = sketch.theme, width * ROUNDED
    if demon_king:
        sketch.polygon(outline(width), theme.gold_lo, rounded)
        sketch.polygon(outline(width - 6), theme.king, rounded)
        return
    sketch.polygon(outline(width), theme.cell_lo, rounded)
    sketch.polygon(outline(width - 3), socket_colour(theme), rounded)


def socket_colour(theme: Theme) -> Colour:
    """The floor of a stone's place after the stone was taken."""
    return theme.slab if theme.is_light else min(theme.cell, theme.cell_lo)


def _paint_pill(
    sketch: Sketch, width: float, y: float, height: float, points: int, faction: str | None, mark: Colour | None
) -> Letter:
    """Draws the points that a faction took, without their text; returns the text."""
    side = sketch.theme.sides[faction or "none"]
    style = Style(max(SMALLEST, round(width * 0.19)), 800)
    words = f"+{points}"
    size, gap = height * 0.72, width * 0.04
    across = text.width(words, style) + size + gap
    if mark is not None:
        sketch.box(0, y, across + height * 0.8 + 8, height + 8, mark, height / 2 + 4)
    sketch.box(0, y, across + height * 0.8, height, side.deep, height / 2)
    left = -across / 2
    if faction is not None:
        sketch.icon(glyphs.FACTIONS[faction], left + size / 2, y, size, side.main)
    return Letter(words, style, left + size + gap + text.width(words, style) / 2, y, side.tint)

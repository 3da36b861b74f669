"""Sprites of Magic Stones: gems with their values, the contest for them, and who took what."""

from collections.abc import Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from render import text
from render.monster_hex import glyphs
from render.monster_hex.contests import WAITING
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
from render.sprites import Letter, Point, Sketch, Sprite, cached_sprite, compose, hexagon, without_ground
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
BAR, BAR_HEIGHT = 0.59, 0.08
"""The size of the bar of powers, in widths of a stone."""
PILL, EMBLEM = 0.23, 0.72
"""The height of a pill with points, in widths of a stone, and of the emblem in it, in heights of the pill."""
SHIELD: Final[Sequence[Point]] = ((-0.78, -1), (0.78, -1), (1, -0.6), (1, 0.42), (0, 1.1), (-1, 0.42), (-1, -0.6))
"""The outline of a gem, in halves of its size."""
GEM_SHADOW, GEM_EDGE = 0.06, 0.02
"""How far a gem's shadow lies below it, and how much wider it is, in sizes of the gem."""


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


class Gem(NamedTuple):
    """A value on a stone: its points and faction, the gem's size, and its centre."""

    points: int
    faction: str
    size: float
    x: int
    y: int


class Contents(NamedTuple):
    """What lies on a contested stone: gems, the middle of the bar of powers if there is one, and texts."""

    gems: Sequence[Gem]
    bar: int | None
    letters: Sequence[Letter]


@cached_sprite(48, LARGEST_CACHED)
def large_stone(
    theme: Theme, pitch: int, name: str, worth: Worth, powers: Powers, left: int, demon_king: bool
) -> Sprite:
    """A Large Stone that nobody has taken."""
    colours = look(theme, demon_king, left <= 1)
    gems, bar, letters = _contents(theme, pitch, colours, name, worth, powers, left)
    parts = [(_gem(theme, gem.size, gem.points, gem.faction, colours.well), gem.x, gem.y) for gem in gems]
    if bar is not None:
        parts.append((_bar(theme, width_of(pitch), powers, colours.well), 0, bar))
    base = _contested(theme, pitch, demon_king, left <= 1)
    return compose(base, parts, theme, [(letter, colours.well) for letter in letters])


@cached_sprite(16, LARGEST_CACHED)
def _contested(theme: Theme, pitch: int, demon_king: bool, last: bool) -> Sprite:
    """A Large Stone without its values, powers and texts."""
    sketch = field_sketch(theme, pitch, theme.slab)
    _paint_contested(sketch, width_of(pitch), look(theme, demon_king, last), demon_king, last)
    return sketch.finish(mask=field_mask(theme, pitch))


@lru_cache(maxsize=128)
def _gem(theme: Theme, size: float, points: int, faction: str, ground: Colour) -> Sprite:
    sketch = Sketch(theme, size * 1.06, size * 1.32, ground)
    paint_gem(sketch, size, faction)
    return without_ground(sketch.finish([_number(theme, Gem(points, faction, size, 0, 0))]), theme, ground)


def _bar(theme: Theme, width: float, powers: Powers, ground: Colour) -> Sprite:
    sketch = Sketch(theme, width * BAR + 6, width * BAR_HEIGHT + 6, ground)
    _paint_bar(sketch, width, 0, powers)
    return without_ground(sketch.finish(), theme, ground)


@cached_sprite(24, LARGEST_CACHED)
def small_stone(theme: Theme, pitch: int, points: int, left: int) -> Sprite:
    """A Small Stone that nobody has taken."""
    sketch = field_sketch(theme, pitch, theme.slab)
    return sketch.finish(paint_small(sketch, pitch, points, left), field_mask(theme, pitch))


@cached_sprite(48, LARGEST_CACHED)
def taken_stone(
    theme: Theme, pitch: int, name: str, gains: Gains, demon_king: bool, mark: Colour | None = None
) -> Sprite:
    """A stone whose points were taken, or that nobody got; its points are outlined in the colour `mark`."""
    width, ground = width_of(pitch), _socket_floor(theme, demon_king)
    ys = _pill_places(width, len(gains), demon_king)
    parts = [(_pill(theme, pitch, *gain, ground, mark), 0, y) for gain, y in zip(gains, ys, strict=True)]
    letters = [(letter, ground) for letter in _taken_letters(theme, width, name, gains, demon_king)]
    return compose(_socket(theme, pitch, len(gains), demon_king), parts, theme, letters)


@cached_sprite(16, LARGEST_CACHED)
def _socket(theme: Theme, pitch: int, gains: int, demon_king: bool) -> Sprite:
    """The place of a stone that was taken by as many seats, without points and texts."""
    sketch = field_sketch(theme, pitch, theme.slab)
    _paint_socket(sketch, width_of(pitch), gains, demon_king)
    return sketch.finish(mask=field_mask(theme, pitch, shadow=False))


@lru_cache(maxsize=64)
def _pill(theme: Theme, pitch: int, points: int, faction: str | None, ground: Colour, mark: Colour | None) -> Sprite:
    width, height = width_of(pitch), width_of(pitch) * PILL
    sketch = Sketch(theme, _pill_width(width, points) + 8, height + 8, ground)
    return without_ground(sketch.finish([_paint_pill(sketch, width, 0, points, faction, mark)]), theme, ground)


def short_name(name: str) -> str:
    """A stone's name without the word that all have in common."""
    return name.removesuffix(" Stone")


def one_word(name: str) -> str:
    """A stone's name in a single word."""
    return short_name(name).removesuffix(" Lord").split()[-1]


def left_text(left: int) -> str:
    """How many hexes are left around a stone, in words; with none left what it waits for."""
    if left == WAITING:
        return "waits"
    return f"{left} left" if left else "pick"


def paint_large(
    sketch: Sketch, pitch: int, name: str, worth: Worth, powers: Powers, left: int, demon_king: bool
) -> list[Letter]:
    """Draws a Large Stone without its texts; returns the texts."""
    theme, width = sketch.theme, width_of(pitch)
    colours = look(theme, demon_king, left <= 1)
    _paint_contested(sketch, width, colours, demon_king, left <= 1)
    gems, bar, letters = _contents(theme, pitch, colours, name, worth, powers, left)
    for gem in gems:
        paint_gem(sketch.at(gem.x, gem.y), gem.size, gem.faction)
    if bar is not None:
        _paint_bar(sketch, width, bar, powers)
    return [*(_number(theme, gem) for gem in gems), *letters]


def _paint_contested(sketch: Sketch, width: float, colours: Look, demon_king: bool, last: bool) -> None:
    _paint_rim(sketch, width, colours, 0.87, last)
    if demon_king:
        sketch.icon(glyphs.DEMON_KING, 0, 0, width * 0.73, sketch.theme.king_skull)


def _contents(theme: Theme, pitch: int, colours: Look, name: str, worth: Worth, powers: Powers, left: int) -> Contents:
    width = width_of(pitch)
    if not powers:
        letters = [_name_letter(width, name, width * 0.15, colours.words), _left_letter(theme, width, colours, left)]
        return Contents(_gems(width, worth, -width * 0.17, 1.2), None, letters)
    if pitch < NAMED_FROM:
        letters = [*_power_letters(theme, width, powers, 0.18), _left_letter(theme, width, colours, left)]
        return Contents(_gems(width, worth, -width * 0.235, 1), round(width * 0.025), letters)
    letters = [*_power_letters(theme, width, powers, 0.115)]
    letters.append(_name_letter(width, name, width * 0.27, colours.words, 0.115))
    letters.append(_left_letter(theme, width, colours, left, 0.14, 0.4))
    return Contents(_gems(width, worth, -width * 0.27, 0.9), round(-width * 0.03), letters)


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


def _gems(width: float, worth: Worth, y: float, scale: float) -> list[Gem]:
    """A stone's values beside each other, the first a little larger."""
    sizes = [width * share * scale for share in (0.33, 0.30)] if len(worth) > 1 else [width * 0.36 * scale]
    gap = width * 0.05
    x = -(sum(sizes[: len(worth)]) + gap * (len(worth) - 1)) / 2
    gems: list[Gem] = []
    for (points, faction), size in zip(worth, sizes, strict=False):
        gems.append(Gem(points, faction, size, round(x + size / 2), round(y)))
        x += size + gap
    return gems


def _number(theme: Theme, gem: Gem) -> Letter:
    style = Style(max(SMALLEST, round(gem.size * 0.54)), 850)
    return Letter(str(gem.points), style, gem.x, gem.y - gem.size * 0.04, theme.print)


def paint_gem(sketch: Sketch, size: float, faction: str) -> None:
    """Draws a shield-shaped gem in a faction's colours and pattern."""
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


def _paint_bar(sketch: Sketch, width: float, y: float, powers: Powers) -> None:
    """Draws the tug of war: a bar split by power."""
    theme, across, down = sketch.theme, width * BAR, width * BAR_HEIGHT
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
    width = width_of(pitch)
    _paint_socket(sketch, width, len(gains), demon_king)
    letters = _taken_letters(sketch.theme, width, name, gains, demon_king)
    for (points, faction), y in zip(gains, _pill_places(width, len(gains), demon_king), strict=True):
        letters.append(_paint_pill(sketch, width, y, points, faction, mark))
    return letters


def _taken_letters(theme: Theme, width: float, name: str, gains: Gains, demon_king: bool) -> list[Letter]:
    """What is written on a taken stone besides the points."""
    style = Style(max(SMALLEST_NAME, round(width * 0.145)), 550, label=True)
    if not gains:
        return [Letter("nobody", style, 0, width * 0.24, theme.gold_lo if demon_king else theme.faint)]
    if demon_king or name == SMALL:
        return []
    return [Letter(one_word(name), style, 0, width * 0.385, theme.faint)]


def _pill_places(width: float, gains: int, demon_king: bool) -> list[int]:
    """The middles of the pills with points, from the top; below the skull on the Demon King's stone."""
    middle = (0.2 if gains == 1 else 0.17) if demon_king else 0.0
    return [round(width * (middle + (number - (gains - 1) / 2) * PILL * 1.2)) for number in range(gains)]


def _paint_socket(sketch: Sketch, width: float, gains: int, demon_king: bool) -> None:
    theme, rounded = sketch.theme, width * ROUNDED
    rim, thickness = (theme.gold_lo, 6) if demon_king else (theme.cell_lo, 3)
    sketch.polygon(outline(width), rim, rounded)
    sketch.polygon(outline(width - thickness), _socket_floor(theme, demon_king), rounded)
    if not gains:
        sketch.icon(glyphs.NOBODY, 0, -width * 0.1, width * 0.3, theme.gold_lo if demon_king else theme.line)
    elif demon_king:
        away, size = (0.18, 0.46) if gains == 1 else (0.29, 0.3)
        sketch.icon(glyphs.DEMON_KING, 0, -width * away, width * size, theme.gold)


def _socket_floor(theme: Theme, demon_king: bool) -> Colour:
    return theme.king if demon_king else socket_colour(theme)


def socket_colour(theme: Theme) -> Colour:
    """The floor of a stone's place after the stone was taken."""
    return theme.slab if theme.is_light else min(theme.cell, theme.cell_lo)


def _paint_pill(
    sketch: Sketch, width: float, y: float, points: int, faction: str | None, mark: Colour | None
) -> Letter:
    """Draws the points that a faction took, without their text; returns the text."""
    side = sketch.theme.sides[faction or "none"]
    style, words, height, across = _points_style(width), f"+{points}", width * PILL, _pill_width(width, points)
    if mark is not None:
        sketch.box(0, y, across + 8, height + 8, mark, height / 2 + 4)
    sketch.box(0, y, across, height, side.deep, height / 2)
    left, size = -(across - height * 0.8) / 2, height * EMBLEM
    if faction is not None:
        sketch.icon(glyphs.FACTIONS[faction], left + size / 2, y, size, side.main)
    return Letter(words, style, left + size + width * 0.04 + text.width(words, style) / 2, y, side.tint)


def _points_style(width: float) -> Style:
    return Style(max(SMALLEST, round(width * 0.19)), 800)


def _pill_width(width: float, points: int) -> float:
    return text.width(f"+{points}", _points_style(width)) + width * (PILL * (EMBLEM + 0.8) + 0.04)

"""Sprites of Magic Stones that are not captured yet: gems with the stone's values, and the powers around it."""

from collections.abc import Sequence
from math import sqrt
from typing import Final, NamedTuple

from language.messages import N_, _
from render import text
from render.monster_hex import glyphs
from render.monster_hex.contests import left_text
from render.monster_hex.gems import SMALLEST, Gem, Worth, gem_letters, gem_sprite, paint_crystal, paint_gem, place_gems
from render.monster_hex.tiles import (
    LARGEST_CACHED,
    ROUNDED,
    edge_line,
    field_mask,
    field_sketch,
    outline,
    paint_shadow,
    width_of,
)
from render.palette import STONE_LIGHT, tone
from render.sprites import Letter, Sketch, Sprite, cached_sprite, compose, hexagon, without_ground
from render.text import Style
from render.theme import Colour, Theme

Powers = tuple[tuple[int, str | None], ...]
"""Pairs of an owner's power at a stone and the owner's faction, highest power first."""
SMALLEST_NAME: Final = 24
"""The minimum font size of names on stones, in pixels."""
NAMED_FROM: Final = 210
"""The minimum pitch at which a stone with powers around it has room for its name, in pixels."""
LAST_WORDS: Final = (N_("Jade"), N_("Amber"), N_("Azure"), N_("King"))
"""The last words of names, marked for translation; see `last_word`."""
BAR, BAR_HEIGHT = 0.59, 0.08
"""The width and height of the bar that compares powers, as shares of the stone's width."""


class StoneStyle(NamedTuple):
    """The colours of a stone: its rim, its facets, its well (the sunken middle), and the texts on it."""

    rim: Colour
    facets: Colour
    well: Colour
    words: Colour


def look(theme: Theme, demon_king: bool, last: bool) -> StoneStyle:
    """Return the colours of a stone; the rim is brighter if `last` is set.

    `last` means that at most one hex is left around the stone.
    """
    if demon_king:
        return StoneStyle(theme.gold_hi if last else theme.gold, theme.gold_lo, theme.king, theme.gold)
    return StoneStyle(theme.magic_hi if last else theme.magic, theme.magic_lo, theme.magic_deep, theme.magic_hi)


class Contents(NamedTuple):
    """The contents of a Large Stone that is not captured yet: gems, bar of powers, and texts.

    `bar` is the vertical centre of the bar in pixels, None if there are no powers yet.
    """

    gems: Sequence[Gem]
    bar: int | None
    letters: Sequence[Letter]


@cached_sprite(48, LARGEST_CACHED, has_words=True)
def large_stone(
    theme: Theme, pitch: int, name: str, worth: Worth, powers: Powers, left: int, demon_king: bool
) -> Sprite:
    """Return a Large Stone that is not captured yet, with its values, the powers around it, and the hexes left."""
    colours = look(theme, demon_king, left <= 1)
    gems, bar, letters = _contents(theme, pitch, colours, name, worth, powers, left)
    parts = [(gem_sprite(theme, gem.size, gem.points, gem.faction, colours.well), gem.x, gem.y) for gem in gems]
    if bar is not None:
        parts.append((_bar(theme, width_of(pitch), powers, colours.well), 0, bar))
    base = _contested(theme, pitch, demon_king, left <= 1)
    return compose(base, parts, theme, [(letter, colours.well) for letter in letters])


@cached_sprite(16, LARGEST_CACHED)
def _contested(theme: Theme, pitch: int, demon_king: bool, last: bool) -> Sprite:
    """Return a Large Stone that is not captured yet, without its gems, bar of powers and texts."""
    sketch = field_sketch(theme, pitch, theme.slab)
    _paint_contested(sketch, width_of(pitch), look(theme, demon_king, last), demon_king, last)
    return sketch.finish(mask=field_mask(theme, pitch))


def _bar(theme: Theme, width: float, powers: Powers, ground: Colour) -> Sprite:
    sketch = Sketch(theme, width * BAR + 6, width * BAR_HEIGHT + 6, ground)
    _paint_bar(sketch, width, 0, powers)
    return without_ground(sketch.finish(), theme, ground)


@cached_sprite(24, LARGEST_CACHED, has_words=True)
def small_stone(theme: Theme, pitch: int, label: str, points: int, powers: Powers, left: int) -> Sprite:
    """Return a Small Stone that is not captured yet, with its hex, points, the powers around it, and the hexes left."""
    sketch = field_sketch(theme, pitch, theme.slab)
    return sketch.finish(paint_small(sketch, pitch, label, points, powers, left), field_mask(theme, pitch))


def _short_name(name: str) -> str:
    """Return a stone's name without the word "Stone"."""
    return _(name.removesuffix(" Stone"))


def last_word(name: str) -> str:
    """Return the last word of a stone's name, ignoring the words "Stone" and "Lord"."""
    return _(name.removesuffix(" Stone").removesuffix(" Lord").split()[-1])


def paint_large(
    sketch: Sketch, pitch: int, name: str, worth: Worth, powers: Powers, left: int, demon_king: bool
) -> list[Letter]:
    """Draw a Large Stone that is not captured yet, without its texts; return the texts."""
    theme, width = sketch.theme, width_of(pitch)
    colours = look(theme, demon_king, left <= 1)
    _paint_contested(sketch, width, colours, demon_king, left <= 1)
    gems, bar, letters = _contents(theme, pitch, colours, name, worth, powers, left)
    for gem in gems:
        paint_gem(sketch.at(gem.x, gem.y), gem.size, gem.faction)
    if bar is not None:
        _paint_bar(sketch, width, bar, powers)
    return [*(letter for gem in gems for letter in gem_letters(theme, gem)), *letters]


def _paint_contested(sketch: Sketch, width: float, colours: StoneStyle, demon_king: bool, last: bool) -> None:
    _paint_rim(sketch, width, colours, 0.87, last)
    if demon_king:
        sketch.icon(glyphs.DEMON_KING, 0, 0, width * 0.73, sketch.theme.king_skull)


def _contents(
    theme: Theme, pitch: int, colours: StoneStyle, name: str, worth: Worth, powers: Powers, left: int
) -> Contents:
    width = width_of(pitch)
    if not powers:
        letters = [_name_letter(width, name, width * 0.12, colours.words), _left_letter(theme, width, colours, left)]
        return Contents(place_gems(width, worth, -width * 0.19, 1.15), None, letters)
    if pitch < NAMED_FROM:
        letters = [*_power_letters(theme, width, powers, 0.115), _left_letter(theme, width, colours, left)]
        return Contents(place_gems(width, worth, -width * 0.265, 0.96), round(-width * 0.04), letters)
    letters = [*_power_letters(theme, width, powers, 0.115)]
    letters.append(_name_letter(width, name, width * 0.255, colours.words, 0.115))
    letters.append(_left_letter(theme, width, colours, left, 0.14, 0.385))
    return Contents(place_gems(width, worth, -width * 0.27, 0.9), round(-width * 0.03), letters)


def _left_letter(
    theme: Theme, width: float, colours: StoneStyle, left: int, share: float = 0.17, y: float = 0.3
) -> Letter:
    words, style = left_text(left), Style(max(SMALLEST, text.round_size(width * share)), 600 if left > 1 else 800)
    # The width of the hex at the lower edge of the text.
    room = 2 * sqrt(3) * (1 / sqrt(3) - y - share / 3) * width
    _, style = text.fit(words, style, round(room), SMALLEST)
    return Letter(words, style, 0, width * y, colours.words if left > 1 else lit_ink(theme))


def lit_ink(theme: Theme) -> Colour:
    """Return the lightest colour for texts on pieces, which is near white in every theme."""
    return theme.background if theme.is_light else theme.ink


def _name_letter(width: float, name: str, y: float, fill: Colour, share: float = 0.155) -> Letter:
    style = Style(max(SMALLEST_NAME, text.round_size(width * share)), 650, label=True)
    words, smaller = text.fit(_short_name(name), style, round(width * 0.83), SMALLEST_NAME)
    if words == _short_name(name):
        return Letter(words, smaller, 0, y, fill)
    return Letter(last_word(name), style, 0, y, fill)


def _paint_rim(sketch: Sketch, width: float, colours: StoneStyle, well: float, last: bool) -> None:
    rounded = width * ROUNDED
    paint_shadow(sketch, width)
    thickness = 6 if last else 3
    sketch.polygon(outline(width), colours.rim, rounded)
    for edge in range(6):
        facet = [*edge_line(width, edge, thickness), (0, 0)]
        sketch.polygon(facet, tone(colours.facets, STONE_LIGHT[edge]))
    sketch.polygon(hexagon(0, 0, width * well), colours.well)


def _paint_bar(sketch: Sketch, width: float, y: float, powers: Powers) -> None:
    """Draw the bar of powers with its vertical centre at `y`: a part for each power, in proportion to it."""
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
    """Return the two highest powers as texts in the colours of their sides; the higher one is larger."""
    first, *others = powers[:2]
    tied = bool(others) and others[0][0] == first[0]
    large = Style(max(SMALLEST, text.round_size(width * (0.205 if tied else 0.225))), 850)
    small = large if tied else Style(max(SMALLEST, text.round_size(width * 0.19)), 700)
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


def paint_small(sketch: Sketch, pitch: int, label: str, points: int, powers: Powers, left: int) -> list[Letter]:
    """Draw a Small Stone that is not captured yet, without its texts; return the texts."""
    theme, width = sketch.theme, width_of(pitch)
    colours = look(theme, False, left <= 1)
    _paint_rim(sketch, width, colours, 0.72, last=left <= 1)
    # With powers, the stone's hex stands beside the crystal, as the gems of a Large Stone stand side by side.
    x, y = (-width * 0.14, -width * 0.25) if powers else (0, -width * 0.17)
    paint_crystal(sketch.at(round(x), round(y)), width * (0.3 if powers else 0.36))
    style = Style(max(SMALLEST, text.round_size(width * (0.19 if powers else 0.22))), 850)
    letters = [Letter(str(points), style, round(x), round(y), theme.print), _left_letter(theme, width, colours, left)]
    if powers:
        _paint_bar(sketch, width, -width * 0.04, powers)
        letters += _power_letters(theme, width, powers, 0.115)
    where = _name_letter(width, label, y if powers else width * 0.11, colours.words, 0.17)
    return [*letters, where._replace(x=width * 0.15) if powers else where]

"""Sprites of captured Magic Stones, with the points that seats took from them."""

from functools import lru_cache
from typing import Final

from language.messages import _
from render import text
from render.monster_hex import glyphs
from render.monster_hex.gems import SMALLEST
from render.monster_hex.stones import SMALLEST_NAME, last_word
from render.monster_hex.tiles import LARGEST_CACHED, ROUNDED, field_mask, field_sketch, outline, width_of
from render.sprites import Letter, Sketch, Sprite, cached_sprite, compose, without_ground
from render.text import Style
from render.theme import Colour, Theme

Gains = tuple[tuple[int, str | None], ...]
"""Pairs of points taken from a stone and the faction of the seat that took them."""
SMALL: Final = "Small Stone"
PILL, EMBLEM = 0.23, 0.72
"""The height of a pill (a rounded box with points), as a share of the stone's width, and the size of its emblem, as a
share of the pill's height."""


@cached_sprite(48, LARGEST_CACHED, has_words=True)
def taken_stone(
    theme: Theme, pitch: int, name: str, gains: Gains, demon_king: bool, mark: Colour | None = None
) -> Sprite:
    """Return a captured stone with the points that seats took; empty `gains` mean that nobody took points.

    `mark` is the colour of an outline around the points, None for no outline.
    """
    width, ground = width_of(pitch), _socket_floor(theme, demon_king)
    ys = _pill_places(width, len(gains), demon_king)
    parts = [(_pill(theme, pitch, *gain, ground, mark), 0, y) for gain, y in zip(gains, ys, strict=True)]
    letters = [(letter, ground) for letter in _taken_letters(theme, width, name, gains, demon_king)]
    return compose(_socket(theme, pitch, len(gains), demon_king), parts, theme, letters)


@cached_sprite(16, LARGEST_CACHED)
def _socket(theme: Theme, pitch: int, gains: int, demon_king: bool) -> Sprite:
    """Return the socket that remains of a captured stone, with room for `gains` pills, without points and texts."""
    sketch = field_sketch(theme, pitch, theme.slab)
    _paint_socket(sketch, width_of(pitch), gains, demon_king)
    return sketch.finish(mask=field_mask(theme, pitch, shadow=False))


@lru_cache(maxsize=64)
def _pill(theme: Theme, pitch: int, points: int, faction: str | None, ground: Colour, mark: Colour | None) -> Sprite:
    width, height = width_of(pitch), width_of(pitch) * PILL
    sketch = Sketch(theme, _pill_width(width, points) + 8, height + 8, ground)
    return without_ground(sketch.finish([_paint_pill(sketch, width, 0, points, faction, mark)]), theme, ground)


def paint_taken(
    sketch: Sketch, pitch: int, name: str, gains: Gains, demon_king: bool, mark: Colour | None
) -> list[Letter]:
    """Draw a captured stone and its pills without the texts; return the texts, including the points."""
    width = width_of(pitch)
    _paint_socket(sketch, width, len(gains), demon_king)
    letters = _taken_letters(sketch.theme, width, name, gains, demon_king)
    for (points, faction), y in zip(gains, _pill_places(width, len(gains), demon_king), strict=True):
        letters.append(_paint_pill(sketch, width, y, points, faction, mark))
    return letters


def _taken_letters(theme: Theme, width: float, name: str, gains: Gains, demon_king: bool) -> list[Letter]:
    """Return the texts on a captured stone other than the points: its name if there is room, or "nobody"."""
    style = Style(max(SMALLEST_NAME, text.round_size(width * 0.145)), 550, label=True)
    if not gains:
        return [Letter(_("nobody"), style, 0, width * 0.24, theme.gold_lo if demon_king else theme.faint)]
    if demon_king or name == SMALL:
        return []
    word, style = text.fit(last_word(name), style, round(width * 0.7), SMALLEST_NAME)
    if word != last_word(name):
        return []
    # The hex is narrower further down, where a wide word would reach into the next one.
    y = 0.385 if text.width(word, style) <= width * 0.5 else 0.335
    return [Letter(word, style, 0, width * y, theme.faint)]


def _pill_places(width: float, gains: int, demon_king: bool) -> list[int]:
    """Return the vertical centres of the pills with points, from the top, in pixels from the stone's centre.

    On the Demon King's stone they are below the skull.
    """
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
    """Return the colour of the socket that remains of a captured stone."""
    return theme.slab if theme.is_light else min(theme.cell, theme.cell_lo)


def _paint_pill(
    sketch: Sketch, width: float, y: float, points: int, faction: str | None, mark: Colour | None
) -> Letter:
    """Draw the pill with the points that a faction took, without its text; return the text."""
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
    return Style(max(SMALLEST, text.round_size(width * 0.19)), 800)


def _pill_width(width: float, points: int) -> float:
    return text.width(f"+{points}", _points_style(width)) + width * (PILL * (EMBLEM + 0.8) + 0.04)

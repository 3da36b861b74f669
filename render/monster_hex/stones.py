"""Sprites of Magic Stones: their values, and after a capture the points by faction."""

from functools import lru_cache

from render.monster_hex.emblems import crown, emblem, gem
from render.monster_hex.tiles import FIELD, ROUNDED, SMALLEST_POWER, field_mask, field_outline, field_sketch
from render.sprites import Letter, Sketch, Sprite, hexagon
from render.text import Style
from render.theme import Colour, Theme

Worth = tuple[tuple[int, str], ...]
"""The printed values of a stone, with their faction colours."""
Gains = tuple[tuple[int, str | None], ...]
"""Points, with the faction of the seat that got them."""


LABEL_Y = 0.37
"""The distance of a stone's label below the centre, in pitches."""


@lru_cache(maxsize=64)
def large_stone(theme: Theme, pitch: int, label: str, worth: Worth, demon_king: bool) -> Sprite:
    """A Large Stone with a card for each value; the Demon King Stone has a crown and a gold border."""
    sketch = field_sketch(theme, pitch)
    return sketch.finish(paint_large(sketch, pitch, label, worth, demon_king), field_mask(theme, pitch))


@lru_cache(maxsize=64)
def small_stone(theme: Theme, pitch: int, label: str, points: int) -> Sprite:
    """A Small Stone: a gem with its value."""
    sketch = field_sketch(theme, pitch)
    return sketch.finish(paint_small(sketch, pitch, label, points), field_mask(theme, pitch))


@lru_cache(maxsize=128)
def captured_stone(theme: Theme, pitch: int, label: str, gains: Gains, demon_king: bool, fresh: bool) -> Sprite:
    """A captured stone with the points by emblem; highlighted if `fresh`, else subdued."""
    sketch = field_sketch(theme, pitch)
    return sketch.finish(paint_captured(sketch, pitch, label, gains, demon_king, fresh), field_mask(theme, pitch))


def paint_large(sketch: Sketch, pitch: int, label: str, worth: Worth, demon_king: bool) -> list[Letter]:
    """Draws a Large Stone without its letters; returns the letters."""
    theme = sketch.theme
    _field(sketch, pitch, theme.throne if demon_king else theme.stone, theme.gold if demon_king else None)
    width, height, step = pitch * 0.3, pitch * 0.43, pitch * 0.345
    y = pitch * (0.04 if demon_king else -0.02)
    number = Style(round(pitch * 0.27), 800)
    letter = Style(max(SMALLEST_POWER, round(pitch * 0.15)), 800)
    letters = [_label(theme, pitch, label)]
    for index, (points, faction) in enumerate(worth):
        x = (index - (len(worth) - 1) / 2) * step
        sketch.box(x, y, width, height, theme.sides[faction].main, pitch * 0.05)
        letters.append(Letter(str(points), number, x, y - height * 0.18, theme.print))
        letters.append(Letter(faction[0].upper(), letter, x, y + height * 0.28, theme.print))
    if demon_king:
        crown(sketch, 0, -pitch * 0.33, pitch * 0.27, theme.gold)
    return letters


def paint_small(sketch: Sketch, pitch: int, label: str, points: int) -> list[Letter]:
    """Draws a Small Stone without its letters; returns the letters."""
    theme, y = sketch.theme, -pitch * 0.06
    _field(sketch, pitch, theme.stone, None)
    gem(sketch, y, pitch * 0.4, theme.magic_light, theme.magic_shade)
    style = Style(max(SMALLEST_POWER, round(pitch * 0.21)), 800)
    return [Letter(str(points), style, 0, y, theme.print), _label(theme, pitch, label)]


def paint_captured(sketch: Sketch, pitch: int, label: str, gains: Gains, demon_king: bool, fresh: bool) -> list[Letter]:
    """Draws a captured stone without its letters; returns the letters."""
    theme = sketch.theme
    fill = theme.raised if fresh else theme.spent
    border = theme.gold if demon_king else theme.ink if fresh else theme.cell_line
    _field(sketch, pitch, fill, border if fresh else None, border)
    style = Style(max(SMALLEST_POWER, round(pitch * 0.2)), 700)
    top = pitch * (0.03 if demon_king else -0.03)
    letters = [_label(theme, pitch, label)]
    for index, (points, faction) in enumerate(gains):
        y = top + (index - (len(gains) - 1) / 2) * pitch * 0.27
        emblem(sketch, faction, -pitch * 0.15, y, pitch * 0.22, theme.sides[faction or "none"].sign, fill)
        letters.append(Letter(f"+{points}", style, pitch * 0.13, y, theme.ink))
    if not gains:
        nobody = Style(max(24, round(pitch * 0.13)), 500, label=True)
        letters.append(Letter("nobody", nobody, 0, top, theme.cell_ink))
    if demon_king:
        crown(sketch, 0, -pitch * 0.35, pitch * 0.19, theme.gold)
    return letters


def _label(theme: Theme, pitch: int, label: str) -> Letter:
    style = Style(max(24, round(pitch * 0.14)), 500, label=True)
    return Letter(label, style, 0, pitch * LABEL_Y, theme.cell_ink)


def _field(sketch: Sketch, pitch: int, fill: Colour, border: Colour | None, edge: Colour | None = None) -> None:
    thickness = pitch * (0.03 if border else 0.014)
    sketch.polygon(field_outline(pitch), border or edge or sketch.theme.magic_shade, pitch * ROUNDED)
    sketch.polygon(hexagon(0, 0, pitch * (FIELD - 2 * ROUNDED) - 2 * thickness), fill, pitch * ROUNDED)

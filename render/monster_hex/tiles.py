"""Sprites of Monsters: six powers on a rim in the faction's colour and pattern, emblem and rank in the middle."""

from functools import lru_cache

from PIL import Image, ImageChops

from render.hexes import EDGE_STEPS, HEX_HEIGHT, ROW_DISTANCE
from render.monster_hex.emblems import emblem, pattern
from render.sprites import Bitmap, Letter, Point, Sketch, Sprite, add_letters, cached_sprite, hexagon, polygon_mask
from render.text import Style
from render.theme import Colour, Theme

# In pitches: the distance between the centres of two neighbouring hexes.
FIELD = 0.945
ROUNDED = 0.045
EDGE = 0.012
"""The thickness of a tile's outline, in pitches."""
MIDDLE = 0.5
POWER_AWAY = 0.365
"""The position of a power between a hex's centre and its neighbour's, in pitches."""
POWER_SIZE = 0.205
SMALLEST_POWER = 28
LARGEST_CACHED = 240
"""The maximum pitch of cached sprites of hexes, in pixels: the pitch of the smallest board."""


def field_outline(pitch: int) -> list[tuple[float, float]]:
    """The corners of a hex before rounding."""
    return hexagon(0, 0, pitch * (FIELD - 2 * ROUNDED))


def field_sketch(theme: Theme, pitch: int, ground: Colour | None = None) -> Sketch:
    """An empty sketch for one hex; all have the same size."""
    return Sketch(theme, pitch, pitch * HEX_HEIGHT, ground or theme.background)


@lru_cache(maxsize=32)
def field_mask(theme: Theme, pitch: int) -> Image.Image:
    """The mask of a hex with its anti-aliased edge."""
    return polygon_mask(field_sketch(theme, pitch), field_outline(pitch), pitch * ROUNDED)


def power_style(pitch: int) -> Style:
    """The text style of powers."""
    return Style(max(SMALLEST_POWER, round(pitch * POWER_SIZE)), 800)


def power_text(power: int) -> str:
    """A power as text, with a typographic minus sign."""
    return str(power).replace("-", "−")


@cached_sprite(768, LARGEST_CACHED)
def monster(theme: Theme, pitch: int, faction: str | None, rank: str, red: bool, powers: tuple[int, ...]) -> Sprite:
    """The sprite of a Monster."""
    letters = monster_letters(theme, pitch, rank, red, powers)
    return add_letters(theme, _body(theme, pitch, faction, red), letters, field_mask(theme, pitch))


def monster_letters(theme: Theme, pitch: int, rank: str, red: bool, powers: tuple[int, ...]) -> list[Letter]:
    """The letters of a Monster: its rank, and the six powers at their edges."""
    style = power_style(pitch)
    letters = [Letter(rank, rank_style(pitch), 0, rank_y(pitch), theme.red_rank if red else theme.print)]
    for power, (across, down) in zip(powers, EDGE_STEPS, strict=True):
        x, y = across / 2 * pitch * POWER_AWAY, down * pitch * ROW_DISTANCE * POWER_AWAY
        letters.append(Letter(power_text(power), style, x, y, theme.print))
    return letters


def rank_style(pitch: int) -> Style:
    """The text style of the rank."""
    return Style(max(SMALLEST_POWER, round(pitch * 0.18)), 800)


def rank_y(pitch: int) -> float:
    """The distance of the rank below the centre, in pixels."""
    return pitch * 0.122


@lru_cache(maxsize=32)
def _body(theme: Theme, pitch: int, faction: str | None, red: bool) -> Bitmap:
    sketch = field_sketch(theme, pitch)
    paint_body(sketch, pitch, faction, red)
    return sketch.downsample()


def paint_body(sketch: Sketch, pitch: int, faction: str | None, red: bool) -> None:
    """Draws a Monster without its letters."""
    theme = sketch.theme
    side = theme.sides[faction or "none"]
    rounded = pitch * ROUNDED

    def surface(inner: Sketch) -> None:
        inner.polygon(outline, side.main, rounded)
        pattern(inner, faction, pitch * 1.15, side.shade)

    sketch.polygon(field_outline(pitch), side.edge, rounded)
    outline = hexagon(0, 0, pitch * (FIELD - 2 * ROUNDED - 2 * EDGE))
    sketch.clip(outline, rounded, surface)
    sketch.polygon(hexagon(0, 0, pitch * (MIDDLE - 0.06)), side.deep, pitch * 0.03)
    emblem(sketch, faction, 0, -pitch * 0.115, pitch * 0.2, side.main, side.deep)
    size = max(pitch * 0.2, SMALLEST_POWER * 1.05)
    if red:
        sketch.box(0, rank_y(pitch), size, size, theme.paper, size * 0.16)
    else:
        sketch.circle(0, rank_y(pitch), size * 0.54, theme.paper)


@lru_cache(maxsize=32)
def ring(theme: Theme, pitch: int, colour: Colour, share: float = 1.0) -> Sprite:
    """An outline in the gap around a hex, at a share of its full thickness."""
    sketch = Sketch(theme, pitch * 1.06, pitch * HEX_HEIGHT * 1.06, theme.background)
    outer, inner = paint_ring(sketch, pitch, colour, share)
    rounded = pitch * ROUNDED
    mask = ImageChops.subtract(polygon_mask(sketch, outer, rounded), polygon_mask(sketch, inner, rounded - 2))
    return sketch.finish(mask=mask)


def paint_ring(sketch: Sketch, pitch: int, colour: Colour, share: float) -> tuple[list[Point], list[Point]]:
    """Draws an outline; returns its outer and inner corners before rounding."""
    gap = pitch * (1 - FIELD)
    inner = hexagon(0, 0, pitch * (FIELD - 2 * ROUNDED) + gap * 0.35)
    outer = hexagon(0, 0, pitch * (FIELD - 2 * ROUNDED) + gap * 0.35 + gap * 1.15 * share)
    sketch.polygon(outer, colour, pitch * ROUNDED)
    sketch.polygon(inner, sketch.theme.background, pitch * ROUNDED)
    return outer, inner

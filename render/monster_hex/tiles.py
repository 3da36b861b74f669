"""Monsters as sprites: the six powers on a rim of the faction's colour and pattern, emblem and rank in the middle."""

from functools import lru_cache

from PIL import Image, ImageChops

from render.hexes import EDGE_STEPS, ROW, TALL
from render.monster_hex.emblems import emblem, pattern
from render.sprites import Flat, Letter, Point, Sketch, Sprite, hexagon, lettered, mask_of
from render.text import Style
from render.theme import Colour, Theme

# All in pitches: the distance of the centres of two neighbouring hexes.
FIELD = 0.945
ROUNDED = 0.045
EDGE = 0.012
"""The thickness of a tile's outline."""
MIDDLE = 0.5
POWER_AWAY = 0.365
"""Where a power stands on the way to the neighbour's centre, in pitches."""
POWER_SIZE = 0.205
SMALLEST_POWER = 28
LARGEST_KEPT = 240
"""The widest that Monsters are kept as sprites, in pixels: as wide as on the smallest board."""


def field_outline(pitch: int) -> list[tuple[float, float]]:
    """The corners of a hex's field before rounding."""
    return hexagon(0, 0, pitch * (FIELD - 2 * ROUNDED))


def field_sketch(theme: Theme, pitch: int, ground: Colour | None = None) -> Sketch:
    """An empty drawing for what lies on one hex; all of them have the same size."""
    return Sketch(theme, pitch, pitch * TALL, ground or theme.background)


@lru_cache(maxsize=32)
def field_mask(theme: Theme, pitch: int) -> Image.Image:
    """What of such a drawing is pasted: the field and its smoothed edge."""
    return mask_of(field_sketch(theme, pitch), field_outline(pitch), pitch * ROUNDED)


def power_style(pitch: int) -> Style:
    """The powers' letters."""
    return Style(max(SMALLEST_POWER, round(pitch * POWER_SIZE)), 800)


def power_text(power: int) -> str:
    """A power as it is written, with a true minus."""
    return str(power).replace("-", "−")


def monster(theme: Theme, pitch: int, faction: str | None, rank: str, red: bool, powers: tuple[int, ...]) -> Sprite:
    """A Monster as it lies on the board."""
    # Larger ones, seldom drawn, would fill the memory.
    draw = _monster if pitch <= LARGEST_KEPT else _monster.__wrapped__
    return draw(theme, pitch, faction, rank, red, powers)


@lru_cache(maxsize=768)
def _monster(theme: Theme, pitch: int, faction: str | None, rank: str, red: bool, powers: tuple[int, ...]) -> Sprite:
    letters = monster_letters(theme, pitch, rank, red, powers)
    return lettered(theme, _body(theme, pitch, faction, red), letters, field_mask(theme, pitch))


def monster_letters(theme: Theme, pitch: int, rank: str, red: bool, powers: tuple[int, ...]) -> list[Letter]:
    """The rank, and the six powers, each before its edge."""
    style = power_style(pitch)
    letters = [Letter(rank, rank_style(pitch), 0, rank_y(pitch), theme.red_rank if red else theme.print)]
    for power, (across, down) in zip(powers, EDGE_STEPS, strict=True):
        x, y = across / 2 * pitch * POWER_AWAY, down * pitch * ROW * POWER_AWAY
        letters.append(Letter(power_text(power), style, x, y, theme.print))
    return letters


def rank_style(pitch: int) -> Style:
    """The rank's letter."""
    return Style(max(SMALLEST_POWER, round(pitch * 0.18)), 800)


def rank_y(pitch: int) -> float:
    """How far below the centre the rank stands."""
    return pitch * 0.122


@lru_cache(maxsize=32)
def _body(theme: Theme, pitch: int, faction: str | None, red: bool) -> Flat:
    sketch = field_sketch(theme, pitch)
    paint_body(sketch, pitch, faction, red)
    return sketch.flat()


def paint_body(sketch: Sketch, pitch: int, faction: str | None, red: bool) -> None:
    """All of a Monster but its letters."""
    theme = sketch.theme
    side = theme.sides[faction or "none"]
    rounded = pitch * ROUNDED

    def surface(inner: Sketch) -> None:
        inner.polygon(outline, side.main, rounded)
        pattern(inner, faction, pitch * 1.15, side.shade)

    sketch.polygon(field_outline(pitch), side.edge, rounded)
    outline = hexagon(0, 0, pitch * (FIELD - 2 * ROUNDED - 2 * EDGE))
    sketch.inside(outline, rounded, surface)
    sketch.polygon(hexagon(0, 0, pitch * (MIDDLE - 0.06)), side.deep, pitch * 0.03)
    emblem(sketch, faction, 0, -pitch * 0.115, pitch * 0.2, side.main, side.deep)
    size = max(pitch * 0.2, SMALLEST_POWER * 1.05)
    if red:
        sketch.box(0, rank_y(pitch), size, size, theme.paper, size * 0.16)
    else:
        sketch.circle(0, rank_y(pitch), size * 0.54, theme.paper)


@lru_cache(maxsize=32)
def ring(theme: Theme, pitch: int, colour: Colour, share: float = 1.0) -> Sprite:
    """An outline in the gap around a hex's field, at a share of its full thickness."""
    sketch = Sketch(theme, pitch * 1.06, pitch * TALL * 1.06, theme.background)
    outer, inner = paint_ring(sketch, pitch, colour, share)
    rounded = pitch * ROUNDED
    mask = ImageChops.subtract(mask_of(sketch, outer, rounded), mask_of(sketch, inner, rounded - 2))
    return sketch.finish(mask=mask)


def paint_ring(sketch: Sketch, pitch: int, colour: Colour, share: float) -> tuple[list[Point], list[Point]]:
    """Such an outline, around ground; gives its outer and inner corners before rounding."""
    gap = pitch * (1 - FIELD)
    inner = hexagon(0, 0, pitch * (FIELD - 2 * ROUNDED) + gap * 0.35)
    outer = hexagon(0, 0, pitch * (FIELD - 2 * ROUNDED) + gap * 0.35 + gap * 1.15 * share)
    sketch.polygon(outer, colour, pitch * ROUNDED)
    sketch.polygon(inner, sketch.theme.background, pitch * ROUNDED)
    return outer, inner

"""The surface under the pieces: the slab (the board itself) with its rim, and the free hexes on it."""

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Final

from PIL import Image, ImageChops, ImageDraw

from render.hexes import HEX_HEIGHT, Grid, neighbours
from render.monster_hex.tiles import ROUNDED, field_mask, field_sketch, outline, width_of
from render.palette import look_up, ramp
from render.sprites import Letter, Sketch, Sprite, cached_sprite, compose, hexagon
from render.text import Style, round_size
from render.theme import Colour, Theme

RIM: Final = 3
"""The thickness of the slab's rim in pixels; at the bottom, the rim extends another `BELOW` pixels down."""
BELOW: Final = 3
OVERHANG: Final = 14
"""Distance that the slab with its rim extends beyond the board's hexes, in pixels."""
SUNKEN: Final = 2.5
LABEL: Final = 25
START: Final = 0.62
"""The width of the Magic Hexagon on a start hex, as a share of the hex's width."""


@lru_cache(maxsize=4)
def slab(theme: Theme, grid: Grid, places: Sequence[tuple[int, int]], size: tuple[int, int]) -> Image.Image:
    """Return a read-only image of palette indices with the slab on the theme's background colour; cached.

    `places` are the axial coordinates of the board's hexes, `size` is that of the image in pixels.
    """
    return draw_slab(theme, theme.background, grid, places, size, OVERHANG, BELOW)


def draw_slab(
    theme: Theme,
    ground: Colour,
    grid: Grid,
    places: Iterable[tuple[int, int]],
    size: tuple[int, int],
    overhang: int,
    below: int,
) -> Image.Image:
    """Return an image of palette indices with a slab on a background of the colour `ground`.

    `places` are the axial coordinates of the hexes. The slab extends `overhang` pixels beyond them, and its rim another
    `below` pixels down.
    """
    covered, edged, all_places = (
        Image.new("L", size),
        _hex_coverage(theme, grid.pitch, overhang, below),
        frozenset(places),
    )
    draw = ImageDraw.Draw(covered)
    for place in all_places:
        x, y = grid.centre(*place)
        # A board may be larger than its picture; hexes outside the picture are skipped.
        if -edged.width < x < size[0] + edged.width and -edged.height < y < size[1] + edged.height:
            if all_places.issuperset(neighbours(*place)):
                # A hex surrounded by others needs no rim, so a plain polygon is enough, which is faster.
                draw.polygon(hexagon(x, y, grid.pitch + 4), 255)
            else:
                _lighten(covered, edged, x, y)
    return look_up(covered, ramp(theme, ground, theme.slab_edge)[1::2] + ramp(theme, theme.slab_edge, theme.slab)[1::2])


@lru_cache(maxsize=8)
def _hex_coverage(theme: Theme, pitch: int, overhang: int, below: int) -> Image.Image:
    """Return the coverage of the part of the slab under one hex, as used by `draw_slab`.

    Values up to 127 blend the background into the rim, those from 128 the rim into the slab.
    """
    narrow, wide = pitch + 2 * overhang, pitch + 2 * (overhang + RIM)
    sketch = Sketch(theme, wide, wide * HEX_HEIGHT + 2 * below, theme.background)
    top, *rims = (
        sketch.reduce_mask(sketch.at(0, down).coverage(outline(width), width * ROUNDED))
        for width, down in ((narrow, 0), (wide, 0), (wide, below))
    )
    return ImageChops.add(ImageChops.lighter(*rims), top, 2)


def _lighten(plane: Image.Image, coverage: Image.Image, x: int, y: int) -> None:
    left, top = x - coverage.width // 2, y - coverage.height // 2
    box = (left, top, left + coverage.width, top + coverage.height)
    plane.paste(ImageChops.lighter(plane.crop(box), coverage), box)


@cached_sprite(48, 260)
def free_hex(
    theme: Theme, pitch: int, label: str, start: bool, ground: Colour | None = None, lit: str | None = None
) -> Sprite:
    """Return a free hex with its label; on a start hex, the Magic Hexagon is drawn too.

    `ground` is the colour around the hex, by default the slab's. `lit` is the faction in whose colour the hex is lit,
    None if it is not.
    """
    letter = _free_label(theme, pitch, label, start)
    if lit is not None:
        letter = letter._replace(fill=theme.ink)
    face = theme.cell if lit is None else _lit_face(theme, lit)
    return compose(_empty_hex(theme, pitch, start, ground or theme.slab, lit), (), theme, [(letter, face)])


def _lit_face(theme: Theme, faction: str) -> Colour:
    """Return the colour of a lit hex, on which the theme's ink can be read."""
    side = theme.sides[faction]
    return side.tint if theme.is_light else side.deep2


@cached_sprite(16, 260)
def _empty_hex(theme: Theme, pitch: int, start: bool, ground: Colour, lit: str | None) -> Sprite:
    sketch = field_sketch(theme, pitch, ground)
    paint_free(sketch, pitch, "", start, None if lit is None else _lit_face(theme, lit))
    return sketch.finish(mask=field_mask(theme, pitch, shadow=False))


def paint_free(sketch: Sketch, pitch: int, label: str, start: bool, face: Colour | None = None) -> Letter:
    """Draw a free hex without its label; return the label, which the caller draws at final size.

    `face` is the colour of the hex, by default that of the theme's cells.
    """
    theme, width = sketch.theme, width_of(pitch)
    rounded = width * ROUNDED

    def surface(inner: Sketch) -> None:
        inner.polygon(outline(width), theme.cell_hi, rounded)
        inner.polygon([(x, y - SUNKEN) for x, y in outline(width)], face or theme.cell, rounded)

    sketch.polygon(outline(width), theme.cell_lo, rounded)
    sketch.clip(outline(width - 3), rounded, surface)
    if start:
        magic = theme.magic if theme.name == "high_contrast" else theme.magic_lo
        sketch.polygon(hexagon(0, 0, width * START), magic)
        sketch.polygon(hexagon(0, 0, width * START - 7), face or theme.cell)
    return _free_label(theme, pitch, label, start)


def _free_label(theme: Theme, pitch: int, label: str, start: bool) -> Letter:
    ink = theme.magic_text if start else theme.faint
    return Letter(label, Style(max(LABEL, round_size(pitch * 0.15)), 550, label=True), 0, 0, ink)

"""The drawing of the board under the pieces: the slab with its rim, plain hexes, water, quicksand and blocks."""

from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from PIL import Image, ImageChops, ImageDraw

from engine.hex_battle_wars.board import field
from engine.hexgrid import Hex
from render.hex_battle_wars.places import Grid, corners, row_distance
from render.hex_battle_wars.themes import RIM, BattleTheme
from render.palette import get_palette, ramp, tone
from render.sprites import Letter, Point, Sketch, Sprite, cached_sprite, polygon_mask
from render.text import Style
from render.theme import Colour

FACE: Final = 0.965
LIFT: Final = 0.14
"""Height of one level of a block in the picture, in side lengths of a hex."""
OVERHANG: Final = 11
SLAB_RIM: Final = 4
PLAIN: Final = "."
GRAINS: Final = ((-0.36, -0.2), (0.02, -0.3), (0.36, -0.16), (-0.18, 0.02), (0.2, 0.06), (-0.42, 0.24), (-0.02, 0.32))
GRAINS_MORE: Final = ((0.38, 0.34), (-0.14, -0.5))
WAVES: Final = ((-0.1, -0.42), (0.12, 0.0), (-0.08, 0.42))


def lift(column: int, level: int) -> float:
    """Return how far the top of a block is drawn above its hex, in pixels."""
    return column * 2 / 3 * LIFT * level


@cached_sprite(96, 104)
def cell(theme: BattleTheme, column: int, kind: str, fill: Colour | None = None, number: bool = True) -> Sprite:
    """Return the sprite of a hex: plain, "w", "q", or a block of level "1" to "3".

    `fill` is the colour of a plain hex; `number` says whether a block shows its level.
    """
    if kind.isdigit():
        return _block(theme, column, int(kind), number)
    sketch = Sketch(theme, column * 4 / 3, row_distance(column), theme.grid)
    face = corners(column, FACE)
    if kind == PLAIN:
        sketch.polygon(face, fill or theme.ground)
    else:
        sketch.clip(face, 0, lambda inner: _paint_hazard(inner, column, kind))
    return sketch.finish(mask=polygon_mask(sketch, face))


def _paint_hazard(sketch: Sketch, column: int, kind: str) -> None:
    theme, side = sketch.theme, column * 2 / 3
    assert isinstance(theme, BattleTheme)
    sketch.box(0, 0, 3 * side, 3 * side, theme.water if kind == "w" else theme.sand)
    if kind == "q":
        for x, y in (*GRAINS, *GRAINS_MORE):
            sketch.circle(x * side * 1.25, y * side * 1.25, max(1.6, side * 0.055), theme.grain)
        return
    for x, y in WAVES:
        sketch.stroke(wave(x * side, y * side, side), max(2, side * 0.06), theme.wave)


def wave(x: float, y: float, side: float) -> list[Point]:
    """Return the points of a wave on water, centred on (x, y); `side` is the length of a hex's side."""
    heights = (0.4, 0.9, 1, 0.6, 0, -0.6, -1, -0.9, -0.4, 0.4, 0.9, 1, 0.6)
    return [(x + (number / 12 - 0.5) * side * 0.95, y - up * side * 0.075) for number, up in enumerate(heights)]


def _block(theme: BattleTheme, column: int, level: int, number: bool) -> Sprite:
    up, side = lift(column, level), column * 2 / 3
    sketch = Sketch(theme, column * 4 / 3, row_distance(column) + 2 * up, theme.grid)
    face, foot = corners(column, FACE, up), corners(column, FACE)
    outline = [foot[0], foot[1], foot[2], foot[3], face[3], face[4], face[5], face[0]]
    surface, wall = theme.levels[level - 1], theme.walls[level - 1]
    sketch.polygon(outline, wall)
    sketch.polygon(face, tone(surface, RIM))
    sketch.polygon(corners(column, FACE - 0.075, up), surface)
    for ring in range(level - 1):
        share = 0.8 - 0.19 * ring
        sketch.polygon(corners(column, share, up), wall)
        sketch.polygon(corners(column, share - max(0.03, 1.6 / side), up), surface)
    letters: list[Letter] = []
    if number:
        ink = theme.bone if level == 1 else theme.print
        size = max(24, round(side * (0.62 if column < 64 else 0.46)))
        letters = [Letter(str(level), Style(size, 800, label=True), 0, -up, ink)]
    return sketch.finish(letters, polygon_mask(sketch, outline))


@lru_cache(maxsize=6)
def whole_board(theme: BattleTheme, radius: int, ground: str, grid: Grid, size: tuple[int, int]) -> Image.Image:
    """Return a plane of palette indices with the slab and all hexes of a board; cached, so it must not be changed."""
    plane = _slab(theme, radius, grid, size).copy()
    for place, kind in _list_hexes_in_order(radius, ground):
        sprite = cell(theme, grid.column, kind)
        x, y = grid.centre(place)
        plane.paste(sprite.plane, (x - sprite.centre_x, y - sprite.centre_y), sprite.mask)
    return plane


@lru_cache(maxsize=64)
def _list_hexes_in_order(radius: int, ground: str) -> Sequence[tuple[Hex, str]]:
    """Return all hexes of a board with their kind of ground, from back to front, so that blocks overlap correctly."""
    return sorted(
        zip(field(radius).hexes, ground, strict=True), key=lambda each: (2 * each[0].r + each[0].q, each[0].q)
    )


def window(radius: int, ground: str, grid: Grid, size: tuple[int, int]) -> list[tuple[Hex, str]]:
    """Return the hexes that lie at least partly in a picture of `size` pixels, from back to front."""
    width, height, row = *size, grid.row
    found: list[tuple[Hex, str]] = []
    for each in _list_hexes_in_order(radius, ground):
        q, r = each[0]
        if -grid.column < grid.x + q * grid.column < width + grid.column:
            y = grid.y + r * row + q * row // 2
            if -row < y < height + row:
                found.append(each)
    return found


@lru_cache(maxsize=8)
def _slab(theme: BattleTheme, radius: int, grid: Grid, size: tuple[int, int]) -> Image.Image:
    """Return a plane of palette indices with the slab on the background; cached, so it must not be changed."""
    rim, top = Image.new("L", size), Image.new("L", size)
    wide, narrow = _coverage(theme, grid.column, OVERHANG + SLAB_RIM), _coverage(theme, grid.column, OVERHANG)
    for place in field(radius).hexes:
        x, y = grid.centre(place)
        _lighten(rim, wide, x, y)
        _lighten(top, narrow, x, y)
    plane = rim.point(ramp(theme, theme.background, theme.slab_edge))
    plane.paste(top.point(ramp(theme, theme.slab_edge, theme.grid)), mask=top.point([0] + [255] * 255))
    return plane


def crop_slab(theme: BattleTheme, radius: int, grid: Grid, size: tuple[int, int]) -> Image.Image:
    """Return a plane of palette indices with the part of the slab that lies in a picture of `size` pixels.

    To save time, the slab is drawn as one polygon with single hexes only along the board's edge.
    """
    if _covers(radius, grid, size):
        return Image.new("L", size, get_palette(theme).nearest_index(theme.grid))
    plane = Image.new("L", size, get_palette(theme).nearest_index(theme.background))
    draw = ImageDraw.Draw(plane)
    tips = ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))
    middle = [grid.centre(Hex(q * radius, r * radius)) for q, r in tips]
    for more, ink in ((OVERHANG + SLAB_RIM, theme.slab_edge), (OVERHANG, theme.grid)):
        fill, share = get_palette(theme).nearest_index(ink), 1 + more / (grid.column * 2 / 3)
        for place in _rim(radius):
            x, y = grid.centre(place)
            draw.polygon([(x + right, y + down) for right, down in corners(grid.column, share)], fill)
        draw.polygon(middle, fill)
    return plane


@lru_cache(maxsize=16)
def _rim(radius: int) -> Sequence[Hex]:
    """Return the hexes at the edge of a board."""
    return [place for place in field(radius).hexes if max(abs(place.q), abs(place.r), abs(place.q + place.r)) == radius]


def _covers(radius: int, grid: Grid, size: tuple[int, int]) -> bool:
    """Return whether the board covers a picture of `size` pixels up to all its corners."""
    width, height = size
    for x, y in ((0, 0), (width, 0), (0, height), (width, height)):
        q = (x - grid.x) / grid.column
        r = (y - grid.y) / grid.row - q / 2
        if max(abs(q), abs(r), abs(q + r)) > radius:
            return False
    return True


@lru_cache(maxsize=32)
def _coverage(theme: BattleTheme, column: int, more: int) -> Image.Image:
    width = column * 4 / 3 + 2 * more
    share = width / (column * 4 / 3)
    sketch = Sketch(theme, width, row_distance(column) * share, theme.background)
    return sketch.reduce_mask(sketch.coverage(corners(column, share)))


def _lighten(plane: Image.Image, coverage: Image.Image, x: int, y: int) -> None:
    left, top = x - coverage.width // 2, y - coverage.height // 2
    box = (left, top, left + coverage.width, top + coverage.height)
    plane.paste(ImageChops.lighter(plane.crop(box), coverage), box)

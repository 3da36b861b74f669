"""The parts of the board under the pieces: hexes of meadow, water and quicksand, and blocks with their shadows.

Sizes are in side lengths of a hex (`side_of`) unless they are in pixels.
"""

from collections.abc import Sequence
from functools import lru_cache
from math import cos, pi, sin
from typing import Final, NamedTuple

from PIL import Image

from engine.hexgrid import Hex
from render.hex_battle_wars.places import corners, row_distance
from render.hex_battle_wars.themes import BattleTheme
from render.sprites import Point, Sketch, Sprite, cached_sprite, polygon_mask
from render.theme import Colour, mix

FACE: Final = 0.968
LIFT: Final = 0.22
"""Height of one level of a block."""
COURSE: Final = 0.055
"""Difference of width between a course of a block and the one below it, as a share of the hex."""
SHADOW: Final = 0.3
"""Length of a block's shadow for each level."""
CARET: Final = 0.36
PLAIN: Final = "."
BANKS: Final = (0.07, 0.07, 0.07, 0.11, 0.15, 0.11)
"""Thickness of the line inside each edge of a hazard: bright at the lower edges, dark at the upper ones."""
FIRST_UPPER: Final = 3
"""Index of the first upper edge; edges count clockwise from the lower right one."""
EDGES: Final = ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))
"""By edge, clockwise from the lower right one: the offset of the neighbouring hex (q, r)."""
WAVES: Final = ((-0.16, -0.34), (0.14, 0.04), (-0.1, 0.42))
GRAINS: Final = ((-0.5, -0.22), (0.44, -0.36), (0.52, 0.24), (-0.34, 0.46), (0.1, 0.56), (-0.06, -0.56))
MOST_TUFTS: Final = 3
WET_AROUND: Final = 4
"""Number of neighbouring hexes of water that make the middle of a hex of water deep."""


class Decor(NamedTuple):
    """A small thing on a hex of meadow: "tuft", "flowers" or "pebbles", and its offset from the hex's centre."""

    kind: str
    x: float
    y: float


def side_of(column: int) -> float:
    """Return the side length of a hex in pixels, from the distance between columns."""
    return column * 2 / 3


def lift(column: int, level: int) -> int:
    """Return how far the top of a block is drawn above its hex, in pixels."""
    return round(side_of(column) * LIFT * level)


def level_of(kind: str) -> int:
    """Return the level of a kind of ground, 0 to 3."""
    return int(kind) if kind.isdigit() else 0


@lru_cache(maxsize=2048)
def tone(place: Hex) -> int:
    """Return the index of a hex's tone in `BattleTheme.grounds`; slow noise makes patches of several hexes."""
    q, r = place
    x, y = q * 0.87, r + q / 2
    noise = sin(x * 0.55 + y * 0.21 + 1.3) + sin(y * 0.62 - x * 0.31 + 0.4) + 0.7 * sin((x + y) * 0.48 + 2.1)
    heath = sin(x * 0.71 - y * 0.35 + 4.0) + sin(y * 0.53 + x * 0.27 + 1.1)
    if heath > 1.45:
        return 3
    return 0 if noise < -0.75 else 1 if noise < 0.55 else 2


@lru_cache(maxsize=2048)
def decorate(place: Hex) -> Sequence[Decor]:
    """Return the small things on a hex of meadow; equal hexes always have the same."""
    q, r = place
    seed = (q * 0x9E3779B1 ^ r * 0x85EBCA77) & 0xFFFFFFFF
    seed = ((seed ^ seed >> 15) * 0x2C1B3C6D) & 0xFFFFFFFF
    seed ^= seed >> 12

    def offset(number: int) -> tuple[float, float]:
        part = seed >> (number * 7) & 0x7F
        angle, far = part * 2 * pi / 128 + number * 2.1, 0.3 + (part % 5) * 0.07
        return far * cos(angle), far * sin(angle)

    rare = seed >> 24 & 0x3F
    found = [Decor("tuft", *offset(number)) for number in range(seed % (MOST_TUFTS + 1))]
    if rare < 2:
        return (Decor("flowers", *offset(3)),)
    if rare < 7:
        return (*found[:1], Decor("pebbles", *offset(3)))
    return found


@cached_sprite(32, 104)
def meadow(theme: BattleTheme, column: int, fill: Colour) -> Sprite:
    """Return the sprite of a plain hex of one colour."""
    sketch = Sketch(theme, column * 4 / 3, row_distance(column), theme.seam)
    face = corners(column, FACE)
    sketch.polygon(face, fill)
    return sketch.finish(mask=polygon_mask(sketch, face))


@cached_sprite(64, 104, 16)
def decor(theme: BattleTheme, column: int, kind: str, fill: Colour) -> Sprite:
    """Return the sprite of a small thing on a hex of the colour `fill`."""
    side = side_of(column)
    sketch = Sketch(theme, side * 0.4, side * 0.3, fill)
    if kind == "tuft":
        for lean, high in ((-0.11, 0.09), (0.0, 0.15), (0.11, 0.1)):
            sketch.stroke(
                [(lean * side * 0.35, side * 0.07), (lean * side, side * (0.07 - high))], side * 0.03, theme.grass
            )
    elif kind == "flowers":
        for x, y in ((-0.1, 0.06), (0.03, -0.07), (0.12, 0.05)):
            sketch.circle(x * side, y * side, side * 0.042, theme.flower)
    else:
        for x, y, size in ((-0.06, 0.0, 0.09), (0.1, 0.04, 0.06)):
            sketch.circle(x * side, (y + 0.03) * side, size * side, mix(fill, (0, 0, 0), 0.3))
            sketch.circle(x * side, y * side, size * side, theme.stones[0])
    return sketch.finish()


@cached_sprite(160, 104, 32)
def hazard(theme: BattleTheme, column: int, kind: str, shore: tuple[bool, ...] = (True,) * 6) -> Sprite:
    """Return the sprite of water ("w") or quicksand ("q").

    `shore` says by edge whether the neighbouring hex is of another kind, so that there is a bank.
    """
    sketch = Sketch(theme, column * 4 / 3, row_distance(column), theme.seam)
    wet = kind == "w"
    fill, deep = (theme.water, theme.water_deep) if wet else (theme.sand, theme.swirl)
    shape = _widen(column, shore)
    sketch.polygon(shape, deep)
    sketch.clip(corners(column, FACE), 0, lambda inner: _paint_hazard(inner, column, kind, shore, fill))
    return sketch.finish(mask=polygon_mask(sketch, shape))


def _widen(column: int, shore: Sequence[bool]) -> list[Point]:
    """Return the outline of a hazard, which covers the gaps to neighbours of its kind."""
    inner, outer = corners(column, FACE), corners(column, 1.0)
    points: list[Point] = []
    for edge, is_shore in enumerate(shore):
        points += [(inner if is_shore else outer)[edge], (inner if is_shore else outer)[(edge + 1) % 6]]
    return list(dict.fromkeys(points))


def _paint_hazard(sketch: Sketch, column: int, kind: str, shore: Sequence[bool], fill: Colour) -> None:
    theme, side = sketch.theme, side_of(column)
    assert isinstance(theme, BattleTheme)
    sketch.box(0, 0, 3 * side, 3 * side, fill)
    if kind == "w":
        if 6 - sum(shore) >= WET_AROUND:
            sketch.polygon(corners(column, 0.66), theme.water_deep)
        for x, y in WAVES:
            sketch.stroke(wave(x * side, y * side, side), max(2, side * 0.075), theme.wave)
        dark, bright = theme.water_bank, theme.foam
    else:
        paint_swirl(sketch, side, theme.swirl)
        for x, y in GRAINS:
            sketch.circle(x * side, y * side, max(1.5, side * 0.045), theme.grain)
        dark, bright = theme.sand_bank, theme.grain
    outer = corners(column, FACE)
    # The bright lines of the lower edges lie over the ends of the dark banks.
    for edge in (*range(FIRST_UPPER, 6), *range(FIRST_UPPER)):
        if shore[edge]:
            thick = 2 * BANKS[edge] * side / (row_distance(column) / 2)
            inner = corners(column, FACE - thick / 2)
            ends = outer[edge], outer[(edge + 1) % 6], inner[(edge + 1) % 6], inner[edge]
            sketch.polygon(ends, dark if edge >= FIRST_UPPER else bright)


def wave(x: float, y: float, side: float) -> list[Point]:
    """Return the points of a wave on water, centred on (x, y); `side` is the length of a hex's side."""
    heights = (0.5, 0.9, 1, 0.6, 0, -0.6, -1, -0.9, -0.4, 0.2)
    return [(x + (number / 9 - 0.5) * side * 0.72, y - up * side * 0.075) for number, up in enumerate(heights)]


def paint_swirl(sketch: Sketch, side: float, fill: Colour) -> None:
    """Draw the flat spiral in the middle of quicksand."""
    turns = [number / 30 * 3.4 * pi for number in range(31)]
    reach = [side * 0.46 * (1 - angle / (4.1 * pi)) for angle in turns]
    points = [(far * cos(angle), 0.62 * far * sin(angle)) for angle, far in zip(turns, reach, strict=True)]
    sketch.stroke(points, max(2, side * 0.06), fill)


@cached_sprite(24, 104)
def block(theme: BattleTheme, column: int, level: int) -> Sprite:
    """Return the sprite of a block: a course for each level, three walls, and carets on top that show the height."""
    high, side = lift(column, level), side_of(column)
    sketch = Sketch(theme, column * 4 / 3, row_distance(column) + 2 * high, theme.seam)
    stone, rim, walls = theme.stones[level - 1], theme.rims[level - 1], theme.walls[level - 1]
    for course in range(level):
        share = FACE - COURSE * course
        low, up = corners(column, share, lift(column, course)), corners(column, share, lift(column, course + 1))
        for edge, fill in ((2, walls[0]), (1, walls[1]), (0, walls[2])):
            sketch.polygon([low[edge], low[edge + 1], up[edge + 1], up[edge]], fill)
        sketch.polygon(up, rim)
        sketch.polygon(corners(column, share - 0.045, lift(column, course + 1)), stone)
    for x, y in caret_places(level, side * CARET):
        sketch.polygon(caret(x, y - high, side * CARET), theme.caret)
    return sketch.finish(mask=polygon_mask(sketch, silhouette(column, level)))


def silhouette(column: int, level: int) -> list[Point]:
    """Return the outline of a hex with its block around the hex's centre; level 0 is the hex alone."""
    if not level:
        return corners(column, FACE)
    foot = corners(column, FACE)
    top = corners(column, FACE - COURSE * (level - 1), lift(column, level))
    left, right = _side_steps(column, level, 3), _side_steps(column, level, 0)
    return [foot[1], foot[2], *left, top[4], top[5], *right[::-1]]


def _side_steps(column: int, level: int, corner: int) -> list[Point]:
    """Return the outline of the courses at the left (3) or right (0) corner of a block, from below."""
    found: list[Point] = []
    for course in range(level):
        share = FACE - COURSE * course
        found += [corners(column, share, lift(column, up))[corner] for up in (course, course + 1)]
    return found


def caret(x: float, y: float, size: float) -> list[Point]:
    """Return the corners of a caret that is `size` pixels wide, centred on (x, y)."""
    return [(x - size / 2, y + size * 0.4), (x, y - size * 0.42), (x + size / 2, y + size * 0.4)]


def caret_places(level: int, size: float) -> list[Point]:
    """Return the centres of the carets for a level side by side around (0, 0); each is `size` pixels wide."""
    return [((number - (level - 1) / 2) * size * 1.16, 0.0) for number in range(level)]


@cached_sprite(12, 104)
def shadow(theme: BattleTheme, column: int, level: int) -> Sprite:
    """Return the shadow of a block at its lower right; its mask is the shadow's shape, its plane is not used."""
    side = side_of(column)
    across, down = side * SHADOW * level * 0.87, side * SHADOW * level * 0.5
    sketch = Sketch(theme, column * 4 / 3 + 2 * across, row_distance(column) + 2 * down, theme.seam)
    foot = corners(column, FACE)
    moved = [(x + across, y + down) for x, y in foot]
    shape = [foot[2], moved[2], moved[1], moved[0], moved[5], foot[5]]
    mask = sketch.reduce_mask(sketch.coverage(shape)).point([0] * 128 + [255] * 128)
    return sketch.finish(mask=mask)


def sample(theme: BattleTheme, column: int, kind: str) -> Sprite:
    """Return the sprite of a hex of some kind of ground alone, for keys and legends."""
    if kind.isdigit():
        return block(theme, column, int(kind))
    return meadow(theme, column, theme.grounds[1]) if kind == PLAIN else hazard(theme, column, kind)


def coverage(theme: BattleTheme, points: Sequence[Point], width: float, height: float) -> Image.Image:
    """Return the coverage of a polygon around the centre of an image of that size in pixels, 0 to 255."""
    sketch = Sketch(theme, width, height, theme.background)
    return sketch.reduce_mask(sketch.coverage(points))

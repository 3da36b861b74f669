"""Hex Battle Wars' emojis: the six heroes, the dice with more than six sides, hazards, and tiles."""

from collections.abc import Mapping, Sequence
from math import cos, radians, sin
from typing import Final

from render.emojis import BONE, SIZE, Paint
from render.hex_battle_wars.figures import HEROES, HOOD, MIDDLE, PATTERN_SHARE, circle
from render.hex_battle_wars.ground import GRAINS, WAVES, wave
from render.hex_battle_wars.places import corners
from render.hex_battle_wars.themes import SIDES, THEMES
from render.patterns import fill_pattern
from render.sprites import Letter, Point, Sketch, hexagon
from render.text import Style
from render.theme import Colour, mix

_THEME = THEMES["dark"]
_FULL = SIZE - 6
DASHES: Final = 8
"""Fewer than on the board, so that they can be told apart in a line of text."""


def hero(side: str, glyph: str) -> Paint:
    """The disc of a seat's characters, as it stands on the board."""

    def paint(sketch: Sketch) -> Sequence[Letter]:
        colours, radius = _THEME.sides[side], _FULL / 2
        sketch.circle(0, 0, radius, colours.deep)

        def surface(inner: Sketch) -> None:
            inner.circle(0, 0, radius, colours.main)
            fill_pattern(inner, side, SIZE * 1.1, SIZE * 0.13, mix(colours.main, colours.lo, PATTERN_SHARE))

        sketch.clip(circle(0, 0, radius * 0.97), 0, surface)
        sketch.circle(0, 0, radius * MIDDLE, colours.deep)
        sketch.icon(glyph, 0, 0, SIZE * 0.52, colours.tint)
        return ()

    return paint


def die(sides: int, points: Sequence[Point], fill: Colour) -> Paint:
    """A die with more than six sides: an outline of its own with how many."""

    def paint(sketch: Sketch) -> Sequence[Letter]:
        sketch.polygon(points, _THEME.faint, SIZE * 0.06)
        sketch.polygon([(x * 0.93, y * 0.93) for x, y in points], fill, SIZE * 0.05)
        return (Letter(str(sides), Style(round(SIZE * 0.48), 850), 0, 0, _THEME.print),)

    return paint


_KITE = ((0, -0.44), (0.44, 0.08), (0, 0.44), (-0.44, 0.08))
_BOX = ((-0.38, -0.38), (0.38, -0.38), (0.38, 0.38), (-0.38, 0.38))
DICE: Mapping[int, tuple[Sequence[Point], Colour]] = {
    10: ([(x * SIZE, y * SIZE) for x, y in _KITE], BONE),
    16: ([(x * SIZE, y * SIZE) for x, y in _BOX], _THEME.blow),
    20: (hexagon(0, 0, SIZE * 0.78), BONE),
}
"""Outlines and colours: the d10 is a kite, the d16 of damage has the colour of blows, the d20 is a hexagon."""


def hazard(kind: str) -> Paint:
    """A hex of water or quicksand."""

    def paint(sketch: Sketch) -> Sequence[Letter]:
        column = SIZE * 0.7
        side, outline = column * 2 / 3, corners(column)
        fill, ink = (_THEME.water, _THEME.wave) if kind == "w" else (_THEME.sand, _THEME.grain)
        sketch.polygon(corners(column, 1.04), _THEME.grid)

        def surface(inner: Sketch) -> None:
            inner.box(0, 0, 2 * SIZE, 2 * SIZE, fill)
            for x, y in WAVES if kind == "w" else ():
                inner.stroke(wave(x * side, y * side, side), side * 0.12, ink)
            for x, y in GRAINS if kind == "q" else ():
                inner.circle(x * side * 1.35, y * side * 1.35, side * 0.11, ink)

        sketch.clip(outline, 0, surface)
        return ()

    return paint


def tile(*, real: bool) -> Paint:
    """A tile of somebody invisible: a dashed ring; the real one has a full ring, and somebody in it."""

    def paint(sketch: Sketch) -> Sequence[Letter]:
        radius, width = _FULL / 2, SIZE * 0.1
        colours = _THEME.sides["none"]
        sketch.circle(0, 0, radius, colours.deep)
        if real:
            sketch.circle(0, 0, radius, _THEME.magic)
            sketch.circle(0, 0, radius - 1.4 * width, _THEME.magic_deep)
            sketch.icon(HOOD, 0, 0, SIZE * 0.5, _THEME.magic_hi)
            return ()
        for dash in range(DASHES):
            angles = [360 / DASHES * (dash + part * 0.36 / 4) for part in range(5)]
            arc = [((radius - width) * cos(radians(angle)), (radius - width) * sin(radians(angle))) for angle in angles]
            sketch.stroke(arc, width, colours.main)
        return (Letter("?", Style(round(SIZE * 0.56), 850), 0, 0, colours.tint),)

    return paint


EMOJIS: Mapping[str, Paint] = {
    **{
        f"battle_hero_{seat}": hero(side, glyph)
        for seat, (side, glyph) in enumerate(zip(SIDES, HEROES, strict=True), 1)
    },
    **{f"battle_d{sides}": die(sides, *drawn) for sides, drawn in DICE.items()},
    "battle_water": hazard("w"),
    "battle_quicksand": hazard("q"),
    "battle_tile": tile(real=False),
    "battle_real": tile(real=True),
}

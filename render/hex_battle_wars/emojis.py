"""The emojis of Hex Battle Wars: water, quicksand and tiles.

Emojis of dice, heights and seats are the same for all games and are defined elsewhere.
"""

from collections.abc import Mapping, Sequence
from math import cos, radians, sin
from typing import Final

from render.emojis import SIZE
from render.hex_battle_wars.ground import GRAINS, WAVES, paint_swirl, wave
from render.hex_battle_wars.places import corners
from render.hex_battle_wars.themes import THEMES
from render.hex_battle_wars.tokens import HOOD
from render.sprites import Letter, Paint, Sketch
from render.text import Style

_THEME = THEMES["dark"]
_FULL = SIZE - 6
DASHES: Final = 8
"""Number of dashes in the ring of a tile: fewer than on the board, so that they can be seen in a line of text."""


def hazard(kind: str) -> Paint:
    """Return a function that paints the emoji of water ("w") or quicksand ("q")."""

    def paint(sketch: Sketch) -> Sequence[Letter]:
        column = SIZE * 0.7
        side, outline = column * 2 / 3, corners(column)
        fill, ink = (_THEME.water, _THEME.wave) if kind == "w" else (_THEME.sand, _THEME.grain)
        sketch.polygon(corners(column, 1.04), _THEME.sand_bank if kind == "q" else _THEME.water_bank)

        def surface(inner: Sketch) -> None:
            inner.box(0, 0, 2 * SIZE, 2 * SIZE, fill)
            for x, y in WAVES if kind == "w" else ():
                inner.stroke(wave(x * side, y * side, side), side * 0.12, ink)
            if kind == "q":
                paint_swirl(inner, side * 1.2, _THEME.swirl)
            for x, y in GRAINS if kind == "q" else ():
                inner.circle(x * side * 1.2, y * side * 1.2, side * 0.09, ink)

        sketch.clip(outline, 0, surface)
        return ()

    return paint


def build_tile_paint(*, real: bool) -> Paint:
    """Return a function that paints the emoji of an invisible character's tile.

    It has a dashed ring; the real tile has a full ring and a hood.
    """

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
    "battle_water": hazard("w"),
    "battle_quicksand": hazard("q"),
    "battle_tile": build_tile_paint(real=False),
    "battle_real": build_tile_paint(real=True),
}

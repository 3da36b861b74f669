"""Connect Four's emojis: the 21 monsters by their short names, and a disc for each seat.

Dice and hourglass are shared by all games.
"""

from collections.abc import Mapping, Sequence

from engine.connect_four.roster import MONSTERS
from render.badges import PATTERN_SHARE
from render.connect_four import glyphs, naming
from render.emojis import GLYPH, GROUND, SIZE, WIDE, Paint
from render.patterns import fill_pattern
from render.sprites import Letter, Sketch, hexagon
from render.theme import DARK, mix


def disc(name: str) -> Paint:
    """A glyph of the icon font on a round piece: some games have the same glyph on squares."""

    def paint(sketch: Sketch) -> Sequence[Letter]:
        sketch.circle(0, 0, WIDE / 2, GLYPH)
        sketch.circle(0, 0, WIDE / 2 - SIZE * 0.05, GROUND)
        sketch.icon(name, 0, 0, SIZE * 0.66, GLYPH)
        return ()

    return paint


def seat(side: str) -> Paint:
    """Whose something is: a disc of a side's colour and pattern."""

    def paint(sketch: Sketch) -> Sequence[Letter]:
        colours = DARK.sides[side]
        sketch.circle(0, 0, WIDE / 2, colours.deep)

        def surface(inner: Sketch) -> None:
            inner.circle(0, 0, WIDE / 2 - SIZE * 0.07, colours.main)
            fill_pattern(inner, side, SIZE * 1.2, SIZE * 0.2, mix(colours.main, colours.lo, PATTERN_SHARE))

        sketch.clip(hexagon(0, 0, 1), WIDE / 2 - SIZE * 0.07, surface)
        return ()

    return paint


EMOJIS: Mapping[str, Paint] = {
    **{f"disc_{side}": seat(side) for side in naming.SIDES},
    **{
        naming.short_name(monster).lower().replace(" ", "_"): disc(glyphs.monster(monster))
        for monster in MONSTERS
        if glyphs.is_printed(monster)
    },
}

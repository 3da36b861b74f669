"""Connect Four's emojis: the 21 monsters by their short names.

Dice, hourglass and seat marks are shared by all games.
"""

from collections.abc import Mapping, Sequence

from engine.connect_four.roster import MONSTERS
from engine.connect_four.view import View
from render.connect_four import glyphs, naming
from render.emojis import GLYPH, GROUND, SIZE, WIDE, Paint, seat_mark
from render.sprites import Letter, Sketch


def disc(name: str) -> Paint:
    """A glyph of the icon font on a round piece: some games have the same glyph on squares."""

    def paint(sketch: Sketch) -> Sequence[Letter]:
        sketch.circle(0, 0, WIDE / 2, GLYPH)
        sketch.circle(0, 0, WIDE / 2 - SIZE * 0.05, GROUND)
        sketch.icon(name, 0, 0, SIZE * 0.66, GLYPH)
        return ()

    return paint


EMOJIS: Mapping[str, Paint] = {
    naming.short_name(monster).lower().replace(" ", "_"): disc(glyphs.monster(monster))
    for monster in MONSTERS
    if glyphs.is_printed(monster)
}


def seat_marks(view: View, names: Sequence[str]) -> list[str]:
    """Each seat's colour with its letter, as on its pieces."""
    letters = naming.letters(naming.display_names(names))
    return [seat_mark(side, letter) for side, letter in zip(naming.SIDES, letters, strict=True)]

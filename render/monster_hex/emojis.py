"""Monster Hex's emojis: the ten monsters, and the marks of the factions."""

from collections.abc import Mapping, Sequence

from engine.monster_hex.content import TILES
from engine.monster_hex.view import View
from render.emojis import Paint, glyph_on_dark, mark
from render.monster_hex import glyphs

EMOJIS: Mapping[str, Paint] = {
    **{tile.name.lower(): glyph_on_dark(glyphs.MONSTERS[tile.id]) for tile in TILES},
    **{f"faction_{faction}": mark(faction, faction[0].upper()) for faction in glyphs.FACTIONS},
}


def seat_marks(view: View, names: Sequence[str]) -> list[str]:
    """The marks of the seats' factions; none before a seat has its faction."""
    return [f"faction_{seat.faction}" if seat.faction else "" for seat in view.seats]

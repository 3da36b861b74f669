"""Hex Battle Wars' marks of seats, as on its characters; dice and heights are shared by all games."""

from collections.abc import Mapping, Sequence

from engine.hex_battle_wars.view import View
from render.emojis import Paint, seat_mark
from render.hex_battle_wars import naming

EMOJIS: Mapping[str, Paint] = {}


def seat_marks(view: View, names: Sequence[str]) -> list[str]:
    """Each seat's colour with its letter, as on its characters."""
    letters = naming.letters(naming.display_names(view, names))
    return [seat_mark(naming.side_of(seat)[0], letter) for seat, letter in enumerate(letters)]

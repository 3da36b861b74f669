"""The names of a board's places, which a page can mark."""

from collections.abc import Callable, Collection
from typing import Any, Final

from engine.connect_four.grid import grid
from engine.hex_battle_wars.board import field
from engine.monster_hex.content import layout


def places(game: str, view: Any) -> Collection[str]:
    """The places on the board of a view; none for a game that marks nothing."""
    found = _PLACES.get(game)
    return () if found is None else found(view)


_PLACES: Final[dict[str, Callable[[Any], Collection[str]]]] = {
    "monster_hex": lambda view: [place.label for place in layout(view.board).places],
    "connect_four": lambda view: grid(view.columns, view.rows).name,
    "hex_battle_wars": lambda view: field(view.radius).name,
    "hive_mind": lambda view: "ABCDEFGHIJKL",
}

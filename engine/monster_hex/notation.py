"""Actions as text: `place TILE HEX ROTATION`, `take VALUE`, and chance's `faction`, `order` and `draw`.

`write` is exact; `read` forgives case and surplus spaces, takes a Monster's name for its tile, and otherwise says which
word it does not understand.
"""

from collections.abc import Callable
from typing import Final

from engine.core import InvalidAction, echo
from engine.monster_hex.actions import (
    ASSIGNMENTS,
    DRAWS,
    TAKES,
    AssignFaction,
    BaseAction,
    Draw,
    Place,
    SeatOrder,
    Take,
    placements,
    seat_orders,
)
from engine.monster_hex.content import FACTIONS, TILES, Layout, tile_number
from engine.notation import Words

_SHAPES: Final = {
    "place": "place TILE HEX ROTATION",
    "take": "take VALUE",
    "faction": "faction SEAT NAME",
    "order": "order SEATS",
    "draw": "draw SEAT TILE",
}


def write(layout: Layout, action: BaseAction) -> str:
    """The action in canonical notation."""
    match action:
        case Place(tile, cell, rotation):
            return f"place {TILES[tile].id} {layout.board.name[cell]} {rotation}"
        case Take(value):
            return f"take {value}"
        case AssignFaction(seat, faction):
            return f"faction {seat} {FACTIONS[faction]}"
        case SeatOrder(order):
            return " ".join(("order", *map(str, order)))
        case Draw(seat, tile):
            return f"draw {seat} {TILES[tile].id}"


def read(layout: Layout, seats: int, text: str) -> BaseAction:
    """The action that a text means. Raises InvalidAction, which says where the text goes wrong."""
    words = text.split()
    verb = words[0].lower() if words else ""
    if verb not in _SHAPES:
        text = "I don't know that move. Pick one from the list"
        raise InvalidAction(f"{text}, or write “{_SHAPES['place']}” or “{_SHAPES['take']}”.")
    taken = TileWords(words, _SHAPES[verb])
    action = _READERS[verb](taken, layout, seats)
    taken.end()
    return action


class TileWords(Words):
    """Words that may be tiles, or hexes for tiles."""

    def tile(self) -> int:
        """The next word as a tile."""
        word = self.take("a tile")
        number = tile_number(word)
        if number is None:
            tiles = ", ".join(f"{tile.name} ({tile.id})" for tile in TILES)
            self.wrong(f"there is no tile {echo(word)}; the tiles are {tiles}")
        return number

    def cell(self, layout: Layout) -> int:
        """The next word as a hex for tiles."""
        word = self.take("a hex")
        label = word.upper()
        if label in layout.stone_index:
            stone = layout.stones[layout.stone_index[label]]
            article = "the" if stone.large else "a"
            self.wrong(f"{label} is {article} {stone.short_name}, and tiles go around it")
        if label not in layout.board.index:
            names = layout.board.name
            self.wrong(f"there is no hex {echo(word)}; the hexes go from {names[0]} to {names[-1]}")
        return layout.board.index[label]


def _place(words: TileWords, layout: Layout, seats: int) -> Place:
    tile, cell, rotation = words.tile(), words.cell(layout), words.number("a rotation", 0, 5)
    return placements(layout.size)[tile][cell][1 << rotation][0]


def _take(words: TileWords, layout: Layout, seats: int) -> Take:
    word = words.take("a value")
    printed = {str(points): points for points in layout.printed}
    if word not in printed:
        words.wrong(f"no stone has the value {echo(word)}; the values are {', '.join(printed)}")
    return TAKES[printed[word]]


def _faction(words: TileWords, layout: Layout, seats: int) -> AssignFaction:
    seat, name = words.number("a seat", 0, seats - 1), words.take("a faction")
    if name.lower() not in FACTIONS:
        words.wrong(f"there is no faction {echo(name)}; the factions are {', '.join(FACTIONS)}")
    return ASSIGNMENTS[seat][FACTIONS.index(name.lower())]


def _order(words: TileWords, layout: Layout, seats: int) -> SeatOrder:
    order = tuple(words.number("a seat", 0, seats - 1) for _ in range(seats))
    for action in seat_orders(seats):
        if action.order == order:
            return action
    return words.wrong("every seat is in the order once")


def _draw(words: TileWords, layout: Layout, seats: int) -> Draw:
    seat, tile = words.number("a seat", 0, seats - 1), words.tile()
    return DRAWS[seat][tile]


_READERS: Final[dict[str, Callable[[TileWords, Layout, int], BaseAction]]] = {
    "place": _place,
    "take": _take,
    "faction": _faction,
    "order": _order,
    "draw": _draw,
}

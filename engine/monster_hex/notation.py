"""The notation: actions as text, such as `place TILE HEX ROTATION`, `take VALUE`, uses of abilities, chance outcomes.

`write` returns the canonical form. `read` ignores case and extra spaces, and accepts a Monster's name for its tile. Its
errors name the word that it cannot parse.
"""

from collections.abc import Callable
from typing import Final

from engine.core import InvalidAction, quote_input
from engine.messages import Message
from engine.monster_hex.abilities import ABILITIES, ABILITY_NUMBER, DECLINE
from engine.monster_hex.actions import (
    ASSIGNMENTS,
    DRAWS,
    PUBLIC_CARD,
    TAKES,
    Action,
    AssignFaction,
    Chance,
    Choose,
    Confuse,
    Curse,
    DealObjective,
    Decline,
    Draw,
    DrawShared,
    Enchant,
    Petrify,
    Place,
    PlaceShared,
    Reward,
    Scatter,
    Scheme,
    SeatOrder,
    Strike,
    Take,
    placements,
    seat_orders,
)
from engine.monster_hex.content import FACTIONS, TILES, Layout, tile_number
from engine.monster_hex.objectives import OBJECTIVES
from engine.monster_hex.setup import CARD_NUMBER
from engine.monster_hex.variants import Variants
from engine.notation import Words


def write(variants: Variants, action: Action) -> str:
    """Return the action in canonical notation."""
    names = variants.layout.board.name
    match action:
        case Place(tile, cell, rotation):
            return f"place {TILES[tile].id} {names[cell]} {rotation}"
        case Scatter(tile, cell, rotation):
            return f"place {TILES[tile].id} {names[cell]} {rotation} scatter"
        case Take(value):
            return f"take {value}"
        case PlaceShared(cell, rotation):
            return f"shared {names[cell]} {rotation}"
        case Choose(ability):
            return f"choose {ABILITIES[ability]}"
        case Enchant(cell) | Curse(cell) | Petrify(cell):
            return f"{type(action).__name__.lower()} {names[cell]}"
        case Confuse(cell, rotation):
            return f"confuse {names[cell]} {rotation}"
        case Reward() | Strike() | Scheme() | Decline():
            return type(action).__name__.lower()
        case Draw() | DrawShared() | AssignFaction() | SeatOrder() | DealObjective():
            return _write_chance(variants, action)


def _write_chance(variants: Variants, action: Chance) -> str:
    match action:
        case Draw(seat, tile):
            return f"draw {seat} {TILES[tile].id}"
        case DrawShared(tile):
            return f"shared {TILES[tile].id}"
        case AssignFaction(owner, faction):
            return f"faction {'shared' if owner == variants.shared_owner else owner} {FACTIONS[faction]}"
        case SeatOrder(order):
            return " ".join(("order", *map(str, order)))
        case DealObjective(seat, card):
            return f"objective {'public' if seat == PUBLIC_CARD else seat} {OBJECTIVES[card].id}"


def read(variants: Variants, text: str) -> Action:
    """Parse an action in notation. Raises InvalidAction, naming the word that is wrong."""
    parts = text.split()
    verb = parts[0].lower() if parts else ""
    if verb == "place" and len(parts) > 4 and parts[4].lower() == "scatter":
        shape, reader = "place TILE HEX ROTATION scatter", _parse_scatter
    elif verb in _READERS:
        shape, reader = _READERS[verb]
    else:
        raise InvalidAction("I don't know that move. Pick one from the list.")
    words = TileWords(parts, shape)
    action = reader(words, variants)
    words.end()
    return action


class TileWords(Words):
    """A parser of an action's words that can also read tiles, hexes, rotations and seats."""

    def tile(self) -> int:
        """Parse the next word as a tile, by id or Monster name, and return the tile number."""
        word = self.take(Message("a tile"))
        number = tile_number(word)
        if number is None:
            tiles = ", ".join(tile.name for tile in TILES)
            self.reject(Message("There is no tile {word}; the tiles are {tiles}.", word=quote_input(word), tiles=tiles))
        return number

    def cell(self, layout: Layout) -> int:
        """Parse the next word as the label of a hex for tiles, and return its cell."""
        word = self.take(Message("a hex"))
        label = word.upper()
        if label in layout.stone_index:
            stone = layout.stones[layout.stone_index[label]]
            if stone.large:
                name = stone.short_name
                self.reject(Message("{hex} is the {stone}; place tiles on the hexes around it.", hex=label, stone=name))
            self.reject(Message("{hex} is a Small Stone; place tiles on the hexes around it.", hex=label))
        if label not in layout.board.index:
            names = layout.board.name
            self.reject(
                Message(
                    "There is no hex {word}; the hexes go from {first} to {last}.",
                    word=quote_input(word),
                    first=names[0],
                    last=names[-1],
                )
            )
        return layout.board.index[label]

    def rotation(self) -> int:
        """Parse the next word as a rotation from 0 to 5."""
        return self.number(Message("a rotation"), 0, 5)

    def seat(self, variants: Variants) -> int:
        """Parse the next word as a seat number."""
        return self.number(Message("a seat"), 0, variants.seats - 1)


def _place(words: TileWords, variants: Variants) -> Place:
    tile, cell, rotation = words.tile(), words.cell(variants.layout), words.rotation()
    return placements(variants.layout.size)[tile][cell][1 << rotation][0]


def _parse_scatter(words: TileWords, variants: Variants) -> Scatter:
    tile, cell, rotation = words.tile(), words.cell(variants.layout), words.rotation()
    words.take("scatter")
    return Scatter(tile, cell, rotation)


def _take(words: TileWords, variants: Variants) -> Take:
    word = words.take(Message("a value"))
    printed = {str(points): points for points in variants.layout.printed}
    if word not in printed:
        values = ", ".join(printed)
        words.reject(
            Message("No stone has the value {word}; the values are {values}.", word=quote_input(word), values=values)
        )
    return TAKES[printed[word]]


def _choose(words: TileWords, variants: Variants) -> Choose:
    name = words.take(Message("an ability"))
    if name.lower() not in ABILITY_NUMBER:
        words.reject(
            Message(
                "There is no ability {word}; the abilities are {abilities}.",
                word=quote_input(name),
                abilities=", ".join(ABILITIES),
            )
        )
    return Choose(ABILITY_NUMBER[name.lower()])


def _parse_shared(words: TileWords, variants: Variants) -> PlaceShared | DrawShared:
    """Parse an action that begins with `shared`.

    A tile alone is the chance outcome that draws it; a hex and a rotation are the placement of the shared tile.
    """
    if words.count_left() == 1:
        return DrawShared(words.tile())
    return PlaceShared(words.cell(variants.layout), words.rotation())


def _parse_faction(words: TileWords, variants: Variants) -> AssignFaction:
    if variants.shared and words.peek().lower() == "shared":
        words.take("a seat")
        owner = variants.shared_owner
    else:
        owner = words.seat(variants)
    name = words.take("a faction")
    if name.lower() not in FACTIONS:
        words.reject(f"there is no faction {quote_input(name)}; the factions are {', '.join(FACTIONS)}")
    return ASSIGNMENTS[owner][FACTIONS.index(name.lower())]


def _order(words: TileWords, variants: Variants) -> SeatOrder:
    order = tuple(words.seat(variants) for _ in range(variants.seats))
    for action in seat_orders(variants.seats):
        if action.order == order:
            return action
    return words.reject("the order must contain each seat exactly once")


def _draw(words: TileWords, variants: Variants) -> Draw:
    return DRAWS[words.seat(variants)][words.tile()]


def _parse_objective(words: TileWords, variants: Variants) -> DealObjective:
    word = words.take("a seat")
    seats = {"public": PUBLIC_CARD, **{str(seat): seat for seat in range(variants.seats)}}
    if word.lower() not in seats:
        words.reject(f"{quote_input(word)} is not “public” or a seat from 0 to {variants.seats - 1}")
    name = words.take("an Objective")
    if name.upper() not in CARD_NUMBER:
        words.reject(f"there is no Objective {quote_input(name)}; the Objectives are {', '.join(CARD_NUMBER)}")
    return DealObjective(seats[word.lower()], CARD_NUMBER[name.upper()])


_READERS: Final[dict[str, tuple[str, Callable[[TileWords, Variants], Action]]]] = {
    "place": ("place TILE HEX ROTATION", _place),
    "take": ("take VALUE", _take),
    "choose": ("choose ABILITY", _choose),
    "enchant": ("enchant HEX", lambda words, variants: Enchant(words.cell(variants.layout))),
    "curse": ("curse HEX", lambda words, variants: Curse(words.cell(variants.layout))),
    "petrify": ("petrify HEX", lambda words, variants: Petrify(words.cell(variants.layout))),
    "confuse": (
        "confuse HEX ROTATION",
        lambda words, variants: Confuse(words.cell(variants.layout), words.rotation()),
    ),
    "reward": ("reward", lambda words, variants: Reward()),
    "strike": ("strike", lambda words, variants: Strike()),
    "scheme": ("scheme", lambda words, variants: Scheme()),
    "decline": ("decline", lambda words, variants: DECLINE),
    "shared": ("shared HEX ROTATION", _parse_shared),
    "faction": ("faction SEAT NAME", _parse_faction),
    "order": ("order SEATS", _order),
    "draw": ("draw SEAT TILE", _draw),
    "objective": ("objective SEAT ID", _parse_objective),
}
"""For each verb, the syntax shown in refusals and the parser of the words after the verb."""

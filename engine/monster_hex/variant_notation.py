"""Actions of the variants as text: abilities, Scatter, the shared tile, chance's cards; `notation` has the others."""

from collections.abc import Callable
from typing import Final

from engine.core import echo
from engine.monster_hex import notation
from engine.monster_hex.abilities import ABILITIES, ABILITY_NUMBER, DECLINE
from engine.monster_hex.actions import (
    PUBLIC_CARD,
    Action,
    AssignFaction,
    Choose,
    Confuse,
    Curse,
    DealObjective,
    Decline,
    DrawShared,
    Enchant,
    Petrify,
    PlaceShared,
    Reward,
    Scatter,
    Scheme,
    Strike,
)
from engine.monster_hex.content import FACTIONS, TILES
from engine.monster_hex.notation import TileWords
from engine.monster_hex.objectives import OBJECTIVES
from engine.monster_hex.setup import CARD_NUMBER
from engine.monster_hex.variants import Variants

_SHAPES: Final = {
    "place": "place TILE HEX ROTATION scatter",
    "choose": "choose ABILITY",
    "enchant": "enchant HEX",
    "curse": "curse HEX",
    "confuse": "confuse HEX ROTATION",
    "petrify": "petrify HEX",
    "reward": "reward",
    "strike": "strike",
    "scheme": "scheme",
    "decline": "decline",
    "shared": "shared HEX ROTATION",
    "objective": "objective SEAT ID",
    "faction": "faction SEAT NAME",
}


def write(variants: Variants, action: Action) -> str:
    """The action in canonical notation."""
    names = variants.layout.board.name
    match action:
        case Scatter(tile, cell, rotation):
            return f"place {TILES[tile].id} {names[cell]} {rotation} scatter"
        case PlaceShared(cell, rotation):
            return f"shared {names[cell]} {rotation}"
        case Choose(ability):
            return f"choose {ABILITIES[ability]}"
        case Enchant(cell):
            return f"enchant {names[cell]}"
        case Curse(cell):
            return f"curse {names[cell]}"
        case Petrify(cell):
            return f"petrify {names[cell]}"
        case Confuse(cell, rotation):
            return f"confuse {names[cell]} {rotation}"
        case Reward():
            return "reward"
        case Strike():
            return "strike"
        case Scheme():
            return "scheme"
        case Decline():
            return "decline"
        case DealObjective(seat, card):
            return f"objective {'public' if seat == PUBLIC_CARD else seat} {OBJECTIVES[card].id}"
        case DrawShared(tile):
            return f"shared {TILES[tile].id}"
        case AssignFaction(owner, faction) if owner == variants.shared_owner:
            return f"faction shared {FACTIONS[faction]}"
        case _:
            return notation.write(variants.layout, action)


def read(variants: Variants, text: str) -> Action:
    """The action that a text means. Raises InvalidAction, which says where the text goes wrong."""
    parts = text.split()
    verb = parts[0].lower() if parts else ""
    if verb == "place" and not (len(parts) > 4 and parts[4].lower() == "scatter"):
        return notation.read(variants.layout, variants.seats, text)
    if verb == "faction" and not (len(parts) > 1 and parts[1].lower() == "shared" and variants.shared):
        return notation.read(variants.layout, variants.seats, text)
    if verb not in _READERS:
        return notation.read(variants.layout, variants.seats, text)
    words = TileWords(parts, _SHAPES[verb])
    action = _READERS[verb](words, variants, len(parts))
    words.end()
    return action


def _scatter(words: TileWords, variants: Variants, count: int) -> Action:
    tile, cell, rotation = words.tile(), words.cell(variants.layout), words.number("a rotation", 0, 5)
    words.take("scatter")
    return Scatter(tile, cell, rotation)


def _choose(words: TileWords, variants: Variants, count: int) -> Action:
    name = words.take("an ability")
    if name.lower() not in ABILITY_NUMBER:
        words.wrong(f"there is no ability {echo(name)}; the abilities are {', '.join(ABILITIES)}")
    return Choose(ABILITY_NUMBER[name.lower()])


def _confuse(words: TileWords, variants: Variants, count: int) -> Action:
    return Confuse(words.cell(variants.layout), words.number("a rotation", 0, 5))


def _shared(words: TileWords, variants: Variants, count: int) -> Action:
    """A hex and a rotation place the shared tile; a tile alone is chance's."""
    if count == 2:
        return DrawShared(words.tile())
    return PlaceShared(words.cell(variants.layout), words.number("a rotation", 0, 5))


def _objective(words: TileWords, variants: Variants, count: int) -> Action:
    whose = words.take("a seat")
    if whose.lower() != "public":
        seats = {str(seat): seat for seat in range(variants.seats)}
        if whose not in seats:
            words.wrong(f"{echo(whose)} is neither public nor a seat from 0 to {variants.seats - 1}")
        seat = seats[whose]
    else:
        seat = PUBLIC_CARD
    name = words.take("an Objective")
    if name.upper() not in CARD_NUMBER:
        words.wrong(f"there is no Objective {echo(name)}; they are {', '.join(CARD_NUMBER)}")
    return DealObjective(seat, CARD_NUMBER[name.upper()])


def _faction(words: TileWords, variants: Variants, count: int) -> Action:
    words.take("a seat")
    name = words.take("a faction")
    if name.lower() not in FACTIONS:
        words.wrong(f"there is no faction {echo(name)}; the factions are {', '.join(FACTIONS)}")
    return AssignFaction(variants.shared_owner, FACTIONS.index(name.lower()))


_READERS: Final[dict[str, Callable[[TileWords, Variants, int], Action]]] = {
    "place": _scatter,
    "choose": _choose,
    "enchant": lambda words, variants, count: Enchant(words.cell(variants.layout)),
    "curse": lambda words, variants, count: Curse(words.cell(variants.layout)),
    "petrify": lambda words, variants, count: Petrify(words.cell(variants.layout)),
    "confuse": _confuse,
    "reward": lambda words, variants, count: Reward(),
    "strike": lambda words, variants, count: Strike(),
    "scheme": lambda words, variants, count: Scheme(),
    "decline": lambda words, variants, count: DECLINE,
    "shared": _shared,
    "objective": _objective,
    "faction": _faction,
}

"""Names of seats, factions, tiles and stones in pictures and texts of Monster Hex."""

from collections.abc import Sequence

from engine.monster_hex import abilities
from engine.monster_hex.content import TILE_INDEX, TILES, Stone
from engine.monster_hex.view import Capture, Monster, SeatView, View
from language.messages import N_, _, ngettext
from render import text
from render.monster_hex import variant_texts
from render.monster_hex.contests import COLOURLESS, stone_at

NAMES = (
    *(N_("Dragon"), N_("Hydra"), N_("Wyvern"), N_("Serpent"), N_("Wolf"), N_("Kraken"), N_("Spider"), N_("Bat")),
    *(N_("Scarab"), N_("Newt")),
    *(N_("Demon King"), N_("Jade Lord"), N_("Amber Lord"), N_("Azure Lord"), N_("Small Stone"), N_("Petrified")),
    *(N_("Enchant"), N_("Boost"), N_("Reward"), N_("Strike"), N_("Blitz"), N_("Scatter"), N_("Confuse"), N_("Scheme")),
    *(N_("Curse"), N_("Petrify")),
    *(N_("red"), N_("blue"), N_("yellow"), N_("green"), N_("Red"), N_("Blue"), N_("Yellow"), N_("Green")),
    *(N_("right"), N_("lower right"), N_("lower left"), N_("left"), N_("upper left"), N_("upper right")),
)
"""Names in the data files and in the engine, marked for translation."""
EDGES = (N_("E"), N_("SE"), N_("SW"), N_("W"), N_("NW"), N_("NE"))
MAP_LETTERS = 3
"""The number of letters to which a monster's name is cut on the map and in short texts."""


def faction_name(seat: SeatView, number: int) -> str:
    """Return a seat's faction, capitalized; before factions are known, the seat's number from 1."""
    return _(seat.faction.capitalize()) if seat.faction else _("Seat {number}", number=number + 1)


def seat_letter(seat: SeatView, number: int) -> str:
    """Return the letter of a seat's faction, the same in all languages; before factions are known, its number from 1.

    In German, for example, two factions begin with a G.
    """
    return seat.faction[0].upper() if seat.faction else str(number + 1)


def owner_faction(view: View, owner: int) -> str:
    """Return the faction of an owner, a seat or the shared faction, capitalized."""
    if owner < len(view.seats):
        return faction_name(view.seats[owner], owner)
    return _((view.faction_of(owner) or variant_texts.SHARED_NAME).capitalize())


def owner_letter(view: View, owner: int) -> str:
    """Return the letter of an owner's faction; before factions are known, a seat's number from 1."""
    if owner < len(view.seats):
        return seat_letter(view.seats[owner], owner)
    return (view.faction_of(owner) or variant_texts.SHARED_NAME)[0].upper()


def display_names(view: View, labels: Sequence[str]) -> tuple[str, ...]:
    """Return the names of the seats by number, then of the shared faction if there is one.

    A seat's faction replaces a name that the font can't write.
    """
    names = [
        text.writable_name(labels[number] if number < len(labels) else "", faction_name(seat, number))
        for number, seat in enumerate(view.seats)
    ]
    return (*names, _(variant_texts.SHARED_NAME)) if view.shared is not None else tuple(names)


def fits_text(places: int) -> str:
    """Format the number of hexes on which a tile fits: "fits 3 hexes" and so on, or "fits nowhere"."""
    return ngettext("fits {number} hex", "fits {number} hexes", places) if places else _("fits nowhere")


def tile_name(tile: str) -> str:
    """Return the name of the monster on the tile with an id."""
    return _(TILES[TILE_INDEX[tile]].name)


def ability_name(ability: str, edition: int | None) -> str:
    """Return the display name of an ability in an edition."""
    return _(abilities.ability_name(ability, edition))


def stone_name(stone: Stone) -> str:
    """Return a Large Stone's name, or "Small Stone" with the label of its hex."""
    return _(stone.short_name) if stone.large else _("Small Stone {hex}", hex=stone.label)


def stone_names(view: View, labels: Sequence[str]) -> list[str]:
    """Return the names of the stones on the hexes with the given labels."""
    return [stone_name(stone_at(view, label)) for label in labels]


def powers_text(monster: Monster) -> str:
    """Format a Monster's six powers, clockwise from E, and the amount by which abilities changed them."""
    single = all(0 <= power <= 9 for power in monster.powers)
    return ("" if single else ",").join(map(str, monster.powers)) + variant_texts.change_text(monster)


def worth_text(stone: Stone) -> str:
    """Format the values of a stone: points with the faction's name for each, or just "1" for a Small Stone."""
    if not stone.large:
        return "1"
    values = [(_(value.faction) if value.faction != COLOURLESS else _("worth"), value.points) for value in stone.values]
    return " ".join(f"{faction} {points}" for faction, points in values)


def gains_text(view: View, capture: Capture) -> str:
    """Format the points that each owner took from a captured stone, "none" if nobody took any."""
    gains = [f"{owner_faction(view, got.seat)} +{got.value + got.bonus}" for got in capture.taken]
    return " ".join(gains) or _("none")

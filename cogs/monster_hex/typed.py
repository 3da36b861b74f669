"""Typed placements and values: what autocomplete offers, and the page that completes or confirms one."""

from collections.abc import Callable

from cogs.monster_hex import abilities, composing
from cogs.monster_hex import sentences as words
from cogs.monster_hex.gains import gains, hexes_best_first
from cogs.ui.kit.composing import MoveParts
from cogs.ui.kit.interface import PageName
from engine.core import InvalidAction, NotYourTurn
from engine.monster_hex.actions import Place
from engine.monster_hex.content import TILE_INDEX, TILES, layout, tile_number
from engine.monster_hex.notation import read, write
from engine.monster_hex.refusals import refusal
from engine.monster_hex.variants import variants_of
from engine.monster_hex.view import View
from render.monster_hex.rotation_names import rotation_names
from tables.texts import not_your_turn
from tables.viewer import TableView


def choices(table: TableView, label_of: Callable[[str], str]) -> list[tuple[str, str]]:
    """Labels and values: each hex of each tile, those with most points first, and then every rotation."""
    places = composing.placements(table) if table.must_act and table.view.phase == "place" else MoveParts({})
    hexes = [
        (gain, label, " ".join(("place", tile, label)), tile)
        for tile in places.choices()
        for label, gain in tile_hexes(table, places, tile)
    ]
    hexes.sort(key=lambda each: -each[0])
    offered = [
        (f"{words.tile_name(tile)} on {label}{f' +{gain}' if gain else ''}", value)
        for gain, label, value, tile in hexes
    ]
    return [*offered, *((label_of(action), action) for action in table.legal)]


def tile_hexes(table: TableView, places: MoveParts, tile: str) -> list[tuple[str, int]]:
    """The hexes of a tile with the points to gain there, the best first."""
    worth = gains(table.view, tile)
    return [(label, worth.get(label, 0)) for label in hexes_best_first(table.view, places, tile)]


def rotations(table: TableView, tile: str, label: str) -> dict[str, str]:
    """The rotations in which a tile may be placed on a hex, by what they do."""
    turns = [int(turn) for turn in composing.placements(table).choices((tile, label))]
    return {name: str(turn) for turn, name in rotation_names(table.view, tile, label, turns).items()}


def tile_id(word: str) -> str:
    """The id of a tile for its id or name; an unknown word as it is."""
    number = tile_number(word.strip())
    return word if number is None else TILES[number].id


def page_name(table: TableView, action: str) -> PageName | None:
    """The page of a typed action; None if it is not legal, so that making it says why. Raises EngineError."""
    match action.split():
        case [verb, tile, label] if verb.lower() == "place" and table.seat is not None:
            return _rotations_page(table, tile_id(tile), label.upper())
        case [verb, label] if verb.lower() == composing.SHARED and _fits_shared(table, label.upper()):
            return "hex", (table.view.shared.tile, label.upper())
        case _:
            pass
    match _canonical(table.view, action).split():
        case parts if " ".join(parts) not in table.legal:
            return None
        case ["place", tile, label, rotation, *_]:
            return "turn", (tile, label, rotation)
        case ["shared", label, rotation]:
            return "turn", (table.view.shared.tile, label, rotation)
        case ["take", value]:
            return "value", (value,)
        case [ability, *parts] if ability in abilities.LINES:
            return "use", (ability, *parts)
        case _:
            return None


def _fits_shared(table: TableView, label: str) -> bool:
    """Whether the viewer may place the shared tile on a hex (MH-21)."""
    return any(action.startswith(f"{composing.SHARED} {label} ") for action in table.legal)


def _canonical(view: View, action: str) -> str:
    """The action as notation writes it; empty for what is no action."""
    variants = variants_of(view)
    try:
        return write(variants, read(variants, action))
    except InvalidAction:
        return ""


def _rotations_page(table: TableView, tile: str, label: str) -> PageName | None:
    """The page of a placement without a rotation. Raises EngineError where the tile can't go."""
    if any(action.startswith(f"place {tile} {label} ") for action in table.legal):
        return "hex", (tile, label)
    if not table.must_act:
        raise NotYourTurn(not_your_turn(table.waiting_names()))
    cell = layout(table.view.board).board.index.get(label)
    if cell is None or tile not in TILE_INDEX:
        return None
    raise refusal(table.view, Place(TILE_INDEX[tile], cell, 0))

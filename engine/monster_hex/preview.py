"""What a placement would do, told from a view alone: for previews, choices and refusals."""

import msgspec

from engine.monster_hex import capturing, placing
from engine.monster_hex.content import POWERS, SLOTS, TILE_INDEX, layout, tile_set
from engine.monster_hex.view import Capture, TakeChoice, View
from engine.monster_hex.viewing import faction_numbers, pieces


class Match(msgspec.Struct, frozen=True, gc=False):
    """An edge of the tile that shows the power which the Monster on `neighbour` turns to it (MH-5)."""

    edge: int
    power: int
    neighbour: str


class Forecast(msgspec.Struct, frozen=True, gc=False):
    """The capture of a stone that the placement would surround; `choice` if its first would be asked (MH-8, MH-10)."""

    stone: str
    capture: Capture
    choice: TakeChoice | None


def facing(view: View, label: str) -> tuple[Match, ...]:
    """The powers that the Monsters around a hex turn to it, by edge of the hex."""
    table = layout(view.board)
    monsters = {monster.label: monster for monster in view.monsters}
    around = ((edge, table.board.name[cell]) for edge, cell in table.beside[table.board.index[label]])
    return tuple(Match(edge, monsters[name].powers[(edge + 3) % 6], name) for edge, name in around if name in monsters)


def matches(view: View, tile: str, label: str, rotation: int) -> tuple[Match, ...]:
    """The edges of the tile that would match there, by edge (MH-5); none where a placement is owed to MH-6."""
    powers = POWERS[TILE_INDEX[tile] * 6 + rotation]
    return tuple(match for match in facing(view, label) if powers[match.edge] == match.power)


def at_stones(view: View, tile: str, label: str, rotation: int) -> tuple[tuple[str, int], ...]:
    """The powers that the tile would bring to the stones beside the hex that are not yet captured, in label order."""
    table = layout(view.board)
    cell = table.board.index[label]
    powers = POWERS[TILE_INDEX[tile] * 6 + rotation]
    return tuple(
        (table.stones[stone].label, powers[edge])
        for stone in table.stones_at[cell]
        for other, edge in table.facing[stone]
        if other == cell and view.captures[stone] is None
    )


def at_free_hexes(view: View, tile: str, label: str, rotation: int) -> tuple[tuple[int, int], ...]:
    """The edges of the tile that would turn to free hexes, with their powers: what later tiles can match."""
    table = layout(view.board)
    taken = {monster.label for monster in view.monsters}
    powers = POWERS[TILE_INDEX[tile] * 6 + rotation]
    beside = table.beside[table.board.index[label]]
    return tuple((edge, powers[edge]) for edge, cell in beside if table.board.name[cell] not in taken)


def fitting(view: View, tile: str) -> dict[str, tuple[int, ...]]:
    """Where a tile may go now, in label order, and in which rotations (MH-5, MH-6).

    A tile that the viewer does not hold is looked at as if it were in the hand too.
    """
    table = layout(view.board)
    board = pieces(view)
    hand = tile_set(view.hand or ()) | 1 << TILE_INDEX[tile]
    found: dict[str, tuple[int, ...]] = {}
    for place in placing.legal_placements(table, board, placing.fits_on(table, board), hand):
        if place.tile == TILE_INDEX[tile]:
            label = table.board.name[place.cell]
            found[label] = (*found.get(label, ()), place.rotation)
    return found


def free_hexes(view: View) -> tuple[str, ...]:
    """Where every tile of the viewer's hand may go in any rotation: for the very first tile, or because none matches.

    Empty while a tile of the hand matches somewhere (MH-5, MH-6).
    """
    table = layout(view.board)
    board = pieces(view)
    cells = placing.free_cells(table, board, placing.fits_on(table, board), tile_set(view.hand or ()))
    return tuple(table.board.name[cell] for cell in cells)


def forecast(view: View, tile: str, label: str, rotation: int) -> tuple[Forecast, ...]:
    """The captures that the viewer's placement would bring, in label order (MH-8 to MH-13)."""
    table = layout(view.board)
    cell = table.board.index[label]
    piece = view.viewer * SLOTS + TILE_INDEX[tile] * 6 + rotation
    before = pieces(view)
    board = (*before[:cell], piece, *before[cell + 1 :])
    found: list[Forecast] = []
    for number in capturing.surrounded_by(table, board, cell):
        stone = table.stones[number]
        captured = capturing.capture(table, board, faction_numbers(view), number)
        first = captured.first
        asked = None if first is None or captured.taken else TakeChoice(first, stone.label, stone.values)
        found.append(Forecast(stone.label, captured, asked))
    return tuple(found)

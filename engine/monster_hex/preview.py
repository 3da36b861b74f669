"""What a placement would do, told from a view alone: for previews, choices and refusals."""

import msgspec

from engine.monster_hex import capturing, placing
from engine.monster_hex.content import POWERS, SLOTS, TILE_INDEX, layout, tile_set
from engine.monster_hex.variants import variants_of
from engine.monster_hex.view import Capture, TakeChoice, View
from engine.monster_hex.viewing import changes_of, faction_numbers, pieces


class Match(msgspec.Struct, frozen=True, gc=False):
    """An edge of the tile that shows the power which the Monster on `neighbour` turns to it (MH-5)."""

    edge: int
    power: int
    neighbour: str


class Forecast(msgspec.Struct, frozen=True, gc=False):
    """The capture of a stone that the placement would surround; `choice` if its first would be asked (MH-8, MH-10).

    `temporary` is the value of a temporary Stone, 0 for another (MH-19).
    """

    stone: str
    capture: Capture
    choice: TakeChoice | None
    temporary: int = 0


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
    """The powers that the tile would bring to the stones beside the hex that are not yet captured, in label order.

    Temporary Stones come after those of the board.
    """
    table = layout(view.board)
    cell = table.board.index[label]
    powers = POWERS[TILE_INDEX[tile] * 6 + rotation]
    temporary = {stone.label for stone in view.temporary}
    beside = ((table.board.name[other], edge) for edge, other in table.beside[cell])
    return (
        *(
            (table.stones[stone].label, powers[edge])
            for stone in table.stones_at[cell]
            for other, edge in table.facing[stone]
            if other == cell and view.captures[stone] is None
        ),
        *sorted((name, powers[edge]) for name, edge in beside if name in temporary),
    )


def at_free_hexes(view: View, tile: str, label: str, rotation: int) -> tuple[tuple[int, int], ...]:
    """The edges of the tile that would turn to free hexes, with their powers: what later tiles can match."""
    table = layout(view.board)
    taken = {monster.label for monster in view.monsters} | {stone.label for stone in view.temporary}
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
    for place in placing.legal_placements(table, board, _fits(view), hand):
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
    cells = placing.free_cells(table, board, _fits(view), tile_set(view.hand or ()))
    return tuple(table.board.name[cell] for cell in cells)


def _fits(view: View) -> tuple[int, ...]:
    """The slots that match on each cell, by the powers as they are now (MH-5, MH-7)."""
    return placing.fits_after_changes(layout(view.board), pieces(view), changes_of(view))


def scattering_hexes(view: View, tile: str) -> dict[str, tuple[int, ...]]:
    """Where the viewer may place a tile only by Scatter, in label order, and in which rotations (MH-17).

    Empty for a viewer with another ability.
    """
    if not 0 <= view.viewer < len(view.seats) or view.seats[view.viewer].ability != "scatter":
        return {}
    table, number = layout(view.board), TILE_INDEX[tile]
    plain = fitting(view, tile)
    names = (table.board.name[cell] for cell in placing.scatter_cells(table, pieces(view), number))
    found = {name: tuple(turn for turn in range(6) if turn not in plain.get(name, ())) for name in names}
    return {name: turns for name, turns in found.items() if turns}


def with_shared_tile(view: View) -> View:
    """The view with the shared tile as the hand and the shared faction as its owner, for previews of its placement.

    Raises ValueError for who does not hold it.
    """
    if view.shared is None or view.shared.tile is None:
        raise ValueError("the viewer does not hold the shared tile")
    return msgspec.structs.replace(view, hand=(view.shared.tile,))


def forecast(view: View, tile: str, label: str, rotation: int, owner: int | None = None) -> tuple[Forecast, ...]:
    """The captures that a placement would bring, in label order (MH-8 to MH-13); of a tile of the viewer or an owner.

    Where an ability comes first, they wait for it (MH-15). Those that wait already are among them only where the
    placement is the extra one of Strike; before any other they are made (MH-17).
    """
    variants, table = variants_of(view), layout(view.board)
    cell = table.board.index[label]
    piece = (view.viewer if owner is None else owner) * SLOTS + TILE_INDEX[tile] * 6 + rotation
    before = pieces(view)
    board = (*before[:cell], piece, *before[cell + 1 :])
    surrounded = capturing.surrounded_by(variants, board, view.captures, cell)
    waiting = (capturing.site_of(table, stone) for stone in view.waiting if _places_extra(view))
    sites = capturing.in_label_order(variants, {*surrounded, *waiting})
    values = {stone.label: stone.value for stone in view.temporary}
    return forecast_captures(view, board, changes_of(view), sites, values)


def _places_extra(view: View) -> bool:
    """Whether the viewer's next placement is the extra one of Strike, or is if they use it (MH-17)."""
    strikes = view.ability is not None and view.ability.ability == "strike"
    return view.viewer in view.actors and (view.is_extra or strikes)


def forecast_captures(
    view: View, board: tuple[int, ...], changes: tuple[int, ...], sites: tuple[int, ...], values: dict[str, int]
) -> tuple[Forecast, ...]:
    """The captures of some Stones on a board; `values` are those of temporary ones by label."""
    variants, table = variants_of(view), layout(view.board)
    found: list[Forecast] = []
    for site in sites:
        cell, label = capturing.cell_of(table, site), capturing.label_of(table, site)
        if cell is not None:
            value = values[label]
            captured = capturing.capture_temporary(variants, board, changes, cell, value)
            found.append(Forecast(label, captured, None, value))
            continue
        captured = capturing.capture(variants, board, changes, faction_numbers(view), site)
        first = captured.first
        asked = None if first is None or captured.taken else TakeChoice(first, label, table.stones[site].values)
        found.append(Forecast(label, captured, asked))
    return tuple(found)

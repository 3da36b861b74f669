"""Forecasts of the effect of a placement, computed from a view alone, for previews, choices and refusals."""

from collections.abc import Sequence

import msgspec

from engine.monster_hex import capturing, placing
from engine.monster_hex.content import COLOUR_BONUS, POWERS, SLOTS, TILE_INDEX, layout, tile_set
from engine.monster_hex.variants import variants_of
from engine.monster_hex.view import Capture, TakeChoice, Value, View
from engine.monster_hex.viewing import changes_of, faction_numbers, pieces


class Match(msgspec.Struct, frozen=True, gc=False):
    """An edge of a hex, and the power that the Monster on the hex `neighbour` shows to it (MH-5).

    A tile on the hex matches there if it has the same power on that edge.
    """

    edge: int
    power: int
    neighbour: str


class Forecast(msgspec.Struct, frozen=True, gc=False):
    """The capture of a Stone that would follow from a placement or an ability (MH-8).

    `choice` is set if the owner in first place would have to choose a value (MH-10). `temporary` is the value of a
    temporary Stone, or 0 for a printed one (MH-19).
    """

    stone: str
    capture: Capture
    choice: TakeChoice | None
    temporary: int = 0


def list_facing_powers(view: View, label: str) -> tuple[Match, ...]:
    """Return the powers that the Monsters around a hex show to it, in the order of the hex's edges."""
    table = layout(view.board)
    monsters = {monster.label: monster for monster in view.monsters}
    around = ((edge, table.board.name[cell]) for edge, cell in table.beside[table.board.index[label]])
    return tuple(Match(edge, monsters[name].powers[(edge + 3) % 6], name) for edge, name in around if name in monsters)


def list_matches(view: View, tile: str, label: str, rotation: int) -> tuple[Match, ...]:
    """Return the edges on which a tile would match its neighbours at this placement (MH-5).

    Empty if no edge matches. Other rules, such as that the hex must be empty, are not checked.
    """
    powers = POWERS[TILE_INDEX[tile] * 6 + rotation]
    return tuple(match for match in list_facing_powers(view, label) if powers[match.edge] == match.power)


def powers_at_stones(view: View, tile: str, label: str, rotation: int) -> tuple[tuple[str, int], ...]:
    """Return the power that a tile placed here would add at each uncaptured Stone beside the hex.

    The pairs (label of the Stone, power) are in label order, those of temporary Stones after the printed ones.
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


def edges_at_free_hexes(view: View, tile: str, label: str, rotation: int) -> tuple[tuple[int, int], ...]:
    """Return the edges of a tile placed here that would face free hexes, as pairs (edge, power).

    Later tiles can match these powers.
    """
    table = layout(view.board)
    taken = {monster.label for monster in view.monsters} | {stone.label for stone in view.temporary}
    powers = POWERS[TILE_INDEX[tile] * 6 + rotation]
    beside = table.beside[table.board.index[label]]
    return tuple((edge, powers[edge]) for edge, cell in beside if table.board.name[cell] not in taken)


def find_placements(view: View, tile: str) -> dict[str, tuple[int, ...]]:
    """Return the hexes where a tile may be placed now, each with the legal rotations, in label order (MH-5, MH-6).

    A tile that the viewer does not hold is treated as part of the hand.
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
    """Return the labels of the hexes where every tile of the viewer's hand may be placed in any rotation (MH-6).

    Empty while a tile of the hand fits somewhere by matching powers (MH-5).
    """
    table = layout(view.board)
    board = pieces(view)
    cells = placing.free_cells(table, board, _fits(view), tile_set(view.hand or ()))
    return tuple(table.board.name[cell] for cell in cells)


def _fits(view: View) -> tuple[int, ...]:
    """Return for each cell the mask of the slots that fit there, given the Monsters' present powers (MH-5, MH-7).

    A slot is a tile in one rotation.
    """
    return placing.fits_after_changes(layout(view.board), pieces(view), changes_of(view))


def scattering_hexes(view: View, tile: str) -> dict[str, tuple[int, ...]]:
    """Return the hexes where the viewer may place a tile only by Scatter, each with the rotations (MH-17).

    The hexes are in label order. Empty if the viewer has another ability.
    """
    if not 0 <= view.viewer < len(view.seats) or view.seats[view.viewer].ability != "scatter":
        return {}
    table, number = layout(view.board), TILE_INDEX[tile]
    plain = find_placements(view, tile)
    names = (table.board.name[cell] for cell in placing.scatter_cells(table, pieces(view), number))
    found = {name: tuple(turn for turn in range(6) if turn not in plain.get(name, ())) for name in names}
    return {name: turns for name, turns in found.items() if turns}


def with_shared_tile(view: View) -> View:
    """Return the view with the shared tile as the viewer's hand, to preview the placement of that tile.

    Raises ValueError if the viewer does not hold the shared tile.
    """
    if view.shared is None or view.shared.tile is None:
        raise ValueError("the viewer does not hold the shared tile")
    return msgspec.structs.replace(view, hand=(view.shared.tile,))


def forecast(view: View, tile: str, label: str, rotation: int, owner: int | None = None) -> tuple[Forecast, ...]:
    """Return the captures that would follow from a placement, in label order (MH-8 to MH-13).

    The tile belongs to `owner`, by default the viewer. If the tile offers an ability, the captures are made only
    after the seat's decision on it (MH-15). The extra placement of Strike comes before the captures that are
    already pending, so these are included (MH-17). In all other cases pending captures are made before a placement.
    """
    variants, table = variants_of(view), layout(view.board)
    cell = table.board.index[label]
    piece = (view.viewer if owner is None else owner) * SLOTS + TILE_INDEX[tile] * 6 + rotation
    before = pieces(view)
    board = (*before[:cell], piece, *before[cell + 1 :])
    surrounded = capturing.find_surrounded_sites(variants, board, view.captures, cell)
    waiting = (capturing.site_of(table, stone) for stone in view.waiting if _is_extra_placement(view))
    sites = capturing.sort_by_label(variants, {*surrounded, *waiting})
    values = {stone.label: stone.value for stone in view.temporary}
    return forecast_captures(view, board, changes_of(view), sites, values)


def _is_extra_placement(view: View) -> bool:
    """Return whether the viewer's next placement is the extra one of Strike (MH-17).

    Also true while the viewer is asked whether to use Strike.
    """
    strikes = view.ability is not None and view.ability.ability == "strike"
    return view.viewer in view.actors and (view.is_extra or strikes)


def forecast_captures(
    view: View, board: tuple[int, ...], changes: tuple[int, ...], sites: tuple[int, ...], values: dict[str, int]
) -> tuple[Forecast, ...]:
    """Return the captures of the Stones at these sites on a board, in the given order.

    `values` holds the values of the temporary Stones by label.
    """
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


def expected_points(view: View, captures: Sequence[Forecast]) -> dict[int, int]:
    """Return the points that captures bring, by owner, if every player picks the value that is worth most to them.

    The bonus of Reward for first places at Large Stones is included (MH-16).
    """
    points: dict[int, int] = {}
    for capture in captures:
        for got in capture.capture.taken:
            points[got.seat] = points.get(got.seat, 0) + got.value + got.bonus
        first, second = capture.capture.first, capture.capture.second
        reward = 0 if first is None or first >= len(view.seats) else view.seats[first].reward
        if first is not None and reward and (capture.temporary or layout(view.board).stone(capture.stone).large):
            points[first] = points.get(first, 0) + reward
        if capture.choice is None or first is None or second is None:
            continue
        values = list(capture.choice.values)
        for seat in (first, second):
            faction = view.faction_of(seat)
            picked = max(values, key=lambda value: (value_for_faction(value, faction), value.points))
            values.remove(picked)
            points[seat] = points.get(seat, 0) + value_for_faction(picked, faction)
    return points


def value_for_faction(value: Value, faction: str | None) -> int:
    """Return the points that a printed value is worth to a faction, including the bonus for its own colour (MH-10)."""
    return value.points + COLOUR_BONUS * (value.faction == faction)

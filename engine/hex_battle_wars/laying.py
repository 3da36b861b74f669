"""Hazards and blocks that chance lays: the possible hexes and their weights (HBW-2 to HBW-4, HBW-16).

Every legal hex is possible. The weights favour patches of hazards, and hills of blocks that are spread over the board:
a block either begins a new hill far from the others, or adds to one.
"""

from collections.abc import Iterator, Sequence
from itertools import compress
from typing import Final, cast

from engine.core import Weighted
from engine.hex_battle_wars.actions import Action, hex_actions
from engine.hex_battle_wars.board import Field, flags
from engine.hex_battle_wars.state import Match, State
from engine.hex_battle_wars.terrain import HAZARDS, Terrain, terrain

PATCH: Final = 4
"""Approximate number of hazards of the same kind that lie together."""
HILL: Final = 3
"""Approximate number of level-1 blocks in a hill."""
APART: Final = 4
"""Minimum distance from other hills that is favoured for a new hill."""
_FAVOUR: Final = bytes.maketrans(b"\0\1", bytes((1, 200)))
"""Table for `bytes.translate` from a flag to a weight: 1 for ordinary hexes, 200 for favoured ones."""


def due_hazard(match: Match, ground: str) -> str | None:
    """Return the kind of hazard that chance lays next, or None if all are laid; water comes first."""
    for kind, number in match.hazards.items():
        if ground.count(HAZARDS[kind]) < number:
            return kind
    return None


def hazards(match: Match, ground: str, kind: str) -> Weighted[Action]:
    """Return the possible actions for laying a hazard of a kind, with their weights."""
    found, grid = terrain(match.radius, ground), match.grid
    same = found.water if kind == "water" else found.quicksand
    near = grid.find_neighbours(same)
    favoured = near if same.bit_count() % PATCH else ~grid.find_neighbours(near)
    actions = hex_actions(match.radius)
    items = actions.water_at if kind == "water" else actions.quicksand_at
    return _weigh_actions(grid, items, found.plain, favoured)


def due_level(match: Match, state: State) -> int | None:
    """Return the lowest level with a block left that fits on a hex; None if there is none."""
    ground = terrain(match.radius, state.ground)
    for level, left in enumerate(state.box, 1):
        if left and ground.has_room(level):
            return level
    return None


def blocks(match: Match, state: State, level: int) -> Weighted[Action]:
    """Return the possible actions for laying a block of a level, with their weights."""
    ground, grid = terrain(match.radius, state.ground), match.grid
    items = hex_actions(match.radius).blocks_at[level - 1]
    return _weigh_actions(grid, items, ground.block_cells(level), _favoured_hexes(grid, ground, level))


def _favoured_hexes(grid: Field, ground: Terrain, level: int) -> int:
    """Return the set of hexes that are favoured for the next block of a level.

    While a hill grows, these are the hexes beside level-1 blocks. For a new hill or a higher block, they are the hexes
    away from other blocks of the same level.
    """
    same = ground.tops[level]
    if level == 1 and same.bit_count() % HILL:
        return grid.find_neighbours(same)
    if not same:
        return grid.all
    near = same
    for _ in range(APART if level != 2 else 1):
        near |= grid.find_neighbours(near) & grid.all
    return grid.all & ~near


def _weigh_actions(grid: Field, items: Sequence[Action | None], legal: int, favoured: int) -> Weighted[Action]:
    favours, chosen = flags(favoured & grid.all).translate(_FAVOUR).ljust(len(items), b"\1"), flags(legal)
    return Weighted(tuple(cast("Iterator[Action]", compress(items, chosen))), tuple(compress(favours, chosen)))

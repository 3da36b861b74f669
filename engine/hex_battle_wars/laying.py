"""Hazards and blocks: the hexes where chance may lay them, with weights (HBW-2 to HBW-4, HBW-16).

Every legal hex is possible. The weights favour patches of hazards, and hills spread over the board: sometimes a new
hill begins far from the others, and sometimes one grows.
"""

from collections.abc import Iterator, Sequence
from itertools import compress
from typing import Final, cast

from engine.core import Weighted
from engine.hex_battle_wars.actions import Action, hexed
from engine.hex_battle_wars.board import Field, flags
from engine.hex_battle_wars.state import Match, State
from engine.hex_battle_wars.terrain import HAZARDS, Terrain, terrain

PATCH: Final = 4
"""Approximate number of hazards of a kind per patch."""
HILL: Final = 3
"""Approximate number of blocks of the lowest level per hill."""
APART: Final = 4
"""Distance from other hills at which a new hill begins."""
_FAVOUR: Final = bytes.maketrans(b"\0\1", bytes((1, 200)))
"""The weights of other and of favoured hexes."""


def due_hazard(match: Match, ground: str) -> str | None:
    """Return the kind of hazard to lay next, first all water and then all quicksand; None if all are laid."""
    for kind, number in match.hazards.items():
        if ground.count(HAZARDS[kind]) < number:
            return kind
    return None


def hazards(match: Match, ground: str, kind: str) -> Weighted[Action]:
    """Return the hexes that may become water or quicksand, with weights."""
    found, grid = terrain(match.radius, ground), match.grid
    same = found.water if kind == "water" else found.quicksand
    near = grid.around(same)
    favoured = near if same.bit_count() % PATCH else ~grid.around(near)
    actions = hexed(match.radius)
    items = actions.water_at if kind == "water" else actions.quicksand_at
    return _weighted(grid, items, found.plain, favoured)


def due_level(match: Match, state: State) -> int | None:
    """Return the lowest level with a block left and a legal hex for it, or None."""
    ground = terrain(match.radius, state.ground)
    for level, left in enumerate(state.box, 1):
        if left and ground.has_room(level):
            return level
    return None


def blocks(match: Match, state: State, level: int) -> Weighted[Action]:
    """Return the hexes on which chance may lay a block of a level, with weights."""
    ground, grid = terrain(match.radius, state.ground), match.grid
    items = hexed(match.radius).blocks_at[level - 1]
    return _weighted(grid, items, ground.block_cells(level), _favoured(grid, ground, level))


def _favoured(grid: Field, ground: Terrain, level: int) -> int:
    """Return the hexes that a block of a level should favour.

    These are the hexes beside blocks of a growing hill, or those away from other blocks of the level if a hill begins
    or gets a top.
    """
    same = ground.tops[level]
    if level == 1 and same.bit_count() % HILL:
        return grid.around(same)
    if not same:
        return grid.all
    near = same
    for _ in range(APART if level != 2 else 1):
        near |= grid.around(near) & grid.all
    return grid.all & ~near


def _weighted(grid: Field, items: Sequence[Action | None], legal: int, favoured: int) -> Weighted[Action]:
    favours, chosen = flags(favoured & grid.all).translate(_FAVOUR).ljust(len(items), b"\1"), flags(legal)
    return Weighted(tuple(cast("Iterator[Action]", compress(items, chosen))), tuple(compress(favours, chosen)))

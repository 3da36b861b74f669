"""Hazards and blocks: where chance may lay them, and how likely (HBW-2 to HBW-4, HBW-16).

Every legal hex is possible. The weights make patches of hazards, and hills that are spread over the board: at times a
new one is begun far from the others, at others one grows.
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
"""How many hazards of a kind there are to a patch, about."""
HILL: Final = 3
"""How many blocks of the lowest level there are to a hill, about."""
APART: Final = 4
"""How far from each other hills begin."""
_FAVOUR: Final = bytes.maketrans(b"\0\1", bytes((1, 200)))
"""The weights of hexes that are not favoured and that are."""


def due_hazard(match: Match, ground: str) -> str | None:
    """The kind of hazard to lay next: all water, then all quicksand."""
    for kind, number in match.hazards.items():
        if ground.count(HAZARDS[kind]) < number:
            return kind
    return None


def hazards(match: Match, ground: str, kind: str) -> Weighted[Action]:
    """The hexes that may become water or quicksand."""
    found, grid = terrain(match.radius, ground), match.grid
    same = found.water if kind == "water" else found.quicksand
    near = grid.around(same)
    favoured = near if same.bit_count() % PATCH else ~grid.around(near)
    actions = hexed(match.radius)
    items = actions.water_at if kind == "water" else actions.quicksand_at
    return _weighted(grid, items, found.plain, favoured)


def due_level(match: Match, state: State) -> int | None:
    """The lowest level of which a block is left and has a legal hex."""
    ground = terrain(match.radius, state.ground)
    for level, left in enumerate(state.box, 1):
        if left and ground.has_room(level):
            return level
    return None


def blocks(match: Match, state: State, level: int) -> Weighted[Action]:
    """The hexes on which chance may lay a block of a level."""
    ground, grid = terrain(match.radius, state.ground), match.grid
    items = hexed(match.radius).blocks_at[level - 1]
    return _weighted(grid, items, ground.block_cells(level), _favoured(grid, ground, level))


def _favoured(grid: Field, ground: Terrain, level: int) -> int:
    """Beside the blocks of a hill that is to grow; away from others of this level where one begins, or gets a top."""
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

"""What is still fought for: the powers at each stone, the hexes left around it, and what each tile's edges face."""

from collections.abc import Mapping
from functools import cache
from typing import NamedTuple

from engine.monster_hex.content import layout
from engine.monster_hex.printed import Stone
from engine.monster_hex.view import Monster, View
from render.monster_hex.tiles import LIVE, OPEN, SPENT, States


class Contest(NamedTuple):
    """The contest for a stone that nobody has taken: seats with their powers, the most first, and free hexes left."""

    powers: tuple[tuple[int, int], ...]
    left: int


def seat_order(view: View) -> tuple[int, ...]:
    """The seats in the order in which they play, before it is drawn in the order of their numbers."""
    return view.order or tuple(range(len(view.seats)))


def contests(view: View) -> dict[Stone, Contest]:
    """The contest at each stone that nobody has taken."""
    board = layout(view.board)
    lying = {board.board.index[monster.label]: monster for monster in view.monsters}
    order = seat_order(view)
    found: dict[Stone, Contest] = {}
    for stone, facing, capture in zip(board.stones, board.facing, view.captures, strict=True):
        if capture is not None:
            continue
        powers: dict[int, int] = {}
        for cell, edge in facing:
            monster = lying.get(cell)
            if monster is not None:
                powers[monster.seat] = powers.get(monster.seat, 0) + monster.powers[edge]
        ranked = sorted(powers.items(), key=lambda each: (-each[1], order.index(each[0])))
        found[stone] = Contest(tuple(ranked), len(facing) - sum(cell in lying for cell, _ in facing))
    return found


def edge_states(view: View) -> dict[str, States]:
    """What the edges of each tile on the board face, by the tile's hex."""
    board = layout(view.board)
    lying = {board.board.index[monster.label] for monster in view.monsters}
    beside = _stone_beside(view.board)

    def state(cell: int, edge: int) -> int:
        stone = beside.get((cell, edge))
        if stone is not None:
            return LIVE if view.captures[stone] is None else SPENT
        other = board.board.neighbour_in[cell][edge]
        return OPEN if other >= 0 and other not in lying else SPENT

    return {board.board.name[cell]: tuple(state(cell, edge) for edge in range(6)) for cell in lying}


def lit(monster: Monster, states: Mapping[str, States]) -> States:
    """A tile's edges in full light: those that face nothing too."""
    return tuple(max(OPEN, state) for state in states[monster.label])


@cache
def _stone_beside(size: int) -> dict[tuple[int, int], int]:
    """The stone across an edge of a cell."""
    facing = enumerate(layout(size).facing)
    return {(cell, edge): stone for stone, cells in facing for cell, edge in cells}

"""Contests: the powers at each stone not captured yet, the hexes left around it, and what tile edges face."""

from collections.abc import Iterable, Mapping, Sequence, Set
from functools import cache
from typing import Final, NamedTuple

from engine.monster_hex.content import Stone, Value, layout
from engine.monster_hex.variants import variants_of
from engine.monster_hex.view import Monster, View
from render.monster_hex.tiles import LIVE, OPEN, SPENT, States

TEMPORARY: Final = "Petrified Stone"
"""The name of temporary Stones in pictures and texts."""
COLOURLESS: Final = "none"
"""The faction of the value of a temporary Stone."""


WAITING: Final = -1
"""The number of hexes left around a surrounded stone that waits for an ability or for another stone."""


class Contest(NamedTuple):
    """The contest for a stone: the seats' powers, highest first, and the number of free hexes left.

    `left` is 0 while the first of the stone picks a value.
    """

    powers: tuple[tuple[int, int], ...]
    left: int


def seat_order(view: View) -> tuple[int, ...]:
    """Return the seats in order of play; before it is drawn, in order of their numbers."""
    return view.order or tuple(range(len(view.seats)))


def owners(view: View) -> tuple[int, ...]:
    """Return the seats in order of play, followed by the shared faction if there is one."""
    return (*seat_order(view), *([len(view.seats)] if view.shared is not None else []))


def temporary_stones(view: View) -> tuple[Stone, ...]:
    """Return the temporary Stones on the board, as if they were printed (MH-19)."""
    cells = {cell.label: cell for cell in layout(view.board).cells}
    return tuple(
        Stone(stone.label, at.q, at.r, True, TEMPORARY, (Value(stone.value, COLOURLESS),), False)
        for stone, at in ((stone, cells[stone.label]) for stone in view.temporary)
    )


def stone_at(view: View, label: str) -> Stone:
    """Return the stone with a label, printed or temporary.

    Raises KeyError if there is none.
    """
    return next((stone for stone in temporary_stones(view) if stone.label == label), None) or layout(view.board).stone(
        label
    )


def contests(view: View) -> dict[Stone, Contest]:
    """Return the contest at each stone not captured yet, temporary ones last.

    Hexes with temporary Stones are not free: a stone is surrounded without them (MH-8, MH-19).
    """
    board = layout(view.board)
    lying = {board.board.index[monster.label]: monster for monster in view.monsters}
    petrified = {board.board.index[stone.label] for stone in view.temporary}
    found: dict[Stone, Contest] = {}
    for stone, facing, capture in zip(board.stones, board.facing, view.captures, strict=True):
        if capture is None:
            around = {cell for cell, _ in facing} - petrified
            found[stone] = Contest(_powers(view, lying, facing), _left(view, stone.label, around - lying.keys()))
    for stone in temporary_stones(view):
        at = board.board.index[stone.label]
        group = _group(at, petrified, board.board.neighbours) if variants_of(view).has_groups else {at}
        around = {other for cell in group for other in board.board.neighbours[cell]} - petrified
        facing = [(other, (edge + 3) % 6) for edge, other in board.beside[at]]
        found[stone] = Contest(_powers(view, lying, facing), _left(view, stone.label, around - lying.keys()))
    return found


def _left(view: View, label: str, free: Set[int]) -> int:
    """Return the number of free hexes around a stone, 0 while its first picks, or `WAITING`."""
    # A temporary stone captured earlier may have left a free hex beside it.
    if view.take is not None and view.take.stone == label:
        return 0
    return len(free) if free and label not in view.waiting else WAITING


def left_text(left: int) -> str:
    """Return the number of hexes left around a stone in words, or what the stone waits for."""
    if left == WAITING:
        return "waits"
    return f"{left} left" if left else "pick"


def _powers(view: View, lying: Mapping[int, Monster], facing: Iterable[tuple[int, int]]) -> tuple[tuple[int, int], ...]:
    """Return the powers of the edges that face a stone, by owner, highest first."""
    powers: dict[int, int] = {}
    for cell, edge in facing:
        monster = lying.get(cell)
        if monster is not None:
            powers[monster.seat] = powers.get(monster.seat, 0) + monster.powers[edge]
    order = owners(view)
    return tuple(sorted(powers.items(), key=lambda each: (-each[1], order.index(each[0]))))


def _group(cell: int, petrified: Set[int], neighbours: Sequence[Sequence[int]]) -> set[int]:
    """Return the connected temporary Stones around one, which are captured together (MH-19)."""
    found, new = set[int](), {cell}
    while new:
        found |= new
        new = {other for each in new for other in neighbours[each] if other in petrified} - found
    return found


def edge_states(view: View) -> dict[str, States]:
    """Return the state of each edge of each tile on the board, by the tile's hex."""
    board = layout(view.board)
    lying = {board.board.index[monster.label] for monster in view.monsters}
    petrified = {board.board.index[stone.label] for stone in view.temporary}
    beside = _stone_beside(view.board)

    def state(cell: int, edge: int) -> int:
        stone = beside.get((cell, edge))
        if stone is not None:
            return LIVE if view.captures[stone] is None else SPENT
        other = board.board.neighbour_in[cell][edge]
        if other in petrified:
            return LIVE
        return OPEN if other >= 0 and other not in lying else SPENT

    return {board.board.name[cell]: tuple(state(cell, edge) for edge in range(6)) for cell in lying}


def lit(monster: Monster, states: Mapping[str, States]) -> States:
    """Return a tile's edge states in full light, including edges that face nothing."""
    return tuple(max(OPEN, state) for state in states[monster.label])


@cache
def _stone_beside(size: int) -> dict[tuple[int, int], int]:
    """Return the stone across each edge of each cell that faces one."""
    facing = enumerate(layout(size).facing)
    return {(cell, edge): stone for stone, cells in facing for cell, edge in cells}

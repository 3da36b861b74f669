"""Contests for the stones not captured yet: the powers and free hexes around each, and the states of tile edges.

A seat's power at a stone is the sum of the powers on its tiles' edges that face the stone. Owners are numbers:
each seat's own number and, for the shared faction, the number of seats.
"""

from collections.abc import Iterable, Mapping, Sequence, Set
from functools import cache
from typing import Final, NamedTuple

from engine.monster_hex.content import Stone, Value, layout
from engine.monster_hex.variants import variants_of
from engine.monster_hex.view import Monster, View
from language.messages import _, ngettext
from render.monster_hex.tiles import LIVE, OPEN, SPENT, States

TEMPORARY: Final = "Petrified Stone"
"""The name of temporary Stones in pictures and texts."""
COLOURLESS: Final = "none"
"""The placeholder for the faction of a temporary Stone's value, which has no faction's colour."""


WAITING: Final = -1
"""A value of `Contest.left`: the stone is surrounded, but an ability or another captured stone comes first."""


class Contest(NamedTuple):
    """The contest for a stone.

    `powers` are pairs of owner and power, highest power first. `left` is the number of free hexes around the stone, 0
    while the seat with the most power chooses a value, or `WAITING`.
    """

    powers: tuple[tuple[int, int], ...]
    left: int


def seat_order(view: View) -> tuple[int, ...]:
    """Return the seats' numbers in order of play; in ascending order while the order of play has not been drawn."""
    return view.order or tuple(range(len(view.seats)))


def owners(view: View) -> tuple[int, ...]:
    """Return the numbers of all owners: the seats in order of play, then the shared faction if there is one."""
    return (*seat_order(view), *([len(view.seats)] if view.shared is not None else []))


def temporary_stones(view: View) -> tuple[Stone, ...]:
    """Return the temporary Stones on the board in the form of the stones printed on the board (MH-19)."""
    cells = {cell.label: cell for cell in layout(view.board).cells}
    return tuple(
        Stone(stone.label, at.q, at.r, True, TEMPORARY, (Value(stone.value, COLOURLESS),), False)
        for stone, at in ((stone, cells[stone.label]) for stone in view.temporary)
    )


def stone_at(view: View, label: str) -> Stone:
    """Return the stone on the hex with a label, whether it is printed on the board or temporary.

    Raises KeyError if there is none.
    """
    return next((stone for stone in temporary_stones(view) if stone.label == label), None) or layout(view.board).stone(
        label
    )


def find_contests(view: View) -> dict[Stone, Contest]:
    """Return the contest for each stone not captured yet: those printed on the board, then temporary ones.

    A hex with a temporary Stone does not count as free: a stone is surrounded as soon as tiles lie on all the other
    hexes around it (MH-8, MH-19).
    """
    board = layout(view.board)
    lying = {board.board.index[monster.label]: monster for monster in view.monsters}
    petrified = {board.board.index[stone.label] for stone in view.temporary}
    found: dict[Stone, Contest] = {}
    for stone, facing, capture in zip(board.stones, board.facing, view.captures, strict=True):
        if capture is None:
            around = {cell for cell, _ in facing} - petrified
            found[stone] = Contest(_sum_powers(view, lying, facing), _left(view, stone.label, around - lying.keys()))
    for stone in temporary_stones(view):
        at = board.board.index[stone.label]
        group = _group(at, petrified, board.board.neighbours) if variants_of(view).has_groups else {at}
        around = {other for cell in group for other in board.board.neighbours[cell]} - petrified
        facing = [(other, (edge + 3) % 6) for edge, other in board.beside[at]]
        found[stone] = Contest(_sum_powers(view, lying, facing), _left(view, stone.label, around - lying.keys()))
    return found


def _left(view: View, label: str, free: Set[int]) -> int:
    """Return the value of `Contest.left` for the stone with a label; `free` are the free hexes around it."""
    # While a value is picked, a hex around the stone may be free again, because a temporary stone there was captured
    # before.
    if view.take is not None and view.take.stone == label:
        return 0
    return len(free) if free and label not in view.waiting else WAITING


def left_text(left: int) -> str:
    """Return `Contest.left` in words: "2 left" and so on, "choose" for 0, or "waits" for `WAITING`."""
    if left == WAITING:
        return _("waits")
    # The hexes left have another verb in some languages than the tiles left.
    return ngettext("{hexes} left", "{hexes} left", left, hexes=left) if left else _("choose")


def _sum_powers(
    view: View, lying: Mapping[int, Monster], facing: Iterable[tuple[int, int]]
) -> tuple[tuple[int, int], ...]:
    """Return pairs of owner and total power of the edges that face a stone, highest power first.

    `lying` are the tiles on the board, by cell; `facing` are the pairs of cell and edge that face the stone.
    """
    powers: dict[int, int] = {}
    for cell, edge in facing:
        monster = lying.get(cell)
        if monster is not None:
            powers[monster.seat] = powers.get(monster.seat, 0) + monster.powers[edge]
    order = owners(view)
    return tuple(sorted(powers.items(), key=lambda each: (-each[1], order.index(each[0]))))


def _group(cell: int, petrified: Set[int], neighbours: Sequence[Sequence[int]]) -> set[int]:
    """Return the cells of the connected temporary Stones around `cell`, including itself.

    They are captured together (MH-19).
    """
    found, new = set[int](), {cell}
    while new:
        found |= new
        new = {other for each in new for other in neighbours[each] if other in petrified} - found
    return found


def edge_states(view: View) -> dict[str, States]:
    """Return the states of the six edges of each tile on the board, by the label of its hex.

    The states are `SPENT`, `OPEN` and `LIVE` of the module `tiles`.
    """
    board = layout(view.board)
    lying = {board.board.index[monster.label] for monster in view.monsters}
    petrified = {board.board.index[stone.label] for stone in view.temporary}
    beside = _stones_by_edge(view.board)

    def state(cell: int, edge: int) -> int:
        stone = beside.get((cell, edge))
        if stone is not None:
            return LIVE if view.captures[stone] is None else SPENT
        other = board.board.neighbour_in[cell][edge]
        if other in petrified:
            return LIVE
        return OPEN if other >= 0 and other not in lying else SPENT

    return {board.board.name[cell]: tuple(state(cell, edge) for edge in range(6)) for cell in lying}


def lit_edge_states(monster: Monster, states: Mapping[str, States]) -> States:
    """Return a tile's edge states for drawing it in full light: edges that face nothing count as facing a free hex."""
    return tuple(max(OPEN, state) for state in states[monster.label])


@cache
def _stones_by_edge(size: int) -> dict[tuple[int, int], int]:
    """Return the index of the stone that an edge faces, by cell and edge, for every edge that faces a stone."""
    facing = enumerate(layout(size).facing)
    return {(cell, edge): stone for stone, cells in facing for cell, edge in cells}

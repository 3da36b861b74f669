"""Temporary Stones (MH-19): the hexes where one can be made, and the ones that are surrounded."""

from collections.abc import Iterable, Sequence

from engine.monster_hex.content import EMPTY, Layout
from engine.monster_hex.state import PETRIFIED, State
from engine.monster_hex.variants import Variants
from engine.monster_hex.view import Capture


def find_petrifiable_cells(layout: Layout, state: State) -> list[int]:
    """Return the cells that Petrify can turn into a Stone: empty, and not the last empty one beside a Stone (MH-19)."""
    board, captures = state.board, state.captures
    return [
        cell
        for cell, piece in enumerate(board)
        if piece == EMPTY and not find_stones_closed_by(layout, board, captures, cell)
    ]


def find_stones_closed_by(
    layout: Layout, board: Sequence[int], captures: Sequence[Capture | None], cell: int
) -> tuple[str, ...]:
    """Return the labels of the uncaptured Stones, temporary ones included, whose only empty neighbour is `cell`."""
    names, neighbours = layout.board.name, layout.board.neighbours
    stones = (
        layout.stones[stone].label
        for stone in layout.stones_at[cell]
        if captures[stone] is None and _is_only_empty(board, (other for other, _ in layout.facing[stone]), cell)
    )
    temporary = (
        names[stone]
        for stone in neighbours[cell]
        if board[stone] == PETRIFIED and _is_only_empty(board, neighbours[stone], cell)
    )
    return (*stones, *temporary)


def _is_only_empty(board: Sequence[int], ring: Iterable[int], cell: int) -> bool:
    return [other for other in ring if board[other] == EMPTY] == [cell]


def find_stone_group(layout: Layout, board: Sequence[int], cell: int) -> set[int]:
    """Return the cells of the connected group of temporary Stones that contains the one on `cell`."""
    found, todo = {cell}, [cell]
    while todo:
        for other in layout.board.neighbours[todo.pop()]:
            if board[other] == PETRIFIED and other not in found:
                found.add(other)
                todo.append(other)
    return found


def surrounded_stones(variants: Variants, board: Sequence[int], cells: Iterable[int]) -> set[int]:
    """Return the cells of the surrounded temporary Stones, among the groups that contain one of `cells` (MH-19).

    A group counts if no hex beside any of its Stones is empty. In the 2024 edition each Stone is checked alone (MH-24).
    """
    layout = variants.layout
    found: set[int] = set()
    for cell in cells:
        if board[cell] == PETRIFIED and cell not in found:
            stones = find_stone_group(layout, board, cell) if variants.has_groups else {cell}
            if all(board[other] != EMPTY for stone in stones for other in layout.board.neighbours[stone]):
                found |= stones
    return found

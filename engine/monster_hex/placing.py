"""Placing a tile: where it may go (MH-5 to MH-7), and the board with it there."""

from collections.abc import Sequence

from engine.monster_hex.actions import Place, placements
from engine.monster_hex.content import ALL_SLOTS, EMPTY, GIVES, SLOTS, SLOTS_OF, TILES, TILES_IN, Layout


def fits_with(layout: Layout, board: Sequence[int], fits: Sequence[int], cell: int, slot: int) -> tuple[int, ...]:
    """The slots that fit on each cell once a slot lies on `cell`: none on its own, more beside it (MH-5)."""
    after = list(fits)
    after[cell] = 0
    gives = GIVES[slot]
    for edge, other in layout.beside[cell]:
        if board[other] == EMPTY:
            after[other] |= gives[edge]
    return tuple(after)


def fits_on(layout: Layout, board: tuple[int, ...]) -> tuple[int, ...]:
    """The slots that MH-5 allows on each cell of a board."""
    fits: tuple[int, ...] = (0,) * len(board)
    for cell, piece in enumerate(board):
        if piece != EMPTY:
            fits = fits_with(layout, board, fits, cell, piece % SLOTS)
    return fits


def free_cells(layout: Layout, board: tuple[int, ...], fits: tuple[int, ...], hand: int) -> tuple[int, ...]:
    """Where any tile may lie in any rotation: nowhere while a tile of the hand fits (MH-5).

    Otherwise, and for the very first tile, the unoccupied start hexes (MH-6); none left: all unoccupied hexes.
    """
    slots = SLOTS_OF[hand]
    if any(slots & fit for fit in fits):
        return ()
    start = tuple([cell for cell in layout.start if board[cell] == EMPTY])
    return start or tuple([cell for cell, piece in enumerate(board) if piece == EMPTY])


def legal_placements(layout: Layout, board: tuple[int, ...], fits: tuple[int, ...], hand: int) -> list[Place]:
    """Every placement that MH-5 and MH-6 allow for a hand, by tile, hex and rotation."""
    frontier = [(cell, fit) for cell, fit in enumerate(fits) if fit]
    return _on_cells(layout, frontier, hand) or _on_cells(
        layout, [(cell, ALL_SLOTS) for cell in free_cells(layout, board, fits, hand)], hand
    )


def _on_cells(layout: Layout, cells: Sequence[tuple[int, int]], hand: int) -> list[Place]:
    """The placements of a hand on some cells, each with the slots that may lie there."""
    table = placements(layout.size)
    found: list[Place] = []
    for tile in TILES_IN[hand]:
        by_cell, shift = table[tile], tile * 6
        for cell, slots in cells:
            if rotations := slots >> shift & 63:
                found += by_cell[cell][rotations]
    return found


def may_place(layout: Layout, board: tuple[int, ...], fits: tuple[int, ...], hand: int, place: Place) -> bool:
    """Whether MH-5 and MH-6 allow a placement; agrees with `legal_placements`."""
    tile, cell, rotation = place.tile, place.cell, place.rotation
    if not (0 <= tile < len(TILES) and 0 <= cell < len(board) and 0 <= rotation < 6 and hand >> tile & 1):
        return False
    return bool(fits[cell] >> tile * 6 + rotation & 1) or cell in free_cells(layout, board, fits, hand)

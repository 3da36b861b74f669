"""Placing a tile: where it may go (MH-5 to MH-7), and the board with it there."""

from collections.abc import Sequence

from engine.monster_hex.actions import Place, placements
from engine.monster_hex.content import EMPTY, GIVES, SLOTS, SLOTS_OF, TILES, TILES_IN, Layout


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
    start = tuple(cell for cell in layout.start if board[cell] == EMPTY)
    return start or tuple(cell for cell, piece in enumerate(board) if piece == EMPTY)


def legal_placements(layout: Layout, board: tuple[int, ...], fits: tuple[int, ...], hand: int) -> list[Place]:
    """Every placement that MH-5 and MH-6 allow for a hand, by tile, hex and rotation."""
    table = placements(layout.size)
    found: list[Place] = []
    frontier = [(cell, fit) for cell, fit in enumerate(fits) if fit]
    for tile in TILES_IN[hand]:
        row = table[tile]
        shift = tile * 6
        for cell, fit in frontier:
            rotations = fit >> shift & 63
            if rotations:
                found += row[cell][rotations]
    if not found:
        free = free_cells(layout, board, fits, hand)
        found.extend(place for tile in TILES_IN[hand] for cell in free for place in table[tile][cell][63])
    return found


def may_place(layout: Layout, board: tuple[int, ...], fits: tuple[int, ...], hand: int, place: Place) -> bool:
    """Whether MH-5 and MH-6 allow a placement; agrees with `legal_placements`."""
    tile, cell, rotation = place.tile, place.cell, place.rotation
    if not (0 <= tile < len(TILES) and 0 <= cell < len(board) and 0 <= rotation < 6 and hand >> tile & 1):
        return False
    return bool(fits[cell] >> tile * 6 + rotation & 1) or cell in free_cells(layout, board, fits, hand)

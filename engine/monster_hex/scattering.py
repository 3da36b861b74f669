"""Scatter (MH-17): placing a red tile without regard to powers."""

from collections.abc import Sequence

from engine.monster_hex import placing
from engine.monster_hex.abilities import strength
from engine.monster_hex.actions import Place, Scatter
from engine.monster_hex.content import EMPTY, TILES, TILES_IN, Layout


def cells_for(layout: Layout, board: Sequence[int], tile: int) -> list[int]:
    """Where Scatter may place a tile: empty hexes next to any Monster, with rank S all empty ones.

    None for a tile that is not red, and none for the very first tile.
    """
    if not TILES[tile].red or all(piece < 0 for piece in board):
        return []
    empty = (cell for cell, piece in enumerate(board) if piece == EMPTY)
    if strength(tile) == 2:
        return list(empty)
    return [cell for cell in empty if any(board[other] >= 0 for other in layout.board.neighbours[cell])]


def legal(layout: Layout, board: tuple[int, ...], fits: tuple[int, ...], hand: int) -> list[Place | Scatter]:
    """All placements of a hand: plain ones, and by Scatter where the same is not legal without it.

    By tile, hex and rotation, of which no two are alike, so that none comes before another as plain or by Scatter.
    """
    plain = placing.legal_placements(layout, board, fits, hand)
    known = {(place.tile, place.cell, place.rotation) for place in plain}
    scattered = [
        Scatter(tile, cell, rotation)
        for tile in TILES_IN[hand]
        for cell in cells_for(layout, board, tile)
        for rotation in range(6)
        if (tile, cell, rotation) not in known
    ]
    found: list[Place | Scatter] = [*plain, *scattered]
    return sorted(found, key=lambda place: (place.tile, place.cell, place.rotation))


def may_scatter(layout: Layout, board: tuple[int, ...], fits: tuple[int, ...], hand: int, action: Scatter) -> bool:
    """Whether Scatter allows a placement; agrees with `legal`."""
    tile, cell, rotation = action.tile, action.cell, action.rotation
    if tile not in TILES_IN[hand] or not (0 <= cell < len(board) and 0 <= rotation < 6):
        return False
    if cell not in cells_for(layout, board, tile):
        return False
    return not placing.may_place(layout, board, fits, hand, tile, cell, rotation)

"""Legal placements of tiles, plain (MH-5 to MH-7) or by Scatter (MH-17), and the slots that fit on each cell.

A slot is a tile in one rotation (see `content`).
"""

from collections.abc import Sequence
from functools import cache
from itertools import compress
from operator import getitem
from typing import Final

from engine.hexgrid import opposite
from engine.monster_hex.abilities import strength
from engine.monster_hex.actions import Place, PlaceShared, Scatter, placements, shared_placements
from engine.monster_hex.content import (
    ALL_SLOTS,
    EMPTY,
    GIVES,
    POWERS,
    SLOTS,
    SLOTS_OF,
    TILES,
    TILES_IN,
    Layout,
    slots_with_power,
)

_ALL_ROTATIONS: Final = 63
"""The mask of all six rotations."""
_KEPT: Final = 1024
"""The maximum number of slot sets in a cell's cache; a hundred games need about a tenth of it."""


class _OnCell(dict[int, tuple[tuple[Place, ...], ...]]):
    """A cache for one cell: for each set of slots that fit there, the placements on it, indexed by tile.

    A dict subclass, because listing the legal placements takes 18 % longer with `lru_cache`.
    """

    def __init__(self, turns: Sequence[Sequence[tuple[Place, ...]]]) -> None:
        super().__init__()
        self._turns: Final = turns

    def __missing__(self, slots: int) -> tuple[tuple[Place, ...], ...]:
        if len(self) == _KEPT:
            self.clear()
        found = self[slots] = tuple(
            [turns[slots >> tile * 6 & _ALL_ROTATIONS] for tile, turns in enumerate(self._turns)]
        )
        return found


@cache
def _index_by_cell(layout: Layout) -> tuple[_OnCell, ...]:
    return tuple(_OnCell(by_tile) for by_tile in zip(*placements(layout.size), strict=True))


def fits_after_placing(
    layout: Layout, board: Sequence[int], fits: Sequence[int], cell: int, slot: int
) -> tuple[int, ...]:
    """Return the mask of the slots that fit on each cell after `slot` is placed on `cell` (MH-5).

    `fits` holds the masks before. Afterwards no slot fits on `cell`, and more slots may fit on the empty cells beside
    it.
    """
    after = [*fits]
    after[cell] = 0
    gives = GIVES[slot]
    for edge, other in layout.beside[cell]:
        if board[other] == EMPTY:
            after[other] |= gives[edge]
    return tuple(after)


def fits_after_changes(layout: Layout, board: tuple[int, ...], changes: Sequence[int]) -> tuple[int, ...]:
    """Return the mask of the slots that fit on each cell by MH-5, with powers changed by Enchant and Curse (MH-7)."""
    fits = [0] * len(board)
    for cell, piece in enumerate(board):
        if piece >= 0:
            shown, change, gives = POWERS[piece % SLOTS], changes[cell], GIVES[piece % SLOTS]
            for edge, other in layout.beside[cell]:
                if board[other] == EMPTY:
                    fits[other] |= (
                        slots_with_changed_power(opposite(edge), shown[edge] + change) if change else gives[edge]
                    )
    return tuple(fits)


@cache
def slots_with_changed_power(edge: int, power: int) -> int:
    """Return a mask of the slots that show a power on an edge, cached; 0 for a power that no tile has."""
    return slots_with_power(edge, power)


def free_cells(layout: Layout, board: tuple[int, ...], fits: tuple[int, ...], hand: int) -> tuple[int, ...]:
    """Return the cells where any tile of the hand may be placed in any rotation (MH-6).

    Empty while a tile of the hand fits somewhere by matching powers (MH-5). Otherwise, as for the very first tile,
    these are the empty start hexes, or all empty hexes if no start hex is empty.
    """
    slots = SLOTS_OF[hand]
    if any(slots & fit for fit in fits):
        return ()
    start = tuple([cell for cell in layout.start if board[cell] == EMPTY])
    return start or tuple([cell for cell, piece in enumerate(board) if piece == EMPTY])


def legal_placements(layout: Layout, board: tuple[int, ...], fits: tuple[int, ...], hand: int) -> list[Place]:
    """Return all placements that MH-5 and MH-6 allow for a hand, sorted by tile, hex and rotation."""
    on_cells = _index_by_cell(layout)
    by_cell = [*map(getitem, compress(on_cells, fits), filter(None, fits))]
    return _placements(by_cell, hand) or _placements(
        [on_cells[cell][ALL_SLOTS] for cell in free_cells(layout, board, fits, hand)], hand
    )


def legal_shared_placements(
    layout: Layout, board: tuple[int, ...], fits: tuple[int, ...], hand: int
) -> list[PlaceShared]:
    """Return all placements that MH-5 and MH-6 allow for the shared tile, sorted by hex and rotation."""
    tile = TILES_IN[hand][0]
    by_cell, shift = shared_placements(layout.size)[tile], tile * 6
    found: list[PlaceShared] = []
    for by_rotations, slots in zip(compress(by_cell, fits), filter(None, fits), strict=True):
        found += by_rotations[slots >> shift & _ALL_ROTATIONS]
    return found or [place for cell in free_cells(layout, board, fits, hand) for place in by_cell[cell][_ALL_ROTATIONS]]


def _placements(by_cell: Sequence[Sequence[tuple[Place, ...]]], hand: int) -> list[Place]:
    """Return the placements of the tiles in a hand; `by_cell` holds for each cell the placements indexed by tile."""
    found: list[Place] = []
    for tile in TILES_IN[hand]:
        for places in by_cell:
            found += places[tile]
    return found


def may_place(
    layout: Layout, board: tuple[int, ...], fits: tuple[int, ...], hand: int, tile: int, cell: int, rotation: int
) -> bool:
    """Return whether MH-5 and MH-6 allow placing this tile from a hand; consistent with `legal_placements`."""
    if tile not in TILES_IN[hand] or not (0 <= cell < len(board) and 0 <= rotation < 6):
        return False
    return fits[cell] >> tile * 6 + rotation & 1 == 1 or cell in free_cells(layout, board, fits, hand)


def scatter_cells(layout: Layout, board: Sequence[int], tile: int) -> list[int]:
    """Return the cells where Scatter may place a tile: empty hexes beside a Monster, for rank S all empty ones.

    Empty for a tile that is not red, and for the first tile of the game (MH-17).
    """
    if not TILES[tile].red or all(piece < 0 for piece in board):
        return []
    empty = (cell for cell, piece in enumerate(board) if piece == EMPTY)
    if strength(tile) == 2:
        return list(empty)
    return [cell for cell in empty if any(board[other] >= 0 for other in layout.board.neighbours[cell])]


def legal_placements_with_scatter(
    layout: Layout, board: tuple[int, ...], fits: tuple[int, ...], hand: int
) -> list[Place | Scatter]:
    """Return all legal placements of a hand with the ability Scatter, sorted by tile, hex and rotation.

    Placements that are legal without the ability are `Place` actions, the others `Scatter` actions. No placement is
    listed as both.
    """
    plain = legal_placements(layout, board, fits, hand)
    known = {(place.tile, place.cell, place.rotation) for place in plain}
    scattered = [
        Scatter(tile, cell, rotation)
        for tile in TILES_IN[hand]
        for cell in scatter_cells(layout, board, tile)
        for rotation in range(6)
        if (tile, cell, rotation) not in known
    ]
    found: list[Place | Scatter] = [*plain, *scattered]
    return sorted(found, key=lambda place: (place.tile, place.cell, place.rotation))


def may_scatter(layout: Layout, board: tuple[int, ...], fits: tuple[int, ...], hand: int, action: Scatter) -> bool:
    """Return whether a placement is legal only by Scatter, consistent with `legal_placements_with_scatter`."""
    tile, cell, rotation = action.tile, action.cell, action.rotation
    if tile not in TILES_IN[hand] or not (0 <= cell < len(board) and 0 <= rotation < 6):
        return False
    if cell not in scatter_cells(layout, board, tile):
        return False
    return not may_place(layout, board, fits, hand, tile, cell, rotation)

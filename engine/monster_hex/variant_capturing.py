"""Capturing with changed powers, temporary Stones and a shared faction (MH-8 to MH-13, MH-16, MH-19, MH-21).

A *site* is a Stone: one of the board by its number, a temporary one by its cell's number after those of the board.
"""

from collections.abc import Iterable, Sequence

from engine.hexgrid import opposite
from engine.monster_hex import petrified
from engine.monster_hex.capturing import capture_by, places, powers_at
from engine.monster_hex.content import EMPTY, POWERS, SLOTS, Layout
from engine.monster_hex.variants import Variants
from engine.monster_hex.view import Capture, Taken


def temporary_site(layout: Layout, cell: int) -> int:
    """The site of a temporary Stone on a cell."""
    return len(layout.stones) + cell


def cell_of(layout: Layout, site: int) -> int | None:
    """The cell of a temporary Stone; None for a Stone of the board."""
    return site - len(layout.stones) if site >= len(layout.stones) else None


def label_of(layout: Layout, site: int) -> str:
    """The label of a Stone's hex."""
    cell = cell_of(layout, site)
    return layout.stones[site].label if cell is None else layout.board.name[cell]


def site_of(layout: Layout, label: str) -> int:
    """The Stone on the hex with this label, a temporary one if the board has none there. Raises KeyError."""
    if label in layout.stone_index:
        return layout.stone_index[label]
    return temporary_site(layout, layout.board.index[label])


def in_label_order(variants: Variants, sites: Iterable[int]) -> tuple[int, ...]:
    """Stones in the order in which they are captured (MH-13)."""
    return tuple(sorted(sites, key=variants.label_order.__getitem__))


def surrounded_by(
    variants: Variants, board: tuple[int, ...], captures: Sequence[Capture | None], cell: int
) -> list[int]:
    """The Stones that the tile just placed on a cell surrounded, each captured once (MH-13, MH-19)."""
    layout = variants.layout
    stones = [stone for stone, ring in layout.rings_at[cell] if captures[stone] is None and EMPTY not in ring(board)]
    if not variants.abilities:
        return stones
    temporary = petrified.surrounded_stones(variants, board, layout.board.neighbours[cell])
    return [*stones, *(temporary_site(layout, stone) for stone in temporary)]


def powers_around(
    facing: Iterable[tuple[int, int]], board: Sequence[int], changes: Sequence[int], owners: int
) -> tuple[int | None, ...]:
    """The powers of each owner's edges facing a Stone, added up; None without a tile there (MH-7, MH-8)."""
    powers: list[int | None] = [None] * owners
    for cell, edge in facing:
        if (piece := board[cell]) >= 0:
            owner = piece // SLOTS
            powers[owner] = (powers[owner] or 0) + POWERS[piece % SLOTS][edge] + changes[cell]
    return tuple(powers)


def facing_site(layout: Layout, site: int) -> tuple[tuple[int, int], ...]:
    """The cells around a Stone with the edge that each turns to it."""
    cell = cell_of(layout, site)
    if cell is None:
        return layout.facing[site]
    return tuple((other, opposite(edge)) for edge, other in layout.beside[cell])


def capture(
    variants: Variants, board: tuple[int, ...], changes: Sequence[int], factions: Sequence[int], stone: int
) -> Capture:
    """The capture of a Stone of the board; `taken` is empty while the first must be asked (MH-10)."""
    layout = variants.layout
    if any(changes):
        powers = powers_around(layout.facing[stone], board, changes, variants.owners)
    else:
        powers = powers_at(layout, board, stone, variants.owners)
    return capture_by(layout, board, factions, stone, powers, variants.seats)


def capture_temporary(
    variants: Variants, board: tuple[int, ...], changes: Sequence[int], cell: int, value: int
) -> Capture:
    """The capture of a temporary Stone: one value, for the first or after a tie for the second (MH-9, MH-19)."""
    layout = variants.layout
    powers = powers_around(facing_site(layout, temporary_site(layout, cell)), board, changes, variants.owners)
    first, second = places(powers)
    winner = second if first is None else first
    return Capture(powers, first, second, () if winner is None else (Taken(winner, value, 0),))

"""Capturing Stones: which are surrounded, powers, ranking and points (MH-8 to MH-13, MH-16, MH-19, MH-21).

A *site* identifies a Stone. A printed Stone's site is its number. A temporary Stone's site is its cell's number plus
the number of printed Stones.
"""

from collections.abc import Iterable, Sequence
from typing import Final

from engine.hexgrid import opposite
from engine.monster_hex import petrified
from engine.monster_hex.content import COLOUR_BONUS, EMPTY, POWERS, RANKS, SLOTS, SMALL_STONE_POINTS, Layout
from engine.monster_hex.variants import Variants
from engine.monster_hex.view import Capture, Taken

_SHOWN: Final = tuple((piece // SLOTS, POWERS[piece % SLOTS]) for piece in range(4 * SLOTS))
"""The owner of each piece, and its power on each edge; by piece."""


def temporary_site(layout: Layout, cell: int) -> int:
    """Return the site of a temporary Stone on a cell."""
    return len(layout.stones) + cell


def cell_of(layout: Layout, site: int) -> int | None:
    """Return the cell of a temporary Stone, or None for a printed Stone."""
    return site - len(layout.stones) if site >= len(layout.stones) else None


def label_of(layout: Layout, site: int) -> str:
    """Return the label of a Stone's hex."""
    cell = cell_of(layout, site)
    return layout.stones[site].label if cell is None else layout.board.name[cell]


def site_of(layout: Layout, label: str) -> int:
    """Return the site of the Stone on a hex: the printed one, otherwise a temporary one.

    Raises KeyError if there is no hex with this label.
    """
    if label in layout.stone_index:
        return layout.stone_index[label]
    return temporary_site(layout, layout.board.index[label])


def in_label_order(variants: Variants, sites: Iterable[int]) -> tuple[int, ...]:
    """Return the sites sorted by label, the order of their captures (MH-13)."""
    return tuple(sorted(sites, key=variants.label_order.__getitem__))


def surrounded_by(
    variants: Variants, board: tuple[int, ...], captures: Sequence[Capture | None], cell: int
) -> list[int]:
    """Return the sites of uncaptured Stones that the tile just placed on a cell surrounds (MH-8, MH-13, MH-19).

    Printed Stones come first, in label order.
    """
    layout = variants.layout
    stones: list[int] = []
    for stone, ring in layout.rings_at[cell]:
        if EMPTY not in ring(board) and captures[stone] is None:
            stones.append(stone)
    if variants.abilities:
        temporary = petrified.surrounded_stones(variants, board, layout.board.neighbours[cell])
        stones += [temporary_site(layout, stone) for stone in temporary]
    return stones


def facing_site(layout: Layout, site: int) -> tuple[tuple[int, int], ...]:
    """Return the cells around a Stone, each with the edge that faces the Stone."""
    cell = cell_of(layout, site)
    if cell is None:
        return layout.facing[site]
    return tuple((other, opposite(edge)) for edge, other in layout.beside[cell])


def powers_around(
    facing: Iterable[tuple[int, int]], board: Sequence[int], changes: Sequence[int], owners: int
) -> tuple[int | None, ...]:
    """Return each owner's total power facing a Stone, None for owners without a tile there (MH-7, MH-8).

    `changes` holds the changes of power by abilities for each cell; it is empty if there are none.
    """
    powers: list[int | None] = [None] * owners
    for cell, edge in facing:
        if (piece := board[cell]) >= 0:
            owner, shown = _SHOWN[piece]
            power = shown[edge] + changes[cell] if changes else shown[edge]
            powers[owner] = (powers[owner] or 0) + power
    return tuple(powers)


def capture(
    variants: Variants, board: tuple[int, ...], changes: Sequence[int], factions: Sequence[int], stone: int
) -> Capture:
    """Return the capture of a surrounded printed Stone.

    `taken` is empty if the first still has to choose a value (see `asks`).
    """
    layout = variants.layout
    powers = powers_around(layout.facing[stone], board, changes, variants.owners)
    return capture_by(layout, board, factions, stone, powers, variants.seats)


def capture_temporary(
    variants: Variants, board: tuple[int, ...], changes: Sequence[int], cell: int, value: int
) -> Capture:
    """Return the capture of a temporary Stone (MH-9, MH-19).

    Its single value goes to the first, or to the second if there is a tie for first.
    """
    layout = variants.layout
    powers = powers_around(facing_site(layout, temporary_site(layout, cell)), board, changes, variants.owners)
    first, second = places(powers)
    winner = second if first is None else first
    return Capture(powers, first, second, () if winner is None else (Taken(winner, value, 0),))


def capture_by(
    layout: Layout,
    board: tuple[int, ...],
    factions: Sequence[int],
    stone: int,
    powers: tuple[int | None, ...],
    seats: int,
) -> Capture:
    """Return the capture of a surrounded printed Stone, given the powers at it.

    Owner numbers from `seats` up are the shared faction, which is never asked to choose a value.
    """
    if not layout.values[stone]:
        first = _first_at_small(layout, board, stone, powers)
        taken = () if first is None else (Taken(first, SMALL_STONE_POINTS, 0),)
        return Capture(powers, first, None, taken)
    first, second = places(powers)
    if first is not None and overwhelms(layout, powers, first):
        taken = tuple(_taken(first, value, factions) for value in layout.values[stone])
    elif first is not None and second is not None:
        taken = () if first < seats else _both_taken(layout, factions, stone, first, second)
    elif first is not None:
        taken = (_best(first, layout.values[stone], factions),)
    elif second is not None:
        taken = (_best(second, layout.values[stone], factions),)
    else:
        taken = ()
    return Capture(powers, first, second, taken)


def places(powers: Sequence[int | None]) -> tuple[int | None, int | None]:
    """Return the first and second at a Large Stone; None for a place that is tied or empty (MH-9)."""
    most = next_most = first = second = None
    for owner, power in enumerate(powers):
        if power is None:
            continue
        if most is None or power > most:
            next_most, second, most, first = most, first, power, owner
        elif power == most:
            first = None
        elif next_most is None or power > next_most:
            next_most, second = power, owner
        elif power == next_most:
            second = None
    return first, second


def asks(found: Capture) -> bool:
    """Return whether the first still has to choose a value: two values are left, and there is a second (MH-10)."""
    return found.first is not None and not found.taken


def take(layout: Layout, factions: Sequence[int], stone: int, found: Capture, value: int) -> tuple[Taken, ...]:
    """Return the points after the first has chosen a value; the second gets the best of the rest (MH-10)."""
    if found.first is None or found.second is None:
        raise ValueError("nobody is asked at this stone")
    picked = next(printed for printed in layout.values[stone] if printed[0] == value)
    return _with_rest(layout, factions, stone, picked, found.first, found.second)


def _both_taken(layout: Layout, factions: Sequence[int], stone: int, first: int, second: int) -> tuple[Taken, ...]:
    """Return the points if the first is not asked: each in turn gets the best remaining value (MH-10)."""
    picked = best_value(layout.values[stone], factions[first])
    return _with_rest(layout, factions, stone, picked, first, second)


def _with_rest(
    layout: Layout, factions: Sequence[int], stone: int, picked: tuple[int, int], first: int, second: int
) -> tuple[Taken, ...]:
    rest = [printed for printed in layout.values[stone] if printed != picked]
    return _taken(first, picked, factions), _best(second, rest, factions)


def best_value(values: Sequence[tuple[int, int]], faction: int) -> tuple[int, int]:
    """Return the value that is highest with its bonus, at a tie the larger printed one (MH-10)."""
    return max(values, key=lambda value: (value[0] + _bonus(value, faction), value[0]))


def _best(seat: int, values: Sequence[tuple[int, int]], factions: Sequence[int]) -> Taken:
    return _taken(seat, best_value(values, factions[seat]), factions)


def _taken(seat: int, value: tuple[int, int], factions: Sequence[int]) -> Taken:
    return Taken(seat, value[0], _bonus(value, factions[seat]))


def _bonus(value: tuple[int, int], faction: int) -> int:
    return COLOUR_BONUS if value[1] == faction else 0


def _first_at_small(layout: Layout, board: tuple[int, ...], stone: int, powers: Sequence[int | None]) -> int | None:
    """Return the first at a Small Stone, or None if it stays tied (MH-11).

    A tie on power is broken by the best rank among the tied owners' tiles there.
    """
    most = max([power for power in powers if power is not None])
    if powers.count(most) == 1:
        return powers.index(most)
    pieces = [board[cell] for cell, _ in layout.facing[stone] if board[cell] >= 0]
    ranks = [(RANKS[piece % SLOTS // 6], piece // SLOTS) for piece in pieces if powers[piece // SLOTS] == most]
    strongest = min(ranks)[0]
    seats = {seat for rank, seat in ranks if rank == strongest}
    return seats.pop() if len(seats) == 1 else None


def overwhelms(layout: Layout, powers: Sequence[int | None], first: int) -> bool:
    """Return whether Overwhelm applies: the first has at least twice the opponent's power (MH-12)."""
    if not layout.has_overwhelm:
        return False
    own = powers[first] or 0
    other = powers[1 - first] or 0
    return own > 0 and own >= 2 * max(0, other)

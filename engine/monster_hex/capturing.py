"""Captures of Stones: which Stones are surrounded, who is first and second there, and their points.

The rules are MH-8 to MH-13, MH-16, MH-19 and MH-21. The *first* and the *second* at a Stone are the owners in first and
second place by power. A *site* is a number that identifies a Stone: for a printed Stone its stone number, for a
temporary Stone the number of printed Stones plus its cell number.
"""

from collections.abc import Iterable, Sequence
from typing import Final

from engine.hexgrid import opposite
from engine.monster_hex import petrified
from engine.monster_hex.content import COLOUR_BONUS, EMPTY, POWERS, RANKS, SLOTS, SMALL_STONE_POINTS, Layout
from engine.monster_hex.variants import Variants
from engine.monster_hex.view import Capture, Taken

_SHOWN: Final = tuple((piece // SLOTS, POWERS[piece % SLOTS]) for piece in range(4 * SLOTS))
"""For each piece, its owner and its powers by edge."""


def temporary_site(layout: Layout, cell: int) -> int:
    """Return the site of the temporary Stone on a cell."""
    return len(layout.stones) + cell


def cell_of(layout: Layout, site: int) -> int | None:
    """Return the cell of the temporary Stone at a site, or None if the site is a printed Stone."""
    return site - len(layout.stones) if site >= len(layout.stones) else None


def label_of(layout: Layout, site: int) -> str:
    """Return the label of the hex where the Stone of a site is."""
    cell = cell_of(layout, site)
    return layout.stones[site].label if cell is None else layout.board.name[cell]


def site_of(layout: Layout, label: str) -> int:
    """Return the site of the Stone on a hex: that of the printed Stone there, otherwise that of a temporary one.

    Raises KeyError if there is no hex with this label.
    """
    if label in layout.stone_index:
        return layout.stone_index[label]
    return temporary_site(layout, layout.board.index[label])


def sort_by_label(variants: Variants, sites: Iterable[int]) -> tuple[int, ...]:
    """Return the sites sorted by the labels of their hexes, which is the order of their captures (MH-13)."""
    return tuple(sorted(sites, key=variants.label_order.__getitem__))


def find_surrounded_sites(
    variants: Variants, board: tuple[int, ...], captures: Sequence[Capture | None], cell: int
) -> tuple[int, ...]:
    """Return the sites of the uncaptured Stones that a tile placed on `cell` has surrounded (MH-8, MH-19).

    Printed Stones come first, in label order; temporary Stones follow in no particular order.
    """
    layout = variants.layout
    sites: tuple[int, ...] = ()
    for stone, ring in layout.rings_at[cell]:
        if captures[stone] is None and EMPTY not in ring(board):
            sites = (*sites, stone)
    if variants.abilities:
        temporary = petrified.surrounded_stones(variants, board, layout.board.neighbours[cell])
        sites = (*sites, *[temporary_site(layout, stone) for stone in temporary])
    return sites


def find_facing_edges(layout: Layout, site: int) -> tuple[tuple[int, int], ...]:
    """Return the cells around a Stone as pairs (cell, edge of that cell that faces the Stone)."""
    cell = cell_of(layout, site)
    if cell is None:
        return layout.facing[site]
    return tuple((other, opposite(edge)) for edge, other in layout.beside[cell])


def powers_around(
    facing: Iterable[tuple[int, int]], board: Sequence[int], changes: Sequence[int], owners: int
) -> tuple[int | None, ...]:
    """Return each owner's total power on the edges that face a Stone, None for owners without a tile there (MH-8).

    `facing` holds pairs (cell, edge facing the Stone). `changes` holds the change of powers by Enchant and Curse for
    each cell; it is empty if there are none (MH-7).
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
    """Return the capture of a surrounded printed Stone: the powers, the places and the points.

    `taken` is empty while the owner in first place still has to choose a value (see `needs_choice`).
    """
    layout = variants.layout
    powers = powers_around(layout.facing[stone], board, changes, variants.owners)
    return capture_with_powers(layout, board, factions, stone, powers, variants.seats)


def capture_temporary(
    variants: Variants, board: tuple[int, ...], changes: Sequence[int], cell: int, value: int
) -> Capture:
    """Return the capture of the temporary Stone on a cell (MH-9, MH-19).

    Its single value goes to the owner in first place, or to the one in second place after a tie for first.
    """
    layout = variants.layout
    powers = powers_around(find_facing_edges(layout, temporary_site(layout, cell)), board, changes, variants.owners)
    first, second = places(powers)
    winner = second if first is None else first
    return Capture(powers, first, second, () if winner is None else (Taken(winner, value, 0),))


def capture_with_powers(
    layout: Layout,
    board: tuple[int, ...],
    factions: Sequence[int],
    stone: int,
    powers: tuple[int | None, ...],
    seats: int,
) -> Capture:
    """Return the capture of a surrounded printed Stone, given each owner's power there.

    Owner numbers below `seats` are asked to choose a value; those from `seats` up are not (the shared faction).
    """
    if not layout.values[stone]:
        first = _find_first_at_small_stone(layout, board, stone, powers)
        taken = () if first is None else (Taken(first, SMALL_STONE_POINTS, 0),)
        return Capture(powers, first, None, taken)
    first, second = places(powers)
    if first is not None and is_overwhelm(layout, powers, first):
        taken = tuple(_taken(first, value, factions) for value in layout.values[stone])
    elif first is not None and second is not None:
        taken = () if first < seats else _take_both(layout, factions, stone, first, second)
    elif first is not None:
        taken = (_best(first, layout.values[stone], factions),)
    elif second is not None:
        taken = (_best(second, layout.values[stone], factions),)
    else:
        taken = ()
    return Capture(powers, first, second, taken)


def places(powers: Sequence[int | None]) -> tuple[int | None, int | None]:
    """Return the owners in first and second place at a Large Stone (MH-9).

    None for a place that is tied, or that no owner has.
    """
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


def needs_choice(found: Capture) -> bool:
    """Return whether the owner in first place still has to choose a value (MH-10).

    It has to if two values are left and another owner is in second place.
    """
    return found.first is not None and not found.taken


def take(layout: Layout, factions: Sequence[int], stone: int, found: Capture, value: int) -> tuple[Taken, ...]:
    """Return the points at a Large Stone after the owner in first place has chosen a value (MH-10).

    The owner in second place gets the best remaining value. Raises ValueError if there is no choice at this Stone.
    """
    if found.first is None or found.second is None:
        raise ValueError("no value to choose at this stone")
    picked = next(printed for printed in layout.values[stone] if printed[0] == value)
    return _with_rest(layout, factions, stone, picked, found.first, found.second)


def _take_both(layout: Layout, factions: Sequence[int], stone: int, first: int, second: int) -> tuple[Taken, ...]:
    """Return the points at a Large Stone where the owner in first place is not asked (MH-10).

    First the owner in first place, then the one in second place gets the best remaining value.
    """
    picked = best_value(layout.values[stone], factions[first])
    return _with_rest(layout, factions, stone, picked, first, second)


def _with_rest(
    layout: Layout, factions: Sequence[int], stone: int, picked: tuple[int, int], first: int, second: int
) -> tuple[Taken, ...]:
    rest = [printed for printed in layout.values[stone] if printed != picked]
    return _taken(first, picked, factions), _best(second, rest, factions)


def best_value(values: Sequence[tuple[int, int]], faction: int) -> tuple[int, int]:
    """Return the value that is highest together with the faction's colour bonus (MH-10).

    Values are pairs (points, faction number). At a tie the larger printed value is returned.
    """
    return max(values, key=lambda value: (value[0] + _bonus(value, faction), value[0]))


def _best(seat: int, values: Sequence[tuple[int, int]], factions: Sequence[int]) -> Taken:
    return _taken(seat, best_value(values, factions[seat]), factions)


def _taken(seat: int, value: tuple[int, int], factions: Sequence[int]) -> Taken:
    return Taken(seat, value[0], _bonus(value, factions[seat]))


def _bonus(value: tuple[int, int], faction: int) -> int:
    return COLOUR_BONUS if value[1] == faction else 0


def _find_first_at_small_stone(
    layout: Layout, board: tuple[int, ...], stone: int, powers: Sequence[int | None]
) -> int | None:
    """Return the owner in first place at a Small Stone, or None if the tie is not broken (MH-11).

    A tie on power is broken by the best rank among the tied owners' tiles at the Stone.
    """
    most = max([power for power in powers if power is not None])
    if powers.count(most) == 1:
        return powers.index(most)
    pieces = [board[cell] for cell, _ in layout.facing[stone] if board[cell] >= 0]
    ranks = [(RANKS[piece % SLOTS // 6], piece // SLOTS) for piece in pieces if powers[piece // SLOTS] == most]
    strongest = min(ranks)[0]
    seats = {seat for rank, seat in ranks if rank == strongest}
    return seats.pop() if len(seats) == 1 else None


def is_overwhelm(layout: Layout, powers: Sequence[int | None], first: int) -> bool:
    """Return whether `first` gets both values by Overwhelm (MH-12).

    It does if its power is above 0 and at least twice the other seat's power. False on boards without Overwhelm.
    """
    if not layout.has_overwhelm:
        return False
    own = powers[first] or 0
    other = powers[1 - first] or 0
    return own > 0 and own >= 2 * max(0, other)

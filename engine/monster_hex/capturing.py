"""Capturing stones: powers, places and points (MH-8 to MH-13)."""

from collections.abc import Sequence
from typing import Final

from engine.monster_hex.content import COLOUR_BONUS, EMPTY, POWERS, RANKS, SLOTS, SMALL_STONE_POINTS, Layout
from engine.monster_hex.view import Capture, Taken

_SHOWN: Final = tuple((piece // SLOTS, POWERS[piece % SLOTS]) for piece in range(4 * SLOTS))
"""By piece: its seat, and its power on each edge."""


def surrounded_by(layout: Layout, board: tuple[int, ...], cell: int) -> tuple[int, ...]:
    """The stones that the tile just placed on `cell` surrounds, in label order (MH-8, MH-13)."""
    found: tuple[int, ...] = ()
    for stone, ring in layout.rings_at[cell]:
        if EMPTY not in ring(board):
            found = (*found, stone)
    return found


def capture(layout: Layout, board: tuple[int, ...], factions: Sequence[int], stone: int) -> Capture:
    """The capture of a surrounded stone; `taken` is empty while the first must be asked (see `asks`)."""
    return capture_by(layout, board, factions, stone, powers_at(layout, board, stone, len(factions)), len(factions))


def capture_by(
    layout: Layout,
    board: tuple[int, ...],
    factions: Sequence[int],
    stone: int,
    powers: tuple[int | None, ...],
    seats: int,
) -> Capture:
    """The capture of a surrounded stone by these powers; owners from `seats` on are the shared faction, never asked."""
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


def powers_at(layout: Layout, board: tuple[int, ...], stone: int, seats: int) -> tuple[int | None, ...]:
    """The powers of each seat's edges facing a stone, added up; None without a tile there (MH-8)."""
    powers: list[int | None] = [None] * seats
    for cell, edge in layout.facing[stone]:
        piece = board[cell]
        if piece >= 0:
            seat, shown = _SHOWN[piece]
            powers[seat] = (powers[seat] or 0) + shown[edge]
    return tuple(powers)


def places(powers: Sequence[int | None]) -> tuple[int | None, int | None]:
    """First and second at a Large Stone: the only owner with the most power, and with the next most (MH-9)."""
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
    """Whether the first still has to pick a value: two are left, and somebody is second (MH-10)."""
    return found.first is not None and not found.taken


def take(layout: Layout, factions: Sequence[int], stone: int, found: Capture, value: int) -> tuple[Taken, ...]:
    """The points once the first picked a value: the second gets what is left (MH-10)."""
    if found.first is None or found.second is None:
        raise ValueError("nobody is asked at this stone")
    picked = next(printed for printed in layout.values[stone] if printed[0] == value)
    return _with_rest(layout, factions, stone, picked, found.first, found.second)


def _both_taken(layout: Layout, factions: Sequence[int], stone: int, first: int, second: int) -> tuple[Taken, ...]:
    """The points when the first is not asked: each gets the best value that is left (MH-10)."""
    picked = best_value(layout.values[stone], factions[first])
    return _with_rest(layout, factions, stone, picked, first, second)


def _with_rest(
    layout: Layout, factions: Sequence[int], stone: int, picked: tuple[int, int], first: int, second: int
) -> tuple[Taken, ...]:
    rest = [printed for printed in layout.values[stone] if printed != picked]
    return _taken(first, picked, factions), _best(second, rest, factions)


def best_value(values: Sequence[tuple[int, int]], faction: int) -> tuple[int, int]:
    """The value highest after bonus, on equality the larger printed one (MH-10)."""
    return max(values, key=lambda value: (value[0] + _bonus(value, faction), value[0]))


def _best(seat: int, values: Sequence[tuple[int, int]], factions: Sequence[int]) -> Taken:
    return _taken(seat, best_value(values, factions[seat]), factions)


def _taken(seat: int, value: tuple[int, int], factions: Sequence[int]) -> Taken:
    return Taken(seat, value[0], _bonus(value, factions[seat]))


def _bonus(value: tuple[int, int], faction: int) -> int:
    return COLOUR_BONUS if value[1] == faction else 0


def _first_at_small(layout: Layout, board: tuple[int, ...], stone: int, powers: Sequence[int | None]) -> int | None:
    """The first at a Small Stone: most power, then the strongest rank of the tied seats' tiles there (MH-11)."""
    most = max([power for power in powers if power is not None])
    if powers.count(most) == 1:
        return powers.index(most)
    pieces = [board[cell] for cell, _ in layout.facing[stone] if board[cell] >= 0]
    ranks = [(RANKS[piece % SLOTS // 6], piece // SLOTS) for piece in pieces if powers[piece // SLOTS] == most]
    strongest = min(ranks)[0]
    seats = {seat for rank, seat in ranks if rank == strongest}
    return seats.pop() if len(seats) == 1 else None


def overwhelms(layout: Layout, powers: Sequence[int | None], first: int) -> bool:
    """Whether the first at a Large Stone of a board with Overwhelm has at least twice the opponent's power (MH-12)."""
    if not layout.has_overwhelm:
        return False
    own = powers[first] or 0
    other = powers[1 - first] or 0
    return own > 0 and own >= 2 * max(0, other)

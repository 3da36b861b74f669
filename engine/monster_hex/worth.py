"""The expected points of seats at open Stones, computed from a state and fast enough for playouts.

An open Stone is a printed Stone that is not captured yet.
"""

from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from math import exp, sqrt
from operator import itemgetter
from typing import Final, TypeAlias

from msgspec.structs import replace

from engine.monster_hex import capturing, placing
from engine.monster_hex.actions import Confuse, Curse, Enchant, Petrify, Place, Scatter
from engine.monster_hex.content import COLOUR_BONUS, EMPTY, POWERS, SLOTS, SMALL_STONE_POINTS, Layout
from engine.monster_hex.evaluation import promise
from engine.monster_hex.state import State, with_entry

Powers: TypeAlias = tuple[int | None, ...]
Gains: TypeAlias = dict[int, list[tuple[float, ...]]]
"""For each free cell, one tuple per open Stone beside it: the gain by placing each slot there, indexed by slot."""

_KEPT: Final = 1 << 15
_OTHERS: Final = 0.5
"""The weight of the other owners' average expected points, which are subtracted from the seat's own."""
_SPREAD: Final = 1.0
_SPREAD_OF_ROOT: Final = 1.2
"""`_SPREAD + _SPREAD_OF_ROOT * sqrt(free hexes)` is the softmax temperature that turns powers into chances of places.

The more hexes around a Stone are free, the more its powers may still change.
"""
_LARGEST: Final = max(power for powers in POWERS for power in powers)
_BY_SLOT: Final = tuple(itemgetter(*(POWERS[slot][edge] for slot in range(SLOTS))) for edge in range(6))
"""For each edge, a function that converts a sequence indexed by power to one indexed by slot."""


Worth: TypeAlias = Callable[[Layout, int, Powers, int, int, tuple[int, ...]], float]
"""A function that returns how much an open Stone is expected to bring a seat, in points.

Its arguments are the layout, the stone, each owner's power there, the number of free hexes around it, the seat, and the
owners' factions.
"""


def gains_on(layout: Layout, state: State, seat: int, worth: Worth) -> Gains:
    """Return how much a seat gains at each open Stone by placing any slot on any free cell (see `Gains`).

    `worth` values a Stone before and after the placement.
    """
    factions = state.factions
    found: Gains = {cell: [] for cell, piece in enumerate(state.board) if piece == EMPTY}
    for stone, ring, changes in _open_stones(layout, state):
        for cell, by_slot in _gains_at(layout, stone, ring, changes, seat, factions, worth):
            found[cell].append(by_slot)
    return found


def gain_of(gains: Gains, place: Place | Scatter) -> float:
    """Return the total gain by a placement at the open Stones beside its cell."""
    slot = place.tile * 6 + place.rotation
    gain = 0.0
    for by_slot in gains[place.cell]:
        gain += by_slot[slot]
    return gain


def best_reply(layout: Layout, state: State, seat: int, place: Place | Scatter, following: int, worth: Worth) -> float:
    """Return the highest gain that a seat's placement leaves to the seat that places next, `following`.

    Captures by the placement, and the tile that the next seat may draw before its turn, are left out.
    """
    cell, slot = place.cell, place.tile * 6 + place.rotation
    board = with_entry(state.board, cell, seat * SLOTS + slot)
    fits = placing.fits_after_placing(layout, board, state.fits, cell, slot)
    gains = gains_on(layout, replace(state, board=board), following, worth)
    replies = placing.legal_placements(layout, board, fits, state.hands[following])
    return max([gain_of(gains, reply) for reply in replies], default=0.0)


def answer_gain(layout: Layout, state: State, seat: int, answer: object, strength: int) -> float:
    """Return a seat's gain at the open Stones by an answer to the question about its ability.

    It is 0 for answers that neither change powers nor fill a free hex.
    """
    match answer:
        case Enchant(cell):
            changed = [strength] * 6
        case Curse(cell):
            changed = [-strength] * 6
        case Confuse(cell, rotation):
            slot = state.board[cell] % SLOTS
            after = POWERS[slot - slot % 6 + rotation]
            changed = [new - old for old, new in zip(POWERS[slot], after, strict=True)]
        case Petrify(cell):
            changed = None
        case _:
            return 0.0
    owner, factions, gain = state.board[cell] // SLOTS, state.factions, 0.0
    for stone, ring, changes in _open_stones(layout, state):
        for other, edge in layout.facing[stone]:
            if other == cell:
                powers, free = _sum_powers(layout, stone, ring, changes, len(factions)), ring.count(EMPTY)
                gain -= lead(layout, stone, tuple(powers), free, seat, factions)
                if changed is None:
                    free -= 1
                else:
                    powers[owner] = (powers[owner] or 0) + changed[edge]
                gain += lead(layout, stone, tuple(powers), free, seat, factions)
    return gain


def _open_stones(layout: Layout, state: State) -> Iterator[tuple[int, tuple[int, ...], tuple[int, ...] | None]]:
    """Yield each uncaptured printed Stone, the board entries around it, and the changes of powers on these cells.

    The changes are None in the base game.
    """
    board, variant = state.board, state.variant
    for stone, captured in enumerate(state.captures):
        if captured is None:
            ring = layout.ring[stone]
            yield stone, ring(board), None if variant is None else ring(variant.changes)


def lead(layout: Layout, stone: int, powers: Powers, free: int, seat: int, factions: tuple[int, ...]) -> float:
    """Return a seat's expected lead in points over the best other owner at a Stone, derived from the lead in power.

    If no hex around the Stone is free, it is the lead that the capture would bring.
    """
    if free:
        return promise(layout, stone, [power or 0 for power in powers], seat, free)
    reached = _score_capture(layout, stone, powers, factions)
    return reached[seat] - max([points for other, points in enumerate(reached) if other != seat])


def outlook(layout: Layout, stone: int, powers: Powers, free: int, seat: int, factions: tuple[int, ...]) -> float:
    """Return a seat's expected points at a Stone minus a fraction of the others' average.

    For games with more than two seats.
    """
    expected = _estimate_points(layout, stone, powers, free, factions)
    others = (sum(expected) - expected[seat]) / (len(expected) - 1)
    return expected[seat] - _OTHERS * others


def _estimate_points(
    layout: Layout, stone: int, powers: Powers, free: int, factions: tuple[int, ...]
) -> Sequence[float]:
    """Return the expected points of each owner at a Stone.

    The chances of first and second place follow the Plackett-Luce model; the fewer hexes are free, the more certain
    they are.
    """
    if not free:
        return _score_capture(layout, stone, powers, factions)
    spread = _SPREAD + _SPREAD_OF_ROOT * sqrt(free)
    weights = [exp((power or 0) / spread) for power in powers]
    firsts = [weight / sum(weights) for weight in weights]
    if not layout.values[stone]:
        return [first * SMALL_STONE_POINTS for first in firsts]
    # `behind` holds each owner's odds of being first. Their sum over the others, times an owner's own chance of being
    # first, is that owner's chance of being second.
    behind = [first / (1 - first) for first in firsts]
    points: list[float] = []
    for first, own, faction in zip(firsts, behind, factions, strict=True):
        values = [value + COLOUR_BONUS * (colour == faction) for value, colour in layout.values[stone]]
        points.append(first * max(values) + first * (sum(behind) - own) * min(values))
    return points


def _sum_powers(
    layout: Layout, stone: int, ring: tuple[int, ...], changes: tuple[int, ...] | None, owners: int
) -> list[int | None]:
    """Return each owner's total power at a Stone, given the board entries around it (MH-7, MH-8).

    `changes` are the changes of powers by abilities on these cells. None for owners without a tile there.
    """
    powers: list[int | None] = [None] * owners
    for number, piece in enumerate(ring):
        if piece >= 0:
            owner, slot = divmod(piece, SLOTS)
            power = POWERS[slot][layout.facing[stone][number][1]] + (changes[number] if changes else 0)
            powers[owner] = (powers[owner] or 0) + power
    return powers


@lru_cache(_KEPT)
def _gains_at(
    layout: Layout,
    stone: int,
    ring: tuple[int, ...],
    changes: tuple[int, ...] | None,
    seat: int,
    factions: tuple[int, ...],
    worth: Worth,
) -> Sequence[tuple[int, tuple[float, ...]]]:
    """Return a seat's gains by placing one more tile at an open Stone: pairs (free cell, gains indexed by slot)."""
    # With abilities a Stone may be surrounded while its capture is still pending.
    if EMPTY not in ring:
        return ()
    powers, free = _sum_powers(layout, stone, ring, changes, len(factions)), ring.count(EMPTY)
    own, before = powers[seat] or 0, worth(layout, stone, tuple(powers), free, seat, factions)
    gains: list[float] = []
    for power in range(_LARGEST + 1):
        powers[seat] = own + power
        gains.append(worth(layout, stone, tuple(powers), free - 1, seat, factions) - before)
    facing = zip(layout.facing[stone], ring, strict=True)
    return tuple([(cell, _BY_SLOT[edge](gains)) for (cell, edge), piece in facing if piece == EMPTY])


def _score_capture(layout: Layout, stone: int, powers: Powers, factions: tuple[int, ...]) -> list[int]:
    """Return each owner's points if a Stone were captured with these powers.

    Unlike in the rules, a tie at a Small Stone is not broken by rank and gives no points.
    """
    reached = [0] * len(powers)
    if layout.values[stone]:
        # With `seats=0` no owner is asked to choose, so each gets the best remaining value.
        for taken in capturing.capture_with_powers(layout, (), factions, stone, powers, seats=0).taken:
            reached[taken.seat] += taken.value + taken.bonus
    else:
        most = max([power for power in powers if power is not None])
        if powers.count(most) == 1:
            reached[powers.index(most)] = SMALL_STONE_POINTS
    return reached

"""The state of a game of Monster Hex: ints only, in the numbers that `content` gives to tiles, cells and stones."""

from collections.abc import Iterable
from typing import Final, TypeVar

import msgspec

from engine.monster_hex.content import EMPTY, Layout
from engine.monster_hex.view import Capture

PHASES: Final = ("faction", "order", "draw", "place", "take", "over")
"""What is due, as a view names it; states hold the index."""
FACTION, ORDER, DRAW, PLACE, TAKE, OVER = range(len(PHASES))
UNASSIGNED: Final = -1
"""What a state's factions hold for a seat that has none yet."""


class State(msgspec.Struct, frozen=True, gc=False):
    """Everything about a game, hidden parts included: `hands`, sets of tiles per seat (MH-2).

    `board` holds a piece or `EMPTY` per cell, `fits` the slots that MH-5 allows on each cell (none on an occupied
    one). `unplayed` are the sets of tiles in hand or stack. `captures` has an entry per stone; `pending` are the
    stones surrounded whose points are not yet taken, in label order (MH-13). `last` are the cells of the newest
    placements, at most one per seat. `forfeited` is a set of seats.
    """

    phase: int
    factions: tuple[int, ...]
    order: tuple[int, ...]
    placed: int
    board: tuple[int, ...]
    fits: tuple[int, ...]
    hands: tuple[int, ...]
    unplayed: tuple[int, ...]
    captures: tuple[Capture | None, ...]
    pending: tuple[int, ...]
    last: tuple[int, ...]
    forfeited: int

    def __repr__(self) -> str:
        return f"State(phase={PHASES[self.phase]}, placed={self.placed}, hands=<hidden>)"


EntryT = TypeVar("EntryT")


def with_entry(entries: Iterable[EntryT], index: int, entry: EntryT) -> tuple[EntryT, ...]:
    """The same entries but for one."""
    changed = list(entries)
    changed[index] = entry
    return tuple(changed)


def acting_seat(state: State) -> int | None:
    """The seat that must place or take, or None."""
    if state.phase == PLACE:
        return state.order[state.placed % len(state.order)]
    if state.phase == TAKE:
        capture = state.captures[state.pending[0]]
        return None if capture is None else capture.first
    return None


def is_surrounded(layout: Layout, board: tuple[int, ...], stone: int) -> bool:
    """Whether all on-board hexes around a stone that are not stones hold tiles (MH-8)."""
    return EMPTY not in layout.ring[stone](board)

"""Set-up and refilling: factions, seat order and draws, all by chance (MH-1 to MH-4)."""

from collections.abc import Sequence
from functools import cache
from typing import Final

from msgspec.structs import replace

from engine.monster_hex.actions import ASSIGNMENTS, DRAWS, Action, AssignFaction, Draw, SeatOrder, seat_orders
from engine.monster_hex.content import ALL_TILES, EMPTY, FACTIONS, TILES, TILES_IN, Layout
from engine.monster_hex.events import Event, FactionAssigned, OrderDrawn, TileDrawn
from engine.monster_hex.state import DRAW, FACTION, ORDER, PLACE, UNASSIGNED, State, with_entry


def initial_state(layout: Layout, factions: tuple[int, ...]) -> State:
    """An empty board, every tile in its stack; `factions` as chosen, or `UNASSIGNED` (MH-1, MH-3)."""
    seats, cells = len(factions), len(layout.board)
    return State(
        phase=FACTION if UNASSIGNED in factions else ORDER,
        factions=factions,
        order=(),
        placed=0,
        board=(EMPTY,) * cells,
        fits=(0,) * cells,
        hands=(0,) * seats,
        unplayed=(ALL_TILES,) * seats,
        captures=(None,) * len(layout.stones),
        pending=(),
        last=(),
        forfeited=0,
    )


def hand_size(seats: int) -> int:
    """The tiles of a full hand (MH-2)."""
    return 4 if seats == 4 else 3


def drawing_seat(order: tuple[int, ...], hands: tuple[int, ...], unplayed: tuple[int, ...]) -> int | None:
    """Who draws next: in turn order the first whose hand is not full and whose stack is not empty (MH-2, MH-4)."""
    full = _FULL[len(order)]
    for seat in order:
        hand = hands[seat]
        if hand != unplayed[seat] and hand.bit_count() < full:
            return seat
    return None


_FULL: Final = tuple(hand_size(seats) for seats in range(5))
"""The tiles of a full hand, by the number of seats."""


def chance_outcomes(state: State) -> Sequence[Action]:
    """What chance may do now; everything is equally likely (MH-2, MH-3)."""
    if state.phase == DRAW:
        seat = drawing_seat(state.order, state.hands, state.unplayed)
        return () if seat is None else _draws(seat, state.unplayed[seat] & ~state.hands[seat])
    if state.phase == FACTION:
        seat = state.factions.index(UNASSIGNED)
        return [action for action in ASSIGNMENTS[seat] if action.faction not in state.factions]
    return seat_orders(len(state.hands)) if state.phase == ORDER else ()


@cache
def _draws(seat: int, tiles: int) -> tuple[Draw, ...]:
    return tuple(DRAWS[seat][tile] for tile in TILES_IN[tiles])


def may_happen(state: State, action: object) -> bool:
    """Whether chance may do this now; agrees with `chance_outcomes`."""
    if isinstance(action, Draw):
        if state.phase != DRAW or action.seat != drawing_seat(state.order, state.hands, state.unplayed):
            return False
        stack = state.unplayed[action.seat] & ~state.hands[action.seat]
        return 0 <= action.tile < len(TILES) and bool(stack >> action.tile & 1)
    return action in chance_outcomes(state)


def draw(state: State, draw: Draw, events: list[Event]) -> State:
    """The state after a seat drew a tile (MH-2)."""
    seat, tile = draw.seat, draw.tile
    events.append(TileDrawn(seat, TILES[tile].id))
    return refilling(state, with_entry(state.hands, seat, state.hands[seat] | 1 << tile))


def refilling(state: State, hands: tuple[int, ...]) -> State:
    """The state with these hands and draws due or, when all hands are full, a tile to place (MH-4)."""
    phase = PLACE if drawing_seat(state.order, hands, state.unplayed) is None else DRAW
    return replace(state, phase=phase, hands=hands)


def assign_faction(state: State, action: AssignFaction, events: list[Event]) -> State:
    """The state after a seat got a faction (MH-3)."""
    events.append(FactionAssigned(action.seat, FACTIONS[action.faction]))
    factions = with_entry(state.factions, action.seat, action.faction)
    return replace(state, phase=FACTION if UNASSIGNED in factions else ORDER, factions=factions)


def set_order(state: State, action: SeatOrder, events: list[Event]) -> State:
    """The state with the order of all rounds (MH-3)."""
    events.append(OrderDrawn(action.order))
    return replace(state, phase=DRAW, order=action.order)

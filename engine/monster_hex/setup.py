"""Set-up and refilling: factions, seat order and draws, all by chance (MH-1 to MH-4)."""

from collections.abc import Sequence
from typing import Final

from msgspec.structs import replace

from engine.monster_hex.actions import ASSIGNMENTS, DRAWS, AssignFaction, BaseAction, Draw, SeatOrder, seat_orders
from engine.monster_hex.content import ALL_TILES, EMPTY, FACTIONS, TILES, TILES_IN, Layout
from engine.monster_hex.events import Event, FactionAssigned, HeadStartGiven, OrderDrawn, TileDrawn
from engine.monster_hex.state import DRAW, FACTION, ORDER, PLACE, UNASSIGNED, State, head_starts, with_entry


def initial_state(layout: Layout, factions: tuple[int, ...], head_start: tuple[int, ...]) -> State:
    """An empty board, every tile in its stack; `factions` as chosen, or `UNASSIGNED` (MH-1, MH-3).

    `head_start` are the points to begin with by the place in the order, or none.
    """
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
        head_start=head_start,
    )


def hand_size(seats: int) -> int:
    """The tiles of a full hand (MH-2)."""
    return 4 if seats == 4 else 3


_SHORT: Final = tuple(tuple(hand.bit_count() < hand_size(seats) for hand in range(ALL_TILES + 1)) for seats in range(5))
"""By the number of seats and the hand: whether it is not full."""


def drawing_seat(order: tuple[int, ...], hands: tuple[int, ...], unplayed: tuple[int, ...]) -> int | None:
    """Who draws next: in turn order the first whose hand is not full and whose stack is not empty (MH-2, MH-4)."""
    short = _SHORT[len(order)]
    for seat in order:
        hand = hands[seat]
        if short[hand] and hand != unplayed[seat]:
            return seat
    return None


def chance_outcomes(state: State) -> Sequence[BaseAction]:
    """What chance may do now; everything is equally likely (MH-2, MH-3)."""
    if state.phase == DRAW:
        seat = drawing_seat(state.order, state.hands, state.unplayed)
        return () if seat is None else _DRAWS_OF[seat][state.unplayed[seat] & ~state.hands[seat]]
    if state.phase == FACTION:
        seat = state.factions.index(UNASSIGNED)
        return [action for action in ASSIGNMENTS[seat] if action.faction not in state.factions]
    return seat_orders(len(state.hands)) if state.phase == ORDER else ()


_DRAWS_OF: Final = tuple(tuple(tuple([draws[tile] for tile in tiles]) for tiles in TILES_IN) for draws in DRAWS)
"""By seat and set of tiles."""


def may_happen(state: State, action: object) -> bool:
    """Whether chance may do this now; agrees with `chance_outcomes`."""
    if type(action) is not Draw:
        return action in chance_outcomes(state)
    seat, tile = action.seat, action.tile
    if state.phase != DRAW or seat != drawing_seat(state.order, state.hands, state.unplayed):
        return False
    return 0 <= tile < len(TILES) and (state.unplayed[seat] & ~state.hands[seat]) >> tile & 1 == 1


def draw(state: State, draw: Draw, events: list[Event]) -> State:
    """The state after a seat drew a tile (MH-2)."""
    seat, tile = draw.seat, draw.tile
    events.append(TileDrawn(seat, TILES[tile].id))
    hands = with_entry(state.hands, seat, state.hands[seat] | 1 << tile)
    if drawing_seat(state.order, hands, state.unplayed) is None:
        return replace(state, phase=PLACE, hands=hands)
    return replace(state, hands=hands)


def refilling(state: State) -> State:
    """The state after a round: draws are due or, where nobody has any left to do, a tile to place (MH-4)."""
    phase = PLACE if drawing_seat(state.order, state.hands, state.unplayed) is None else DRAW
    return replace(state, phase=phase)


def assign_faction(state: State, action: AssignFaction, events: list[Event]) -> State:
    """The state after a seat got a faction (MH-3)."""
    events.append(FactionAssigned(action.seat, FACTIONS[action.faction]))
    factions = with_entry(state.factions, action.seat, action.faction)
    return replace(state, phase=FACTION if UNASSIGNED in factions else ORDER, factions=factions)


def set_order(state: State, action: SeatOrder, events: list[Event]) -> State:
    """The state with the order of all rounds, and with it the points of a head start (MH-3)."""
    events.append(OrderDrawn(action.order))
    after = replace(state, phase=DRAW, order=action.order)
    if after.head_start:
        events.append(HeadStartGiven(tuple(head_starts(after, len(action.order)))))
    return after

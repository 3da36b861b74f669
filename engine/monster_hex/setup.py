"""Set-up and refilling: factions, seat order and draws, all by chance (MH-1 to MH-4)."""

from collections.abc import Sequence
from functools import cache

from msgspec.structs import replace

from engine.monster_hex.actions import ASSIGNMENTS, DRAWS, Action, AssignFaction, Draw, SeatOrder, seat_orders
from engine.monster_hex.content import ALL_TILES, EMPTY, FACTIONS, TILES, TILES_IN, Layout
from engine.monster_hex.events import Event, FactionAssigned, OrderDrawn, TileDrawn
from engine.monster_hex.state import DRAW, FACTION, ORDER, PLACE, UNASSIGNED, State


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


def drawing_seat(state: State) -> int | None:
    """Who draws next: in turn order the first whose hand is not full and whose stack is not empty (MH-2, MH-4)."""
    full = hand_size(len(state.hands))
    for seat in state.order:
        hand = state.hands[seat]
        if hand.bit_count() < full and hand != state.unplayed[seat]:
            return seat
    return None


def stack(state: State, seat: int) -> int:
    """The set of tiles that a seat may still draw."""
    return state.unplayed[seat] & ~state.hands[seat]


def chance_outcomes(state: State) -> Sequence[Action]:
    """What chance may do now; everything is equally likely (MH-2, MH-3)."""
    if state.phase == DRAW:
        seat = drawing_seat(state)
        return () if seat is None else _draws(seat, stack(state, seat))
    if state.phase == FACTION:
        seat = state.factions.index(UNASSIGNED)
        free = [faction for faction in range(len(FACTIONS)) if faction not in state.factions]
        return tuple(ASSIGNMENTS[seat][faction] for faction in free)
    if state.phase == ORDER:
        return seat_orders(len(state.hands))
    return ()


@cache
def _draws(seat: int, tiles: int) -> tuple[Draw, ...]:
    return tuple(DRAWS[seat][tile] for tile in TILES_IN[tiles])


def may_happen(state: State, action: object) -> bool:
    """Whether chance may do this now; agrees with `chance_outcomes`."""
    if isinstance(action, Draw):
        if state.phase != DRAW or action.seat != drawing_seat(state):
            return False
        return 0 <= action.tile < len(TILES) and bool(stack(state, action.seat) >> action.tile & 1)
    return action in chance_outcomes(state)


def happen(state: State, action: AssignFaction | SeatOrder | Draw, events: list[Event]) -> State:
    """The state after what chance did."""
    if isinstance(action, Draw):
        return _draw(state, action, events)
    if isinstance(action, SeatOrder):
        events.append(OrderDrawn(action.order))
        return replace(state, phase=DRAW, order=action.order)
    events.append(FactionAssigned(action.seat, FACTIONS[action.faction]))
    factions = (*state.factions[: action.seat], action.faction, *state.factions[action.seat + 1 :])
    return replace(state, phase=FACTION if UNASSIGNED in factions else ORDER, factions=factions)


def _draw(state: State, action: Draw, events: list[Event]) -> State:
    seat = action.seat
    hands = (*state.hands[:seat], state.hands[seat] | 1 << action.tile, *state.hands[seat + 1 :])
    events.append(TileDrawn(seat, TILES[action.tile].id))
    return refilling(replace(state, hands=hands))


def refilling(state: State) -> State:
    """The state with draws due, or, when all hands are full, with a tile to place (MH-4)."""
    phase = PLACE if drawing_seat(state) is None else DRAW
    return state if state.phase == phase else replace(state, phase=phase)

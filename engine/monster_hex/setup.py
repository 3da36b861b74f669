"""Set-up and random outcomes: factions, order, hands, cards, the shared tile (MH-1 to MH-4, MH-18, MH-20 to MH-22)."""

from collections.abc import Sequence
from typing import Final

from msgspec.structs import replace

from engine.monster_hex.actions import (
    ASSIGNMENTS,
    DRAWS,
    PUBLIC_CARD,
    SHARED_DRAWS,
    Action,
    AssignFaction,
    Chance,
    DealObjective,
    Draw,
    DrawShared,
    SeatOrder,
    seat_orders,
)
from engine.monster_hex.content import ALL_TILES, EMPTY, FACTIONS, TILES, TILES_IN, Layout
from engine.monster_hex.events import (
    Event,
    FactionAssigned,
    HeadStartGiven,
    ObjectiveDealt,
    OrderDrawn,
    SharedDrawn,
)
from engine.monster_hex.objectives import OBJECTIVES, objectives_for
from engine.monster_hex.state import (
    DEAL,
    DRAW,
    FACTION,
    NOT_CHOSEN,
    ORDER,
    SCHEME,
    SHARED_DRAW,
    UNASSIGNED,
    Secrets,
    State,
    first_variant,
    head_starts,
    variant_of,
    with_entry,
)
from engine.monster_hex.variants import Variants

PUBLIC_CARDS: Final = 2
"""The number of public Objective cards in a game with Objectives (MH-20)."""
CARD_NUMBER: Final = {card.id: number for number, card in enumerate(OBJECTIVES)}


def initial_state(variants: Variants, factions: tuple[int, ...], head_start: tuple[int, ...]) -> State:
    """Return the initial state: an empty board, and every tile in its stack (MH-1, MH-3).

    `factions` holds the chosen faction of each owner, or `UNASSIGNED`. Like every other tuple by owner it has one more
    entry for the shared faction if that plays. In solo games the order of play is fixed, so none is drawn (MH-22).
    `head_start` holds the starting points in the order of play; it is empty if the option is off.
    """
    cells = len(variants.layout.board)
    state = State(
        phase=FACTION if UNASSIGNED in factions else ORDER,
        factions=factions,
        order=(),
        placed=0,
        board=(EMPTY,) * cells,
        fits=(0,) * cells,
        hands=(0,) * len(factions),
        unplayed=(ALL_TILES,) * len(factions),
        captures=(None,) * len(variants.layout.stones),
        pending=(),
        last=(),
        forfeited=0,
        head_start=head_start,
    )
    if variants.is_base_game:
        return state
    secrets = Secrets((NOT_CHOSEN,) * variants.seats, ((),) * variants.seats)
    state = replace(state, variant=first_variant(variants.seats, cells), secrets=secrets)
    if not variants.is_solo:
        return state
    return replace(state, order=(0,), phase=DRAW if state.phase == ORDER else state.phase)


def hand_size(seats: int) -> int:
    """Return the number of tiles in a full hand (MH-2)."""
    return 4 if seats == 4 else 3


_SHORT: Final = tuple(tuple(hand.bit_count() < hand_size(seats) for hand in range(ALL_TILES + 1)) for seats in range(5))
"""For each number of seats and each mask of tiles, whether a hand with these tiles is not full."""


def drawing_seat(order: tuple[int, ...], hands: tuple[int, ...], unplayed: tuple[int, ...]) -> int | None:
    """Return the first seat in turn order that has to draw a tile, or None (MH-2, MH-4).

    A seat has to draw if its hand is not full and its stack is not empty.
    """
    short = _SHORT[len(order)]
    for seat in order:
        hand = hands[seat]
        if short[hand] and hand != unplayed[seat]:
            return seat
    return None


def holder(variants: Variants, state: State) -> int | None:
    """Return the seat that holds and places this round's shared tile (MH-21).

    The seats alternate round by round in the order of play. None without a shared faction, and before the order is
    drawn.
    """
    if variants.is_solo:
        return 0
    if not variants.shared or not state.order:
        return None
    return state.order[(variant_of(state).round - 1) % len(state.order)]


def cards_of(state: State) -> tuple[tuple[int, ...], ...]:
    """Return each seat's private Objective cards, as indices of `OBJECTIVES`."""
    return ((),) * len(state.hands) if state.secrets is None else state.secrets.objectives


def find_seat_due_card(variants: Variants, state: State) -> int | None:
    """Return the seat that is dealt the next Objective card, or `PUBLIC_CARD` for a public one (MH-18, MH-20).

    None if no card is due.
    """
    if state.phase == SCHEME:
        return state.order[variant_of(state).turn]
    if not variants.objectives:
        return None
    if len(variant_of(state).public) < PUBLIC_CARDS:
        return PUBLIC_CARD
    own = cards_of(state)
    return next((seat for seat in state.order if not own[seat]), None)


def cards_for(layout: Layout) -> tuple[int, ...]:
    """Return the Objective cards for a board as indices of `OBJECTIVES`, in the data file's order."""
    return tuple(CARD_NUMBER[card.id] for card in objectives_for(layout.size))


def chance_outcomes(variants: Variants, state: State) -> Sequence[Action]:
    """Return the possible outcomes of the random event that is due, all equally likely; empty if none is due.

    The rules are MH-2, MH-3, MH-18 and MH-20 to MH-22.
    """
    phase = state.phase
    if phase == DRAW:
        seat = drawing_seat(state.order, state.hands, state.unplayed)
        return () if seat is None else _DRAWS_OF[seat][state.unplayed[seat] & ~state.hands[seat]]
    if phase == SHARED_DRAW:
        return _SHARED_DRAWS_OF[state.unplayed[variants.seats]]
    if phase == FACTION:
        seat = state.factions.index(UNASSIGNED)
        return [action for action in ASSIGNMENTS[seat] if action.faction not in state.factions]
    if phase == ORDER:
        return seat_orders(variants.seats)
    return _possible_cards(variants, state) if phase in (DEAL, SCHEME) else ()


_DRAWS_OF: Final = tuple(tuple(tuple([draws[tile] for tile in tiles]) for tiles in TILES_IN) for draws in DRAWS)
"""The possible `Draw` outcomes, indexed by seat and by mask of the tiles left in its stack."""
_SHARED_DRAWS_OF: Final = tuple(tuple(SHARED_DRAWS[tile] for tile in tiles) for tiles in TILES_IN)
"""The possible `DrawShared` outcomes, indexed by mask of the shared faction's tiles that are not on the board."""


def _possible_cards(variants: Variants, state: State) -> Sequence[DealObjective]:
    seat = find_seat_due_card(variants, state)
    if seat is None:
        return ()
    dealt = {*variant_of(state).public, *(card for cards in cards_of(state) for card in cards)}
    return [DealObjective(seat, card) for card in cards_for(variants.layout) if card not in dealt]


def may_happen(variants: Variants, state: State, action: object) -> bool:
    """Return whether an action is a possible chance outcome, consistent with `chance_outcomes`."""
    if type(action) is Draw:
        seat, tile = action.seat, action.tile
        if state.phase != DRAW or seat != drawing_seat(state.order, state.hands, state.unplayed):
            return False
        return 0 <= tile < len(TILES) and (state.unplayed[seat] & ~state.hands[seat]) >> tile & 1 == 1
    if type(action) is DrawShared and 0 <= action.tile < len(TILES):
        return state.phase == SHARED_DRAW and state.unplayed[variants.seats] >> action.tile & 1 == 1
    return action in chance_outcomes(variants, state)


def apply_chance(variants: Variants, state: State, action: Chance, events: list[Event]) -> State:
    """Return the state after a chance outcome.

    The phase advances only after a faction or an order; after tiles and cards the caller advances it.
    """
    if isinstance(action, AssignFaction):
        return _assign_faction(variants, state, action.seat, action.faction, events)
    if isinstance(action, SeatOrder):
        return _set_order(state, action.order, events)
    if isinstance(action, DealObjective):
        return _deal(state, action.seat, action.card, events)
    seat = holder(variants, state)
    events.append(SharedDrawn(0 if seat is None else seat, TILES[action.tile].id))
    return replace(state, hands=with_entry(state.hands, variants.seats, 1 << action.tile))


def _assign_faction(variants: Variants, state: State, owner: int, faction: int, events: list[Event]) -> State:
    """Return the state after chance has assigned a faction to an owner (MH-3)."""
    events.append(FactionAssigned(owner, FACTIONS[faction]))
    factions = with_entry(state.factions, owner, faction)
    after_all = DRAW if variants.is_solo else ORDER
    return replace(state, phase=FACTION if UNASSIGNED in factions else after_all, factions=factions)


def _set_order(state: State, order: tuple[int, ...], events: list[Event]) -> State:
    """Return the state with the order of play set, and add an event for it (MH-3).

    If the game has a head start, an event with the seats' starting points follows.
    """
    events.append(OrderDrawn(order))
    after = replace(state, phase=DRAW, order=order)
    if after.head_start:
        events.append(HeadStartGiven(tuple(head_starts(after, len(order)))))
    return after


def _deal(state: State, seat: int, card: int, events: list[Event]) -> State:
    """Return the state with an Objective card dealt to a seat, or to all if `seat` is `PUBLIC_CARD` (MH-18, MH-20)."""
    if seat == PUBLIC_CARD:
        events.append(ObjectiveDealt(None, OBJECTIVES[card].id))
        variant = variant_of(state)
        return replace(state, variant=replace(variant, public=(*variant.public, card)))
    if state.secrets is None:
        raise ValueError("the state is of a game without secret cards")
    events.append(ObjectiveDealt(seat, OBJECTIVES[card].id))
    own = state.secrets.objectives
    cards = with_entry(own, seat, (*own[seat], card))
    return replace(state, secrets=replace(state.secrets, objectives=cards))

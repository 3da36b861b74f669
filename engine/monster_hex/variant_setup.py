"""What chance does with variants: factions, order, hands, cards and the shared tile (MH-2, MH-18, MH-20 to MH-22)."""

from collections.abc import Sequence
from typing import Final

from msgspec.structs import replace

from engine.monster_hex import setup
from engine.monster_hex.abilities import variant_of
from engine.monster_hex.actions import (
    PUBLIC_CARD,
    SHARED_DRAWS,
    Action,
    AssignFaction,
    DealObjective,
    Draw,
    DrawShared,
    SeatOrder,
)
from engine.monster_hex.content import TILES, TILES_IN, Layout
from engine.monster_hex.events import Event, ObjectiveDealt, SharedDrawn, TileDrawn
from engine.monster_hex.objectives import OBJECTIVES, objectives_for
from engine.monster_hex.state import (
    DEAL,
    DRAW,
    NO_CELL,
    NOT_CHOSEN,
    ORDER,
    SCHEME,
    SHARED_DRAW,
    Secrets,
    State,
    Variant,
    with_entry,
)
from engine.monster_hex.variants import Variants

PUBLIC_CARDS: Final = 2
"""How many public Objectives there are (MH-20)."""
CARD_NUMBER: Final = {card.id: number for number, card in enumerate(OBJECTIVES)}


def initial_state(variants: Variants, factions: tuple[int, ...], head_start: tuple[int, ...]) -> State:
    """The empty board, with entries for the shared faction if there is one; solo has no order to draw (MH-22)."""
    seats = variants.seats
    state = setup.initial_state(variants.layout, factions, head_start)
    variant = Variant(
        round=1,
        turn=0,
        cell=NO_CELL,
        is_extra=False,
        chosen=0,
        abilities=(),
        changes=(0,) * len(state.board),
        stones=(),
        captured=(),
        rates=(0,) * seats,
        rewards=(0,) * seats,
        public=(),
    )
    secrets = Secrets((NOT_CHOSEN,) * seats, ((),) * seats)
    after = replace(state, variant=variant, secrets=secrets)
    if not variants.is_solo:
        return after
    return replace(after, order=(0,), phase=DRAW if after.phase == ORDER else after.phase)


def holder(variants: Variants, state: State) -> int | None:
    """Who places this round's shared tile: in turn, the random start player first; None without order (MH-21)."""
    if variants.is_solo:
        return 0
    if not variants.shared or not state.order:
        return None
    return state.order[(variant_of(state).round - 1) % len(state.order)]


def cards_of(state: State) -> tuple[tuple[int, ...], ...]:
    """Each seat's own cards."""
    return () if state.secrets is None else state.secrets.objectives


def card_is_due_to(variants: Variants, state: State) -> int | None:
    """Who gets the next card: `PUBLIC_CARD`, or a seat; None if no card is due (MH-18, MH-20)."""
    if state.phase == SCHEME:
        return state.order[variant_of(state).turn]
    if not variants.objectives or len(variant_of(state).public) < PUBLIC_CARDS:
        return PUBLIC_CARD if variants.objectives else None
    own = cards_of(state)
    return next((seat for seat in state.order if not own[seat]), None)


def chance_outcomes(variants: Variants, state: State) -> Sequence[Action]:
    """What chance may do now; everything is equally likely."""
    if state.phase == DRAW:
        return setup.chance_outcomes(state)
    if state.phase == SHARED_DRAW:
        return _SHARED_DRAWS_OF[state.unplayed[variants.seats]]
    if state.phase in (DEAL, SCHEME):
        seat = card_is_due_to(variants, state)
        if seat is None:
            return ()
        dealt = {*variant_of(state).public, *(card for cards in cards_of(state) for card in cards)}
        return [DealObjective(seat, card) for card in cards_for(variants.layout) if card not in dealt]
    if state.phase == ORDER:
        return setup.seat_orders(variants.seats)
    return setup.chance_outcomes(state)


_SHARED_DRAWS_OF: Final = tuple(tuple(SHARED_DRAWS[tile] for tile in tiles) for tiles in TILES_IN)
"""By set of tiles."""


def may_happen(variants: Variants, state: State, action: object) -> bool:
    """Whether chance may do this now; agrees with `chance_outcomes`."""
    if type(action) is Draw:
        return state.phase == DRAW and setup.may_happen(state, action)
    if type(action) is DrawShared and 0 <= action.tile < len(TILES):
        return state.phase == SHARED_DRAW and state.unplayed[variants.seats] >> action.tile & 1 == 1
    return action in chance_outcomes(variants, state)


def cards_for(layout: Layout) -> tuple[int, ...]:
    """The numbers of the cards for a board, in the data file's order."""
    return tuple(CARD_NUMBER[card.id] for card in objectives_for(layout.size))


def happened(variants: Variants, state: State, action: Action, events: list[Event]) -> State:
    """The state after what chance did; the phase stays where more may be due."""
    # The most frequent ones first; comparing types is quicker than matching.
    if type(action) is Draw:
        seat, tile = action.seat, action.tile
        events.append(TileDrawn(seat, TILES[tile].id))
        return replace(state, hands=with_entry(state.hands, seat, state.hands[seat] | 1 << tile))
    if type(action) is DrawShared:
        seat, tile = holder(variants, state), action.tile
        events.append(SharedDrawn(0 if seat is None else seat, TILES[tile].id))
        return replace(state, hands=with_entry(state.hands, variants.seats, 1 << tile))
    match action:
        case AssignFaction(owner, faction):
            return _faction_assigned(variants, state, owner, faction, events)
        case SeatOrder():
            return setup.set_order(state, action, events)
        case DealObjective(seat, card):
            return _dealt(state, seat, card, events)
        case _:
            raise ValueError(f"chance does no {action}")


def _faction_assigned(variants: Variants, state: State, owner: int, faction: int, events: list[Event]) -> State:
    after = setup.assign_faction(state, AssignFaction(owner, faction), events)
    if after.phase == ORDER and variants.is_solo:
        return replace(after, phase=DRAW)
    return after


def _dealt(state: State, seat: int, card: int, events: list[Event]) -> State:
    """A card more, public or a seat's own (MH-18, MH-20)."""
    if seat == PUBLIC_CARD:
        events.append(ObjectiveDealt(None, OBJECTIVES[card].id))
        variant = variant_of(state)
        return replace(state, variant=replace(variant, public=(*variant.public, card)))
    if state.secrets is None:
        raise ValueError("this is a state of the base game")
    events.append(ObjectiveDealt(seat, OBJECTIVES[card].id))
    own = state.secrets.objectives
    cards = with_entry(own, seat, (*own[seat], card))
    return replace(state, secrets=replace(state.secrets, objectives=cards))

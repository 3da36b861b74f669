"""How rounds go with variants: placing, abilities, captures, the shared tile, skipped turns (MH-4, MH-15 to MH-22)."""

from msgspec.structs import replace

from engine.monster_hex import abilities, capturing, effects, placing, variant_capturing
from engine.monster_hex.abilities import ABILITIES, ability_of, has_placed_all, variant_of
from engine.monster_hex.actions import PlaceShared, Take
from engine.monster_hex.content import SLOTS, TILES, TILES_IN
from engine.monster_hex.events import (
    AbilityAsked,
    Event,
    PointsTaken,
    RewardEarned,
    RoundEnded,
    StoneCaptured,
    TilePlaced,
    TurnSkipped,
    ValueAsked,
)
from engine.monster_hex.setup import drawing_seat
from engine.monster_hex.state import (
    ABILITY,
    CHOOSE,
    DEAL,
    DRAW,
    OVER,
    PLACE,
    SHARED,
    SHARED_DRAW,
    TAKE,
    State,
    Variant,
    with_entry,
)
from engine.monster_hex.variant_scoring import score_events
from engine.monster_hex.variant_setup import card_is_due_to
from engine.monster_hex.variants import Variants
from engine.monster_hex.view import Capture, TemporaryCapture


def dealing(variants: Variants, state: State, events: list[Event]) -> State:
    """What is due at the start of a round: draws, cards, choices, the shared tile, then the first turn (Notation)."""
    if drawing_seat(state.order, state.hands, state.unplayed) is not None:
        return replace(state, phase=DRAW)
    if state.placed == 0:
        if card_is_due_to(variants, state) is not None:
            return replace(state, phase=DEAL)
        if variants.abilities and not variant_of(state).abilities:
            return replace(state, phase=CHOOSE)
    if variants.shared and not variants.is_solo and not state.hands[variants.seats]:
        return replace(state, phase=SHARED_DRAW)
    variant = variant_of(state)
    return next_turn(variants, state, variant, variant.turn, events)


def next_turn(variants: Variants, state: State, variant: Variant, turn: int, events: list[Event]) -> State:
    """The next seat to place from `turn` on, then the shared tile, then the end of the round (MH-4, MH-17, MH-21).

    `variant` is the state's own.
    """
    if state.placed == len(state.board):
        return _round_ended(variants, state, replace(variant, turn=turn), events)
    while variants.abilities and turn < variants.seats and has_placed_all(variants.layout, state, state.order[turn]):
        events.append(TurnSkipped(state.order[turn]))
        turn += 1
    variant = variant if turn == variant.turn else replace(variant, turn=turn)
    if turn == variants.owners:
        return _round_ended(variants, state, variant, events)
    phase = PLACE if turn < variants.seats else SHARED if state.hands[variants.seats] else SHARED_DRAW
    return replace(state, phase=phase, variant=variant)


def _round_ended(variants: Variants, state: State, variant: Variant, events: list[Event]) -> State:
    """Refilled hands for the next round, or the end when the board is full (MH-4)."""
    events.append(RoundEnded(variant.round))
    if state.placed == len(state.board):
        over = replace(state, phase=OVER, variant=variant)
        events.extend(score_events(variants, over))
        return over
    return dealing(variants, replace(state, variant=replace(variant, round=variant.round + 1, turn=0)), events)


def placed(
    variants: Variants, state: State, tile: int, cell: int, rotation: int, scattered: bool, events: list[Event]
) -> State:
    """A tile from the hand to the board; then its ability, the extra tile's captures too, or the captures (MH-15)."""
    variant = variant_of(state)
    seat = state.order[variant.turn]
    label = variants.layout.board.name[cell]
    events.append(TilePlaced(seat, TILES[tile].id, label, rotation, scattered, variant.is_extra))
    after = _with_tile(variants, state, seat, tile, cell, rotation)
    if variant.is_extra:
        return captured(variants, replace(after, variant=replace(variant, is_extra=False)), events)
    if variants.abilities and abilities.is_offered(variants, after, seat, cell, tile):
        events.append(AbilityAsked(seat, ABILITIES[ability_of(after, seat) or 0], label))
        return replace(after, phase=ABILITY, variant=replace(variant, cell=cell))
    return captured(variants, after, events)


def placed_shared(variants: Variants, state: State, action: PlaceShared, events: list[Event]) -> State:
    """The shared tile to the board, and its captures (MH-21)."""
    owner = variants.seats
    tile = TILES_IN[state.hands[owner]][0]
    label = variants.layout.board.name[action.cell]
    events.append(TilePlaced(owner, TILES[tile].id, label, action.rotation))
    return captured(variants, _with_tile(variants, state, owner, tile, action.cell, action.rotation), events)


def _with_tile(variants: Variants, state: State, owner: int, tile: int, cell: int, rotation: int) -> State:
    """The state with a tile on the board, and the Stones that it surrounds waiting with those that wait (MH-17)."""
    layout, slot = variants.layout, tile * 6 + rotation
    board = with_entry(state.board, cell, owner * SLOTS + slot)
    pending = state.pending
    if surrounded := variant_capturing.surrounded_by(variants, board, state.captures, cell):
        pending = variant_capturing.in_label_order(variants, {*pending, *surrounded})
    return replace(
        state,
        placed=state.placed + 1,
        board=board,
        fits=placing.fits_with(layout, board, state.fits, cell, slot),
        hands=with_entry(state.hands, owner, state.hands[owner] ^ 1 << tile),
        unplayed=with_entry(state.unplayed, owner, state.unplayed[owner] ^ 1 << tile),
        pending=pending,
        last=(*state.last[1 - variants.owners :], cell),
    )


def captured(variants: Variants, state: State, events: list[Event]) -> State:
    """The waiting captures in label order, up to one whose first must be asked; then the next turn (MH-8 to MH-13)."""
    while state.pending:
        site = state.pending[0]
        cell = variant_capturing.cell_of(variants.layout, site)
        if cell is not None:
            state = _temporary_captured(variants, state, cell, events)
        else:
            state = _stone_captured(variants, state, site, events)
            if state.phase == TAKE:
                return state
        state = replace(state, pending=state.pending[1:])
    variant = variant_of(state)
    return next_turn(variants, state, variant, variant.turn + 1, events)


def _stone_captured(variants: Variants, state: State, stone: int, events: list[Event]) -> State:
    """The capture of a Stone of the board; `phase` is `TAKE` if its first must be asked."""
    layout = variants.layout
    found = variant_capturing.capture(variants, state.board, variant_of(state).changes, state.factions, stone)
    label, taken = layout.stones[stone].label, found.taken
    both = len(taken) == 2 and taken[0].seat == taken[1].seat
    events.append(StoneCaptured(label, found.powers, found.first, found.second, both))
    after = replace(state, captures=with_entry(state.captures, stone, found))
    if variants.abilities and layout.values[stone]:
        after = _rewarded(variants, after, label, found, events)
    if found.first is not None and not taken:
        events.append(ValueAsked(found.first, label))
        return replace(after, phase=TAKE)
    events += [PointsTaken(part.seat, label, part.value, part.bonus) for part in taken]
    return after


def _temporary_captured(variants: Variants, state: State, cell: int, events: list[Event]) -> State:
    """The capture of a temporary Stone, which is removed (MH-19)."""
    variant = variant_of(state)
    value, label = dict(variant.stones)[cell], variants.layout.board.name[cell]
    found = variant_capturing.capture_temporary(variants, state.board, variant.changes, cell, value)
    events.append(StoneCaptured(label, found.powers, found.first, found.second, False, value))
    every = (*variant.captured, TemporaryCapture(label, value, found))
    after = effects.freed(variants, replace(state, variant=replace(variant, captured=every)), cell)
    after = _rewarded(variants, after, label, found, events)
    events += [PointsTaken(part.seat, label, part.value, part.bonus) for part in found.taken]
    return after


def _rewarded(variants: Variants, state: State, label: str, found: Capture, events: list[Event]) -> State:
    """The state with Reward's points for the first at a Large Stone (MH-16)."""
    variant, first = variant_of(state), found.first
    if first is None or first >= variants.seats or not variant.rates[first]:
        return state
    points = variant.rates[first]
    events.append(RewardEarned(first, label, points))
    rewards = with_entry(variant.rewards, first, variant.rewards[first] + points)
    return replace(state, variant=replace(variant, rewards=rewards))


def taken(variants: Variants, state: State, take: Take, events: list[Event]) -> State:
    """The points of the Stone that the first was asked about, then the captures after it (MH-10, MH-13)."""
    stone, *rest = state.pending
    found = state.captures[stone]
    if found is None:
        raise ValueError("a stone is asked about before its capture")
    parts = capturing.take(variants.layout, state.factions, stone, found, take.value)
    label = variants.layout.stones[stone].label
    events.extend(PointsTaken(part.seat, label, part.value, part.bonus) for part in parts)
    done = Capture(found.powers, found.first, found.second, parts)
    captures = with_entry(state.captures, stone, done)
    return captured(variants, replace(state, phase=PLACE, captures=captures, pending=tuple(rest)), events)

"""The course of a round: placements, abilities, captures, the shared tile and skipped turns (MH-4 to MH-22)."""

from msgspec.structs import replace

from engine.monster_hex import abilities, capturing, effects, placing
from engine.monster_hex.abilities import ABILITIES, ability_of, has_placed_all
from engine.monster_hex.actions import Draw, Place, PlaceShared, Scatter, Take
from engine.monster_hex.content import SLOTS, TILES, TILES_IN
from engine.monster_hex.events import (
    AbilityAsked,
    Event,
    PointsTaken,
    RewardEarned,
    RoundEnded,
    StoneCaptured,
    TileDrawn,
    TilePlaced,
    TurnSkipped,
    ValueAsked,
)
from engine.monster_hex.scoring import score_events
from engine.monster_hex.setup import drawing_seat, find_seat_due_card
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
    variant_of,
    with_entry,
)
from engine.monster_hex.variants import Variants
from engine.monster_hex.view import Capture, TemporaryCapture


def draw(variants: Variants, state: State, action: Draw, events: list[Event]) -> State:
    """Add a drawn tile to a seat's hand; after the last draw of the round, continue with the next step (MH-2)."""
    seat, tile = action.seat, action.tile
    events.append(TileDrawn(seat, TILES[tile].id))
    hands = with_entry(state.hands, seat, state.hands[seat] | 1 << tile)
    if drawing_seat(state.order, hands, state.unplayed) is not None:
        return replace(state, hands=hands)
    if variants.is_base_game:
        return replace(state, phase=PLACE, hands=hands)
    return _begin_turns(variants, replace(state, hands=hands), events)


def begin_round(variants: Variants, state: State, events: list[Event]) -> State:
    """Continue with the next step that is due at the start of a round.

    The steps are drawing tiles, dealing cards, choosing abilities, drawing the shared tile, and the first turn.
    """
    if drawing_seat(state.order, state.hands, state.unplayed) is not None:
        return state if state.phase == DRAW else replace(state, phase=DRAW)
    return _begin_turns(variants, state, events)


def _begin_turns(variants: Variants, state: State, events: list[Event]) -> State:
    """Continue with the next step that is due at the start of a round, after all hands have been filled."""
    if variants.is_base_game:
        return replace(state, phase=PLACE)
    if state.placed == 0:
        if find_seat_due_card(variants, state) is not None:
            return replace(state, phase=DEAL)
        if variants.abilities and not variant_of(state).abilities:
            return replace(state, phase=CHOOSE)
    if variants.shared and not variants.is_solo and not state.hands[variants.seats]:
        return replace(state, phase=SHARED_DRAW)
    return next_turn(variants, state, variant_of(state).turn, events)


def next_turn(variants: Variants, state: State, turn: int, events: list[Event]) -> State:
    """Continue with the next placement at position `turn` of the order of play or later (MH-4, MH-17, MH-21).

    Seats that have placed all their tiles are skipped. The shared tile, if there is one, comes after the last seat. If
    no placement is left, the round ends.
    """
    if state.placed == len(state.board):
        return _end_round(variants, state, turn, events)
    while variants.abilities and turn < variants.seats and has_placed_all(variants.layout, state, state.order[turn]):
        events.append(TurnSkipped(state.order[turn]))
        turn += 1
    if turn == variants.owners:
        return _end_round(variants, state, turn, events)
    phase = PLACE if turn < variants.seats else SHARED if state.hands[variants.seats] else SHARED_DRAW
    return _at_turn(state, phase, turn)


def _at_turn(state: State, phase: int, turn: int) -> State:
    variant = state.variant
    if variant is not None and turn != variant.turn:
        variant = replace(variant, turn=turn)
    return replace(state, phase=phase, variant=variant)


def _end_round(variants: Variants, state: State, turn: int, events: list[Event]) -> State:
    """End the round: start the next one by refilling the hands, or end the game if the board is full (MH-4)."""
    variant = state.variant
    events.append(RoundEnded(state.placed // variants.seats if variant is None else variant.round))
    if state.placed == len(state.board):
        over = _at_turn(state, OVER, turn)
        if variant is not None:
            events.extend(score_events(variants, over))
        return over
    if variant is not None:
        state = replace(state, variant=replace(variant, round=variant.round + 1, turn=0))
    return begin_round(variants, state, events)


def place(variants: Variants, state: State, owner: int, action: Place | Scatter, events: list[Event]) -> State:
    """Place a tile of an owner's hand, then offer the seat's ability or make the pending captures (MH-15).

    Stones that are surrounded by the tile join the pending captures. Neither the extra tile of Strike nor the shared
    tile offers an ability (MH-17, MH-21).
    """
    layout, variant = variants.layout, state.variant
    tile, cell, rotation = action.tile, action.cell, action.rotation
    label, slot = layout.board.name[cell], tile * 6 + rotation
    is_extra = variant is not None and variant.is_extra
    events.append(TilePlaced(owner, TILES[tile].id, label, rotation, type(action) is Scatter, is_extra))
    board = with_entry(state.board, cell, owner * SLOTS + slot)
    pending = capturing.find_surrounded_sites(variants, board, state.captures, cell)
    # Without abilities no earlier capture can be pending, and the sites are in label order already.
    if variants.abilities:
        pending = capturing.sort_by_label(variants, {*state.pending, *pending}) if pending else state.pending
    after = replace(
        state,
        placed=state.placed + 1,
        board=board,
        fits=placing.fits_after_placing(layout, board, state.fits, cell, slot),
        hands=with_entry(state.hands, owner, state.hands[owner] ^ 1 << tile),
        unplayed=with_entry(state.unplayed, owner, state.unplayed[owner] ^ 1 << tile),
        pending=pending,
        last=(*state.last[1 - variants.owners :], cell),
    )
    if variant is None:
        return capture(variants, after, events)
    if is_extra:
        return capture(variants, replace(after, variant=replace(variant, is_extra=False)), events)
    if variants.abilities and owner < variants.seats and abilities.is_offered(variants, after, owner, cell, tile):
        events.append(AbilityAsked(owner, ABILITIES[ability_of(after, owner) or 0], label))
        return replace(after, phase=ABILITY, variant=replace(variant, cell=cell))
    return capture(variants, after, events)


def place_shared(variants: Variants, state: State, action: PlaceShared, events: list[Event]) -> State:
    """Place the shared tile, then capture the Stones that are surrounded (MH-21)."""
    tile = TILES_IN[state.hands[variants.seats]][0]
    return place(variants, state, variants.seats, Place(tile, action.cell, action.rotation), events)


def capture(variants: Variants, state: State, events: list[Event]) -> State:
    """Make the pending captures in label order, then continue with the next turn (MH-8 to MH-13).

    Stops with phase `TAKE` at a Stone where the owner in first place must choose a value.
    """
    while state.pending:
        site, stones = state.pending[0], len(variants.layout.stones)
        if site >= stones:
            state = _capture_temporary(variants, state, site - stones, events)
            continue
        state = _capture_stone(variants, state, site, events)
        if state.phase == TAKE:
            return state
    variant = state.variant
    if variant is not None:
        return next_turn(variants, state, variant.turn + 1, events)
    # In the base game the turn follows from the number of tiles placed.
    return state if state.placed % variants.seats else _end_round(variants, state, variants.seats, events)


def _capture_stone(variants: Variants, state: State, stone: int, events: list[Event]) -> State:
    """Capture a printed Stone; `phase` becomes `TAKE` if the owner in first place must choose a value."""
    layout = variants.layout
    changes = () if state.variant is None else state.variant.changes
    found = capturing.capture(variants, state.board, changes, state.factions, stone)
    label, taken = layout.stones[stone].label, found.taken
    both = len(taken) == 2 and taken[0].seat == taken[1].seat
    events.append(StoneCaptured(label, found.powers, found.first, found.second, both))
    captures = with_entry(state.captures, stone, found)
    if variants.abilities and layout.values[stone]:
        state = _reward(variants, state, label, found, events)
    if found.first is not None and not taken:
        events.append(ValueAsked(found.first, label))
        return replace(state, phase=TAKE, captures=captures)
    events += [PointsTaken(part.seat, label, part.value, part.bonus) for part in taken]
    return replace(state, captures=captures, pending=state.pending[1:])


def _capture_temporary(variants: Variants, state: State, cell: int, events: list[Event]) -> State:
    """Capture a temporary Stone, and remove it from the board (MH-19)."""
    variant = variant_of(state)
    value, label = dict(variant.stones)[cell], variants.layout.board.name[cell]
    found = capturing.capture_temporary(variants, state.board, variant.changes, cell, value)
    events.append(StoneCaptured(label, found.powers, found.first, found.second, False, value))
    captured = (*variant.captured, TemporaryCapture(label, value, found))
    after = replace(state, variant=replace(variant, captured=captured), pending=state.pending[1:])
    after = effects.free_hex(variants, after, cell)
    after = _reward(variants, after, label, found, events)
    events += [PointsTaken(part.seat, label, part.value, part.bonus) for part in found.taken]
    return after


def _reward(variants: Variants, state: State, label: str, found: Capture, events: list[Event]) -> State:
    """Add the bonus of Reward for the seat in first place at a Large Stone, if it has used Reward (MH-16)."""
    variant, first = variant_of(state), found.first
    if first is None or first >= variants.seats or not variant.rates[first]:
        return state
    points = variant.rates[first]
    events.append(RewardEarned(first, label, points))
    rewards = with_entry(variant.rewards, first, variant.rewards[first] + points)
    return replace(state, variant=replace(variant, rewards=rewards))


def take(variants: Variants, state: State, action: Take, events: list[Event]) -> State:
    """Give the points at the Stone whose value was chosen, then make the remaining captures (MH-10, MH-13)."""
    stone, *rest = state.pending
    found = state.captures[stone]
    if found is None:
        raise ValueError("no capture is due at this stone")
    parts = capturing.take(variants.layout, state.factions, stone, found, action.value)
    label = variants.layout.stones[stone].label
    events.extend(PointsTaken(part.seat, label, part.value, part.bonus) for part in parts)
    done = Capture(found.powers, found.first, found.second, parts)
    captures = with_entry(state.captures, stone, done)
    return capture(variants, replace(state, phase=PLACE, captures=captures, pending=tuple(rest)), events)

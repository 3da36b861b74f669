"""What using an ability does (MH-15 to MH-19)."""

from msgspec.structs import replace

from engine.monster_hex import petrified
from engine.monster_hex.abilities import ABILITIES, ABILITY_NUMBER, ability_of, acting_tile, strength, variant_of
from engine.monster_hex.actions import Ability, Confuse, Curse, Decline, Enchant, Petrify, Reward, Strike
from engine.monster_hex.content import EMPTY, SLOTS
from engine.monster_hex.events import (
    AbilityDeclined,
    Event,
    HexPetrified,
    PowersChanged,
    RewardRaised,
    SchemeUsed,
    StrikeUsed,
    TileTurned,
)
from engine.monster_hex.placing import fits_after_changes
from engine.monster_hex.state import NO_CELL, PETRIFIED, PLACE, SCHEME, State, with_entry
from engine.monster_hex.variant_capturing import in_label_order, temporary_site
from engine.monster_hex.variants import Variants


def used(variants: Variants, state: State, action: Ability, events: list[Event]) -> State:
    """The state after an answer; `phase` stays `ABILITY` where captures come next."""
    seat, tile = acting_tile(state)
    by = strength(tile)
    state = _with_variant(state, cell=NO_CELL)
    match action:
        case Enchant(cell):
            return _changed(variants, state, seat, cell, by, events)
        case Curse(cell):
            return _changed(variants, state, seat, cell, -by, events)
        case Confuse(cell, rotation):
            return _turned(variants, state, seat, cell, rotation, events)
        case Petrify(cell):
            return _petrified(variants, state, seat, cell, by, events)
        case Reward():
            rates = variant_of(state).rates
            events.append(RewardRaised(seat, by, rates[seat] + by))
            return _with_variant(state, rates=with_entry(rates, seat, rates[seat] + by))
        case Strike():
            events.append(StrikeUsed(seat))
            return replace(_with_variant(state, is_extra=True), phase=PLACE)
        case Decline():
            events.append(AbilityDeclined(seat, ABILITIES[ability_of(state, seat) or 0]))
            return state
        case _:
            events.append(SchemeUsed(seat))
            return replace(state, phase=SCHEME)


def _with_variant(state: State, **changes: object) -> State:
    return replace(state, variant=replace(variant_of(state), **changes))


def _changed(variants: Variants, state: State, seat: int, cell: int, by: int, events: list[Event]) -> State:
    """All powers of a Monster changed (MH-16, MH-19), and with them what matches (MH-7)."""
    ability = ABILITIES[ABILITY_NUMBER["enchant" if by > 0 else "curse"]]
    events.append(PowersChanged(seat, ability, variants.layout.board.name[cell], by))
    changes = variant_of(state).changes
    return refitted(variants, _with_variant(state, changes=with_entry(changes, cell, changes[cell] + by)))


def _turned(variants: Variants, state: State, seat: int, cell: int, rotation: int, events: list[Event]) -> State:
    """A Monster in another rotation (MH-18)."""
    piece = state.board[cell]
    events.append(TileTurned(seat, variants.layout.board.name[cell], piece % 6, rotation))
    turned = piece - piece % SLOTS % 6 + rotation
    return refitted(variants, replace(state, board=with_entry(state.board, cell, turned)))


def _petrified(variants: Variants, state: State, seat: int, cell: int, value: int, events: list[Event]) -> State:
    """A temporary Stone; one surrounded when made waits for its capture with the others (MH-19)."""
    layout = variants.layout
    events.append(HexPetrified(seat, layout.board.name[cell], value))
    board = with_entry(state.board, cell, PETRIFIED)
    after = _with_variant(state, stones=tuple(sorted((*variant_of(state).stones, (cell, value)))))
    surrounded = petrified.surrounded_stones(variants, board, (cell,))
    waiting = {*state.pending, *(temporary_site(layout, stone) for stone in surrounded)}
    return refitted(variants, replace(after, board=board, pending=in_label_order(variants, waiting)))


def freed(variants: Variants, state: State, cell: int) -> State:
    """The state once a temporary Stone is captured: its hex is free again (MH-19)."""
    stones = tuple(stone for stone in variant_of(state).stones if stone[0] != cell)
    return refitted(variants, replace(_with_variant(state, stones=stones), board=with_entry(state.board, cell, EMPTY)))


def refitted(variants: Variants, state: State) -> State:
    """The state with what fits on each cell found anew, after powers, rotations or hexes have changed (MH-7)."""
    fits = fits_after_changes(variants.layout, state.board, variant_of(state).changes)
    return replace(state, fits=fits)

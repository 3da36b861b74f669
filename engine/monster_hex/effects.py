"""The effects of using abilities on a state (MH-15 to MH-19)."""

from msgspec.structs import replace

from engine.monster_hex import petrified
from engine.monster_hex.abilities import ABILITIES, ability_of, acting_tile, strength
from engine.monster_hex.actions import Ability, Confuse, Curse, Decline, Enchant, Petrify, Reward, Strike
from engine.monster_hex.capturing import sort_by_label, temporary_site
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
from engine.monster_hex.state import NO_CELL, PETRIFIED, PLACE, SCHEME, State, variant_of, with_entry
from engine.monster_hex.variants import Variants


def use(variants: Variants, state: State, action: Ability, events: list[Event]) -> State:
    """Return the state after an answer to the question whether a seat uses its ability.

    `phase` becomes `PLACE` after Strike and `SCHEME` after Scheme. Otherwise it stays `ABILITY`, and the caller makes
    the pending captures next.
    """
    seat, tile = acting_tile(state)
    by = strength(tile)
    state = _with_variant(state, cell=NO_CELL)
    match action:
        case Enchant(cell):
            return _change_powers(variants, state, seat, cell, by, events)
        case Curse(cell):
            return _change_powers(variants, state, seat, cell, -by, events)
        case Confuse(cell, rotation):
            return _turn(variants, state, seat, cell, rotation, events)
        case Petrify(cell):
            return _petrify(variants, state, seat, cell, by, events)
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


def _change_powers(variants: Variants, state: State, seat: int, cell: int, by: int, events: list[Event]) -> State:
    """Change all powers of the Monster on a cell by `by` (MH-16, MH-19).

    Then recompute the tiles and rotations that fit on each cell (MH-7).
    """
    ability = "enchant" if by > 0 else "curse"
    events.append(PowersChanged(seat, ability, variants.layout.board.name[cell], by))
    changes = variant_of(state).changes
    return _refit(variants, _with_variant(state, changes=with_entry(changes, cell, changes[cell] + by)))


def _turn(variants: Variants, state: State, seat: int, cell: int, rotation: int, events: list[Event]) -> State:
    """Turn the Monster on a cell to a rotation (MH-18).

    Then recompute the tiles and rotations that fit on each cell (MH-7).
    """
    piece = state.board[cell]
    events.append(TileTurned(seat, variants.layout.board.name[cell], piece % 6, rotation))
    turned = piece - piece % SLOTS % 6 + rotation
    return _refit(variants, replace(state, board=with_entry(state.board, cell, turned)))


def _petrify(variants: Variants, state: State, seat: int, cell: int, value: int, events: list[Event]) -> State:
    """Turn an empty hex into a temporary Stone with this value (MH-19).

    If the Stone is surrounded already, its capture joins the pending ones.
    """
    layout = variants.layout
    events.append(HexPetrified(seat, layout.board.name[cell], value))
    board = with_entry(state.board, cell, PETRIFIED)
    after = _with_variant(state, stones=tuple(sorted((*variant_of(state).stones, (cell, value)))))
    surrounded = petrified.surrounded_stones(variants, board, (cell,))
    waiting = {*state.pending, *(temporary_site(layout, stone) for stone in surrounded)}
    return _refit(variants, replace(after, board=board, pending=sort_by_label(variants, waiting)))


def free_hex(variants: Variants, state: State, cell: int) -> State:
    """Remove a captured temporary Stone from the board, so that its hex is empty again (MH-19)."""
    stones = tuple(stone for stone in variant_of(state).stones if stone[0] != cell)
    return _refit(variants, replace(_with_variant(state, stones=stones), board=with_entry(state.board, cell, EMPTY)))


def _refit(variants: Variants, state: State) -> State:
    """Recompute the slots (tiles in a rotation) that fit on each cell, after the board or the powers changed (MH-7)."""
    fits = fits_after_changes(variants.layout, state.board, variant_of(state).changes)
    return replace(state, fits=fits)

"""Choosing abilities at set-up, simultaneously (MH-15)."""

from msgspec.structs import replace

from engine.monster_hex.abilities import ABILITIES, abilities_of
from engine.monster_hex.events import AbilitiesShown, AbilityChosen, Event
from engine.monster_hex.state import CHOOSE, NOT_CHOSEN, State, variant_of, with_entry
from engine.monster_hex.variants import Variants


def missing(variants: Variants, state: State) -> tuple[int, ...]:
    """The seats that have not chosen, while abilities are chosen."""
    if state.phase != CHOOSE:
        return ()
    chosen = variant_of(state).chosen
    return tuple(seat for seat in range(variants.seats) if not chosen >> seat & 1)


def options(variants: Variants, state: State, seat: int) -> tuple[int, ...]:
    """The abilities of a seat's faction, as listed."""
    return abilities_of(state.factions[seat], variants.edition)


def may_choose(variants: Variants, state: State, seat: int, ability: int) -> bool:
    """Whether a seat may choose an ability now, perhaps instead of another, until all have chosen."""
    if state.phase != CHOOSE or not 0 <= seat < variants.seats or state.forfeited >> seat & 1:
        return False
    return ability in options(variants, state, seat)


def choose(variants: Variants, state: State, seat: int, ability: int, events: list[Event]) -> State:
    """Store a seat's choice; once all have chosen, show all."""
    if state.secrets is None:
        raise ValueError("this is a state of the base game")
    variant = variant_of(state)
    if not variant.chosen >> seat & 1:
        events.append(AbilityChosen(seat))
    mask, choices = variant.chosen | 1 << seat, with_entry(state.secrets.abilities, seat, ability)
    if mask != (1 << variants.seats) - 1:
        secrets = replace(state.secrets, abilities=choices)
        return replace(state, variant=replace(variant, chosen=mask), secrets=secrets)
    events.append(AbilitiesShown(tuple(ABILITIES[choice] for choice in choices)))
    secrets = replace(state.secrets, abilities=(NOT_CHOSEN,) * variants.seats)
    return replace(state, variant=replace(variant, chosen=mask, abilities=choices), secrets=secrets)

"""The abilities (MH-15): the choice at set-up, when they are offered, and their targets (MH-16 to MH-19)."""

from collections.abc import Sequence
from typing import Final

from msgspec.structs import replace

from engine.monster_hex import petrified
from engine.monster_hex.actions import (
    Ability,
    Confuse,
    Curse,
    Decline,
    Enchant,
    Petrify,
    Reward,
    Scheme,
    Strike,
)
from engine.monster_hex.content import ALL_TILES, EMPTY, FACTIONS, SLOTS, TILES, Layout
from engine.monster_hex.events import AbilitiesShown, AbilityChosen, Event
from engine.monster_hex.state import ABILITY, CHOOSE, NOT_CHOSEN, State, variant_of, with_entry
from engine.monster_hex.variants import Variants

ABILITIES: Final = ("enchant", "reward", "strike", "scatter", "confuse", "scheme", "curse", "petrify")
"""By number, as the notation names them."""
ENCHANT, REWARD, STRIKE, SCATTER, CONFUSE, SCHEME, CURSE, PETRIFY = range(len(ABILITIES))
ABILITIES_OF: Final = tuple(
    {"red": (ENCHANT, REWARD), "blue": (STRIKE, SCATTER), "yellow": (CONFUSE, SCHEME), "green": (CURSE, PETRIFY)}[name]
    for name in FACTIONS
)
"""The two of each faction, as listed."""
_NAMES_OF_2024: Final = {"enchant": "Boost", "strike": "Blitz"}
"""The names that the text of 2024 has for abilities of the notation (MH-24)."""
ABILITY_NUMBER: Final = {name: number for number, name in enumerate(ABILITIES)}
DECLINE: Final = Decline()
_NAMELESS: Final[dict[int, Ability]] = {REWARD: Reward(), STRIKE: Strike(), SCHEME: Scheme()}
"""The abilities that name no hex."""


def abilities_of(faction: int, edition: int | None) -> tuple[int, ...]:
    """The abilities that a faction chooses from, as listed; the edition of 2024 has no Scheme (MH-15, MH-24)."""
    return tuple([ability for ability in ABILITIES_OF[faction] if edition is None or ability != SCHEME])


def ability_name(ability: str, edition: int | None) -> str:
    """An ability's name as players read it, for that of the notation (MH-24)."""
    name = ability.capitalize()
    return name if edition is None else _NAMES_OF_2024.get(ability, name)


def seats_choosing(variants: Variants, state: State) -> tuple[int, ...]:
    """The seats that have not chosen, while abilities are chosen."""
    if state.phase != CHOOSE:
        return ()
    chosen = variant_of(state).chosen
    return tuple(seat for seat in range(variants.seats) if not chosen >> seat & 1)


def choices_of(variants: Variants, state: State, seat: int) -> tuple[int, ...]:
    """The abilities of a seat's faction, as listed."""
    return abilities_of(state.factions[seat], variants.edition)


def may_choose(variants: Variants, state: State, seat: int, ability: int) -> bool:
    """Whether a seat may choose an ability now, perhaps instead of another, until all have chosen."""
    if state.phase != CHOOSE or not 0 <= seat < variants.seats or state.forfeited >> seat & 1:
        return False
    return ability in choices_of(variants, state, seat)


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


def ability_of(state: State, owner: int) -> int | None:
    """The ability that an owner has chosen.

    None before all have chosen, without abilities, and for the shared faction (MH-21).
    """
    chosen = variant_of(state).abilities
    return chosen[owner] if owner < len(chosen) else None


def strength(tile: int) -> int:
    """2 for a tile of rank S, else 1 (MH-16 to MH-19)."""
    return 2 if TILES[tile].rank == "S" else 1


def placed_by(state: State, seat: int) -> int:
    """The number of tiles that a seat has placed."""
    return (ALL_TILES & ~state.unplayed[seat]).bit_count()


def has_placed_all(layout: Layout, state: State, seat: int) -> bool:
    """Whether a seat has placed as many tiles as the game has rounds, so that its turns are skipped (MH-17)."""
    return placed_by(state, seat) >= layout.rounds


def acting_tile(state: State) -> tuple[int, int]:
    """The owner and the number of the tile whose ability is open."""
    owner, slot = divmod(state.board[variant_of(state).cell], SLOTS)
    return owner, slot // 6


def answers(variants: Variants, state: State) -> list[Ability]:
    """The legal answers to the open question: targets in label order, and `decline` last (MH-15)."""
    if state.phase != ABILITY:
        return []
    seat, tile = acting_tile(state)
    return [*uses(variants.layout, state, seat, variant_of(state).cell, tile), DECLINE]


def is_offered(variants: Variants, state: State, seat: int, cell: int, tile: int) -> bool:
    """Whether a seat is asked about its ability for a tile just placed: a red one, with a legal target (MH-15)."""
    return TILES[tile].red and len(uses(variants.layout, state, seat, cell, tile)) > 0


def uses(layout: Layout, state: State, seat: int, cell: int, tile: int) -> Sequence[Ability]:
    """The legal uses of a seat's ability by its tile on a cell; none for Scatter (MH-16 to MH-19)."""
    ability = ability_of(state, seat)
    if ability == STRIKE and not _may_strike(layout, state, seat):
        return ()
    if ability in _NAMELESS:
        return (_NAMELESS[ability],)
    if ability == ENCHANT:
        return [Enchant(other) for other, piece in enumerate(state.board) if piece >= 0 and piece // SLOTS == seat]
    if ability == CURSE:
        return [Curse(other) for other in opponents(state.board, seat)]
    if ability == CONFUSE:
        return _confusions(layout, state.board, seat, cell, tile)
    if ability == PETRIFY:
        return [Petrify(other) for other in petrified.allowed(layout, state)]
    return ()


def _confusions(layout: Layout, board: Sequence[int], seat: int, cell: int, tile: int) -> list[Confuse]:
    """Every other rotation of others' Monsters: those beside the tile, with rank S all (MH-18)."""
    reached = opponents(board, seat)
    if strength(tile) == 1:
        reached = [other for other in reached if other in layout.board.neighbours[cell]]
    return [Confuse(other, turn) for other in reached for turn in range(6) if turn != board[other] % 6]


def _may_strike(layout: Layout, state: State, seat: int) -> bool:
    """Whether the hand and the board leave something to place, and the seat has placed fewer tiles than rounds."""
    return not has_placed_all(layout, state, seat) and state.hands[seat] > 0 and EMPTY in state.board


def opponents(board: Sequence[int], seat: int) -> list[int]:
    """The cells with others' Monsters, the shared faction's included (MH-15)."""
    return [cell for cell, piece in enumerate(board) if piece >= 0 and piece // SLOTS != seat]

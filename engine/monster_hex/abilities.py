"""The abilities: the choice at set-up (MH-15), the offer after a placement, and the targets (MH-16 to MH-19)."""

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
"""The abilities' names in the notation; the index in this tuple is the ability's number."""
ENCHANT, REWARD, STRIKE, SCATTER, CONFUSE, SCHEME, CURSE, PETRIFY = range(len(ABILITIES))
ABILITIES_OF: Final = tuple(
    {"red": (ENCHANT, REWARD), "blue": (STRIKE, SCATTER), "yellow": (CONFUSE, SCHEME), "green": (CURSE, PETRIFY)}[name]
    for name in FACTIONS
)
"""The numbers of the two abilities that each faction can choose from, indexed by faction number."""
_NAMES_OF_2024: Final = {"enchant": "Boost", "strike": "Blitz"}
"""Display names of abilities in the 2024 edition where they differ from the current ones (MH-24)."""
ABILITY_NUMBER: Final = {name: number for number, name in enumerate(ABILITIES)}
DECLINE: Final = Decline()
_NAMELESS: Final[dict[int, Ability]] = {REWARD: Reward(), STRIKE: Strike(), SCHEME: Scheme()}
"""The ready-made actions of the abilities that need no target hex, by ability number."""


def abilities_of(faction: int, edition: int | None) -> tuple[int, ...]:
    """Return the numbers of the abilities that a faction can choose from (MH-15).

    In the 2024 edition Scheme is left out (MH-24).
    """
    return tuple([ability for ability in ABILITIES_OF[faction] if edition is None or ability != SCHEME])


def ability_name(ability: str, edition: int | None) -> str:
    """Return the display name of an ability in an edition; `ability` is its name in the notation (MH-24)."""
    name = ability.capitalize()
    return name if edition is None else _NAMES_OF_2024.get(ability, name)


def seats_choosing(variants: Variants, state: State) -> tuple[int, ...]:
    """Return the seats that still have to choose an ability; empty outside the choosing phase."""
    if state.phase != CHOOSE:
        return ()
    chosen = variant_of(state).chosen
    return tuple(seat for seat in range(variants.seats) if not chosen >> seat & 1)


def choices_of(variants: Variants, state: State, seat: int) -> tuple[int, ...]:
    """Return the numbers of the abilities that a seat can choose from, which depend on its faction (MH-15)."""
    return abilities_of(state.factions[seat], variants.edition)


def may_choose(variants: Variants, state: State, seat: int, ability: int) -> bool:
    """Return whether a seat may choose this ability now, or change its choice to it.

    Both are possible until all seats have chosen (MH-15).
    """
    if state.phase != CHOOSE or not 0 <= seat < variants.seats or state.forfeited >> seat & 1:
        return False
    return ability in choices_of(variants, state, seat)


def choose(variants: Variants, state: State, seat: int, ability: int, events: list[Event]) -> State:
    """Store a seat's secret choice of an ability, and reveal all choices once every seat has chosen.

    Appends the events to `events`.
    """
    if state.secrets is None:
        raise ValueError("the state is of a game without abilities")
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
    """Return the number of the ability that an owner has chosen, as revealed to all.

    None before all seats have chosen, in games without abilities, and for the shared faction (MH-21).
    """
    chosen = variant_of(state).abilities
    return chosen[owner] if owner < len(chosen) else None


def strength(tile: int) -> int:
    """Return the strength of an ability used with this tile: 2 for a tile of rank S, otherwise 1 (MH-16 to MH-19)."""
    return 2 if TILES[tile].rank == "S" else 1


def count_placed_tiles(state: State, seat: int) -> int:
    """Return the number of tiles that a seat has placed so far."""
    return (ALL_TILES & ~state.unplayed[seat]).bit_count()


def has_placed_all(layout: Layout, state: State, seat: int) -> bool:
    """Return whether a seat has already placed as many tiles as the game has rounds.

    Strike lets a seat place tiles ahead of its turns; once this is true, its later turns are skipped (MH-17).
    """
    return count_placed_tiles(state, seat) >= layout.rounds


def acting_tile(state: State) -> tuple[int, int]:
    """Return the owner and the tile number of the tile whose ability is being resolved."""
    owner, slot = divmod(state.board[variant_of(state).cell], SLOTS)
    return owner, slot // 6


def list_answers(variants: Variants, state: State) -> list[Ability]:
    """Return the legal answers to the question whether a seat uses its ability (MH-15).

    Uses come first, in label order of their target hexes, then `decline`. Empty if no such question is open.
    """
    if state.phase != ABILITY:
        return []
    seat, tile = acting_tile(state)
    return [*legal_uses(variants.layout, state, seat, variant_of(state).cell, tile), DECLINE]


def is_offered(variants: Variants, state: State, seat: int, cell: int, tile: int) -> bool:
    """Return whether the tile just placed lets its seat use an ability (MH-15).

    It does if the tile is red and the seat's ability has at least one legal use.
    """
    return TILES[tile].red and len(legal_uses(variants.layout, state, seat, cell, tile)) > 0


def legal_uses(layout: Layout, state: State, seat: int, cell: int, tile: int) -> Sequence[Ability]:
    """Return the legal uses of a seat's ability after it has placed `tile` on `cell` (MH-16 to MH-19).

    Empty for Scatter, which is used by the placement itself.
    """
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
        return [Petrify(other) for other in petrified.find_petrifiable_cells(layout, state)]
    return ()


def _confusions(layout: Layout, board: Sequence[int], seat: int, cell: int, tile: int) -> list[Confuse]:
    """Return the legal uses of Confuse: for each opposing Monster in reach, every other rotation (MH-18).

    In reach are the opposing Monsters beside `cell`; for a tile of rank S, all opposing Monsters on the board.
    """
    reached = opponents(board, seat)
    if strength(tile) == 1:
        reached = [other for other in reached if other in layout.board.neighbours[cell]]
    return [Confuse(other, turn) for other in reached for turn in range(6) if turn != board[other] % 6]


def _may_strike(layout: Layout, state: State, seat: int) -> bool:
    """Return whether Strike can be used: the seat has turns left and a tile in hand, and a hex is empty (MH-17)."""
    return not has_placed_all(layout, state, seat) and state.hands[seat] > 0 and EMPTY in state.board


def opponents(board: Sequence[int], seat: int) -> list[int]:
    """Return the cells that hold Monsters of other owners, those of the shared faction included (MH-15)."""
    return [cell for cell, piece in enumerate(board) if piece >= 0 and piece // SLOTS != seat]

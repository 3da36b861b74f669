"""The state of a game of Monster Hex: ints only, in the numbers that `content` gives to tiles, cells and stones."""

from collections.abc import Iterable
from functools import cache
from typing import Final, TypeVar

import msgspec

from engine.monster_hex.view import Capture, TemporaryCapture

PHASES: Final = (
    "faction",
    "order",
    "draw",
    "place",
    "take",
    "over",
    "objectives",
    "choose",
    "ability",
    "scheme",
    "shared_draw",
    "shared",
)
"""What is due, as a view names it; states hold the index."""
FACTION, ORDER, DRAW, PLACE, TAKE, OVER, DEAL, CHOOSE, ABILITY, SCHEME, SHARED_DRAW, SHARED = range(len(PHASES))
PETRIFIED: Final = -2
"""What a state's board holds where a temporary Stone is (MH-19)."""
NO_CELL: Final = -1
NOT_CHOSEN: Final = -1
UNASSIGNED: Final = -1
"""What a state's factions hold for a seat that has none yet."""


class Variant(msgspec.Struct, frozen=True, gc=False):
    """What everybody knows of a game with variants beside the rest of its state.

    `round` counts from 1; `turn` is the place in the round's order of who places or has just placed, its length at the
    shared tile. `cell` is where the tile lies whose ability is asked about, else `NO_CELL`; `is_extra` says that
    Strike's extra tile is to be placed (MH-17). `chosen` is the set of seats that have chosen an ability, `abilities`
    are theirs once all have (MH-15). `changes` are what Enchant and Curse have added to the powers of the tile on each
    cell. `stones` are the temporary Stones by cell and value, `captured` those captured, in order (MH-19). `rates` are
    what each seat gets for a first place, `rewards` what it has got so far (MH-16). `public` are the public cards,
    numbered as in `objectives.OBJECTIVES`.
    """

    round: int
    turn: int
    cell: int
    is_extra: bool
    chosen: int
    abilities: tuple[int, ...]
    changes: tuple[int, ...]
    stones: tuple[tuple[int, int], ...]
    captured: tuple[TemporaryCapture, ...]
    rates: tuple[int, ...]
    rewards: tuple[int, ...]
    public: tuple[int, ...]


class Secrets(msgspec.Struct, frozen=True, gc=False):
    """What is hidden in a game with variants beside hands: by seat, abilities until all have chosen, and own cards.

    `abilities` hold `NOT_CHOSEN` for a seat that has not chosen, and after all have.
    """

    abilities: tuple[int, ...]
    objectives: tuple[tuple[int, ...], ...]

    def __repr__(self) -> str:
        return "Secrets(<hidden>)"


class State(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """Everything about a game, hidden parts included: `hands`, sets of tiles per seat (MH-2).

    With the shared faction `factions`, `hands` and `unplayed` have one entry more, its own; its hand is the tile that
    the holder has (MH-21). The base game has neither `variant` nor `secrets`; they are left out of its JSON, so that
    its digests are those of records from before there were variants.

    `board` holds a piece, `EMPTY` or `PETRIFIED` per cell, `fits` the slots that MH-5 allows on each cell (none on an
    occupied one). `unplayed` are the sets of tiles in hand or stack. `captures` has an entry per stone; `pending` are
    the stones surrounded whose points are not yet taken, in label order (MH-13); temporary ones have the number of
    their cell after those of the board's stones. `last` are the cells of the newest placements, at most one per owner.
    `forfeited` is a set of seats. `head_start` are the points with which the first, the second and so on in the order
    begin, empty without a head start (MH-3).
    """

    phase: int
    factions: tuple[int, ...]
    order: tuple[int, ...]
    placed: int
    board: tuple[int, ...]
    fits: tuple[int, ...]
    hands: tuple[int, ...]
    unplayed: tuple[int, ...]
    captures: tuple[Capture | None, ...]
    pending: tuple[int, ...]
    last: tuple[int, ...]
    forfeited: int
    variant: Variant | None = None
    secrets: Secrets | None = None
    head_start: tuple[int, ...] = ()

    def __repr__(self) -> str:
        return f"State(phase={PHASES[self.phase]}, placed={self.placed}, hands=<hidden>)"


def turn_of(state: State) -> int:
    """The place in the round's order of the seat that places; in the base game the number of tiles placed tells it."""
    return state.placed % len(state.order) if state.variant is None else state.variant.turn


def variant_of(state: State) -> Variant:
    """The variant part of a state; in the base game, the one that follows from the placements."""
    if state.variant is not None:
        return state.variant
    placed = state.placed - 1 if state.phase == TAKE else state.placed
    return first_variant(len(state.factions), len(state.board), placed)


@cache
def first_variant(seats: int, cells: int, placed: int = 0) -> Variant:
    """The variant part in which no variant has changed anything, by the number of tiles placed in full rounds."""
    return Variant(
        round=min(placed, cells - 1) // seats + 1,
        turn=placed % seats,
        cell=NO_CELL,
        is_extra=False,
        chosen=0,
        abilities=(),
        changes=(0,) * cells,
        stones=(),
        captured=(),
        rates=(0,) * seats,
        rewards=(0,) * seats,
        public=(),
    )


EntryT = TypeVar("EntryT")


def with_entry(entries: Iterable[EntryT], index: int, entry: EntryT) -> tuple[EntryT, ...]:
    """The same entries but for one."""
    changed = [*entries]
    changed[index] = entry
    return tuple(changed)


def head_starts(state: State, owners: int) -> list[int]:
    """The points with which each owner began; none before the order is drawn (MH-3)."""
    points = [0] * owners
    for seat, begun in zip(state.order, state.head_start, strict=False):
        points[seat] = begun
    return points

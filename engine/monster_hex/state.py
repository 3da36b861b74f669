"""The state of a Monster Hex game, in integers as numbered by `content`."""

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
"""The phase names used in views; states hold their index."""
FACTION, ORDER, DRAW, PLACE, TAKE, OVER, DEAL, CHOOSE, ABILITY, SCHEME, SHARED_DRAW, SHARED = range(len(PHASES))
PETRIFIED: Final = -2
"""The board entry of a cell with a temporary Stone (MH-19)."""
NO_CELL: Final = -1
NOT_CHOSEN: Final = -1
UNASSIGNED: Final = -1
"""The faction entry of an owner without a faction."""


class Variant(msgspec.Struct, frozen=True, gc=False):
    """The public part of the state that only games with variants need.

    - `round`: counts from 1
    - `turn`: the position in the order of play of the seat that places or has just placed; the number of seats for the
      shared tile
    - `cell`: the cell of the tile whose ability is asked about, otherwise `NO_CELL`
    - `is_extra`: whether the next placement is the extra one of Strike (MH-17)
    - `chosen`: a mask of the seats that have chosen an ability
    - `abilities`: the seats' abilities, empty until all have chosen (MH-15)
    - `changes`: the change of power by Enchant and Curse, by cell
    - `stones`: the temporary Stones, as cell and value
    - `captured`: the captured temporary Stones, in order (MH-19)
    - `rates`: each seat's points for a first place by Reward
    - `rewards`: the points that each seat got by Reward so far (MH-16)
    - `public`: the public cards, as indices into `objectives.OBJECTIVES`
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
    """The hidden part of the state, apart from hands, that only games with variants need.

    `abilities` holds each seat's choice while abilities are chosen, and `NOT_CHOSEN` before and after. `objectives`
    holds each seat's private cards.
    """

    abilities: tuple[int, ...]
    objectives: tuple[tuple[int, ...], ...]

    def __repr__(self) -> str:
        return "Secrets(<hidden>)"


class State(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """The full state of a game, including the hidden hands (masks of tiles by owner, MH-2).

    With the shared faction, `factions`, `hands` and `unplayed` have one more entry; its hand is the holder's shared
    tile (MH-21). The base game has neither `variant` nor `secrets`. They are omitted from its JSON, so that digests of
    older records stay valid.

    - `board`: a piece, `EMPTY` or `PETRIFIED` by cell
    - `fits`: the slots that MH-5 allows by cell, 0 on an occupied one
    - `unplayed`: masks of the tiles in hand or stack, by owner
    - `captures`: an entry for each printed stone
    - `pending`: the sites of surrounded Stones whose points are not yet taken, in label order (MH-13)
    - `last`: the cells of the newest placements, at most one per owner
    - `forfeited`: a mask of seats
    - `head_start`: the starting points in the order of play, empty without a head start (MH-3)
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
    """Return the position in the order of play of the seat that places."""
    return state.placed % len(state.order) if state.variant is None else state.variant.turn


def variant_of(state: State) -> Variant:
    """Return the variant part of a state; for the base game it is derived from the number of placements."""
    if state.variant is not None:
        return state.variant
    placed = state.placed - 1 if state.phase == TAKE else state.placed
    return first_variant(len(state.factions), len(state.board), placed)


@cache
def first_variant(seats: int, cells: int, placed: int = 0) -> Variant:
    """Return the variant part before any variant has had an effect, after `placed` placements in full rounds."""
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
    """Return the entries with one of them replaced."""
    changed = [*entries]
    changed[index] = entry
    return tuple(changed)


def head_starts(state: State, owners: int) -> list[int]:
    """Return each owner's starting points; 0 before the order is drawn (MH-3)."""
    points = [0] * owners
    for seat, begun in zip(state.order, state.head_start, strict=False):
        points[seat] = begun
    return points

"""The state of a Monster Hex game; tiles, cells, stones and pieces are integers, numbered as in `content`."""

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
"""The names of the phases as used in views; a state holds the index of its phase in this tuple."""
FACTION, ORDER, DRAW, PLACE, TAKE, OVER, DEAL, CHOOSE, ABILITY, SCHEME, SHARED_DRAW, SHARED = range(len(PHASES))
PETRIFIED: Final = -2
"""The entry in `State.board` for a cell with a temporary Stone (MH-19)."""
NO_CELL: Final = -1
NOT_CHOSEN: Final = -1
UNASSIGNED: Final = -1
"""The entry in `State.factions` for an owner that has no faction yet."""


class Variant(msgspec.Struct, frozen=True, gc=False):
    """The public part of a state that only games with variants need.

    - `round`: the number of the round, counted from 1
    - `turn`: the position in the order of play of the seat that places or has just placed; for the shared tile, the
      number of seats
    - `cell`: the cell of the tile whose ability is offered, otherwise `NO_CELL`
    - `is_extra`: whether the next placement is the extra one of Strike (MH-17)
    - `chosen`: a mask of the seats that have chosen an ability
    - `abilities`: each seat's ability number, empty until all seats have chosen (MH-15)
    - `changes`: the change of a Monster's powers by Enchant and Curse, for each cell
    - `stones`: the temporary Stones on the board as pairs (cell, value)
    - `captured`: the captures of temporary Stones, in order (MH-19)
    - `rates`: for each seat, the bonus that Reward brings it for a first place
    - `rewards`: for each seat, the points that it got by Reward so far (MH-16)
    - `public`: the public cards, as indices of `objectives.OBJECTIVES`
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
    """The hidden part of a state that only games with variants need; hidden hands are in `State.hands`.

    `abilities` holds each seat's secret choice while abilities are chosen, and `NOT_CHOSEN` before and after.
    `objectives` holds each seat's private cards, as indices of `objectives.OBJECTIVES`.
    """

    abilities: tuple[int, ...]
    objectives: tuple[tuple[int, ...], ...]

    def __repr__(self) -> str:
        return "Secrets(<hidden>)"


class State(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """The full state of a game, including the hidden hands (a mask of tiles for each owner, MH-2).

    With the shared faction, `factions`, `hands` and `unplayed` have one more entry; its hand is the shared tile of the
    round (MH-21). States of the base game have neither `variant` nor `secrets`, and their JSON omits both fields, so
    that digests of older records stay valid.

    - `placed`: the number of tiles on the board
    - `board`: for each cell a piece, `EMPTY` or `PETRIFIED`
    - `fits`: for each cell a mask of the slots that MH-5 allows there, 0 on an occupied one
    - `unplayed`: for each owner a mask of its tiles in hand or stack
    - `captures`: for each printed Stone its capture, or None
    - `pending`: the sites of surrounded Stones whose points have not been given yet, in label order (MH-13)
    - `last`: the cells of the newest placements, at most one per owner, the newest last
    - `forfeited`: a mask of the seats that have forfeited
    - `head_start`: the starting points in the order of play, empty if the option is off (MH-3)
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
    """Return the position in the order of play of the seat that has to place a tile."""
    return state.placed % len(state.order) if state.variant is None else state.variant.turn


def variant_of(state: State) -> Variant:
    """Return the variant part of a state.

    A state of the base game has none; for it, one is built from the number of tiles placed.
    """
    if state.variant is not None:
        return state.variant
    placed = state.placed - 1 if state.phase == TAKE else state.placed
    return first_variant(len(state.factions), len(state.board), placed)


@cache
def first_variant(seats: int, cells: int, placed: int = 0) -> Variant:
    """Return the variant part of a state in which no variant has had an effect yet, after `placed` placements.

    It assumes that every seat has placed one tile in each turn.
    """
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
    """Return the entries as a tuple, with the one at `index` replaced by `entry`."""
    changed = [*entries]
    changed[index] = entry
    return tuple(changed)


def head_starts(state: State, owners: int) -> list[int]:
    """Return each owner's starting points (MH-3).

    All are 0 before the order of play is drawn, and if the option is off.
    """
    points = [0] * owners
    for seat, begun in zip(state.order, state.head_start, strict=False):
        points[seat] = begun
    return points

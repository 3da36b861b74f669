"""Habits of computer players of Monster Hex: Large Stones that they leave to the next player."""

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Final, NamedTuple

from engine.monster_hex import capturing
from engine.monster_hex.actions import Place, PlaceShared, Scatter
from engine.monster_hex.content import EMPTY
from engine.monster_hex.events import TilePlaced
from engine.monster_hex.rules import MonsterHexRules
from engine.monster_hex.state import State
from engine.players.arena import Step
from engine.players.habits import Count, Counts

LEFT: Final = "Large Stones left to the next player, per game and player"
AVOIDABLE: Final = "the same, though another placement left none, per game and player"
GIVEN: Final = "Large Stones given away, per game and player"
POINTS: Final = "points lost by a Large Stone given away"


class _Placement(NamedTuple):
    owner: int
    cell: int
    before: State
    after: State


def count_habits(rules: MonsterHexRules, steps: Sequence[Step], seats: Sequence[int]) -> Counts:
    """Return the counts of a finished game (`engine.players.habits.BringsHabits`).

    A placement leaves a Large Stone to the next player if one hex around it is free afterwards, the next placement, by
    another owner, is on that hex, and that owner gets more points at the Stone. It gives the Stone away if that owner
    was not the one with the most power there before. The points lost are the difference of the points. The Stone
    is left avoidably if another legal placement leaves no Large Stone with one free hex.
    """
    left = avoidable = 0
    lost: list[int] = []
    end: State = steps[-1].transition.state
    for placed, following in pairwise(_list_placements(rules, steps)):
        if placed.owner not in seats or placed.owner == following.owner:
            continue
        for stone in _find_left(rules, placed, following.cell):
            ahead = _points(end, stone, following.owner) - _points(end, stone, placed.owner)
            left += ahead > 0
            avoidable += ahead > 0 and _has_alternative(rules, placed)
            if ahead > 0 and not _is_first(rules, placed.after, stone, following.owner):
                lost.append(ahead)
    return {
        LEFT: Count(left, len(seats)),
        AVOIDABLE: Count(avoidable, len(seats)),
        GIVEN: Count(len(lost), len(seats)),
        POINTS: Count(sum(lost), len(lost)),
    }


def _list_placements(rules: MonsterHexRules, steps: Sequence[Step]) -> Iterator[_Placement]:
    for step in steps:
        for event in step.transition.events:
            if isinstance(event, TilePlaced):
                cell = rules.layout.board.index[event.label]
                yield _Placement(event.seat, cell, step.before, step.transition.state)


def _find_left(rules: MonsterHexRules, placed: _Placement, last: int) -> list[int]:
    """Return the Large Stones beside a placement around which only the cell `last` is free after it."""
    layout, board = rules.layout, placed.after.board
    beside = {*layout.stones_at[placed.cell]} & {*layout.stones_at[last]}
    return [stone for stone in beside if layout.values[stone] and layout.ring[stone](board).count(EMPTY) == 1]


def _has_alternative(rules: MonsterHexRules, placed: _Placement) -> bool:
    """Return whether another legal placement leaves no Large Stone beside it with one free hex."""
    layout, board = rules.layout, placed.before.board
    nearly = {stone for stone, ring in enumerate(layout.ring) if layout.values[stone] and ring(board).count(EMPTY) == 2}
    return any(
        isinstance(action, (Place, PlaceShared, Scatter)) and nearly.isdisjoint(layout.stones_at[action.cell])
        for action in rules.legal_actions(placed.before, placed.owner)
    )


def _is_first(rules: MonsterHexRules, state: State, stone: int, owner: int) -> bool:
    changes = () if state.variant is None else state.variant.changes
    powers = capturing.powers_around(rules.layout.facing[stone], state.board, changes, len(state.factions))
    return capturing.places(powers)[0] == owner


def _points(end: State, stone: int, owner: int) -> int:
    found = end.captures[stone]
    return 0 if found is None else sum(part.value + part.bonus for part in found.taken if part.seat == owner)

"""Habits of computer players of Monster Hex: Large Stones that they leave to the next player."""

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Final, NamedTuple

from engine.monster_hex.content import EMPTY
from engine.monster_hex.events import TilePlaced
from engine.monster_hex.rules import MonsterHexRules
from engine.monster_hex.state import State
from engine.players.arena import Step
from engine.players.habits import Count, Counts

GIVEN: Final = "Large Stones given away, per game and player"
POINTS: Final = "points lost by a Large Stone given away"


class _Placement(NamedTuple):
    owner: int
    cell: int
    after: State


def count_habits(rules: MonsterHexRules, steps: Sequence[Step], seats: Sequence[int]) -> Counts:
    """Return the counts of a finished game (`engine.players.habits.BringsHabits`).

    A placement gives a Large Stone away if it leaves one free hex around it, the next placement, by another owner, is
    on that hex, and that owner gets more points at the Stone. The points lost are the difference.
    """
    lost: list[int] = []
    end: State = steps[-1].transition.state
    for placed, following in pairwise(_list_placements(rules, steps)):
        if placed.owner not in seats:
            continue
        for stone in _find_left(rules, placed):
            is_filled = following.cell in dict(rules.layout.facing[stone]) and following.owner != placed.owner
            ahead = _points(end, stone, following.owner) - _points(end, stone, placed.owner)
            if is_filled and ahead > 0:
                lost.append(ahead)
    return {GIVEN: Count(len(lost), len(seats)), POINTS: Count(sum(lost), len(lost))}


def _list_placements(rules: MonsterHexRules, steps: Sequence[Step]) -> Iterator[_Placement]:
    for step in steps:
        for event in step.transition.events:
            if isinstance(event, TilePlaced):
                yield _Placement(event.seat, rules.layout.board.index[event.label], step.transition.state)


def _find_left(rules: MonsterHexRules, placed: _Placement) -> list[int]:
    """Return the Large Stones beside a placement that have one free hex after it."""
    layout, board = rules.layout, placed.after.board
    large = [stone for stone in layout.stones_at[placed.cell] if layout.values[stone]]
    return [stone for stone in large if layout.ring[stone](board).count(EMPTY) == 1]


def _points(end: State, stone: int, owner: int) -> int:
    found = end.captures[stone]
    return 0 if found is None else sum(part.value + part.bonus for part in found.taken if part.seat == owner)

"""Randomised depth-first searches for shapes that the other seats may have played, given the announcements.

There are two independent questions: which shapes of the announced kinds add up to the announced counts (HM-10), and
which seat played which kind (HM-7). A search that visits too many nodes is repeated in another random order with twice
the budget. So it always ends, and the true shapes are among its possible results.
"""

from collections.abc import Callable, Sequence
from random import Random
from typing import Final, TypeAlias, TypeVar

from engine.hive_mind.board import LETTERS, SHAPE_CELLS, SHAPE_COVERAGE, SHAPE_KIND
from engine.hive_mind.state import NONE

BUDGET: Final = 500
"""Maximum number of nodes that the first attempt may visit; each further attempt may visit twice as many."""

Found = TypeVar("Found")


class _Exhausted(Exception):  # noqa: N818 - no error: the next attempt follows
    """The signal that an attempt has visited as many nodes as it may."""


class _Nodes:
    """A counter of the nodes that an attempt may still visit."""

    def __init__(self, budget: int) -> None:
        self._left = budget

    def visit(self) -> None:
        self._left -= 1
        if self._left < 0:
            raise _Exhausted


def _search_with_budgets(attempt: Callable[[_Nodes], Found | None]) -> Found:
    """Return the solution of the first attempt that stays within its budget; each budget is twice the last.

    Raises ValueError if the search space contains no solution.
    """
    budget = BUDGET
    while True:
        try:
            found = attempt(_Nodes(budget))
        except _Exhausted:
            budget *= 2
            continue
        if found is None:
            raise ValueError("no possible moves fit the announcements")
        return found


def search_shapes(counts: Sequence[int], kinds: Sequence[int], rng: Random) -> list[int]:
    """Search for shapes that cover each cell as often as `counts` says, with the given number of each kind.

    The shapes are returned in random order. Raises ValueError if there are none.
    """
    coverage = sum(count << 8 * cell for cell, count in enumerate(counts))
    found = _search_with_budgets(lambda nodes: _search_covering(coverage, list(kinds), rng, nodes))
    rng.shuffle(found)
    return found


_SHAPES_OVER: Final = tuple(
    tuple(shape for shape, cells in enumerate(SHAPE_CELLS) if cell in cells) for cell in range(len(LETTERS))
)


def _search_covering(coverage: int, kinds: list[int], rng: Random, nodes: _Nodes) -> list[int] | None:
    """Return shapes that cover each cell as often as `coverage` says, or None; recursive depth-first search.

    `coverage` has a byte per cell, and `kinds` is the number of shapes of each kind. Each step tries all shapes
    over the first cell that is not covered often enough.
    """
    nodes.visit()
    if not coverage:
        return None if any(kinds) else []
    first = ((coverage & -coverage).bit_length() - 1) // 8
    shapes = [shape for shape in _SHAPES_OVER[first] if kinds[SHAPE_KIND[shape]]]
    rng.shuffle(shapes)
    for shape in shapes:
        if all(coverage >> 8 * cell & 255 for cell in SHAPE_CELLS[shape]):
            kinds[SHAPE_KIND[shape]] -= 1
            rest = _search_covering(coverage - SHAPE_COVERAGE[shape], kinds, rng, nodes)
            if rest is not None:
                return [shape, *rest]
            kinds[SHAPE_KIND[shape]] += 1
    return None


class Turn:
    """A resolved round on a hive, with the `seats` whose kinds are searched.

    `numbers` says how many of them played each kind; its last item is the number of seats that played nothing. `first`
    marks round 1.
    """

    def __init__(self, hive: int, first: bool, seats: Sequence[int], kinds: Sequence[int]) -> None:
        self.hive: Final = hive
        self.first: Final = first
        self.seats: Final = tuple(seats)
        self.numbers: Final = (*kinds, len(seats) - sum(kinds))


KindsPlayed: TypeAlias = dict[tuple[int, int], int]
"""By (index of the turn, seat): the kind that the seat played, or `NONE`."""


def search_kinds(turns: Sequence[Turn], seats: int, three_kinds_first: bool, rng: Random) -> KindsPlayed:
    """Search for the kind that each seat played in each turn: each kind once per hive, all different in round 1 (HM-7).

    Raises ValueError if there is no solution.
    """
    return _search_with_budgets(lambda nodes: _Assignment(turns, seats, three_kinds_first, rng, nodes).found())


class _Assignment:
    """One attempt to assign kinds to seats.

    The first rounds of all hives are assigned seat by seat, since their kinds depend on each other. Later rounds are
    assigned hive by hive.
    """

    def __init__(self, turns: Sequence[Turn], seats: int, three_kinds_first: bool, rng: Random, nodes: _Nodes) -> None:
        self._turns = turns
        self._left = [list(turn.numbers) for turn in turns]
        self._used: dict[tuple[int, int], int] = {}
        self._first = [0] * seats
        self._three_kinds_first = three_kinds_first
        self._rng = rng
        self._nodes = nodes
        self._kinds: KindsPlayed = {}
        firsts = [number for number, turn in enumerate(turns) if turn.first]
        pairs = [(number, seat) for seat in range(seats) for number in firsts if seat in turns[number].seats]
        rest = sorted((turn.hive, number) for number, turn in enumerate(turns) if not turn.first)
        self._order = pairs + [(number, seat) for _, number in rest for seat in turns[number].seats]

    def found(self) -> KindsPlayed | None:
        return self._kinds if self._assign(0) else None

    def _assign(self, place: int) -> bool:
        self._nodes.visit()
        if place == len(self._order):
            return True
        number, seat = self._order[place]
        turn, left = self._turns[number], self._left[number]
        own = seat, turn.hive
        barred = self._used.get(own, 0)
        if turn.first and self._three_kinds_first:
            barred |= self._first[seat]
        kinds = [kind for kind in range(4) if left[kind] and not barred >> kind & 1]
        self._rng.shuffle(kinds)
        for kind in kinds:
            # A seat that plays nothing (3) can still play all kinds later.
            bit = 1 << kind if kind < 3 else 0
            before = self._used.get(own, 0), self._first[seat]
            left[kind] -= 1
            self._used[own] = before[0] | bit
            self._first[seat] |= bit if turn.first else 0
            self._kinds[number, seat] = kind if kind < 3 else NONE
            if self._assign(place + 1):
                return True
            left[kind] += 1
            self._used[own], self._first[seat] = before
        return False

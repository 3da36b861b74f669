"""Estimated values of hexes and shapes, computed from a view, for computer players.

The expected value of a hex is computed exactly, over all layouts that fit the hints. The other seats are expected to
cover each hex as often as in the rounds so far.
"""

from collections.abc import Sequence
from functools import lru_cache
from math import log2
from typing import Final

from engine.hive_mind.board import LETTERS, SHAPE_CELLS, SHAPE_INDEX
from engine.hive_mind.editions import ROUNDS
from engine.hive_mind.posterior import Hints, count_layouts, find_consistent_layouts, group_layouts_by_hint, known_hints
from engine.hive_mind.view import Hive, OwnHive, View

WORTH_OF_A_BIT: Final = (1.0, 0.3, 0.0)
"""By round of a hive: the value in points of one bit of information from a hint.

It is 0 in the last round, since that hint comes after the guess.
"""
USUAL_CROWD: Final = 3 / len(LETTERS)
"""Probability that a given hex is covered by a seat that plays a random shape."""
_TOKEN: Final = 100.0


def evaluate(view: View, seat: int) -> float:
    """Return an estimate of a seat's position, in points.

    In a round it is the value of the seat's pending shapes. After the last scoring phase it is the seat's points, plus
    100 for each Token of Life, less 100 if it is the Elimination Candidate.
    """
    if view.scores is not None:
        score = view.scores.seats[seat]
        return _TOKEN * (score.tokens - (view.candidate == seat)) + score.points
    if view.own is None or view.viewer != seat or view.phase != "round":
        return 0.0
    pending = ((hive, own.shape) for hive, own in enumerate(view.own.hives) if own.shape is not None)
    return sum(evaluate_shapes(view, hive, (SHAPE_INDEX[shape.letters],))[0] for hive, shape in pending)


def evaluate_shapes(view: View, hive: int, shapes: Sequence[int]) -> list[float]:
    """Return the value in points of some shapes on an open hive this round: expected points plus their hints' value.

    In round 1, which does not score, only the hints count.
    """
    scores = view.hives[hive].round > 1
    return add_hint_values(view, hive, expected_points(view, hive) if scores else [0.0] * len(LETTERS), shapes)


def add_hint_values(view: View, hive: int, of_cells: Sequence[float], shapes: Sequence[int]) -> list[float]:
    """Return the value in points of some shapes on an open hive, given the expected points of each hex.

    The value of a shape's hint is added to the points of its hexes.
    """
    points = [sum([of_cells[cell] for cell in SHAPE_CELLS[shape]]) for shape in shapes]
    worth, hints = WORTH_OF_A_BIT[view.hives[hive].round - 1], known_hints(view)[hive]
    if not worth:
        return points
    return [found + worth * information(hints, shape) for found, shape in zip(points, shapes, strict=True)]


def expected_points(view: View, hive: int) -> list[float]:
    """Return by hex the points that the seat can expect there: the expected value times the probability to score it.

    A hex scores if an even number of other seats lie on it. With a Double in round 3 it scores once more if no other
    seat lies on it.
    """
    seen, hints = view.hives[hive], known_hints(view)[hive]
    own = view.own.hives[hive] if view.own is not None else None
    others = sum(not seated.forfeited for seat, seated in enumerate(view.seats) if seat != view.viewer)
    doubled = own is not None and own.double and seen.round == ROUNDS
    expected = [0.0] * len(LETTERS)
    for cell, letter in enumerate(LETTERS):
        if letter not in seen.cleared:
            crowd = _coverage_probability(seen, own, others, cell)
            chance = (1 + (1 - 2 * crowd) ** others) / 2 + (doubled and (1 - crowd) ** others)
            expected[cell] = expected_value(hints, cell) * chance
    return expected


def _coverage_probability(hive: Hive, own: OwnHive | None, others: int, cell: int) -> float:
    """Return the estimated probability that another seat covers a hex.

    It is the other seats' average coverage of the hex in the rounds so far, with one round of random play added.
    """
    if not others:
        return 0.0
    seen = sum(told.counts[cell] for told in hive.rounds)
    if own is not None:
        seen -= sum(LETTERS[cell] in hint.shape.letters for hint in own.hints)
    return min(1.0, (seen / others + USUAL_CROWD) / (len(hive.rounds) + 1))


def expected_value(hints: Hints, cell: int) -> float:
    """Return the mean starting value of a hex over all layouts that fit the hints."""
    layouts, of_cells = count_layouts(hints)
    return sum(value * count for value, count in enumerate(of_cells[cell], 1)) / layouts


def count_left_layouts(hints: Hints, shape: int) -> float:
    """Return the number of layouts that fit the hints and a shape's own hint, on average over that hint's values."""
    fitting = find_consistent_layouts(hints)
    shares = [(fitting & layouts).bit_count() for layouts in group_layouts_by_hint(shape).values()]
    return sum(share * share for share in shares) / sum(shares)


@lru_cache(maxsize=4096)
def information(hints: Hints, shape: int) -> float:
    """Return the expected information of a shape's hint about the layout, in bits."""
    fitting = find_consistent_layouts(hints)
    shares = [(fitting & layouts).bit_count() for layouts in group_layouts_by_hint(shape).values()]
    total = sum(shares)
    return -sum(share / total * log2(share / total) for share in shares if share)

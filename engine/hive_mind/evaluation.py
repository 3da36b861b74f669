"""What a shape promises, from what a view tells: for computer players.

A player expects of a hex its value by the exact posterior over layouts, and of the others that they go on crowding the
hexes that were crowded before.
"""

from collections.abc import Sequence
from functools import lru_cache
from math import log2
from typing import Final

from engine.hive_mind.board import LETTERS, SHAPE_CELLS, SHAPE_INDEX
from engine.hive_mind.editions import ROUNDS
from engine.hive_mind.posterior import Hints, consistent, counts, known, telling
from engine.hive_mind.view import Hive, OwnHive, View

WORTH_OF_A_BIT: Final = (1.0, 0.3, 0.0)
"""What a bit of information on a hive is worth in points, by round: the hint of the last comes after the guess."""
USUAL_CROWD: Final = 3 / len(LETTERS)
"""How likely a seat that plays anywhere covers a hex."""
_TOKEN: Final = 100.0


def evaluate(view: View, seat: int) -> float:
    """What the seat's pending shapes promise; when all is told, its tokens and points."""
    if view.scores is not None:
        score = view.scores.seats[seat]
        return _TOKEN * (score.tokens - (view.candidate == seat)) + score.points
    if view.own is None or view.viewer != seat or view.phase != "round":
        return 0.0
    pending = ((hive, own.shape) for hive, own in enumerate(view.own.hives) if own.shape is not None)
    return sum(promises(view, hive, (SHAPE_INDEX[shape.letters],))[0] for hive, shape in pending)


def promises(view: View, hive: int, shapes: Sequence[int]) -> list[float]:
    """What shapes promise on an open hive this round: their expected points, and the worth of their hints."""
    scores = view.hives[hive].round > 1
    return with_hints(view, hive, expected_points(view, hive) if scores else [0.0] * len(LETTERS), shapes)


def with_hints(view: View, hive: int, of_cells: Sequence[float], shapes: Sequence[int]) -> list[float]:
    """What shapes on an open hive are worth: the points of their hexes, which are given, and what their hints tell."""
    points = [sum([of_cells[cell] for cell in SHAPE_CELLS[shape]]) for shape in shapes]
    worth, hints = WORTH_OF_A_BIT[view.hives[hive].round - 1], known(view)[hive]
    if not worth:
        return points
    return [found + worth * information(hints, shape) for found, shape in zip(points, shapes, strict=True)]


def expected_points(view: View, hive: int) -> list[float]:
    """The expected points of each hex: its value if an even number of others lie on it, twice if one doubles alone."""
    seen, hints = view.hives[hive], known(view)[hive]
    own = view.own.hives[hive] if view.own is not None else None
    others = sum(not seated.forfeited for seat, seated in enumerate(view.seats) if seat != view.viewer)
    doubled = own is not None and own.double and seen.round == ROUNDS
    expected = [0.0] * len(LETTERS)
    for cell, letter in enumerate(LETTERS):
        if letter not in seen.cleared:
            crowd = _crowd(seen, own, others, cell)
            chance = (1 + (1 - 2 * crowd) ** others) / 2 + (doubled and (1 - crowd) ** others)
            expected[cell] = expected_value(hints, cell) * chance
    return expected


def _crowd(hive: Hive, own: OwnHive | None, others: int, cell: int) -> float:
    """How likely each other seat covers a hex: as often as they did so far, one round of playing anywhere mixed in."""
    if not others:
        return 0.0
    seen = sum(told.counts[cell] for told in hive.rounds)
    if own is not None:
        seen -= sum(LETTERS[cell] in hint.shape.letters for hint in own.hints)
    return min(1.0, (seen / others + USUAL_CROWD) / (len(hive.rounds) + 1))


def expected_value(hints: Hints, cell: int) -> float:
    """The expected starting value of a hex."""
    layouts, of_cells = counts(hints)
    return sum(value * count for value, count in enumerate(of_cells[cell], 1)) / layouts


@lru_cache(maxsize=4096)
def information(hints: Hints, shape: int) -> float:
    """How many bits a shape's hint is expected to tell."""
    fitting = consistent(hints)
    shares = [(fitting & layouts).bit_count() for layouts in telling(shape).values()]
    total = sum(shares)
    return -sum(share / total * log2(share / total) for share in shares if share)

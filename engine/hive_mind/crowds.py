"""Estimates of how likely each seat covers each hex: some seats deduce, others respond to deducing seats.

In a sampled world every seat has its own view. The view determines the points that the seat expects of each hex, and so
the probability of each shape. If every seat assumed that all others deduce, they would all make the same mistake, so
each other seat is modelled as a mixture of both (level-k reasoning: Stahl and Wilson, 1994).
"""

from collections.abc import Iterable, Mapping, Sequence
from math import prod
from statistics import fmean
from typing import Final, TypeAlias

from engine.hive_mind.board import ALL_KINDS, KINDS, LETTERS, SHAPE_CELLS, SHAPES_OF
from engine.hive_mind.deduction import CARELESSNESS, weights
from engine.hive_mind.evaluation import expected_points, expected_value, with_hints
from engine.hive_mind.posterior import known
from engine.hive_mind.view import View

DEDUCING: Final = 0.74
"""Probability that another seat deduces rather than responds."""

Views: TypeAlias = Mapping[int, View]
"""The views of the other seats in a world."""
Coverage: TypeAlias = Mapping[int, Sequence[float]]
"""By seat: the probability that it covers each hex of a hive in this round."""


def supposed(worlds: Sequence[Views], hive: int) -> list[Coverage]:
    """Estimate for each world the probability that each other seat covers each hex."""
    deducing: list[Coverage] = [
        {seat: covered(view, hive, expected_points(view, hive)) for seat, view in views.items()} for views in worlds
    ]
    mixed: list[dict[int, Sequence[float]]] = [{} for _ in worlds]
    for seat in worlds[0]:
        evenly = _evenly(deducing, seat)
        for views, deduced, found in zip(worlds, deducing, mixed, strict=True):
            answering = covered(views[seat], hive, _answered(views[seat], hive, evenly))
            found[seat] = [
                DEDUCING * one + (1 - DEDUCING) * other for one, other in zip(deduced[seat], answering, strict=True)
            ]
    return [*mixed]


def covered(view: View, hive: int, of_cells: Sequence[float]) -> list[float]:
    """Return the probability that the view's owner covers each hex, given its expected points by hex."""
    kinds = ALL_KINDS if view.own is None else sum([1 << KINDS.index(kind) for kind in view.own.hives[hive].kinds])
    shapes = SHAPES_OF[kinds]
    chances = weights(with_hints(view, hive, of_cells, shapes), CARELESSNESS)
    total, found = sum(chances), [0.0] * len(LETTERS)
    for shape, chance in zip(shapes, chances, strict=True):
        for cell in SHAPE_CELLS[shape]:
            found[cell] += chance / total
    return found


def _evenly(coverages: Sequence[Coverage], seat: int) -> list[float]:
    """Return for each hex the probability that an even number of other seats cover it, averaged over worlds.

    The other seats include the estimating player, who is modelled as their average.
    """
    found: list[float] = []
    for cell in range(len(LETTERS)):
        chances = [[of_cells[cell] for other, of_cells in each.items() if other != seat] for each in coverages]
        found.append(fmean([1 - odd([*each, fmean(each)]) if each else 1.0 for each in chances]))
    return found


def _answered(view: View, hive: int, evenly: Sequence[float]) -> list[float]:
    """Return the points that the view's owner expects of each hex.

    `evenly` is the probability, by hex, that an even number of others cover it.
    """
    hints, cleared = known(view)[hive], view.hives[hive].cleared
    return [
        0.0 if letter in cleared else expected_value(hints, cell) * evenly[cell] for cell, letter in enumerate(LETTERS)
    ]


def odd(chances: Iterable[float]) -> float:
    """Return the probability that an odd number of independent events happen."""
    return (1 - prod([1 - 2 * chance for chance in chances])) / 2


def none(chances: Iterable[float]) -> float:
    """Return the probability that none of some independent events happens."""
    return prod([1 - chance for chance in chances])

"""Estimates of the probability that each other seat covers each hex in this round.

In a sampled world every seat has its own view. The view determines the points that the seat expects of each hex, and so
the probability of each shape. At first each seat considers only its own hints. Then all respond to each other in small
steps, towards a quantal response equilibrium (McKelvey and Palfrey, 1995).
"""

from collections.abc import Iterable, Mapping, Sequence
from math import prod
from statistics import fmean
from typing import Final, TypeAlias

from engine.hive_mind.board import ALL_KINDS, KINDS, LETTERS, SHAPE_CELLS, SHAPES_OF
from engine.hive_mind.deduction import CARELESSNESS, weights
from engine.hive_mind.evaluation import add_hint_values, expected_points, expected_value
from engine.hive_mind.posterior import known_hints
from engine.hive_mind.view import View

STEPS: Final = 3
"""Number of steps from seats that only deduce to seats that also respond to each other."""

Views: TypeAlias = Mapping[int, View]
"""By seat: its view in one sampled world; without the estimating player's seat."""
Coverage: TypeAlias = Mapping[int, Sequence[float]]
"""By seat: a sequence with the probability that the seat covers each hex of a hive in this round."""


def estimate_coverages(worlds: Sequence[Views], hive: int) -> list[Coverage]:
    """Return for each sampled world the probability that each other seat covers each hex of a hive."""
    found: list[Coverage] = [
        {seat: estimate_own_coverage(view, hive, expected_points(view, hive)) for seat, view in views.items()}
        for views in worlds
    ]
    for _ in range(STEPS):
        evenly = {seat: _even_probabilities(found, seat) for seat in worlds[0]}
        found = [
            {seat: _respond(view, hive, evenly[seat], coverage[seat]) for seat, view in views.items()}
            for views, coverage in zip(worlds, found, strict=True)
        ]
    return found


def _respond(view: View, hive: int, evenly: Sequence[float], before: Sequence[float]) -> list[float]:
    """Return the mean of a seat's former coverage and its response to the others."""
    answered = estimate_own_coverage(view, hive, _answered(view, hive, evenly))
    return [(one + other) / 2 for one, other in zip(before, answered, strict=True)]


def estimate_own_coverage(view: View, hive: int, of_cells: Sequence[float]) -> list[float]:
    """Return by hex the probability that the view's owner covers it, if it chooses shapes by softmax.

    `of_cells` are the points that the owner expects of each hex.
    """
    kinds = ALL_KINDS if view.own is None else sum([1 << KINDS.index(kind) for kind in view.own.hives[hive].kinds])
    shapes = SHAPES_OF[kinds]
    chances = weights(add_hint_values(view, hive, of_cells, shapes), CARELESSNESS)
    total, found = sum(chances), [0.0] * len(LETTERS)
    for shape, chance in zip(shapes, chances, strict=True):
        for cell in SHAPE_CELLS[shape]:
            found[cell] += chance / total
    return found


def _even_probabilities(coverages: Sequence[Coverage], seat: int) -> list[float]:
    """Return by hex the probability that an even number of seats other than `seat` cover it, averaged over worlds.

    The estimating player is one of these seats but has no entry in `coverages`. Its probability of covering the hex
    is taken as the average of the others'.
    """
    found: list[float] = []
    for cell in range(len(LETTERS)):
        chances = [[of_cells[cell] for other, of_cells in each.items() if other != seat] for each in coverages]
        found.append(fmean([1 - probability_of_odd([*each, fmean(each)]) if each else 1.0 for each in chances]))
    return found


def _answered(view: View, hive: int, evenly: Sequence[float]) -> list[float]:
    """Return by hex the points that the view's owner expects if it covers the hex.

    `evenly` is the probability, by hex, that an even number of other seats cover it.
    """
    hints, cleared = known_hints(view)[hive], view.hives[hive].cleared
    return [
        0.0 if letter in cleared else expected_value(hints, cell) * evenly[cell] for cell, letter in enumerate(LETTERS)
    ]


def probability_of_odd(chances: Iterable[float]) -> float:
    """Return the probability that an odd number of independent events happen, given the probability of each."""
    return (1 - prod([1 - 2 * chance for chance in chances])) / 2


def probability_of_none(chances: Iterable[float]) -> float:
    """Return the probability that no event happens, given the probabilities of independent events."""
    return prod([1 - chance for chance in chances])

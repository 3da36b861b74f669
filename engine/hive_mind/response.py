"""The strongest computer player: it responds to the shapes that the other seats will probably play.

In each sampled world every other seat has its own view. The view determines the probability that the seat covers each
hex (`crowds`), and so the probability that an even number of others lie on a hex. The player thereby avoids hexes that
attract the others.
"""

from collections.abc import Mapping, Sequence
from random import Random
from typing import Final

from engine.core import AnyRules
from engine.hive_mind.actions import Submit
from engine.hive_mind.board import LETTERS
from engine.hive_mind.crowds import estimate_coverages, probability_of_none, probability_of_odd
from engine.hive_mind.deduction import Deduction, weights
from engine.hive_mind.editions import ROUNDS
from engine.hive_mind.evaluation import add_hint_values
from engine.hive_mind.view import Hive, OwnHive, View

WORLDS: Final = 16
_CARELESSNESS: Final = 0.07
"""Softmax temperature, in points.

It is lower than the one assumed for the other seats, but not 0, since two such players would always collide (HM-9).
"""


class Response(Deduction):
    """A computer player that prefers the shapes with the highest expected points, averaged over sampled worlds."""

    def __init__(self, rules: AnyRules, seat: int) -> None:
        super().__init__(rules, seat, _CARELESSNESS)

    def _shape(self, view: View, shapes: Sequence[Submit], rng: Random) -> Submit:
        """Choose a shape for the first open hive that has none.

        In round 1, where only hints count, the choice is that of `Deduction`.
        """
        hive = shapes[0].hive
        if view.hives[hive].round == 1 or view.own is None:
            return super()._shape(view, shapes, rng)
        here = [submit for submit in shapes if submit.hive == hive]
        of_cells = estimate_points(self._rules, view, hive, rng)
        worth = add_hint_values(view, hive, of_cells, [submit.shape for submit in here])
        return rng.choices(here, weights(worth, self._carelessness))[0]


def estimate_points(rules: AnyRules, view: View, hive: int, rng: Random, number: int = WORLDS) -> list[float]:
    """Return by hex the points that covering it in this round is expected to bring, averaged over sampled worlds.

    `number`: the number of worlds. Raises ValueError for a spectator's view.
    """
    if view.own is None:
        raise ValueError("a spectator lays no shapes")
    seen, own = view.hives[hive], view.own.hives[hive]
    others = [seat for seat, seated in enumerate(view.seats) if seat != view.viewer and not seated.forfeited]
    worlds = [rules.determinize(view, rng) for _ in range(number)]
    coverages = estimate_coverages([{seat: rules.view(world, seat) for seat in others} for world in worlds], hive)
    points = [0.0] * len(LETTERS)
    for world, coverage in zip(worlds, coverages, strict=True):
        for cell, value in enumerate(world.hives[hive]):
            if LETTERS[cell] not in seen.cleared:
                chances = {seat: of_cells[cell] for seat, of_cells in coverage.items()}
                points[cell] += points_on_hex(int(value), chances, seen, own) / number
    return points


def points_on_hex(value: int, chances: Mapping[int, float], seen: Hive, own: OwnHive) -> float:
    """Return the points that covering a hex is expected to bring.

    `chances` holds the probability, by other seat, that it covers the hex. The hex pays its value if an even number
    of others cover it. In round 3 a Double pays the value once more if none of them does, and a Block pays 1 if an
    odd number of them cover it and at least one of those has a Double (HM-9, HM-14, HM-15).
    """
    expected = value * (1 - probability_of_odd(chances.values()))
    if seen.round == ROUNDS and own.double:
        expected += value * probability_of_none(chances.values())
    if seen.round == ROUNDS and own.block:
        doubling = [chance for seat, chance in chances.items() if seat in (seen.doublers or ())]
        rest = [chance for seat, chance in chances.items() if seat not in (seen.doublers or ())]
        expected += probability_of_odd(chances.values()) - probability_of_none(doubling) * probability_of_odd(rest)
    return expected

"""Computer players that deduce from their own views.

They compute exactly which layouts fit their hints, play where they expect the most points, and guess the most probable
layout.
"""

from collections.abc import Sequence
from itertools import groupby
from math import exp
from random import Random
from typing import Any, Final

from engine.core import AnyRules
from engine.hive_mind.abilities import choose_ability
from engine.hive_mind.actions import (
    READY,
    Action,
    Give,
    Guess,
    Submit,
    Totals,
)
from engine.hive_mind.board import LETTERS
from engine.hive_mind.evaluation import evaluate_shapes, expected_value
from engine.hive_mind.posterior import known_hints, most_probable_layout
from engine.hive_mind.state import NONE
from engine.hive_mind.view import View

CARELESSNESS: Final = 0.3


class Deduction:
    """A computer player that deduces the values from the hints of its own seat.

    It does not use the seat number that it is created with. `carelessness`: softmax temperature, in points.
    """

    def __init__(self, rules: AnyRules, seat: int, carelessness: float = CARELESSNESS) -> None:
        self._rules = rules
        self._carelessness = carelessness

    def choose(self, view: View, legal_actions: Sequence[Any], rng: Random) -> Action:
        """Return the next action: a shape, an ability, a guess, `ready`, guesses of totals, or a final choice."""
        if view.phase == "totals":
            return _totals(view)
        if view.phase == "choice":
            return _choice(legal_actions, rng)
        shapes = [action for action in legal_actions if isinstance(action, Submit)]
        if shapes:
            return self._shape(view, shapes, rng)
        return choose_ability(self._rules, view, legal_actions, rng) or _guess(view) or READY

    def _shape(self, view: View, shapes: Sequence[Submit], rng: Random) -> Submit:
        """Sample a shape by softmax over the shapes' values: the expected points plus the value of the hint.

        If it always chose the best shape, two such players would always collide and neither would score (HM-9).
        """
        worth: list[float] = []
        for hive, submits in groupby(shapes, lambda submit: submit.hive):
            worth += evaluate_shapes(view, hive, [submit.shape for submit in submits])
        return rng.choices(shapes, weights(worth, self._carelessness))[0]


def weights(worth: Sequence[float], carelessness: float) -> list[float]:
    """Return softmax weights for some values; the highest value has weight 1."""
    best = max(worth)
    return [exp((value - best) / carelessness) for value in worth]


def _guess(view: View) -> Guess | None:
    """Return a guess of the most probable layout for an open hive in round 3, or None if no hive needs one.

    A first game has no guesses (HM-16).
    """
    if view.parameters.shapes_only:
        return None
    for number, (hive, hints) in enumerate(zip(view.hives, known_hints(view), strict=True)):
        own = view.own.hives[number] if view.own is not None else None
        if hive.open and hive.round == 3 and own is not None and own.guess is None:
            return Guess(number, most_probable_layout(hints))
    return None


def _totals(view: View) -> Action:
    """Return the same guess for every other seat: the points scored on hexes so far, divided by the number of seats.

    A wrong guess costs nothing (HM-18). Returns `ready` if the seat has guessed already.
    """
    if view.own is None or any(total is not None for total in view.own.totals):
        return READY
    paid = 0.0
    for hive, hints in zip(view.hives, known_hints(view), strict=True):
        for told in hive.rounds:
            cleared = [LETTERS.index(letter) for letter in told.cleared]
            paid += sum(told.counts[cell] * expected_value(hints, cell) for cell in cleared)
    share = round(paid / len(view.seats))
    return Totals(tuple((seat, share) for seat in range(len(view.seats)) if seat != view.viewer))


def _choice(legal_actions: Sequence[Any], rng: Random) -> Action:
    """Return a final choice: keep the token, or pick one of the tied seats at random as Elimination Candidate."""
    gifts = [action for action in legal_actions if isinstance(action, Give) and action.seat == NONE]
    return gifts[0] if gifts else rng.choice(legal_actions)

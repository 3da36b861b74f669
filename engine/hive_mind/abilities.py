"""The computer players' choice of Doubles and Blocks (HM-13 to HM-17), by chance, so that nobody can infer it.

A Double goes where the best shape of round 3 probably lies. A Block only pays where others double, so it goes where
sampled worlds expect most of their Doubles. Garnets bring nothing else, so all of
them are spent that may still pay.
"""

from collections.abc import Sequence
from math import exp
from random import Random
from typing import Any, Final

from engine.core import AnyRules
from engine.hive_mind.actions import USES, Ability
from engine.hive_mind.board import KINDS, LETTERS, SHAPE_CELLS, SHAPES_OF
from engine.hive_mind.editions import BLOCK, DOUBLE
from engine.hive_mind.evaluation import expected_value
from engine.hive_mind.knowledge import match_of
from engine.hive_mind.legality import may_double
from engine.hive_mind.posterior import known_hints
from engine.hive_mind.view import View

WORLDS: Final = 4
"""Number of sampled worlds in which others' Doubles are expected."""
_DOUBLE_CARELESSNESS: Final = 0.5
"""Softmax temperature of Doubles, in points of the best shape."""
_BLOCK_CARELESSNESS: Final = 0.3
"""Softmax temperature of Blocks, in expected Doubles of others."""
_USUAL_SHAPE: Final = 6.0
"""Expected points of the best shape on a hive that is played later."""


def choose_ability(rules: AnyRules, view: View, legal_actions: Sequence[Any], rng: Random) -> Ability | None:
    """Return a Double or a Block to declare now; None if none is left, or if it is saved for a later hive.

    Once a Block is declared, no Double follows: a Double that has been saved stays saved.
    """
    uses = [action for action in legal_actions if isinstance(action, Ability)]
    if not uses or view.own is None:
        return None
    declared = any(own.block for own, hive in zip(view.own.hives, view.hives, strict=True) if hive.open)
    doubles = [] if declared else [use.hive for use in uses if use.ability == DOUBLE]
    hive = _sample(double_chances(view), doubles, view, rng) if doubles else None
    if hive is not None:
        return USES[DOUBLE][hive]
    blocks = [use.hive for use in uses if use.ability == BLOCK]
    chances = block_chances(rules, view, rng) if blocks else ()
    hive = _sample(chances, blocks, view, rng) if any(chances) else None
    return None if hive is None else USES[BLOCK][hive]


def _sample(chances: Sequence[float], hives: Sequence[int], view: View, rng: Random) -> int | None:
    """Sample one of the hives, or None for a hive that is played later."""
    options = [*hives, *_list_later(view)]
    hive = rng.choices(options, [chances[hive] for hive in options])[0]
    return hive if view.hives[hive].open else None


def _list_later(view: View) -> list[int]:
    return [number for number, hive in enumerate(view.hives) if not hive.rounds and not hive.open]


def double_chances(view: View) -> list[float]:
    """Return by hive the probability that the view's owner doubles it; 0 for hives that are over."""
    return _softmax([_best_shape(view, hive) for hive in range(len(view.hives))], _DOUBLE_CARELESSNESS, view)


def block_chances(rules: AnyRules, view: View, rng: Random) -> list[float]:
    """Return by hive the probability that the view's owner blocks it; 0 for hives that are over.

    All are 0 if nobody else may have a Double.
    """
    match = match_of(view)
    others = [seat for seat, seated in enumerate(view.seats) if seat != view.viewer and not seated.forfeited]
    expected = [0.0] * len(view.hives)
    for _ in range(WORLDS):
        world = rules.determinize(view, rng)
        for seat in others:
            for hive, chance in enumerate(double_chances(rules.view(world, seat))):
                expected[hive] += chance / WORLDS * may_double(match, world, seat, hive)
    return expected if not any(expected) else _softmax(expected, _BLOCK_CARELESSNESS, view)


def _softmax(values: Sequence[float], temperature: float, view: View) -> list[float]:
    lasting = [hive.open or not hive.rounds for hive in view.hives]
    best = max([value for value, lasts in zip(values, lasting, strict=True) if lasts])
    weights = [lasts * exp((value - best) / temperature) for value, lasts in zip(values, lasting, strict=True)]
    return [weight / sum(weights) for weight in weights]


def _best_shape(view: View, hive: int) -> float:
    """Return the expected values under the best shape that the view's owner can lay in round 3 of a hive."""
    if not view.hives[hive].open or view.own is None:
        return _USUAL_SHAPE
    own, hints = view.own.hives[hive], known_hints(view)[hive]
    values = [expected_value(hints, cell) for cell in range(len(LETTERS))]
    pending = own.shape.kind if own.shape is not None else ""
    kinds = sum([1 << number for number, kind in enumerate(KINDS) if kind in own.kinds and kind != pending])
    return max([sum([values[cell] for cell in SHAPE_CELLS[shape]]) for shape in SHAPES_OF[kinds]], default=0.0)

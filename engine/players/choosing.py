"""Choosing among actions by what they are worth: the best, several of them, or good ones more often than others."""

from collections.abc import Sequence
from math import exp
from random import Random
from typing import TypeVar

Choice = TypeVar("Choice")


def best(actions: Sequence[Choice], values: Sequence[float], rng: Random) -> Choice:
    """The action that is worth most; ties are broken at random."""
    most = max(values)
    return rng.choice([action for action, value in zip(actions, values, strict=True) if value == most])


def several_best(actions: Sequence[Choice], values: Sequence[float], count: int) -> list[Choice]:
    """The `count` actions that are worth most, the best first."""
    ranked = sorted(range(len(values)), key=lambda number: -values[number])
    return [actions[number] for number in ranked[:count]]


def softly(actions: Sequence[Choice], values: Sequence[float], temperature: float, rng: Random) -> Choice:
    """One of the actions, each with the weight e^(value / temperature)."""
    most = max(values)
    return rng.choices(actions, [exp((value - most) / temperature) for value in values])[0]

"""The greedy player: looks one move ahead in a few worlds that it cannot tell from the true one."""

from collections.abc import Sequence
from random import Random
from typing import Any, Final

from engine.core import AnyRules

WORLDS: Final = 4
"""How many worlds an action is tried in."""


class Greedy:
    """Plays the action after which `Rules.evaluate` likes its view most, on average; ties are broken at random."""

    def __init__(self, rules: AnyRules, seat: int) -> None:
        self._rules = rules
        self._seat = seat

    def choose(self, view: Any, legal_actions: Sequence[Any], rng: Random) -> Any:
        """The best of the legal actions."""
        if len(legal_actions) == 1:
            return legal_actions[0]
        worlds = [self._answered(self._rules.determinize(view, rng), rng) for _ in range(WORLDS)]
        values = [sum(self._value(world, action) for world in worlds) for action in legal_actions]
        best = max(values)
        return rng.choice([action for action, value in zip(legal_actions, values, strict=True) if value == best])

    def _answered(self, world: Any, rng: Random) -> Any:
        """The world after all others who choose at the same time have chosen something, so that one's own counts."""
        for other in self._rules.actors(world):
            if other != self._seat:
                world = self._rules.apply(world, other, rng.choice(self._rules.legal_actions(world, other))).state
        return world

    def _value(self, world: Any, action: Any) -> float:
        after = self._rules.apply(world, self._seat, action).state
        return self._rules.evaluate(self._rules.view(after, self._seat), self._seat)

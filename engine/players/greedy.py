"""The computer players that can play every game: uniform, greedy and soft.

Greedy and soft players look one move ahead in a few sampled worlds (states consistent with their view).
"""

from collections.abc import Sequence
from random import Random
from typing import Any, Final

from engine.core import AnyRules
from engine.players.base import Maker, best, sample_softmax


class Uniform:
    """A player that picks a random legal action, each with the same probability."""

    def __init__(self, rules: AnyRules, seat: int) -> None:
        pass

    def choose(self, view: Any, legal_actions: Sequence[Any], rng: Random) -> Any:
        """Return a random action of `legal_actions`."""
        return rng.choice(legal_actions)


WORLDS: Final = 4
"""The number of sampled worlds in which each action is tried."""


class Greedy:
    """A player that picks the action after which `Rules.evaluate` is highest on average; ties are broken at random."""

    def __init__(self, rules: AnyRules, seat: int) -> None:
        self._rules = rules
        self._seat = seat

    def choose(self, view: Any, legal_actions: Sequence[Any], rng: Random) -> Any:
        """Return the action with the highest value."""
        if len(legal_actions) == 1:
            return legal_actions[0]
        return best(legal_actions, self.values(view, legal_actions, rng), rng)

    def values(self, view: Any, legal_actions: Sequence[Any], rng: Random) -> list[float]:
        """Return the value of each legal action, in the same order.

        It is the sum of `Rules.evaluate` over the sampled worlds.
        """
        worlds = [self._play_others(self._rules.determinize(view, rng), rng) for _ in range(WORLDS)]
        return [sum(self._value(world, action) for world in worlds) for action in legal_actions]

    def _play_others(self, world: Any, rng: Random) -> Any:
        """Return the world after every other seat that must act has played a random action.

        In a simultaneous turn, the action of the player's own seat then completes the turn.
        """
        for other in self._rules.actors(world):
            if other != self._seat:
                world = self._rules.apply(world, other, rng.choice(self._rules.legal_actions(world, other))).state
        return world

    def _value(self, world: Any, action: Any) -> float:
        after = self._rules.apply(world, self._seat, action).state
        return self._rules.evaluate(self._rules.view(after, self._seat), self._seat)


class Soft:
    """A player that picks actions at random, by softmax over the average values of `Greedy`.

    It plays like a beginner: it often picks a slightly weaker action and rarely a bad one.
    """

    def __init__(self, rules: AnyRules, seat: int, temperature: float) -> None:
        self._greedy = Greedy(rules, seat)
        self._temperature = temperature

    def choose(self, view: Any, legal_actions: Sequence[Any], rng: Random) -> Any:
        """Return a random action by softmax over the values."""
        if len(legal_actions) == 1:
            return legal_actions[0]
        # The values are sums over the worlds, so the temperature is multiplied by their number too.
        return sample_softmax(
            legal_actions, self._greedy.values(view, legal_actions, rng), WORLDS * self._temperature, rng
        )


def build_soft_maker(temperature: float) -> Maker:
    """Return a `Maker` of `Soft` players; `temperature` is in the units of the game's `evaluate`."""
    return lambda rules, seat: Soft(rules, seat, temperature)

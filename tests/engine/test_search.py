"""The searching player finds the best option by sequential halving."""

from collections.abc import Sequence
from random import Random
from typing import Any

from engine.core import Transition
from engine.players.search import Budget, Search


class Urn:
    """Rules of one move: arm n pays with a probability of n in 10. The world is the drawn number."""

    def determinize(self, view: Any, rng: Random) -> float:
        return rng.random() * 10

    def apply(self, state: float, player: int, action: int) -> Any:
        return Transition(state < action, ())

    def actors(self, state: Any) -> tuple[int, ...]:
        return ()


class Arms:
    """Playouts that shortlist all arms and value a state by its payment."""

    def shortlist(self, view: Any, legal_actions: Sequence[int], count: int, rng: Random) -> Sequence[int]:
        return legal_actions[:count]

    def playout_action(self, state: Any, seat: int, rng: Random) -> Any:
        raise AssertionError

    def value(self, state: bool, seat: int) -> float:
        return float(state)


def test_it_finds_the_best_arm_in_nearly_every_run():
    rules: Any = Urn()
    found = [
        Search(rules, 0, Arms(), Budget(actions=8, playouts=400)).choose(None, [1, 8, 2, 5, 3, 4, 6, 5], Random(seed))
        for seed in range(50)
    ]

    assert found.count(8) >= 48

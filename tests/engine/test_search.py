"""The searching player finds the best option by sequential halving."""

from collections.abc import Sequence
from random import Random
from typing import Any

from engine.core import CHANCE, Transition
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


class Dice:
    """Rules of two turns: `action` rolls of a d6 and one of a d20 in the first, one of a d6 in the second.

    A state holds the dice that are due, as pairs of turn and sides, and the numbers rolled.
    """

    def apply(self, state: Any, player: int, action: int) -> Any:
        due, rolled = state
        if player == CHANCE:
            return Transition((due[1:], (*rolled, action)), ())
        return Transition((((1, 6),) * action + ((1, 20), (2, 6)), ()), ())

    def actors(self, state: Any) -> tuple[int, ...]:
        return (CHANCE,) if state[0] else ()

    def chance_outcomes(self, state: Any) -> Sequence[int]:
        return range(1, state[0][0][1] + 1)

    def turn_key(self, state: Any) -> tuple[int, ...]:
        return state[0][0][:1]


def test_paired_playouts_have_the_same_dice_of_each_kind_in_each_turn_after_different_actions():
    rules: Any = Dice()
    search = Search(rules, 0, Arms(), Budget(1, 1))
    seen = set[Any]()
    for seed in range(20):
        one, three = (search.play_out_paired(((), ()), action, seed)[1] for action in (1, 3))

        assert one == (three[0], *three[3:])
        seen.add(one)
    assert len(seen) > 10

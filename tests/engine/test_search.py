"""The searching player: it halves well, goes by determinized states alone, and is the same again with the same seed."""

from collections.abc import Sequence
from random import Random
from typing import Any

import pytest

from engine.core import CHANCE, sample_outcome
from engine.games import game_type
from engine.players import computer_player
from engine.players.search import Budget, Search

SEARCHING = [
    ("monster_hex", 2, {}),
    ("monster_hex", 2, {"abilities": True}),
    ("connect_four", 2, {}),
    ("hive_mind", 3, {}),
]


class Urn:
    """Rules of one move: arm n pays with the chance n in 10; the world is the number that is drawn."""

    def determinize(self, view: Any, rng: Random) -> float:
        return rng.random() * 10

    def apply(self, state: float, player: int, action: int) -> Any:
        class After:
            pass

        After.state = state < action
        return After

    def actors(self, state: Any) -> tuple[int, ...]:
        return ()


class Arms:
    """All arms are worth a try, and a state is worth what it pays."""

    def shortlist(self, view: Any, legal_actions: Sequence[int], count: int, rng: Random) -> Sequence[int]:
        return legal_actions[:count]

    def playout_action(self, state: Any, seat: int, rng: Random) -> Any:
        raise AssertionError

    def value(self, state: bool, seat: int) -> float:
        return float(state)


def test_it_finds_the_best_arm_in_nearly_every_run():
    found = [
        Search(Urn(), 0, Arms(), Budget(actions=8, playouts=400)).choose(None, [1, 8, 2, 5, 3, 4, 6, 5], Random(seed))
        for seed in range(50)
    ]

    assert found.count(8) >= 48


def positions(game: str, seats: int, options: dict[str, Any], count: int, seed: int):
    """States of random play in which a seat has a choice, from everywhere in a game."""
    found = game_type(game)
    rules = found.rules(seats, found.options(seats, options))
    rng, collected = Random(seed), []
    while len(collected) < count:
        state = rules.initial_state()
        while actors := rules.actors(state):
            actor = actors[-1]
            if actor != CHANCE and len(rules.legal_actions(state, actor)) > 1 and rng.random() < 0.15:
                collected.append((state, actor))
            if actor == CHANCE:
                action = sample_outcome(rules.chance_outcomes(state), rng)
            else:
                action = rng.choice(rules.legal_actions(state, actor))
            state = rules.apply(state, actor, action).state
    return rules, collected[:count]


@pytest.mark.slow
@pytest.mark.parametrize("level", ["easy", "normal", "strong", "master"])
@pytest.mark.parametrize(("game", "seats", "options"), SEARCHING)
def test_every_level_plays_alike_in_worlds_that_its_seat_cant_tell_apart(game, seats, options, level):
    rules, found = positions(game, seats, options, 4, seed=3)
    for number, (state, seat) in enumerate(found):
        twin = rules.determinize(rules.view(state, seat), Random(f"twin {number}"))
        chosen = [
            computer_player(game, level, rules, seat).choose(
                rules.view(world, seat), rules.legal_actions(world, seat), Random(number)
            )
            for world in (state, twin)
        ]

        assert chosen[0] == chosen[1]
        assert rules.is_legal(state, seat, chosen[0])


def test_a_player_that_is_told_the_truth_would_be_caught():
    """With determinize telling the truth, twins are played differently: the test above notices it."""
    rules, found = positions("monster_hex", 2, {}, 8, seed=3)
    differing = 0
    for number, (state, seat) in enumerate(found):
        twin = rules.determinize(rules.view(state, seat), Random(f"twin {number}"))
        chosen = []
        for world in (state, twin):
            player = computer_player("monster_hex", "strong", Truthful(rules, world), seat)
            chosen.append(player.choose(rules.view(world, seat), rules.legal_actions(world, seat), Random(number)))
        differing += chosen[0] != chosen[1]

    assert differing


class Truthful:
    """Rules whose determinize gives the true state away."""

    def __init__(self, rules: Any, state: Any) -> None:
        self._rules = rules
        self._state = state

    def determinize(self, view: Any, rng: Random) -> Any:
        return self._state

    def __getattr__(self, name: str) -> Any:
        return getattr(self._rules, name)

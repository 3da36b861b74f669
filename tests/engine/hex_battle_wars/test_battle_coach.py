"""The coach of Hex Battle Wars: the moves that it prefers, and its estimate of the chance to win."""

from random import Random
from typing import Any

import pytest

from engine.core import CHANCE, SPECTATOR
from engine.hex_battle_wars import GAME_TYPE
from engine.hex_battle_wars.actions import VANISH
from engine.hex_battle_wars.playouts import Playouts
from engine.hex_battle_wars.state import MOVED
from engine.players import coach
from engine.players.coach import Decision
from engine.record import Configuration
from tests.engine.hex_battle_wars.positions import position, rules_for

RULES = rules_for(max_rounds=30)
CONFIGURATION = Configuration("hex_battle_wars", 1, {"radius": 6, "max_rounds": 30}, 2, "t")


def decide(state: Any, played: str) -> Decision:
    """Return seat 0's decision in a state, with the move that it played."""
    return Decision(CONFIGURATION, RULES.view(state, 0), 0, played, 7, 0, "strong")


@pytest.mark.parametrize(
    ("changes", "played"),
    [
        ({"stage": MOVED, "acted": True}, "end"),
        ({}, "pass"),
    ],
)
def test_not_attacking_a_weak_enemy_beside_one_is_a_turning_point(changes: dict[str, Any], played: str) -> None:
    state = position(RULES, [["g6"], ["g7"]], hp=(5, 3), armour=(12, 11), passes=(3, 3), **changes)

    (found,) = coach.review([decide(state, played)])

    assert found.better == "attack g7"
    assert not found.hinted
    assert coach.find_coach_move(decide(state, played)).action == "attack g7"
    assert coach.review([decide(state, "attack g7")]) == ()


def test_only_turns_are_weighed() -> None:
    assert GAME_TYPE.is_weighed(RULES.view(position(RULES, [["g6"], ["g7"]]), 0))
    assert not GAME_TYPE.is_weighed(RULES.view(RULES.initial_state(), SPECTATOR))


def test_the_estimate_counts_health_armour_and_the_rounds_left() -> None:
    def value(**changes: Any) -> float:
        return Playouts(RULES, 0).value(position(RULES, [["a1"], ["m7"]], **changes), 0)

    assert value() == pytest.approx(0.5)
    assert value(armour=(15, 12)) > 0.5
    assert 0.5 < value(hp=(25, 20)) < value(hp=(25, 10)) < value(hp=(25, 0)) == 1
    assert value(hp=(25, 20), round=30) > value(hp=(25, 20))
    assert value(hp=(10, 20)) == pytest.approx(1 - value(hp=(20, 10)))


@pytest.mark.parametrize(("seats", "pieces"), [(2, 1), (4, 1), (2, 2)])
def test_a_playout_follows_the_rules_from_any_turn_also_of_tiles(seats: int, pieces: int) -> None:
    rules, rng = rules_for(seats, pieces=pieces), Random(3)
    players = [Playouts(rules, seat) for seat in range(seats)]
    state = rules.initial_state()
    vanished = 0
    for _ in range(4000):
        actors = rules.actors(state)
        if not actors:
            break
        legal = rules.legal_actions(state, actors[0])
        if actors[0] == CHANCE:
            action = rng.choice(legal)
        elif VANISH in legal and rng.random() < 0.3:
            action, vanished = VANISH, vanished + 1
        else:
            action = players[actors[0]].playout_action(state, actors[0], rng)
        assert rules.is_legal(state, actors[0], action)
        state = rules.apply(state, actors[0], action).state
    assert rules.outcome(state) is not None
    assert vanished

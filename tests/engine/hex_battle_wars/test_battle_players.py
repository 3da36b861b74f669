"""The computer players, the previews that they share with the interface, and the value of a position."""

from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from engine.core import CHANCE, sample_outcome
from engine.hex_battle_wars.actions import APPEAR, HOLD, VANISH, Attack, Move, Roll, Tiles
from engine.hex_battle_wars.hiding import Hider
from engine.hex_battle_wars.levels import Easy, Strong
from engine.hex_battle_wars.odds import Lookups
from engine.hex_battle_wars.outlook import CellEvaluation, Weights, worth
from engine.hex_battle_wars.players import Normal, sample_cells
from engine.hex_battle_wars.rules import HexBattleWarsRules
from engine.hex_battle_wars.state import State
from tests.engine.hex_battle_wars.positions import cells, label, played, position, rules_for

CENTRE = label(6, 0, 0)


def game(rules: HexBattleWarsRules, makers: list[type[Normal]], seed: int) -> tuple[int, ...]:
    """Play a game and return its winners."""
    rng, state = Random(seed), rules.initial_state()
    players = [maker(rules, seat) for seat, maker in enumerate(makers)]
    while actors := rules.actors(state):
        if actors == (CHANCE,):
            action = sample_outcome(rules.chance_outcomes(state), rng)
        else:
            legal = rules.legal_actions(state, actors[0])
            action = players[actors[0]].choose(rules.view(state, actors[0]), legal, rng)
        state = rules.apply(state, actors[0], action).state
    outcome = rules.outcome(state)
    assert outcome is not None
    return outcome.winners


def test_strong_beats_easy() -> None:
    """Strong wins more than half of four quick games, with seats alternating."""
    rules = rules_for(2, radius=7)
    won = 0
    for seed in range(4):
        seat = seed % 2
        won += game(rules, [Easy, Strong] if seat else [Strong, Easy], seed) == (seat,)

    assert won > 2


@pytest.mark.parametrize("options", [{"pieces": 2, "hazards": True, "obstacles": "players"}, {"hp": 60}])
def test_all_levels_play_every_kind_of_game_to_its_end(options: dict[str, object]) -> None:
    rules = rules_for(4, max_rounds=12, **options)

    assert game(rules, [Easy, Normal, Strong, Easy], 3)


def test_easy_mostly_does_what_is_worth_most_and_not_always() -> None:
    """Attacking a weak neighbour is worth most. Easy does so in most games, but not in all."""
    rules = rules_for()
    state = position(rules, [[CENTRE], [label(6, 0, -1)]], hp=(25, 5))
    view, legal = rules.view(state, 0), rules.legal_actions(state, 0)

    assert isinstance(Strong(rules, 0).choose(view, legal, Random(1)), Attack)
    attacked = sum(isinstance(Easy(rules, 0).choose(view, legal, Random(seed)), Attack) for seed in range(40))
    assert 12 < attacked < 40


def test_of_two_like_shots_the_one_is_worth_more_from_which_less_is_threatened() -> None:
    """After an attack from a level up, a retaliation is less likely to hit than after one from the ground."""
    rules = rules_for()
    state = position(rules, [[CENTRE], [label(6, 0, -3)]], {label(6, 1, -3): "1"})
    outlook = CellEvaluation(Lookups(rules.view(state, 0)), 0, 1, Weights(caution=0.9, height=0.0, step=0.0))
    up, down = cells(rules, label(6, 1, -3), label(6, -1, -2))

    assert outlook.threats(up)[1] < outlook.threats(down)[1]
    assert outlook.value(up) > outlook.value(down)


@pytest.mark.parametrize(("hits", "hp", "points"), [(20, 1000, 8.5 * 21 / 20), (1, 1000, 0.85), (1, 1, 7 / 20)])
def test_an_attack_is_worth_its_mean_damage_to_what_is_left_and_more_if_it_kills(
    hits: int, hp: int, points: float
) -> None:
    assert worth(hits, hp, 1).points == pytest.approx(points)
    assert worth(hits, hp, 3).points == pytest.approx(points / 3)


def test_normal_takes_a_good_shot_and_moves_closer_for_a_poor_one() -> None:
    rules = rules_for()
    near = position(rules, [[CENTRE], [label(6, 0, -1)]])
    far = position(rules, [[CENTRE], [label(6, 0, -6)]])
    normal = Normal(rules, 0)

    assert isinstance(normal.choose(rules.view(near, 0), rules.legal_actions(near, 0), Random(1)), Attack)
    assert isinstance(normal.choose(rules.view(far, 0), rules.legal_actions(far, 0), Random(1)), Roll)


def test_normal_hides_when_it_is_hurt_until_it_can_strike() -> None:
    """Hurt and in danger it vanishes. Invisible it holds, moves its tiles, and appears when it has a good attack."""
    rules = rules_for()
    normal = Normal(rules, 0)

    def choice(state: State) -> Any:
        return normal.choose(rules.view(state, 0), rules.legal_actions(state, 0), Random(1))

    beside = position(rules, [[CENTRE], [label(6, 0, -2)]], hp=(5, 25))
    assert choice(beside) == VANISH
    assert choice(replace(beside, hp=(20, 25))) != VANISH
    spots = cells(rules, CENTRE, CENTRE, CENTRE)
    walled = {label(6, 0, -1): "1", label(6, 1, -1): "1", label(6, -1, 0): "1"}
    hidden = position(
        rules, [[None], [label(6, 0, -6)]], walled, tiles=(spots, ()), hidden=(1, 0), real=(2, 0), hp=(5, 25)
    )
    assert choice(hidden) == HOLD, "nothing can be seen from there"
    tiles = choice(played(rules, hidden, "hold", "d10 9", "roll", "d6 4"))
    assert isinstance(tiles, Tiles)
    assert rules.is_legal(played(rules, hidden, "hold", "d10 9", "roll", "d6 4"), 0, tiles)
    assert choice(replace(hidden, at=(-1, *cells(rules, label(6, 0, 1))))) == APPEAR


def test_normal_goes_to_the_best_of_the_destinations_that_it_considers() -> None:
    """It considers a sixth of them, at least six, the same ones whenever it is asked."""
    rules = rules_for()
    state = played(rules, position(rules, [[CENTRE], [label(6, 0, -5)]]), "roll", "d10 4")
    view, legal = rules.view(state, 0), rules.legal_actions(state, 0)
    scene, ends = Lookups(view), [action.cell for action in legal if isinstance(action, Move)]
    chosen = {Normal(rules, 0).choose(view, legal, Random(seed)) for seed in range(3)}

    considered = sample_cells(scene, ends, max(6, round(len(ends) / 6)))
    assert len(considered) < len(ends)
    assert chosen == {Move(scene.best(considered, 0, 12))}


def test_a_hider_keeps_away_once_it_is_ahead() -> None:
    """It attacks, as `strong` does, until it leads. From then on it vanishes, although it has lost the lead."""
    rules = rules_for()
    ahead = position(rules, [[CENTRE], [label(6, 0, -1)]], hp=(25, 20))
    even = replace(ahead, hp=(25, 25))
    hider = Hider(rules, 0)

    assert isinstance(hider.choose(rules.view(even, 0), rules.legal_actions(even, 0), Random(1)), Attack)
    for state in (ahead, even):
        assert hider.choose(rules.view(state, 0), rules.legal_actions(state, 0), Random(1)) == VANISH
    rolled = played(rules, ahead, "roll", "d10 5")
    fled = hider.choose(rules.view(rolled, 0), rules.legal_actions(rolled, 0), Random(1))
    assert isinstance(fled, Move)
    assert Lookups(rules.view(rolled, 0)).grid.distance(fled.cell, ahead.at[1]) > 4


def test_a_position_is_worth_more_with_more_health_and_nothing_beats_winning() -> None:
    rules = rules_for()
    state = position(rules, [[CENTRE], [label(6, 0, -5)]])
    worth = [rules.evaluate(rules.view(replace(state, hp=hp), 0), 0) for hp in ((5, 25), (25, 25), (25, 5))]
    won = played(rules, replace(state, hp=(25, 1)), f"attack {label(6, 0, -5)}", "d20 20", "d16 1")

    assert worth == sorted(worth)
    assert rules.evaluate(rules.view(won, 0), 0) > worth[-1]
    assert rules.evaluate(rules.view(won, 1), 1) < worth[0]


def test_sampled_worlds_leave_the_real_tile_to_chance() -> None:
    """`determinize` samples every tile left as the real one, and no other. A seat's own real tile is fixed."""
    rules = rules_for()
    tiles = cells(rules, CENTRE, None, label(6, 2, 0))
    state = position(rules, [[None], [label(6, 0, -6)]], tiles=(tiles, ()), hidden=(1, 0), real=(3, 0))
    rng = Random(5)

    assert {rules.determinize(rules.view(state, 1), rng).real for _ in range(40)} == {(1, 0), (3, 0)}
    assert {rules.determinize(rules.view(state, 0), rng) for _ in range(10)} == {state}

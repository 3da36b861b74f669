"""The habits of players, counted in short games by hand."""

from engine.hex_battle_wars.habits import count_habits
from engine.hex_battle_wars.rules import HexBattleWarsRules
from engine.hex_battle_wars.state import State
from engine.players.arena import Step
from engine.players.habits import Count
from tests.engine.hex_battle_wars.positions import label, position, rules_for

CENTRE, OTHER = label(6, 0, 0), label(6, 0, -6)


def steps_of(rules: HexBattleWarsRules, state: State, *texts: str) -> list[Step]:
    """Play actions in notation and return them as steps of the arena."""
    found: list[Step] = []
    for text in texts:
        (actor,) = rules.actors(state)
        action = rules.parse_action(text)
        transition = rules.apply(state, actor, action)
        found.append(Step(state, actor, action, transition))
        state = transition.state
    return found


def test_shots_with_little_chance_that_repeat_the_position_until_the_last_round() -> None:
    """From six hexes only a 20 hits the armour class 16."""
    rules = rules_for(max_rounds=6)
    state = position(rules, [[CENTRE], [OTHER]], armour=(16, 16))
    game = steps_of(rules, state, *(f"attack {OTHER}", "d20 1", f"attack {CENTRE}", "d20 1") * 6)

    counted = count_habits(rules, game, [0])
    assert counted["shots at 10 % or less"] == Count(6, 6)
    assert counted["games with a repeated position"] == Count(1, 1)
    assert counted["games with 6 rounds without a shot above 10 %"] == Count(1, 1)
    assert counted["games with 10 rounds without a shot above 10 %"] == Count(0, 1)
    assert counted["games ended by the round limit"] == Count(1, 1)
    assert count_habits(rules, game, [0, 1])["shots at 10 % or less"] == Count(12, 12)


def test_a_better_shot_ends_a_run_and_a_repetition() -> None:
    """From two hexes, six faces hit the armour class 13."""
    rules, near = rules_for(max_rounds=6), label(6, 0, -2)
    state = position(rules, [[CENTRE], [near]], armour=(13, 13))
    game = steps_of(rules, state, *(f"attack {near}", "d20 1", f"attack {CENTRE}", "d20 1") * 6)

    counted = count_habits(rules, game, [0, 1])
    assert counted["shots at 10 % or less"] == Count(0, 12)
    assert counted["games with a repeated position"] == Count(0, 1)
    assert counted["games with 6 rounds without a shot above 10 %"] == Count(0, 1)


def test_walks_to_and_fro_and_towards_the_enemy() -> None:
    """Seat 0 is behind and walks two steps closer, then back; seat 1 passes."""
    rules = rules_for(max_rounds=2)
    state = position(rules, [[CENTRE], [OTHER]], hp=(5, 25))
    ahead = label(6, 0, -2)
    walks = [("roll", "d10 2", f"move {end}", "end", "pass") for end in (ahead, CENTRE)]
    game = steps_of(rules, state, *(text for walk in walks for text in walk))

    counted = count_habits(rules, game[:5], [0, 1])
    assert counted["steps closer in a walk when behind"] == Count(2, 1)
    counted = count_habits(rules, game, [0, 1])
    assert counted["steps closer in a walk when behind"] == Count(0, 2)
    assert counted["steps closer in a walk when ahead"] == Count(0, 0)
    assert counted["walks that go back"] == Count(1, 2)
    assert counted["rounds in a game"] == Count(2, 1)

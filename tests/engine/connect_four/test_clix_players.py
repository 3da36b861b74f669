"""Computer players, evaluation, and the hooks for searching players."""

from collections import Counter
from random import Random

import pytest

from engine.__main__ import main
from engine.connect_four import GAME_TYPE
from engine.connect_four.actions import ChooseForce
from engine.connect_four.drafting import find_draft
from engine.connect_four.evaluation import WON, evaluate_state
from engine.connect_four.forces import READY_MADE, ready_made_forces
from engine.connect_four.playouts import Playouts
from engine.connect_four.roster import CLASSES
from engine.core import CHANCE, sample_outcome
from engine.players import create_computer_player
from engine.players.arena import Step
from engine.record import Configuration
from tests.engine.connect_four.clix_positions import RULES, game, on, play
from tests.logged import finished

pytestmark = pytest.mark.usefixtures("class_of_tests")


def choice(name, state, seed=0, rules=RULES):
    seat = rules.actors(state)[0]
    player = create_computer_player("connect_four", name, rules, seat)
    return rules.format_action(player.choose(rules.view(state, seat), rules.legal_actions(state, seat), Random(seed)))


PLAYOUTS = Playouts(RULES, 0)
THREE = {"a1": "vam-1r", "b1": "vam-1r", "c1": "vam-1r"}


@pytest.mark.parametrize("name", ["easy", "normal", "strong", "master"])
def test_every_level_completes_its_own_four(name):
    found = {choice(name, game(THREE, {"a2": "und-1r"}, ("vam-1r*2 vam-u*1", "und-1r*1")), seed) for seed in range(5)}
    assert {text[-1] for text in found if text.startswith("drop")} == {"d"}


@pytest.mark.parametrize("name", ["normal", "strong", "master"])
def test_it_stops_the_other_s_four(name):
    state = game(THREE, {"a2": "und-1r"}, ("vam-1r*1", "und-1r*1 und-2r*1"), active=1)
    assert {choice(name, state, seed)[-1] for seed in range(3)} == {"d"}


def test_easy_takes_what_is_nearly_as_good_as_the_best():
    state = game({"c1": "vam-1r"}, {"g1": "und-1r"}, ("vam-1r*3", "und-1r*3"))
    assert len({choice("easy", state, seed) for seed in range(20)}) > len(
        {choice("normal", state, seed) for seed in range(20)}
    )


def test_normal_does_not_let_two_in_a_row_become_two_threats_at_once():
    state = game({"c1": "vam-1r", "d1": "vam-1r"}, {}, ("vam-1r*3", "und-1r*3 und-2r*1"), active=1)
    assert {choice("normal", state, seed)[-1] for seed in range(5)} <= {"b", "e"}


def test_normal_kills_what_makes_its_own_four_fall_into_place():
    first = {"a1": "vam-1r", "b1": "vam-1r", "c2": "gar-maul", "d1": "vam-1r"}
    state = game(first, {"c1": "und-1r"}, ("vam-1r*1", "und-1r*1"))
    assert choice("normal", state).startswith("attack c2 c1")


def test_normal_does_not_strike_where_it_would_be_struck_harder():
    """The mite hits only with a double 6, and the maul's retaliation destroys it."""
    state = game({"a1": "gar-mite"}, {"b1": "gar-maul"}, ("vam-1r*1", "und-1r*1"))
    assert choice("normal", state).startswith("drop")


def test_normal_answers_questions():
    state, _ = play(game({"a1": "vam-2r"}, {"b1": "occ-1r"}), "attack a1 b1 ranged", "d6 34")
    assert choice("normal", state) in ("retaliate close", "retaliate ranged")
    state, _ = play(game({"b1": "gar-maul"}, {"a1": "und-1r", "c1": "und-1r"}), "attack b1 a1 close", "d6 34", "d6 11")
    assert choice("normal", state) == "rampage c1"


def test_the_command_line_plays_without_naming_seats(capsys):
    assert main(["play", "connect_four", "--seed", "7", "--players", "normal"]) == 0
    assert '"game":"connect_four"' in capsys.readouterr().out.replace(" ", "")


def games(players, seeds, **options):
    """Return the number of games that the first player wins, with seats alternating."""
    won = 0
    for seed in seeds:
        seat = seed % 2
        order = players if seat == 0 else players[::-1]
        configuration = Configuration("connect_four", 1, GAME_TYPE.options(2, options), 2, "t", None, None)
        outcome = finished(configuration, bytes([seed]) * 32, list(order)).game.outcome
        assert outcome is not None
        won += seat in outcome.winners
    return won


def test_normal_beats_easy_and_easy_beats_random():
    assert games(["normal", "easy"], range(10), size="quick") >= 7
    assert games(["easy", "random"], range(20), size="brawl") >= 11


def test_evaluate_prefers_monsters_lines_and_victory():
    def value(first, second, seat=0):
        return RULES.evaluate(RULES.view(game(first, second, ("vam-1r*1", "und-1r*1")), seat), seat)

    assert value({"a1": "vam-u"}, {"g1": "und-1r"}) > value({"a1": on("vam-u", click=4)}, {"g1": "und-1r"})
    assert value({"a1": "vam-1r", "b1": "vam-1r"}, {}) > value({"a1": "vam-1r", "g1": "vam-1r"}, {})
    over, _ = play(game(THREE, {}, ("vam-1r*1", "")), "drop vam-1r d")
    assert RULES.evaluate(RULES.view(over, 0), 0) == WON
    assert RULES.evaluate(RULES.view(over, 1), 1) == -WON


def test_evaluate_weighs_an_attack_before_its_dice():
    """The general greedy player evaluates the position right after an attack is declared."""
    weak, strong = (
        game({"a1": attacker}, {"b1": target}, ("vam-1r*1", "und-1r*1"))
        for attacker, target in (("gar-mite", "gar-maul"), ("gar-maul", "und-1r"))
    )
    gained = []
    for state in (weak, strong):
        declared, _ = play(state, "attack a1 b1 close")
        gained.append(RULES.evaluate(RULES.view(declared, 0), 0) - RULES.evaluate(RULES.view(state, 0), 0))
    assert gained[0] < 0 < gained[1]


def test_playouts_make_fours_and_stop_them():
    for active, reserves in ((0, ("vam-1r*1 vam-u*1", "")), (1, ("", "und-1r*1"))):
        state = game(THREE, {"a2": "und-1r"}, reserves, active=active)
        found = {PLAYOUTS.playout_action(state, active, Random(seed)).column for seed in range(6)}
        assert found == {3}


def test_a_playout_runs_to_the_end_from_a_sampled_world_and_its_states_are_worth_what_their_views_are():
    rng = Random(4)
    state = RULES.determinize(RULES.view(RULES.initial_state(), 0), rng)
    for _ in range(RULES.max_game_length):
        actors = RULES.actors(state)
        if not actors:
            break
        if state.turn:
            for seat in (0, 1):
                expected = RULES.evaluate(RULES.view(state, seat), seat)
                assert evaluate_state(RULES.grid, state, seat) == pytest.approx(expected)
        if actors == (CHANCE,):
            action = sample_outcome(RULES.chance_outcomes(state), rng)
        else:
            action = PLAYOUTS.playout_action(state, actors[0], rng)
        state = RULES.apply(state, actors[0], action).state
    assert RULES.outcome(state) is not None


def test_habits_are_the_shares_of_classes_and_forces_of_the_counted_seats():
    state = RULES.initial_state()
    for seat, name in enumerate(("vampire", "undead")):
        state = RULES.apply(state, seat, RULES.parse_action(f"class {name}")).state
    elite = ChooseForce(ready_made_forces("vampire", 1200)["elite"])
    state = RULES.apply(state, 0, elite).state
    action = RULES.parse_action("force und-1r*1")
    steps = [Step(state, 1, action, RULES.apply(state, 1, action))]

    both = GAME_TYPE.count_habits(RULES, steps, (0, 1))
    first = GAME_TYPE.count_habits(RULES, steps, (0,))

    assert {name: count for name, count in both.items() if count.done} == dict.fromkeys(
        ("class vampire", "class undead", "force elite", "force own"), (1, 2)
    )
    assert {name: count for name, count in first.items() if count.done} == dict.fromkeys(
        ("class vampire", "force elite"), (1, 1)
    )
    assert len(both) == len(CLASSES) + 4


@pytest.mark.parametrize("name", ["strong", "master"])
def test_players_that_search_choose_every_class_and_force_by_its_weight(name):
    state = RULES.initial_state()
    classes = Counter(choice(name, state, seed).split()[1] for seed in range(600))
    total = sum(find_draft(each).weight for each in CLASSES)

    assert {each: classes[each] / 600 for each in CLASSES} == {
        each: pytest.approx(find_draft(each).weight / total, abs=0.06) for each in CLASSES
    }
    for text in ("class undead", "class demon"):
        state = RULES.apply(state, RULES.actors(state)[0], RULES.parse_action(text)).state
    assert len({choice(name, state, seed) for seed in range(40)}) == len(READY_MADE)

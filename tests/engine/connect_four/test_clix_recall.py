"""The earlier action that the picture of a card shows, rebuilt from public events."""

from random import Random

from engine.connect_four import GAME_TYPE
from engine.connect_four.recall import add_earlier_action
from engine.core import CHANCE, SPECTATOR, sample_outcome
from tests.engine.connect_four.clix_positions import RULES, game, on, play


def test_ones_own_attack_is_reported_beside_the_answer():
    state = game({"a1": "vam-1r"}, {"b1": "und-2r"}, ("vam-1r*1", "und-1r*2"))
    attacked, first = play(state, "attack a1 b1 close", "d6 12", "d6 12")
    answered, second = play(attacked, "drop und-1r g")

    found = add_earlier_action(RULES.view(answered, SPECTATOR), [*first, *second])

    assert found.recent == (*attacked.recent, *answered.recent)
    assert [report.kind for report in found.recent] == ["attack", "drop"]
    asked, third = play(answered, "attack a1 b1 close")
    assert add_earlier_action(RULES.view(asked, SPECTATOR), third).recent == asked.recent


def test_what_the_start_of_the_answering_turn_cost_is_reported():
    state = game({"a1": "vam-1r"}, {"c1": on("occ-2v", 3)}, ("vam-1r*1", "occ-1r*2"))
    placed, first = play(state, "drop vam-1r g")
    answered, second = play(placed, "drop occ-1r f")

    found = add_earlier_action(RULES.view(answered, SPECTATOR), [*first, *second])

    assert [(report.kind, len(report.losses)) for report in found.recent] == [("drop", 0), ("start", 1), ("drop", 0)]


def test_what_is_added_are_reports_of_the_game_of_one_seat():
    rules, rng = GAME_TYPE.rules(2, {"size": "brawl"}), Random(5)
    state, events, known, added = rules.initial_state(), [], set(), 0
    while actors := rules.actors(state):
        player = actors[0]
        actions = rules.chance_outcomes(state) if player == CHANCE else rules.legal_actions(state, player)
        played = rules.apply(state, player, sample_outcome(actions, rng))
        state, events = played.state, [*events, *played.events]
        known.update(state.recent)
        view = rules.view(state, SPECTATOR)
        reports = add_earlier_action(view, events).recent
        earlier = [each for each in reports[: len(reports) - len(view.recent)] if each.kind != "start"]
        assert known.issuperset(earlier)
        assert len({each.seat for each in earlier}) <= 1
        added += len(earlier)
    assert added > 20

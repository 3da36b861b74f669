"""A turn, from its start to the end of the game (CF-8 to CF-10, CF-15 to CF-18, CF-20).

It covers effects due at the start, hourglass clicks, placing, falls, fours and kills.
"""

import pytest

from engine.connect_four.events import Damaged, Fell, FourMade, GameEnded, KillScored, TimeRanOut, VictimTaken
from engine.core import HOST, Close, Forfeit
from tests.engine.connect_four.clix_positions import RULES, game, monsters, named, on, play, refused, turn_of

pytestmark = pytest.mark.usefixtures("class_of_tests")


def result(state):
    found = RULES.result(state)
    assert found is not None
    return found["winner"], found["reason"]


def seats_of(state):
    """Return each seat's part of the result of a finished game."""
    found = RULES.result(state)
    assert found is not None
    return found["seats"]


def test_cf_8_infect_and_decay_come_at_once_before_miasma():
    """The click of the infection ends rust's decay, which still counts. Then fume's miasma hits both neighbours."""
    first = {"a1": on("gar-rust", click=2, infected=True), "b1": "vam-1r", "b2": "gar-fume"}
    second = {"c1": "wer-1r", "a2": "und-1r"}

    state, told = turn_of(game(first, second, active=1), 0)

    causes = [(event.loss.square, event.loss.causes) for event in named(told, Damaged)]
    assert causes[0] == ("a1", (("infect", 1),))
    assert ("c1", (("miasma", 1),)) in causes
    assert monsters(state)["a1"] == (0, "gar-rust", 3, 0, 0)
    assert monsters(state)["c1"][2] == 1


def test_cf_8_decay_and_infect_of_one_monster_are_two_clicks_that_may_destroy_it():
    rust = on("gar-rust", click=1, infected=True)
    state, told = turn_of(game({"a1": rust}, {"b1": "wer-1r"}, active=1), 0)
    assert [event.loss.clicks for event in named(told, Damaged)] == [2]
    assert monsters(state)["a1"][2] == 3
    assert RULES.view(state, 0).monsters[0].infected is False


def test_cf_8_only_ones_own_monsters_are_sick_at_the_start_of_a_turn():
    state, told = turn_of(game({"a1": on("vam-1r", infected=True)}, {"b1": "wer-1r"}), 1)
    assert named(told, Damaged) == []
    assert RULES.view(state, 0).monsters[0].infected


def test_cf_8_a_fall_at_the_start_of_a_turn_can_end_the_game():
    """The infection destroys b1, and seat 0's b2 falls into the row of its own monsters."""
    first = {"a1": "vam-1r", "b2": "und-1r", "c1": "wer-1r", "d1": "vam-2r"}
    second = {"b1": on("vam-1r", click=2, infected=True)}

    state, told = turn_of(game(first, second), 1)

    assert [event.squares for event in named(told, FourMade)] == [("a1", "b1", "c1", "d1")]
    assert result(state) == (0, "four")


def test_cf_9_any_own_monsters_with_an_hourglass_may_take_a_click_and_the_other_side_s_may_not():
    first = {"a1": on("und-1r", click=1), "b1": "gar-sand", "c1": "vam-1r"}
    state, _ = turn_of(game(first, {"d1": on("und-1r", click=1)}, ("vam-1r*1", ""), active=1), 0)

    assert RULES.view(state, 0).choices == ("a1", "b1")
    listed = [RULES.format_action(action) for action in RULES.legal_actions(state, 0)]
    assert listed == ["click none", "click a1", "click a1 b1", "click b1"]
    assert "hourglass" in refused(state, "click c1")
    assert "hourglass" in refused(state, "click d1")
    assert "First choose" in refused(state, "drop vam-1r a")

    after, _ = play(state, "click a1")
    assert monsters(after)["a1"][2] == 2
    assert RULES.view(after, 0).phase == "act"


def test_cf_9_a_click_may_destroy_and_then_nobody_scores():
    state, _ = turn_of(game({"b1": "gar-sand", "b2": "vam-1r"}, {"c1": "wer-1r"}, ("vam-1r*1", ""), active=1), 0)
    after, told = play(state, "click b1")

    assert monsters(after) == {"b1": (0, "vam-1r", 0, 0, 0), "c1": (1, "wer-1r", 0, 0, 0)}
    assert named(told, KillScored) == []
    assert after.kill_points == (0, 0)
    assert RULES.actors(after) == (0,)


def test_cf_9_with_more_than_five_candidates_each_alone_and_all_are_listed():
    names = ["a1", "b2", "c1", "d2", "e1", "f1"]
    state = game(dict.fromkeys(names, "gar-sand"), {"b1": "wer-1r", "d1": "wer-1r"}, ("vam-1r*1", ""), active=1)
    state, _ = turn_of(state, 0)
    listed = [RULES.format_action(action) for action in RULES.legal_actions(state, 0)]
    assert listed == ["click none", "click a1", "click a1 b2 c1 d2 e1 f1", *(f"click {name}" for name in names[1:])]
    assert monsters(play(state, "click f1 b2")[0]).keys() == {"a1", "b1", "c1", "d1", "d2", "e1"}


def test_cf_9_is_not_asked_without_an_hourglass():
    state, _ = turn_of(game({"a1": "vam-1r"}, {}, ("vam-1r*1", ""), active=1), 0)
    assert RULES.view(state, 0).phase == "act"


def test_cf_10_a_monster_lands_on_the_stack_on_its_starting_click():
    state, _ = play(game({"a1": "vam-1r"}, {}, ("vam-1e*2", "und-1r*1")), "drop vam-1e a")

    assert monsters(state)["a2"] == (0, "vam-1e", 1, 0, 0)
    assert RULES.view(state, 0).seats[0].reserve == (("vam-1e", 1),)
    assert (state.active, state.turn) == (1, 10)


def test_cf_10_a_full_column_and_what_is_not_in_the_reserve_are_refused():
    column = {f"a{row}": "vam-1r" for row in (1, 3, 5)}, {f"a{row}": "und-1r" for row in (2, 4, 6)}
    state = game(*column, ("vam-1e*1", ""))
    assert refused(state, "drop vam-1e a").startswith("Column a is full. Place it in b, c")
    assert "isn't in your reserve" in refused(state, "drop vam-1r b")
    assert "place a monster in column b" in refused(state, "pass")


def test_cf_10_conceding_gives_the_other_the_game_and_is_not_listed():
    state = game({"a1": "vam-1r"}, {}, ("vam-1r*1", ""), active=0)
    concede = RULES.parse_action("concede")
    assert concede not in RULES.legal_actions(state, 0)
    assert not RULES.is_legal(state, 1, concede)
    assert result(RULES.apply(state, 0, concede).state) == (1, "concession")


@pytest.mark.parametrize(
    ("squares", "below", "column", "four"),
    [
        ("a1 b1 d1", "", "c", "a1 b1 c1 d1"),
        ("c1 c2 c3", "", "c", "c1 c2 c3 c4"),
        ("a1 b2 c3", "b1 c1 c2 d1 d2 d3", "d", "a1 b2 c3 d4"),
        ("g1 f2 e3", "f1 e1 e2 d1 d2 d3", "d", "d4 e3 f2 g1"),
    ],
)
def test_cf_15_four_in_a_row_in_every_direction(squares, below, column, four):
    state = game(dict.fromkeys(squares.split(), "vam-1r"), dict.fromkeys(below.split(), "und-1r"), ("vam-1e*1", ""))

    state, _ = play(state, f"drop vam-1e {column}")

    found = seats_of(state)[0]
    assert (found["fours"], found["four_points"]) == (four.split(), 3 * 45 + 60)
    assert result(state) == (0, "four")


def test_cf_15_intangible_and_immovable_monsters_fall_too_until_no_gap_remains():
    """One hit of the maul destroys a1. Both monsters above drop, although the wisp shows three hourglasses."""
    first = {"a1": "vam-1r", "a2": on("spi-1r", click=1), "a3": "vam-1e"}
    state, told = play(game(first, {"b1": "gar-maul"}, active=1), "attack b1 a1 close", "d6 34", "d6 11")

    assert [(event.fall.start, event.fall.end) for event in named(told, Fell)] == [("a2", "a1"), ("a3", "a2")]
    assert monsters(state)["a1"][:3] == (0, "spi-1r", 1)
    assert monsters(state)["a2"][:3] == (0, "vam-1e", 1)


def test_cf_16_a_fall_that_makes_a_four_wins_in_ones_own_turn():
    first = {"a1": "vam-1r", "b1": "vam-1r", "c2": "gar-maul", "d1": "vam-1r"}
    state, _ = play(game(first, {"c1": "und-1r"}), "attack c2 c1 close", "d6 34", "d6 11")
    assert seats_of(state)[0]["fours"] == ["a1", "b1", "c1", "d1"]
    assert result(state) == (0, "four")


def test_cf_16_a_fall_that_makes_a_four_wins_in_the_other_s_turn():
    """Seat 1 removes its own c1, so c2 drops and completes seat 0's row."""
    first = {"b1": "vam-1r", "c2": "vam-1e", "d1": "vam-1r", "e1": "vam-1r"}
    state, _ = turn_of(game(first, {"c1": "gar-sand"}, ("", "und-1r*1")), 1)
    state, _ = play(state, "click c1")
    assert seats_of(state)[0]["fours"] == ["b1", "c1", "d1", "e1"]
    assert result(state) == (0, "four")


def double(first_points, second_points, kill_points=(0, 0)):
    """Return the state after the maul on d3 destroys d2 and the falls make a four of both seats.

    Row 2 is seat 0's (a2 b2 c2, and d3 falls to d2). Row 3 is seat 1's (a3 b3 c3, and d4 falls to d3). `first_points`
    and `second_points` are the ids of the monsters in the fours.
    """
    base = {"a1": "und-1r", "c1": "und-1r", "d1": "und-1r"}, {"b1": "und-1r", "d2": on("und-2r", click=2)}
    first = base[0] | {"a2": first_points, "b2": first_points, "c2": first_points, "d3": "gar-maul"}
    second = base[1] | dict.fromkeys(("a3", "b3", "c3", "d4"), second_points)
    state = game(first, second, kill_points=kill_points)
    return play(state, "attack d3 d2 close", "d6 34", "d6 11")[0]


def test_cf_16_both_have_four_and_the_lower_total_wins():
    state = double("vam-1r", "und-1r")
    assert [seat["four_points"] for seat in seats_of(state)] == [165, 160]
    assert result(state) == (1, "double_four")

    state = double("und-1r", "und-1r")
    assert [seat["four_points"] for seat in seats_of(state)] == [150, 160]
    assert result(state) == (0, "double_four")


def test_cf_16_equal_totals_go_by_kill_points_and_then_are_a_draw():
    # 3 x 50 + 30 = 180 = 4 x 45. The kill of d2 brings seat 0 65 points.
    for kill_points, winner in (((0, 0), 0), ((0, 65), None), ((0, 66), 1)):
        state = double("gar-fury", "vam-1r", kill_points)
        assert [seat["four_points"] for seat in seats_of(state)] == [180, 180]
        assert result(state) == (winner, "double_four")
        outcome = RULES.outcome(state)
        assert outcome is not None
        assert outcome.winners == (() if winner is None else (winner,))


def test_cf_16_a_longer_row_counts_its_cheapest_four():
    first = {"a1": "vam-u", "b1": "vam-1r", "c1": "vam-1r", "e1": "vam-1r"}
    state, _ = play(game(first, {}, ("vam-1e*1", "")), "drop vam-1e d")
    assert seats_of(state)[0] == {"kill_points": 0, "fours": ["b1", "c1", "d1", "e1"], "four_points": 195}


def test_cf_17_a_kill_scores_and_a_living_killer_takes_a_victim_token():
    state, told = play(
        game({"b1": "gar-maul"}, {"a1": "und-1r", "g1": "und-1r"}), "attack b1 a1 close", "d6 34", "d6 11"
    )
    assert state.kill_points == (40, 0)
    assert named(told, KillScored) == [KillScored(0, "und-1r", 40)]
    assert named(told, VictimTaken) == [VictimTaken("b1")]
    assert monsters(state)["b1"] == (0, "gar-maul", 0, 1, 1)


def test_cf_17_ones_own_critical_miss_alone_scores_nothing_and_with_a_click_of_the_opponent_it_does():
    dying = on("und-1r", click=2)
    attack = "attack a1 b1 close"
    state, _ = play(game({"a1": dying}, {"b1": "gar-mite"}), attack, "d6 11", "d6 12")
    assert "a1" not in monsters(state)
    assert state.kill_points == (0, 0)

    state, _ = play(game({"a1": dying}, {"b1": "gar-mite"}), attack, "d6 11", "d6 66")
    assert state.kill_points == (0, 40)
    assert monsters(state)["b1"] == (1, "gar-mite", 0, 0, 1)


def test_cf_17_infection_scores_nothing():
    state, _ = turn_of(game({"a1": on("und-1r", click=2, infected=True)}, {"g1": "vam-1r"}, active=1), 0)
    assert monsters(state) == {"g1": (1, "vam-1r", 0, 0, 0)}
    assert state.kill_points == (0, 0)


def test_cf_18_two_passes_in_succession_end_the_game_by_kill_points():
    for kill_points, winner in (((5, 3), 0), ((3, 5), 1), ((4, 4), None)):
        state = game({"a1": "vam-1r"}, {"g1": "und-1r"}, kill_points=kill_points)
        assert [RULES.format_action(action) for action in RULES.legal_actions(state, 0)] == ["pass"]
        state, told = play(state, "pass")
        assert RULES.actors(state) == (1,)
        assert named(told, GameEnded) == []
        state, _ = play(state, "pass")
        assert result(state) == (winner, "kill_points")


def test_cf_18_passes_are_consecutive_whatever_clicks_come_between_and_an_action_breaks_them():
    state = game({"a1": "vam-1r"}, {"g1": "gar-sand", "g2": "gar-sand"})
    state, _ = play(state, "pass", "click none", "pass")
    assert result(state) == (None, "kill_points")

    state = game({"a1": "vam-1r"}, {"g1": "und-1r"}, ("", "und-1r*1"))
    state, _ = play(state, "pass", "drop und-1r f", "pass")
    assert RULES.outcome(state) is None


def test_cf_18_a_full_grid_without_attacks_is_a_pass_also_with_a_reserve():
    first = {f"{column}{row}": on("vam-1r", tokens=2) for column in "abcdefg" for row in range(1, 7)}
    second = {square: first.pop(square) for square in list(first) if (ord(square[0]) // 2 + int(square[1])) % 2}
    state = game(first, second, ("vam-1e*1", ""))
    assert [RULES.format_action(action) for action in RULES.legal_actions(state, 0)] == ["pass"]


@pytest.mark.parametrize(
    ("first", "second", "reserves", "expected"),
    [
        # The cheapest monster (both cost 45: roster order decides) in the lowest column, leftmost.
        ({"a1": "vam-1r"}, {"b1": "und-1r"}, ("vam-1e*1 vam-1r*1", ""), "drop vam-1r c"),
        # Nothing to place: the first attack by squares, close before ranged, without shackle.
        ({"b1": "vam-2r", "d1": "vam-2r"}, {"c1": "und-1r"}, ("", ""), "attack b1 c1 close"),
        ({"a1": "vam-1r"}, {"g1": "und-1r"}, ("", ""), "pass"),
    ],
)
def test_cf_20_the_clock_makes_the_default_move(first, second, reserves, expected):
    state = game(first, second, reserves)
    after = RULES.apply(state, HOST, Close())
    assert after.events[0] == TimeRanOut(0)
    assert after.state == RULES.apply(state, 0, RULES.parse_action(expected)).state


def test_cf_20_the_clock_answers_only_the_open_question():
    state, _ = turn_of(game({"a1": "gar-sand"}, {"g1": "und-1r"}, ("vam-1r*1", ""), active=1), 0)
    state, _ = play(state, "close")
    assert (RULES.view(state, 0).phase, monsters(state)["a1"][2]) == ("act", 0)

    state, _ = play(game({"a1": "vam-2r"}, {"b1": "occ-1r"}), "attack a1 b1 ranged", "d6 34", "close")
    attack = RULES.view(state, 0).attack
    assert attack is not None
    assert attack.retaliation == "close"

    first, second = {"b1": "gar-maul"}, {"a1": "und-1r", "c1": "und-1r"}
    state, _ = play(game(first, second), "attack b1 a1 close", "d6 34", "d6 11")
    assert RULES.view(state, 0).phase == "rampage"
    state, _ = play(state, "close")
    assert state.active == 1


def test_cf_20_leaving_is_a_concession_also_while_dice_roll():
    state, _ = play(game({"a1": "vam-1r"}, {"b1": "und-1r"}), "attack a1 b1 close")
    assert not RULES.is_legal(state, HOST, Close())
    assert result(RULES.apply(state, HOST, Forfeit(0)).state) == (1, "concession")

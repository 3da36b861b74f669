"""A first game (HM-16, option `hives`): one hive, three rounds, points of shapes alone.

The hive has the board A1 B2 C3 D2 E1 F1 G2 H3 I2 J1 K1 L3.
"""

from typing import Any

import pytest

from engine.core import HOST, Forfeit, InvalidOptions
from engine.hive_mind import GAME_TYPE
from engine.hive_mind.events import CandidateFound
from engine.hive_mind.preview import find_declarable_hives, guessable_hives, needs_three_kinds, possible_kinds
from engine.record import Configuration
from tests.engine.hive_mind.positions import BOARD, after, play_to_end, played, refused
from tests.logged import finished

RULES = GAME_TYPE.rules(3, {"hives": 1})
LAID = after(RULES, RULES.initial_state(), f"chance hive charge {BOARD}")
GAME = (
    "0 charge:ADE ready",
    "1 charge:FGJ ready",
    "2 charge:DHK ready",
    # one shape on A, B, F, H and L, two on C and I: A1 + B2, F1, H3 + L3
    "0 charge:ABC ready",
    "1 charge:CFI ready",
    "2 charge:HIL ready",
    # one shape on C, D, G and J, two on E and I, none counts on H, which has paid: C3 + G2 + J1, D2, nothing
    "0 charge:CGJ ready",
    "1 charge:DEI ready",
    "2 charge:EHI ready",
)


def test_hm_16_one_hive_three_rounds_and_points_of_shapes_alone() -> None:
    """HM-16: the worked example scores 9, 3 and 6 points; the winner's result is 1, and nobody is last."""
    end = played(RULES, LAID, *GAME)
    result, outcome = RULES.result(end.state), RULES.outcome(end.state)

    assert result is not None
    assert outcome is not None
    assert [seat["points"] for seat in result["seats"]] == [9, 3, 6]
    assert [seat["placement"] for seat in result["seats"]] == [9, 3, 6]
    assert [(seat["tokens"], seat["garnets"]["earned"]) for seat in result["seats"]] == [(0, 0)] * 3
    assert (result["winner"], result["candidate"], result["candidates"], len(result["rounds"])) == (0, None, [], 3)
    assert (outcome.winners, outcome.returns, outcome.reason) == ((0,), (1, 0, 0), "points")
    assert RULES.standing(end.state) == ((0,), (2,), (1,))
    assert not any(isinstance(event, CandidateFound) for event in end.events)


def test_hm_16_a_tie_on_points_3s_and_2s_has_no_winner() -> None:
    """HM-16: guesses don't break ties, and without a winner everybody's result is 0."""
    outcome = RULES.outcome(play_to_end(RULES, LAID))

    assert outcome is not None
    assert (outcome.winners, outcome.returns, outcome.reason) == ((), (0, 0, 0), "nothing")


def test_hm_16_it_has_neither_double_nor_block_nor_guess() -> None:
    """HM-16: in rounds 2 and 3 they are refused with the reason, and nothing offers them."""
    second = after(RULES, LAID, *GAME[:3])
    third = after(RULES, second, *GAME[3:6])
    reason = "In a first game with one hive only shapes count: no Double, no Block, no guess."

    assert refused(RULES, second, "0 double:charge")[1] == reason
    assert refused(RULES, second, "0 block:charge")[1] == reason
    assert refused(RULES, third, f"0 guess:charge:{BOARD}")[1] == reason
    assert find_declarable_hives(RULES.view(second, 0), "double").hives == ()
    assert guessable_hives(RULES.view(third, 0)) == ()
    assert "marcer" in refused(RULES, second, "0 marcer:ADE")[1]


def test_hm_16_round_1_takes_any_kind() -> None:
    """HM-7, HM-16: with one hive there are no three kinds to choose; each kind is still played once."""
    second = after(RULES, LAID, *GAME[:3])

    assert not needs_three_kinds(RULES.view(LAID, 0))
    assert possible_kinds(RULES.view(LAID, 0), "charge") == ("tri", "arc", "line")
    assert possible_kinds(RULES.view(second, 0), "charge") == ("arc", "line")


def test_hm_28_who_leaves_is_last_and_the_game_goes_on() -> None:
    """HM-28: a seat that has left ranks below everybody."""
    left = RULES.apply(after(RULES, LAID, *GAME[:6]), HOST, Forfeit(2)).state

    assert RULES.standing(play_to_end(RULES, left))[-1] == (2,)


@pytest.mark.parametrize(
    ("options", "refusal"),
    [
        ({"hives": 2}, "The option hives can only be 1, not “2”."),
        ({"hives": True}, "The option hives can only be 1, not “True”."),
        ({"hives": "1"}, "The option hives can only be 1, not “1”."),
        ({"hives": 1, "garnets": 3}, "A first game with one hive has no garnets."),
    ],
)
def test_hm_16_other_values_of_the_option_are_refused(options: dict[str, Any], refusal: str) -> None:
    """HM-16: only 1 is an option, without garnets."""
    with pytest.raises(InvalidOptions) as caught:
        GAME_TYPE.options(3, options)

    assert refusal in str(caught.value)


def test_hm_16_without_the_option_a_match_has_all_hives_of_its_edition() -> None:
    """HM-16: an absent key stays absent, so that records of earlier matches keep their options."""
    full = GAME_TYPE.options(3, {"edition": "gauntlet"})

    assert full == {"edition": "gauntlet", "garnets": [8, 8, 8]}
    assert GAME_TYPE.options(3, {"edition": "gauntlet", "hives": 1}) == {
        "edition": "gauntlet",
        "garnets": [0, 0, 0],
        "hives": 1,
    }


@pytest.mark.parametrize("edition", ["gauntlet", "tempo", "recharged"])
def test_computer_players_play_it_to_the_end(edition: str) -> None:
    """HM-16: all levels play a first game of every edition, whose seed decides it as in other matches."""
    configuration = Configuration("hive_mind", 1, {"edition": edition, "hives": 1}, 4)
    log = finished(configuration, bytes(32), ["easy", "normal", "strong", "master"]).log

    assert {entry.action.split(":")[0] for entry in log if entry.actor >= 0} == {"ready", log[1].action.split(":")[0]}

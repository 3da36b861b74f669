"""The end of `gauntlet`: HM-18 to HM-21.

The board is A1 B2 C3 D2 E1 F1 G2 H3 I2 J1 K1 L3 unless a test sets another.
"""

import pytest

from engine.core import SPECTATOR
from engine.hive_mind.events import TotalsAsked, TotalsCompared
from engine.hive_mind.state import State
from tests.engine.hive_mind.positions import BOARD, after, laid, play_to_end, played, refused, result, rules_for

RULES = rules_for("gauntlet")


def totals_phase() -> State:
    """Return a state in the phase of guessing totals.

    Seats 0 and 1 have 6 points each, from the same values. Seat 2 has none.
    """
    state = after(RULES, laid(RULES), "host close", "0 1:DHK", "host close", "1 1:GJL", "host close")
    return after(RULES, state, *["host close"] * 3)


def test_hm_18_totals_are_guessed_by_all_at_the_same_time() -> None:
    """HM-18: guesses are compared with the totals before the phase. +1 for each right guess, -2 for each hit."""
    state = totals_phase()
    assert RULES.view(state, 0).phase == "totals"
    assert RULES.actors(state) == (0, 1, 2)
    state = after(RULES, state, "0 totals:1=6,2=5 ready", "1 totals:0=6 ready", "2 totals:0=1,1=2 totals:0=6,1=6")
    done = played(RULES, state, "2 ready")
    found = RULES.result(done.state)
    assert found is not None

    assert [seat["totals"] for seat in found["seats"]] == [
        {"right": 1, "hit": 2},
        {"right": 1, "hit": 2},
        {"right": 2, "hit": 0},
    ]
    assert [seat["points"] for seat in found["seats"]] == [6 + 1 - 4, 6 + 1 - 4, 0 + 2]
    assert [seat["placement"] for seat in found["seats"]] == [6, 6, 0]
    told = [event for event in done.events if isinstance(event, TotalsCompared)]
    assert [[RULES.visible(event, seat) for event in told].count(None) for seat in (SPECTATOR, 0, 1, 2)] == [3, 2, 2, 2]


def test_hm_18_guesses_are_hidden_and_may_be_changed_until_all_are_ready() -> None:
    """HM-18, HM-29: others see only which seats are awaited. Who guessed what is never shown."""
    state = totals_phase()
    guessed = after(RULES, state, "0 totals:1=6,2=777")
    own = RULES.view(guessed, 0).own
    assert own is not None
    assert own.totals == (None, 6, 777)
    for viewer in (1, 2, SPECTATOR):
        assert RULES.view(guessed, viewer) == RULES.view(state, viewer)
    guessed = after(RULES, guessed, "0 ready")
    assert refused(RULES, guessed, "0 totals:1=7")[1] == "You are ready. Reopen first to change something."
    guessed = after(RULES, guessed, "0 reopen totals:1=6,2=777 ready", "host close")

    end = RULES.view(guessed, 0)
    assert end.own is not None
    assert end.own.totals == (None, None, None)
    assert "777" not in str(RULES.result(guessed))


def test_hm_18_what_cannot_be_guessed() -> None:
    """HM-18: one's own total, an unknown seat and a repeated seat are refused, and so are shapes."""
    state = totals_phase()

    assert refused(RULES, state, "0 totals:0=6")[1] == "Guess the others' totals, not your own."
    assert refused(RULES, state, "0 totals:3=6")[1] == "There is no seat 3. The seats are 0 to 2."
    assert refused(RULES, state, "0 totals:1=6,1=7")[1] == "You guessed seat 1 twice. Write one total for each seat."
    assert refused(RULES, state, "0 totals:1=-3")[0] == "invalid_action"
    assert refused(RULES, state, "0 2:ABC")[1] == ("The rounds are over. Guess totals, or be ready.")
    assert refused(RULES, laid(RULES), "0 totals:1=6")[1] == (
        "You can guess totals only after the last round, in Zero's Gauntlet."
    )


def test_hm_18_the_phase_ends_when_all_are_ready_or_the_host_closes() -> None:
    """HM-18: nobody has to guess. Pending guesses count at the close."""
    done = played(RULES, totals_phase(), "0 ready", "1 ready", "2 ready")
    assert [seat["points"] for seat in result(RULES, done.state)["seats"]] == [6, 6, 0]
    closed = after(RULES, totals_phase(), "2 totals:0=6", "host close")
    assert [seat["points"] for seat in result(RULES, closed)["seats"]] == [4, 6, 1]
    last = after(RULES, laid(RULES), *["host close"] * 5)
    assert TotalsAsked() in played(RULES, last, "host close").events


def test_hm_18_totals_may_fall_below_zero() -> None:
    """HM-18, HM-17: seat 2 has 0 points, is hit twice and ends with -4 points and 0 garnets."""
    found = result(RULES, after(RULES, totals_phase(), "0 totals:2=0", "1 totals:2=0", "host close"))

    assert found["seats"][2]["points"] == -4
    assert found["seats"][2]["garnets"]["earned"] == 0
    assert found["candidate"] == 2


def test_hm_19_most_points_win_a_token() -> None:
    """HM-19: one token for seat 0, with 7 points against 6."""
    found = result(RULES, after(RULES, totals_phase(), "0 totals:2=0", "host close"))

    assert (found["winner"], found["seats"][0]["points"]) == (0, 7)
    assert found["seats"][0]["tokens"] == 1
    assert RULES.view(play_to_end(RULES, totals_phase()), 0).standing is not None


def test_hm_19_tied_on_points_threes_and_twos_nobody_wins() -> None:
    """HM-19: seats 0 and 1 have 6 points each, 3 of them on 3s and 2 on 2s."""
    found = result(RULES, totals_phase())

    assert [(seat["on_threes"], seat["on_twos"]) for seat in found["seats"][:2]] == [(3, 2), (3, 2)]
    assert (found["winner"], [seat["tokens"] for seat in found["seats"]]) == (None, [0, 0, 0])


@pytest.mark.parametrize(
    ("feat", "board", "lines", "expected"),
    [
        # (a): ABC, DHI and FGJ are disjoint, ABC and ABE are not. Two shapes are too few.
        ("disjoint", BOARD,
         ["0 1:ABC", "1 1:ABC", "host close", "0 1:DHI", "1 1:ABE", "2 1:DHI", "host close", "0 1:FGJ", "1 1:HKL",
          "2 1:FGJ", "host close"],
         [1, 0, 0]),
        # (b): seat 2 is alone in round 1, all seats in round 2, nobody in round 3. A seat without a shape never is.
        ("alone", BOARD,
         ["0 1:ABC", "1 1:ABD", "2 1:GJL", "host close", "0 1:DHI", "1 1:BCF", "2 1:JKL", "host close", "0 1:FGJ",
          "1 1:DHK", "2 1:HIK", "host close"],
         [2, 1, 2]),
        # (c): A, B and C are worth 2 in rounds 1 and 2, but are cleared in round 3. Not all hexes of ABD are 2s.
        ("twos", "222113132113",
         ["0 1:ABC", "1 1:ABD", "host close", "1 1:ABC", "host close", "2 1:ABC", "host close"],
         [1, 1, 0]),
        # (d): once per round: all others lie on C and on F, and seat 0 on neither.
        ("avoided", BOARD, ["0 1:DHK", "1 1:BCF", "2 1:CFG", "host close"], [1, 0, 0]),
    ],
    ids=["a", "b", "c", "d"],
)  # fmt: skip
def test_hm_20_feats(feat: str, board: str, lines: list[str], expected: list[int]) -> None:
    """HM-20 (a) to (d)."""
    found = result(RULES, after(RULES, laid(RULES, board), *lines))

    assert [seat["feats"][feat] for seat in found["seats"]] == expected


def test_hm_20_d_needs_a_shape_of_everybody_still_in_the_match() -> None:
    """HM-20 (d): everybody still in the match needs a shape, the seat itself too. Seats that left don't count."""
    rules = rules_for("gauntlet", 4)
    shapes = ["1 1:BCF", "2 1:CFG"]
    missed = after(rules, laid(rules), "0 1:DHK", *shapes, "host close")
    gone = after(rules, laid(rules), "host forfeit 3", "0 1:DHK", *shapes, "host close")
    nothing = after(rules, laid(rules), "3 1:CFI", *shapes, "host close")

    assert [seat["feats"]["avoided"] for seat in result(rules, missed)["seats"]] == [0, 0, 0, 0]
    assert [seat["feats"]["avoided"] for seat in result(rules, gone)["seats"]] == [1, 0, 0, 0]
    assert [seat["feats"]["avoided"] for seat in result(rules, nothing)["seats"]] == [0, 0, 0, 0]


def test_hm_20_the_second_token_goes_to_most_feats() -> None:
    """HM-20: seat 2 is alone in round 1 and avoids A and B, where both others lie: two feats and 0 points."""
    lines = ["0 1:ABC", "1 1:ABD", "2 1:GJL", "host close", "0 1:DHI", "1 1:DHK", "host close"]
    found = result(RULES, after(RULES, laid(RULES), *lines))

    assert [sum(seat["feats"].values()) for seat in found["seats"]] == [0, 0, 2]
    assert (found["winner"], found["second_winner"]) == (0, 2)
    assert [seat["tokens"] for seat in found["seats"]] == [1, 0, 1]
    assert found["candidate"] == 1


def test_hm_20_one_player_may_hold_both_tokens() -> None:
    """HM-20: only seat 0 has laid a shape, so it alone has points and feats."""
    found = result(RULES, after(RULES, laid(RULES), "host close", "0 1:DHK", "host close"))

    assert (found["winner"], found["second_winner"], found["seats"][0]["tokens"]) == (0, 0, 2)


def test_hm_21_fewest_points_without_a_token_and_the_winner_decides_ties() -> None:
    """HM-21: seats 1 and 2 have no points at all, and seat 0 chooses between them."""
    state = after(RULES, laid(RULES), "host close", "0 1:DHK", *["host close"] * 6)
    view = RULES.view(state, SPECTATOR)
    assert (view.phase, view.actors) == ("choice", (0,))
    assert view.standing is not None
    assert (view.standing.candidates, view.standing.decider) == ((1, 2), 0)
    found = RULES.result(after(RULES, state, "0 candidate:2"))

    assert found is not None
    assert (found["candidate"], found["candidates"], found["decider"]) == (2, [1, 2], 0)


def test_hm_21_without_a_points_winner_the_feats_winner_decides() -> None:
    """HM-21: seats 0 and 1 tie for points, seat 2 has the most feats and a token, seats 3 and 4 tie for last."""
    rules = rules_for("gauntlet", 5)
    lines = ["2 1:HIK", "host close", "0 1:DHK", "host close", "1 1:GJL", "2 1:ABC", "3 1:ABC", "host close"]
    lines += ["2 2:ABC", "host close", *["host close"] * 3]
    state = after(rules, laid(rules), *lines)
    view = rules.view(state, SPECTATOR)

    assert view.standing is not None
    assert (view.standing.winner, view.standing.second_winner) == (None, 2)
    assert (view.standing.candidates, view.standing.decider, view.actors) == ((3, 4), 2, (2,))


def test_hm_21_without_any_winner_chance_draws() -> None:
    """HM-21: nobody has any points. The candidate is drawn among all seats, and there is no decider."""
    state = after(RULES, laid(RULES), *["host close"] * 7)
    assert [RULES.format_action(a) for a in RULES.chance_outcomes(state)] == [
        "candidate 0",
        "candidate 1",
        "candidate 2",
    ]
    found = RULES.result(after(RULES, state, "chance candidate 1"))

    assert found is not None
    assert (found["candidate"], found["candidates"], found["decider"]) == (1, [0, 1, 2], None)

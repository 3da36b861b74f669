"""A round: HM-5 to HM-12. The board is the rule book's: A1 B2 C3 D2 E1 F1 G2 H3 I2 J1 K1 L3."""

from itertools import permutations

import pytest

from engine import fairness
from engine.core import SPECTATOR
from engine.hive_mind.events import BlockersTold, DoublersTold, HintTold, HiveAnnounced, SeatReady
from engine.hive_mind.refusals import hive_name
from engine.hive_mind.view import Announcement, Kinds
from tests.engine.hive_mind.positions import after, gains, laid, play_to_end, played, refused, result, rules_for

ROUND_1 = ("0 1:EFG ready", "1 1:ADH ready", "2 1:ADH ready")
"""Round 1 on hive 1 of `gauntlet`: seat 0 plays a Line, the others an Arc."""
ROUND_2 = ("0 1:CFG ready", "1 1:BCF ready", "2 1:CFI ready")
"""Round 2 of the worked example."""


def test_hm_5_submissions_are_secret_and_may_be_changed_until_the_last_is_in() -> None:
    """HM-5: a submission may be overwritten and reopened. All resolve at once when the last seat is ready."""
    rules = rules_for("gauntlet")
    state = laid(rules)
    before = rules.view(state, 1), rules.view(state, SPECTATOR)
    state = after(rules, state, "0 1:ABC", "0 1:ADE", "0 clear:1", "0 1:DHK")
    assert (rules.view(state, 1), rules.view(state, SPECTATOR)) == before
    assert rules.actors(state) == (0, 1, 2)

    state = after(rules, state, "0 ready", "1 1:BCF ready")
    assert rules.actors(state) == (2,)
    assert rules.view(state, SPECTATOR).hives[0].rounds == ()
    assert refused(rules, state, "0 1:ABC")[0] == "illegal_action"
    state = after(rules, state, "0 reopen 1:ABC")
    assert rules.actors(state) == (0, 2)

    state = after(rules, state, "2 1:GJL ready", "0 ready")
    assert rules.view(state, SPECTATOR).hives[0].rounds == (
        Announcement(Kinds(tri=1, arc=0, line=2), (1, 2, 2, 0, 0, 1, 1, 0, 0, 1, 0, 1), "", ()),
    )
    assert rules.actors(state) == (0, 1, 2)


def test_hm_5_the_order_of_submissions_makes_no_difference() -> None:
    """HM-5: all orders lead to the same state."""
    rules = rules_for("recharged")
    lines = [
        "0 charge:ADE marcer:ABD zero:ABC ready",
        "1 charge:HKL marcer:CFI zero:BCF ready",
        "2 zero:GJL charge:DEH marcer:EIJ ready",
    ]
    ends = {fairness.encode_canonical(after(rules, laid(rules), *order)) for order in permutations(lines)}

    assert len(ends) == 1


def test_hm_6_values_count_before_they_are_cleared_and_hints_come_before_announcements() -> None:
    """HM-6: count, score, clear, hint, announce. All three seats score C and F, which become 0 only afterwards."""
    rules = rules_for("gauntlet")
    done = played(rules, after(rules, laid(rules), *ROUND_1), *ROUND_2)

    assert [type(event) for event in done.events if not isinstance(event, SeatReady)] == [
        HintTold,
        HintTold,
        HintTold,
        HiveAnnounced,
        DoublersTold,
    ]
    assert gains(rules, done.state, 2) == [6, 6, 6]
    assert rules.view(done.state, 0).hives[0].cleared == "BCFGI"


def test_hm_7_each_kind_once_per_hive() -> None:
    """HM-7: a kind used on a hive can't be used there again, but on the next hive it can."""
    rules = rules_for("gauntlet")
    state = after(rules, laid(rules), *ROUND_1)
    _, text = refused(rules, state, "0 1:ABC")
    assert text == ("You played a Line on Hive 1 in round 1. You can still play a Tri or an Arc there.")

    state = after(rules, state, *ROUND_2)
    own = rules.view(state, 0).own
    assert own is not None
    assert own.hives[0].kinds == ("arc",)
    state = after(rules, state, "host close")
    assert refused(rules, state, "0 2:EFG") == ("", "")


@pytest.mark.parametrize("edition", ["tempo", "recharged"])
def test_hm_7_three_different_kinds_in_round_1(edition: str) -> None:
    """HM-7: in round 1, and only then, the three hives take three different kinds."""
    rules = rules_for(edition)
    state = laid(rules)
    first, second, third = (hive.name for hive in rules.view(state, 0).hives)
    assert refused(rules, state, f"0 {first}:ADE {second}:BCF") == (
        "illegal_action",
        f"Round 1: a different kind on each hive. You have a Tri on {hive_name(first)}."
        f" On {hive_name(second)} you can play an Arc or a Line.",
    )
    # A new shape of the same kind replaces the old on its own hive.
    state = after(rules, state, f"0 {first}:ADE {first}:BCF {second}:ABD {third}:ABC ready", "host close")
    assert refused(rules, state, f"0 {first}:ABD {second}:BCF {third}:FGJ ready") == ("", "")
    assert refused(rules, state, f"0 {first}:ADE")[0] == "illegal_action"


def test_hm_7_gauntlet_has_one_hive_at_a_time_and_no_such_rule() -> None:
    """HM-7: on the only open hive of `gauntlet` any kind may come first."""
    rules = rules_for("gauntlet")

    for shape in ("ADE", "ABD", "ABC"):
        assert refused(rules, laid(rules), f"0 1:{shape} ready") == ("", "")


def test_hm_7_the_kind_of_round_3_is_forced_unless_a_round_was_missed() -> None:
    """HM-7: after two kinds one is left. A seat that missed a round has two."""
    rules = rules_for("gauntlet")
    state = after(rules, laid(rules), *ROUND_1, "0 1:CFG ready", "1 1:BCF ready", "host close")
    views = [rules.view(state, seat).own for seat in range(3)]

    assert [own and own.hives[0].kinds for own in views] == [("arc",), ("line",), ("tri", "line")]
    assert {rules.format_action(a).split(":")[0] for a in rules.legal_actions(state, 0)} == {"1"}
    assert len(rules.legal_actions(state, 0)) == 30
    assert len(rules.legal_actions(state, 2)) == 13 + 12


def test_hm_8_round_1_never_scores_and_never_clears() -> None:
    """HM-8: round 1 uses up the kind, gives its hint and is announced. A shape scores from round 2 on."""
    rules = rules_for("gauntlet")
    state = after(rules, laid(rules), "0 1:GJL ready", "1 1:ABD ready", "2 1:ABD ready")
    view = rules.view(state, 0)
    assert view.own is not None
    assert (view.hives[0].cleared, len(view.hives[0].rounds), len(view.own.hives[0].hints)) == ("", 1, 1)
    assert view.own.hives[0].kinds == ("tri", "arc")
    state = after(rules, state, "0 1:FGJ")

    assert gains(rules, state, 1) == [0, 0, 0]
    assert gains(rules, state, 2) == [1 + 2 + 1, 0, 0]


def test_hm_9_odd_numbers_score_and_clear_even_ones_do_not() -> None:
    """HM-9: C and F lie under three shapes, so everybody scores 3 + 1. G, B and I lie under one each and pay 2."""
    rules = rules_for("gauntlet")
    state = after(rules, laid(rules), *ROUND_1, *ROUND_2)

    assert gains(rules, state, 2) == [6, 6, 6]
    told = rules.view(state, SPECTATOR).hives[0].rounds[1]
    assert (told.counts, told.cleared) == ((0, 1, 3, 0, 0, 3, 1, 0, 1, 0, 0, 0), "BCFGI")


def test_hm_9_under_two_shapes_a_value_stays_for_round_3() -> None:
    """HM-9: H and K lie under two shapes in round 2 and keep 3 and 1. L lies under one and is 0 in round 3."""
    rules = rules_for("gauntlet")
    state = after(rules, laid(rules), *ROUND_1, "0 1:HIK ready", "1 1:DHK ready", "2 1:GJL ready")
    assert gains(rules, state, 2) == [2, 2, 2 + 1 + 3]
    state = after(rules, state, "0 1:HKL", "host close")

    assert gains(rules, state, 3) == [3 + 1 + 0, 0, 0]
    assert rules.view(state, 0).hives[0].cleared == "DGHIJKL"
    assert rules.view(state, 0).hives[0].rounds[2].cleared == "HK"


def test_hm_10_announcements_say_how_many_and_never_who() -> None:
    """HM-10: kinds and counts per hive. Exchanging two seats' submissions leaves the others' views unchanged."""
    rules = rules_for("recharged")
    one, two = "charge:ADE marcer:ABD zero:ABC ready", "charge:HKL marcer:CFI zero:BCF ready"
    rest = "2 zero:GJL charge:DEH marcer:EIJ ready"
    this = after(rules, laid(rules), f"0 {one}", f"1 {two}", rest)
    that = after(rules, laid(rules), f"0 {two}", f"1 {one}", rest)

    assert rules.view(this, SPECTATOR) == rules.view(that, SPECTATOR)
    assert rules.view(this, 2) == rules.view(that, 2)
    assert rules.view(this, 0) != rules.view(that, 0)
    assert [hive.rounds[0].shapes for hive in rules.view(this, SPECTATOR).hives] == [
        Kinds(tri=2, arc=1, line=0),
        Kinds(tri=0, arc=2, line=1),
        Kinds(tri=1, arc=0, line=2),
    ]
    assert rules.view(this, SPECTATOR).hives[0].rounds[0].counts == (1, 0, 0, 2, 2, 0, 0, 2, 0, 0, 1, 1)


def test_hm_11_points_and_values_stay_hidden_also_from_the_seat_itself() -> None:
    """HM-11: two boards with the same hints but different points give the same view until the end."""
    rules = rules_for("gauntlet")
    # On both boards seat 0 hears the same values of H, then of A and H. D, E and F are worth 6 or 3 points.
    boards = ["112321213123", "132111312223"]
    views = []
    for board in boards:
        state = after(rules, laid(rules, board), "0 1:EIK", "host close", "0 1:DEF", "host close")
        views.append(rules.view(state, 0))
    assert views[0].own is not None
    told = [[hint.value for hint in view.own.hives[0].hints] for view in views if view.own is not None]
    assert told[0] == told[1]

    assert views[0] == views[1]
    assert views[0].scores is None
    assert views[0].hives[0].cleared == "DEF"


@pytest.mark.parametrize(
    ("guess", "points"),
    [
        ("123211232113", 3),
        ("1...11...11.", 1),
        (".2.2..2.2...", 1),
        ("..3....3...3", 1),
        ("1.3.11.3.113", 2),
        ("............", 0),
        ("111111111111", 0),
        ("123211232131", 1),
        ("333333333333", 0),
    ],
)
def test_hm_12_guesses(guess: str, points: int) -> None:
    """HM-12: one point for each value whose hexes are exactly right. Blanks are allowed and nothing is lost."""
    rules = rules_for("gauntlet")
    state = after(rules, laid(rules), "host close", "host close", f"0 guess:1:{guess}")
    found = result(rules, state)

    assert found["rounds"][2]["hives"]["1"]["seats"][0]["guess"] == points
    assert (found["seats"][0]["guesses"], found["seats"][0]["points"]) == (points, points)


def test_hm_12_guesses_belong_to_round_3_of_an_open_hive() -> None:
    """HM-12: guesses are refused in rounds 1 and 2. They may be overwritten and taken back."""
    rules = rules_for("recharged")
    state = laid(rules)
    for number in (1, 2):
        _, text = refused(rules, state, "0 guess:zero:123211232113")
        assert text == f"You can guess values only in round 3. Zero is in round {number}."
        state = after(rules, state, "host close")
    state = after(rules, state, "0 guess:zero:123211232113 guess:zero:...........3 guess:charge:123211232113")
    own = rules.view(state, 0).own
    assert own is not None
    assert [hive.guess for hive in own.hives] == ["123211232113", None, "...........3"]
    state = after(rules, state, "0 clear:guess:charge")
    assert result(rules, state)["seats"][0]["guesses"] == 0


def test_hm_12_a_guess_is_made_before_the_hint_of_round_3() -> None:
    """HM-12: the guess resolves with the submission of round 3."""
    rules = rules_for("gauntlet")
    state = after(rules, laid(rules), "host close", "host close", "0 1:GJL guess:1:123211232113")
    own = rules.view(state, 0).own
    assert own is not None
    assert own.hives[0].hints == ()
    state = after(rules, state, "host close")
    assert refused(rules, state, "0 guess:1:123211232113")[1] == ("Hive 1 is finished. Open now: Hive 2.")


def test_events_of_the_last_round_of_a_hive_tell_blockers() -> None:
    """HM-6, HM-16: after round 3 of a hive the blockers follow the announcements."""
    rules = rules_for("gauntlet")
    state = after(rules, laid(rules), "host close", "1 block:1", "host close")
    done = played(rules, state, "0 1:ABC", "host close")

    assert BlockersTold("1", (1,)) == done.events[-1]
    assert rules.view(play_to_end(rules, done.state), 0).hives[0].blockers == (1,)

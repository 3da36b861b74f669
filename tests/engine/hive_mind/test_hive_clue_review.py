"""The clue review: what a seat laid in each round, beside the best by its clues at the time."""

import pytest

from engine.hive_mind import clue_review
from engine.hive_mind.clue_review import LaidRound, ReviewedRound, list_rounds
from engine.hive_mind.view import View
from engine.record import Configuration
from tests.engine.hive_mind.positions import record
from tests.logged import finished

ADVISER = "master"
HIVES = ("chance hive 1 313111122232", "chance hive 2 123211232113")


def played(*lines: str) -> tuple[LaidRound, ...]:
    return list_rounds(record("gauntlet", 3, *HIVES, *lines), 0, ADVISER)


def letters(view: View) -> list[str]:
    assert view.own is not None
    return [own.shape.letters for own in view.own.hives if own.shape is not None]


def test_a_shape_beside_the_points_that_the_clues_show_is_worse_than_one_on_them() -> None:
    """HM-4: C and K must both be 3, since GJL looks at them and hears 6."""
    first, second = clue_review.review(played("0 1:GJL ready", "host close", "0 1:ADE ready", "host close"))
    (shape,) = second.shapes

    assert (first.pays, second.pays) == (False, True)
    assert shape.letters == "ADE"
    assert set("CK") & set(shape.best)
    assert second.is_better(shape)
    assert (letters(second.view), letters(second.best_view)) == (["ADE"], [shape.best])


def test_round_1_is_compared_by_clues_and_its_kinds_are_all_different() -> None:
    """HM-7, HM-8: with an Arc on Marcer and a Line on Zero, only another Tri can replace the Tri on Charge."""
    boards = [f"chance hive {name} 123211232113" for name in ("charge", "marcer", "zero")]
    log = record("recharged", 3, *boards, "0 charge:ABE marcer:HKL zero:CFI ready", "host close")
    (reviewed,) = clue_review.review(list_rounds(log, 0, ADVISER))

    assert [shape.letters for shape in reviewed.shapes] == ["ABE", "HKL", "CFI"]
    assert all(0 <= shape.worth <= shape.best_worth < 1 for shape in reviewed.shapes)
    assert reviewed.best_view.own is not None
    kinds = [own.shape.kind for own in reviewed.best_view.own.hives if own.shape is not None]
    assert kinds == ["tri", "arc", "line"]


def test_the_last_shape_on_a_hive_counts_and_a_round_without_one_is_left_out() -> None:
    """HM-5: a shape can be changed and taken back until the round closes."""
    rounds = played("0 1:GJL 1:ADE", "host close", "0 1:BCG clear:1", "host close", "0 1:HIJ", "host close")

    assert [letters(laid.view) for laid in rounds] == [["ADE"], ["HIJ"]]


def test_a_review_is_the_same_each_time_and_knows_no_other_seat() -> None:
    """HM-11: the rounds are judged by the views of seat 0, in which a shape that seat 1 has laid does not show."""
    lines = ("0 1:GJL ready", "host close", "0 1:ADE ready")
    quiet, loud = played(*lines, "host close"), played(*lines, "1 1:BCG ready", "host close")

    judged = [
        [shape._replace(paid=0, best_paid=0) for each in found for shape in each.shapes]
        for found in (clue_review.review(quiet), clue_review.review(loud))
    ]
    assert judged[0] == judged[1]
    assert clue_review.review(quiet) == clue_review.review(quiet)


@pytest.mark.parametrize("edition", ["gauntlet", "recharged"])
def test_no_hint_taken_is_called_worse_without_its_mark(edition: str) -> None:
    """The hint is the strongest player's choice; one who takes every hint has all shapes marked as hints."""
    names = [ADVISER, "normal", "normal"]
    game = finished(Configuration("hive_mind", 1, {"edition": edition}, 3), bytes(32), names)
    rounds: tuple[ReviewedRound, ...] = clue_review.review(list_rounds(game.record(bytes(32)), 0, ADVISER))

    assert len(rounds) == (6 if edition == "gauntlet" else 3)
    assert all(shape.hinted for reviewed in rounds for shape in reviewed.shapes)


def test_paid_counts_the_shapes_of_the_others_and_a_double() -> None:
    """HM-9, HM-14: A and E lie under two shapes and pay nobody; in round 3, C3 and G1 pay twice, and B is paid out."""
    values = dict(zip("ABCDEFGHIJKL", "313111122232", strict=True))
    lines = ("0 1:GJL", "host close", "0 1:ADE double:1", "1 1:ABE", "host close", "0 1:BCG", "host close")
    second, third = [each.shapes[0] for each in clue_review.review(played(*lines))[1:]]

    assert (second.paid, third.paid) == (1, 8)
    assert second.best_paid == sum(int(values[letter]) for letter in second.best if letter not in "ABE")

"""Habits of Hive Mind's computer players: counted from whole matches."""

from collections.abc import Mapping

import pytest

from engine.hive_mind.board import SHAPE_INDEX
from engine.hive_mind.habits import (
    ANSWER,
    BEST_BLOCK,
    GARNETS,
    GUESS_SHARE,
    SAME_HIVE,
    judge_guess,
    measure_answer,
    measure_best_block,
)
from engine.hive_mind.posterior import most_probable_layout
from engine.hive_mind.state import State
from engine.players.arena import Contest, Deal, play_steps
from engine.players.habits import count_habits
from tests.engine.hive_mind.positions import after, laid, play_to_end, rules_for


def count(edition: str) -> Mapping[str, float]:
    contest = Contest("hive_mind", 4, {"edition": edition}, games=3, seed=3)
    return {name: habit.ratio for name, habit in count_habits(contest, "strong").items()}


@pytest.mark.parametrize(("edition", "garnets"), [("gauntlet", 7.75), ("recharged", 0)])
def test_they_are_counted_from_whole_matches(edition: str, garnets: float) -> None:
    """One of the twelve seats of *gauntlet* keeps three garnets: no other could pay for a Double on the second hive."""
    counted = count(edition)

    assert counted[GARNETS] == garnets
    assert 0 < counted[SAME_HIVE] < 1
    assert 0.8 < counted[GUESS_SHARE] <= 1
    assert counted.keys() >= {ANSWER, BEST_BLOCK}


def test_a_guess_is_compared_with_the_best_one() -> None:
    """HM-12: GJL looks at C and K, which hold 6 only if both are 3."""
    hints = ((SHAPE_INDEX["GJL"], 6),)
    made, most = judge_guess(hints, most_probable_layout(hints))

    assert judge_guess(hints, "........3...") == (0, most)
    assert 0 < made <= most < 1
    known = tuple((SHAPE_INDEX[shape], value) for shape, value in (("EFI", 18), ("HKL", 6), ("CFI", 4)))
    assert judge_guess(known, most_probable_layout(known)) == (29 / 320, 29 / 320)


def test_knowing_where_others_block_or_double_never_hurts_and_sometimes_helps() -> None:
    """HM-15: with the true Blocks, and with the true points of each hive, the answers are the best in hindsight."""
    contest = Contest("hive_mind", 5, {}, games=1, seed=77)
    rules, gains = contest.rules(), list[float]()
    for number in range(4):
        *_, last = play_steps(rules, Deal(contest, "strong", "strong", number), 0, {})
        end: State = last.transition.state
        true = {seat: [hives >> hive & 1 for hive in range(3)] for seat, hives in enumerate(end.blocks)}
        assert all(measure_answer(end, seat, {other: [1 / 3] * 3 for other in true}) == 0 for seat in true)
        gains += [measure_answer(end, seat, true) for seat in true]

    assert min(gains) == 0 < max(gains)


def test_a_block_is_compared_with_the_one_where_most_doubles_are_expected() -> None:
    """HM-15: seat 0 blocks Charge, where nobody doubles. Its best shape, ABC on Zero, shares C with a Double."""
    rules = rules_for("recharged")
    state = laid(rules, "331121221213")
    for shapes in (
        ("zero:ADE", "zero:ADE", "zero:ADE"),
        ("zero:HKL block:charge", "zero:HKL double:zero", "zero:HKL"),
        ("zero:ABC", "zero:CFI"),
    ):
        state = after(rules, state, *[f"{seat} {shape}" for seat, shape in enumerate(shapes)], "host close")
    end = play_to_end(rules, state)

    assert measure_best_block(end, 0, {1: [0, 0, 1]}) == 1
    assert measure_best_block(end, 0, {1: [1, 0, 0]}) == 0
    assert measure_best_block(end, 1, {}) == 0

"""The deducing computer players: they use their views alone, are reproducible and beat random play."""

from itertools import pairwise, product
from math import prod
from random import Random
from typing import Any

import pytest

from engine.hive_mind.abilities import block_chances, double_chances
from engine.hive_mind.actions import USES, Guess, Submit
from engine.hive_mind.board import LETTERS, SHAPE_INDEX, SHAPES
from engine.hive_mind.crowds import estimate_coverages, estimate_own_coverage
from engine.hive_mind.deduction import Deduction
from engine.hive_mind.editions import BLOCK, Match
from engine.hive_mind.evaluation import expected_points
from engine.hive_mind.game_type import LEVELS
from engine.hive_mind.legality import may_double
from engine.hive_mind.posterior import find_consistent_layouts, members, most_probable_layout
from engine.hive_mind.response import points_on_hex
from engine.players.arena import Contest, Deal, compete, play_steps
from engine.record import Configuration
from tests.engine.hive_mind.positions import BOARD, after, laid, rules_for
from tests.logged import Logged, finished


def played(edition: str, names: list[str], seed: bytes) -> Logged:
    """Return a whole match of computer players."""
    return finished(Configuration("hive_mind", 1, {"edition": edition}, len(names)), seed, names)


@pytest.mark.parametrize("edition", ["gauntlet", "tempo", "recharged"])
def test_it_plays_every_edition_to_the_end_and_again_the_same(edition: str) -> None:
    """HM-1 to HM-29: three and seven players go through every phase."""
    for seats in (3, 7):
        log = played(edition, ["deduction"] * seats, bytes(32)).log
        assert log == played(edition, ["deduction"] * seats, bytes(32)).log
        said = {entry.action.split(":")[0] for entry in log if entry.actor >= 0}
        assert {"guess", "ready"} <= said
        assert {"double", "block"} <= said
        assert ("totals" in said) == (edition == "gauntlet")


@pytest.mark.parametrize(("edition", "spent"), [("gauntlet", 8), ("tempo", 3)])
def test_it_spends_its_garnets(edition: str, spent: int) -> None:
    """HM-16: a Double and a Block of Zero's Gauntlet, on either hive; a second Double and Block of Tempo Up."""
    result: Any = played(edition, ["deduction"] * 4, bytes(32)).game.result

    assert [seat["garnets"]["spent"] for seat in result["seats"]] == [spent] * 4


def test_blocks_are_likely_where_others_probably_double_and_certain_nowhere() -> None:
    """HM-15: seat 0 knows little. Its Block depends on others' Doubles, not on its own."""
    rules = rules_for("recharged", 5)
    state = after(rules, laid(rules), "0 charge:ADE marcer:ABC zero:BCG", "host close")
    chances = block_chances(rules, rules.view(state, 0), Random(1))
    doubled = after(rules, state, "0 double:charge")

    assert sum(chances) == pytest.approx(1)
    assert 0.1 < min(chances) <= max(chances) < 0.7
    assert block_chances(rules, rules.view(doubled, 0), Random(1)) == chances


def test_nobody_blocks_a_hive_that_nobody_else_can_double() -> None:
    """HM-16: a seat that has spent five of eight garnets on a Double of Zero's Gauntlet can pay for no other one."""
    contest = Contest("hive_mind", 3, {"edition": "gauntlet"}, games=4, seed=3)
    rules, match, blocked = contest.rules(), Match("gauntlet", (8,) * 3), 0
    for number in range(contest.games):
        for step in play_steps(rules, Deal(contest, "normal", "normal", number), 0, {}):
            if step.action in USES[BLOCK]:
                others = [seat for seat in range(3) if seat != step.actor]
                blocked += 1
                assert any(may_double(match, step.before, seat, step.action.hive) for seat in others)
    assert blocked


def test_doubles_are_likely_where_the_best_shape_lies() -> None:
    """HM-14: two clues show high values on hive 1, and hive 2 is not open yet."""
    rules = rules_for("gauntlet")
    high = after(rules, laid(rules, ["313111122232", "123211232113"]), "0 1:GJL", "host close")
    low = after(rules, laid(rules, ["121231332112", "123211232113"]), "0 1:GJL", "host close")

    assert double_chances(rules.view(high, 0))[0] > double_chances(rules.view(low, 0))[0]


@pytest.mark.parametrize("edition", ["gauntlet", "tempo", "recharged"])
def test_the_top_level_plays_every_edition_to_the_end(edition: str) -> None:
    """Its sampled worlds are possible in every round, with and without abilities."""
    assert played(edition, ["master", "random", "random"], bytes(32)).game.result is not None


@pytest.mark.slow
@pytest.mark.parametrize("edition", ["gauntlet", "tempo", "recharged"])
def test_it_scores_more_than_random(edition: str) -> None:
    """In twelve matches of two each, the deducing players have more points and more right guesses in total."""
    points, guesses = {"deduction": 0, "random": 0}, {"deduction": 0, "random": 0}
    for number in range(12):
        names = ["deduction", "random", "random", "deduction"][:: 1 - 2 * (number % 2)]
        result: Any = played(edition, names, bytes([number + 40]) * 32).game.result
        for name, seat in zip(names, result["seats"], strict=True):
            points[name] += seat["points"]
            guesses[name] += seat["guesses"]

    assert points["deduction"] > points["random"]
    assert guesses["deduction"] > guesses["random"] == 0


@pytest.mark.slow
@pytest.mark.parametrize(("worse", "better"), [*pairwise(["random", *LEVELS])])
def test_a_level_wins_more_often_than_the_one_below(worse: str, better: str) -> None:
    """One player against four of the level below wins more than its fair share of matches."""
    result, _ = compete(Contest("hive_mind", 5, {}, games=50, seed=5), better, worse)

    assert result.share > result.fair


@pytest.mark.slow
def test_several_at_the_top_level_do_not_get_in_each_others_way() -> None:
    """One of the level below wins less than its fair share against four top players.

    Players that all choose the same hexes would let it win most matches.
    """
    result, _ = compete(Contest("hive_mind", 5, {}, games=30, seed=5), "strong", "master")

    assert result.low < result.fair


def test_those_who_answer_avoid_where_those_who_deduce_meet() -> None:
    """HM-9: each seat covers three hexes in total. Seats that respond cover fewer hexes where others are odd."""
    rules = rules_for("recharged", 5)
    shapes = ["zero:GJL", "zero:BCG", "zero:ADH", "zero:ABC", "zero:DEH"]
    state = after(rules, laid(rules), *[f"{seat} {shape}" for seat, shape in enumerate(shapes)], "host close")
    view, others = rules.view(state, 0), range(1, 5)
    worlds = [rules.determinize(view, Random(number)) for number in range(8)]
    views = [{seat: rules.view(world, seat) for seat in others} for world in worlds]
    mixed = estimate_coverages(views, 2)
    deducing = [
        {seat: estimate_own_coverage(seen, 2, expected_points(seen, 2)) for seat, seen in of_seats.items()}
        for of_seats in views
    ]
    for coverage in (*mixed, *deducing):
        assert [sum(of_cells) for of_cells in coverage.values()] == pytest.approx([3] * 4)
    meeting = [
        [prod(1 - 2 * of_cells[cell] for of_cells in coverage.values()) for cell in range(12)] for coverage in deducing
    ]

    def lost(coverages: list[Any]) -> float:
        """Return the coverage of hexes where the other seats are odd."""
        return sum(
            coverage[seat][cell] * (1 - even[cell] / (1 - 2 * deduced[seat][cell]))
            for coverage, deduced, even in zip(coverages, deducing, meeting, strict=True)
            for seat in others
            for cell in range(12)
        )

    assert lost(mixed) < lost(deducing)


def test_it_goes_where_points_are_known_to_be() -> None:
    """HM-4: C and K must both be 3. In round 2 it covers one of them on the only open hive."""
    rules = rules_for("gauntlet")
    state = after(rules, laid(rules, ["313111122232", "123211232113"]), "0 1:GJL", "host close")
    view = rules.view(state, 0)
    assert view.own is not None
    assert [hint.value for hint in view.own.hives[0].hints] == [6]
    chosen = Deduction(rules, 0).choose(view, rules.legal_actions(state, 0), Random(1))

    assert isinstance(chosen, Submit)
    assert set("CK") & set(SHAPES[chosen.shape].letters)


def test_it_guesses_what_is_most_probable() -> None:
    """HM-12: the guess is a fitting layout whose sets of 1s, 2s and 3s are the most probable."""
    hints = ((SHAPE_INDEX["EFI"], 16), (SHAPE_INDEX["GJL"], 6))
    guess = most_probable_layout(hints)
    fitting = members(find_consistent_layouts(hints))
    assert guess in fitting

    rules = rules_for("gauntlet")
    state = after(rules, laid(rules), "host close", "host close", "0 1:DEH")
    chosen = Deduction(rules, 0).choose(rules.view(state, 0), rules.legal_actions(state, 0), Random(1))
    assert isinstance(chosen, Guess)
    assert rules.is_legal(state, 0, chosen)


def test_it_counts_the_points_of_a_hex_as_the_rules_do() -> None:
    """HM-9, HM-14, HM-15: the points per hex add up to those of each shape on Zero, with a Double and a Block there."""
    rules = rules_for("recharged", 4)
    state = after(
        rules,
        laid(rules),
        *["0 charge:DEH marcer:BCG zero:GJL", "1 zero:BCG", "2 zero:ADH", "3 zero:ABC", "host close"],
        *["0 zero:ADE double:zero block:zero", "1 zero:FGJ double:zero", "2 zero:EFI", "3 zero:DEH", "host close"],
    )
    others = {1: "", 2: "", 3: ""}
    legal = [action for action in rules.legal_actions(state, 0) if isinstance(action, Submit) and action.hive == 2]
    view = rules.view(state, 0)
    for seat in others:
        shapes = [action for action in rules.legal_actions(state, seat) if isinstance(action, Submit)]
        chosen = next(action for action in shapes if action.hive == 2)
        others[seat] = SHAPES[chosen.shape].letters
        state = rules.apply(state, seat, chosen).state
    assert view.own is not None
    brought: set[tuple[int, int]] = set()
    for action in legal:
        letters = SHAPES[action.shape].letters
        end = after(rules, rules.apply(state, 0, action).state, "host close")
        scores = rules.view(end, 0).scores
        assert scores is not None
        play = scores.plays[2][2][0]
        brought.add((play.points, play.blocks))
        counted = sum(
            points_on_hex(
                int(BOARD[LETTERS.index(letter)]),
                {seat: float(letter in covered) for seat, covered in others.items()},
                view.hives[2],
                view.own.hives[2],
            )
            for letter in letters
            if letter not in view.hives[2].cleared
        )

        assert counted == pytest.approx(play.points + play.blocks)
    # A doubled shape and a blocking shape must be among the cases.
    assert {(8, 0), (3, 1)} <= brought


def test_it_expects_of_a_hex_what_comes_out_on_average() -> None:
    """The formula agrees with a sum over everything that three other seats may do."""
    rules = rules_for("recharged", 4)
    state = after(
        rules,
        laid(rules),
        "host close",
        "0 zero:ADE double:zero block:zero",
        "1 double:zero",
        "2 double:zero",
        "host close",
    )
    view = rules.view(state, 0)
    assert view.own is not None
    hive, own = view.hives[2], view.own.hives[2]
    chances = {1: 0.3, 2: 0.6, 3: 0.45}

    def points(covering: dict[int, float]) -> float:
        return points_on_hex(3, covering, hive, own)

    expected = sum(
        prod(chance if comes else 1 - chance for comes, chance in zip(covering, chances.values(), strict=True))
        * points(dict(zip(chances, map(float, covering), strict=True)))
        for covering in product((False, True), repeat=3)
    )
    assert points(chances) == pytest.approx(expected)

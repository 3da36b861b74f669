"""Sampling worlds: shapes fit public counts, kinds are used once per hive, own hints hold (HM-7, HM-10)."""

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.core import SPECTATOR
from engine.hive_mind import search
from engine.hive_mind.board import SHAPE_CELLS, SHAPE_INDEX, SHAPE_KIND
from engine.hive_mind.search import Turn, search_kinds, search_shapes
from engine.hive_mind.state import NONE
from tests.engine.hive_mind.conformance import CONFORMANCE
from tests.engine.hive_mind.positions import after, laid, rules_for

ROUND = "{} charge:{} marcer:{} zero:{} ready"


@given(st.lists(st.integers(0, 54), max_size=7), st.integers(0, 2**32))
@settings(max_examples=60)
def test_shapes_are_found_for_any_counts(shapes: list[int], seed: int) -> None:
    """HM-10: for any shapes of up to seven seats, a sample with the same kinds and counts exists."""
    counts = [sum(cell in SHAPE_CELLS[shape] for shape in shapes) for cell in range(12)]
    kinds = [sum(SHAPE_KIND[shape] == kind for shape in shapes) for kind in range(3)]
    found = search_shapes(counts, kinds, Random(seed))

    assert [sum(cell in SHAPE_CELLS[shape] for shape in found) for cell in range(12)] == counts
    assert [sum(SHAPE_KIND[shape] == kind for shape in found) for kind in range(3)] == kinds


def test_all_shapes_that_fit_are_found_in_time() -> None:
    """HM-10: A to F lie under one shape each, both Tri. ABE leaves no second Tri, so only ADE with BCF fits."""
    found = {frozenset(search_shapes([1] * 6 + [0] * 6, [2, 0, 0], Random(seed))) for seed in range(20)}

    assert found == {frozenset((SHAPE_INDEX["ADE"], SHAPE_INDEX["BCF"]))}


def test_counts_that_nothing_fits_are_refused() -> None:
    """A contradictory view raises instead of searching for ever."""
    with pytest.raises(ValueError, match="no possible moves fit"):
        search_shapes([1] + [0] * 11, [0, 0, 0], Random(1))


def test_a_search_that_runs_out_of_budget_starts_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    """With a budget of one node, attempts with growing budgets find a solution."""
    monkeypatch.setattr(search, "BUDGET", 1)
    turns = [Turn(hive, turn == 0, range(6), [2, 2, 2]) for hive in range(3) for turn in range(3)]
    found = search_kinds(turns, 6, True, Random(3))

    for seat in range(6):
        for hive in range(3):
            assert sorted(found[3 * hive + turn, seat] for turn in range(3)) == [0, 1, 2]
        assert sorted(found[3 * hive, seat] for hive in range(3)) == [0, 1, 2]


def test_missed_rounds_use_no_kind_up() -> None:
    """HM-27: two of three seats played in round 1. The third still has all kinds."""
    turns = [Turn(0, True, range(3), [1, 1, 0]), Turn(0, False, range(3), [1, 1, 1])]
    found = search_kinds(turns, 3, False, Random(1))

    assert sorted(found[0, seat] for seat in range(3)) == [NONE, 0, 1]
    assert sorted(found[1, seat] for seat in range(3)) == [0, 1, 2]
    assert all(found[0, seat] != found[1, seat] for seat in range(3))


def test_worlds_vary_and_keep_what_is_known() -> None:
    """HM-10: sampled worlds differ in others' shapes and in layouts, and each one is possible."""
    rules = rules_for("recharged", 5)
    shapes = ["ADE ABD ABC", "HKL CFI BCF", "GJL DEH EIJ", "ABC BFG HIK", "EIJ IKL DEF"]
    lines = [ROUND.format(seat, *played.split()) for seat, played in enumerate(shapes)]
    state = after(rules, laid(rules), *lines, "0 charge:CFI")
    for viewer in (0, SPECTATOR):
        view = rules.view(state, viewer)
        rng = Random(4)
        worlds = [rules.determinize(view, rng) for _ in range(40)]
        for world in worlds:
            CONFORMANCE.check_invariants(rules, world)
            assert rules.view(world, viewer) == view
            assert viewer < 0 or [shapes[0][0] for shapes in world.played] == [
                SHAPE_INDEX["ADE"],
                SHAPE_INDEX["ABD"],
                SHAPE_INDEX["ABC"],
            ]
        assert len({world.played for world in worlds}) > 10
        assert len({world.hives for world in worlds}) > 35

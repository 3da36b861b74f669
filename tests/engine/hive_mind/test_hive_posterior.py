"""The note sheet and the posterior for computer players: exact counts, from a seat's own hints alone."""

from collections import Counter
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.core import SPECTATOR
from engine.hive_mind.board import LETTERS, SHAPE_INDEX, SHAPES, layouts
from engine.hive_mind.evaluation import expected_value, information
from engine.hive_mind.posterior import (
    all_layouts,
    count_layouts,
    find_consistent_layouts,
    group_layouts_by_hint,
    members,
    posterior,
    sample_layout,
)
from tests.engine.hive_mind.positions import after, laid, rules_for

RULES = rules_for("gauntlet")


def slowly(hints: list[tuple[str, int]]) -> list[str]:
    """Return the layouts that match all hints, found by trying all of them."""
    return [
        layout
        for layout in layouts()
        if all(sum(int(layout[LETTERS.index(letter)]) for letter in looks) == value for looks, value in hints)
    ]


def test_without_hints_all_layouts_are_possible() -> None:
    """HM-2: 20,790 layouts, and five 1s, four 2s and three 3s in each."""
    for viewer in (0, SPECTATOR):
        notes = posterior(RULES.view(laid(RULES), viewer))
        assert [(sheet.hive, sheet.layouts) for sheet in notes] == [("1", 20_790), ("2", 20_790)]
        for per_hex in notes[0].counts:
            assert sum(per_hex) == 20_790
        totals = [sum(per_hex[value] for per_hex in notes[0].counts) for value in range(3)]
        assert totals == [5 * 20_790, 4 * 20_790, 3 * 20_790]


def test_hints_are_counted_exactly() -> None:
    """HM-4: DEH hears A + B + F + I + K = 7, GJL hears C + K = 4. The counts equal those of trying all layouts."""
    state = after(RULES, laid(RULES), "0 1:DEH", "1 1:ABC", "host close", "0 1:GJL", "host close")
    sheet, other = posterior(RULES.view(state, 0))
    left = slowly([("ABFIK", 7), ("CK", 4)])

    assert sheet.layouts == len(left)
    assert "123211232113" in left
    for cell, per_hex in enumerate(sheet.counts):
        assert per_hex == tuple(sum(layout[cell] == digit for layout in left) for digit in "123")
    assert other.layouts == 20_790
    assert posterior(RULES.view(state, 2))[0].layouts == 20_790


@given(st.lists(st.sampled_from(range(len(SHAPES))), min_size=1, max_size=3), st.integers(0, 20_789))
@settings(max_examples=15)
def test_any_hints_are_counted_exactly(shapes: list[int], number: int) -> None:
    """HM-4: for any true hints the counts equal those of trying all layouts, and the truth is among them."""
    truth = layouts()[number]
    told = [
        (SHAPES[shape].looks, sum(int(truth[LETTERS.index(letter)]) for letter in SHAPES[shape].looks))
        for shape in shapes
    ]
    left = slowly(told)
    hints = tuple((shape, value) for shape, (_, value) in zip(shapes, told, strict=True))

    assert members(find_consistent_layouts(hints)) == left
    assert count_layouts(hints)[0] == len(left)
    assert truth in left


def test_every_hint_splits_the_layouts() -> None:
    """HM-4: the possible hints of a shape split the layouts into disjoint sets."""
    for shape in range(len(SHAPES)):
        parts = list(group_layouts_by_hint(shape).values())
        assert sum(part.bit_count() for part in parts) == 20_790
        whole = 0
        for part in parts:
            whole |= part
        assert whole == all_layouts()


def test_samples_are_uniform_among_what_fits() -> None:
    """Sampling draws every fitting layout about equally often, and no other."""
    fitting = find_consistent_layouts(((SHAPE_INDEX["DEH"], 7), (SHAPE_INDEX["GJL"], 4), (SHAPE_INDEX["BCG"], 4)))
    left = set(members(fitting))
    rng = Random(1)
    drawn = Counter(sample_layout(fitting, rng) for _ in range(60 * len(left)))

    assert set(drawn) == left
    assert min(drawn.values()) > 20
    assert max(drawn.values()) < 120


@pytest.mark.parametrize(("letters", "value"), [("GJL", 6), ("GJL", 2)])
def test_expected_values(letters: str, value: int) -> None:
    """HM-4: C + K = 6 makes both 3, and C + K = 2 makes both 1."""
    hints = ((SHAPE_INDEX[letters], value),)

    assert expected_value(hints, LETTERS.index("C")) == value / 2
    assert expected_value(hints, LETTERS.index("K")) == value / 2


def test_information_in_bits() -> None:
    """HM-4: a hint with more varied values carries more information, and a known one carries none."""
    known = ((SHAPE_INDEX["GJL"], 6),)

    assert information((), SHAPE_INDEX["EFI"]) > information((), SHAPE_INDEX["GJL"]) > 0
    assert information(known, SHAPE_INDEX["GJL"]) == 0

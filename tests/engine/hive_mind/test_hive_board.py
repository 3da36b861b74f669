"""Board, values, shapes and their looks: HM-1 to HM-4, and the complete table of shapes."""

import json
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest

from engine.core import CHANCE
from engine.hive_mind.actions import LayHive
from engine.hive_mind.board import BOARD, BORDER, CELLS, KINDS, LETTERS, SHAPES, find_kind, is_layout, layouts
from engine.hive_mind.preview import parse_shape
from tests.engine.hive_mind import oracle
from tests.engine.hive_mind.positions import BOARD as EXAMPLE
from tests.engine.hive_mind.positions import after, laid, rules_for

TABLE: dict[str, Any] = json.loads(Path(__file__).with_name("hive_mind_shapes.json").read_text())


def test_the_table_of_shapes_is_reproduced_whole() -> None:
    """HM-1 to HM-4: the whole file of rows, coordinates, neighbours, border, kinds, looks and numbers of boards."""
    rows = {row: [cell for cell in CELLS if cell.r == row] for row in range(4)}
    triples = list(combinations(range(12), 3))

    def boards(refused: Any) -> int:
        # The nine other hexes can hold five 1s and four 2s in 126 ways.
        return 126 * sum(not refused(cells) for cells in triples)

    assert {
        "rows": ["".join(cell.letter for cell in rows[row]) for row in range(4)],
        "xy_doubled": {cell.letter: [2 * cell.q + cell.r, cell.r] for cell in CELLS},
        "neighbours": {
            LETTERS[cell]: "".join(LETTERS[other] for other in sorted(around))
            for cell, around in enumerate(BOARD.neighbours)
        },
        "border": "".join(letter for letter, rim in zip(LETTERS, BORDER, strict=True) if rim),
        "interior": "".join(letter for letter, rim in zip(LETTERS, BORDER, strict=True) if not rim),
        "counts": {kind: sum(shape.kind == kind for shape in SHAPES) for kind in ("line", "arc", "tri")},
        "boards": {
            "all": boards(lambda cells: False),
            "three 3s not a connected triple (ADOPT)": len(layouts()),
            "three 3s not mutually adjacent": boards(lambda cells: find_kind(cells) == KINDS.index("tri")),
            "three 3s not in a straight line": boards(lambda cells: find_kind(cells) == KINDS.index("line")),
            "no two 3s adjacent": boards(
                lambda cells: any(BOARD.distance[a][b] == 1 for a, b in combinations(cells, 2))
            ),
        },
        "looks_in_ray_order_for_arcs": {shape.letters: shape.looks for shape in SHAPES if shape.kind == "arc"},
        "shapes": {shape.letters: {"type": shape.kind, "looks": "".join(sorted(shape.looks))} for shape in SHAPES},
    } == TABLE


def test_the_table_agrees_with_the_oracle() -> None:
    """HM-3, HM-4: the independent implementation gives the same kinds and looks."""
    for triple in map("".join, combinations("ABCDEFGHIJKL", 3)):
        found = parse_shape(triple)
        assert (found.kind if found else None) == oracle.kind(triple)
        if found:
            assert set(found.looks) == oracle.looks(triple)


def test_hm_1_the_board() -> None:
    """HM-1: twelve hexes in rows ABC, DEFG, HIJ, KL. With the half-hex offsets D touches A, and G touches C."""
    assert LETTERS == "ABCDEFGHIJKL"
    assert "".join(LETTERS[cell] for cell in BOARD.neighbours[0]) == "BED"
    assert "".join(sorted(LETTERS[cell] for cell in BOARD.neighbours[6])) == "CFJ"


@pytest.mark.parametrize(("threes", "legal"), [("ABC", False), ("ABE", False), ("ABL", True), ("ABD", False)])
def test_hm_2_three_threes_are_never_connected(threes: str, legal: bool) -> None:
    """HM-2: triples of 3s such as ABC and ABE are refused, ABL is allowed."""
    rest = iter("111112222")
    values = "".join("3" if letter in threes else next(rest) for letter in LETTERS)

    assert is_layout(values) == legal
    assert (values in layouts()) == legal


def test_hm_2_layouts_are_drawn_uniformly() -> None:
    """HM-2: 20,790 layouts, equally likely, values total 22; hives are laid in order, all at the start."""
    rules = rules_for("recharged")
    state = rules.initial_state()
    for hive in range(3):
        outcomes = rules.chance_outcomes(state)
        assert len(outcomes) == 20_790
        assert all(action.hive == hive for action in outcomes if isinstance(action, LayHive))
        state = rules.apply(state, CHANCE, outcomes[hive]).state

    assert rules.chance_outcomes(state) == ()
    assert {sum(map(int, layout)) for layout in layouts()} == {22}
    assert not is_layout("111112222333"[::-1].replace("3", "1", 1))


def test_hm_3_every_triple_is_of_one_kind() -> None:
    """HM-3: 13 Tri, 30 Arc, 12 Line; the kind follows from the letters, in any order and case."""
    assert {kind: sum(shape.kind == kind for shape in SHAPES) for kind in KINDS} == {"tri": 13, "arc": 30, "line": 12}
    rules = rules_for("recharged")
    state = laid(rules)
    for text in ("ADE", "ead", "dAe"):
        state = after(rules, state, f"0 charge:{text}")
        own = rules.view(state, 0).own
        assert own is not None
        assert own.hives[0].shape == parse_shape("ADE")


@pytest.mark.parametrize(
    ("shape", "kind", "looks"),
    [
        ("ADE", "tri", "BFHI"),
        ("HKL", "arc", "IFC"),
        ("EIJ", "arc", "FC"),
        ("CFI", "line", "BG"),
        ("HIJ", "line", "DGKL"),
        ("ABC", "line", "DG"),
    ],
)
def test_hm_4_what_shapes_look_at(shape: str, kind: str, looks: str) -> None:
    """HM-4: the published examples, and the ruling on ABC."""
    found = parse_shape(shape)

    assert found is not None
    assert (found.kind, found.looks) == (kind, looks)


@pytest.mark.parametrize(("shape", "hint"), [("DEH", 7), ("BCG", 4), ("GJL", 4), ("GFE", 4)])
def test_hm_4_worked_examples(shape: str, hint: int) -> None:
    """HM-4: on the rule book's board DEH hears 7, BCG 4, GJL 4, and GFE (the Line EFG) 4."""
    rules = rules_for("gauntlet")
    state = after(rules, laid(rules, EXAMPLE), f"0 1:{shape}", "host close")
    own = rules.view(state, 0).own

    assert own is not None
    assert [told.value for told in own.hives[0].hints] == [hint]


def test_hm_4_hints_are_of_starting_values_and_for_the_owner_alone() -> None:
    """HM-4: B and G are cleared in round 2, but CFI still hears 2 + 2 for them. Only its owner does."""
    rules = rules_for("gauntlet")
    state = after(rules, laid(rules), "host close", "0 1:BCG ready", "1 1:DHK ready", "2 1:DHK ready")
    assert rules.view(state, 0).hives[0].cleared == "BCG"
    state = after(rules, state, "0 1:CFI", "host close")

    views = [rules.view(state, seat).own for seat in range(3)]
    assert views[0] is not None
    assert [(hint.round, hint.shape.letters, hint.value) for hint in views[0].hives[0].hints] == [
        (2, "BCG", 4),
        (3, "CFI", 4),
    ]
    assert views[1] is not None
    assert [hint.shape.letters for hint in views[1].hives[0].hints] == ["DHK"]

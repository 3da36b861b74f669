"""Line of sight and modifiers: HBW-19, HBW-20, HBW-23, HBW-24, all cases of the table, and symmetry."""

import json
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.hex_battle_wars.board import field
from engine.hex_battle_wars.odds import sight_from, visible_hexes
from engine.hex_battle_wars.shooting import modifiers
from engine.hex_battle_wars.terrain import Terrain
from engine.hexgrid import Hex, distance
from tests.engine.hex_battle_wars.positions import ground_with, label, legal, position, rules_for

CASES: list[dict[str, Any]] = json.loads(Path(__file__).with_name("hex_battle_wars_sight.json").read_text())


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["why"])
def test_the_table_of_sight_is_reproduced_whole(case: dict[str, Any]) -> None:
    """HBW-19, HBW-20, HBW-23: visibility and the modifier of the attack die."""
    marks = {label(6, q, r): str(level) for q, r, level in case["levels"]}
    ground = Terrain(6, ground_with(6, marks))
    start, end = (ground.grid.index[label(6, *case[who])] for who in ("attacker", "target"))

    assert ground.can_see(start, end) == case["visible"]
    if case["visible"]:
        assert sum(part.number for part in modifiers(ground, start, end)) == case["modifier"]


def random_ground(radius: int, seed: int) -> str:
    rng = Random(seed)
    return "".join(rng.choices("....123wq", k=len(field(radius))))


def sees_slowly(ground: str, a: Hex, b: Hex) -> bool:
    """Return the sight of HBW-23 with integers, comparing all hexes of the board at each point of the line."""
    grid = field(5)

    def level(hexagon: Hex) -> int:
        mark = ground[grid.board.cell[hexagon]]
        return int(mark) if mark.isdigit() else 0

    total = distance(a, b)
    for i in range(1, total):
        at_q, at_r = a.q * (total - i) + b.q * i, a.r * (total - i) + b.r * i

        def away(hexagon: Hex, at_q: int = at_q, at_r: int = at_r) -> int:
            q, r = hexagon.q * total - at_q, hexagon.r * total - at_r
            return q * q + q * r + r * r

        least = min(map(away, grid.hexes))
        nearest = [hexagon for hexagon in grid.hexes if away(hexagon) == least]
        assert len(nearest) <= 2
        if all(level(hexagon) * total > level(a) * (total - i) + level(b) * i for hexagon in nearest):
            return False
    return True


@given(st.integers(0, 2**32), st.integers(0, 90), st.integers(0, 90))
@settings(max_examples=60, deadline=None)
def test_sight_is_as_the_rule_says_word_by_word(seed: int, a: int, b: int) -> None:
    """HBW-23, HBW-24: hazards make no difference, and the integer arithmetic is right."""
    ground = random_ground(5, seed)
    grid = field(5)

    assert Terrain(5, ground).can_see(a, b) == sees_slowly(ground, grid.hexes[a], grid.hexes[b])


@given(st.integers(0, 2**32))
@settings(max_examples=15, deadline=None)
def test_sight_is_symmetric(seed: int) -> None:
    """HBW-23: sight is the same in both directions between all hexes of a board."""
    ground = Terrain(4, random_ground(4, seed))
    every = range(len(ground.grid))

    assert all(ground.can_see(a, b) == ground.can_see(b, a) for a in every for b in every)


def test_hbw_19_enemies_in_sight_can_be_attacked_and_pieces_do_not_block() -> None:
    """HBW-19: the second enemy stands right behind the first and is in sight. The third is behind a block."""
    rules = rules_for(4)
    places = [[label(6, 0, 0)], [label(6, 0, 2)], [label(6, 0, 4)], [label(6, 4, 0)]]
    state = position(rules, places, {label(6, 2, 0): "1"})

    assert [text for text in legal(rules, state) if text.startswith("attack")] == [
        f"attack {label(6, 0, 2)}",
        f"attack {label(6, 0, 4)}",
    ]


def test_hbw_24_hazards_do_not_affect_attacks() -> None:
    """HBW-24: sight and modifiers are the same over water and out of quicksand."""
    rules = rules_for()
    places = [[label(6, 0, 0)], [label(6, 0, 3)]]
    dry = position(rules, places)
    marks = {label(6, 0, 0): "q", label(6, 0, 1): "w", label(6, 0, 2): "w", label(6, 0, 3): "q"}
    wet = position(rules, places, marks)

    assert sight_from(rules.view(wet, 0), label(6, 0, 0), 0) == sight_from(rules.view(dry, 0), label(6, 0, 0), 0)


def test_what_is_hidden_says_what_hides_it() -> None:
    """HBW-23: a line between two hexes is blocked only by both of them."""
    rules = rules_for()
    marks = {label(6, 1, 0): "1", label(6, 0, 1): "2"}
    state = position(rules, [[label(6, 0, 0)], [label(6, 1, 1)]], marks)
    sight = sight_from(rules.view(state, 0), label(6, 0, 0), 0)

    assert sight.targets == ()
    assert sight.hidden[0].behind == (label(6, 0, 1), label(6, 1, 0))
    assert label(6, 1, 1) not in visible_hexes(rules.view(state, 0), label(6, 0, 0))
    assert len(visible_hexes(rules.view(state, 0), label(6, 0, 1))) == len(field(6)) - 1

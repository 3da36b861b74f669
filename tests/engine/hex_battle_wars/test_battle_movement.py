"""Movement: HBW-12, HBW-14 to HBW-18, and all published hazard cases."""

import json
from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.hex_battle_wars.board import OFF, field
from engine.hex_battle_wars.events import Event, MovementRolled
from engine.hex_battle_wars.preview import destination, destination_labels, sides
from engine.hex_battle_wars.terrain import Terrain
from engine.hex_battle_wars.walking import BOXED_IN, STUCK, Reach
from tests.engine.hex_battle_wars.positions import (
    cells,
    ground_with,
    label,
    legal,
    played,
    position,
    refusal,
    refused,
    rules_for,
    told,
    verbs,
)

CASES: list[dict[str, Any]] = json.loads(Path(__file__).with_name("hex_battle_wars_terrain.json").read_text())["cases"]
CENTRE = label(6, 0, 0)


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case['start']}-{case['path']}-{case['roll']}")
def test_the_table_of_hazards_is_reproduced_whole(case: dict[str, Any]) -> None:
    """HBW-16 to HBW-18: in a lane closed on both sides, the farthest reachable hex is the one in the table."""
    lane = [label(10, q - 6, 0) for q in range(len(case["path"]) + 1)]
    marks = dict(zip(lane, (case["start"] + case["path"]).replace("g", "."), strict=True))
    ground = Terrain(10, ground_with(10, marks))
    index = ground.grid.index
    reach = Reach(
        ground, index[lane[0]], case["roll"], ground.grid.all & ~ground.grid.mask(index[hexed] for hexed in lane)
    )
    ends = [number for number, name in enumerate(lane) if reach.ends & ground.grid.one[index[name]]]

    assert max(ends) == case["lands"]
    assert (reach.held == STUCK) == (case["lands"] == 0)
    assert len(reach.path(index[lane[max(ends)]])) == case["lands"] + 1


def test_hbw_14_a_walk_uses_the_whole_roll_one_level_at_a_time() -> None:
    """HBW-14: with a 2, hexes at distance 1 and 2 are reachable, and a two-level block only over a one-level block."""
    rules = rules_for()
    marks = {label(6, 0, 1): "2", label(6, 1, 0): "1", label(6, 1, 1): "2"}
    state = played(rules, position(rules, [[CENTRE], [label(6, 0, -6)]], marks), "roll", "d10 2")
    ends = destination_labels(rules.view(state, 0))

    assert label(6, 0, 1) in ends, "over the block beside it"
    assert label(6, 1, 1) in ends
    assert label(6, 0, 2) not in ends, "two levels down from what one step reaches"
    assert label(6, -2, 0) in ends
    assert label(6, -3, 0) not in ends
    low = played(rules, position(rules, [[CENTRE], [label(6, 0, -6)]], {label(6, 0, 1): "2"}), "roll", "d10 1")
    assert label(6, 0, 1) not in destination_labels(rules.view(low, 0))


def test_hbw_15_hexes_may_be_entered_again_but_not_to_end_where_one_began() -> None:
    """HBW-15: with a 3 the neighbours are destinations, the own hex is not."""
    rules = rules_for()
    state = played(rules, position(rules, [[CENTRE], [label(6, 0, -6)]]), "roll", "d10 3")
    ends = destination_labels(rules.view(state, 0))

    assert label(6, 1, 0) in ends
    assert CENTRE not in ends
    assert "You can't end a walk where it began" in refused(rules, state, f"move {CENTRE}")
    assert "nearest hex you can reach is" in refused(rules, state, f"move {label(6, 5, 0)}")


@pytest.mark.parametrize(
    ("end", "told", "rule"),
    [
        (CENTRE, "You can't end a walk where it began.", "HBW-15"),
        (label(6, 2, 0), f"{label(6, 2, 0)} is taken, and you can't end there or cross it.", "HBW-15"),
        (label(6, -2, 0), f"{label(6, -2, 0)} is taken, and you can't end there or cross it.", "HBW-15"),
        (label(6, 0, 3), f"{label(6, 0, 3)} is 3 hexes away, and you rolled 2.", "HBW-14"),
    ],
    ids=["the start", "a character", "a tile", "too far"],
)
def test_a_refused_walk_names_the_rule_that_forbids_it(end: str, told: str, rule: str) -> None:
    """HBW-14 limits the length of a walk, HBW-15 the hexes where it may end."""
    rules = rules_for(3)
    tiles = ((), (), cells(rules, label(6, -2, 0), label(6, 5, 0), label(6, 5, 0)))
    state = position(rules, [[CENTRE], [label(6, 2, 0)], [None]], tiles=tiles, hidden=(0, 0, 1), real=(0, 0, 2))
    state = played(rules, state, "roll", "d10 2")

    text, named = refusal(rules, state, f"move {end}")
    assert text.startswith(told)
    assert named == rule


@pytest.mark.parametrize(
    ("start", "end", "told", "rule"),
    [
        (CENTRE, CENTRE, "Tile 1 can't end where it began.", "HBW-15"),
        (CENTRE, label(6, 0, -2), f"Tile 1 can't end on {label(6, 0, -2)}, which is taken.", "HBW-15"),
        (CENTRE, label(6, 0, 3), f"Tile 1 can't end on {label(6, 0, 3)} with a 2.", "HBW-14"),
        (label(6, 3, 0), label(6, 2, 0), f"Tile 1 is stuck in a hazard and stays on {label(6, 3, 0)}.", "HBW-18"),
        (label(6, -3, 0), label(6, -2, 0), f"Tile 1 is boxed in and stays on {label(6, -3, 0)}.", "HBW-15"),
    ],
    ids=["the start", "taken", "too far", "stuck", "boxed in"],
)
def test_a_refused_movement_of_tiles_names_the_rule_that_forbids_it(start: str, end: str, told: str, rule: str) -> None:
    """HBW-14, HBW-15 and HBW-18 hold for each tile by itself (HBW-12)."""
    rules = rules_for()
    marks = {label(6, 3, 0): "q", label(6, -3, 0): "2"}
    tiles = (cells(rules, start, None, None), ())
    state = position(rules, [[None], [label(6, 0, -2)]], marks, tiles=tiles, hidden=(1, 0), real=(1, 0))
    state = played(rules, state, "hold", "d10 9", "roll", "d6 2")

    text, named = refusal(rules, state, f"tiles {end} - -")
    assert text.startswith(told)
    assert named == rule


def test_hbw_15_nobody_enters_or_crosses_another_piece_or_tile() -> None:
    """HBW-15: an enemy and its ghosts block the way like walls."""
    rules = rules_for()
    corner, nearby = label(6, 6, -6), label(6, 5, -5)
    beside = [label(6, 5, -6), label(6, 5, -5), label(6, 6, -5)]
    state = position(rules, [[corner], [None]], tiles=((), cells(rules, *beside)), hidden=(0, 1), real=(0, 2))
    state, events = told(rules, state, "roll", "d10 4")

    assert held(events) == BOXED_IN, "boxed in by two ghosts and the real one"
    assert (state.seat, verbs(rules, state)) == (0, ["attack", "end"]), "the roll alone spent the movement"
    assert {side.why for side in sides(rules.view(state, 0), 0, 1)} == {"taken"}
    assert refused(rules, state, f"move {nearby}") == "You have already moved this turn."


def test_hbw_15_a_tower_without_its_stair_boxes_in() -> None:
    """HBW-15: on a top whose only stair is taken nothing is reachable, and the preview gives the reason."""
    rules = rules_for()
    stair = label(6, 1, 0)
    state = position(rules, [[CENTRE], [stair]], {CENTRE: "2", stair: "1"})
    state, events = told(rules, state, "roll", "d10 7")

    assert held(events) == BOXED_IN
    why = {side.label: side.why for side in sides(rules.view(state, 0), 0, 1)}
    assert why.pop(stair) == "taken"
    assert set(why.values()) == {"too low"}


def test_hbw_15_a_walk_that_only_leads_back_is_boxed_in_too() -> None:
    """HBW-15: in a dead end of two hexes, an even roll can only lead back to the own hex."""
    ground = Terrain(6, ground_with(6, {}))
    grid = ground.grid
    start, other = grid.index[CENTRE], grid.index[label(6, 1, 0)]
    lane = grid.all & ~grid.mask((start, other))

    assert Reach(ground, start, 4, lane).held == BOXED_IN
    assert grid.members(Reach(ground, start, 5, lane).ends) == [other]


def test_hbw_16_and_17_hazards_cost_more_and_are_plowed_into() -> None:
    """HBW-16, HBW-17: the published example, one plain hex and two water hexes, with the cost of each step."""
    rules = rules_for()
    marks = {label(6, 0, 2): "w", label(6, 0, 3): "w"}
    start = position(rules, [[label(6, 0, 0)], [label(6, 6, -6)]], marks)
    state = played(rules, start, "roll", "d10 4")
    found = destination(rules.view(state, 0), label(6, 0, 3))

    assert found is not None
    assert found.path[-1] == label(6, 0, 3)
    assert sum(found.costs) >= 4 > sum(found.costs[:-1])


def test_hbw_18_a_hazard_at_the_start_holds_unless_the_roll_reaches_its_cost() -> None:
    """HBW-18: quicksand holds a piece that rolls 2. A 3 gets it out, and all 3 count from the next hex."""
    rules = rules_for()
    state = position(rules, [[CENTRE], [label(6, 6, -6)]], {CENTRE: "q", label(6, 3, -3): "1"})
    stuck, events = told(rules, state, "roll", "d10 2")
    free = played(rules, state, "roll", "d10 3")

    assert held(events) == STUCK
    assert stuck.seat == 1, "the movement is spent, and nobody is in sight"
    assert label(6, 0, 3) in destination_labels(rules.view(free, 0))


def test_hbw_12_tiles_move_independently_by_one_shared_die() -> None:
    """HBW-12: each tile moves exactly that number, or none. Own tiles share hexes, and a removed one is a dash."""
    rules = rules_for()
    start = cells(rules, CENTRE, CENTRE, None)
    state = position(rules, [[None], [label(6, 6, -6)]], tiles=(start, ()), hidden=(1, 0), real=(2, 0))
    state = played(rules, state, "hold", "d10 9", "roll")
    assert legal(rules, state)[-1] == "d6 6"
    state = played(rules, state, "d6 2")
    there = label(6, 2, 0)

    assert legal(rules, state)[0] == "stay"
    assert len(legal(rules, state)) == 101
    after = played(rules, state, f"tiles {there} {there} -")
    assert after.tiles[0] == cells(rules, there, there, None)
    assert after.seat == 1, "an invisible character cannot attack, so the turn is over"
    assert "Tile 1 can't end on" in refused(rules, state, f"tiles {label(6, 3, 0)} {there} -")
    assert refused(rules, state, f"tiles {there} {there} {there}") == "Tile 3 is gone. Write “-” for it."
    assert played(rules, state, "stay").tiles == state.tiles


def test_hbw_12_tiles_are_asked_even_when_all_are_stuck() -> None:
    """HBW-12, HBW-15: a stuck tile's destination is its own hex."""
    rules = rules_for()
    start = cells(rules, CENTRE, CENTRE, CENTRE)
    state = position(rules, [[None], [label(6, 6, -6)]], {CENTRE: "q"}, tiles=(start, ()), hidden=(1, 0), real=(1, 0))
    state = played(rules, state, "hold", "d10 9", "roll", "d6 2")

    assert legal(rules, state) == ["stay", f"tiles {CENTRE} {CENTRE} {CENTRE}"]


def held(events: Sequence[Event]) -> str | None:
    """Return the reason why the rolled movement was impossible, or None."""
    return next(event.held for event in events if isinstance(event, MovementRolled))


def walked_slowly(ground: str, start: int, roll: int, occupied: set[int]) -> set[int]:
    """Return the destinations of a roll by exploring every walk, by hex and cost (HBW-14 to HBW-18)."""
    grid = field(4)
    cost = {"w": 2, "q": 3}
    height = {cell: int(mark) if mark.isdigit() else 0 for cell, mark in enumerate(ground)}
    if roll < cost.get(ground[start], 0):
        return {start}
    todo, seen, ends = [(start, 0)], {(start, 0)}, set[int]()
    while todo:
        cell, spent = todo.pop()
        for other in grid.neighbours[cell]:
            if other not in occupied and abs(height[other] - height[cell]) <= 1:
                after = spent + cost.get(ground[other], 1)
                if after >= roll:
                    ends.add(other)
                elif (other, after) not in seen:
                    seen.add((other, after))
                    todo.append((other, after))
    return ends - {start} or {start}


@given(st.integers(0, 2**32), st.integers(1, 10))
@settings(max_examples=60, deadline=None)
def test_destinations_are_as_the_rules_say_word_by_word(seed: int, roll: int) -> None:
    """HBW-14 to HBW-18: on random ground with pieces in the way. Every path is a legal walk for the roll."""
    rng = Random(seed)
    marks = "".join(rng.choices("......11223wwq", k=len(field(4))))
    start, *others = rng.sample(range(len(marks)), 8)
    ground = Terrain(4, marks)
    reach = Reach(ground, start, roll, ground.grid.mask(others))
    ends = ground.grid.members(reach.ends)

    assert set(ends) == walked_slowly(marks, start, roll, set(others))
    for end in ends if reach.held is None else ():
        path = reach.path(end)
        costs = [ground.cost(cell) for cell in path[1:]]
        assert (path[0], path[-1]) == (start, end)
        assert sum(costs) >= roll > sum(costs[:-1])
        assert not {*path[1:]} & {*others, OFF}
        assert all(b in ground.grid.neighbours[a] for a, b in pairwise(path))
        assert all(abs(ground.height(a) - ground.height(b)) <= 1 for a, b in pairwise(path))

"""MH-20: each of the sixteen Objectives on positions checked by hand, and against a slow count by distances.

The 3-player board with its labels (`*` start hex, `L` Large Stone, `D` Demon King Stone, `s` Small Stone):

                       A1s
                     B1  B2  B3
       C1s   C2  C3* C4  C5L C6  C7s
           D1  D2  D3  D4  D5  D6
         E1  E2L E3  E4D E5  E6*
           F1  F2  F3  F4  F5  F6
       G1s   G2  G3* G4  G5L G6  G7s
                     H1  H2  H3
                       I1s
"""

from itertools import combinations

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.hexgrid import Hex
from engine.monster_hex.content import layout
from engine.monster_hex.objectives import (
    OBJECTIVE,
    OBJECTIVES,
    SHARED,
    Fulfilment,
    Objective,
    Owner,
    Shortfall,
    check_objectives,
    count_fulfilments,
    fulfilment,
    objectives_for,
    outlook,
    owned_cells,
)

POSITIONS = {
    "Spear: in any direction": ("O01", "B1 C4 D4", 1),
    "Spear: five in a line": ("O01", "D1 D2 D3 D4 D5", 1),
    "Spear: six in a line": ("O01", "D1 D2 D3 D4 D5 D6", 2),
    "Spear: a gap": ("O01", "D1 D2 D4", 0),
    "Spear: broken by a stone": ("O01", "E3 E5 E6", 0),
    "Spear: bent": ("O01", "C3 C4 D4", 0),
    "Spear: two lines that share a Monster": ("O01", "B1 C4 D4 D5 D6", 1),
    "Coven: a triangle": ("O02", "C3 D2 D3", 1),
    "Coven: its reflection": ("O02", "C2 C3 D2", 1),
    "Coven: two triangles that share a side": ("O02", "C3 C4 D2 D3", 1),
    "Coven: the triangle in the middle must not be taken": ("O02", "C2 C3 C4 D2 D3 D4", 2),
    "Crescent: bent to the south-east": ("O03", "C3 C4 D4", 1),
    "Crescent: its reflection": ("O03", "D2 C3 C4", 1),
    "Crescent: straight": ("O03", "D2 D3 D4", 0),
    "Crescent: with adjacent ends": ("O03", "C3 C4 D3", 0),
    "Great Spear: four in a line": ("O04", "D1 D2 D3 D4", 1),
    "Great Spear: six in a line": ("O04", "D1 D2 D3 D4 D5 D6", 1),
    "Great Spear: a gap": ("O04", "D1 D2 D3 D5", 0),
    "Great Spear: two lines": ("O04", "D1 D2 D3 D4 F3 F4 F5 F6", 2),
    "War Rhomb: leaning right": ("O05", "C3 C4 D3 D4", 1),
    "War Rhomb: leaning left": ("O05", "C3 C4 D2 D3", 1),
    "War Rhomb: upright": ("O05", "B1 C3 C4 D3", 1),
    "War Rhomb: another four": ("O05", "C2 C3 C4 D2", 0),
    "Claw: E, SW and NW": ("O06", "D3 D4 E3 C3", 1),
    "Claw: W, NE and SE": ("O06", "D2 D1 C3 E3", 1),
    "Claw: on neighbouring sides": ("O06", "D3 D4 C4 C3", 0),
    "Ritual Triangle: around a stone and a hex": ("O07", "D3 D5 F4", 1),
    "Ritual Triangle: its reflection": ("O07", "D4 F3 F5", 1),
    "Ritual Triangle: own Monsters between": ("O07", "D3 D4 D5 E5 F4", 1),
    "Ritual Triangle: a side of length 3": ("O07", "D3 D5 F3", 0),
    "Siege: three at one stone": ("O08", "B2 C6 D4", 1),
    "Siege: five at one stone": ("O08", "B2 B3 C4 C6 D4", 1),
    "Siege: all six at one stone": ("O08", "B2 B3 C4 C6 D4 D5", 2),
    "Siege: two and one": ("O08", "B2 B3 F1", 0),
    "Siege: D4 lies at two stones, and counts at one": ("O08", "B2 B3 D4 D3 E3", 1),
    "Siege: at two stones": ("O08", "B2 B3 D4 D3 E3 F3", 2),
    "Siege: around Small Stones": ("O08", "B1 B2 C2", 0),
    "Pincer: E and W": ("O09", "C4 C6", 1),
    "Pincer: NW and SE": ("O09", "B2 D5", 1),
    "Pincer: not opposite": ("O09", "B2 D4 C6", 0),
    "Pincer: all six at one stone": ("O09", "B2 B3 C4 C6 D4 D5", 3),
    "Pincer: D4 is opposite at two stones, and counts at one": ("O09", "B3 D4 F3", 1),
    "Pincer: opposite across a hex": ("O09", "D1 D3", 0),
    "Gem Hunters: at one stone": ("O10", "B1 B2", 1),
    "Gem Hunters: at two stones": ("O10", "B1 C2", 1),
    "Gem Hunters: five": ("O10", "B1 C2 D1 F6 H2", 2),
    "Gem Hunters: beside no Small Stone": ("O10", "B3 C3 C4", 0),
    "Border Wardens: four": ("O11", "B1 B3 E6 H2", 1),
    "Border Wardens: seven": ("O11", "B1 B2 B3 C2 C3 C6 D1", 1),
    "Border Wardens: eight": ("O11", "B1 B2 B3 C2 C3 C6 D1 D6", 2),
    "Border Wardens: stones are board": ("O11", "B1 B3 E6 D2 E3 D4 E5 F4 G4", 0),
    "Summoning Circle: each start hex": ("O12", "C3 E6 G3", 3),
    "Summoning Circle: one": ("O12", "C3 C4 D3", 1),
    "Summoning Circle: none": ("O12", "C2 C4", 0),
    "Lone Wolves: three": ("O13", "B1 D1 F6", 1),
    "Lone Wolves: two are adjacent": ("O13", "B1 B2 D1 F6", 0),
    "Lone Wolves: six": ("O13", "B1 B3 D1 D3 F4 H1", 2),
    "Lone Wolves: a stone between": ("O13", "E3 E5 B1", 1),
}
"""By description: the card, a seat's hexes on the 3-player board, and how often they fulfil it."""

MOST = {
    "Horde: tied seats all score": ("O14", {0: "D1 D2 D3", 1: "F1 F2 F3", 2: "H1 H2"}, {0: 3, 1: 3, 2: 2}, {0, 1}),
    "Horde: one group, not all Monsters": ("O14", {0: "D1 D2 F1 F2", 1: "B1 B2 B3"}, {0: 2, 1: 3}, {1}),
    "Horde: a stone parts a group": ("O14", {0: "E1 E3", 1: "B1"}, {0: 1, 1: 1}, {0, 1}),
    "Horde: the shared faction is best": ("O14", {0: "D1 D2", 1: "B1", SHARED: "F1 F2 F3"}, {0: 2, SHARED: 3}, set()),
    "Horde: level with the shared faction": ("O14", {0: "D1 D2", 1: "B1", SHARED: "F1 F2"}, {0: 2, SHARED: 2}, {0}),
    "Horde: a value of 0": ("O14", {SHARED: "F1"}, {0: 0, 1: 0, SHARED: 1}, set()),
    "Stone Lords: between two stones": ("O15", {0: "D4 E3", 1: "B2 B3 C6"}, {0: 4, 1: 3}, {0}),
    "Stone Lords: tied": ("O15", {0: "D4 E3", 1: "B2 B3 C6 D5"}, {0: 4, 1: 4}, {0, 1}),
    "Stone Lords: nobody at a Large Stone": ("O15", {0: "B1 C2", 1: "D6"}, {0: 0, 1: 0}, set()),
    "Throne Room: most": ("O16", {0: "D3 D4 F4", 1: "E3 E5", 2: "B2 B3 C4"}, {0: 3, 1: 2, 2: 0}, {0}),
    "Throne Room: nobody": ("O16", {0: "B1", 1: "C4"}, {0: 0, 1: 0}, set()),
    "Throne Room: level with the shared faction": ("O16", {1: "D3", SHARED: "D4"}, {0: 0, 1: 1, SHARED: 1}, {1}),
}
"""By description: the card, the hexes of each owner, their values, and the owners that fulfil it."""

SQUARES = {
    "O01": (1, 1, 4),
    "O02": (1, 1, 1),
    "O03": (1, 1, 3),
    "O04": (1, 1, 1, 4, 4, 9),
    "O05": (1, 1, 1, 1, 1, 3),
    "O06": (1, 1, 1, 3, 3, 3),
    "O07": (4, 4, 4),
}
"""The squared distances between the Monsters of each pattern, from centre to centre."""


def on_board(owners: dict[Owner, str], size: int = 3) -> dict[Owner, int]:
    return owned_cells(layout(size), {label: owner for owner, labels in owners.items() for label in labels.split()})


@pytest.mark.parametrize(("card", "labels", "expected"), POSITIONS.values(), ids=POSITIONS)
def test_a_position_fulfils_an_objective_so_often(card: str, labels: str, expected: int) -> None:
    """MH-20: patterns in any rotation or reflection, "around", "opposite" and counts; maximum packing."""
    cells = on_board({0: labels, 1: "G4"} if "G4" not in labels else {0: labels})
    found = fulfilment(layout(3), OBJECTIVE[card], cells, 0)
    used = [label for configuration in found.configurations for label in configuration]

    assert (
        count_fulfilments(layout(3), OBJECTIVE[card], cells, 0) == found.times == len(found.configurations) == expected
    )
    assert found.points == expected * OBJECTIVE[card].points
    assert len(used) == len(set(used))
    assert set(used) <= set(labels.split())


@pytest.mark.parametrize(("card", "owners", "values", "fulfilling"), MOST.values(), ids=MOST)
def test_most_of_is_scored_by_all_tied_seats(
    card: str, owners: dict[Owner, str], values: dict[Owner, int], fulfilling: set[Owner]
) -> None:
    """MH-20: the value must be above 0; the shared faction competes but never scores."""
    cells = on_board(owners)

    for owner, value in values.items():
        found = fulfilment(layout(3), OBJECTIVE[card], cells, owner)
        assert found.value == value
        assert found.times == count_fulfilments(layout(3), OBJECTIVE[card], cells, owner) == int(owner in fulfilling)
        assert found.points == found.times * OBJECTIVE[card].points


def test_the_hexes_of_most_of_are_those_that_count() -> None:
    """MH-20: the largest group, the Monsters at Large Stones, and those at the Demon King Stone."""
    cells = on_board({0: "B1 B2 D3 D4 D5 H3", 1: "F1"})
    found = {card: fulfilment(layout(3), OBJECTIVE[card], cells, 0) for card in ("O14", "O15", "O16")}

    assert found["O14"] == Fulfilment("O14", 1, 4, (("D3", "D4", "D5"),), 3, 1)
    assert found["O15"] == Fulfilment("O15", 1, 4, (("B2", "D3", "D4", "D5", "H3"),), 6, 1)
    assert found["O16"] == Fulfilment("O16", 1, 3, (("D3", "D4"),), 2, 0)


def test_the_shared_faction_fulfils_nothing() -> None:
    """MH-20: shared tiles are nobody's own."""
    cells = on_board({SHARED: "D1 D2 D3 D4 D5 D6 C3 C4", 0: "H1"})

    for card in OBJECTIVES:
        found = fulfilment(layout(3), card, cells, SHARED)
        assert (found.times, found.points, found.configurations) == (0, 0, ())
        assert count_fulfilments(layout(3), card, cells, SHARED) == 0


def test_another_seats_monsters_are_no_part_of_a_configuration() -> None:
    """MH-20: all cells need own Monsters. A lone one may have others' Monsters beside it."""
    cells = on_board({0: "D1 D3 F3", 1: "D2 D4 F2"})

    assert count_fulfilments(layout(3), OBJECTIVE["O01"], cells, 0) == 0
    assert count_fulfilments(layout(3), OBJECTIVE["O13"], cells, 0) == 1


def test_cards_for_a_board_come_in_file_order() -> None:
    """MH-20: War Rhomb is not used on the 2-player board."""
    ids = [f"O{number:02}" for number in range(1, 17)]

    assert [card.id for card in OBJECTIVES] == ids
    assert [card.id for card in objectives_for(2)] == [card for card in ids if card != "O05"]
    assert objectives_for(3) == objectives_for(4) == OBJECTIVES


@pytest.mark.parametrize(
    ("card", "labels", "expected"),
    [
        ("O11", "B1 C1 E5 F4", 1),
        ("O11", "C1 D2 D3 E3", 0),
        ("O10", "B2 B3 F2 F3", 2),
        ("O12", "D1 D4", 2),
        ("O08", "B1 B2 C1 C3 D1 D2", 2),
    ],
)
def test_the_board_of_two(card: str, labels: str, expected: int) -> None:
    """MH-20 on the smallest board."""
    assert count_fulfilments(layout(2), OBJECTIVE[card], on_board({0: labels}, 2), 0) == expected


def test_once_more_is_as_near_as_possible() -> None:
    """MH-20: the nearest further configuration, on own and free hexes."""
    spear, board = OBJECTIVE["O01"], layout(3)

    assert outlook(board, spear, on_board({0: "D1 D2", 1: "F1"}), 0) == Shortfall(1, ("D1", "D2", "D3"))
    assert outlook(board, spear, on_board({0: "D2 D3", 1: "D4 C2"}), 0) == Shortfall(1, ("D1", "D2", "D3"))
    assert outlook(board, spear, on_board({0: "D2 D3", 1: "D1 D4"}), 0) == Shortfall(2, ("B1", "C3", "D2"))
    assert outlook(board, spear, on_board({0: "D1 D2 D3 D4 D5"}), 0) == Shortfall(1, ("D4", "D5", "D6"))
    assert outlook(board, OBJECTIVE["O14"], on_board({0: "D1"}), 0) is None


@pytest.mark.parametrize(
    ("card", "owners", "expected"),
    [
        ("O10", {0: "B1 C2 D1"}, Shortfall(1, ())),
        ("O10", {0: "B1", 1: "B2 C6 D6 C2 D1 F1 G2 F6 G6 H1 H2"}, None),
        ("O12", {0: "C3", 1: "E6"}, Shortfall(1, ())),
        ("O12", {0: "C3 G3", 1: "E6"}, None),
        ("O13", {0: "B1 D1"}, Shortfall(1, ())),
        ("O13", {0: "B1 D1 D3 D5 F2 F4 F6"}, Shortfall(2, ())),
        ("O11", {0: "C4 D3"}, Shortfall(4, ())),
    ],
)
def test_once_more_of_a_count(card: str, owners: dict[Owner, str], expected: Shortfall | None) -> None:
    """MH-20: the number of missing hexes of the kind, or None if too few are free."""
    assert outlook(layout(3), OBJECTIVE[card], on_board(owners), 0) == expected


@pytest.mark.parametrize(
    "wrong",
    [
        {"kind": "around", "shape": ((0, 0), (1, 0))},
        {"n": 3},
        {"shape": ()},
        {"shape": tuple((step, 0) for step in range(9))},
        {"points": 0},
        {"boards": ()},
        {"boards": (5,)},
    ],
)
def test_wrong_cards_are_refused_at_load(wrong: dict[str, object]) -> None:
    with pytest.raises(ValueError, match="objective O01"):
        check_objectives([msgspec.structs.replace(OBJECTIVE["O01"], **wrong)])


def test_two_cards_with_one_id_are_refused() -> None:
    with pytest.raises(ValueError, match="same id"):
        check_objectives([OBJECTIVE["O01"], OBJECTIVE["O01"]])


def fulfils(size: int, card: Objective, hexes: tuple[Hex, ...]) -> bool:
    """Return whether hexes are one configuration, by distances alone."""
    stones = [Hex(stone.q, stone.r) for stone in layout(size).stones if stone.large]
    if card.kind == "pattern":
        return tuple(sorted(squared(a, b) for a, b in combinations(hexes, 2))) == SQUARES[card.id]
    beside = [stone for stone in stones if all(squared(stone, each) == 1 for each in hexes)]
    return bool(beside) and (card.kind == "around" or squared(*hexes) == 4)


def squared(a: Hex, b: Hex) -> int:
    q, r = a.q - b.q, a.r - b.r
    return q * q + q * r + r * r


def configurations(size: int, card: Objective, cells: set[int]) -> list[frozenset[int]]:
    """Return all configurations within these cells."""
    hexes, members = layout(size).board.hexes, len(card.shape) or card.n or 2
    return [
        frozenset(chosen)
        for chosen in combinations(sorted(cells), members)
        if fulfils(size, card, tuple(hexes[cell] for cell in chosen))
    ]


def most_disjoint(sets: list[frozenset[int]]) -> int:
    """Return the size of a largest choice of disjoint sets, with or without the first one."""
    if not sets:
        return 0
    first, *others = sets
    return max(1 + most_disjoint([each for each in others if not each & first]), most_disjoint(others))


CONFIGURED = st.sampled_from([card for card in OBJECTIVES if card.kind in ("pattern", "around", "opposite")])


@st.composite
def clusters(draw: st.DrawFn) -> tuple[int, set[int], set[int]]:
    """Draw a board size and the cells of two seats; those of the first seat lie close together."""
    size = draw(st.sampled_from([2, 3, 4]))
    board = layout(size).board
    middle = draw(st.integers(0, len(board) - 1))
    near = sorted(range(len(board)), key=lambda cell: (board.distance[middle][cell], cell))[:13]
    own = draw(st.sets(st.sampled_from(near), max_size=8))
    return size, own, draw(st.sets(st.integers(0, len(board) - 1), max_size=12)) - own


def mask(cells: set[int]) -> int:
    return sum(1 << cell for cell in cells)


@given(clusters(), CONFIGURED)
@settings(max_examples=120)
def test_packing_is_maximum(drawn: tuple[int, set[int], set[int]], card: Objective) -> None:
    """MH-20: the number of times equals the largest choice of disjoint configurations, found by trying all."""
    size, own, other = drawn
    possible = configurations(size, card, own)
    found = fulfilment(layout(size), card, {0: mask(own), 1: mask(other)}, 0)
    index = layout(size).board.index

    assert found.times == most_disjoint(possible)
    for configuration in found.configurations:
        assert frozenset(index[label] for label in configuration) in possible


@given(clusters(), CONFIGURED)
@settings(max_examples=40)
def test_the_outlook_is_the_nearest_configuration(drawn: tuple[int, set[int], set[int]], card: Objective) -> None:
    """MH-20: it fulfils the Objective once more, and no configuration with fewer new Monsters does."""
    size, own, other = drawn
    board, now = layout(size), most_disjoint(configurations(size, card, own))
    if card.id == "O05" and size == 2:
        return
    found = outlook(board, card, {0: mask(own), 1: mask(other)}, 0)
    free = set(range(len(board.cells))) - other
    better = [
        len(chosen - own)
        for chosen in configurations(size, card, free)
        if chosen - own and count_fulfilments(board, card, {0: mask(own | chosen)}, 0) > now
    ]

    assert (found.missing if found else None) == min(better, default=None)
    if found:
        chosen = {board.board.index[label] for label in found.hexes}
        assert chosen <= free
        assert len(chosen - own) == found.missing


@given(st.sampled_from([2, 3, 4]), st.sampled_from(OBJECTIVES), st.data())
@settings(max_examples=120)
def test_counts_are_the_same_on_the_turned_and_mirrored_board(size: int, card: Objective, data: st.DataObject) -> None:
    """MH-20: symmetries of the board keep all counts; for the Demon King Stone only those that keep it in place."""
    board = layout(size)
    owners = data.draw(st.lists(st.sampled_from([0, 1, None]), min_size=len(board.cells), max_size=len(board.cells)))
    symmetry = data.draw(st.sampled_from(board.board.symmetries))
    here: dict[Owner, int] = {0: 0, 1: 0}
    there = here.copy()
    for cell, owner in enumerate(owners):
        if owner is not None:
            here[owner] |= 1 << cell
            there[owner] |= 1 << symmetry[cell]
    king = {cell for cell, _ in board.facing[board.demon_king]}

    if card.metric != "adj_demon" or {symmetry[cell] for cell in king} == king:
        assert count_fulfilments(board, card, here, 0) == count_fulfilments(board, card, there, 0)

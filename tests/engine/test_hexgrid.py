"""Hex geometry: exact, symmetric, and the same after every turn and mirror."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.hexgrid import (
    DIRECTIONS,
    OFF_BOARD,
    Board,
    Hex,
    distance,
    line,
    opposite,
    reflect,
    ring,
    rotate60,
    row_labels,
)

coordinates = st.integers(-12, 12)
hexes = st.builds(Hex, coordinates, coordinates)
ORIGIN = Hex(0, 0)


def test_the_six_directions_go_clockwise_from_the_east():
    assert DIRECTIONS == ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))
    assert all(rotate60(a) == b for a, b in pairwise((*DIRECTIONS, DIRECTIONS[0])))
    assert all(ORIGIN.shift_by(DIRECTIONS[d]).shift_by(DIRECTIONS[opposite(d)]) == ORIGIN for d in range(6))


@given(hexes, hexes, hexes)
def test_distance_is_a_metric(a: Hex, b: Hex, c: Hex):
    assert distance(a, b) == distance(b, a)
    assert (distance(a, b) == 0) == (a == b)
    assert distance(a, c) <= distance(a, b) + distance(b, c)


@given(hexes, hexes, st.integers(-7, 7))
def test_turning_and_mirroring_keep_distances(a: Hex, b: Hex, times: int):
    assert distance(rotate60(a, times), rotate60(b, times)) == distance(a, b)
    assert distance(reflect(a), reflect(b)) == distance(a, b)
    assert rotate60(rotate60(a, times), -times) == a
    assert reflect(reflect(a)) == a


@given(hexes, st.integers(0, 9))
def test_a_ring_holds_exactly_the_hexes_at_its_distance(centre: Hex, radius: int):
    hexagons = ring(centre, radius)

    assert len(set(hexagons)) == len(hexagons) == max(1, 6 * radius)
    assert all(distance(centre, hexagon) == radius for hexagon in hexagons)
    assert hexagons[0] == centre.shift_by(DIRECTIONS[0], radius)


def test_a_ring_of_one_is_the_six_neighbours_in_order():
    assert ring(ORIGIN, 1) == DIRECTIONS


def test_a_line_along_an_edge_gives_the_hexes_on_both_sides():
    assert line(Hex(0, 0), Hex(1, 1)) == (((0, 0),), ((0, 1), (1, 0)), ((1, 1),))
    assert line(Hex(0, 0), Hex(3, 0)) == (((0, 0),), ((1, 0),), ((2, 0),), ((3, 0),))
    assert line(Hex(2, 5), Hex(2, 5)) == (((2, 5),),)


@given(hexes, hexes)
def test_a_line_is_unbroken_and_the_same_backwards(a: Hex, b: Hex):
    steps = line(a, b)

    assert steps == tuple(reversed(line(b, a)))
    assert len(steps) == distance(a, b) + 1
    assert steps[0] == (a,)
    assert steps[-1] == (b,)
    for number, step in enumerate(steps):
        assert len(step) in (1, 2)
        assert all(distance(a, hexagon) == number for hexagon in step)
        assert len(step) == 1 or distance(*step) == 1


@given(hexes, hexes, st.integers(0, 5), st.booleans())
def test_lines_are_the_same_under_all_twelve_symmetries(a: Hex, b: Hex, times: int, mirrored: bool):
    def moved(hexagon: Hex) -> Hex:
        return rotate60(reflect(hexagon) if mirrored else hexagon, times)

    assert line(moved(a), moved(b)) == tuple(tuple(sorted(moved(h) for h in step)) for step in line(a, b))


def star() -> list[Hex]:
    return [ORIGIN, *ring(ORIGIN, 1), *ring(ORIGIN, 2)]


def test_a_boards_tables_agree_with_the_geometry():
    board = Board(star())

    assert len(board) == 19
    for cell, hexagon in enumerate(board.hexes):
        assert board.cell[hexagon] == cell
        assert board.index[board.name[cell]] == cell
        for direction in range(6):
            neighbour = hexagon.shift_by(DIRECTIONS[direction])
            assert board.neighbour_in[cell][direction] == board.cell.get(neighbour, OFF_BOARD)
        assert board.neighbours[cell] == tuple(n for n in board.neighbour_in[cell] if n != OFF_BOARD)
        assert all(board.distance[cell][other] == distance(hexagon, board.hexes[other]) for other in range(19))
    assert [board.hexes[cell] for cell in board.rays[board.cell[Hex(-2, 0)]][0]] == [(-1, 0), (0, 0), (1, 0), (2, 0)]


def test_a_large_board_computes_distances_and_symmetries_only_when_asked():
    hexagons = [hexagon for radius in range(17) for hexagon in ring(ORIGIN, radius)]
    board = Board(hexagons, [f"{q}:{r}" for q, r in hexagons])

    assert len(board) == 817
    assert not {"distance", "symmetries"} & vars(board).keys()
    assert board.distance[0][816] == 16
    assert board.distance is board.distance
    assert len(board.symmetries) == 12


def test_a_ray_ends_at_a_gap():
    board = Board([(0, 0), (1, 0), (3, 0)])

    assert board.rays[0][0] == (1,)


def test_labels_count_from_the_left_and_skip_gaps():
    assert row_labels([Hex(0, 0), Hex(3, 0), Hex(1, 0), Hex(0, 1)]) == ("A1", "A3", "A2", "B1")
    with pytest.raises(ValueError, match="not 27"):
        row_labels([Hex(0, r) for r in range(27)])


@pytest.mark.parametrize(("hexagons", "count"), [(star(), 12), ([(0, 0), (1, 0)], 2), ([(0, 0), (1, 0), (1, 1)], 2)])
def test_a_boards_symmetries_are_permutations_that_keep_neighbours(hexagons, count):
    board = Board(hexagons)
    cells = tuple(range(len(board)))

    assert len(set(board.symmetries)) == len(board.symmetries)
    assert board.symmetries[0] == cells
    for permutation in board.symmetries:
        assert sorted(permutation) == list(cells)
        for cell in cells:
            moved = {permutation[other] for other in board.neighbours[cell]}
            assert moved == set(board.neighbours[permutation[cell]])
    assert len(board.symmetries) == count


def test_a_board_refuses_repeated_hexes_and_names():
    for hexagons, names in [([(0, 0), (0, 0)], None), ([(0, 0), (1, 0)], ["A1", "A1"]), ([(0, 0)], []), ([], None)]:
        with pytest.raises(ValueError, match="names must be unique"):
            Board(hexagons, names)

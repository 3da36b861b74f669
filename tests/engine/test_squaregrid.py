"""Square geometry: boards up to 20 x 12, lines of any length, and exact lines of sight."""

from fractions import Fraction
from itertools import pairwise, product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.squaregrid import DIRECTIONS, OFF_BOARD, Board, Square, distance, line

SIZES = [(7, 6), (6, 5), (6, 7), (8, 7), (9, 7), (20, 12), (12, 20), (1, 1), (1, 9), (26, 1)]
HALF = Fraction(1, 2)
coordinates = st.integers(0, 19)
squares = st.builds(Square, coordinates, coordinates)


def crossed(a: Square, b: Square) -> list[tuple[Square, ...]]:
    """Return the squares and corners of `line` by their definition.

    It lists the squares whose interior the segment meets, and the pairs of squares that flank the corners it meets.
    """
    passed: dict[tuple[Square, ...], Fraction] = {}
    low, high = (Square(*map(pick, a, b)) for pick in (min, max))
    for column, row in product(range(low.column, high.column + 1), range(low.row, high.row + 1)):
        span = inside(a, b, Square(column, row))
        if span is not None:
            passed[Square(column, row),] = span
        # The upper right corner of the square, if it is on the segment and inside its bounding box.
        right, above = column + HALF - a.column, row + HALF - a.row
        if right * (b.row - a.row) == above * (b.column - a.column) and column < high.column and row < high.row:
            rises = (b.column - a.column) * (b.row - a.row) > 0
            beside = (0, 1), (1, 0)
            flanking = beside if rises else ((0, 0), (1, 1))
            pair = tuple(Square(column + more[0], row + more[1]) for more in flanking)
            passed[pair] = right / (b.column - a.column)
    return sorted(passed, key=lambda step: passed[step])


def inside(a: Square, b: Square, square: Square) -> Fraction | None:
    """Return the middle of the segment's part inside the open square, from 0 to 1; None if there is none."""
    start, end = Fraction(0), Fraction(1)
    for origin, towards, centre in zip(a, b, square, strict=True):
        step = towards - origin
        if step == 0:
            if not abs(origin - centre) < HALF:
                return None
            continue
        bounds = sorted([(centre - HALF - origin) / step, (centre + HALF - origin) / step])
        start, end = max(start, bounds[0]), min(end, bounds[1])
    return (start + end) / 2 if start < end or a == b else None


@pytest.mark.parametrize(("columns", "rows"), SIZES)
def test_a_boards_tables_agree_with_the_geometry(columns: int, rows: int):
    board = Board(columns, rows)
    cells = range(len(board))

    assert len(board) == columns * rows
    assert [cell for column in board.columns for cell in column] == list(cells)
    assert [tuple(board.squares[cell].row for cell in column) for column in board.columns] == [
        tuple(range(rows))
    ] * columns
    assert [tuple(board.squares[cell].column for cell in row) for row in board.rows] == [tuple(range(columns))] * rows
    for cell, square in enumerate(board.squares):
        assert board.cell[square] == board.index[board.name[cell]] == cell
        for direction, step in enumerate(DIRECTIONS):
            there = Square(square.column + step.column, square.row + step.row)
            on_board = 0 <= there.column < columns and 0 <= there.row < rows
            found = board.neighbour_in[cell][direction]
            assert found == (board.cell[there] if on_board else OFF_BOARD)
            assert board.rays[cell][direction] == ((found, *board.rays[found][direction]) if on_board else ())
        assert board.neighbours[cell] == tuple(n for n in board.neighbour_in[cell] if n != OFF_BOARD)
        assert set(board.neighbours[cell]) == {other for other in cells if board.distance[cell][other] == 1}
        assert set(board.orthogonal[cell]) == {
            other for other in board.neighbours[cell] if sum(map(abs, steps(board, cell, other))) == 1
        }


def steps(board: Board, a: int, b: int) -> tuple[int, int]:
    """Return the distance of two cells in columns and in rows, with signs."""
    return board.squares[b].column - board.squares[a].column, board.squares[b].row - board.squares[a].row


def test_squares_are_named_by_column_and_row_and_numbered_in_the_order_of_their_names():
    board = Board(20, 12)

    assert board.name[:3] == ("a1", "a2", "a3")
    assert board.name[9:13] == ("a10", "a11", "a12", "b1")
    assert board.name[-1] == "t12"
    assert board.squares[board.index["c1"]] == (2, 0)


def test_neighbours_go_clockwise_from_north():
    board = Board(3, 3)

    def named(cells: tuple[int, ...]) -> str:
        return " ".join(board.name[cell] for cell in cells)

    assert named(board.neighbours[board.index["b2"]]) == "b3 c3 c2 c1 b1 a1 a2 a3"
    assert named(board.orthogonal[board.index["b2"]]) == "b3 c2 b1 a2"
    assert named(board.neighbours[board.index["a1"]]) == "a2 b2 b1"


@pytest.mark.parametrize(
    ("columns", "rows", "length", "count"),
    # Horizontal + vertical + both diagonals: (c-n+1)r + c(r-n+1) + 2(c-n+1)(r-n+1).
    [(7, 6, 4, 69), (6, 7, 4, 69), (20, 12, 4, 17 * 12 + 20 * 9 + 2 * 17 * 9), (5, 5, 2, 72), (3, 9, 4, 18)],
)
def test_lines_are_all_runs_of_their_length_each_once(columns: int, rows: int, length: int, count: int):
    board = Board(columns, rows)
    lines = board.lines(length)

    assert len(lines) == len(set(lines)) == count
    assert list(lines) == sorted(lines)
    for run in lines:
        assert len(run) == length
        assert list(run) == sorted(run)
        assert len({steps(board, a, b) for a, b in pairwise(run)}) == 1
        assert all(board.distance[a][b] == 1 for a, b in pairwise(run))
    through = board.lines_through(length)
    assert [list(runs) for runs in through] == [[run for run in lines if cell in run] for cell in range(len(board))]


def test_a_line_has_at_least_two_cells():
    with pytest.raises(ValueError, match="at least two"):
        Board(7, 6).lines(1)


@given(squares, squares)
def test_a_line_of_sight_passes_exactly_the_squares_and_corners_on_its_segment(a: Square, b: Square):
    assert list(line(a, b)) == crossed(a, b)


@given(squares, squares)
def test_a_line_of_sight_is_the_same_backwards_and_mirrored(a: Square, b: Square):
    passed = line(a, b)

    assert passed == tuple(reversed(line(b, a)))
    turned = line(Square(a.row, a.column), Square(b.row, b.column))
    assert turned == tuple(tuple(sorted(Square(row, column) for column, row in step)) for step in passed)
    low, high = (Square(*map(pick, a, b)) for pick in (min, max))
    assert all(low.column <= c <= high.column and low.row <= r <= high.row for step in passed for c, r in step)
    assert {distance(*step) for step in passed if len(step) == 2} <= {1}


def test_lines_of_sight_between_cells():
    """CF-12: for a corner both flanking squares are given, so that a game can require both to block."""
    board = Board(7, 6)

    def between(a: str, b: str) -> list[str]:
        return ["/".join(board.name[cell] for cell in step) for step in board.between(board.index[a], board.index[b])]

    assert between("a1", "a1") == []
    assert between("a1", "a2") == []
    assert between("a1", "b2") == ["a2/b1"]
    assert between("b2", "a1") == ["a2/b1"]
    assert between("a2", "b1") == ["a1/b2"]
    assert between("a1", "d1") == ["b1", "c1"]
    assert between("d4", "d1") == ["d3", "d2"]
    assert between("a1", "c3") == ["a2/b1", "b2", "b3/c2"]
    assert between("a1", "c2") == ["b1", "b2"]
    assert between("a1", "d2") == ["b1", "b2/c1", "c2"]
    assert between("a1", "g4") == ["b1", "b2", "c2", "d2", "d3", "e3", "f3", "f4"]


@pytest.mark.parametrize(("columns", "rows"), [(0, 6), (27, 6), (7, 0)])
def test_a_board_refuses_impossible_sizes(columns: int, rows: int):
    with pytest.raises(ValueError, match="a board has"):
        Board(columns, rows)

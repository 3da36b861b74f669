"""Rectangular boards of squares with numbered cells, and exact lines between squares.

Squares are (column, row), both from 0, with the first column on the left and the first row at the bottom. Cells are
numbered column by column from the bottom, so the order of cells is a1, a2, …, a10, b1. All arithmetic is in integers: a
line exactly through a corner yields the two squares that flank it, and the game decides how to treat them.
"""

from functools import cached_property
from typing import Final, NamedTuple, TypeAlias

Direction: TypeAlias = int
"""An index of `DIRECTIONS`, from 0 to 7."""

OFF_BOARD: Final = -1
"""The entry in `Board.neighbour_in` where there is no cell in that direction."""
_LETTERS: Final = "abcdefghijklmnopqrstuvwxyz"


class Square(NamedTuple):
    """A square, given by its column and row, or a step from one square to another."""

    column: int
    row: int


DIRECTIONS: Final = (
    Square(0, 1),
    Square(1, 1),
    Square(1, 0),
    Square(1, -1),
    Square(0, -1),
    Square(-1, -1),
    Square(-1, 0),
    Square(-1, 1),
)
"""The steps to the eight neighbours, clockwise from north: N, NE, E, SE, S, SW, W, NW.

Those with even indexes are horizontal or vertical.
"""


def distance(a: Square, b: Square) -> int:
    """Return the number of steps from one square to another, where a diagonal step counts as one."""
    return max(abs(a.column - b.column), abs(a.row - b.row))


def line(a: Square, b: Square) -> tuple[tuple[Square, ...], ...]:
    """Return the squares that the straight line between the centres of two squares passes, in order.

    Both ends are included. An entry is one square, or, where the line passes exactly through a corner, the two sorted
    squares that flank it.
    """
    across, up = abs(b.column - a.column), abs(b.row - a.row)
    right, above = (1 if b.column > a.column else -1), (1 if b.row > a.row else -1)
    passed: list[tuple[Square, ...]] = [(a,)]
    here = a
    columns = rows = 0
    while here != b:
        # The sign of `lead` says which border of the square the line reaches first: above 0 the one to the next column,
        # below 0 the one to the next row, at 0 both at once.
        lead = (2 * rows + 1) * across - (2 * columns + 1) * up
        if lead == 0:
            flanking = Square(here.column + right, here.row), Square(here.column, here.row + above)
            passed.append(tuple(sorted(flanking)))
        columns += lead >= 0
        rows += lead <= 0
        here = Square(a.column + right * columns, a.row + above * rows)
        passed.append((here,))
    return tuple(passed)


class Board:
    """A rectangular board and its lookups; the module's docstring explains the numbering of cells.

    `columns` and `rows` hold the cells of each column from the bottom and of each row from the left. `neighbours[cell]`
    are the up to eight adjacent cells, clockwise from north; `orthogonal[cell]` are those that share a side.
    `neighbour_in[cell][direction]` is the neighbour in a direction, or `OFF_BOARD`. `rays[cell][direction]` are all
    cells in a direction up to the edge. `name[cell]` is the name of a cell in notation, and `index[name]` the cell with
    a name.
    """

    def __init__(self, columns: int, rows: int) -> None:
        """Build the lookups of a board with these numbers of columns and rows.

        Raises ValueError unless there are 1 to 26 columns and at least 1 row.
        """
        if not (1 <= columns <= len(_LETTERS) and rows >= 1):
            raise ValueError(f"a board has 1 to {len(_LETTERS)} columns and at least 1 row, not {columns} x {rows}")
        self.squares: Final = tuple(Square(column, row) for column in range(columns) for row in range(rows))
        self.cell: Final = {square: cell for cell, square in enumerate(self.squares)}
        self.name: Final = tuple(f"{_LETTERS[column]}{row + 1}" for column, row in self.squares)
        self.index: Final = {name: cell for cell, name in enumerate(self.name)}
        self.columns: Final = tuple(tuple(range(column * rows, (column + 1) * rows)) for column in range(columns))
        self.rows: Final = tuple(zip(*self.columns, strict=True))
        self.neighbour_in: Final = tuple(
            tuple(self.cell.get(Square(column + step.column, row + step.row), OFF_BOARD) for step in DIRECTIONS)
            for column, row in self.squares
        )
        self.neighbours: Final = tuple(_drop_off_board(around) for around in self.neighbour_in)
        self.orthogonal: Final = tuple(_drop_off_board(around[::2]) for around in self.neighbour_in)
        self.rays: Final = tuple(
            tuple(self._ray(cell, direction) for direction in range(len(DIRECTIONS))) for cell in range(len(self))
        )

    def __len__(self) -> int:
        return len(self.squares)

    @cached_property
    def distance(self) -> tuple[tuple[int, ...], ...]:
        """The distance between any two cells, as `distance[cell][other]`; a diagonal step counts as one."""
        return tuple(tuple(distance(a, b) for b in self.squares) for a in self.squares)

    def lines(self, length: int) -> tuple[tuple[int, ...], ...]:
        """Return all horizontal, vertical and diagonal lines of `length` adjacent cells, each one once, sorted.

        The cells of each line are in ascending order. Raises ValueError if `length` is less than 2.
        """
        if length < 2:
            raise ValueError(f"a line has at least two cells, not {length}")
        # The first four directions lead to cells with higher numbers, so each line is listed once.
        runs = ((cell, *ray[: length - 1]) for cell, rays in enumerate(self.rays) for ray in rays[:4])
        return tuple(sorted(run for run in runs if len(run) == length))

    def lines_through(self, length: int) -> tuple[tuple[tuple[int, ...], ...], ...]:
        """Return, for each cell, those lines of `lines(length)` that contain it."""
        found: list[list[tuple[int, ...]]] = [[] for _ in self.squares]
        for run in self.lines(length):
            for cell in run:
                found[cell].append(run)
        return tuple(map(tuple, found))

    def between(self, a: int, b: int) -> tuple[tuple[int, ...], ...]:
        """Return the cells that the straight line between two cells passes, without both ends.

        An entry is one cell, or the two that flank a corner, as in `line`.
        """
        passed = line(self.squares[a], self.squares[b])
        return tuple(tuple(self.cell[square] for square in step) for step in passed[1:-1])

    def _ray(self, cell: int, direction: Direction) -> tuple[int, ...]:
        ray: list[int] = []
        while (cell := self.neighbour_in[cell][direction]) != OFF_BOARD:
            ray.append(cell)
        return tuple(ray)


def _drop_off_board(cells: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(cell for cell in cells if cell != OFF_BOARD)

"""Grids and their lookups: columns, lines of four, neighbours, reach and sight. Sets of cells are bit masks."""

from collections.abc import Iterable, Iterator
from functools import cache
from typing import Final

from engine.squaregrid import Board

FOUR: Final = 4
_FAR: Final = 6
"""The distance up to which the cells hidden by adjacent monsters are cached; no monster's range is longer."""


class Grid:
    """A grid with a number of columns and rows, and its lookups (CF-7).

    - `near[cell]`: a mask of the neighbouring cells
    - `fours`: all lines of four as pairs (cells, mask)
    - `fours_at[cell]`: the masks of the lines of four through a cell
    - `tops`: a mask of the top cells of all columns
    - `full_column`: a mask of the cells of the first column
    """

    def __init__(self, columns: int, rows: int) -> None:
        self.columns: Final = columns
        self.rows: Final = rows
        self.board: Final = Board(columns, rows)
        self.name: Final = self.board.name
        self.near: Final = tuple(map(to_mask, self.board.neighbours))
        self.fours: Final = tuple((line, to_mask(line)) for line in self.board.lines(FOUR))
        self.fours_at: Final = tuple(tuple(map(to_mask, lines)) for lines in self.board.lines_through(FOUR))
        self.tops: Final = to_mask(column[-1] for column in self.board.columns)
        self.full_column: Final = (1 << rows) - 1
        # A lazy cache of `between`, by start cell and then by the one-bit mask of the end cell.
        self._between: Final[tuple[dict[int, tuple[int, tuple[int, ...]]], ...]] = tuple({} for _ in self.name)
        # A lazy cache of the cells that are hidden from a cell, by that cell and then by the mask of its blocking
        # neighbours.
        self._hidden: Final[tuple[dict[int, int], ...]] = tuple({} for _ in self.name)

    def between(self, start: int, end: int) -> tuple[int, tuple[int, ...]]:
        """Return the cells that the line of sight between two cells passes (CF-12).

        The first item is a mask of the cells that the line crosses. The second holds, for each corner that the line
        passes exactly, a mask of the two cells beside the corner.
        """
        found = self._between[start].get(1 << end)
        if found is None:
            steps = self.board.between(start, end)
            corners = tuple(to_mask(step) for step in steps if len(step) == 2)
            found = to_mask(step[0] for step in steps if len(step) == 1), corners
            self._between[start][1 << end] = found
        return found

    def can_see(self, start: int, end: int, solid: int) -> bool:
        """Return whether `end` is in sight of `start`; `solid` is a mask of the cells that block sight (CF-12)."""
        if self.near[start] >> end & 1:
            return True
        passed, corners = self.between(start, end)
        return not passed & solid and all(corner & solid != corner for corner in corners)

    def find_visible(self, start: int, targets: int, solid: int) -> int:
        """Return a mask of those cells in `targets` that are in sight of `start` (CF-12).

        `solid` is a mask of the cells that block sight. No target may be adjacent to `start`.
        """
        blocking = self.near[start] & solid
        hidden = self._hidden[start].get(blocking)
        targets &= ~(self._hide(start, blocking) if hidden is None else hidden)
        known, found = self._between[start], 0
        while targets:
            low = targets & -targets
            targets ^= low
            passed, corners = known.get(low) or self.between(start, low.bit_length() - 1)
            if not passed & solid:
                for corner in corners:
                    if corner & solid == corner:
                        break
                else:
                    found |= low
        return found

    def _hide(self, start: int, blocking: int) -> int:
        """Return a mask of the cells that the neighbours in `blocking` hide from the cell `start`.

        Cells more than `_FAR` steps away are not included. The result is cached.
        """
        ends = [end for end in cells_in(reach(self, _FAR)[start]) if not self.can_see(start, end, blocking)]
        hidden = self._hidden[start][blocking] = to_mask(ends)
        return hidden

    def height(self, occupied: int, column: int) -> int:
        """Return the number of monsters in a column, given a mask of the occupied cells.

        Columns have no gaps (CF-15).
        """
        return (occupied >> column * self.rows & self.full_column).bit_length()

    def has_four(self, own: int, cell: int) -> bool:
        """Return whether a line of four through `cell` consists of cells in the mask `own` (CF-15)."""
        for four in self.fours_at[cell]:  # noqa: SIM110 - this loop is the engine's most frequent
            if own & four == four:
                return True
        return False


@cache
def reach(grid: Grid, distance: int) -> tuple[int, ...]:
    """Return, for each cell, a mask of the other cells within a distance; cached (CF-11)."""
    return tuple(
        to_mask(other for other, steps in enumerate(row) if 0 < steps <= distance) for row in grid.board.distance
    )


def to_mask(cells: Iterable[int]) -> int:
    """Return the mask of a set of cells."""
    return sum(1 << cell for cell in cells)


def cells_in(mask: int) -> Iterator[int]:
    """Yield the cell numbers in a mask in ascending order."""
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low


@cache
def grid(columns: int, rows: int) -> Grid:
    """Return the grid of this size; grids are cached and shared."""
    return Grid(columns, rows)

"""Grids with their lookups: columns, lines of four, neighbours, reach and sight. Sets of cells are bit masks."""

from collections.abc import Iterable, Iterator
from functools import cache
from typing import Final

from engine.squaregrid import Board

FOUR: Final = 4
_FAR: Final = 6
"""The longest range of any monster; sight beyond it is checked line by line."""


class Grid:
    """A grid of given columns and rows, with its lookups (CF-7).

    - `near[cell]`: a mask of the neighbouring cells
    - `fours`: all lines of four
    - `fours_at[cell]`: the lines of four through a cell
    - `tops`: a mask of all top cells
    - `full_column`: a mask of a column's cells, shifted so that the lowest is bit 0
    """

    def __init__(self, columns: int, rows: int) -> None:
        self.columns: Final = columns
        self.rows: Final = rows
        self.board: Final = Board(columns, rows)
        self.name: Final = self.board.name
        self.near: Final = tuple(map(as_mask, self.board.neighbours))
        self.fours: Final = tuple((line, as_mask(line)) for line in self.board.lines(FOUR))
        self.fours_at: Final = tuple(tuple(map(as_mask, lines)) for lines in self.board.lines_through(FOUR))
        self.tops: Final = as_mask(column[-1] for column in self.board.columns)
        self.full_column: Final = (1 << rows) - 1
        # By start cell, then by end cell as a one-bit mask; a lazy cache of `between`.
        self._between: Final[tuple[dict[int, tuple[int, tuple[int, ...]]], ...]] = tuple({} for _ in self.name)
        # By cell, then by mask of its blocking neighbours; a lazy cache of the cells they hide.
        self._hidden: Final[tuple[dict[int, int], ...]] = tuple({} for _ in self.name)

    def between(self, start: int, end: int) -> tuple[int, tuple[int, ...]]:
        """Return a mask of the cells on a line of sight, and masks of the pairs that flank its corners (CF-12)."""
        found = self._between[start].get(1 << end)
        if found is None:
            steps = self.board.between(start, end)
            corners = tuple(as_mask(step) for step in steps if len(step) == 2)
            found = as_mask(step[0] for step in steps if len(step) == 1), corners
            self._between[start][1 << end] = found
        return found

    def sees(self, start: int, end: int, solid: int) -> bool:
        """Return whether `end` is in sight of `start`, given a mask of the blocking cells (CF-12)."""
        if self.near[start] >> end & 1:
            return True
        passed, corners = self.between(start, end)
        return not passed & solid and all(corner & solid != corner for corner in corners)

    def seen_from(self, start: int, targets: int, solid: int) -> int:
        """Return those of the targets that are in sight of a cell; no target may be adjacent to it (CF-12)."""
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
        """Return the cells within `_FAR` that the blocking neighbours of a cell hide from it, and cache them."""
        ends = [end for end in cells_in(reach(self, _FAR)[start]) if not self.sees(start, end, blocking)]
        hidden = self._hidden[start][blocking] = as_mask(ends)
        return hidden

    def height(self, occupied: int, column: int) -> int:
        """Return the number of monsters in a column; columns have no gaps (CF-15)."""
        return (occupied >> column * self.rows & self.full_column).bit_length()

    def makes_four(self, own: int, cell: int) -> bool:
        """Return whether a line of four through a cell is completely in `own` (CF-15)."""
        for four in self.fours_at[cell]:  # noqa: SIM110 - this loop is the engine's most frequent
            if own & four == four:
                return True
        return False


@cache
def reach(grid: Grid, distance: int) -> tuple[int, ...]:
    """Return, by cell, the set of the other cells up to a distance from it (CF-11)."""
    return tuple(
        as_mask(other for other, steps in enumerate(row) if 0 < steps <= distance) for row in grid.board.distance
    )


def as_mask(cells: Iterable[int]) -> int:
    """Return the cells as a mask."""
    return sum(1 << cell for cell in cells)


def cells_in(mask: int) -> Iterator[int]:
    """Yield the cells of a mask in ascending order."""
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low


@cache
def grid(columns: int, rows: int) -> Grid:
    """Return the grid of this size, cached."""
    return Grid(columns, rows)

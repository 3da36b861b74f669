"""Hexagonal boards: hexes, labels, and sets of hexes as bit masks.

Cells are numbered in label order (column by column, then by number). Hexes are flat-top in axial coordinates (q, r), q
to the right, r down. The directions of `hexgrid` are named for hexes with a corner at the top; here they are rotated by
a twelfth of a turn.

A set of cells is one large integer. Its bits are those of a grid with a margin, so that shifting a set moves every hex
by one step, and no hex leaves the board on one side and enters it on the other.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache
from itertools import compress
from operator import itemgetter
from string import ascii_lowercase
from typing import Final, TypeVar, cast

from engine.hexgrid import Board, Hex, distance

LEAST_RADIUS: Final = 4
MOST_RADIUS: Final = 16
OFF: Final = -1
"""The cell of a piece or tile that is not on the board."""

ItemT = TypeVar("ItemT")
_APART: Final = 4 * MOST_RADIUS + 2
"""Weight of a column in `Field.place`; larger than the greatest difference of rows."""
_MARKED: Final = {kind: bytes(48 + (chr(byte) == kind) for byte in range(256)) for kind in "wq123"}
"""By kind: a translation of its mark to 1 and of all other marks to 0."""
_BITS: Final = bytes.maketrans(b"01", b"\0\1")


def column(number: int) -> str:
    """Return the letters of a column, counted from 0: a to z, then aa, ab and so on."""
    letters = len(ascii_lowercase)
    return (
        ascii_lowercase[number]
        if number < letters
        else ascii_lowercase[number // letters - 1] + column(number % letters)
    )


def hexagon(radius: int) -> list[Hex]:
    """Return the hexes of a board of a radius, in label order."""
    return [
        Hex(q, r)
        for q in range(-radius, radius + 1)
        for r in range(max(-radius, -radius - q), min(radius, radius - q) + 1)
    ]


def place(at: Hex) -> int:
    """Return a number for a hex. The difference of two such numbers gives the offset between their hexes."""
    return at.q * _APART + at.r


class Field:
    """A board of a given radius, with lookups for sets of cells."""

    def __init__(self, radius: int) -> None:
        self.radius: Final = radius
        hexes = hexagon(radius)
        names = [f"{column(q + radius)}{r - max(-radius, -radius - q) + 1}" for q, r in hexes]
        self.board: Final = Board(hexes, names)
        self.hexes: Final = self.board.hexes
        self.name: Final = self.board.name
        self.index: Final = self.board.index
        self.neighbours: Final = self.board.neighbours
        self.width: Final = 2 * radius + 2
        self.bit: Final = tuple((q + radius + 1) * self.width + r + radius for q, r in hexes)
        """By cell: the number of its bit."""
        self.one: Final = tuple(1 << bit for bit in self.bit)
        """By cell: the set of this cell alone."""
        self.place: Final = tuple(map(place, hexes))
        """By cell: the `place` of its hex."""
        self.reach: Final = (2 * radius + 1) * self.width
        """A bit index high enough to leave room for all hexes around any cell."""
        self.all: Final = sum(self.one)
        self.beside: Final = tuple(sum(self.one[other] for other in around) for around in self.neighbours)
        """By cell: the set of its neighbours."""
        self.cells: Final = self.by_bit(range(len(hexes)))
        self.ring: Final[tuple[Callable[[bytes], tuple[int, ...]], ...]] = tuple(
            [_taking(around) for around in self.board.neighbour_in]
        )
        """By cell: a getter for the bytes of the six surrounding hexes, clockwise; hexes off the board use the last
        byte."""
        columns = [(cell, self.bit[cell]) for cell, (q, r) in enumerate(hexes) if r == max(-radius, -radius - q)]
        ends = [first for first, _ in columns[1:]] + [len(hexes)]
        after = 0
        self._columns: Final[list[tuple[str, slice]]] = []
        for (first, bit), end in zip(columns, ends, strict=True):
            self._columns.append(("." * (bit - after), slice(first, end)))
            after = bit + end - first

    def __len__(self) -> int:
        return len(self.hexes)

    def distance(self, a: int, b: int) -> int:
        """Return the number of steps between two cells."""
        return distance(self.hexes[a], self.hexes[b])

    def around(self, cells: int) -> int:
        """Return the set of hexes adjacent to a set; it may contain hexes of the set itself and bits of the margin."""
        up, down = cells << 1, cells >> 1
        return up | down | (cells | down) << self.width | (cells | up) >> self.width

    def clockwise(self, cells: int) -> tuple[int, ...]:
        """Shift a set by one step in each of the six directions, clockwise."""
        up, right = 1, self.width
        return cells << up, cells >> right - up, cells >> right, cells >> up, cells << right - up, cells << right

    def mask(self, cells: Iterable[int]) -> int:
        """Return the set of the given cells."""
        found = 0
        for cell in cells:
            found |= self.one[cell]
        return found

    def marked(self, marks: str, kinds: str) -> list[int]:
        """Return for each kind the set of cells with its mark; `marks` has one mark per cell."""
        by_bit = "".join([margin + marks[column] for margin, column in self._columns])[::-1].encode()
        return [int(by_bit.translate(_MARKED[kind]), 2) if kind in marks else 0 for kind in kinds]

    def by_bit(self, items: Iterable[ItemT]) -> tuple[ItemT | None, ...]:
        """Arrange one item per cell by bit, for `picked`."""
        placed: list[ItemT | None] = [None] * (self.bit[-1] + 1)
        for bit, item in zip(self.bit, items, strict=True):
            placed[bit] = item
        return tuple(placed)

    def members(self, cells: int) -> list[int]:
        """Return the cells of a set, in label order."""
        return picked(self.cells, cells)


def picked(items: Sequence[ItemT | None], cells: int) -> list[ItemT]:
    """Return the items of `Field.by_bit` for a set of cells on the board, in label order."""
    return cast("list[ItemT]", list(compress(items, flags(cells))))


def flags(cells: int) -> bytes:
    """Convert a set to bytes, one bit per byte."""
    return bin(cells)[:1:-1].encode().translate(_BITS)


def bits(cells: int) -> Iterator[int]:
    """Yield the bit numbers of a set."""
    while cells:
        low = cells & -cells
        yield low.bit_length() - 1
        cells ^= low


def _taking(places: Sequence[int]) -> Callable[[bytes], tuple[int, ...]]:
    """Build a getter for the bytes at some indexes."""
    return itemgetter(*places)


@cache
def field(radius: int) -> Field:
    """Return the board of a radius."""
    return Field(radius)

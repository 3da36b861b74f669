"""Hexagonal boards: hexes, labels, and sets of hexes as bit masks.

Cells are numbered in label order (column by column, then by number). Hexes are flat-top in axial coordinates (q, r), q
to the right, r down. `hexgrid` names its directions for hexes with a corner at the top; here all are rotated by 30
degrees.

A set of cells is one large integer. Its bits include a margin around the board. So shifting a set moves every hex by
one step, and a hex at the edge ends in the margin, not on the opposite side.
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
"""Cell number of a piece or tile that is not on the board."""

ItemT = TypeVar("ItemT")
_APART: Final = 4 * MOST_RADIUS + 2
"""Difference of `Field.place` between neighbouring columns; larger than the greatest difference between rows."""
_MARKED: Final = {kind: bytes(48 + (chr(byte) == kind) for byte in range(256)) for kind in "wq123"}
"""By kind of ground: a table for `bytes.translate` that maps its character to "1" and all others to "0"."""
_BITS: Final = bytes.maketrans(b"01", b"\0\1")


def column(number: int) -> str:
    """Return the name of a column, counted from 0: a to z, then aa, ab and so on."""
    letters = len(ascii_lowercase)
    return (
        ascii_lowercase[number]
        if number < letters
        else ascii_lowercase[number // letters - 1] + column(number % letters)
    )


class Field:
    """A board of a given radius, with lookups by cell and conversions between cells and bit masks."""

    def __init__(self, radius: int) -> None:
        self.radius: Final = radius
        hexes = [
            Hex(q, r)
            for q in range(-radius, radius + 1)
            for r in range(max(-radius, -radius - q), min(radius, radius - q) + 1)
        ]
        names = [f"{column(q + radius)}{r - max(-radius, -radius - q) + 1}" for q, r in hexes]
        self.board: Final = Board(hexes, names)
        self.hexes: Final = self.board.hexes
        self.name: Final = self.board.name
        self.index: Final = self.board.index
        self.neighbours: Final = self.board.neighbours
        self.width: Final = 2 * radius + 2
        self.bit: Final = tuple((q + radius + 1) * self.width + r + radius for q, r in hexes)
        """By cell: the number of its bit in a set of cells."""
        self.one: Final = tuple(1 << bit for bit in self.bit)
        """By cell: the set that contains only this cell."""
        self.place: Final = tuple(q * _APART + r for q, r in hexes)
        """By cell: an int for its hex. The difference of two ints gives the hexes' offset (see `to_offset`)."""
        self.reach: Final = (2 * radius + 1) * self.width
        """Bit number at which a line in `terrain` starts, so high that all hexes around it have bits too."""
        self.all: Final = sum(self.one)
        self.beside: Final = tuple(sum(self.one[other] for other in around) for around in self.neighbours)
        """By cell: the set of its neighbours on the board."""
        self.cells: Final = self.index_by_bit(range(len(hexes)))
        self.ring: Final[tuple[Callable[[bytes], tuple[int, ...]], ...]] = tuple(
            [_build_picker(around) for around in self.board.neighbour_in]
        )
        """By cell: a function that picks the items of the six surrounding hexes, clockwise, from bytes with an item per
        cell. For hexes off the board it picks the last byte."""
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
        """Return the distance between two cells, in steps."""
        return distance(self.hexes[a], self.hexes[b])

    def find_neighbours(self, cells: int) -> int:
        """Return the set of all neighbours of a set of cells.

        It may contain cells of the set itself and bits of the margin.
        """
        up, down = cells << 1, cells >> 1
        return up | down | (cells | down) << self.width | (cells | up) >> self.width

    def list_clockwise(self, cells: int) -> tuple[int, ...]:
        """Return the set shifted by one step in each of the six directions, clockwise."""
        up, right = 1, self.width
        return cells << up, cells >> right - up, cells >> right, cells >> up, cells << right - up, cells << right

    def to_offset(self, difference: int) -> Hex:
        """Return the offset between two hexes from the difference of their ints in `place`."""
        q = (difference + _APART // 2) // _APART
        return Hex(q, difference - q * _APART)

    def mask(self, cells: Iterable[int]) -> int:
        """Return the bit mask of the given cells."""
        found = 0
        for cell in cells:
            found |= self.one[cell]
        return found

    def find_marked(self, marks: str, kinds: str) -> list[int]:
        """Return for each of the given kinds of ground the set of its cells; `marks` has one character per cell."""
        by_bit = "".join([margin + marks[column] for margin, column in self._columns])[::-1].encode()
        return [int(by_bit.translate(_MARKED[kind]), 2) if kind in marks else 0 for kind in kinds]

    def index_by_bit(self, items: Iterable[ItemT]) -> tuple[ItemT | None, ...]:
        """Convert items, one per cell, to a tuple with one per bit, for `pick_items`.

        Bits of the margin have None.
        """
        placed: list[ItemT | None] = [None] * (self.bit[-1] + 1)
        for bit, item in zip(self.bit, items, strict=True):
            placed[bit] = item
        return tuple(placed)

    def members(self, cells: int) -> list[int]:
        """Return the cells of a set, in label order."""
        return pick_items(self.cells, cells)


def pick_items(items: Sequence[ItemT | None], cells: int) -> list[ItemT]:
    """Return the items for the cells of a set, in label order; `items` comes from `Field.index_by_bit`."""
    return cast("list[ItemT]", list(compress(items, flags(cells))))


def flags(cells: int) -> bytes:
    """Return a byte for each bit of a set, lowest bit first: 1 if it is set, else 0."""
    return bin(cells)[:1:-1].encode().translate(_BITS)


def bits(cells: int) -> Iterator[int]:
    """Yield the numbers of the bits that are set, lowest first."""
    while cells:
        low = cells & -cells
        yield low.bit_length() - 1
        cells ^= low


def _build_picker(places: Sequence[int]) -> Callable[[bytes], tuple[int, ...]]:
    """Return a function that picks the bytes at the given indexes."""
    return itemgetter(*places)


@cache
def field(radius: int) -> Field:
    """Return the board of a given radius, created once."""
    return Field(radius)

"""The hexes of a hive, the shapes, and the layouts of values (HM-1 to HM-4), as lookups of ints.

Cells are numbered 0 to 11 for A to L, kinds 0 to 2, shapes 0 to 54 in alphabetical order. Sets of cells and of kinds
are bit masks. A *coverage* is an int with one byte per cell, so the sum of several shapes' coverages holds the number
of shapes on every cell. A layout is the twelve digits under a hive, A to L.
"""

from collections.abc import Iterable
from functools import cache, lru_cache
from importlib.resources import files
from itertools import combinations
from typing import Final, NamedTuple

import msgspec

from engine.hexgrid import Board
from engine.hive_mind.editions import VALUES
from engine.hive_mind.view import Shape


class Cell(NamedTuple):
    """One of the twelve hexes that every hive has, in axial coordinates (HM-1)."""

    letter: str
    q: int
    r: int


class _Content(msgspec.Struct, frozen=True):
    cells: dict[str, tuple[int, int]]


_CONTENT: Final = msgspec.json.decode(
    files("data.hive_mind").joinpath("hive_mind.json").read_bytes(), type=_Content, strict=True
)

BOARD: Final = Board(_CONTENT.cells.values(), tuple(_CONTENT.cells))
LETTERS: Final = "".join(BOARD.name)
CELLS: Final = tuple(Cell(letter, at.q, at.r) for letter, at in zip(BOARD.name, BOARD.hexes, strict=True))
"""The hexes A to L. Views don't contain them, since they are the same in every match."""
BORDER: Final = tuple(len(around) < 6 for around in BOARD.neighbours)
"""By cell: whether it lies on the border of the hive. E, F and I do not."""

TRI, ARC, LINE = 0, 1, 2
KINDS: Final = ("tri", "arc", "line")
ALL_KINDS: Final = 7
KINDS_IN: Final = tuple(tuple(kind for kind in range(3) if kinds >> kind & 1) for kinds in range(8))
"""By bit mask of kinds: the kinds in it."""


def find_kind(cells: tuple[int, int, int]) -> int | None:
    """Return the kind of three cells, or None if they are not connected (HM-3)."""
    middle = _middle(cells)
    if middle is None:
        return None
    first, last = (cell for cell in cells if cell != middle)
    if BOARD.distance[first][last] == 1:
        return TRI
    return LINE if (_direction(middle, first) - _direction(middle, last)) % 6 == 3 else ARC


def _middle(cells: tuple[int, int, int]) -> int | None:
    """Return the first cell that touches both others, or None; in a Tri every cell does."""
    for middle in cells:
        if all(BOARD.distance[middle][cell] <= 1 for cell in cells):
            return middle
    return None


def _direction(cell: int, neighbour: int) -> int:
    return BOARD.neighbour_in[cell].index(neighbour)


def looked_at_cells(cells: tuple[int, int, int]) -> tuple[int, ...]:
    """Return the cells that a shape looks at: its hint is the sum of their starting values (HM-4).

    Raises ValueError for cells that are not a shape.
    """
    kind = find_kind(cells)
    if kind == TRI:
        around = {other for cell in cells for other in BOARD.neighbours[cell]}
        return tuple(sorted(around.difference(cells)))
    if kind == ARC:
        return _ray(cells)
    if kind == LINE:
        ends = (cell for cell in cells if BORDER[cell] and cell != _middle(cells))
        beside = {other for end in ends for other in BOARD.neighbours[end] if BORDER[other]}
        return tuple(sorted(beside.difference(cells)))
    raise ValueError("the cells of a shape must be connected")


def _ray(arc: tuple[int, int, int]) -> tuple[int, ...]:
    """Return the cells that an Arc looks at.

    They are the straight row from its inner cell to the border, away from its middle. The inner cell is the one that
    touches all three cells of the Arc. The middle itself is not included.
    """
    middle = _middle(arc)
    if middle is None:
        raise ValueError("the cells of an Arc must be connected")
    first, last = (_direction(middle, cell) for cell in arc if cell != middle)
    inner = first + 1 if (last - first) % 6 == 2 else last + 1
    return BOARD.rays[middle][inner % 6]


def letters(cells: Iterable[int]) -> str:
    """Format cells as letters, in the order given."""
    return "".join(LETTERS[cell] for cell in cells)


_TRIPLES: Final = tuple(cells for cells in combinations(range(len(BOARD)), 3) if find_kind(cells) is not None)

SHAPE_CELLS: Final = _TRIPLES
"""By shape: its three cells."""
SHAPE_KIND: Final = tuple(find_kind(cells) or 0 for cells in _TRIPLES)
SHAPE_KIND_BIT: Final = tuple(1 << kind for kind in SHAPE_KIND)
SHAPE_LOOKS: Final = tuple(looked_at_cells(cells) for cells in _TRIPLES)
SHAPE_MASK: Final = tuple(sum(1 << cell for cell in cells) for cells in _TRIPLES)
ALL_CELLS: Final = (1 << len(BOARD)) - 1
SHAPE_COVERAGE: Final = tuple(sum(1 << 8 * cell for cell in cells) for cells in _TRIPLES)
SHAPE_HINT: Final = tuple(sum(1 << 2 * cell for cell in looks) for looks in SHAPE_LOOKS)
"""By shape: a bit mask that selects the values that the shape looks at.

It is applied to the ints of `values_of`, which have two bits per value, and contains the lower bit of each
value.
"""
SHAPES: Final = tuple(
    Shape(letters(cells), KINDS[kind], letters(looks))
    for cells, kind, looks in zip(_TRIPLES, SHAPE_KIND, SHAPE_LOOKS, strict=True)
)
"""The shapes as structs for views, indexed by shape number."""
SHAPE_LETTERS: Final = tuple(shape.letters for shape in SHAPES)
SHAPE_INDEX: Final = {shape.letters: number for number, shape in enumerate(SHAPES)}
SHAPES_OF: Final = tuple(
    tuple(number for number, kind in enumerate(SHAPE_KIND) if kinds >> kind & 1) for kinds in range(8)
)
"""By bit mask of kinds: the shapes of these kinds."""


COVERED: Final = (*SHAPE_MASK, 0)
"""By shape: the bit mask of the cells that it covers.

In this lookup and the next two, the last item stands for no shape (`state.NONE` is -1).
"""
USED_KIND: Final = (*SHAPE_KIND_BIT, 0)
"""By shape: a bit mask of kinds that holds only its own kind."""
COUNTED: Final = (
    *(coverage + (1 << 8 * (len(LETTERS) + kind)) for coverage, kind in zip(SHAPE_COVERAGE, SHAPE_KIND, strict=True)),
    0,
)
"""By shape: its coverage, followed by a byte for each kind, which is 1 for its own kind."""


@cache
def cells_in(mask: int) -> str:
    """Format a set of cells as letters, in alphabetical order."""
    return "".join(letter for cell, letter in enumerate(LETTERS) if mask >> cell & 1)


_CELLS: Final = len(LETTERS)
_PACKED: Final = _CELLS + len(KINDS)


def split_counts(numbers: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Split a sum of `COUNTED` items into the number of shapes on each cell and the number of each kind."""
    packed = tuple(numbers.to_bytes(_PACKED, "little"))
    return packed[:_CELLS], packed[_CELLS:]


_ONLY: Final = {digit: str.maketrans({other: str(int(other == digit)) for other in "123."}) for digit in VALUES}


def find_digit(text: str, digit: str) -> int:
    """Return the bit mask of the hexes that have a given digit in a layout or a guess."""
    # Reversed, because hex A is the lowest bit, which is the last digit of a binary number.
    return int(text.translate(_ONLY[digit])[::-1], 2)


@lru_cache(maxsize=1024)
def digit_masks(layout: str) -> tuple[int, int]:
    """Return two bit masks for a layout: the hexes with a 2, and the hexes with a 3."""
    return find_digit(layout, "2"), find_digit(layout, "3")


def values_of(layout: str) -> int:
    """Convert a layout, or several in a row, to an int with two bits per value, hex A lowest."""
    return int(layout[::-1], 4) if layout else 0


@cache
def layouts() -> tuple[str, ...]:
    """Return all 20,790 legal layouts, sorted."""
    cells = range(len(LETTERS))
    found: list[str] = []
    for threes in combinations(cells, VALUES["3"]):
        if sum(1 << cell for cell in threes) in SHAPE_MASK:
            continue
        rest = [cell for cell in cells if cell not in threes]
        for ones in combinations(rest, VALUES["1"]):
            digits = ["2"] * len(LETTERS)
            for cell in threes:
                digits[cell] = "3"
            for cell in ones:
                digits[cell] = "1"
            found.append("".join(digits))
    return tuple(sorted(found))


def is_layout(text: str) -> bool:
    """Return whether a text is a legal layout (HM-2).

    It has the right number of each value, and its 3s do not form a shape.
    """
    return text in _set_of_layouts()


@cache
def _set_of_layouts() -> frozenset[str]:
    return frozenset(layouts())

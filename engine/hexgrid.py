"""Hexagons in axial coordinates, and boards whose cells are ints.

There are two levels. `Hex` and its functions serve to build boards, symmetries and lines of sight. A `Board` is built
once from a list of hexes and holds lookups (tuples) indexed by cell number. States hold only cell numbers, which is
eleven times faster than hexes in dictionaries. All arithmetic is in integers: a line exactly along the edge between two
hexes yields both, and the game decides how to treat them. Cube coordinates satisfy q + r + s = 0.
"""

from collections.abc import Callable, Iterable, Sequence
from functools import cached_property
from typing import Final, NamedTuple, TypeAlias

Direction: TypeAlias = int
"""An index of `DIRECTIONS`, 0 to 5; also the number of a hex's edge on that side."""


class Hex(NamedTuple):
    """A hexagon with a corner at the top; q grows to the east, r to the south-east."""

    q: int
    r: int

    @property
    def s(self) -> int:
        """The third cube coordinate."""
        return -self.q - self.r

    def moved(self, by: "Hex", times: int = 1) -> "Hex":
        """Return the hex reached by adding a vector `times` times."""
        return Hex(self.q + by.q * times, self.r + by.r * times)


DIRECTIONS: Final = (Hex(1, 0), Hex(0, 1), Hex(-1, 1), Hex(-1, 0), Hex(0, -1), Hex(1, -1))
"""The six neighbours clockwise from the east: E, SE, SW, W, NW, NE."""

OFF_BOARD: Final = -1
"""The value in `Board.neighbour_in` beyond the edge of the board."""


def opposite(direction: Direction) -> Direction:
    """Return the opposite direction; also the number of the neighbour's edge that faces an edge."""
    return (direction + 3) % 6


def distance(a: Hex, b: Hex) -> int:
    """Return the number of steps between two hexes on an unbounded board."""
    q, r = a.q - b.q, a.r - b.r
    return max(abs(q), abs(r), abs(q + r))


def rotate60(hexagon: Hex, times: int = 1) -> Hex:
    """Rotate a hex clockwise about (0, 0) by `times` sixths of a turn; E becomes SE."""
    q, r = hexagon
    for _ in range(times % 6):
        q, r = -r, q + r
    return Hex(q, r)


def reflect(hexagon: Hex) -> Hex:
    """Reflect a hex across the west-east axis through (0, 0); E stays, SE becomes NE."""
    return Hex(-hexagon.s, -hexagon.r)


def ring(centre: Hex, radius: int) -> tuple[Hex, ...]:
    """Return the hexes at distance `radius` from the centre, clockwise from the east."""
    if radius == 0:
        return (centre,)
    hexagon = centre.moved(DIRECTIONS[0], radius)
    hexes: list[Hex] = []
    for side in range(6):
        for _ in range(radius):
            hexes.append(hexagon)
            hexagon = hexagon.moved(DIRECTIONS[(side + 2) % 6])
    return tuple(hexes)


def line(a: Hex, b: Hex) -> tuple[tuple[Hex, ...], ...]:
    """Return the hexes on the straight line between two centres, one entry per step, both ends included.

    An entry is one hex, or two sorted hexes if the line runs along their common edge.
    """
    steps = distance(a, b)
    if steps == 0:
        return ((a,),)
    ahead, across, aside = course(b.q - a.q, b.r - a.r)
    found: list[tuple[Hex, ...]] = []
    for step in range(steps + 1):
        times, beyond = divmod(2 * aside * step + steps, 2 * steps)
        here = a.moved(ahead, step).moved(across, times)
        found.append((here,) if beyond else (here.moved(across, -1), here))
    return tuple(found)


def course(q: int, r: int) -> tuple[Hex, Hex, int]:
    """Decompose a line from (0, 0) to (q, r) into a vector for every step, a sideways vector and its count.

    The coordinate that grows most is an integer at every step. The hexes nearest to the line at that step form a row;
    adding the sideways vector in proportion, rounded, selects the one or two that the line crosses.
    """
    steps = max(abs(q), abs(r), abs(q + r))
    if abs(q) == steps:
        return Hex(1 if q > 0 else -1, 0), Hex(0, 1), r
    if abs(r) == steps:
        return Hex(0, 1 if r > 0 else -1), Hex(1, 0), q
    return Hex(0, 1 if r > 0 else -1), Hex(1, -1), q


def row_labels(hexes: Sequence[Hex]) -> tuple[str, ...]:
    """Label each hex with its row's letter, from the top, and its number from the left; gaps are not counted.

    Raises ValueError for more than 26 rows.
    """
    rows = sorted({hexagon.r for hexagon in hexes})
    if len(rows) > 26:
        raise ValueError(f"{len(rows)} rows, but only 26 letters")
    labels: dict[Hex, str] = {}
    for letter, row in zip("ABCDEFGHIJKLMNOPQRSTUVWXYZ", rows, strict=False):
        in_row = sorted(hexagon for hexagon in hexes if hexagon.r == row)
        labels.update((hexagon, f"{letter}{number}") for number, hexagon in enumerate(in_row, 1))
    return tuple(labels[hexagon] for hexagon in hexes)


class Board:
    """A fixed set of hexes; a cell is an index in the list of hexes that the board was built from.

    `neighbours[cell]` are the adjacent cells clockwise from the east. `neighbour_in[cell][direction]` is the one on
    that side or `OFF_BOARD`. `rays[cell][direction]` are all cells in that direction up to the first gap. `name` and
    `index` convert cells to and from notation. `distance` and `symmetries` are computed lazily.
    """

    def __init__(self, hexes: Iterable[tuple[int, int]], names: Sequence[str] | None = None) -> None:
        """Build the lookups.

        Raises ValueError if hexes or names repeat, or if there is not one name per hex.
        """
        self.hexes: Final = tuple(Hex(q, r) for q, r in hexes)
        self.cell: Final = {hexagon: cell for cell, hexagon in enumerate(self.hexes)}
        self.name: Final = tuple(names) if names is not None else row_labels(self.hexes)
        self.index: Final = {name: cell for cell, name in enumerate(self.name)}
        if not 0 < len(self.hexes) == len(self.cell) == len(self.name) == len(self.index):
            raise ValueError("a board needs different hexes, each with a name of its own")
        self.neighbour_in: Final = tuple(
            tuple(self.cell.get(hexagon.moved(direction), OFF_BOARD) for direction in DIRECTIONS)
            for hexagon in self.hexes
        )
        self.neighbours: Final = tuple(
            tuple(cell for cell in around if cell != OFF_BOARD) for around in self.neighbour_in
        )
        self.rays: Final = tuple(
            tuple(self._ray(cell, direction) for direction in range(6)) for cell in range(len(self.hexes))
        )

    def __len__(self) -> int:
        return len(self.hexes)

    @cached_property
    def distance(self) -> tuple[tuple[int, ...], ...]:
        """`distance[cell][cell]`: the number of steps between two cells on an unbounded board."""
        return tuple(tuple(distance(a, b) for b in self.hexes) for a in self.hexes)

    @cached_property
    def symmetries(self) -> tuple[tuple[int, ...], ...]:
        """The rotations and reflections that map the board onto itself, as permutations of cells; identity first."""
        turned = (_turned(times) for times in range(6))
        mirrored = (_mirrored(times) for times in range(6))
        found = [self._permutation(symmetry) for symmetry in (*turned, *mirrored)]
        return tuple(dict.fromkeys(permutation for permutation in found if permutation is not None))

    def _ray(self, cell: int, direction: Direction) -> tuple[int, ...]:
        ray: list[int] = []
        while (cell := self.neighbour_in[cell][direction]) != OFF_BOARD:
            ray.append(cell)
        return tuple(ray)

    def _permutation(self, symmetry: Callable[[Hex], Hex]) -> tuple[int, ...] | None:
        """Return the permutation of cells by a symmetry about the board's centre, or None if it is not a symmetry.

        The centre need not be a hex.
        """
        images = [symmetry(hexagon) for hexagon in self.hexes]
        shift = Hex(
            min(hexagon.q for hexagon in self.hexes) - min(image.q for image in images),
            min(hexagon.r for hexagon in self.hexes) - min(image.r for image in images),
        )
        cells = tuple(self.cell.get(image.moved(shift), OFF_BOARD) for image in images)
        return None if OFF_BOARD in cells else cells


def _turned(times: int) -> Callable[[Hex], Hex]:
    return lambda hexagon: rotate60(hexagon, times)


def _mirrored(times: int) -> Callable[[Hex], Hex]:
    return lambda hexagon: rotate60(reflect(hexagon), times)

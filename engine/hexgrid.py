"""Hexagons in axial coordinates, and boards whose cells are numbered.

There are two levels. `Hex` and its functions serve to build boards, symmetries and lines of sight. A `Board` is built
once from a list of hexes and holds lookups (tuples) indexed by cell number. Game states hold only cell numbers, which
is eleven times faster than dictionaries with hexes as keys. All arithmetic is in integers: a line exactly along the
edge between two hexes yields both, and the game decides how to treat them. Cube coordinates satisfy q + r + s = 0.
"""

from collections.abc import Callable, Iterable, Sequence
from functools import cached_property
from typing import Final, NamedTuple, TypeAlias

Direction: TypeAlias = int
"""An index of `DIRECTIONS`, 0 to 5; it is also the number of the edge that a hex has on that side."""


class Hex(NamedTuple):
    """A hexagon with a corner at the top, or a vector between two hexes; q grows to the east, r to the south-east."""

    q: int
    r: int

    @property
    def s(self) -> int:
        """The third cube coordinate, which follows from q and r."""
        return -self.q - self.r

    def shift_by(self, by: "Hex", times: int = 1) -> "Hex":
        """Return the hex reached from this one by `times` steps of the vector `by`."""
        return Hex(self.q + by.q * times, self.r + by.r * times)


DIRECTIONS: Final = (Hex(1, 0), Hex(0, 1), Hex(-1, 1), Hex(-1, 0), Hex(0, -1), Hex(1, -1))
"""The steps to the six neighbours, clockwise from the east: E, SE, SW, W, NW, NE."""

OFF_BOARD: Final = -1
"""The entry in `Board.neighbour_in` where there is no cell in that direction."""


def opposite(direction: Direction) -> Direction:
    """Return the opposite direction.

    Edges have the numbers of their directions, so this is also the neighbour's edge that faces a given edge of a
    hex.
    """
    return (direction + 3) % 6


def distance(a: Hex, b: Hex) -> int:
    """Return the number of steps between two hexes, as if all hexes between them were on the board."""
    q, r = a.q - b.q, a.r - b.r
    return max(abs(q), abs(r), abs(q + r))


def rotate60(hexagon: Hex, times: int = 1) -> Hex:
    """Return a hex rotated clockwise about (0, 0) by `times` times 60 degrees; E becomes SE."""
    q, r = hexagon
    for _ in range(times % 6):
        q, r = -r, q + r
    return Hex(q, r)


def reflect(hexagon: Hex) -> Hex:
    """Return a hex reflected across the west-east axis through (0, 0); E stays, SE becomes NE."""
    return Hex(-hexagon.s, -hexagon.r)


def ring(centre: Hex, radius: int) -> tuple[Hex, ...]:
    """Return the hexes at distance `radius` from the centre, clockwise from the one in the east."""
    if radius == 0:
        return (centre,)
    hexagon = centre.shift_by(DIRECTIONS[0], radius)
    hexes: list[Hex] = []
    for side in range(6):
        for _ in range(radius):
            hexes.append(hexagon)
            hexagon = hexagon.shift_by(DIRECTIONS[(side + 2) % 6])
    return tuple(hexes)


def line(a: Hex, b: Hex) -> tuple[tuple[Hex, ...], ...]:
    """Return the hexes on the straight line from `a` to `b`, one entry per step, both ends included.

    An entry is one hex, or two sorted hexes if the line runs along their common edge.
    """
    steps = distance(a, b)
    if steps == 0:
        return ((a,),)
    ahead, across, aside = line_vectors(b.q - a.q, b.r - a.r)
    found: list[tuple[Hex, ...]] = []
    for step in range(steps + 1):
        times, beyond = divmod(2 * aside * step + steps, 2 * steps)
        here = a.shift_by(ahead, step).shift_by(across, times)
        found.append((here,) if beyond else (here.shift_by(across, -1), here))
    return tuple(found)


def line_vectors(q: int, r: int) -> tuple[Hex, Hex, int]:
    """Return the vectors from which the hexes on the line from (0, 0) to (q, r) are computed.

    They are the step ahead, the step sideways, and the signed number of sideways steps up to the end. Each step
    ahead changes one coordinate by 1: the one that differs most between the two ends. The sideways steps, spread
    evenly over the line and rounded, lead to the one or two hexes that the line crosses.
    """
    steps = max(abs(q), abs(r), abs(q + r))
    if abs(q) == steps:
        return Hex(1 if q > 0 else -1, 0), Hex(0, 1), r
    if abs(r) == steps:
        return Hex(0, 1 if r > 0 else -1), Hex(1, 0), q
    return Hex(0, 1 if r > 0 else -1), Hex(1, -1), q


def row_labels(hexes: Sequence[Hex]) -> tuple[str, ...]:
    """Label each hex with the letter of its row, from the top, and its number in the row, from the left.

    Gaps in a row are not counted. Raises ValueError for more than 26 rows.
    """
    rows = sorted({hexagon.r for hexagon in hexes})
    if len(rows) > 26:
        raise ValueError(f"a board has at most 26 rows, not {len(rows)}")
    labels: dict[Hex, str] = {}
    for letter, row in zip("ABCDEFGHIJKLMNOPQRSTUVWXYZ", rows, strict=False):
        in_row = sorted(hexagon for hexagon in hexes if hexagon.r == row)
        labels.update((hexagon, f"{letter}{number}") for number, hexagon in enumerate(in_row, 1))
    return tuple(labels[hexagon] for hexagon in hexes)


class Board:
    """A fixed set of hexes; a cell is the index of a hex in the list from which the board was built.

    `neighbours[cell]` are the adjacent cells clockwise from the east. `neighbour_in[cell][direction]` is the neighbour
    on that side, or `OFF_BOARD`. `rays[cell][direction]` are all cells in that direction up to the first gap.
    `name[cell]` is the name of a cell in notation, and `index[name]` the cell with a name. `distance` and `symmetries`
    are computed when first used.
    """

    def __init__(self, hexes: Iterable[tuple[int, int]], names: Sequence[str] | None = None) -> None:
        """Build the lookups; without `names`, the hexes are named by `row_labels`.

        Raises ValueError for no hexes, repeated hexes or names, and if there is not one name per hex.
        """
        self.hexes: Final = tuple(Hex(q, r) for q, r in hexes)
        self.cell: Final = {hexagon: cell for cell, hexagon in enumerate(self.hexes)}
        self.name: Final = tuple(names) if names is not None else row_labels(self.hexes)
        self.index: Final = {name: cell for cell, name in enumerate(self.name)}
        if not 0 < len(self.hexes) == len(self.cell) == len(self.name) == len(self.index):
            raise ValueError("the hexes of a board and their names must be unique")
        self.neighbour_in: Final = tuple(
            tuple(self.cell.get(hexagon.shift_by(direction), OFF_BOARD) for direction in DIRECTIONS)
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
        """The distance between any two cells, as `distance[cell][other]`, in steps as if the board had no gaps."""
        return tuple(tuple(distance(a, b) for b in self.hexes) for a in self.hexes)

    @cached_property
    def symmetries(self) -> tuple[tuple[int, ...], ...]:
        """The rotations and reflections that map the board onto itself; the identity is first.

        Each is a permutation of cells: the entry for a cell is the cell onto which it is mapped.
        """
        turned = (_turned(times) for times in range(6))
        mirrored = (_build_reflection(times) for times in range(6))
        found = [self._permutation(symmetry) for symmetry in (*turned, *mirrored)]
        return tuple(dict.fromkeys(permutation for permutation in found if permutation is not None))

    def _ray(self, cell: int, direction: Direction) -> tuple[int, ...]:
        ray: list[int] = []
        while (cell := self.neighbour_in[cell][direction]) != OFF_BOARD:
            ray.append(cell)
        return tuple(ray)

    def _permutation(self, symmetry: Callable[[Hex], Hex]) -> tuple[int, ...] | None:
        """Return the permutation of cells that a rotation or reflection makes, or None if it does not fit the board.

        The image is shifted back onto the board, so the centre of the symmetry need not be a hex.
        """
        images = [symmetry(hexagon) for hexagon in self.hexes]
        shift = Hex(
            min(hexagon.q for hexagon in self.hexes) - min(image.q for image in images),
            min(hexagon.r for hexagon in self.hexes) - min(image.r for image in images),
        )
        cells = tuple(self.cell.get(image.shift_by(shift), OFF_BOARD) for image in images)
        return None if OFF_BOARD in cells else cells


def _turned(times: int) -> Callable[[Hex], Hex]:
    return lambda hexagon: rotate60(hexagon, times)


def _build_reflection(times: int) -> Callable[[Hex], Hex]:
    return lambda hexagon: rotate60(reflect(hexagon), times)

"""Blocks and hazards of a board, for movement, sight and the laying of blocks: heights, costs, steps and lines.

A terrain is built once for each arrangement of blocks and hazards, and cached. It does not contain pieces.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property, lru_cache
from typing import Final, NamedTuple

from engine.hex_battle_wars.board import Field, bits, field
from engine.hexgrid import Hex, distance, line, line_vectors

PLAIN: Final = "."
COSTS: Final = {"w": 2, "q": 3}
"""By hazard: the cost of entering it, which is also the least roll to leave it (HBW-16, HBW-18)."""
HAZARDS: Final = {"water": "w", "quicksand": "q"}
TOP: Final = 3
_NOTHING: Final = b"\x09"
"""Height of hexes off the board, so high that nobody can climb there."""
_HEIGHTS: Final = bytes.maketrans(b".wq123", b"\0\0\0\1\2\3")


class Terrain:
    """A board with its blocks and hazards.

    `ground` has one character per cell, with the same meanings as `View.ground`.
    """

    def __init__(self, radius: int, ground: str) -> None:
        grid = field(radius)
        self.grid: Final = grid
        self.ground: Final = ground
        self.heights: Final = ground.encode().translate(_HEIGHTS) + _NOTHING
        """By cell: the height of the hex; the last byte is for hexes off the board."""
        self.water, self.quicksand, one, two, three = grid.find_marked(ground, "wq123")
        self.high: Final = one | two | three
        self.above: Final = (self.high, two | three, three, 0)
        """By level: the set of hexes that are higher than this level."""
        self.tops: Final = (grid.all & ~self.high, one, two, three)
        """By level: the set of hexes on this level; hazards are on level 0."""
        self.plain: Final = grid.all & ~self.water & ~self.quicksand
        self.bare: Final = self.plain & ~self.high
        """The set of hexes without a block or hazard, on which a block may be laid if no hex is cut off (HBW-2)."""

    def height(self, cell: int) -> int:
        """Return the level of a hex, 0 to 3."""
        return self.heights[cell]

    def cost(self, cell: int) -> int:
        """Return the cost of entering a hex, 1 to 3 (HBW-16)."""
        return COSTS.get(self.ground[cell], 1)

    def expand_step(self, cells: int) -> int:
        """Return the set of hexes that are one legal step away from a set: at most one level up or down (HBW-14)."""
        return _expand_step(self.grid.find_neighbours, self.tops, cells)

    def find_blockers(self, a: int, b: int) -> tuple[int, ...]:
        """Return the hexes whose blocks hide two cells from each other, or () if they see each other (HBW-23).

        The result is one step of the line, which has one or two hexes. If several steps block the line, it is the
        blocking step nearest to the cell with the lower number.
        """
        grid, height = self.grid, self.heights
        if b < a:
            a, b = b, a
        from_a, from_b, distance = height[a], height[b], grid.distance(a, b)
        for number, candidates in enumerate(line(grid.hexes[a], grid.hexes[b])):
            limit = from_a * (distance - number) + from_b * number
            cells = tuple([grid.board.cell[candidate] for candidate in candidates])
            if 0 < number < distance and all(height[cell] * distance > limit for cell in cells):
                return cells
        return ()

    def can_see(self, a: int, b: int) -> bool:
        """Return whether two cells can see each other (HBW-23)."""
        return self.sights(a, (b,))[0][1]

    def sights(self, start: int, cells: Iterable[int]) -> list[tuple[int, bool]]:
        """Return for each cell its distance from `start`, and whether it is in sight from there (HBW-23).

        Two quick checks decide most lines: a hex higher than both ends blocks the line if it is the only one at its
        step, and a hex no higher than either end never does. The exact check `_is_clear` is needed for few lines.
        """
        lines, places, from_start = _lines(self.grid.radius), self.grid.place, self.height(start)
        above = [blocks << self.grid.reach >> self.grid.bit[start] for blocks in self.above]
        high, height, here = above[0], self.heights, places[start]
        found: list[tuple[int, bool]] = []
        for cell in cells:
            far, near, alone = lines[places[cell] - here]
            is_clear = not near & high
            if not is_clear:
                from_end = height[cell]
                low, top = (from_start, from_end) if from_start < from_end else (from_end, from_start)
                if not alone & above[top]:
                    blocks = near & above[low]
                    is_clear = not blocks or self._is_clear(blocks, alone, start, cell)
            found.append((far, is_clear))
        return found

    def _is_clear(self, blocks: int, alone: int, start: int, end: int) -> bool:
        """Return whether two cells can see each other, given the blocks on the line that might hide them.

        A step of the line is one hex, or two hexes if the line runs between them. It blocks sight only if all its
        hexes rise above the line of sight. `alone` holds the hexes that are the only ones at their step.
        """
        grid, height = self.grid, self.heights
        far, from_start, from_end, beside = grid.distance(start, end), height[start], height[end], 0
        for bit in bits(blocks):
            cell = grid.cells[bit + grid.bit[start] - grid.reach]
            if cell is not None:
                step = grid.distance(start, cell)
                if height[cell] * far > from_start * (far - step) + from_end * step:
                    if alone >> bit & 1 or beside >> step & 1:
                        return False
                    beside |= 1 << step
        return True

    def block_cells(self, level: int) -> int:
        """Return the set of hexes where a block of a level may be laid (HBW-2, HBW-3)."""
        if level == 1:
            return self.bare
        return self._seconds if level == 2 else self._thirds

    @cached_property
    def _seconds(self) -> int:
        return self._climbable_cells(2)

    @cached_property
    def _thirds(self) -> int:
        return self._climbable_cells(3)

    def _climbable_cells(self, level: int) -> int:
        """Return the set of hexes where a block of level 2 or 3 may be laid: it can be climbed and cuts off no hex."""
        climbed = self._cells_with_access(level)
        return climbed & self._undivided | self.grid.mask(self._places(level, climbed & ~self._undivided))

    def may_lie(self, level: int, cell: int) -> bool:
        """Return whether a block of a level may be laid on a given hex (HBW-2, HBW-3)."""
        return bool(self._cells_with_access(level) & self.grid.one[cell]) and self._is_allowed_at(cell, level)

    def has_room(self, level: int) -> bool:
        """Return whether there is a hex where a block of a level may be laid (HBW-2, HBW-3)."""
        if level == 1:
            return bool(self.bare)
        climbed = self._cells_with_access(level)
        return bool(climbed & self._undivided) or any(True for _ in self._places(level, climbed))

    @cached_property
    def _undivided(self) -> int:
        """The set of hexes whose low neighbours (levels 0 and 1) follow each other without a gap around the hex.

        A block on such a hex cannot separate them from each other.
        """
        low = self.tops[0] | self.tops[1]
        ring = self.grid.list_clockwise(low)
        once = twice = 0
        for low_here, low_next in zip(ring, (*ring[1:], ring[0]), strict=True):
            ends = low_here & ~low_next
            twice |= once & ends
            once |= ends
        return self.grid.find_neighbours(low) & ~twice

    def _places(self, level: int, climbed: int) -> Iterator[int]:
        """Yield the cells from the set `climbed` where a block of level 2 or 3 cuts off no hex."""
        for bit in bits(climbed):
            cell = self.grid.cells[bit]
            if cell is not None and self._is_allowed_at(cell, level):
                yield cell

    def _cells_with_access(self, level: int) -> int:
        """Return the set of bare hexes where a block of a level could be climbed.

        A neighbour must be at least as high as the level below the block.
        """
        return self.bare if level == 1 else self.bare & self.grid.find_neighbours(self.above[level - 2])

    def _is_allowed_at(self, cell: int, level: int) -> bool:
        """Return whether a block of a level on a cell cuts off no hex (HBW-3).

        The caller has checked that the block can be climbed.
        """
        if level == 1:
            return True
        return _is_ring_connected(level, self.grid.ring[cell](self.heights)) or self._is_connected(cell, level)

    def _is_connected(self, cell: int, level: int) -> bool:
        """Return whether the low neighbours of a cell (levels 0 and 1) stay connected after a block is laid on it."""
        around, one = self.grid.find_neighbours, self.grid.one[cell]
        tops = [top & ~one for top in self.tops]
        tops[level] |= one
        rest = self.grid.beside[cell] & (tops[0] | tops[1])
        edge = reached = rest & -rest
        while edge and rest & ~reached:
            edge = _expand_step(around, tops, edge) & ~reached
            reached |= edge
        return bool(reached) and not rest & ~reached

    def find_cut_off(self, cell: int, level: int) -> int:
        """Return the set of hexes that a block on a cell would cut off from most of the board (HBW-3).

        The set is empty if the block is legal.
        """
        after = Terrain(self.grid.radius, with_ground(self.ground, cell, str(level)))
        rest, most = after.grid.all, 0
        while rest.bit_count() > most.bit_count():
            reached, edge = 0, rest & -rest
            while edge:
                reached |= edge
                edge = after.expand_step(edge) & ~reached
            rest &= ~reached
            most = max(most, reached, key=int.bit_count)
        return after.grid.all & ~most


def _expand_step(around: Callable[[int], int], tops: Sequence[int], cells: int) -> int:
    ground, low, middle, top = tops
    flat = ground | low
    found = around(cells & flat) & flat
    if here := cells & low:
        found |= around(here) & middle
    if here := cells & middle:
        found |= around(here) & (low | middle | top)
    if here := cells & top:
        found |= around(here) & (middle | top)
    return found


_HERE: Final = Hex(0, 0)


class Line(NamedTuple):
    """The line from one hex to another, for checks of sight.

    `far` is its length. `near` is the set of all hexes between the ends, and `alone` the set of those that are the
    only hex at their step. Bits are counted relative to the start of the line, which would have bit `Field.reach`.
    """

    far: int
    near: int
    alone: int


class _Lines(dict[int, Line]):
    """The lines on boards of one radius, each computed on first use.

    The key of a line is the `Field.place` of its end minus that of its start. Computing all lines at once would
    block the event loop for up to 70 ms, and a cached function is slower to look up.
    """

    def __init__(self, grid: Field) -> None:
        super().__init__()
        self._grid: Final = grid

    def __missing__(self, difference: int) -> Line:
        found = self[difference] = _line(self._grid, self._grid.to_offset(difference))
        return found


@lru_cache(maxsize=4)
def _lines(radius: int) -> Mapping[int, Line]:
    """Return the lines on boards of a given radius; those of the largest board take up to 3 MB."""
    return _Lines(field(radius))


def _line(grid: Field, end: Hex) -> Line:
    """Return the line from the origin to the hex `end`."""
    far, near, alone, bit = distance(end, _HERE), 0, 0, grid.reach
    # The result is that of `hexgrid.line`, but as bit masks and five times as fast, because a page needs many lines.
    ahead, across, aside = line_vectors(*end)
    forward, sideward = (right * grid.width + down for right, down in (ahead, across))
    for step in range(1, far):
        bit += forward
        times, beyond = divmod(2 * aside * step + far, 2 * far)
        cell = 1 << bit + times * sideward
        if beyond:
            alone |= cell
        else:
            cell |= 1 << bit + (times - 1) * sideward
        near |= cell
    return Line(far, near, alone)


@lru_cache(maxsize=1 << 14)
def _is_ring_connected(level: int, heights: tuple[int, ...]) -> bool:
    """Return whether the low neighbours of a hex stay connected through the six hexes around it after a block is laid.

    Walks may lead around the ring or over the block, and the block must be climbable. `heights` are those of the ring;
    low means level 0 or 1. A negative answer does not exclude a connection further away.
    """
    before = {place for place, height in enumerate(heights) if height <= 1}
    climbed = {place for place, height in enumerate(heights) if abs(height - level) <= 1}
    if not climbed or not before:
        return False
    reached: set[int] = set()
    todo = [min(before)]
    while todo:
        place = todo.pop()
        if place not in reached:
            reached.add(place)
            beside = [other for other in ((place + 1) % 6, (place - 1) % 6) if heights[other] != _NOTHING[0]]
            todo += [other for other in beside if abs(heights[other] - heights[place]) <= 1]
            todo += climbed if place in climbed else ()
    return before <= reached


@lru_cache(maxsize=64)
def terrain(radius: int, ground: str) -> Terrain:
    """Return the terrain for a board's radius and its string of blocks and hazards; cached."""
    return Terrain(radius, ground)


def flat_ground(radius: int) -> str:
    """Return the `ground` string of a board without blocks and hazards."""
    return PLAIN * len(field(radius))


def with_ground(ground: str, cell: int, kind: str) -> str:
    """Return the `ground` string with one cell changed to a level ("1" to "3"), "w" or "q"."""
    return ground[:cell] + kind + ground[cell + 1 :]

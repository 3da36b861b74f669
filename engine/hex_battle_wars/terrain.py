"""The ground as movement, sight and blocks see it: heights, costs, steps, lines, and where blocks may go.

A terrain is made once for a ground and kept; nothing on it depends on pieces.
"""

import re
from collections.abc import Callable, Sequence
from functools import cached_property, lru_cache
from typing import Final

from engine.hex_battle_wars.board import OFF, bits, field
from engine.hexgrid import Hex, line

PLAIN: Final = "."
COSTS: Final = {"w": 2, "q": 3}
"""What entering a hazard costs, and what it takes to leave one that a walk starts on (HBW-16, HBW-18)."""
HAZARDS: Final = {"water": "w", "quicksand": "q"}
TOP: Final = 3
_NOTHING: Final = 9
"""The height of what is not on the board, where the hexes around one are looked at."""
_PAIRS_KEPT: Final = 20_000
"""For how many pairs of hexes a terrain remembers whether they see each other."""
_UNEVEN: Final = re.compile(r"[^.]")


class Terrain:
    """A board with its blocks and hazards; `ground` as in views."""

    def __init__(self, radius: int, ground: str) -> None:
        grid = field(radius)
        self.grid: Final = grid
        self.ground: Final = ground
        self.heights: Final[dict[int, int]] = {}
        """By cell, without those of level 0."""
        hazards = {"w": 0, "q": 0}
        tops = [0] * (TOP + 1)
        for found in _UNEVEN.finditer(ground):
            cell, kind = found.start(), found.group()
            if kind in hazards:
                hazards[kind] |= grid.one[cell]
            else:
                self.heights[cell] = int(kind)
                tops[int(kind)] |= grid.one[cell]
        self._seen: Final[dict[tuple[int, int], bool]] = {}
        self.water: Final = hazards["w"]
        self.quicksand: Final = hazards["q"]
        self.high: Final = tops[1] | tops[2] | tops[3]
        tops[0] = grid.all & ~self.high
        self.tops: Final = tuple(tops)
        """By level: the set of its hexes; hazards lie on level 0."""
        self.plain: Final = grid.all & ~self.water & ~self.quicksand
        self.bare: Final = self.plain & ~self.high
        """The hexes on which a block may be laid at all (HBW-2)."""

    def height(self, cell: int) -> int:
        """The level on which a piece stands there."""
        return self.heights.get(cell, 0)

    def cost(self, cell: int) -> int:
        """What entering a hex costs (HBW-16)."""
        return COSTS.get(self.ground[cell], 1)

    def after_step(self, cells: int) -> int:
        """The hexes to which one step leads from a set: neighbours at most one level up or down (HBW-14)."""
        return _after_step(self.grid.around, self.tops, cells)

    def blocked_by(self, a: int, b: int) -> tuple[int, ...]:
        """The hexes that hide two cells from each other, at the first step at which they do; () in sight (HBW-23)."""
        grid = self.grid
        if b < a:
            a, b = b, a
        (q, r), (to_q, to_r) = grid.hexes[a], grid.hexes[b]
        steps, near = _line(grid.radius, to_q - q, to_r - r)
        if not (near << grid.bit[a] >> grid.width) & self.high:
            return ()
        get, cell_at = self.heights.get, grid.board.cell
        from_a, from_b, distance = get(a, 0), get(b, 0), len(steps) + 1
        for number, candidates in enumerate(steps, 1):
            limit = from_a * (distance - number) + from_b * number
            cells = [cell_at[Hex(q + right, r + down)] for right, down in candidates]
            if all(get(cell, 0) * distance > limit for cell in cells):
                return tuple(cells)
        return ()

    def sees(self, a: int, b: int) -> bool:
        """Whether two cells are in sight of each other (HBW-23)."""
        pair = (a, b)
        found = self._seen.get(pair)
        if found is None:
            if len(self._seen) >= _PAIRS_KEPT:
                self._seen.clear()
            found = self._seen[pair] = not self.blocked_by(a, b)
        return found

    def block_cells(self, level: int) -> int:
        """The set of hexes on which a block of a level may be laid (HBW-2, HBW-3)."""
        if level == 1:
            return self.bare
        return self._seconds if level == 2 else self._thirds

    @cached_property
    def _seconds(self) -> int:
        return self._climbable(2)

    @cached_property
    def _thirds(self) -> int:
        return self._climbable(3)

    def _climbable(self, level: int) -> int:
        """Where a block of level 2 or 3 leaves all hexes connected: beside one that is at most a level lower."""
        grid = self.grid
        beside = self.tops[3] | self.tops[2] | (self.tops[1] if level == 2 else 0)
        found = 0
        for bit in bits(grid.around(beside) & self.bare):
            cell = grid.cells[bit]
            if cell is not None and (self._is_connected_nearby(cell, level) or self._is_connected(cell, level)):
                found |= 1 << bit
        return found

    def _is_connected_nearby(self, cell: int, level: int) -> bool:
        get = self.heights.get
        around = self.grid.board.neighbour_in[cell]
        return _ring_connected(level, tuple([_NOTHING if other == OFF else get(other, 0) for other in around]))

    def _is_connected(self, cell: int, level: int) -> bool:
        """Whether the hexes that were a step from a hex are still connected when a block lies there."""
        around, one = self.grid.around, self.grid.one[cell]
        tops = [top & ~one for top in self.tops]
        tops[level] |= one
        rest = self.grid.beside[cell] & (tops[0] | tops[1])
        edge = reached = rest & -rest
        while edge and rest & ~reached:
            edge = _after_step(around, tops, edge) & ~reached
            reached |= edge
        return bool(reached) and not rest & ~reached

    def cut_off(self, cell: int, level: int) -> int:
        """The set of hexes that a block there would cut off from most of the board; empty where it is legal (HBW-3)."""
        after = Terrain(self.grid.radius, with_ground(self.ground, cell, str(level)))
        rest, most = after.grid.all, 0
        while rest.bit_count() > most.bit_count():
            reached, edge = 0, rest & -rest
            while edge:
                reached |= edge
                edge = after.after_step(edge) & ~reached
            rest &= ~reached
            most = max(most, reached, key=int.bit_count)
        return after.grid.all & ~most


def _after_step(around: Callable[[int], int], tops: Sequence[int], cells: int) -> int:
    ground, low, middle, top = tops
    found = around(cells & ground) & (ground | low)
    if here := cells & low:
        found |= around(here) & (ground | low | middle)
    if here := cells & middle:
        found |= around(here) & (low | middle | top)
    if here := cells & top:
        found |= around(here) & (middle | top)
    return found


@lru_cache(maxsize=1 << 13)
def _line(radius: int, q: int, r: int) -> tuple[tuple[tuple[Hex, ...], ...], int]:
    """The hexes between two that lie (q, r) apart, step by step, and as a set that is shifted by the board's width."""
    width = field(radius).width
    steps = line(Hex(0, 0), Hex(q, r))[1:-1]
    near = 0
    for candidates in steps:
        for right, down in candidates:
            near |= 1 << width + right * width + down
    return steps, near


@lru_cache(maxsize=1 << 14)
def _ring_connected(level: int, heights: tuple[int, ...]) -> bool:
    """Whether all is connected around a plain hex after a block, if it was before: the hexes that were a step from it
    among themselves, along the ring or over the block, and the block with one of the ring.
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
            beside = [other for other in ((place + 1) % 6, (place - 1) % 6) if heights[other] != _NOTHING]
            todo += [other for other in beside if abs(heights[other] - heights[place]) <= 1]
            todo += climbed if place in climbed else ()
    return before <= reached


@lru_cache(maxsize=64)
def terrain(radius: int, ground: str) -> Terrain:
    """The terrain of a ground."""
    return Terrain(radius, ground)


def flat(radius: int) -> str:
    """The ground of an empty board."""
    return PLAIN * len(field(radius))


def with_ground(ground: str, cell: int, kind: str) -> str:
    """The ground with something on a hex: a level, "w" or "q"."""
    return ground[:cell] + kind + ground[cell + 1 :]

"""Movement: the destinations of a walk and the paths to them (HBW-14 to HBW-18)."""

from functools import lru_cache
from typing import Final

from engine.hex_battle_wars.terrain import COSTS, Terrain, terrain

STUCK: Final = "stuck"
BOXED_IN: Final = "boxed_in"


class Reach:
    """The destinations of a character or tile, given its hex and its movement roll.

    `ends` is the set of destinations. `held` is None if another hex can be reached. Otherwise it is the reason:
    "stuck" in a hazard, or "boxed_in" if no walk ends on another hex.
    """

    def __init__(self, ground: Terrain, start: int, roll: int, occupied: int) -> None:
        self._ground: Final = ground
        self._start: Final = start
        self._roll: Final = roll
        self.layers: Final = [ground.grid.one[start]]
        """By cost: the set of hexes that a walk of exactly this cost can reach. If the piece is stuck, there is only
        the first."""
        self.held: Final = self._walk(ground, start, roll, ground.grid.all & ~occupied)

    def _walk(self, ground: Terrain, start: int, roll: int, free: int) -> str | None:
        own = self.ends = ground.grid.one[start]
        if roll < COSTS.get(ground.ground[start], 0):
            return STUCK
        water, quicksand, plain = ground.water, ground.quicksand, ground.plain
        layers, after_step = self.layers, ground.expand_step
        last = before = before_that = 0
        for _ in range(roll):
            last, before, before_that = after_step(layers[-1]) & free, last, before
            layers.append(last & plain | before & water | before_that & quicksand)
        ends = (layers[-1] | last & (water | quicksand) | before & quicksand) & ~own
        if not ends:
            return BOXED_IN
        self.ends = ends
        return None

    def path(self, end: int) -> tuple[int, ...]:
        """Return the cells of a walk to a destination, from the start to the end."""
        if self.held is not None:
            return (self._start,)
        ground, cells = self._ground, [end]
        spent = self._roll
        slack = ground.cost(end) - 1
        while spent > 0:
            end, spent = self._find_previous(end, spent, slack, cells)
            cells.append(end)
            slack = 0
        return tuple(reversed(cells))

    def _find_previous(self, end: int, spent: int, slack: int, taken: list[int]) -> tuple[int, int]:
        """Return the cell before `end` on a walk, and the cost of the walk up to that cell.

        The walk costs `spent` up to `end`; its last step may exceed the roll by up to `slack` (HBW-17). Cells that are
        already on the path (`taken`) are avoided if possible.
        """
        ground = self._ground
        grid, cost = ground.grid, ground.cost(end)
        found: tuple[int, int] | None = None
        for over in range(slack + 1):
            was = spent + over - cost
            if 0 <= was < spent:
                near = self.layers[was] & grid.beside[end]
                for cell in grid.neighbours[end]:
                    if near & grid.one[cell] and abs(ground.height(cell) - ground.height(end)) <= 1:
                        if cell not in taken:
                            return cell, was
                        found = found or (cell, was)
        if found is None:
            raise ValueError("no walk ends on this cell")
        return found


@lru_cache(maxsize=256)
def _reach(ground: Terrain, start: int, roll: int, occupied: int) -> Reach:
    return Reach(ground, start, roll, occupied)


def reach(radius: int, ground: str, start: int, roll: int, occupied: int) -> Reach:
    """Return the destinations of a character or tile that starts from a cell with a movement roll.

    `occupied` is the set of hexes that it may not enter (HBW-15).
    """
    return _reach(terrain(radius, ground), start, roll, occupied)

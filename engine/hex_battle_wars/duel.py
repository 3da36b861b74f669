"""Evaluation of a duel between two visible characters, four plies deep: own turn, answer, next turn, answer.

The opponent is assumed to play as the level `Normal` does (level-k reasoning), so it has a single choice for each roll.
Characters that block a walk are ignored.
"""

from collections.abc import Sequence
from functools import lru_cache
from statistics import fmean
from typing import Final

from engine.hex_battle_wars.odds import POOR, Foe, Lookups, estimate_cell_value, expected_damage, prospects
from engine.hex_battle_wars.outlook import worth
from engine.hex_battle_wars.players import GOOD_SHOT, appeal
from engine.hex_battle_wars.state import find_index
from engine.hex_battle_wars.terrain import terrain
from engine.hex_battle_wars.walking import reach

_ROLLS: Final = range(1, 11)
_LATER: Final = 0.9
"""Discount factor for points of health that are gained or lost one turn later."""
_NEAR: Final = 3
"""Distance from which coming closer is no longer urgent, because shots decide."""
_LOOKED_AT: Final = 6
"""Number of destinations that are evaluated for each movement roll of the own next turn."""


class Prospects:
    """Lookups for one character against one opponent: its hit chances and its destinations.

    They are computed lazily, from the armour classes of both characters.
    """

    def __init__(self, radius: int, ground: str, armour: int, other: int) -> None:
        self._radius: Final = radius
        self._ground: Final = terrain(radius, ground)
        self._armour: Final = armour
        self._other: Final = other
        self._of_foe: Final[dict[int, tuple[bytes, Sequence[int]]]] = {}
        self._ends: Final[dict[int, Sequence[Sequence[int]]]] = {}

    def hits(self, foe: int) -> bytes:
        """Return, for each cell, the number of d20 faces that hit an opponent on cell `foe` from that cell.

        It is 0 if the opponent is out of sight.
        """
        return self._load_lookups(foe)[0]

    def best(self, start: int, foe: int, count: int) -> list[list[int]]:
        """Return for each movement roll the best destinations from a cell, at most `count`, best first.

        They are ranked by the quick estimate `estimate_cell_value`.
        """
        place = self._load_lookups(foe)[1].__getitem__
        by_roll = [[cell for cell in ends if cell != foe] or [start] for ends in self._list_reachable_cells(start)]
        return [sorted(ends, key=place)[:count] for ends in by_roll]

    def _load_lookups(self, foe: int) -> tuple[bytes, Sequence[int]]:
        """Return two lookups by the character's cell, for an opponent on cell `foe`.

        They are the number of d20 faces that hit, and the rank of the cell. The best cell has rank 0. Cells are
        ranked by the quick estimate `estimate_cell_value`.
        """
        found = self._of_foe.get(foe)
        if found is None:
            ground, cells = self._ground, range(len(self._ground.grid))
            looked_at = prospects(ground, (Foe(foe, 0, self._other, 1, ground.height(foe)),), cells, self._armour)
            values = [estimate_cell_value(ground, cell, prospect) for cell, prospect in enumerate(looked_at)]
            places = [0] * len(cells)
            for place, cell in enumerate(sorted(cells, key=lambda cell: -values[cell])):
                places[cell] = place
            found = self._of_foe[foe] = bytes([prospect.hits for prospect in looked_at]), places
        return found

    def _list_reachable_cells(self, start: int) -> Sequence[Sequence[int]]:
        """Return for each movement roll, 1 to 10, the cells where a walk from `start` can end."""
        found = self._ends.get(start)
        if found is None:
            radius, ground, members = self._radius, self._ground.ground, self._ground.grid.members
            found = self._ends[start] = [members(reach(radius, ground, start, roll, 0).ends) for roll in _ROLLS]
        return found


@lru_cache(maxsize=4)
def _prospects(radius: int, ground: str, armour: int, other: int) -> Prospects:
    return Prospects(radius, ground, armour, other)


class Duel:
    """A four-ply search of a duel for the acting character.

    It evaluates cells on which to end the own turn, in points of health. `pressure` is the cost of each step of
    distance to the opponent beyond `_NEAR`.
    """

    def __init__(self, scene: Lookups, seat: int, piece: int, foe: Foe, pressure: float = 0.0) -> None:
        number, view, state = find_index(scene.match, seat, piece), scene.view, scene.state
        own = state.armour[number]
        self._own: Final = _prospects(view.radius, view.ground, own, foe.armour)
        self._others: Final = _prospects(view.radius, view.ground, foe.armour, own)
        self._hp: Final = state.hp[number]
        self._foe_hp: Final = state.hp[foe.number]
        self._foe: Final = foe.cell
        self._pressure: Final = pressure
        self._distance: Final = scene.grid.distance
        self._turns: Final[dict[tuple[int, int], float]] = {}
        self._answers: Final[dict[tuple[int, int], float]] = {}

    def value(self, cell: int) -> float:
        """Return the value of ending the movement on a cell, with an attack from there if the opponent is in sight."""
        return self._evaluate_attack(cell, self._foe, self.rest(cell))

    def rest(self, cell: int) -> float:
        """Return the value of ending the turn on a cell without attacking."""
        return self._answered(cell, self._foe, True) - self._place(cell)

    def evaluate_quickly(self, cell: int) -> float:
        """Return an estimate of `value` by a shorter search, which stops after the opponent's next turn."""
        return self._evaluate_attack(cell, self._foe, self._first_answer(cell, self._foe) - self._place(cell))

    def _place(self, cell: int) -> float:
        return self._pressure * max(0, self._distance(cell, self._foe) - _NEAR)

    def _evaluate_attack(self, cell: int, foe: int, after: float) -> float:
        hits = self._own.hits(foe)[cell]
        if hits <= POOR:
            return after
        attack = worth(hits, self._foe_hp, 1)
        return attack.points + (1 - attack.kill) * after

    def _first_answer(self, cell: int, foe: int) -> float:
        found = self._answers.get((cell, foe))
        if found is None:
            found = self._answers[cell, foe] = self._answered(cell, foe, False)
        return found

    def _answered(self, cell: int, foe: int, goes_on: bool) -> float:
        """Return the value at the start of the opponent's turn, with the own character on `cell`.

        The opponent attacks at once if its shot is good, else it rolls and moves first. If `goes_on` is set, the own
        next turn is searched too.
        """
        hits = self._others.hits(cell)[foe]
        if hits and appeal(expected_damage(hits), hits, self._hp) >= GOOD_SHOT:
            return self._struck(cell, foe, goes_on)
        return fmean([self._struck(cell, end, goes_on) for end, *_ in self._others.best(foe, cell, 1)])

    def _struck(self, cell: int, end: int, goes_on: bool) -> float:
        """Return the value if the opponent attacks from cell `end`; with `goes_on`, the own next turn is included."""
        hits, after = self._others.hits(cell)[end], _LATER * self._next(cell, end) if goes_on else 0.0
        if not hits:
            return after
        attack = worth(hits, self._hp, 1)
        return (1 - attack.kill) * after - attack.points

    def _next(self, cell: int, foe: int) -> float:
        """Return the value of the own next turn: the better of an attack at once and a movement roll."""
        found = self._turns.get((cell, foe))
        if found is None:
            rolled = fmean(
                [
                    max([self._evaluate_next_end(end, foe) for end in ends])
                    for ends in self._own.best(cell, foe, _LOOKED_AT)
                ]
            )
            found = max(rolled, self._evaluate_next_end(cell, foe)) if self._own.hits(foe)[cell] else rolled
            self._turns[cell, foe] = found
        return found

    def _evaluate_next_end(self, cell: int, foe: int) -> float:
        return self._evaluate_attack(cell, foe, self._first_answer(cell, foe))

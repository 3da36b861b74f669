"""Evaluation of a duel between two visible characters, four plies deep: own turn, answer, next turn, answer.

The opponent is assumed to play as the level `Normal` does (level-k reasoning). `Normal` overlooks most destinations, so
three of them count for each roll: a good, a middling and a poor one. Characters that block a walk are ignored.
"""

from collections.abc import Sequence
from functools import lru_cache
from itertools import islice
from statistics import fmean
from typing import Final

from engine.hex_battle_wars.odds import POOR, Foe, Lookups, estimate_cell_value, expected_damage, prospects
from engine.hex_battle_wars.outlook import worth
from engine.hex_battle_wars.players import GOOD_SHOT, SEEN, SEEN_AT_LEAST, appeal
from engine.hex_battle_wars.state import find_index
from engine.hex_battle_wars.terrain import terrain
from engine.hex_battle_wars.walking import reach

_ROLLS: Final = (1, 3, 5, 8, 10)
"""Movement rolls that stand for all ten, to save time."""
_TILE_ROLLS: Final = 3
"""Number of these rolls that a d6, by which tiles move, can show."""
_LATER: Final = 0.9
"""Discount factor for points of health that are gained or lost one turn later."""
_NEAR: Final = 3
"""Distance from which coming closer is no longer urgent, because shots decide."""
_LOOKED_AT: Final = 6
"""Number of destinations that are evaluated for each movement roll of the own next turn."""
_MANY: Final = round(SEEN_AT_LEAST / SEEN)
"""Number of destinations from which `Normal` considers a share of `SEEN`. Of fewer it considers a larger share."""
_RANKS: Final = tuple([tuple([rank * size // _MANY for rank in (0, 3, 9)]) for size in range(_MANY + 1)])
"""By the number of destinations, up to `_MANY`: the ranks of those that count, 0 for the best.

Each stands for a third of the cases: `Normal` goes to one of the best two, to one of the next four, or to a worse one.
"""


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
        self._likely_hits: Final[dict[int, bytes]] = {}
        self._ends: Final[dict[int, Sequence[frozenset[int]]]] = {}

    def hits(self, foe: int) -> bytes:
        """Return, for each cell, the number of d20 faces that hit an opponent on cell `foe` from that cell.

        It is 0 if the opponent is out of sight.
        """
        return self._load_lookups(foe)[0]

    def best(self, start: int, foe: int, count: int) -> list[list[int]]:
        """Return for each movement roll the best destinations from a cell, at most `count`, best first.

        They are ranked by the quick estimate `estimate_cell_value`.
        """
        ranking = self._load_lookups(foe)[1]
        by_roll = [islice(filter(ends.__contains__, ranking), count) for ends in self._list_reachable_cells(start)]
        return [list(ends) or [start] for ends in by_roll]

    def list_likely_ends(self, start: int, foe: int) -> list[int]:
        """Return the destinations that a character of the level `Normal` may choose, a few for each movement roll."""
        ranking, found = self._load_lookups(foe)[1], list[int]()
        for ends in self._list_reachable_cells(start):
            ranks = _RANKS[min(len(ends), _MANY)]
            best = list(islice(filter(ends.__contains__, ranking), ranks[-1] + 1)) or [start]
            found += [best[rank] for rank in ranks if rank < len(best)]
        return found

    def list_likely_hits(self, start: int, foe: int) -> bytes:
        """Return for each destination of `list_likely_ends` the number of d20 faces that hit from there."""
        key = start * len(self._ground.grid) + foe
        found = self._likely_hits.get(key)
        if found is None:
            hits = self.hits(foe)
            found = self._likely_hits[key] = bytes([hits[end] for end in self.list_likely_ends(start, foe)])
        return found

    def _load_lookups(self, foe: int) -> tuple[bytes, Sequence[int]]:
        """Return the number of d20 faces that hit by the character's cell, and the other cells, best first.

        The opponent is on cell `foe`. Cells are ranked by the quick estimate `estimate_cell_value`.
        """
        found = self._of_foe.get(foe)
        if found is None:
            ground, cells = self._ground, range(len(self._ground.grid))
            looked_at = prospects(ground, (Foe(foe, 0, self._other, 1, ground.height(foe)),), cells, self._armour)
            values = [estimate_cell_value(ground, cell, prospect) for cell, prospect in enumerate(looked_at)]
            ranking = sorted([cell for cell in cells if cell != foe], key=lambda cell: -values[cell])
            found = self._of_foe[foe] = bytes([prospect.hits for prospect in looked_at]), ranking
        return found

    def _list_reachable_cells(self, start: int) -> Sequence[frozenset[int]]:
        """Return for each movement roll, 1 to 10, the cells where a walk from `start` can end."""
        found = self._ends.get(start)
        if found is None:
            radius, ground, members = self._radius, self._ground.ground, self._ground.grid.members
            found = [frozenset(members(reach(radius, ground, start, roll, 0).ends)) for roll in _ROLLS]
            self._ends[start] = found
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
        self._losses: Final = (0.0, *[worth(hits, self._hp, 1).points for hits in range(1, 21)])
        self._foe: Final = foe.cell
        self._pressure: Final = pressure
        self._distance: Final = scene.grid.distance
        self._turns: Final[dict[tuple[int, int], float]] = {}
        self._answers: Final[dict[tuple[int, int], float]] = {}

    def value(self, cell: int) -> float:
        """Return the value of ending the movement on a cell, with an attack from there if the opponent is in sight."""
        return self._evaluate_attack(cell, self._foe, self.rest(cell))

    def rest(self, cell: int, share: int = 1) -> float:
        """Return the value of ending the turn on a cell without attacking.

        `share` is the number of tiles that may hide the character, 1 if it is visible. In its next turn it appears. The
        opponent attacks at once if its shot is good, else it rolls and moves first.
        """
        if self._attacks_at_once(cell, self._foe, share):
            answered = self._struck(cell, self._foe, share)
        else:
            ends = self._others.list_likely_ends(self._foe, cell)
            answered = fmean([self._struck(cell, end, share) for end in ends])
        return answered - self._place(cell)

    def hide(self, cell: int, share: int) -> float:
        """Return the value of moving the tiles of the invisible character from a cell: the mean over all rolls.

        Each roll leads to the best cell by the quick estimate `estimate_cell_value`.
        """
        by_roll = self._own.best(cell, self._foe, 1)[:_TILE_ROLLS]
        return fmean([self.rest(end, share) for end, *_ in by_roll])

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
        """Return the value of the opponent's next turn, from cell `foe`, with the own character on `cell`."""
        found = self._answers.get((cell, foe))
        if found is None:
            if self._attacks_at_once(cell, foe, 1):
                found = -self._losses[self._others.hits(cell)[foe]]
            else:
                found = -fmean(map(self._losses.__getitem__, self._others.list_likely_hits(foe, cell)))
            self._answers[cell, foe] = found
        return found

    def _attacks_at_once(self, cell: int, foe: int, share: int) -> bool:
        """Return whether the opponent on cell `foe` attacks the own character on `cell` without moving first."""
        hits = self._others.hits(cell)[foe]
        return hits > 0 and appeal(expected_damage(hits) / share, hits, self._hp) >= GOOD_SHOT

    def _struck(self, cell: int, end: int, share: int) -> float:
        """Return the value if the opponent attacks from cell `end`, with the own next turn."""
        hits, after = self._others.hits(cell)[end], _LATER * self._next(cell, end)
        if not hits:
            return after
        attack = worth(hits, self._hp, share)
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

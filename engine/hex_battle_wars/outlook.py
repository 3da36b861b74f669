"""Two-ply evaluation of cells: the value of an attack from there, less the threats of the enemies' next turns.

It is computed without playouts: an attack counts with its expected value, a movement roll with the mean of its faces.
The real tile is unknown, so an invisible character threatens equally from each of its tiles.
"""

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from engine.hex_battle_wars.actions import DICE
from engine.hex_battle_wars.board import OFF
from engine.hex_battle_wars.odds import POOR, Foe, Lookups, hitting_faces
from engine.hex_battle_wars.shooting import modifier
from engine.hex_battle_wars.state import find_index, is_in, living_pieces
from engine.hex_battle_wars.walking import reach

_FACES: Final = len(DICE[10])
_DAMAGE: Final = len(DICE[16])
_KILL: Final = 6.0
"""Value of killing a character, in points of health, in addition to the damage."""


class Weights(NamedTuple):
    """The weights of all terms except the own attack.

    `caution` is the weight of the enemies' threats, `height` the value of standing a level higher, and `step` the cost
    of each step of distance to the nearest enemy.
    """

    caution: float
    height: float
    step: float


class Worth(NamedTuple):
    """The expected value of an attack in points of health, and the probability that it kills."""

    points: float
    kill: float


_NO_SHOT: Final = Worth(0.0, 0.0)
"""Value of a poor shot: valuing such shots would make players stay far apart, where both have only these."""


class Rival(NamedTuple):
    """A hex on which an enemy piece, or one of its tiles, may begin its next turn, and the hexes in its reach.

    `ends` holds the set of reachable cells for each movement roll. `everywhere` lists all these cells and `start`.
    """

    start: int
    ends: tuple[int, ...]
    everywhere: tuple[int, ...]


@lru_cache(maxsize=1 << 12)
def worth(hits: int, hp: int, share: int) -> Worth:
    """Return the expected value of an attack that hits with `hits` of 20 faces.

    The target has `hp` points of health and is the real one with probability 1 / `share`.
    """
    dice = range(1, _DAMAGE + 1)
    once, twice = [min(hp, die) for die in dice], [min(hp, 2 * die) for die in dice]
    rolls = 20 * _DAMAGE
    damage = ((hits - 1) * sum(once) + sum(twice)) / rolls
    kill = ((hits - 1) * once.count(hp) + twice.count(hp)) / rolls
    return Worth((damage + _KILL * kill) / share, kill / share)


class CellEvaluation:
    """A two-ply evaluation of cells for the acting piece, in points of health."""

    def __init__(self, scene: Lookups, seat: int, piece: int, weights: Weights) -> None:
        self._weights: Final = weights
        self._scene: Final = scene
        self._foes: Final = scene.foes_of(seat)
        number = find_index(scene.match, seat, piece)
        self._armour: Final = scene.state.armour[number]
        self._hp: Final = scene.state.hp[number]
        self._rivals: Final = _rivals(scene, seat)
        self._threats: Final[dict[int, Mapping[int, float]]] = {}

    def attacks(self, cell: int) -> Mapping[int, float]:
        """Return by target cell the value of attacking it from a cell, less the threats of the enemies' next turns."""
        threats, pieces, place = self.threats(cell), self._scene.match.pieces, self._place(cell)
        fear = sum(threats.values())
        found: dict[int, float] = {}
        for foe, aimed in self._aims(cell):
            spared = threats[foe.number // pieces] * aimed.kill
            found[foe.cell] = aimed.points - self._weights.caution * (fear - spared) + place
        return found

    def rest(self, cell: int, share: int = 1) -> float:
        """Return the value of ending the turn on a cell without an attack.

        `share` is the number of tiles that may hide the piece, 1 if it is visible; the threats are divided by it.
        """
        return self._place(cell) - self._weights.caution * sum(self.threats(cell).values()) / share

    def value(self, cell: int) -> float:
        """Return the value of moving to a cell, with the best attack from there."""
        return max(self.attacks(cell).values(), default=self.rest(cell))

    def threats(self, cell: int) -> Mapping[int, float]:
        """Return by enemy seat the expected value of its best attack on the piece, if the piece stands on a cell."""
        found = self._threats.get(cell)
        if found is None:
            found = self._threats[cell] = {seat: self._threat(cell, pieces) for seat, pieces in self._rivals.items()}
        return found

    def _aims(self, cell: int) -> Iterable[tuple[Foe, Worth]]:
        ground, hp = self._scene.ground, self._scene.state.hp
        height = ground.height(cell)
        sights = ground.sights(cell, [foe.cell for foe in self._foes])
        for foe, (far, is_clear) in zip(self._foes, sights, strict=True):
            if far and is_clear:
                hits = hitting_faces(foe.armour, modifier(far, height - foe.height))
                yield foe, worth(hits, hp[foe.number], foe.share) if hits > POOR else _NO_SHOT

    def _place(self, cell: int) -> float:
        distance = self._scene.grid.distance
        nearest = min((distance(cell, foe.cell) for foe in self._foes), default=0)
        return self._weights.height * self._scene.ground.height(cell) - self._weights.step * nearest

    def _threat(self, cell: int, pieces: Sequence[Sequence[Rival]]) -> float:
        """Return the threat of a seat's most dangerous piece to a piece on a cell.

        `pieces` holds for each enemy piece the hexes where it may begin its turn; its threat is the mean over these
        hexes.
        """
        return max(
            (sum(self._threat_from(rival, cell) for rival in starts) / len(starts) for starts in pieces), default=0.0
        )

    def _threat_from(self, rival: Rival, cell: int) -> float:
        """Return the expected value of an enemy's best attack on a piece on a cell.

        The enemy attacks from its hex `rival`, or after a movement roll from another hex.
        """
        ground, one = self._scene.ground, self._scene.grid.one
        height = ground.height(cell)
        by_modifier: dict[int, int] = {}
        for end, (far, is_clear) in zip(rival.everywhere, ground.sights(cell, rival.everywhere), strict=True):
            if far and is_clear:
                added = modifier(far, ground.height(end) - height)
                by_modifier[added] = by_modifier.get(added, 0) | one[end]
        best = [
            (worth(hitting_faces(self._armour, added), self._hp, 1).points, by_modifier[added])
            for added in sorted(by_modifier, reverse=True)
        ]
        stands, *rolled = (
            next((points for points, there in best if there & ends), 0.0) for ends in (one[rival.start], *rival.ends)
        )
        return max(stands, sum(rolled) / _FACES)


def find_roll_ends(scene: Lookups, start: int, number: int) -> tuple[int, ...]:
    """Return for each movement roll the set of cells where a piece that starts from a cell can end."""
    state, owner = scene.state, number // scene.match.pieces
    taken = [cell for other, cell in enumerate(state.at) if other != number]
    taken += [cell for seat, tiles in enumerate(state.tiles) if seat != owner for cell in tiles]
    occupied = scene.grid.mask(cell for cell in taken if cell != OFF) & ~scene.grid.one[start]
    radius, ground = scene.view.radius, scene.view.ground
    return tuple([reach(radius, ground, start, roll, occupied).ends for roll in range(1, _FACES + 1)])


def _rivals(scene: Lookups, seat: int) -> Mapping[int, Sequence[Sequence[Rival]]]:
    """Return for each enemy seat in the game, and each of its pieces, the hexes where the piece may begin its turn."""
    match, state = scene.match, scene.state
    return {
        other: [_starts(scene, other, find_index(match, other, piece)) for piece in living_pieces(match, state, other)]
        for other in range(match.seats)
        if other != seat and is_in(match, state, other)
    }


def _starts(scene: Lookups, seat: int, number: int) -> Sequence[Rival]:
    """Return the hex of a visible piece, or the hexes of the remaining tiles of an invisible one."""
    at = scene.state.at[number]
    cells = scene.state.tiles[seat] if at == OFF else (at,)
    return [_rival(scene, cell, number) for cell in cells if cell != OFF]


def _rival(scene: Lookups, start: int, number: int) -> Rival:
    ends = find_roll_ends(scene, start, number)
    everywhere = scene.grid.one[start]
    for each in ends:
        everywhere |= each
    return Rival(start, ends, tuple(scene.grid.members(everywhere)))

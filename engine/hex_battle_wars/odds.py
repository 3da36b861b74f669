"""Chances of attacks and lines of sight, from a view: for choices, previews and computer players.

For a piece of any seat on any hex, the functions list the enemies in sight with modifiers, hit chance and
expected damage, and the enemies out of sight with the blocks that hide them.
"""

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Final, NamedTuple

import msgspec

from engine.hex_battle_wars.board import MOST_RADIUS, OFF
from engine.hex_battle_wars.shooting import Target, enemies, modifier, modifiers
from engine.hex_battle_wars.state import Match, State, find_index
from engine.hex_battle_wars.terrain import TOP, Terrain, terrain
from engine.hex_battle_wars.view import Modifier, View
from engine.hex_battle_wars.viewing import match_of, public_state

MEAN_DAMAGE: Final = 8.5
"""Mean of a d16, the die for damage."""
POOR: Final = 2
"""Highest number of d20 faces that hit in a poor shot: a chance of 10 %."""

_CAUTION: Final = 0.35
"""Weight of expected damage taken against damage dealt. Higher values make players avoid combat."""
_FAR: Final = tuple(modifier(far, 0) for far in range(2 * MOST_RADIUS + 1))
"""By distance: the modifier of the d20 for an attack between hexes of the same height."""
_HEIGHT: Final = 0.4
"""Value of standing one level higher, in points of health."""
_STEP: Final = 0.12
"""Value of being one step nearer to the nearest enemy, in points of health."""
_VICTORY: Final = 10_000.0
_PASS: Final = 0.3
"""Value of an unused pass, in points of health."""
_GREEDY_CAUTION: Final = 0.6
"""The counterpart of `_CAUTION` in `evaluate`, for players that compare the views after each action."""
_GREEDY_STEP: Final = 0.05
"""The counterpart of `_STEP` in `evaluate`, for players that compare the views after each action."""


class Odds(msgspec.Struct, frozen=True, gc=False):
    """A possible attack of a piece on an enemy, with its chances.

    The enemy is on hex `label`; `tile` is its number, or 0 for a character. `named` says whether the attack must name
    the tile, because the hex holds several. `needed` is the lowest face of the d20 that hits, `hits` the number of
    faces that do. `damage` is the expected damage, with misses and ghosts included. `tiles` is the number of tiles that
    may hide the character, 1 if it is visible.
    """

    label: str
    seat: int
    piece: int
    tile: int
    named: bool
    modifiers: tuple[Modifier, ...]
    armour: int
    hp: int
    needed: int
    hits: int
    damage: float
    tiles: int

    @property
    def wounds(self) -> int:
        """The chance in percent that the attack hits the character: lower than to hit if a tile may be a ghost."""
        return round(5 * self.hits / self.tiles)

    @property
    def action(self) -> str:
        """The attack in notation, such as "attack c4 2"."""
        return f"attack {self.label} {self.tile}" if self.named else f"attack {self.label}"


class Hidden(msgspec.Struct, frozen=True, gc=False):
    """An enemy character or tile out of sight, and the hexes whose blocks hide it (`behind`).

    Only the first step of the line of sight at which blocks stop it is considered (HBW-23).
    """

    label: str
    seat: int
    piece: int
    tile: int
    behind: tuple[str, ...]


class Sight(msgspec.Struct, frozen=True, gc=False):
    """The enemies of a seat as seen from a hex: `targets` are in sight, `hidden` are not."""

    targets: tuple[Odds, ...]
    hidden: tuple[Hidden, ...]


class Prospect(NamedTuple):
    """The prospects of a piece if it stands on a cell.

    - `promise`: expected damage of its best attack from there
    - `danger`: expected damage if each enemy in sight attacks it once
    - `nearest`: distance to the nearest enemy, 0 if there is none
    - `hits`: number of d20 faces that hit in its best attack
    """

    promise: float
    danger: float
    nearest: int
    hits: int


class Foe(NamedTuple):
    """An enemy character or tile, with the index of its piece in the state and the level that it stands on (`height`).

    `share` is the number of tiles that may hide the character, 1 if it is visible.
    """

    cell: int
    number: int
    armour: int
    share: int
    height: int


def hitting_faces(armour: int, modifier: int) -> int:
    """Return the number of d20 faces that hit an armour class with a modifier; a 20 always hits (HBW-20, HBW-21)."""
    return min(20, max(1, 21 - armour + modifier))


def expected_damage(hits: int) -> float:
    """Return the expected damage of an attack that hits a character with `hits` faces; a 20 does double damage."""
    return MEAN_DAMAGE * (hits + 1) / 20


@cache
def _damages(armour: int, share: int) -> Mapping[int, float]:
    """Return by modifier the expected damage of an attack on one of `share` tiles that may hide a character."""
    modifiers = range(-2 * MOST_RADIUS - TOP, TOP + 1)
    return {modifier: expected_damage(hitting_faces(armour, modifier)) / share for modifier in modifiers}


class Lookups:
    """A view with lookups for many queries: targets, hidden enemies, and the prospects of cells."""

    def __init__(self, view: View) -> None:
        self.view: Final = view
        self.match: Final = match_of(view)
        self.state: Final = public_state(view)
        self.grid: Final = self.match.grid
        self.ground: Final = terrain(view.radius, view.ground)
        self._foes: Final[dict[int, tuple[Foe, ...]]] = {}

    def targets(self, start: int, seat: int) -> list[Odds]:
        """Return the enemies that a piece of a seat could attack from a cell, with the chances."""
        others = sorted(enemies(self.match, self.state, seat))
        sights = self.ground.sights(start, [target.cell for target in others])
        return [
            self._odds(target, start)
            for target, (far, is_clear) in zip(others, sights, strict=True)
            if far and is_clear
        ]

    def hidden_enemies(self, start: int, seat: int) -> list[Hidden]:
        """Return the enemies that a piece of a seat could not see from a cell, with the blocks that hide them."""
        name = self.grid.name
        found: list[Hidden] = []
        for target in sorted(enemies(self.match, self.state, seat)):
            behind = self.ground.find_blockers(start, target.cell) if start != target.cell else ()
            if behind:
                names = tuple(name[cell] for cell in behind)
                found.append(Hidden(name[target.cell], target.seat, target.piece, target.tile, names))
        return found

    def prospects(self, cells: Sequence[int], seat: int, armour: int) -> list[Prospect]:
        """Return the prospects of a piece of a seat, with the given armour class, on each of the given cells."""
        return prospects(self.ground, self.foes_of(seat), cells, armour)

    def prospect(self, cell: int, seat: int, armour: int) -> Prospect:
        """Return the prospects of a piece of a seat, with the given armour class, on a cell."""
        return self.prospects((cell,), seat, armour)[0]

    def promise(self, start: int, seat: int) -> float:
        """Return the expected damage of the best attack that a piece of a seat could make from a cell."""
        return self.prospect(start, seat, 0).promise

    def danger(self, end: int, seat: int, armour: int) -> float:
        """Return the expected damage to a piece of a seat, with the given armour class, on a cell.

        Each enemy in sight is assumed to attack it once from its present hex.
        """
        return self.dangers((end,), seat, armour)[0]

    def dangers(self, ends: Sequence[int], seat: int, armour: int) -> list[float]:
        """Return the expected damage to a piece of a seat on each of the given cells, as `danger` does for one."""
        return [prospect.danger for prospect in self.prospects(ends, seat, armour)]

    def nearest(self, start: int, seat: int) -> int:
        """Return the distance from a cell to the nearest enemy character or tile, or 0 if there is none."""
        distance = self.grid.distance
        return min((distance(start, foe.cell) for foe in self.foes_of(seat)), default=0)

    def best(self, cells: Sequence[int], seat: int, armour: int) -> int:
        """Return the best of the given cells for a piece, by the quick estimate `estimate_cell_value`."""
        prospects = self.prospects(cells, seat, armour)
        values = [self.value(cell, prospect) for cell, prospect in zip(cells, prospects, strict=True)]
        return cells[values.index(max(values))]

    def value(self, cell: int, prospect: Prospect) -> float:
        """Return the value of a cell, given its prospects, by the quick estimate `estimate_cell_value`."""
        return estimate_cell_value(self.ground, cell, prospect)

    def foes_of(self, seat: int) -> tuple[Foe, ...]:
        """Return the enemies of a seat: all characters and tiles of the other seats."""
        found = self._foes.get(seat)
        if found is None:
            found = self._foes[seat] = list_foes(self.match, self.state, seat)
        return found

    def _odds(self, target: Target, start: int) -> Odds:
        number, parts = find_index(self.match, target.seat, target.piece), modifiers(self.ground, start, target.cell)
        armour, share = self.state.armour[number], _count_tiles(self.state, target)
        hits = hitting_faces(armour, sum(part.number for part in parts))
        return Odds(
            label=self.grid.name[target.cell],
            seat=target.seat,
            piece=target.piece,
            tile=target.tile,
            named=target.shares,
            modifiers=parts,
            armour=armour,
            hp=self.state.hp[number],
            needed=21 - hits,
            hits=hits,
            damage=expected_damage(hits) / share,
            tiles=share,
        )


def list_foes(match: Match, state: State, seat: int) -> tuple[Foe, ...]:
    """Return the enemies of a seat in a state: all characters and tiles of the other seats."""
    height = terrain(match.radius, state.ground).height
    found: list[Foe] = []
    for target in enemies(match, state, seat):
        number = find_index(match, target.seat, target.piece)
        found.append(Foe(target.cell, number, state.armour[number], _count_tiles(state, target), height(target.cell)))
    return tuple(found)


def _count_tiles(state: State, target: Target) -> int:
    """Return the number of tiles that may hide the target's character, or 1 if it is visible."""
    return sum(cell != OFF for cell in state.tiles[target.seat]) if target.tile else 1


def prospects(ground: Terrain, foes: Sequence[Foe], cells: Sequence[int], armour: int) -> list[Prospect]:
    """Return the prospects of a piece, with the given armour class, on each of the given cells."""
    promise, danger = [0.0] * len(cells), [0.0] * len(cells)
    nearest = [2 * MOST_RADIUS if foes else 0] * len(cells)
    hits = [0] * len(cells)
    heights = [ground.height(cell) for cell in cells]
    for foe in foes:
        hopes, fears = _damages(foe.armour, foe.share), _damages(armour, foe.share)
        for at, (far, is_clear) in enumerate(ground.sights(foe.cell, cells)):
            if far < nearest[at]:
                nearest[at] = far
            if is_clear and far:
                less, above = _FAR[far], heights[at] - foe.height
                hope = hopes[less + above]
                if hope > promise[at]:
                    promise[at], hits[at] = hope, hitting_faces(foe.armour, less + above)
                danger[at] += fears[less - above]
    return [Prospect(*each) for each in zip(promise, danger, nearest, hits, strict=True)]


def estimate_cell_value(ground: Terrain, cell: int, prospect: Prospect) -> float:
    """Return a quick estimate of a cell's value in points of health: best shot, height, danger, nearness of enemies."""
    good = prospect.promise + _HEIGHT * ground.height(cell)
    return good - _CAUTION * prospect.danger - _STEP * prospect.nearest


def sight_from(view: View, label: str, seat: int) -> Sight:
    """Return the enemies that a piece of a seat could attack from a hex, and those that blocks hide from it."""
    scene = Lookups(view)
    start = scene.grid.index[label]
    return Sight(tuple(scene.targets(start, seat)), tuple(scene.hidden_enemies(start, seat)))


def targets(view: View) -> tuple[Odds, ...]:
    """Return the enemies that the acting piece can attack from its hex.

    Empty if no piece is chosen yet, or if the acting piece is invisible.
    """
    turn = view.turn
    if turn is None or turn.piece is None:
        return ()
    label = view.seats[turn.seat].pieces[turn.piece - 1].label
    return () if label is None else sight_from(view, label, turn.seat).targets


def visible_hexes(view: View, label: str) -> tuple[str, ...]:
    """Return the labels of all hexes in sight of a hex, in label order, without the hex itself."""
    scene = Lookups(view)
    sights = scene.ground.sights(scene.grid.index[label], range(len(scene.grid)))
    return tuple(name for name, (far, is_clear) in zip(scene.grid.name, sights, strict=True) if far and is_clear)


def evaluate(view: View, seat: int) -> float:
    """Return an estimate of a seat's position, in points of health.

    It adds up the lead in health, the passes left and the best shot, less the damage that enemies can do.
    """
    if view.winners is not None:
        return _VICTORY if seat in view.winners else -_VICTORY
    health = [0 if seated.forfeited else sum(piece.hp for piece in seated.pieces) for seated in view.seats]
    others = [health[other] for other in range(len(health)) if other != seat]
    value = float(health[seat] - max(others)) + (health[seat] * len(others) - sum(others)) / len(others)
    return value + _PASS * view.seats[seat].passes + _evaluate_position(view, seat)


def _evaluate_position(view: View, seat: int) -> float:
    scene = Lookups(view)
    shot = fear = 0.0
    far: list[int] = []
    for piece in view.seats[seat].pieces:
        if piece.label is not None:
            cell = scene.grid.index[piece.label]
            shot = max(shot, scene.promise(cell, seat))
            fear += scene.danger(cell, seat, piece.armour)
            far.append(scene.nearest(cell, seat))
    return shot - _GREEDY_CAUTION * fear - _GREEDY_STEP * min(far, default=0)

"""Odds of attacks and lines of sight, from a view: for choices, previews and computer players.

They are computed from any hex, for a piece of any seat: the enemies in sight with modifiers, hit chance and expected
damage, and the hidden enemies with the hexes that hide them.
"""

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Final, NamedTuple

import msgspec

from engine.hex_battle_wars.board import MOST_RADIUS, OFF
from engine.hex_battle_wars.shooting import Target, enemies, modifier, modifiers
from engine.hex_battle_wars.state import number_of
from engine.hex_battle_wars.terrain import TOP, Terrain, terrain
from engine.hex_battle_wars.view import Modifier, View
from engine.hex_battle_wars.viewing import match_of, public_state

MEAN_DAMAGE: Final = 8.5
"""Mean of a d16."""

_CAUTION: Final = 0.35
"""Weight of expected damage taken against damage dealt. Higher values make players avoid combat."""
_FAR: Final = tuple(modifier(far, 0) for far in range(2 * MOST_RADIUS + 1))
"""By distance: the modifier of the die on level ground."""
_HEIGHT: Final = 0.4
"""Value of a level of height."""
_STEP: Final = 0.12
"""Value of a step towards the nearest enemy."""
_VICTORY: Final = 10_000.0
_PASS: Final = 0.3
"""The value of a pass that is left, in points of health."""
_GREEDY_CAUTION: Final = 0.6
"""`_CAUTION` of players that look one move ahead."""
_GREEDY_STEP: Final = 0.05
"""`_STEP` of players that look one move ahead."""


class Odds(msgspec.Struct, frozen=True, gc=False):
    """A possible attack of a piece on the target on `label`.

    `tile` is 0 for a character. `named` says whether the attack must name the tile, because the hex holds several.
    `needed` is the lowest face of the d20 that hits, `hits` the number of faces that do. `damage` is the expected
    damage, with misses and ghosts included. `tiles` is the number of tiles that may be the character, 1 if it is
    visible.
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
    def action(self) -> str:
        """The attack in notation."""
        return f"attack {self.label} {self.tile}" if self.named else f"attack {self.label}"


class Hidden(msgspec.Struct, frozen=True, gc=False):
    """A character or tile out of sight, and the blocks that hide it at one step of the line (HBW-23)."""

    label: str
    seat: int
    piece: int
    tile: int
    behind: tuple[str, ...]


class Sight(msgspec.Struct, frozen=True, gc=False):
    """Enemies of a seat as seen from a hex: attackable ones and hidden ones."""

    targets: tuple[Odds, ...]
    hidden: tuple[Hidden, ...]


class Prospect(NamedTuple):
    """A cell's prospects for a piece: its best attack, the danger and the nearest enemy.

    - `promise`: expected damage of the best attack
    - `danger`: expected damage from enemies
    - `nearest`: distance to the nearest enemy, 0 if there is none
    - `hits`: faces of the d20 that hit in the best attack
    - `seen`: number of enemies in sight
    """

    promise: float
    danger: float
    nearest: int
    hits: int
    seen: int


class Foe(NamedTuple):
    """An enemy character or tile, with the level that it stands on (`height`).

    `share` is the number of tiles that may be the character, 1 if it is visible.
    """

    cell: int
    number: int
    armour: int
    share: int
    height: int


def hitting_faces(armour: int, modifier: int) -> int:
    """Return the number of d20 faces that hit; a natural 20 always does (HBW-20, HBW-21)."""
    return min(20, max(1, 21 - armour + modifier))


def expected_damage(hits: int) -> float:
    """Return the expected damage of an attack on a character; a natural 20 does double damage."""
    return MEAN_DAMAGE * (hits + 1) / 20


@cache
def _damages(armour: int, share: int) -> Mapping[int, float]:
    """Return by modifier the expected damage against an armour class, if one of `share` tiles is real."""
    modifiers = range(-2 * MOST_RADIUS - TOP, TOP + 1)
    return {modifier: expected_damage(hitting_faces(armour, modifier)) / share for modifier in modifiers}


class Scene:
    """Precomputed lookups for repeated queries on one view."""

    def __init__(self, view: View) -> None:
        self.view: Final = view
        self.match: Final = match_of(view)
        self.state: Final = public_state(view)
        self.grid: Final = self.match.grid
        self.ground: Final = terrain(view.radius, view.ground)
        self._foes: Final[dict[int, tuple[Foe, ...]]] = {}

    def targets(self, start: int, seat: int) -> list[Odds]:
        """Return the targets that a piece of a seat could attack from a cell."""
        others = sorted(enemies(self.match, self.state, seat))
        sights = self.ground.sights(start, [target.cell for target in others])
        return [
            self._odds(target, start)
            for target, (far, is_clear) in zip(others, sights, strict=True)
            if far and is_clear
        ]

    def hidden(self, start: int, seat: int) -> list[Hidden]:
        """Return the enemies that a piece of a seat could not see from a cell."""
        name = self.grid.name
        found: list[Hidden] = []
        for target in sorted(enemies(self.match, self.state, seat)):
            behind = self.ground.blocked_by(start, target.cell) if start != target.cell else ()
            if behind:
                names = tuple(name[cell] for cell in behind)
                found.append(Hidden(name[target.cell], target.seat, target.piece, target.tile, names))
        return found

    def prospects(self, cells: Sequence[int], seat: int, armour: int) -> list[Prospect]:
        """Return the prospects of a piece with an armour class on each of the given cells."""
        return prospects(self.ground, self.foes_of(seat), cells, armour)

    def prospect(self, cell: int, seat: int, armour: int) -> Prospect:
        """Return the prospects of a piece with an armour class on a cell."""
        return self.prospects((cell,), seat, armour)[0]

    def promise(self, start: int, seat: int) -> float:
        """Return the expected damage of the best attack that a piece of a seat could make from a cell."""
        return self.prospect(start, seat, 0).promise

    def danger(self, end: int, seat: int, armour: int) -> float:
        """Return the expected damage on a cell if each enemy attacked once from its present hex."""
        return self.dangers((end,), seat, armour)[0]

    def dangers(self, ends: Sequence[int], seat: int, armour: int) -> list[float]:
        """Return the expected damage on each of the given cells if each enemy attacked once from its present hex."""
        return [prospect.danger for prospect in self.prospects(ends, seat, armour)]

    def nearest(self, start: int, seat: int) -> int:
        """Return the distance from a cell to the nearest enemy piece or tile, or 0 if there is none."""
        distance = self.grid.distance
        return min((distance(start, foe.cell) for foe in self.foes_of(seat)), default=0)

    def best(self, cells: Sequence[int], seat: int, armour: int) -> int:
        """Return the best of the given cells for a piece, by its own shots and the danger."""
        prospects = self.prospects(cells, seat, armour)
        values = [self.value(cell, prospect) for cell, prospect in zip(cells, prospects, strict=True)]
        return cells[values.index(max(values))]

    def value(self, cell: int, prospect: Prospect) -> float:
        """Return the value of a cell with the given prospects."""
        return first_sight(self.ground, cell, prospect)

    def foes_of(self, seat: int) -> tuple[Foe, ...]:
        """Return all enemy characters and tiles of a seat."""
        found = self._foes.get(seat)
        if found is None:
            found = self._foes[seat] = tuple(self._foe(target) for target in enemies(self.match, self.state, seat))
        return found

    def _foe(self, target: Target) -> Foe:
        number = number_of(self.match, target.seat, target.piece)
        return Foe(target.cell, number, self._armour(target), self._share(target), self.ground.height(target.cell))

    def _armour(self, target: Target) -> int:
        return self.state.armour[number_of(self.match, target.seat, target.piece)]

    def _share(self, target: Target) -> int:
        """Return the number of tiles that may be a character; 1 if it is visible."""
        return sum(cell != OFF for cell in self.state.tiles[target.seat]) if target.tile else 1

    def _odds(self, target: Target, start: int) -> Odds:
        parts, armour = modifiers(self.ground, start, target.cell), self._armour(target)
        hits, share = hitting_faces(armour, sum(part.number for part in parts)), self._share(target)
        return Odds(
            label=self.grid.name[target.cell],
            seat=target.seat,
            piece=target.piece,
            tile=target.tile,
            named=target.shares,
            modifiers=parts,
            armour=armour,
            hp=self.state.hp[number_of(self.match, target.seat, target.piece)],
            needed=21 - hits,
            hits=hits,
            damage=expected_damage(hits) / share,
            tiles=share,
        )


def prospects(ground: Terrain, foes: Sequence[Foe], cells: Sequence[int], armour: int) -> list[Prospect]:
    """Return the prospects of a piece with an armour class on each of the given cells."""
    promise, danger = [0.0] * len(cells), [0.0] * len(cells)
    nearest = [2 * MOST_RADIUS if foes else 0] * len(cells)
    hits, seen = [0] * len(cells), [0] * len(cells)
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
                seen[at] |= 1 << foe.number
                danger[at] += fears[less - above]
    counts = map(int.bit_count, seen)
    return [Prospect(*each) for each in zip(promise, danger, nearest, hits, counts, strict=True)]


def first_sight(ground: Terrain, cell: int, prospect: Prospect) -> float:
    """Return the value of a cell with the given prospects, by a quick estimate."""
    good = prospect.promise + _HEIGHT * ground.height(cell)
    return good - _CAUTION * prospect.danger - _STEP * prospect.nearest


def sight_from(view: View, label: str, seat: int) -> Sight:
    """Return the enemies that a piece of a seat would see from a hex, and those hidden from it."""
    scene = Scene(view)
    start = scene.grid.index[label]
    return Sight(tuple(scene.targets(start, seat)), tuple(scene.hidden(start, seat)))


def targets(view: View) -> tuple[Odds, ...]:
    """Return the targets of the acting piece from its hex; none if no piece is chosen or it is invisible."""
    turn = view.turn
    if turn is None or turn.piece is None:
        return ()
    label = view.seats[turn.seat].pieces[turn.piece - 1].label
    return () if label is None else sight_from(view, label, turn.seat).targets


def visible_hexes(view: View, label: str) -> tuple[str, ...]:
    """Return every hex in sight of a hex, in label order, without the hex itself."""
    scene = Scene(view)
    sights = scene.ground.sights(scene.grid.index[label], range(len(scene.grid)))
    return tuple(name for name, (far, is_clear) in zip(scene.grid.name, sights, strict=True) if far and is_clear)


def evaluate(view: View, seat: int) -> float:
    """Return a seat's health ahead of the others, with the value of its best shot and the damage that it must fear."""
    if view.winners is not None:
        return _VICTORY if seat in view.winners else -_VICTORY
    health = [0 if seated.forfeited else sum(piece.hp for piece in seated.pieces) for seated in view.seats]
    others = [health[other] for other in range(len(health)) if other != seat]
    value = float(health[seat] - max(others)) + (health[seat] * len(others) - sum(others)) / len(others)
    return value + _PASS * view.seats[seat].passes + _evaluate_position(view, seat)


def _evaluate_position(view: View, seat: int) -> float:
    scene = Scene(view)
    shot = fear = 0.0
    far: list[int] = []
    for piece in view.seats[seat].pieces:
        if piece.label is not None:
            cell = scene.grid.index[piece.label]
            shot = max(shot, scene.promise(cell, seat))
            fear += scene.danger(cell, seat, piece.armour)
            far.append(scene.nearest(cell, seat))
    return shot - _GREEDY_CAUTION * fear - _GREEDY_STEP * min(far, default=0)

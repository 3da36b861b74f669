"""Quick picks: the few hexes that really differ for the piece that is about to walk or to be deployed.

They are computed from a view and hold nothing that its seat may not know. Without the hint they take a few
milliseconds. With it they take as long as the level `strong` takes for its choice, up to 0.2 s.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from math import prod
from operator import itemgetter
from random import Random
from typing import Final, NamedTuple

import msgspec

from engine.hex_battle_wars.actions import END, Attack
from engine.hex_battle_wars.levels import Strong
from engine.hex_battle_wars.notation import write
from engine.hex_battle_wars.odds import Foe, Lookups, expected_damage, hitting_faces
from engine.hex_battle_wars.preview import destination_labels, reaches
from engine.hex_battle_wars.setup import deployable_cells
from engine.hex_battle_wars.shooting import attacks, enemies, modifier
from engine.hex_battle_wars.view import View
from engine.hex_battle_wars.viewing import match_of, public_state

MOST_PICKS: Final = 6
FEW_ENDS: Final = 8
"""Maximum number of possible hexes that are all offered."""
_NEARBY: Final = 4
"""Greatest distance at which a pick excludes a destination that brings the same."""
_SAME: Final = 1.0
"""Difference (see `_difference`) below which two destinations bring the same."""
_EQUAL: Final = 0.3
"""Difference below which a pick excludes a destination at any distance."""
_FAR: Final = 6.0
"""Distance that counts as much as one unit of difference, up to `_NOVELTY_AT_MOST`."""
_NOVELTY: Final = 0.6
"""Value of each unit of difference from the picks made so far, in points of health."""
_NOVELTY_AT_MOST: Final = 4.0
"""Difference above which more difference has no more value."""
_HAZARD: Final = 0.8
"""Loss by each point that leaving a hazard costs more than leaving plain ground, in points of health."""
_HAZARDS: Final = {"w": "water", "q": "quicksand"}


class Enemy(msgspec.Struct, frozen=True, gc=False):
    """An enemy character, or one of its tiles: `tile` is its number, or 0 for a character."""

    seat: int
    piece: int
    tile: int


class QuickPick(msgspec.Struct, frozen=True, gc=False):
    """A hex to walk to or to start on, with what it brings.

    - `height`: the level of the hex, 0 to 3
    - `hazard`: "water", "quicksand" or ""
    - `distance`, `nearest`: the distance to the nearest enemy, and this enemy; 0 and None if no enemy is on the board
    - `hits`, `target`: the chance in percent that the best attack from there hits, and its target; None without a shot
    - `exposed`, `shooter`: the chance in percent that at least one enemy hits if each seat attacks once from where it
      is now, and the most dangerous enemy; None if nobody sees the hex
    - `is_best_shot`: whether its attack does more expected damage than that of every other pick
    - `cover`: the number of higher hexes around it; only for a start while no enemy is on the board, else 0
    - `middle`: the distance to the middle of the board; None under the same condition
    - `is_hint`: whether the level `strong` would go there
    """

    label: str
    height: int
    hazard: str
    distance: int
    nearest: Enemy | None
    hits: int | None
    target: Enemy | None
    exposed: int | None
    shooter: Enemy | None
    is_best_shot: bool = False
    cover: int = 0
    middle: int | None = None
    is_hint: bool = False

    @property
    def is_hidden(self) -> bool:
        """Whether no enemy sees the hex."""
        return self.exposed is None

    @property
    def is_beside(self) -> bool:
        """Whether the hex is beside an enemy."""
        return self.distance == 1


@dataclass(frozen=True, slots=True, eq=False)
class _Candidate:
    """A destination with its estimated value and the expected damage of its best attack, in points of health."""

    cell: int
    value: float
    damage: float
    pick: QuickPick


class _Opponent(NamedTuple):
    """An enemy with its lookup data, and its distance and whether it is in sight, for each cell in question."""

    enemy: Enemy
    foe: Foe
    sights: Sequence[tuple[int, bool]]


@lru_cache(maxsize=32)
def quick_picks(view: View, seat: int, tile: int = 1, *, with_hint: bool = True) -> tuple[QuickPick, ...]:
    """Return some hexes for a seat's piece after its movement roll, for one of its tiles, or to start.

    Up to `FEW_ENDS` possible hexes are all returned, of more at most `MOST_PICKS`. The hint comes first, the others
    follow by value. One hidden from all enemies is among them if there is one. Hexes
    that a single step would reach are left out, unless they are the hint or nothing else is hidden. A tile has no
    shot (HBW-10). Empty if the seat has nothing to choose, or if the tile is removed.
    """
    if seat not in view.actors:
        return ()
    scene = Lookups(view)
    if view.phase == "deploy":
        return _starts(scene, seat, with_hint=with_hint)
    turn, found = view.turn, reaches(view)
    reach = found[tile - 1] if len(found) >= tile else None
    if turn is None or turn.piece is None or reach is None:
        return ()
    cells = scene.grid.members(reach.ends)
    hint = None
    if with_hint:
        strong, is_tile = Strong(None, seat), view.seats[seat].pieces[turn.piece - 1].invisible
        hint = strong.find_tile_ends(scene)[tile - 1] if is_tile else strong.find_end(scene, cells)
    candidates = _candidates(scene, seat, turn.piece, cells)
    start = scene.grid.members(reach.layers[0])[0]
    if len(candidates) <= FEW_ENDS:
        return _mark(candidates, hint)
    far = [each for each in candidates if not _is_detour(scene, start, each.cell, turn.roll)]
    return _mark(_choose(scene, candidates, far, hint), hint)


def judge_hex(view: View, seat: int, label: str = "") -> QuickPick | None:
    """Return what a hex brings to a seat's acting piece, as a quick pick without marks; by default its present hex.

    None if no piece is acting, or if it is invisible.
    """
    turn, scene = view.turn, Lookups(view)
    piece = None if turn is None or turn.piece is None else view.seats[seat].pieces[turn.piece - 1]
    if turn is None or turn.piece is None or piece is None or piece.label is None:
        return None
    return _candidates(scene, seat, turn.piece, (scene.grid.index[label or piece.label],))[0].pick


def find_hint_attack(view: View, seat: int) -> str | None:
    """Return in notation the attack that the level `strong` makes after a seat's movement; None if it ends the turn."""
    match, state = match_of(view), public_state(view)
    legal = [*attacks(match, state), END]
    chosen = Strong(None, seat).choose(view, legal, Random(0))
    return write(match.grid, chosen) if isinstance(chosen, Attack) else None


def suggest_tiles(view: View, seat: int, *, with_hint: bool = True) -> tuple[str | None, ...]:
    """Return a destination for each tile of a seat after its movement roll: the hint, or else the best quick picks.

    They are on different hexes where possible. The item of a removed tile is None. Empty if there are no tiles to move.
    """
    chosen: list[str | None] = []
    for tile in range(1, len(view.seats[seat].tiles) + 1):
        picks = [pick.label for pick in quick_picks(view, seat, tile, with_hint=with_hint)]
        everywhere = [*picks, *destination_labels(view, tile)] if picks else []
        chosen.append(next((label for label in everywhere if label not in chosen), next(iter(picks), None)))
    return tuple(chosen)


def _starts(scene: Lookups, seat: int, *, with_hint: bool) -> tuple[QuickPick, ...]:
    """Return the picks for the next piece that a seat deploys."""
    piece = 1 + sum(piece.label is not None for piece in scene.view.seats[seat].pieces)
    cells = scene.grid.members(deployable_cells(scene.match, scene.state))
    candidates = _candidates(scene, seat, piece, cells)
    if not scene.foes_of(seat):
        candidates = [_place_start(scene, each) for each in candidates]
    hint = Strong(None, seat).find_start(scene, cells) if with_hint else None
    return _mark(_choose(scene, candidates, candidates, hint), hint)


def _place_start(scene: Lookups, start: _Candidate) -> _Candidate:
    """Return a start on a board without enemies, with what it differs by: its cover, and the distance to the middle."""
    grid, ground = scene.grid, scene.ground
    cover = sum(ground.height(cell) > start.pick.height for cell in grid.neighbours[start.cell])
    middle = grid.distance(start.cell, len(grid) // 2)
    return replace(start, pick=msgspec.structs.replace(start.pick, cover=cover, middle=middle))


def _is_detour(scene: Lookups, start: int, cell: int, roll: int) -> bool:
    """Return whether a walk to a cell goes to and fro, because a single step for less than the roll leads there."""
    ground = scene.ground
    is_step = scene.grid.distance(start, cell) == 1 and abs(ground.height(cell) - ground.height(start)) <= 1
    return is_step and ground.cost(cell) < roll


def _candidates(scene: Lookups, seat: int, piece: int, cells: Sequence[int]) -> list[_Candidate]:
    """Return the given cells as candidates, best first."""
    own = scene.view.seats[seat].pieces[piece - 1]
    opponents = [
        _Opponent(Enemy(target.seat, target.piece, target.tile), foe, scene.ground.sights(foe.cell, cells))
        for target, foe in zip(enemies(scene.match, scene.state, seat), scene.foes_of(seat), strict=True)
    ]
    found: list[_Candidate] = []
    for at, (cell, prospect) in enumerate(zip(cells, scene.prospects(cells, seat, own.armour), strict=True)):
        height = scene.ground.height(cell)
        distance, nearest = min(
            ((other.sights[at][0], other.enemy) for other in opponents), key=itemgetter(0), default=(0, None)
        )
        seen = [(other, other.sights[at][0]) for other in opponents if other.sights[at][1] and other.sights[at][0]]
        damage, hits, target = (0.0, None, None) if own.invisible else _best_shot(height, seen)
        exposed, shooter = _exposure(height, own.armour, seen)
        pick = QuickPick(
            label=scene.grid.name[cell],
            height=height,
            hazard=_HAZARDS.get(scene.view.ground[cell], ""),
            distance=distance,
            nearest=nearest,
            hits=hits,
            target=target,
            exposed=exposed,
            shooter=shooter,
        )
        value = scene.value(cell, prospect) - _HAZARD * (scene.ground.cost(cell) - 1)
        found.append(_Candidate(cell, value, damage, pick))
    return sorted(found, key=lambda each: -each.value)


def _best_shot(height: int, seen: Sequence[tuple[_Opponent, int]]) -> tuple[float, int | None, Enemy | None]:
    """Return expected damage, chance to hit in percent and target of the best attack on enemies in sight.

    `height` is the level of the attacker's hex; `seen` holds the enemies in sight with their distances.
    """
    best: tuple[float, int | None, Enemy | None] = (0.0, None, None)
    for other, far in seen:
        hits = hitting_faces(other.foe.armour, modifier(far, height - other.foe.height))
        damage = expected_damage(hits) / other.foe.share
        if damage > best[0]:
            best = damage, 5 * hits, other.enemy
    return best


def _exposure(height: int, armour: int, seen: Sequence[tuple[_Opponent, int]]) -> tuple[int | None, Enemy | None]:
    """Return the chance in percent that enemies hit a character on level `height`, and the most dangerous one.

    A seat attacks with one of its pieces; a tile is the real one with probability 1 / `share`.
    """
    if not seen:
        return None, None
    by_piece: dict[tuple[int, int], float] = {}
    most, shooter = 0.0, None
    for other, far in seen:
        chance = hitting_faces(armour, modifier(far, other.foe.height - height)) / 20 / other.foe.share
        piece = other.enemy.seat, other.enemy.piece
        by_piece[piece] = by_piece.get(piece, 0.0) + chance
        if chance > most:
            most, shooter = chance, other.enemy
    seats = {seat for seat, _ in by_piece}
    missed = prod(1 - max(chance for (seat, _), chance in by_piece.items() if seat == each) for each in seats)
    return max(1, round(100 * (1 - missed))), shooter


def _difference(one: QuickPick, other: QuickPick) -> float:
    """Return how much two destinations differ in odds, cover, height and distance; 1 is a difference that matters."""
    odds = abs((one.hits or 0) - (other.hits or 0)) + abs((one.exposed or 0) - (other.exposed or 0))
    cover = ((one.hits is None) != (other.hits is None)) + ((one.exposed is None) != (other.exposed is None))
    places = abs(one.height - other.height) * 0.5 + min(abs(one.distance - other.distance) / 3, 1.0)
    is_other = one.nearest is not None and other.nearest is not None and one.nearest.seat != other.nearest.seat
    middle = min(abs((one.middle or 0) - (other.middle or 0)) / 3, 1.0)
    return odds / 10 + places + middle + (cover + is_other + (bool(one.cover) != bool(other.cover))) * 0.5


def _choose(
    scene: Lookups, candidates: Sequence[_Candidate], far: Sequence[_Candidate], hint: int | None
) -> list[_Candidate]:
    """Return the picks: the hint, one hidden from all, and then those with the most value and novelty.

    `far` holds the candidates that are no walk to and fro.
    """
    first = next((each for each in candidates if each.cell == hint), (*far, *candidates)[0])
    hidden = next((each for each in (*far, *candidates) if each.pick.is_hidden), None)
    chosen = [first]
    if hidden is not None and not first.pick.is_hidden:
        chosen.append(hidden)
    left = dict.fromkeys(far, _NOVELTY_AT_MOST)
    for newest in chosen:
        left = _compare(scene, left, newest)
    while left and len(chosen) < MOST_PICKS:
        newest = max(left, key=lambda each: each.value + _NOVELTY * left[each])
        chosen.append(newest)
        left = _compare(scene, left, newest)
    return chosen


def _compare(scene: Lookups, left: Mapping[_Candidate, float], newest: _Candidate) -> dict[_Candidate, float]:
    """Return the candidates still left after a pick, each with its novelty beside all picks made so far.

    The pick itself, and what brings the same, is left no more.
    """
    found: dict[_Candidate, float] = {}
    for each, novelty in left.items():
        difference, distance = _difference(each.pick, newest.pick), scene.grid.distance(each.cell, newest.cell)
        if difference >= (_SAME if distance <= _NEARBY else _EQUAL):
            found[each] = min(novelty, difference + distance / _FAR)
    return found


def _mark(chosen: Sequence[_Candidate], hint: int | None) -> tuple[QuickPick, ...]:
    """Return the picks in their final order, with the hint and the best shot marked."""
    ordered = sorted(chosen, key=lambda each: (each.cell != hint, -each.value))
    *_, second, most = sorted([0.0, *(each.damage for each in chosen)])
    return tuple(
        msgspec.structs.replace(
            each.pick, is_hint=each.cell == hint, is_best_shot=len(chosen) > 1 and each.damage == most > second
        )
        for each in ordered
    )

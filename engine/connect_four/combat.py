"""Attacks: legal targets, the values that decide a blow, and the clicks that it deals (CF-11 to CF-14, CF-19)."""

from functools import cache, lru_cache
from typing import Final, NamedTuple

import msgspec

from engine.connect_four.actions import Attack
from engine.connect_four.grid import Grid, reach
from engine.connect_four.roster import MONSTERS, Face
from engine.connect_four.state import READY, SHACKLER, SHOOTER, SOLID, Clash, Piece, Position
from engine.connect_four.view import Blow, Modifiers

MOST_MODIFIERS: Final = 3
"""The maximum by which modifiers can raise one value together (CF-19)."""
DICE_OF_A_BLOW: Final = 2
THROWS: Final = tuple((first, second) for first in range(1, 7) for second in range(1, 7))
"""All 36 results of two dice, equally likely."""


class Reckoning(msgspec.Struct, frozen=True, gc=False):
    """The values that decide a blow, known before its dice are rolled; fields are named as in `view.Blow`.

    `damage_powers` are the modifiers of damage by powers, without those of a double 6 and of tough.
    """

    unseen: bool
    attack: int
    attack_modifiers: Modifiers
    defense: int
    damage: int
    damage_powers: Modifiers
    shackle: bool
    tough: bool

    def damage_modifiers(self, double_6: bool) -> Modifiers:
        """Return all modifiers of the damage of a hit; `double_6` says whether the dice show a double 6."""
        found = apply_limit((*self.damage_powers, ("double 6", 1)) if double_6 else self.damage_powers)
        if self.tough and self.damage + total(found) > 0:
            found = (*found, ("tough", -1))
        return found if not self.shackle else ()


class Hit(msgspec.Struct, frozen=True, gc=False):
    """Clicks that a monster takes: their cause, their number, and the cell of the opposing monster that dealt them.

    `source` is None if no opposing monster dealt them.
    """

    cause: str
    clicks: int
    source: int | None


def total(modifiers: Modifiers) -> int:
    """Return the sum of the changes in the modifiers."""
    return sum([number for _, number in modifiers]) if modifiers else 0


def apply_limit(modifiers: Modifiers) -> Modifiers:
    """Return the modifiers; if their sum exceeds the maximum, a negative modifier "limit" reduces it (CF-19)."""
    if not modifiers:
        return modifiers
    over = total(modifiers) - MOST_MODIFIERS
    return (*modifiers, ("limit", -over)) if over > 0 else modifiers


def piece_at(position: Position, cell: int) -> Piece:
    """Return the monster on a cell. Raises ValueError if the cell is empty."""
    piece = position.board[cell]
    if piece is None:
        raise ValueError("there is no monster on that square")
    return piece


def list_retaliations(grid: Grid, position: Position, clash: Clash) -> tuple[str, ...]:
    """Return the ways in which the attacked monster can strike back: "close", "ranged", both or none (CF-13)."""
    is_solid = position.sets[SOLID] >> clash.attacker & 1
    if not is_solid or piece_at(position, clash.target).face.attack is None:
        return ()
    return kinds(grid, position, clash.target, clash.attacker)


def kinds(grid: Grid, position: Position, start: int, end: int) -> tuple[str, ...]:
    """Return the ways in which the monster on `start` can attack the one on `end`: "close", "ranged", both or none.

    Only distance, range and sight are considered (CF-11, CF-12).
    """
    has_range = position.sets[SHOOTER] >> start & 1
    if grid.near[start] >> end & 1:
        return _EITHER if has_range else _CLOSE
    if not has_range:
        return ()
    in_range = reach(grid, MONSTERS[piece_at(position, start).id].range)[start] >> end & 1
    return _AFAR if in_range and grid.can_see(start, end, position.sets[SOLID]) else ()


_CLOSE: Final = ("close",)
_AFAR: Final = ("ranged",)
_EITHER: Final = ("close", "ranged")


def attacks(grid: Grid, position: Position, seat: int) -> list[Attack]:
    """Return all legal attacks of a seat (CF-11).

    They are sorted by attacker and target, close before ranged, plain before shackle.
    """
    sets = position.sets
    solid = sets[SOLID]
    targets = sets[1 - seat] & solid
    found: list[Attack] = []
    if not targets:
        return found
    ready, shooters, shacklers = sets[seat] & sets[READY], sets[SHOOTER], sets[SHACKLER]
    near, board, choices = grid.near, position.board, _choices(grid)
    while ready:
        low = ready & -ready
        ready ^= low
        cell, kind = low.bit_length() - 1, 0
        aims = near[cell] & targets
        if shooters & low and (piece := board[cell]) is not None:
            kind = _RANGED
            far = (targets ^ aims) & reach(grid, MONSTERS[piece.id].range)[cell]
            if far:
                aims |= grid.find_visible(cell, far, solid)
        if aims:
            if shacklers & low:
                kind |= _SHACKLE
            from_here = choices[cell]
            while aims:
                low = aims & -aims
                aims ^= low
                found += from_here[low][kind]
    return found


_RANGED: Final = 1
_SHACKLE: Final = 2


class _Choices(dict[int, tuple[tuple[Attack, ...], ...]]):
    """The attacks from one cell: `choices[target][kind]`.

    `target` is a one-bit mask of the target's cell. `kind` is the attacker's kind: 0 (no range, no shackle),
    `_RANGED`, `_SHACKLE`, or the sum of both. This is a dict subclass because listing the attacks takes 4 % longer
    with a cached function.
    """

    def __init__(self, grid: Grid, start: int) -> None:
        super().__init__()
        self._near: Final = grid.near[start]
        self._start: Final = start

    def __missing__(self, target: int) -> tuple[tuple[Attack, ...], ...]:
        end = target.bit_length() - 1
        close = (False,) if self._near & target else ()
        found = self[target] = tuple(
            [
                tuple([Attack(self._start, end, ranged, shackle) for ranged in kinds for shackle in additions])
                for additions in ((False,), (False, True))
                for kinds in (close, (*close, True))
            ]
        )
        return found


@cache
def _choices(grid: Grid) -> tuple[_Choices, ...]:
    """Return the attacks from each cell, indexed by [start][target][kind]; see `_Choices`."""
    return tuple([_Choices(grid, start) for start in range(len(grid.name))])


def is_legal(grid: Grid, position: Position, seat: int, attack: Attack) -> bool:
    """Return whether the seat may make the attack, consistent with `attacks` (CF-11)."""
    start, end, cells = attack.attacker, attack.target, len(position.board)
    if not (0 <= start < cells and 0 <= end < cells):
        return False
    sets = position.sets
    if not (sets[seat] & sets[READY]) >> start & 1 or not (sets[1 - seat] & sets[SOLID]) >> end & 1:
        return False
    if attack.shackle and not sets[SHACKLER] >> start & 1:
        return False
    return ("ranged" if attack.ranged else "close") in kinds(grid, position, start, end)


def reckoning(grid: Grid, position: Position, start: int, end: int, ranged: bool, shackle: bool) -> Reckoning:
    """Return the values that decide a blow from one cell on another, before its dice are rolled (CF-13, CF-19)."""
    attacker, target = piece_at(position, start), piece_at(position, end)
    shown, faced = attacker.face, target.face
    attack_modifiers: Modifiers = ()
    damage_powers: Modifiers = ()
    if not ranged:
        if shown.attack_power == "pack":
            friends = (position.sets[attacker.seat] & grid.near[end] & ~(1 << start)).bit_count()
            if friends:
                attack_modifiers = apply_limit((("pack", friends),))
        elif shown.attack_power == "bloodthirst" and attacker.victims:
            attack_modifiers = damage_powers = (("bloodthirst", 1),)
        if shown.damage_power == "savage":
            damage_powers = (*damage_powers, ("savage", 1))
    if shown.damage_power == "agony" and target.tokens:
        damage_powers = (*damage_powers, ("agony", target.tokens))
    is_penetrating = shown.damage_power == "piercing" and target.tokens > 1
    return Reckoning(
        unseen=faced.defense_power == "unseen",
        attack=shown.attack or 0,
        attack_modifiers=attack_modifiers,
        defense=faced.defense or 0,
        damage=1 if shackle else shown.damage,
        damage_powers=() if shackle else damage_powers,
        shackle=shackle,
        tough=faced.defense_power == "tough" and not is_penetrating and not shackle,
    )


def is_acid(shown: Face, faced: Face, ranged: bool) -> bool:
    """Return whether the target's acid costs the attacker a click when the target takes damage (CF-19).

    `shown` is the attacker's face, and `faced` the target's.
    """
    return not ranged and faced.defense_power == "acid" and shown.defense_power != "tough"


def resolve_blow(reckoned: Reckoning, first: int, second: int) -> tuple[bool, bool, Modifiers, int]:
    """Return the effect of two dice: whether they hit, whether they are critical, the damage modifiers, the clicks.

    A double 1 and a double 6 are critical, except against unseen. The number of clicks is 0 for a miss (CF-13).
    """
    if reckoned.unseen:
        hit, critical = first > second, False
    else:
        critical = first == second and first in (1, 6)
        if critical:
            hit = first == 6
        else:
            hit = first + second + reckoned.attack + total(reckoned.attack_modifiers) >= reckoned.defense
    modifiers = reckoned.damage_modifiers(critical and hit)
    return hit, critical, modifiers, max(0, reckoned.damage + total(modifiers)) if hit else 0


class Outcomes(NamedTuple):
    """The results of the 36 throws of a blow.

    `hits` and `misses` are the throws that hit or miss, as pairs of dice. `clicks` holds a pair (number of throws,
    clicks dealt) for each possible number of clicks, in ascending order.
    """

    hits: tuple[tuple[int, int], ...]
    misses: tuple[tuple[int, int], ...]
    clicks: tuple[tuple[int, int], ...]


@lru_cache(1 << 12)
def outcomes(reckoned: Reckoning) -> Outcomes:
    """Return the results of all 36 throws of a blow; used to evaluate it before the dice are rolled."""
    found = {throw: resolve_blow(reckoned, *throw) for throw in THROWS}
    dealt = [clicks for _, _, _, clicks in found.values()]
    return Outcomes(
        tuple(throw for throw, (hit, *_) in found.items() if hit),
        tuple(throw for throw, (hit, *_) in found.items() if not hit),
        tuple((dealt.count(clicks), clicks) for clicks in sorted(set(dealt))),
    )


def blow(
    grid: Grid,
    position: Position,
    start: int,
    end: int,
    ranged: bool,
    shackle: bool,
    dice: tuple[int, ...],
    retaliation: bool,
) -> Blow:
    """Return a blow from one cell on another with the effect of its dice."""
    first, second = dice
    reckoned = reckoning(grid, position, start, end, ranged, shackle)
    hit, critical, modifiers, dealt = resolve_blow(reckoned, first, second)
    attacker, target = piece_at(position, start), piece_at(position, end)
    # Positional arguments, because keyword arguments take ten times as long here; this code runs for every attack.
    return Blow(
        attacker.seat,
        attacker.id,
        grid.name[start],
        target.id,
        grid.name[end],
        ranged,
        shackle,
        retaliation,
        reckoned.unseen,
        (first, second),
        reckoned.attack,
        reckoned.attack_modifiers,
        reckoned.defense,
        hit,
        critical,
        reckoned.damage,
        modifiers,
        dealt,
    )

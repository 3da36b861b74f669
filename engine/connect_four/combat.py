"""Attacks: who may attack whom, what a blow is reckoned from, and the clicks that it brings (CF-11 to CF-14, CF-19)."""

from functools import lru_cache
from typing import Final, NamedTuple

import msgspec

from engine.connect_four.actions import Attack
from engine.connect_four.grid import Grid, cells_in
from engine.connect_four.roster import MONSTERS
from engine.connect_four.state import READY, SHACKLER, SHOOTER, SOLID, Clash, Piece, Position
from engine.connect_four.view import Blow, Modifiers

MOST_MODIFIERS: Final = 3
"""The most that the modifiers to one value come to (CF-19)."""
DICE_OF_A_BLOW: Final = 2
THROWS: Final = tuple((first, second) for first in range(1, 7) for second in range(1, 7))
"""All throws of two dice, equally likely."""


class Reckoning(msgspec.Struct, frozen=True, gc=False):
    """What a blow is reckoned from, before its dice: see `view.Blow`. `damage_powers` lack double 6 and tough."""

    unseen: bool
    attack: int
    attack_modifiers: Modifiers
    defense: int
    damage: int
    damage_powers: Modifiers
    shackle: bool
    tough: bool

    def damage_modifiers(self, double_6: bool) -> Modifiers:
        """Everything that changes the damage of a hit."""
        found = limited((*self.damage_powers, ("double 6", 1)) if double_6 else self.damage_powers)
        if self.tough and self.damage + total(found) > 0:
            found = (*found, ("tough", -1))
        return found if not self.shackle else ()


class Hit(NamedTuple):
    """Clicks that a monster takes in a step: their cause, and the cell of the opponent that dealt them, or None."""

    cause: str
    clicks: int
    source: int | None


def total(modifiers: Modifiers) -> int:
    """What some modifiers come to."""
    return sum([number for _, number in modifiers]) if modifiers else 0


def limited(modifiers: Modifiers) -> Modifiers:
    """The modifiers with what the limit takes away again (CF-19)."""
    if not modifiers:
        return modifiers
    over = total(modifiers) - MOST_MODIFIERS
    return (*modifiers, ("limit", -over)) if over > 0 else modifiers


def piece_at(position: Position, cell: int) -> Piece:
    """The monster on a cell that holds one."""
    piece = position.board[cell]
    if piece is None:
        raise ValueError("there is no monster on that square")
    return piece


def may_retaliate(grid: Grid, position: Position, clash: Clash) -> tuple[str, ...]:
    """How the defender may retaliate: "close", "ranged", both or not at all (CF-13)."""
    defender, attacker = piece_at(position, clash.target), piece_at(position, clash.attacker)
    if defender.face.attack is None or attacker.face.defense is None:
        return ()
    return kinds(grid, position, clash.target, clash.attacker)


def kinds(grid: Grid, position: Position, start: int, end: int) -> tuple[str, ...]:
    """The kinds of attack that distance, range and sight allow (CF-11, CF-12)."""
    near = grid.near[start] >> end & 1
    reach = MONSTERS[piece_at(position, start).id].range
    if near:
        return ("close", "ranged") if reach else ("close",)
    in_range = grid.board.distance[start][end] <= reach
    return ("ranged",) if in_range and grid.sees(start, end, position.sets[SOLID]) else ()


def attacks(grid: Grid, position: Position, seat: int) -> list[Attack]:
    """All attacks of a seat, by attacker, target, close before ranged, plain before shackle (CF-11)."""
    sets = position.sets
    solid = sets[SOLID]
    targets = sets[1 - seat] & solid
    found: list[Attack] = []
    if not targets:
        return found
    ready, shooters, shacklers = sets[seat] & sets[READY], sets[SHOOTER], sets[SHACKLER]
    near, board = grid.near, position.board
    while ready:
        low = ready & -ready
        ready ^= low
        cell = low.bit_length() - 1
        close, ranged = near[cell] & targets, 0
        if shooters & low and (piece := board[cell]) is not None:
            ranged = close
            far = (targets ^ close) & grid.reach(cell, MONSTERS[piece.id].range)
            if far:
                ranged |= grid.seen_from(cell, far, solid)
        if close or ranged:
            found += _listed(cell, close, ranged, shacklers & low != 0)
    return found


@lru_cache(1 << 16)
def _listed(cell: int, close: int, ranged: int, shackle: bool) -> tuple[Attack, ...]:
    return tuple(
        [
            attack
            for target in cells_in(close | ranged)
            for attack in _between(cell, target, close >> target & 1, ranged >> target & 1, shackle)
        ]
    )


@lru_cache(1 << 16)
def _between(cell: int, target: int, close: int, ranged: int, shackle: bool) -> tuple[Attack, ...]:
    kinds = [is_ranged for is_ranged, is_possible in ((False, close), (True, ranged)) if is_possible]
    additions = (False, True) if shackle else (False,)
    return tuple(Attack(cell, target, is_ranged, addition) for is_ranged in kinds for addition in additions)


def is_legal(grid: Grid, position: Position, seat: int, attack: Attack) -> bool:
    """Whether the seat may make the attack; agrees with `attacks` (CF-11)."""
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
    """What a blow is reckoned from (CF-13, CF-19)."""
    attacker, target = piece_at(position, start), piece_at(position, end)
    shown, faced = attacker.face, target.face
    attack_modifiers: Modifiers = ()
    damage_powers: Modifiers = ()
    if not ranged:
        if shown.attack_power == "pack":
            friends = (position.sets[attacker.seat] & grid.near[end] & ~(1 << start)).bit_count()
            if friends:
                attack_modifiers = limited((("pack", friends),))
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


def struck(reckoned: Reckoning, first: int, second: int) -> tuple[bool, bool, Modifiers, int]:
    """Whether dice hit, whether they are critical, what changes the damage, and the clicks dealt (CF-13)."""
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
    """What all throws come to: those that hit, those that miss, and how many of them deal each number of clicks."""

    hits: tuple[tuple[int, int], ...]
    misses: tuple[tuple[int, int], ...]
    clicks: tuple[tuple[int, int], ...]


@lru_cache(1 << 12)
def outcomes(reckoned: Reckoning) -> Outcomes:
    """What the throws of a blow come to, for players that weigh it before its dice."""
    found = {throw: struck(reckoned, *throw) for throw in THROWS}
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
    """An attack or a retaliation between two cells, whose dice are rolled."""
    first, second = dice
    reckoned = reckoning(grid, position, start, end, ranged, shackle)
    hit, critical, modifiers, dealt = struck(reckoned, first, second)
    attacker, target = piece_at(position, start), piece_at(position, end)
    return Blow(
        seat=attacker.seat,
        monster=attacker.id,
        square=grid.name[start],
        target=target.id,
        target_square=grid.name[end],
        ranged=ranged,
        shackle=shackle,
        retaliation=retaliation,
        unseen=reckoned.unseen,
        dice=(first, second),
        attack=reckoned.attack,
        attack_modifiers=reckoned.attack_modifiers,
        defense=reckoned.defense,
        hit=hit,
        critical=critical,
        damage=reckoned.damage,
        damage_modifiers=modifiers,
        dealt=dealt,
    )


def hits_of(position: Position, struck: Blow, start: int, end: int) -> list[tuple[int, Hit]]:
    """The clicks that a blow brings, to its target and to its striker: damage, double 1 and acid (CF-13, CF-19)."""
    if struck.dealt:
        found = [(end, Hit("attack", struck.dealt, start))]
        if is_acid(piece_at(position, start), piece_at(position, end), struck.ranged):
            found.append((start, Hit("acid", 1, end)))
        return found
    return [(start, Hit("double 1", 1, None))] if struck.critical and not struck.hit else []


def is_acid(attacker: Piece, target: Piece, ranged: bool) -> bool:
    """Whether damage to the target costs the attacker a click (CF-19)."""
    return not ranged and target.face.defense_power == "acid" and attacker.face.defense_power != "tough"


def heals_of(position: Position, struck: Blow, start: int, end: int) -> list[tuple[int, str]]:
    """Who heals a click after a blow, if alive, and by what (CF-13, CF-19)."""
    found: list[tuple[int, str]] = []
    if struck.dealt:
        if piece_at(position, start).face.damage_power == "lifedrain":
            found.append((start, "lifedrain"))
        if struck.ranged and piece_at(position, end).face.defense_power == "absorb":
            found.append((end, "absorb"))
    return found


def infects(position: Position, struck: Blow, start: int) -> bool:
    """Whether a blow infects its target (CF-19)."""
    return struck.dealt > 0 and not struck.shackle and piece_at(position, start).face.damage_power == "infect"

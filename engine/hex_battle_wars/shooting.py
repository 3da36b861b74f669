"""Attacks: targets in sight, modifiers of the d20, and the effects of the dice (HBW-13, HBW-19 to HBW-24)."""

from collections.abc import Iterator
from typing import NamedTuple

from msgspec.structs import replace

from engine.hex_battle_wars.actions import Action, Attack, hex_actions
from engine.hex_battle_wars.board import OFF
from engine.hex_battle_wars.state import Match, State, find_index
from engine.hex_battle_wars.terrain import Terrain, terrain
from engine.hex_battle_wars.view import Modifier, Shot


class Target(NamedTuple):
    """A character or a tile that can be attacked.

    `tile` is 1 to 3, or 0 for a character. `shares` says whether several tiles are on its hex.
    """

    cell: int
    seat: int
    piece: int
    tile: int
    shares: bool

    @property
    def action(self) -> Attack:
        """The action that attacks this target."""
        return Attack(self.cell, self.tile if self.shares else 0)


def enemies(match: Match, state: State, seat: int) -> Iterator[Target]:
    """Yield the characters and tiles of all other seats on the board."""
    for number, cell in enumerate(state.at):
        if cell != OFF:
            owner, piece = divmod(number, match.pieces)
            if owner != seat:
                yield Target(cell, owner, piece + 1, 0, False)
    for owner, cells in enumerate(state.tiles):
        if cells and owner != seat:
            for tile, cell in enumerate(cells, 1):
                if cell != OFF:
                    yield Target(cell, owner, state.hidden[owner], tile, cells.count(cell) > 1)


def list_visible_enemies(match: Match, state: State) -> list[Target]:
    """Return the enemies in sight of the acting piece; empty if it is invisible."""
    start = state.at[find_index(match, state.seat, state.piece)]
    if start == OFF:
        return []
    others = list(enemies(match, state, state.seat))
    sights = terrain(match.radius, state.ground).sights(start, [target.cell for target in others])
    return [target for target, (_, is_clear) in zip(others, sights, strict=True) if is_clear]


def attacks(match: Match, state: State) -> list[Action]:
    """Return the legal attacks of the acting piece, in label order."""
    actions = hex_actions(match.radius).attacks
    found = list_visible_enemies(match, state)
    if len(found) > 1:
        found.sort()
    return [actions[target.cell][target.tile if target.shares else 0] for target in found]


def find_target(match: Match, state: State, attack: Attack) -> Target | None:
    """Return the character or tile that an attack is aimed at, or None if the attack is not legal."""
    start = state.at[find_index(match, state.seat, state.piece)]
    if start == OFF:
        return None
    for target in enemies(match, state, state.seat):
        if target.cell == attack.cell and target.action == attack:
            return target if terrain(match.radius, state.ground).can_see(start, target.cell) else None
    return None


def modifier(distance: int, above: int) -> int:
    """Return the modifier of the d20 (HBW-20).

    `above` is the number of levels that the attacker stands higher than the target.
    """
    return above - (distance if distance > 1 else 0)


def modifiers(ground: Terrain, start: int, end: int) -> tuple[Modifier, ...]:
    """Return the modifiers of the d20 for an attack between two cells, without those that are 0 (HBW-20)."""
    distance, height = ground.grid.distance(start, end), ground.height(start) - ground.height(end)
    parts = (Modifier("distance", -distance if distance > 1 else 0), Modifier("height", height))
    return tuple([part for part in parts if part.number])


def aim(match: Match, state: State, target: Target) -> Shot:
    """Return the data of an attack by the acting piece, before any die is rolled."""
    start = state.at[find_index(match, state.seat, state.piece)]
    name = match.grid.name
    return Shot(
        seat=state.seat,
        piece=state.piece,
        origin=name[start],
        target_seat=target.seat,
        target_piece=target.piece,
        tile=target.tile,
        label=name[target.cell],
        modifiers=modifiers(terrain(match.radius, state.ground), start, target.cell),
        armour=state.armour[find_index(match, target.seat, target.piece)],
    )


def apply_hit_die(shot: Shot, die: int) -> Shot:
    """Return the attack with the result of its d20 (HBW-20, HBW-21)."""
    total = die + sum(part.number for part in shot.modifiers)
    return replace(shot, die=die, total=total, hit=die == 20 or total >= shot.armour)


def apply_damage(shot: Shot, die: int, hp: int) -> Shot:
    """Return the attack with the result of its d16; the target had `hp` points of health (HBW-21, HBW-22)."""
    damage = 2 * die if shot.die == 20 else die
    return replace(shot, damage_die=die, damage=damage, hp=max(0, hp - damage))

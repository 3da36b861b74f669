"""The dice of a turn and their effects (HBW-9 to HBW-22).

They decide about becoming and staying invisible, movement, attack and damage.
"""

from collections.abc import Sequence

from msgspec.structs import replace

from engine.hex_battle_wars.actions import DICE, REALS, Action
from engine.hex_battle_wars.board import OFF
from engine.hex_battle_wars.events import (
    AttackRolled,
    DamageRolled,
    Event,
    GhostRemoved,
    HoldRolled,
    MovementRolled,
    PieceDied,
    RealChosen,
    SeatOut,
    VanishRolled,
)
from engine.hex_battle_wars.shooting import apply_damage, apply_hit_die
from engine.hex_battle_wars.state import ATTACK as ATTACK_DUE
from engine.hex_battle_wars.state import (
    DAMAGE,
    INVISIBILITY,
    LAST,
    MOVED,
    OVER,
    REAL,
    ROLLED,
    TURN,
    Match,
    State,
    find_index,
    is_hidden,
    is_in,
    with_entry,
)
from engine.hex_battle_wars.state import HOLD as HOLD_DUE
from engine.hex_battle_wars.state import ROLL as ROLL_DUE
from engine.hex_battle_wars.turns import appear, continue_after_move, next_turn, reach_of


def chance(state: State) -> Sequence[Action]:
    """Return the possible outcomes of the draw that is due in a turn.

    They are the faces of a die or, after a successful roll to vanish, the three tiles that can hide the character.
    """
    if state.phase == REAL:
        return REALS
    return DICE[sides(state)]


def sides(state: State) -> int:
    """Return the number of sides of the die that must be rolled next in a turn."""
    if state.phase == ATTACK_DUE:
        return 20
    if state.phase == DAMAGE:
        return 16
    return 6 if state.phase == ROLL_DUE and is_hidden(state) else 10


def roll(match: Match, state: State, die: int, events: list[Event]) -> State:
    """Return the state after the die that was due shows the number `die`."""
    if state.phase == ROLL_DUE:
        return _movement(match, state, die, events)
    if state.phase == ATTACK_DUE:
        return _shot(match, state, die, events)
    if state.phase == DAMAGE:
        return _damage(match, state, die, events)
    state = replace(state, stage=INVISIBILITY)
    return _hold(match, state, die, events) if state.phase == HOLD_DUE else _vanish(match, state, die, events)


def _vanish(match: Match, state: State, die: int, events: list[Event]) -> State:
    seat, piece = state.seat, state.piece
    number = find_index(match, seat, piece)
    cell, score = state.at[number], state.scores[number]
    success = die >= score
    events.append(VanishRolled(seat, piece, match.grid.name[cell], die, score, success))
    if not success:
        return replace(state, phase=TURN, real=with_entry(state.real, seat, 0))
    return replace(
        state,
        phase=TURN if state.real[seat] else REAL,
        at=with_entry(state.at, number, OFF),
        tiles=with_entry(state.tiles, seat, (cell, cell, cell)),
        hidden=with_entry(state.hidden, seat, piece),
    )


def choose_real(state: State, tile: int, events: list[Event]) -> State:
    """Set the tile that hides the character, as chance has chosen it (HBW-9)."""
    events.append(RealChosen(state.seat, tile))
    return replace(state, phase=TURN, real=with_entry(state.real, state.seat, tile))


def _hold(match: Match, state: State, die: int, events: list[Event]) -> State:
    seat = state.seat
    piece = state.hidden[seat]
    score = state.scores[find_index(match, seat, piece)]
    events.append(HoldRolled(seat, piece, die, score, die >= score))
    state = replace(state, phase=TURN)
    return state if die >= score else appear(match, state, seat, events)


def _movement(match: Match, state: State, die: int, events: list[Event]) -> State:
    state = replace(state, phase=TURN, stage=ROLLED, roll=die)
    held = None if is_hidden(state) else reach_of(match, state).held
    events.append(MovementRolled(state.seat, state.piece, 6 if is_hidden(state) else 10, die, held))
    return state if held is None else continue_after_move(match, replace(state, stage=MOVED, roll=0), events)


def _shot(match: Match, state: State, die: int, events: list[Event]) -> State:
    """Apply the d20 of an attack (HBW-13).

    A hit on a ghost (a tile that hides nothing) removes it, and a hit on the real tile reveals the character. A
    damage roll follows only if the attack hit the character or its real tile.
    """
    if state.shot is None:
        raise ValueError("no attack is due")
    shot = apply_hit_die(state.shot, die)
    seat, tile = shot.target_seat, shot.tile
    there = not state.forfeited >> seat & 1
    if shot.hit and there:
        real = tile == state.real[seat]
        shot = replace(shot, struck="character" if not tile else "real" if real else "ghost")
    events.append(AttackRolled(shot))
    state = replace(state, shot=shot)
    if shot.struck is None:
        return next_turn(match, state, events)
    if shot.struck == "ghost":
        events.append(GhostRemoved(seat, tile, shot.label))
        left = with_entry(state.tiles[seat], tile - 1, OFF)
        return next_turn(match, replace(state, tiles=with_entry(state.tiles, seat, left)), events)
    if tile:
        state = appear(match, state, seat, events)
    return replace(state, phase=DAMAGE)


def _damage(match: Match, state: State, die: int, events: list[Event]) -> State:
    """Apply the d16 of an attack: reduce the target's health, and remove the piece if it is dead (HBW-22)."""
    if state.shot is None:
        raise ValueError("no attack is due")
    seat, piece = state.shot.target_seat, state.shot.target_piece
    number = find_index(match, seat, piece)
    shot = apply_damage(state.shot, die, state.hp[number])
    events.append(DamageRolled(shot))
    state = replace(state, shot=shot, hp=with_entry(state.hp, number, shot.hp))
    if shot.hp:
        return next_turn(match, state, events)
    events.append(PieceDied(seat, piece))
    state = replace(state, at=with_entry(state.at, number, OFF))
    if not is_in(match, state, seat):
        events.append(SeatOut(seat))
        state = replace(state, out_round=with_entry(state.out_round, seat, state.round))
        if sum(is_in(match, state, other) for other in range(match.seats)) == 1:
            return replace(state, phase=OVER, reason=LAST)
    return next_turn(match, state, events)

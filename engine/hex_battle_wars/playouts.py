"""Playouts for the coach: fast players that shoot when the shot is good, and otherwise walk to a better hex.

A playout stops after a few turns. The chance to win is then estimated from health, armour and the rounds left.
"""

from collections.abc import Sequence
from random import Random
from typing import Any, Final

from engine.hex_battle_wars.actions import APPEAR, HOLD, ROLL, STAY, Attack, Move
from engine.hex_battle_wars.levels import LEVELS
from engine.hex_battle_wars.odds import (
    MEAN_DAMAGE,
    Foe,
    Lookups,
    estimate_cell_value,
    expected_damage,
    hitting_faces,
    list_foes,
    prospects,
)
from engine.hex_battle_wars.players import GOOD_SHOT, appeal
from engine.hex_battle_wars.rules import HexBattleWarsRules
from engine.hex_battle_wars.shooting import modifier
from engine.hex_battle_wars.state import ROLLED, START, TURN, State, find_index, is_hidden, is_in
from engine.hex_battle_wars.terrain import terrain
from engine.hex_battle_wars.view import View
from engine.players.base import find_best
from engine.players.search import Budget, Search

_BUDGET: Final = Budget(actions=6, playouts=240, depth=20)
_LOOKED_AT: Final = 12
"""The number of random destinations that a playout compares after a movement roll."""
_APPEARS: Final = 0.5
"""The probability that an invisible character appears at the start of a turn in a playout."""
_STEEPNESS: Final = 1.7
_STEEPNESS_AT_THE_END: Final = 8.0
"""The exponents of the lead in strength in `value`: many rounds before the last one, and at its end."""


def build_coach(rules: HexBattleWarsRules, seat: int) -> Search:
    """Return the player that judges decisions in reviews: playouts of the hint and of other promising actions."""
    return _PairedSearch(rules, seat, Playouts(rules, seat), _BUDGET)


class _PairedSearch(Search):
    """A search that tries all actions with the same dice in each turn, since most differences are small beside luck."""

    def try_action(self, state: Any, action: Any, rng: Random) -> float:
        return self.value(self.play_out_paired(state, action, rng.getrandbits(64)))


class Playouts:
    """The search hooks (`engine.players.search.Playable`) of Hex Battle Wars."""

    def __init__(self, rules: HexBattleWarsRules, seat: int) -> None:
        self._rules: Final = rules
        self._match: Final = rules.match
        self._strong: Final = LEVELS["strong"](rules, seat)
        self._seat: Final = seat

    def shortlist(self, view: View, legal_actions: Sequence[Any], count: int, rng: Random) -> Sequence[Any]:
        """Return the choice of the level `strong`, if it is among the actions, and the best others by quick values."""
        values = self._quick_values(view, legal_actions, rng)
        found = find_best(legal_actions, values, count)
        hint = self._strong.choose(view, self._rules.legal_actions(self._rules.determinize(view, rng), self._seat), rng)
        if hint in legal_actions and hint not in found:
            found[-1] = hint
        return found

    def _quick_values(self, view: View, actions: Sequence[Any], rng: Random) -> Sequence[float]:
        """Return values of actions by which those to be played out are selected.

        Walks are ranked by their end, attacks by their damage. Other actions come first, in random order, since they
        are few; only movements of tiles are many, and hardly differ.
        """
        scene, own = Lookups(view), self._seat
        state = scene.state
        armour = state.armour[find_index(self._match, own, max(1, state.piece))]
        ends = [action.cell for action in actions if isinstance(action, Move)]
        by_end = dict(zip(ends, scene.prospects(ends, own, armour), strict=True))
        shots: dict[str, float] = {}
        if any(isinstance(action, Attack) for action in actions):
            here = state.at[find_index(self._match, own, state.piece)]
            shots = {odds.action: odds.damage for odds in scene.targets(here, own)}
        values = list[float]()
        for action in actions:
            if isinstance(action, Move):
                values.append(scene.value(action.cell, by_end[action.cell]))
            elif isinstance(action, Attack):
                values.append(shots[self._rules.format_action(action)])
            else:
                values.append(MEAN_DAMAGE + rng.random())
        return values

    def playout_action(self, state: State, seat: int, rng: Random) -> Any:
        """Return an action for a seat in a playout."""
        if state.phase != TURN or not state.piece or is_hidden(state):
            return self._choose_other(state, seat, rng)
        start = state.at[find_index(self._match, seat, state.piece)]
        foes = list_foes(self._match, state, seat)
        if state.stage == ROLLED:
            return self._walk(state, seat, foes, rng)
        best, shot = self._find_shot(state, start, foes)
        can_roll = state.stage < ROLLED
        if shot is not None and (best >= GOOD_SHOT or not can_roll):
            return shot
        if can_roll:
            return ROLL
        return self._rules.legal_actions(state, seat)[0]

    def _choose_other(self, state: State, seat: int, rng: Random) -> Any:
        """Return a random action of an invisible character, before a piece is chosen, or at set-up."""
        if state.phase == TURN and state.stage == START and state.tiles[seat]:
            return APPEAR if rng.random() < _APPEARS else HOLD
        if state.phase == TURN and state.stage == ROLLED:
            return STAY
        legal = self._rules.legal_actions(state, seat)
        return legal[int(rng.random() * len(legal))]

    def _walk(self, state: State, seat: int, foes: Sequence[Foe], rng: Random) -> Any:
        moves = [action for action in self._rules.legal_actions(state, seat) if isinstance(action, Move)]
        if len(moves) > _LOOKED_AT:
            moves = [moves[int(rng.random() * len(moves))] for _ in range(_LOOKED_AT)]
        ground = terrain(self._match.radius, state.ground)
        armour = state.armour[find_index(self._match, seat, state.piece)]
        found = prospects(ground, foes, [move.cell for move in moves], armour)
        values = [estimate_cell_value(ground, move.cell, each) for move, each in zip(moves, found, strict=True)]
        return moves[values.index(max(values))]

    def _find_shot(self, state: State, start: int, foes: Sequence[Foe]) -> tuple[float, Attack | None]:
        """Return the appeal of the best attack from a cell and the attack, or (0, None) without one.

        Attacks on tiles that share a hex are left out, since they would have to name the tile.
        """
        ground = terrain(self._match.radius, state.ground)
        height, cells = ground.height(start), [foe.cell for foe in foes]
        best, shot = 0.0, None
        for foe, (far, is_clear) in zip(foes, ground.sights(start, cells), strict=True):
            if is_clear and far and (foe.share == 1 or cells.count(foe.cell) == 1):
                hits = hitting_faces(foe.armour, modifier(far, height - foe.height))
                value = appeal(expected_damage(hits) / foe.share, hits, state.hp[foe.number])
                if value > best:
                    best, shot = value, Attack(foe.cell)
        return best, shot

    def value(self, state: State, seat: int) -> float:
        """Return the estimated chance of a seat to win, 0 to 1.

        A seat's strength is the number of shots that kill its characters, on average. Towards the last round, the lead
        in health counts more.
        """
        match = self._match
        strengths: list[float] = []
        for other in range(match.seats):
            strength = 0.0
            if is_in(match, state, other):
                first = other * match.pieces
                for hp, armour in zip(state.hp[first : first + match.pieces], state.armour[first:], strict=False):
                    if hp:
                        strength += (hp / MEAN_DAMAGE + 1) * 20 / hitting_faces(armour, 0)
            strengths.append(strength)
        left = max(0, match.last_round - state.round)
        exponent = _STEEPNESS + (_STEEPNESS_AT_THE_END - _STEEPNESS) / (1 + left)
        powers = [strength**exponent for strength in strengths]
        return powers[seat] / sum(powers)

"""Playouts for computer players that search.

A playout completes or blocks fours in a row; otherwise it plays the best of a few actions picked at random.
"""

from collections.abc import Sequence
from math import tanh
from random import Random
from typing import Any, Final

from engine.connect_four.actions import Attack, Drop
from engine.connect_four.combat import list_retaliations
from engine.connect_four.drafting import draw
from engine.connect_four.evaluation import evaluate_placement, evaluate_state, find_urgent_drops, gain
from engine.connect_four.players import Normal
from engine.connect_four.rules import ConnectFourRules
from engine.connect_four.state import ACT, Clash, State
from engine.connect_four.view import View
from engine.players.base import find_best

_DRAWN: Final = 4
"""The number of random actions that a playout compares before each move."""
_SCALE: Final = 150.0
"""The lead in points at which the value of a state is close to a victory (a parameter of tanh)."""


class Playouts:
    """The search hooks (`engine.players.search.Playable`) of Connect Four."""

    def __init__(self, rules: ConnectFourRules, seat: int) -> None:
        self._rules = rules
        self._grid = rules.grid
        self._normal = Normal(rules, seat)

    def shortlist(self, view: View, legal_actions: Sequence[Any], count: int, rng: Random) -> Sequence[Any]:
        """Return the `count` actions with the highest values one move ahead, the best first.

        At set-up it returns one action instead: a random class or force (`drafting.draw`).
        """
        if not view.turn:
            return [draw(view, legal_actions, rng)]
        values = self._normal.values(view, legal_actions, rng)
        return find_best(legal_actions, values, count)

    def playout_action(self, state: State, seat: int, rng: Random) -> Any:
        """Return an action for a seat in a playout.

        When placing or attacking, the action completes or blocks a four if possible; otherwise it is the one with the
        highest gain among a few random actions. All other decisions are random.
        """
        grid, legal = self._grid, self._rules.legal_actions(state, seat)
        if state.phase != ACT:
            return legal[int(rng.random() * len(legal))]
        found = find_urgent_drops(grid, state.position, seat, legal)
        if found:
            return found[int(rng.random() * len(found))]
        drawn = [legal[int(rng.random() * len(legal))] for _ in range(_DRAWN)]
        return max(drawn, key=lambda action: self._gain(state, seat, action))

    def _gain(self, state: State, seat: int, action: Any) -> float:
        """Return how much a seat is expected to gain by an action, approximately in points of monsters."""
        grid, position = self._grid, state.position
        if isinstance(action, Drop):
            return evaluate_placement(grid, position, seat, action.column)
        if not isinstance(action, Attack):
            return 0.0
        start, end = action.attacker, action.target
        clash = Clash(start, end, action.ranged, action.shackle, False, (), "", None)
        back = [
            gain(grid, position, end, start, kind == "ranged", False)
            for kind in list_retaliations(grid, position, clash)
        ]
        return gain(grid, position, start, end, action.ranged, action.shackle) - max(back, default=0.0)

    def value(self, state: State, seat: int) -> float:
        """Return the value of a state for a seat, from 0 (defeat) to 1 (victory)."""
        return (1 + tanh(evaluate_state(self._grid, state, seat) / _SCALE)) / 2

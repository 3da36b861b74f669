"""Playouts for players that search: fours are made and stopped, else what gains most of a few drawn actions."""

from collections.abc import Sequence
from math import tanh
from random import Random
from typing import Any, Final

from engine.connect_four.actions import Attack, ChooseClass, ChooseForce, Drop
from engine.connect_four.combat import may_retaliate
from engine.connect_four.evaluation import evaluate_state, gain, lines_after, winning_or_blocking
from engine.connect_four.forces import ready_made
from engine.connect_four.players import Normal
from engine.connect_four.rules import ConnectFourRules
from engine.connect_four.state import ACT, Clash, State
from engine.connect_four.view import View
from engine.players.base import several_best

_DRAWN: Final = 4
"""How many actions a playout weighs."""
_CLASSES: Final = ("werewolf", "spirit", "alien")
"""The classes that win most, of which any one is chosen."""
_SCALE: Final = 150.0
"""The points ahead that count as nearly a victory."""


def _prepared(view: View, legal_actions: Sequence[Any]) -> Sequence[Any]:
    """The legal choices of a class or a force that win most (docs/balance.md)."""
    class_name = view.seats[view.viewer].class_name
    elite = ready_made(class_name, view.points).get("elite") if class_name else None
    wanted = [
        action
        for action in legal_actions
        if (isinstance(action, ChooseClass) and action.name in _CLASSES)
        or (isinstance(action, ChooseForce) and action.monsters == elite)
    ]
    return wanted or legal_actions


class Playouts:
    """What the search needs of Connect Four."""

    def __init__(self, rules: ConnectFourRules, seat: int) -> None:
        self._rules = rules
        self._grid = rules.grid
        self._normal = Normal(rules, seat)

    def shortlist(self, view: View, legal_actions: Sequence[Any], count: int, rng: Random) -> Sequence[Any]:
        """The actions that look best one move ahead; at set-up one of the classes and the force that win most."""
        if not view.turn:
            return [rng.choice(_prepared(view, legal_actions))]
        values = self._normal.values(view, legal_actions, rng)
        return several_best(legal_actions, values, count)

    def playout_action(self, state: State, seat: int, rng: Random) -> Any:
        """A four made or stopped, else the best of a few actions by what each gains on average."""
        grid, legal = self._grid, self._rules.legal_actions(state, seat)
        if state.phase != ACT:
            return legal[int(rng.random() * len(legal))]
        found = winning_or_blocking(grid, state.position, seat, legal)
        if found:
            return found[int(rng.random() * len(found))]
        drawn = [legal[int(rng.random() * len(legal))] for _ in range(_DRAWN)]
        return max(drawn, key=lambda action: self._gain(state, seat, action))

    def _gain(self, state: State, seat: int, action: Any) -> float:
        """What an action gains a seat on average, in points about."""
        grid, position = self._grid, state.position
        if isinstance(action, Drop):
            return lines_after(grid, position, seat, action.column)
        if not isinstance(action, Attack):
            return 0.0
        start, end = action.attacker, action.target
        clash = Clash(start, end, action.ranged, action.shackle, False, (), "", None)
        back = [
            gain(grid, position, end, start, kind == "ranged", False) for kind in may_retaliate(grid, position, clash)
        ]
        return gain(grid, position, start, end, action.ranged, action.shackle) - max(back, default=0.0)

    def value(self, state: State, seat: int) -> float:
        """How good a state is for a seat: 1 is a victory, 0 a defeat."""
        return (1 + tanh(evaluate_state(self._grid, state, seat) / _SCALE)) / 2

"""Playouts for players that search: the placement with the best gain at the stones beside it, read off a state."""

from collections.abc import Sequence
from random import Random
from typing import Any, Final

from engine.monster_hex import capturing
from engine.monster_hex.abilities import acting_tile, strength
from engine.monster_hex.actions import TAKES, Place, Reward, Scatter, Scheme, Strike
from engine.monster_hex.rules import MonsterHexRules
from engine.monster_hex.state import ABILITY, PLACE, TAKE, State
from engine.monster_hex.view import View
from engine.monster_hex.worth import Worth, answer_gain, gain_of, gains_on, lead, outlook
from engine.players.base import several_best
from engine.players.greedy import Greedy

_RANDOM: Final = 0.1
"""How often a playout plays at random, so that it meets what a greedy player would not."""
_OUTLOOK: Final = 0.5
"""How often others go by the outlook in a playout of more than two seats, instead of by their lead."""
_MARGIN: Final = 40.0
"""The points ahead that count as much in a playout as half a victory."""
_WHENEVER: Final = (Reward, Scheme, Strike)
"""The abilities that a playout uses whenever it may, for what they bring shows later."""


class Playouts:
    """What the search needs of Monster Hex, with or without variants."""

    def __init__(self, rules: MonsterHexRules, seat: int) -> None:
        self._rules = rules
        self._layout = rules.layout
        self._greedy = Greedy(rules, seat)
        self._seat = seat
        # Among more than two it is points that win; a lead over the best of the others at a stone tells less.
        self._worth = lead if rules.seats <= 2 else outlook

    def shortlist(self, view: View, legal_actions: Sequence[Any], count: int, rng: Random) -> Sequence[Any]:
        """The placements with the best gain; of anything else what greedy likes best."""
        if isinstance(legal_actions[0], (Place, Scatter)):
            gains = gains_on(self._layout, self._rules.determinize(view, rng), view.viewer, self._worth)
            values = [gain_of(gains, place) for place in legal_actions]
        else:
            values = self._greedy.values(view, legal_actions, rng)
        return several_best(legal_actions, values, count)

    def playout_action(self, state: State, seat: int, rng: Random) -> Any:
        """The placement with the best gain, now and then any; the best value after bonus; the best use of an ability.

        Anything else at random.
        """
        layout, phase = self._layout, state.phase
        if phase == TAKE:
            return TAKES[capturing.best_value(layout.values[state.pending[0]], state.factions[seat])[0]]
        legal: Sequence[Any] = self._rules.legal_actions(state, seat)
        if phase not in (PLACE, ABILITY) or rng.random() < _RANDOM:
            return legal[int(rng.random() * len(legal))]
        if phase == ABILITY:
            return self._answer(state, seat, legal)
        gains = gains_on(layout, state, seat, self._worth_to(seat, rng))
        values = [gain_of(gains, place) for place in legal]
        return legal[values.index(max(values))]

    def value(self, state: State, seat: int) -> float:
        """A victory, and the points ahead as a smaller part of it."""
        end = self._rules.outcome(state)
        won = 1 / len(end.winners) if end is not None and seat in end.winners else 0.0
        reached = self._rules.points(state)
        ahead = reached[seat] - max(each for other, each in enumerate(reached) if other != seat)
        return won + max(-1.0, min(1.0, ahead / _MARGIN)) / 2

    def _worth_to(self, seat: int, rng: Random) -> Worth:
        """What a seat goes by; of the others nobody knows, so a playout tries now one and now the other."""
        if self._worth is lead or seat == self._seat or rng.random() < _OUTLOOK:
            return self._worth
        return lead

    def _answer(self, state: State, seat: int, legal: Sequence[Any]) -> Any:
        if isinstance(legal[0], _WHENEVER):
            return legal[0]
        _, tile = acting_tile(state)
        return max(legal, key=lambda answer: answer_gain(self._layout, state, seat, answer, strength(tile)))

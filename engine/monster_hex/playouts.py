"""Playouts for computer players that search: tiles are placed where they gain most at the Stones beside them."""

from collections.abc import Sequence
from random import Random
from typing import Any, Final

from engine.monster_hex import capturing
from engine.monster_hex.abilities import acting_tile, strength
from engine.monster_hex.actions import TAKES, Place, Reward, Scatter, Scheme, Strike
from engine.monster_hex.rules import MonsterHexRules
from engine.monster_hex.state import ABILITY, PLACE, TAKE, State, turn_of
from engine.monster_hex.view import View
from engine.monster_hex.worth import Worth, answer_gain, best_reply, gain_of, gains_on, lead, outlook
from engine.players.base import find_best
from engine.players.greedy import Greedy

_RANDOM: Final = 0.1
"""The probability of a random action in a playout, which varies the positions that playouts reach."""
_OUTLOOK: Final = 0.5
"""The probability that a playout values another seat's placement by `outlook`; otherwise it uses `lead`.

For games with more than two seats. The searching seat itself always uses `outlook` in them.
"""
_MARGIN: Final = 40.0
"""The lead in points that adds 0.5 to the value of a playout, half as much as a victory."""
_LIKELY: Final = 48
"""The number of placements for which the shortlist considers the reply of the next seat."""
_WORLDS: Final = 4
"""The number of sampled states in which it does."""
_REPLY: Final = 0.7
"""The weight of that reply's gain against the placement's own gain."""
_WHENEVER: Final = (Reward, Scheme, Strike)
"""The actions of abilities that a playout always uses, since their benefit shows only later in the game."""


class Playouts:
    """The search hooks (`engine.players.search.Playable`) of Monster Hex, with or without variants."""

    def __init__(self, rules: MonsterHexRules, seat: int) -> None:
        self._rules = rules
        self._layout = rules.layout
        self._greedy = Greedy(rules, seat)
        self._seat = seat
        # With more than two seats the seat's own points matter more, and the lead over the best other owner matters
        # less.
        self._worth = lead if rules.seats <= 2 else outlook

    def shortlist(self, view: View, legal_actions: Sequence[Any], count: int, rng: Random) -> Sequence[Any]:
        """Return the `count` most promising actions, the best first.

        Placements are compared by their gain at the Stones minus what they leave to the next seat, other actions by the
        values of the greedy player.
        """
        if not isinstance(legal_actions[0], (Place, Scatter)):
            return find_best(legal_actions, self._greedy.values(view, legal_actions, rng), count)
        worlds = [self._rules.determinize(view, rng) for _ in range(_WORLDS)]
        gains = gains_on(self._layout, worlds[0], view.viewer, self._worth)
        likely = find_best(legal_actions, [gain_of(gains, place) for place in legal_actions], _LIKELY)
        # A game alone has no other seat.
        weight = _REPLY if self._rules.seats > 1 else 0.0
        values = [gain_of(gains, place) - weight * self._average_reply(worlds, place) for place in likely]
        return find_best(likely, values, count)

    def playout_action(self, state: State, seat: int, rng: Random) -> Any:
        """Return an action for a seat in a playout.

        Of a Stone's values it is the best one for the seat, colour bonus included. A placement or a use of an ability
        is the one with the highest gain, and abilities in `_WHENEVER` are used; with the probability `_RANDOM` the
        action is random instead. Other actions are always random.
        """
        layout, phase = self._layout, state.phase
        if phase == TAKE:
            return TAKES[capturing.best_value(layout.values[state.pending[0]], state.factions[seat])[0]]
        legal: Sequence[Any] = self._rules.legal_actions(state, seat)
        if phase not in (PLACE, ABILITY) or rng.random() < _RANDOM:
            return legal[int(rng.random() * len(legal))]
        if phase == ABILITY:
            return self._answer(state, seat, legal)
        gains = gains_on(layout, state, seat, self._build_worth(seat, rng))
        values = [gain_of(gains, place) for place in legal]
        return legal[values.index(max(values))]

    def value(self, state: State, seat: int) -> float:
        """Return the value of a state at the end of a playout.

        A victory counts 1, a shared one a fraction of that. Up to 0.5 is added or subtracted for the lead in points.
        """
        end = self._rules.outcome(state)
        won = 1 / len(end.winners) if end is not None and seat in end.winners else 0.0
        reached = self._rules.points(state)
        ahead = reached[seat] - max(each for other, each in enumerate(reached) if other != seat)
        return won + max(-1.0, min(1.0, ahead / _MARGIN)) / 2

    def _average_reply(self, worlds: Sequence[State], place: Place | Scatter) -> float:
        """Return the best gain that a placement leaves to the next seat, averaged over sampled states."""
        following = worlds[0].order[(turn_of(worlds[0]) + 1) % self._rules.seats]
        replies = [best_reply(self._layout, world, self._seat, place, following, self._worth) for world in worlds]
        return sum(replies) / len(replies)

    def _build_worth(self, seat: int, rng: Random) -> Worth:
        """Return the function that values Stones for a seat when a playout chooses its placement.

        The searching seat uses its own function. For other seats, whose preferences are unknown, one of the two
        functions is chosen at random.
        """
        if self._worth is lead or seat == self._seat or rng.random() < _OUTLOOK:
            return self._worth
        return lead

    def _answer(self, state: State, seat: int, legal: Sequence[Any]) -> Any:
        if isinstance(legal[0], _WHENEVER):
            return legal[0]
        _, tile = acting_tile(state)
        return max(legal, key=lambda answer: answer_gain(self._layout, state, seat, answer, strength(tile)))

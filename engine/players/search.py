"""The searching player: plays out promising actions in sampled worlds, and chooses the one with the best results.

It uses sequential halving (Karnin, Koren and Somekh, ICML 2013): the budget of playouts is spent in rounds, each over
the better half of the previous one. Each world is a new determinization of the player's view. All actions of a round
are tried in the same worlds with the same random numbers, which reduces variance.
"""

from collections.abc import Callable, Sequence
from math import ceil, log2
from random import Random
from typing import Any, NamedTuple, Protocol

from engine.core import CHANCE, AnyRules, sample_outcome
from engine.players.base import Maker


class Budget(NamedTuple):
    """The limits of a search: the maximum number of actions, and the total number of playouts.

    The limits are counts instead of times, so that the same record and seed give the same move. A playout is cut off
    after `depth` actions of seats.
    """

    actions: int
    playouts: int
    depth: int = 10_000


class Playable(Protocol):
    """The search hooks of a game; hooks that take a state get only determinized ones."""

    def shortlist(self, view: Any, legal_actions: Sequence[Any], count: int, rng: Random) -> Sequence[Any]:
        """Return the most promising actions, at most `count`."""
        ...

    def playout_action(self, state: Any, seat: int, rng: Random) -> Any:
        """Return a legal action of a seat in a playout; has to be fast."""
        ...

    def value(self, state: Any, seat: int) -> float:
        """Return the value of a state for a seat at the end of a playout, roughly from 0 to 1."""
        ...


class Search:
    """A player that picks the action with the best results in playouts."""

    def __init__(self, rules: AnyRules, seat: int, game: Playable, budget: Budget) -> None:
        self._rules = rules
        self._seat = seat
        self._game = game
        self._budget = budget

    def choose(self, view: Any, legal_actions: Sequence[Any], rng: Random) -> Any:
        """Return the best legal action."""
        if len(legal_actions) == 1:
            return legal_actions[0]
        left = [*self._game.shortlist(view, legal_actions, self._budget.actions, rng)]
        rounds = ceil(log2(len(left)))
        totals = [0.0] * len(left)
        for _ in range(rounds):
            for _ in range(max(1, self._budget.playouts // rounds // len(left))):
                world, seed = self._rules.determinize(view, rng), rng.getrandbits(64)
                for number, action in enumerate(left):
                    totals[number] += self.tried(world, action, Random(seed))
            best = sorted(range(len(left)), key=lambda number: -totals[number])[: (len(left) + 1) // 2]
            left, totals = [left[number] for number in best], [totals[number] for number in best]
        return left[0]

    def tried(self, state: Any, action: Any, rng: Random) -> float:
        """Return the value of an action in a world, after a playout."""
        rules, game, left = self._rules, self._game, self._budget.depth
        state = rules.apply(state, self._seat, action).state
        while actors := rules.actors(state):
            actor = actors[0]
            if actor == CHANCE:
                following = sample_outcome(rules.chance_outcomes(state), rng)
            elif left:
                following, left = game.playout_action(state, actor, rng), left - 1
            else:
                break
            state = rules.apply(state, actor, following).state
        return game.value(state, self._seat)


def searching(game: Callable[[Any, int], Playable], budget: Budget) -> Maker:
    """Return a factory of searching players; `game` builds the search hooks from the rules and a seat."""
    return lambda rules, seat: Search(rules, seat, game(rules, seat), budget)

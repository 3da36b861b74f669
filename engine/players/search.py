"""The player that searches: it plays out promising actions in sampled worlds and picks the one with the best results.

It uses sequential halving (Karnin, Koren and Somekh, ICML 2013): the playouts are spent in rounds, and each round
continues with the better half of the actions. Each world is a new state sampled from the player's view. In a round all
actions are tried in the same worlds with the same random numbers, which reduces variance.
"""

from collections.abc import Callable, Sequence
from math import ceil, log2
from random import Random
from typing import Any, NamedTuple, Protocol

from engine.core import CHANCE, AnyRules, Weighted, sample_outcome
from engine.players.base import Maker


class Budget(NamedTuple):
    """The limits of a search: the number of actions that it compares, and the total number of playouts.

    They are counts rather than times, so that the same record and seed give the same move. A playout ends after `depth`
    actions of seats if the game has not ended before.
    """

    actions: int
    playouts: int
    depth: int = 10_000


class Playable(Protocol):
    """The functions that a game provides for a search.

    The states given to them are always sampled from a view, never the true one.
    """

    def shortlist(self, view: Any, legal_actions: Sequence[Any], count: int, rng: Random) -> Sequence[Any]:
        """Return the most promising legal actions, at most `count`."""
        ...

    def playout_action(self, state: Any, seat: int, rng: Random) -> Any:
        """Return the action that a seat plays in a playout; must be fast."""
        ...

    def value(self, state: Any, seat: int) -> float:
        """Return the value of the state at the end of a playout for a seat, from about 0 (lost) to about 1 (won)."""
        ...


class Search:
    """A player that picks the action with the best results in playouts (sequential halving)."""

    def __init__(self, rules: AnyRules, seat: int, game: Playable, budget: Budget) -> None:
        self._rules = rules
        self._seat = seat
        self._game = game
        self._budget = budget

    def choose(self, view: Any, legal_actions: Sequence[Any], rng: Random) -> Any:
        """Return the legal action with the best results in playouts."""
        if len(legal_actions) == 1:
            return legal_actions[0]
        left = [*self._game.shortlist(view, legal_actions, self._budget.actions, rng)]
        rounds = ceil(log2(len(left)))
        totals = [0.0] * len(left)
        for _ in range(rounds):
            for _ in range(max(1, self._budget.playouts // rounds // len(left))):
                world, seed = self._rules.determinize(view, rng), rng.getrandbits(64)
                for number, action in enumerate(left):
                    totals[number] += self.try_action(world, action, Random(seed))
            best = sorted(range(len(left)), key=lambda number: -totals[number])[: (len(left) + 1) // 2]
            left, totals = [left[number] for number in best], [totals[number] for number in best]
        return left[0]

    def try_action(self, state: Any, action: Any, rng: Random) -> float:
        """Return the value of an action in a sampled state: that of the state at the end of one playout."""
        return self.value(self.play_out(state, action, rng))

    def value(self, state: Any) -> float:
        """Return the value of the state at the end of a playout for the player's seat (`Playable.value`)."""
        return self._game.value(state, self._seat)

    def play_out(self, state: Any, action: Any, rng: Random) -> Any:
        """Return the state at the end of one playout, which begins with an action in a sampled state."""
        return self._play_on(state, action, lambda state, outcomes: rng)

    def play_out_paired(self, state: Any, action: Any, seed: int) -> Any:
        """Return the state at the end of one playout, in which the luck of each turn depends only on `seed`.

        Playouts after different actions then differ only by what the actions change, not by other dice.
        """
        luck = _Luck(seed)
        return self._play_on(state, action, lambda state, outcomes: luck.stream(self._rules.turn_key(state), outcomes))

    def _play_on(self, state: Any, action: Any, luck: Callable[[Any, Any], Random]) -> Any:
        """Play out; `luck` returns the random numbers for a state and a draw's outcomes, () for a seat's choice."""
        rules, game, left = self._rules, self._game, self._budget.depth
        state = rules.apply(state, self._seat, action).state
        while actors := rules.actors(state):
            actor = actors[0]
            if actor == CHANCE:
                outcomes = rules.chance_outcomes(state)
                following = sample_outcome(outcomes, luck(state, outcomes))
            elif left:
                following, left = game.playout_action(state, actor, luck(state, ())), left - 1
            else:
                break
            state = rules.apply(state, actor, following).state
        return state


class _Luck:
    """Random numbers of a playout: for each turn and kind of draw a stream of its own.

    A kind is a number of outcomes, so that dice with different numbers of sides do not disturb each other.
    """

    def __init__(self, seed: int) -> None:
        self._seed = seed
        self._turn: tuple[int, ...] = ()
        self._streams: dict[int, Random] = {}

    def stream(self, turn: tuple[int, ...], outcomes: Sequence[Any] | Weighted[Any]) -> Random:
        """Return the random numbers for a draw with these outcomes in a turn."""
        kind = len(outcomes.outcomes if isinstance(outcomes, Weighted) else outcomes)
        if turn != self._turn:
            self._turn, self._streams = turn, {}
        found = self._streams.get(kind)
        if found is None:
            found = self._streams[kind] = Random(hash((self._seed, *turn, kind)))
        return found


def build_search_maker(game: Callable[[Any, int], Playable], budget: Budget) -> Maker:
    """Return a `Maker` of players that search; `game` builds the game's `Playable` from the rules and a seat."""
    return lambda rules, seat: Search(rules, seat, game(rules, seat), budget)

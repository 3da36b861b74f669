"""The *normal* computer player, which evaluates every action, and a fast weak one for samples and benchmarks."""

from collections.abc import Iterator, Sequence
from random import Random
from typing import Any, Final

from engine.connect_four.actions import DICE, Attack, Drop
from engine.connect_four.combat import DICE_OF_A_BLOW, THROWS, outcomes, reckoning
from engine.connect_four.evaluation import evaluate_state, find_winning_cells
from engine.connect_four.grid import Grid, cells_in, grid
from engine.connect_four.state import RAMPAGE, RETALIATE, ROLL, State
from engine.connect_four.view import View
from engine.connect_four.viewing import position_of
from engine.core import CHANCE, AnyRules
from engine.players.base import best

_ATTACKS: Final = 0.35
"""The probability that the `Easy` player attacks when it could also place a monster."""


class Easy:
    """A fast player that acts at random, but completes its own four in a row.

    It never blocks the opponent's.
    """

    def __init__(self, rules: AnyRules, seat: int) -> None:
        self._seat = seat

    def choose(self, view: View, legal_actions: Sequence[Any], rng: Random) -> Any:
        """Return a placement that completes an own four, otherwise a random one; sometimes a random attack."""
        drops = [action for action in legal_actions if isinstance(action, Drop)]
        attacks = [action for action in legal_actions if isinstance(action, Attack)]
        if not drops or (attacks and rng.random() < _ATTACKS):
            return rng.choice(attacks or legal_actions)
        table = grid(view.columns, view.rows)
        winning = {
            cell // table.rows for cell in cells_in(find_winning_cells(table, position_of(table, view), self._seat))
        }
        return rng.choice([drop for drop in drops if drop.column in winning] or drops)


class Normal:
    """A player that picks the action with the highest expected `evaluate`; ties are broken at random."""

    def __init__(self, rules: AnyRules, seat: int) -> None:
        self._rules = rules
        self._seat = seat

    def choose(self, view: View, legal_actions: Sequence[Any], rng: Random) -> Any:
        """Return the action with the highest value; classes and forces are chosen at random."""
        if not view.turn or len(legal_actions) == 1:
            return rng.choice(legal_actions)
        return best(legal_actions, self.values(view, legal_actions, rng), rng)

    def values(self, view: View, legal_actions: Sequence[Any], rng: Random) -> list[float]:
        """Return the expected value of the position after each legal action, in the same order."""
        world = self._rules.determinize(view, rng)
        table = grid(view.columns, view.rows)
        return [self._after(table, world, self._seat, action) for action in legal_actions]

    def sort(self, view: View, actions: Sequence[Any]) -> list[Any]:
        """Return legal actions sorted by `values`, the highest first."""
        values = self.values(view, actions, Random(0))
        return [actions[at] for at in sorted(range(len(actions)), key=lambda at: -values[at])]

    def _after(self, table: Grid, state: State, player: int, action: Any) -> float:
        return self._value(table, self._rules.apply(state, player, action).state)

    def _value(self, table: Grid, state: State) -> float:
        """Return the expected value of a state for the player's seat.

        Dice to be rolled are averaged. Choices within the turn are assumed to be the best ones for the seat that makes
        them.
        """
        if state.phase == ROLL:
            return sum(
                weight * self._value(table, after) for weight, after in self._iterate_blow_results(table, state)
            ) / len(THROWS)
        if state.phase in (RETALIATE, RAMPAGE):
            (asked,) = self._rules.actors(state)
            values = [self._after(table, state, asked, action) for action in self._rules.legal_actions(state, asked)]
            return max(values) if asked == self._seat else min(values)
        return evaluate_state(table, state, self._seat)

    def _iterate_blow_results(self, table: Grid, state: State) -> Iterator[tuple[int, State]]:
        """Yield the states after a hit and after a miss of the blow that is due, each with its number of throws.

        The numbers add up to 36. A result that is impossible is left out.
        """
        clash = state.clash
        if clash is None:
            return
        if len(clash.dice) < DICE_OF_A_BLOW:
            reckoned = reckoning(table, state.position, clash.attacker, clash.target, clash.ranged, clash.shackle)
        else:
            ranged = clash.retaliation == "ranged"
            reckoned = reckoning(table, state.position, clash.target, clash.attacker, ranged, False)
        found = outcomes(reckoned)
        for throws in (found.hits, found.misses):
            if throws:
                # One throw stands for all hits and one for all misses; doubles are avoided, because they have extra
                # effects.
                first, second = next((throw for throw in throws if throw[0] != throw[1]), throws[0])
                after = self._rules.apply(state, CHANCE, DICE[first - 1]).state
                yield len(throws), self._rules.apply(after, CHANCE, DICE[second - 1]).state

"""Random games for the checks."""

from collections.abc import Iterator, Sequence
from random import Random
from typing import Any, Final, NamedTuple

import msgspec

from engine import fairness
from engine.core import CHANCE, HOST, AnyRules, Close, EngineError, Player, Weighted, sample_outcome
from engine.record import Configuration, Entry, format_host
from tests.kits.suite import Conformance

CLOSE_SHARE: Final = 0.05
FORFEIT_SHARE: Final = 0.01


class Walk(NamedTuple):
    """A whole game: `states[n]` is the state after move n, `digests[n]` its digest when it was reached."""

    suite: Conformance
    rules: AnyRules
    configuration: Configuration
    seed: int
    states: Sequence[Any]
    digests: Sequence[str]
    moves: Sequence[tuple[Player, Any]]
    events: Sequence[tuple[Any, ...]]

    def describe_place(self, number: int) -> str:
        """Return a description of a place in this walk, for the text of a failure."""
        return f"{self.configuration.game}, {self.configuration.seats} seats, walk {self.seed}, state {number}"

    def sampled(self, count: int) -> Iterator[tuple[int, Any]]:
        """Return about `count` states with their numbers, spread evenly from the first to the last."""
        last = len(self.states) - 1
        numbers = sorted({last * part // max(count - 1, 1) for part in range(count)})
        return ((number, self.states[number]) for number in numbers)

    def entries(self) -> tuple[Entry, ...]:
        """Return the walk as a log."""
        return tuple(
            Entry(player, written(self.rules, player, action), digest)
            for (player, action), digest in zip(self.moves, self.digests[1:], strict=True)
        )


def written(rules: AnyRules, player: Player, action: Any) -> str:
    """Return an action as it is written in the log."""
    return format_host(action) if player == HOST else rules.format_action(action)


def walks(suite: Conformance, games: int) -> list[Walk]:
    """Return a number of games in each configuration, every other one with actions of HOST."""
    found: list[Walk] = []
    for seats, raw in suite.configurations:
        options = suite.game_type.options(seats, raw)
        configuration = Configuration(suite.game_type.name, suite.game_type.rules_version, options, seats, "walk")
        rules = suite.game_type.rules(seats, options)
        found.extend(wander(suite, rules, configuration, seed) for seed in range(games))
    return found


def wander(suite: Conformance, rules: AnyRules, configuration: Configuration, seed: int) -> Walk:
    """Play one random game; odd seeds have actions of HOST.

    Raises AssertionError if it does not end in time (C1).
    """
    rng = Random(seed)
    state = rules.initial_state()
    states, digests = [state], [fairness.digest(state)]
    moves: list[tuple[Player, Any]] = []
    events: list[tuple[Any, ...]] = []
    while actors := rules.actors(state):
        assert len(moves) < rules.max_game_length, (
            f"C1: {configuration.game}, {rules.seats} seats, walk {seed} is longer than {rules.max_game_length}"
        )
        player, action = _move(rules, state, actors, rng, with_host=seed % 2 == 1)
        try:
            state, happened = msgspec.structs.astuple(rules.apply(state, player, action))
        except EngineError as error:
            where = f"{configuration.game}, {rules.seats} seats, walk {seed}, state {len(moves)}"
            raise AssertionError(f"C4: {where}: {action} of {player} is offered, but refused: {error.text}") from error
        states.append(state)
        digests.append(fairness.digest(state))
        moves.append((player, action))
        events.append(happened)
    return Walk(suite, rules, configuration, seed, states, digests, moves, events)


def _move(rules: AnyRules, state: Any, actors: Sequence[Player], rng: Random, with_host: bool) -> tuple[Player, Any]:
    if actors == (CHANCE,):
        return CHANCE, sample_outcome(rules.chance_outcomes(state), rng)
    if with_host:
        for action in rules.host_actions(state):
            if rng.random() < (CLOSE_SHARE if isinstance(action, Close) else FORFEIT_SHARE):
                return HOST, action
    player = rng.choice(actors)
    return player, rng.choice(rules.legal_actions(state, player))


def equal_outcomes(rules: AnyRules, state: Any) -> Sequence[Any]:
    """Return the outcomes of a draw; fails if they have weights."""
    outcomes = rules.chance_outcomes(state)
    assert not isinstance(outcomes, Weighted)
    return outcomes

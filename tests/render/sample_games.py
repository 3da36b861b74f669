"""Sample games for tests of pictures, with everybody's views."""

from collections.abc import Callable, Mapping
from functools import cache
from random import Random
from typing import Any

from engine.core import CHANCE, SPECTATOR, AnyRules, sample_outcome
from engine.games import game_type

Choose = Callable[[AnyRules, Any, int, Random], Any]
"""A function that chooses an action of a seat in a state."""
NO_OPTIONS: Mapping[str, Any] = {}


def any_action(rules: AnyRules, state: Any, seat: int, rng: Random) -> Any:
    return rng.choice(rules.legal_actions(state, seat))


def by_players(make: Callable[[AnyRules, int], Any]) -> Choose:
    """Return a function that lets computer players choose, one for each seat."""
    player = cache(make)

    def choose(rules: AnyRules, state: Any, seat: int, rng: Random) -> Any:
        return player(rules, seat).choose(rules.view(state, seat), rules.legal_actions(state, seat), rng)

    return choose


def list_views(rules: AnyRules, state: Any) -> tuple[Any, ...]:
    """Return the views of all seats and, last, of a spectator."""
    return tuple(rules.view(state, viewer) for viewer in (*range(rules.seats), SPECTATOR))


def sample_game(
    game: str,
    seats: int,
    seed: int,
    options: Mapping[str, Any] = NO_OPTIONS,
    choose: Choose = any_action,
    most: int | None = None,
) -> tuple[tuple[Any, ...], ...]:
    """Play a game, or its first `most` states, and return everybody's views in each state."""
    rules = game_type(game).rules(seats, game_type(game).options(seats, dict(options)))
    rng, state = Random(seed), rules.initial_state()
    found = [list_views(rules, state)]
    while (actors := rules.actors(state)) and (most is None or len(found) < most):
        actor = actors[0] if len(actors) == 1 else rng.choice(actors)
        if actor == CHANCE:
            action = sample_outcome(rules.chance_outcomes(state), rng)
        else:
            action = choose(rules, state, actor, rng)
        state = rules.apply(state, actor, action).state
        found.append(list_views(rules, state))
    return tuple(found)

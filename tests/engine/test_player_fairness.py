"""No level of any game uses hidden information: it answers alike in twins, which look the same to its seat.

The question is put to whole games, so everything between a state and an action is covered, not the view alone.
"""

from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from itertools import count, islice
from random import Random
from typing import Any, NamedTuple

import msgspec
import pytest

from engine import fairness
from engine.core import AnyRules
from engine.game import Game
from engine.games import game_types, register_games
from engine.players import answer, question
from engine.record import Configuration
from tests.kits.leaks import OtherRules
from tests.kits.suite import Conformance, description
from tests.kits.walks import wander

SEED = bytes(range(32))
A_WALK = 4
"""The number of pairs taken from each random game."""
LEVELS = [(game, level) for game, found in game_types().items() for level in getattr(found, "players", {})]


class Twins(NamedTuple):
    """Two games that look the same to a seat that must act."""

    one: Game
    other: Game
    seat: int


def twins(game: str) -> Iterator[Twins]:
    """Yield twins from random games of each configuration in turn, without end."""
    suite = description(game)
    found = suite.game_type
    several = [(seats, options) for seats, options in suite.configurations if seats > 1]
    for number in count():
        seats, raw = several[number % len(several)]
        options = found.options(seats, raw)
        rules = found.rules(seats, options)
        configuration = Configuration(game, found.rules_version, options, seats, "twins")
        yield from islice(_of_walk(suite, rules, configuration, number), A_WALK)


def _of_walk(suite: Conformance, rules: AnyRules, configuration: Configuration, number: int) -> Iterator[Twins]:
    rng, states = Random(number), wander(suite, rules, configuration, number).states
    for state in rng.sample(states, len(states)):
        for seat in rules.actors(state):
            if seat < 0 or len(rules.legal_actions(state, seat)) < 2 or suite.worlds(rules, state, seat) < 2:
                continue
            sampled = rules.determinize(rules.view(state, seat), rng)
            others = [twin for twin in (sampled, *suite.twins(rules, state, seat, rng)) if twin != state]
            if others:
                one = Game(configuration, rules, number, 0, (0,) * rules.seats, 0, 1, 1, state)
                yield Twins(one, msgspec.structs.replace(one, state=rng.choice(others)), seat)


@cache
def some_twins(game: str) -> list[Twins]:
    """Return four pairs of twins from several configurations."""
    return list(islice(twins(game), 0, 48, 12))


def chosen(pair: Twins, level: str) -> tuple[str, str]:
    """Return a level's action in each of the two games."""
    one, other = (answer(question(game, pair.seat, level, SEED)) for game in (pair.one, pair.other))
    return one, other


def assert_alike(game: str, level: str, pairs: Iterable[Twins]) -> None:
    for pair in pairs:
        one, other = chosen(pair, level)

        assert one == other, f"{level} of {game} in seat {pair.seat} of {pair.one.configuration}"
        assert pair.one.rules.is_legal(pair.one.state, pair.seat, pair.one.rules.parse_action(one))


@pytest.mark.parametrize(("game", "level"), LEVELS)
def test_every_level_plays_alike_where_its_seat_sees_the_same(game: str, level: str) -> None:
    assert_alike(game, level, some_twins(game)[: 2 if level == "master" else 4])


@pytest.mark.slow
@pytest.mark.parametrize(("game", "level"), LEVELS)
def test_every_level_plays_alike_in_many_twins(game: str, level: str) -> None:
    """Sixty pairs, or twelve for the slowest level. Both games use the same samples of hidden states."""
    assert_alike(game, level, islice(twins(game), 12 if level == "master" else 60))


class Leaking(OtherRules):
    """A game whose `determinize` returns the true state of the latest game that asked for a view."""

    def __init__(self, game: str) -> None:
        found = game_types()[game]
        super().__init__(found, lambda honest: TruthfulRules(honest, self))
        self.players = {**getattr(found, "players", {}), "peeking": Peeking}
        self.truth: Any = None


class TruthfulRules:
    def __init__(self, rules: AnyRules, leak: Leaking) -> None:
        self._rules = rules
        self._leak = leak

    def determinize(self, view: Any, rng: Random) -> Any:
        return self._leak.truth

    def __getattr__(self, name: str) -> Any:
        return getattr(self._rules, name)


class WatchedRules(TruthfulRules):
    """Rules that pass the state of a game in progress to the leak."""

    def view(self, state: Any, viewer: int) -> Any:
        self._leak.truth = state
        return self._rules.view(state, viewer)


def leaking(pair: Twins, leak: Leaking) -> Twins:
    """Return the same twins with leaking rules."""
    one, other = (
        msgspec.structs.replace(each, rules=WatchedRules(each.rules, leak)) for each in (pair.one, pair.other)
    )
    return Twins(one, other, pair.seat)


class Peeking:
    """A player that chooses by the whole sampled world, including others' secrets."""

    def __init__(self, rules: AnyRules, seat: int) -> None:
        self._rules = rules

    def choose(self, view: Any, legal_actions: Sequence[Any], rng: Random) -> Any:
        return legal_actions[int(fairness.digest(self._rules.determinize(view, rng)), 16) % len(legal_actions)]


@pytest.mark.parametrize(
    ("game", "level"),
    [("hive_mind", "master"), ("monster_hex", "strong"), *((game, "peeking") for game in game_types())],
)
def test_a_game_that_tells_players_the_truth_is_caught(game: str, level: str) -> None:
    """In the other two games no level uses hidden information, so only the peeking player can be caught there."""
    leak = Leaking(game)
    with register_games(leak):
        assert any(
            one != other for one, other in (chosen(leaking(pair, leak), level) for pair in islice(twins(game), 60))
        )

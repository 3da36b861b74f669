"""Random play of every game: what is taken back without a vote, nobody else can tell; and every answer comes true."""

from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cogs.ui.interface import interface, playable
from engine.core import SPECTATOR
from engine.game import replay_game
from engine.games import game_type
from engine.history import history, story
from engine.record import Configuration
from engine.takeback import retract, takeback_policy, takebacks
from tests.engine.logged import Logged, begun

EXAMPLES = 8
ACTIONS = 60


def played(name: str, number: int) -> Logged:
    """A game of the fewest seats after a random number of random actions."""
    rng, game = Random(number), game_type(name)
    seats = max(2, min(game.seats))
    logged = begun(Configuration(name, game.rules_version, game.options(seats, {}), seats), number.to_bytes(32))
    for _ in range(rng.randrange(1, ACTIONS)):
        if logged.game.outcome is not None:
            break
        seat = rng.choice(logged.game.actors)
        logged = logged.act(seat, rng.choice(logged.game.legal(seat)), number.to_bytes(32))
    return logged


def seen(logged: Logged, viewer: int) -> tuple[Any, ...]:
    """All that somebody knows of a game: the view, what must be done, what was told, and the replay."""
    game, configuration = logged.game, logged.game.configuration
    told = story(configuration, logged.log, 0, viewer)
    return game.view(viewer), game.actors, told, history(configuration, logged.log, viewer)


def without(logged: Logged, number: int, seed: bytes) -> Logged:
    """The game as if an entry had never been made: those before it, and what others have done since."""
    found = Logged(replay_game(logged.game.configuration, logged.log[: number - 1]), logged.log[: number - 1])
    for entry in logged.log[number:]:
        found = found.act(entry.actor, entry.action, seed)
    return found


@pytest.mark.parametrize("name", list(playable()))
@settings(max_examples=EXAMPLES, deadline=None)
@given(number=st.integers(0, 10**6))
def test_whatever_is_taken_back_without_a_vote_shows_others_nothing(name: str, number: int) -> None:
    """What is taken back after a vote leads to the state before the move; nothing is ever drawn anew."""
    logged, seed = played(name, number), number.to_bytes(32)
    for seat in range(logged.game.rules.seats):
        policy = takeback_policy(logged.game, logged.log, seat)
        if policy.kind == "refused":
            assert policy.text
            continue
        if policy.kind == "vote" and logged.game.is_simultaneous:
            # What was chosen is changed itself until everybody is ready.
            continue
        back = logged.then(retract(*logged, seat, seed))
        (found,) = takebacks(back.log)
        assert (found.seat, found.own) == (seat, policy.own)
        assert back.game.draws == logged.game.draws
        if policy.kind == "vote":
            assert back.game.state == replay_game(logged.game.configuration, logged.log[: policy.own - 1]).state
            continue
        never = without(logged, policy.own, seed)
        for viewer in (SPECTATOR, *(other for other in range(logged.game.rules.seats) if other != seat)):
            assert seen(back, viewer) == seen(never, viewer)


@pytest.mark.parametrize("name", list(playable()))
@settings(max_examples=EXAMPLES, deadline=None)
@given(number=st.integers(0, 10**6))
def test_every_game_tells_what_was_taken_back_in_the_view_after_it(name: str, number: int) -> None:
    """A piece that was placed need not be there any more."""
    logged, seed = played(name, number), number.to_bytes(32)
    names = [f"Player {seat}" for seat in range(logged.game.rules.seats)]
    for seat in range(logged.game.rules.seats):
        policy = takeback_policy(logged.game, logged.log, seat)
        if policy.kind == "refused" or logged.game.is_simultaneous:
            continue
        configuration = logged.game.configuration
        told = story(configuration, logged.log[: policy.own], policy.own - 1, SPECTATOR)
        view = retract(*logged, seat, seed).game.view(SPECTATOR)
        assert told, "what all have seen has been told"
        assert all(interface(name).sentences(view, told, names))

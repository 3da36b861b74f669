"""Default moves that continue after a die: `close` is logged once, draws follow, and the log replays."""

import pytest
from toys import climb

from engine import fairness
from engine.core import CHANCE, HOST
from engine.game import act
from engine.games import register_games
from engine.record import Configuration
from engine.verification import verify
from tests.logged import new_logged_game

SEED = bytes(range(32))
CLIMB = Configuration("toy_climb", 1, {}, 3, "t", fairness.commitment(SEED), ("a", "b", "c"), 2)


@pytest.fixture(autouse=True)
def toys():
    with register_games(climb.GAME_TYPE):
        yield


def test_one_close_plays_the_rest_of_a_turn_die_by_die():
    game = new_logged_game(CLIMB, SEED).act(0, "rest", SEED).game
    advance = act(game, HOST, "close", SEED)

    assert [entry.actor for entry in advance.entries] == [HOST, CHANCE, CHANCE]
    assert [type(event) for events in advance.events for event in events] == [climb.Climbed] * 2
    assert advance.game.actors == (1,)
    assert not advance.game.state.closing


def test_a_seat_that_left_is_played_on_in_each_of_its_turns():
    logged = new_logged_game(CLIMB, SEED).act(HOST, "forfeit 1", SEED)
    for _ in range(2):
        logged = logged.act(0, "rest", SEED)
    advance = act(logged.game, 0, "rest", SEED)

    assert [entry.actor for entry in advance.entries] == [0, CHANCE, CHANCE, CHANCE]
    assert advance.game.actors == (2,)


def test_such_a_log_replays_and_verifies():
    logged = new_logged_game(CLIMB, SEED).act(HOST, "forfeit 2", SEED)
    while logged.game.outcome is None:
        logged = logged.act(HOST, "close", SEED)
    found = verify(logged.record(SEED))

    assert found.verified
    assert found.over
    assert found.closes == sum(entry.action == "close" for entry in logged.log)
    assert found.draws > 2 * found.closes


def test_a_take_back_into_the_middle_of_a_closed_turn_finishes_it_anew():
    logged = new_logged_game(CLIMB, SEED).act(HOST, "close", SEED).act(HOST, "takeback 2", SEED)

    assert [entry.actor for entry in logged.log] == [HOST, *[CHANCE] * 3, HOST, CHANCE, CHANCE]
    assert logged.game.actors == (1,)
    assert verify(logged.record(SEED)).draws_taken_back == 2

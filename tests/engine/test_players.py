"""Computer players: legal moves, reproducible games, and greedy play that beats random play."""

from random import Random

import pytest
from toys import race

from engine.core import InvalidOptions, NotYourTurn
from engine.game import begin
from engine.games import game_types
from engine.players import PLAYERS, create_computer_player, decide
from engine.record import Configuration
from tests.logged import finished

pytestmark = pytest.mark.usefixtures("toys")

SEED = bytes(range(32))
NAMES = [*game_types(), "toy_bids", "toy_race"]


def configuration(name):
    found = game_types()[name]
    seats = min(seats for seats in found.seats if seats > 1)
    return Configuration(name, found.rules_version, {}, seats, "t", None, None)


def game_of(name, players, seed=SEED):
    """Return a finished game of computer players with its log; `players` has one name per seat."""
    return finished(configuration(name), seed, players)


@pytest.mark.parametrize("player", list(PLAYERS))
@pytest.mark.parametrize("name", NAMES)
def test_every_player_plays_every_game_to_its_end_and_again_the_same(name, player):
    players = [player] * 4

    assert game_of(name, players).log == game_of(name, players).log


@pytest.mark.parametrize("name", ["toy_bids", "monster_hex"])
def test_greedy_beats_random(name):
    """In twelve games with alternating seats, greedy has more than half of the returns."""
    totals = {"greedy": 0, "random": 0}
    for number in range(12):
        players = ["greedy", "random"] if number % 2 else ["random", "greedy"]
        outcome = game_of(name, players, bytes([number]) * 32).game.outcome
        assert outcome is not None
        for player, value in zip(players, outcome.returns, strict=True):
            totals[player] += value

    assert totals["greedy"] > totals["random"]


def test_greedy_takes_the_card_that_carries_farthest():
    rules = race.GAME_TYPE.rules(2, {})
    state = race.State(((2, 9, 4), (1, 3, 5)), (), (0, 0), 0, False, None)
    greedy = create_computer_player("toy_race", "greedy", rules, 0)

    chosen = greedy.choose(rules.view(state, 0), rules.legal_actions(state, 0), Random(1))

    assert chosen == race.Play(9)


def test_players_get_views_and_never_states():
    """Any other value than the seat's view, such as a state, would fail the type check here."""

    class Watched(race.Rules):
        def evaluate(self, view, seat):
            assert type(view) is race.View
            assert view.viewer == seat
            return super().evaluate(view, seat)

        def determinize(self, view, rng):
            assert type(view) is race.View
            return super().determinize(view, rng)

    rules = Watched(2)
    state = race.State(((2, 9, 4), (1, 3, 5)), (), (0, 0), 0, False, None)

    assert create_computer_player("toy_race", "greedy", rules, 0).choose(
        rules.view(state, 0), rules.legal_actions(state, 0), Random(1)
    )


def test_who_need_not_act_is_not_asked():
    game = begin(configuration("toy_race"), SEED).game

    with pytest.raises(NotYourTurn):
        decide(game, 1, "random", SEED)


def test_an_unknown_player_is_refused_with_those_there_are():
    with pytest.raises(InvalidOptions, match="random, greedy"):
        create_computer_player("toy_race", "genius", race.GAME_TYPE.rules(2, {}), 0)

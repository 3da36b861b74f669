"""Computer players: legal, reproducible, and greedy better than random."""

from random import Random

import pytest
from toys import bids, race

from engine.core import InvalidOptions, NotYourTurn
from engine.games import games, registered
from engine.players import PLAYERS, computer_player, decide
from engine.record import Configuration
from engine.table import act, begin

SEED = bytes(range(32))
NAMES = [*games(), "toy_bids", "toy_race"]


@pytest.fixture(autouse=True)
def toys():
    with registered(bids.GAME, race.GAME):
        yield


def configuration(name):
    found = games()[name]
    return Configuration(name, found.rules_version, {}, min(found.seats), "t", None, None)


def game_of(name, players, seed=SEED):
    """A finished table of computer players, one name per seat."""
    table = begin(configuration(name), seed).table
    while table.outcome is None:
        seat = table.actors[0]
        table = act(table, seat, decide(table, seat, players[seat], seed), seed).table
    return table


@pytest.mark.parametrize("player", list(PLAYERS))
@pytest.mark.parametrize("name", NAMES)
def test_every_player_plays_every_game_to_its_end_and_again_the_same(name, player):
    players = [player] * 4

    assert game_of(name, players).entries == game_of(name, players).entries


def test_another_seed_is_another_game():
    assert game_of("toy_bids", ["random"] * 4).entries != game_of("toy_bids", ["random"] * 4, bytes(32)).entries


@pytest.mark.parametrize("name", ["toy_bids", "monster_hex"])
def test_greedy_beats_random(name):
    """Twelve games, each seat in turn: greedy has more than half of the returns that the two have together."""
    totals = {"greedy": 0, "random": 0}
    for number in range(12):
        players = ["greedy", "random"] if number % 2 else ["random", "greedy"]
        outcome = game_of(name, players, bytes([number]) * 32).outcome
        for player, value in zip(players, outcome.returns, strict=True):
            totals[player] += value

    assert totals["greedy"] > totals["random"]


def test_greedy_takes_the_card_that_carries_farthest():
    rules = race.GAME.rules(2, {})
    state = race.State(((2, 9, 4), (1, 3, 5)), (), (0, 0), 0, False, None)
    greedy = computer_player("greedy", rules, 0)

    chosen = greedy.choose(rules.view(state, 0), rules.legal_actions(state, 0), Random(1))

    assert chosen == race.Play(9)


def test_players_get_views_and_never_states():
    """A player that is handed anything else than the view of its seat would meet the state type here."""

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

    assert computer_player("greedy", rules, 0).choose(rules.view(state, 0), rules.legal_actions(state, 0), Random(1))


def test_who_need_not_act_is_not_asked():
    table = begin(configuration("toy_race"), SEED).table

    with pytest.raises(NotYourTurn):
        decide(table, 1, "random", SEED)


def test_an_unknown_player_is_refused_with_those_there_are():
    with pytest.raises(InvalidOptions, match="random, greedy"):
        computer_player("genius", race.GAME.rules(2, {}), 0)

"""`standing`: the ranking if the game ended now, in the games and the toys."""

from random import Random

import pytest

from engine.core import CHANCE, HOST, Close, Forfeit, GameType, rank_seats, sample_outcome
from engine.hive_mind import GAME_TYPE as HIVE_MIND
from engine.monster_hex import GAME_TYPE as MONSTER_HEX
from tests.engine.hive_mind.positions import after, laid, rules_for


def test_seats_are_ranked_by_a_key_and_those_that_left_stand_last():
    points = [3, 5, 3, 9]

    assert rank_seats(range(4), points.__getitem__) == ((3,), (1,), (0, 2))
    assert rank_seats([0, 1, 2], points.__getitem__, [3]) == ((1,), (0, 2), (3,))
    assert rank_seats([], points.__getitem__, [0, 1]) == ((0, 1),)


def test_at_the_start_all_are_equal():
    games: list[GameType] = [HIVE_MIND, MONSTER_HEX]
    for game_type in games:
        rules = game_type.rules(3, {})
        assert rules.standing(rules.initial_state()) == ((0, 1, 2),)


def test_monster_hex_ranks_by_points_and_the_demon_king():
    """MH-14, MH-23: during the game, at its end, and with seats that have left."""
    rules = MONSTER_HEX.rules(3, {})
    for seed in range(12):
        rng, state, forfeits = Random(seed), rules.initial_state(), seed % 3
        while rules.actors(state):
            view = rules.view(state, 0)
            points = [seat.score.points for seat in view.seats]
            here = [seat for seat in range(3) if not view.seats[seat].forfeited]
            order = [seat for group in rules.standing(state) for seat in group]
            assert order[: len(here)] == sorted(here, key=lambda seat: (-points[seat], seat != view.demon_king, seat))
            if forfeits and rules.actors(state) != (CHANCE,) and rng.random() < 0.1:
                forfeits -= 1
                state = rules.apply(state, HOST, Forfeit(here[0])).state
            else:
                state = play_random_move(rules, state, rng)
        outcome = rules.outcome(state)
        assert outcome is not None
        assert rules.standing(state)[0] == outcome.winners


def play_random_move(rules, state, rng):
    """Return the state after a random move."""
    actor = rules.actors(state)[0]
    if actor == CHANCE:
        return rules.apply(state, CHANCE, sample_outcome(rules.chance_outcomes(state), rng)).state
    return rules.apply(state, actor, rng.choice(rules.legal_actions(state, actor))).state


def test_monster_hex_with_two_seats_ranks_who_stays_first():
    """MH-23: regardless of points."""
    rules, rng = MONSTER_HEX.rules(2, {}), Random(3)
    state = rules.initial_state()
    while rules.actors(state) == (CHANCE,):
        state = play_random_move(rules, state, rng)

    assert rules.standing(rules.apply(state, HOST, Forfeit(0)).state) == ((1,), (0,))


@pytest.mark.parametrize("edition", ["gauntlet", "tempo", "recharged"])
def test_hive_mind_ranks_by_tokens_then_as_victory_compares(edition):
    """HM-19 to HM-24: at the end the returns never rise along the ranking, nor do points among equal returns."""
    rules = HIVE_MIND.rules(4, {"edition": edition})
    for seed in range(12):
        rng, state = Random(seed), rules.initial_state()
        while rules.actors(state):
            if rules.actors(state) != (CHANCE,) and rng.random() < 0.05:
                state = rules.apply(state, HOST, Close()).state
            else:
                state = play_random_move(rules, state, rng)
        outcome, result = rules.outcome(state), rules.result(state)
        assert outcome is not None
        assert result is not None
        returns = outcome.returns
        points = [seat["points"] for seat in result["seats"]]
        order = [seat for group in rules.standing(state) for seat in group]
        assert order == sorted(order, key=lambda seat: (-returns[seat], -points[seat]))


def test_hive_mind_in_the_middle_ranks_by_points_so_far():
    """HM-9, HM-24: no viewer may see this before the end."""
    rules = rules_for("recharged")
    state = after(rules, laid(rules), "host close", "0 charge:EFG", "1 marcer:CFI", "host close")

    assert rules.outcome(state) is None
    assert rules.standing(state) == ((1,), (0,), (2,))


def test_hive_mind_ranks_a_tie_together_and_who_left_last():
    """HM-28: a seat that has left is last, whatever its points."""
    rules = rules_for("recharged", 4)
    state = after(rules, laid(rules), "host close", "0 charge:ABC", "host close", "host forfeit 0")

    assert rules.standing(state) == ((1, 2, 3), (0,))

"""The arena: shares, intervals and decisions, and reproducible files."""

from math import inf
from pathlib import Path

import pytest

from engine.__main__ import main
from engine.core import InvalidOptions
from engine.players.arena import Contest, Hypotheses, compete, elo, list_pairings, sprt, wilson
from engine.players.balance import balance
from engine.players.habits import Count, Habit, estimate

CONNECT_FOUR = Contest("connect_four", 2, {}, games=6, seed=5)


@pytest.mark.parametrize(
    ("won", "games", "low", "high"), [(8, 10, 0.4902, 0.9433), (50, 100, 0.4038, 0.5962), (0, 5, 0.0, 0.4345)]
)
def test_wilson_intervals_are_those_of_the_textbooks(won: int, games: int, low: float, high: float) -> None:
    assert wilson(won, games) == pytest.approx((low, high), abs=0.0001)


@pytest.mark.parametrize(
    ("share", "fair", "points"), [(0.5, 0.5, 0), (10 / 11, 0.5, 400), (0.2, 0.2, 0), (1, 0.5, inf), (0, 0.5, -inf)]
)
def test_elo_points_are_those_of_the_odds_against_a_fair_share(share: float, fair: float, points: float) -> None:
    assert elo(share, fair) == pytest.approx(points)


@pytest.mark.parametrize(("won", "games", "decided"), [(0, 0, None), (17, 28, None), (80, 100, True), (40, 100, False)])
def test_the_sequential_test_decides_once_the_odds_are_19_to_1(won: float, games: int, decided: bool | None) -> None:
    assert sprt(won, games, 0.5, 0.65) is decided


def test_every_deal_is_played_once_per_seat_and_a_player_wins_as_often_as_itself() -> None:
    result, seconds = compete(CONNECT_FOUR, "easy", "random")

    assert (result.games, result.fair) == (6, 0.5)
    assert result.won > 3
    assert set(seconds) == {"easy", "random"}
    against_itself, _ = compete(CONNECT_FOUR, "random", "random")
    assert against_itself.won == 3


def test_the_sequential_test_ends_a_pair_early() -> None:
    contest = Contest("connect_four", 2, {}, games=400, seed=5, hypotheses=Hypotheses(0.3, 0.6))

    result, _ = compete(contest, "easy", "random")

    assert result.is_upper is True
    assert result.games < 100


def test_with_more_than_two_seats_each_plays_among_the_others() -> None:
    contest = Contest("hive_mind", 3, {}, games=3, seed=1)

    assert [*list_pairings(contest, ["random", "greedy"])] == [("random", "greedy"), ("greedy", "random")]


def test_the_same_seed_gives_the_same_file_whatever_the_number_of_processes(tmp_path: Path) -> None:
    alone, shared = tmp_path / "alone.json", tmp_path / "shared.json"
    command = ["arena", "connect_four", "--players", "easy,random", "--games", "6", "--seed", "5"]

    assert main([*command, "--json", str(alone)]) == 0
    assert main([*command, "--json", str(shared), "--processes", "2"]) == 0
    assert alone.read_bytes() == shared.read_bytes()


@pytest.mark.parametrize(
    ("game", "seats", "players", "said"),
    [
        ("connect_four", 2, ["easy", "grandmaster"], "computer player called .grandmaster."),
        ("connect_four", 2, ["easy", "easy"], "two different players"),
        ("monster_hex", 1, ["greedy", "random"], "two seats"),
    ],
)
def test_a_contest_that_cant_be_played_is_refused(game: str, seats: int, players: list[str], said: str) -> None:
    with pytest.raises(InvalidOptions, match=said):
        list_pairings(Contest(game, seats, {}, games=2, seed=0), players)


def test_a_share_outside_of_0_to_1_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["arena", "connect_four", "--players", "easy,random", "--sprt", "0.5", "1.5"]) == 2
    assert "between 0 and 1" in capsys.readouterr().err


# Balance of a game


def test_every_seat_counts_with_its_drawn_class_and_force_and_the_victory_is_shared_out() -> None:
    contest = Contest("connect_four", 2, {"size": "quick"}, games=12, seed=5, drawn=("class", "force"))

    tallies = balance(contest, "random")

    for kind in ("class", "force", "place"):
        assert sum(seats.count for seats in tallies[kind].seats.values()) == 24
        assert sum(seats.won for seats in tallies[kind].seats.values()) == 12
    assert len(tallies["class"].seats) > 4
    assert tallies["place"].seats.keys() == {"1st", "2nd"}
    for (one, other), pair in tallies["class"].pairs.items():
        assert pair.won + tallies["class"].pairs[other, one].won == pair.count


def test_only_one_seat_plays_what_is_withheld_from_the_others_and_it_alone_counts() -> None:
    contest = Contest("hex_battle_wars", 3, {}, games=3, seed=5, withheld=("attack",))

    tallies = balance(contest, "easy")

    assert sum(seats.count for seats in tallies["place"].seats.values()) == 3
    assert sum(seats.won for seats in tallies["place"].seats.values()) == 3


def test_an_ability_has_the_points_ahead_and_an_objective_in_hand_is_told_from_a_public_one() -> None:
    contest = Contest("monster_hex", 2, {"abilities": True, "objectives": True}, games=2, seed=5)

    tallies = balance(contest, "random")

    assert sum(sum(seats.numbers) for seats in tallies["ability, with points ahead"].seats.values()) == 0
    cards = tallies["Objective, with times fulfilled"].seats
    in_hand = sum(seats.count for card, seats in cards.items() if card.endswith(", in hand"))
    assert 0 < in_hand < sum(seats.count for seats in cards.values()) - in_hand


def test_a_seat_without_objectives_counts_beside_one_that_draws_them_by_scheme() -> None:
    contest = Contest("monster_hex", 2, {"abilities": True}, games=4, seed=1, drawn=("choose",))

    tallies = balance(contest, "random")

    assert "scheme" in tallies["ability, with points ahead"].seats
    assert sum(seats.count for seats in tallies["faction"].seats.values()) == 8
    assert tallies["Objective, with times fulfilled"].seats


def test_the_tables_of_a_balance_are_printed(capsys: pytest.CaptureFixture[str]) -> None:
    command = ["arena", "hex_battle_wars", "--seats", "2", "--players", "random", "--games", "2", "--seed", "5"]

    assert main(command) == 0

    rows = capsys.readouterr().out.splitlines()
    assert rows[0] == "| place | seats | win rate, 95 % |"
    assert [row.split("|")[1:3] for row in rows[2:4]] == [[" 1st ", " 2 "], [" 2nd ", " 2 "]]


def test_a_game_without_traits_has_no_balance() -> None:
    with pytest.raises(InvalidOptions, match="no traits"):
        balance(Contest("hive_mind", 3, {}, games=3, seed=1), "random")


# Habits


def test_a_habit_is_a_ratio_of_sums_whose_interval_takes_games_as_independent() -> None:
    habit = estimate([Count(1, 2), Count(3, 4)])

    assert habit == (pytest.approx(4 / 6), pytest.approx(0.2178, abs=0.0001), 6)
    assert estimate([Count(0, 0), Count(0, 0)]) == Habit(0.0, 0.0, 0.0)
    assert estimate([Count(1, 2)]).margin == 0

"""The end of `tempo` and `recharged`, tie-breaks of all editions, and seats that leave: HM-22 to HM-29.

All hives have the board A1 B2 C3 D2 E1 F1 G2 H3 I2 J1 K1 L3.
"""

from typing import Any

import pytest

from engine.core import CHANCE, HOST, SPECTATOR, Close, Forfeit, InvalidOptions
from engine.hive_mind import GAME_TYPE
from engine.hive_mind.actions import DrawCandidate
from engine.hive_mind.editions import Match
from engine.hive_mind.events import CandidateFound, GameEnded, PointsTold, StandingFound, TokenGiven
from engine.hive_mind.rules import HiveMindRules
from engine.hive_mind.scoring import SeatPoints
from engine.hive_mind.standing import find_standing
from engine.hive_mind.state import State, initial_state
from engine.hive_mind.view import Standing
from engine.players import decide
from engine.record import Configuration
from tests.engine.hive_mind.positions import after, laid, play_to_end, played, refused, result, rules_for
from tests.logged import new_logged_game

TEMPO = rules_for("tempo")


def choosing(rules: HiveMindRules = TEMPO, *more: str) -> State:
    """Return a finished state in which seat 0 has won with 6 points and the others, without points, tie for last.

    `more` is played in round 3.
    """
    first = rules.view(rules.initial_state(), 0).hives[0].name
    return after(rules, laid(rules), "host close", f"0 {first}:DHK", "host close", *more, "host close")


def tally(placement: int = 0, guesses: int = 0, blocks: int = 0, threes: int = 0, twos: int = 0) -> SeatPoints:
    """Return a tally with defaults of 0."""
    return SeatPoints(placement, guesses, blocks, threes, twos)


def standing(edition: str, *seats: SeatPoints) -> Standing:
    match = Match(edition, (0,) * len(seats))
    return find_standing(match, initial_state(match), seats, [seat.points for seat in seats])


@pytest.mark.parametrize("edition", ["tempo", "recharged"])
def test_hm_22_most_points_are_two_tokens(edition: str) -> None:
    """HM-22: the winner has 2 Tokens of Life."""
    rules = rules_for(edition)
    found = result(rules, choosing(rules))

    assert (found["winner"], found["second_winner"]) == (0, None)
    assert [seat["tokens"] for seat in found["seats"]] == [2, 0, 0]


@pytest.mark.parametrize(
    ("seats", "winner", "by"),
    [
        ([tally(9), tally(8, threes=6), tally(7)], 0, "points"),
        ([tally(7, guesses=2), tally(9, threes=6), tally(9, threes=3, twos=6)], 1, "threes"),
        ([tally(9, threes=3, twos=4), tally(9, threes=3, twos=6), tally(9, twos=8)], 1, "twos"),
        ([tally(9, threes=3, twos=4), tally(8, 1, threes=3, twos=4), tally(0)], 1, "guesses"),
        ([tally(8, 1, threes=3), tally(8, 1, threes=3), tally(7, 2)], None, "nothing"),
    ],
)
def test_hm_22_ties_for_most_points(seats: list[SeatPoints], winner: int | None, by: str) -> None:
    """HM-22, HM-24: more on 3s, then on 2s, then from guesses, else nobody. Only tied seats are compared further."""
    for edition in ("tempo", "recharged"):
        found = standing(edition, *seats)
        assert (found.winner, found.winner_by) == (winner, by)


def test_hm_19_gauntlet_has_no_tie_break_by_guesses() -> None:
    """HM-19: after 3s and 2s nobody wins in `gauntlet`. HM-20: fewer points on 3s, then on 2s, win the second token."""
    found = standing("gauntlet", tally(9, threes=3, twos=4), tally(8, 1, threes=3, twos=4), tally(1, threes=0, twos=2))

    assert (found.winner, found.winner_by) == (None, "nothing")
    assert (found.second_winner, found.second_by) == (2, "threes")
    twos = standing("gauntlet", tally(9, threes=3, twos=4), tally(5, threes=3, twos=2), tally(1, threes=3, twos=3))
    assert (twos.second_winner, twos.second_by) == (1, "twos")
    tied = standing("gauntlet", tally(9), tally(5), tally(1))
    assert (tied.second_winner, tied.second_by) == (None, "nothing")


def test_hm_22_the_winner_of_tempo_may_give_a_token_away() -> None:
    """HM-22: one of the two, to another seat. The tokens in the result are those after the gift."""
    state = after(TEMPO, choosing(), "0 candidate:1")
    assert (TEMPO.view(state, 1).gift_open, TEMPO.actors(state)) == (True, (0,))
    done = played(TEMPO, state, "0 gift:2")
    found = TEMPO.result(done.state)

    assert found is not None
    assert [seat["tokens"] for seat in found["seats"]] == [1, 0, 1]
    assert done.events == (TokenGiven(0, 2), GameEnded("points", (0,)))


@pytest.mark.parametrize(
    ("lines", "tokens", "candidate"),
    [
        # The winner may keep both.
        (("0 gift:-", "0 candidate:1"), [2, 0, 0], 1),
        # A received token does not exempt: the candidate is determined as if no gift had been made.
        (("0 gift:2", "0 candidate:2"), [1, 0, 1], 2),
        # HM-25: the choices come in any order.
        (("0 gift:1", "0 candidate:2"), [1, 1, 0], 2),
        (("0 candidate:2", "0 gift:1"), [1, 1, 0], 2),
        # HM-25: close leaves the candidate to a draw, and the winner keeps a token that was not given.
        (("host close", "chance candidate 1"), [2, 0, 0], 1),
        (("0 gift:1", "host close", "chance candidate 2"), [1, 1, 0], 2),
    ],
    ids=["kept", "no exemption", "gift first", "candidate first", "closed", "closed after a gift"],
)
def test_hm_22_hm_25_a_gift_and_the_candidate(lines: tuple[str, ...], tokens: list[int], candidate: int) -> None:
    """HM-22, HM-25: both choices are open at the same time. The result names all tied seats and the decider."""
    state = choosing()
    legal = [TEMPO.format_action(action) for action in TEMPO.legal_actions(state, 0)]
    assert legal == ["gift:-", "gift:1", "gift:2", "candidate:1", "candidate:2"]
    assert TEMPO.outcome(after(TEMPO, state, *lines[:-1])) is None
    found = TEMPO.result(after(TEMPO, state, *lines))

    assert found is not None
    assert [seat["tokens"] for seat in found["seats"]] == tokens
    assert (found["candidate"], found["candidates"], found["decider"]) == (candidate, [1, 2], 0)


def test_hm_22_refused_gifts() -> None:
    """HM-22: no gift to oneself, by others or twice, and none in `recharged`."""
    state = choosing()
    assert refused(TEMPO, state, "0 gift:0")[1] == "Give the token to somebody else, or keep both with gift:-."
    assert refused(TEMPO, state, "1 gift:2")[0] == "not_your_turn"
    assert refused(TEMPO, state, "0 gift:2 gift:1")[1] == "You have no token to give away now."
    assert refused(TEMPO, laid(TEMPO), "0 gift:1")[1] == (
        "You can choose about tokens and last places only after the last round."
    )
    recharged = rules_for("recharged")
    assert refused(recharged, choosing(recharged), "0 gift:1")[1] == ("You have no token to give away now.")


@pytest.mark.parametrize(
    ("seats", "candidates", "by"),
    [
        ([tally(9), tally(3, threes=3), tally(4)], (1,), "points"),
        ([tally(9), tally(3, threes=3), tally(3, twos=2)], (2,), "threes"),
        ([tally(9), tally(3, twos=3), tally(3, twos=2), tally(4)], (2,), "twos"),
        ([tally(9), tally(3, twos=2), tally(1, 2, twos=2), tally(3, twos=4)], (1, 2), "nothing"),
        ([tally(9), tally(9), tally(9)], (0, 1, 2), "nothing"),
    ],
)
def test_hm_23_fewest_points_are_the_candidate(seats: list[SeatPoints], candidates: tuple[int, ...], by: str) -> None:
    """HM-23: fewest points, then fewer on 3s, then on 2s. A winner is never a candidate."""
    for edition in ("tempo", "recharged"):
        found = standing(edition, *seats)
        assert (found.candidates, found.candidate_by) == (candidates, by)
        assert found.decider == (0 if by == "nothing" and found.winner == 0 else None)


def test_hm_23_the_winner_chooses_among_the_tied() -> None:
    """HM-23: only the winner chooses, and only a tied seat. The result names all tied seats and the decider."""
    rules = rules_for("recharged", 4)
    state = choosing(rules, "3 charge:FGJ")
    assert rules.actors(state) == (0,)
    assert refused(rules, state, "0 candidate:3")[1] == "Choose one of the seats that are tied: 1 or 2."
    assert refused(rules, state, "1 candidate:2")[0] == "not_your_turn"
    done = played(rules, state, "0 candidate:2")
    found = rules.result(done.state)

    assert found is not None
    assert (found["candidate"], found["candidates"], found["decider"]) == (2, [1, 2], 0)
    assert CandidateFound(2, 0) in done.events


def test_hm_23_without_a_winner_chance_draws() -> None:
    """HM-23: nobody has won and all tie, so chance draws with equal weights. There is no decider."""
    rules = rules_for("recharged")
    state = after(rules, laid(rules), *["host close"] * 3)
    assert rules.actors(state) == (CHANCE,)
    assert list(rules.chance_outcomes(state)) == [DrawCandidate(seat) for seat in range(3)]
    found = rules.result(after(rules, state, "chance candidate 2"))

    assert found is not None
    assert (found["winner"], found["candidate"], found["decider"]) == (None, 2, None)


def test_hm_24_points_on_threes_are_those_of_placement_doubling_included() -> None:
    """HM-24: H is 3, doubled 6. A right guess, a Block and the totals don't count."""
    rules = rules_for("recharged")
    lines = ["host close", "0 double:charge", "host close", "0 charge:DHK guess:zero:..3....3...3", "host close"]
    found = result(rules, after(rules, laid(rules), *lines))

    assert {name: found["seats"][0][name] for name in ("points", "guesses", "on_threes", "on_twos")} == {
        "points": 12 + 1,
        "guesses": 1,
        "on_threes": 6,
        "on_twos": 4,
    }


@pytest.mark.parametrize("seats", [3, 4, 5, 6, 7])
def test_hm_26_three_to_seven_players(seats: int) -> None:
    """HM-26: a whole match for each number of seats, in each edition."""
    for edition in ("gauntlet", "tempo", "recharged"):
        rules = rules_for(edition, seats)
        assert len(result(rules, laid(rules))["seats"]) == seats


@pytest.mark.parametrize("seats", [0, 1, 2, 8])
def test_hm_26_no_other_number(seats: int) -> None:
    """HM-26: the other numbers of seats are refused."""
    with pytest.raises(InvalidOptions, match="3 to 7 players"):
        GAME_TYPE.options(seats, {})


def test_hm_26_all_others_of_any_number() -> None:
    """HM-26, HM-20 (d): with seven seats, a hex is avoided only if all six others lie on it."""
    rules = rules_for("gauntlet", 7)
    six = [f"{seat} 1:BCF" for seat in range(1, 7)]
    assert result(rules, after(rules, laid(rules), "0 1:DHK", *six))["seats"][0]["feats"]["avoided"] == 1
    five = [*six[:5], "6 1:GJL"]
    assert result(rules, after(rules, laid(rules), "0 1:DHK", *five))["seats"][0]["feats"]["avoided"] == 0


def test_hm_27_close_takes_what_is_pending_ready_or_not() -> None:
    """HM-27: seat 0's shape counts without `ready`. Without a shape there is no hint, and no kind is used up."""
    rules = rules_for("recharged")
    lines = ["host close", "0 zero:DHK", "1 charge:ABC marcer:ABC zero:GJL ready", "host close"]
    state = after(rules, laid(rules), *lines)
    views = [rules.view(state, seat).own for seat in range(3)]

    assert [[len(hive.hints) for hive in own.hives] for own in views if own is not None] == [
        [0, 0, 1],
        [1, 1, 1],
        [0, 0, 0],
    ]
    assert views[0] is not None
    assert [hive.kinds for hive in views[0].hives] == [("tri", "arc", "line"), ("tri", "arc", "line"), ("tri", "arc")]
    found = result(rules, state)
    assert [seat["points"] for seat in found["seats"]] == [6, 6 + 6 + 6, 0]
    assert found["rounds"][1]["hives"]["zero"]["seats"][2] == {
        "shape": None,
        "hint": None,
        "points": 0,
        "blocks": 0,
        "guess": 0,
    }


def test_hm_27_a_random_submission_is_logged_as_the_seats_own() -> None:
    """HM-27: a computer player may complete a submission. Its entries are the seat's own and come before `close`."""
    seed = bytes(range(32))
    logged = new_logged_game(Configuration("hive_mind", 1, {"edition": "recharged"}, 3), seed)
    while 1 in logged.game.actors:
        logged = logged.act(1, decide(logged.game, 1, "random", seed), seed)
    game, log = logged.act(HOST, "close", seed)

    assert [entry.actor for entry in log] == [CHANCE] * 3 + [1] * 4 + [HOST]
    assert [sum(hive.rounds[0].counts) for hive in game.view(SPECTATOR).hives] == [3, 3, 3]


def test_hm_27_there_is_nothing_to_close_while_chance_draws_or_after_the_end() -> None:
    """HM-27: `close` needs an open round or choice with an awaited seat."""
    rules = rules_for("recharged")
    assert Close() not in rules.host_actions(rules.initial_state())
    assert refused(rules, rules.initial_state(), "host close")[0] == "illegal_action"
    assert refused(rules, play_to_end(rules, laid(rules)), "host close") == ("game_over", "The game is over.")


def test_hm_28_who_leaves_keeps_points_but_plays_no_more() -> None:
    """HM-28: the 6 points stay, pending choices are dropped. There is no token, and the seat is never the candidate."""
    rules = rules_for("recharged")
    lines = ["host close", "0 charge:DHK", "host close", "0 marcer:DHK zero:ABC charge:ABD ready"]
    state = after(rules, laid(rules), *lines)
    assert rules.actors(state) == (1, 2)
    state = after(rules, state, "host forfeit 0")
    assert rules.actors(state) == (1, 2)
    assert rules.view(state, SPECTATOR).seats[0].forfeited
    assert refused(rules, state, "0 reopen") == ("not_your_turn", "You have left this match.")
    state = after(rules, state, "1 charge:GJL marcer:GJL zero:GJL ready", "host close")
    found = rules.result(state)

    assert found is not None
    assert [seat["points"] for seat in found["seats"]] == [6, 18, 0]
    assert (found["winner"], found["candidate"]) == (1, 2)


def test_hm_28_a_leaver_with_the_fewest_points_is_no_candidate() -> None:
    """HM-28: seat 2 has no points but has left, so seat 1 has the fewest of the others."""
    rules = rules_for("recharged")
    lines = ["host forfeit 2", "host close", "0 charge:DHK", "1 charge:GJL", "host close", "0 zero:DHI"]
    found = result(rules, after(rules, laid(rules), *lines))

    assert [seat["points"] for seat in found["seats"]] == [6 + 7, 6, 0]
    assert (found["winner"], found["candidate"]) == (0, 1)


def test_hm_28_a_leaver_in_front_gets_no_token() -> None:
    """HM-28: a seat that has left does not win, even with the most points."""
    rules = rules_for("recharged")
    lines = ["host close", "0 charge:DHK marcer:DHK", "1 zero:GJL", "host close", "host forfeit 0"]
    found = result(rules, after(rules, laid(rules), *lines))

    assert [seat["points"] for seat in found["seats"]] == [12, 6, 0]
    assert (found["winner"], [seat["tokens"] for seat in found["seats"]]) == (1, [0, 2, 0])


def test_hm_28_the_round_resolves_when_the_last_awaited_seat_leaves() -> None:
    """HM-28, HM-5: no seat is awaited any more."""
    rules = rules_for("gauntlet")
    state = after(rules, laid(rules), "0 1:ABC ready", "1 1:ABD ready", "host forfeit 2")

    told = rules.view(state, SPECTATOR).hives[0].rounds
    assert [(part.counts[0], part.left) for part in told] == [(2, (2,))]


def test_hm_28_when_all_leave_the_match_ends_without_winner() -> None:
    """HM-28: the result lists every round. Nobody wins, and nobody is the candidate."""
    for edition, rounds in (("gauntlet", 6), ("tempo", 3), ("recharged", 3)):
        rules = rules_for(edition)
        state = after(rules, laid(rules), "host forfeit 0", "host forfeit 1", "host forfeit 2")
        found, end = rules.result(state), rules.outcome(state)
        assert found is not None
        assert end is not None
        assert (len(found["rounds"]), found["winner"], found["candidate"], found["candidates"]) == (
            rounds,
            None,
            None,
            [],
        )
        assert (end.reason, end.winners, end.returns) == ("forfeit", (), (0, 0, 0))


def test_hm_28_leaving_before_the_hives_are_laid() -> None:
    """HM-28: a seat may leave at any time."""
    rules = rules_for("gauntlet")
    state = rules.apply(rules.initial_state(), HOST, Forfeit(1)).state

    assert rules.actors(after(rules, state, "chance hive 1 123211232113", "chance hive 2 123211232113")) == (0, 2)
    assert refused(rules, state, "host forfeit 1")[1] == "That seat has already left the game."


def test_hm_28_who_leaves_while_the_winner_chooses() -> None:
    """HM-28: a tied seat that leaves can't be the candidate, so the other one is. A gift to it is open again."""
    state = after(TEMPO, choosing(), "0 gift:1")
    done = played(TEMPO, state, "host forfeit 1")
    assert CandidateFound(2, None) in done.events
    view = TEMPO.view(done.state, SPECTATOR)
    assert (view.gift_open, view.gift, view.candidate, view.actors) == (True, None, 2, (0,))
    found = TEMPO.result(after(TEMPO, done.state, "0 gift:2"))

    assert found is not None
    assert ([seat["tokens"] for seat in found["seats"]], found["candidate"]) == ([1, 0, 1], 2)


def test_hm_28_a_winner_who_leaves_before_the_end_gets_no_token() -> None:
    """HM-28: the next best seat wins and may give a token. The leaver's gift is void."""
    rules = rules_for("tempo", 4)
    state = choosing(rules, "3 1:FGJ")
    state = after(rules, state, "0 gift:1", "host forfeit 0")
    view = rules.view(state, SPECTATOR)
    assert view.standing is not None
    assert (view.standing.winner, view.gift_open, view.gift, view.actors) == (3, True, None, (3,))
    found = rules.result(after(rules, state, "3 candidate:1", "3 gift:-"))

    assert found is not None
    assert [seat["tokens"] for seat in found["seats"]] == [0, 0, 0, 2]


def test_hm_29_all_is_told_when_the_last_scoring_phase_ends_before_the_choices() -> None:
    """HM-29: values, shapes, hints, and points by source are hidden until then."""
    before = after(TEMPO, laid(TEMPO), "host close", "0 1:DHK", "host close", "0 1:ABE")
    assert TEMPO.view(before, SPECTATOR).scores is None
    done = played(TEMPO, before, "host close")
    view = TEMPO.view(done.state, SPECTATOR)

    assert view.phase == "choice"
    assert PointsTold((6 + 1 + 2 + 1, 0, 0)) in done.events
    assert any(isinstance(event, StandingFound) for event in done.events)
    assert view.scores is not None
    assert view.scores.values == ("123211232113",) * 3
    assert [play.shape for play in view.scores.plays[0][1]] == ["DHK", None, None]
    assert [play.hint for play in view.scores.plays[0][1]] == [1 + 3, None, None]
    assert view.scores.seats[0].placement == 10


def test_hm_29_gauntlet_tells_after_the_guess_of_totals() -> None:
    """HM-29: after hive 2 nothing is shown until the totals are compared."""
    rules = rules_for("gauntlet")
    state = after(rules, laid(rules), *["host close"] * 6)

    assert rules.view(state, SPECTATOR).phase == "totals"
    assert rules.view(state, SPECTATOR).scores is None
    assert rules.view(after(rules, state, "host close"), SPECTATOR).scores is not None


def test_outcome_is_tokens_less_one_for_the_candidate() -> None:
    """HM-19 to HM-23: the returns that computer players maximise."""
    end: Any = TEMPO.outcome(after(TEMPO, choosing(), "0 gift:1", "0 candidate:1"))

    assert (end.returns, end.winners, end.reason) == ((1, 0, 0), (0,), "points")

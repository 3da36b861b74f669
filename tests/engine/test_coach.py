"""The coach: it finds a spoiled move, marks none that luck explains, and uses only what the seat saw."""

from bisect import bisect_left
from collections.abc import Sequence
from random import Random
from typing import Any, NamedTuple

import pytest

from engine import fairness
from engine.core import CHANCE, HOST, SPECTATOR, InvalidOptions
from engine.game import Game, act, begin, take_back
from engine.games import game_type
from engine.history import history, turn_end_entries
from engine.players import coach, decide
from engine.players.base import BringsPlayers, find_best
from engine.players.coach import BringsCoach, Decision, Suspect, Weighed
from engine.players.greedy import Greedy
from engine.players.search import Search
from engine.record import Configuration, Entry, GameRecord, configure
from engine.replay import play_log

SEED = fairness.derive_seed(5)
LEVEL = "strong"
KINDS: dict[str, tuple[str, dict[str, Any], int]] = {
    "Monster Hex": ("monster_hex", {}, 2),
    "Monster Hex with abilities": ("monster_hex", {"abilities": True}, 2),
    "Monster Hex, 3 players": ("monster_hex", {}, 3),
    "Monster Hex, 4 players": ("monster_hex", {}, 4),
    "Connect Four": ("connect_four", {}, 2),
    "Hex Battle Wars": ("hex_battle_wars", {"preset": "skirmish", "hp": 4}, 2),
}
"""In Hex Battle Wars little health makes moves that cost enough frequent."""
DUELS = [kind for kind, (_, _, seats) in KINDS.items() if seats == 2]
"""The kinds in which moves are spoiled: more seats take minutes."""
GAMES = 5
ADVISERS = {"monster_hex": "master", "connect_four": "master", "hex_battle_wars": "strong"}
"""By game, the player that gives hints."""
DECISION = Decision(Configuration("monster_hex", 1, {}, 2), None, 0, "", 0, 0, "master")
COST = 0.2
"""Least cost of a spoiled move in won games, measured in other playouts than the coach's."""
CANDIDATES, WORLDS = 12, 40
"""The number of bad-looking moves tried, and of sampled states in which each is tried."""


def played(game: str, level: str = "random", seats: int = 2, **options: Any) -> GameRecord:
    """Return a finished game of computer players."""
    opened = begin(Configuration(game, 1, options, seats, "t"), SEED)
    now, log = opened.game, list(opened.entries)
    while now.actors:
        seat = now.actors[0]
        now, log = after(now, log, seat, decide(now, seat, level, SEED))
    return GameRecord(now.configuration, tuple(log), SEED)


def after(game: Game, log: list[Entry], actor: int, action: str) -> tuple[Game, list[Entry]]:
    made = act(game, actor, action, SEED)
    return made.game, [*log, *made.entries]


def list_decisions(record: GameRecord, seat: int) -> Sequence[Decision]:
    return coach.decisions(record, seat, ADVISERS[record.configuration.game])


class Spoiled(NamedTuple):
    """A finished game, the seat whose move was replaced by its worst legal one, and the turn of that move."""

    record: GameRecord
    seat: int
    turn: int


def spoiled_game(game: str, options: dict[str, Any], seats: int, number: int) -> Spoiled:
    """Play a game of strong players in which one move that matters is replaced; reproducible by number."""
    rng = Random(f"spoiled {game} {sorted(options)} {seats} {number}")
    seed = rng.randbytes(32)
    opened = begin(Configuration(game, 1, options, seats, f"t{number}", fairness.commitment(seed), draw=2), seed)
    stands = list[tuple[Game, tuple[Entry, ...]]]()
    continue_play(opened.game, opened.entries, seed, stands)
    rng.shuffle(stands)
    found = ((now, log, worst(now, decide(now, now.actors[0], LEVEL, seed), rng)) for now, log in stands)
    now, log, action = next(each for each in found if each[2])
    spoilt = act(now, now.actors[0], action, seed)
    entries = continue_play(spoilt.game, (*log, *spoilt.entries), seed, [])
    ends = turn_end_entries(now.configuration, entries, SPECTATOR)
    return Spoiled(GameRecord(now.configuration, entries, seed), now.actors[0], bisect_left(ends, len(log) + 1) - 1)


def continue_play(
    game: Game, log: tuple[Entry, ...], seed: bytes, stands: list[tuple[Game, tuple[Entry, ...]]]
) -> tuple[Entry, ...]:
    """Play to the end, and add to `stands` each game before a decision with several choices, with its log."""
    while game.actors:
        seat = game.actors[0]
        if coached(game).is_weighed(game.view(seat)) and len(game.legal(seat)) > 2:
            stands.append((game, log))
        made = act(game, seat, decide(game, seat, LEVEL, seed), seed)
        game, log = made.game, (*log, *made.entries)
    return log


def worst(game: Game, played: str, rng: Random) -> str:
    """Return the worst legal action in notation, or an empty text if it costs too little."""
    rules, seat = game.rules, game.actors[0]
    view = game.view(seat)
    legal: Sequence[Any] = rules.legal_actions(rules.determinize(view, rng), seat)
    values = Greedy(rules, seat).values(view, legal, rng)
    tried = [rules.parse_action(played), *find_best(legal, [-value for value in values], CANDIDATES)]
    judge, totals = coached(game).coach(rules, seat), [0.0] * len(tried)
    for _ in range(WORLDS):
        world, luck = rules.determinize(view, rng), rng.getrandbits(64)
        for number, action in enumerate(tried):
            totals[number] += coach.count_won(rules, judge, seat, judge.play_out_paired(world, action, luck))
    least = min(totals)
    return rules.format_action(tried[totals.index(least)]) if totals[0] - least >= COST * WORLDS else ""


def coached(game: Game) -> BringsCoach:
    found = game_type(game.configuration.game)
    assert isinstance(found, BringsCoach)
    return found


def suspect_all(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(coach, "find_suspects", lambda asked: [Suspect(each, "better") for each in asked])


# Turning points


@pytest.mark.parametrize("kind", DUELS)
def test_a_spoiled_move_is_a_turning_point_with_a_better_one(kind: str) -> None:
    spoiled = spoiled_game(*KINDS[kind], 0)
    (decision,) = [each for each in list_decisions(spoiled.record, spoiled.seat) if each.turn == spoiled.turn]

    (found,) = coach.review([decision])

    assert found.decision is decision
    assert found.better != decision.played
    assert found.difference > found.margin >= 0
    assert coach.review([decision]) == (found,)


@pytest.mark.slow
@pytest.mark.parametrize("kind", DUELS)
def test_nine_of_ten_spoiled_moves_are_among_those_shown(kind: str) -> None:
    shown = 0
    for number in range(GAMES):
        spoiled = spoiled_game(*KINDS[kind], number)
        points = coach.review(list_decisions(spoiled.record, spoiled.seat))
        shown += any(point.decision.turn == spoiled.turn for point in points)

    assert shown >= GAMES - 1


def test_at_most_three_are_marked_the_largest_first_and_none_that_luck_explains(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    found = [(0.2, 0.01), (0.5, 0.1), (0.4, 0.2), (0.1, 0.001), (-0.3, 0.01), (0.3, 0.01), (0.0, 0.0)]
    monkeypatch.setattr(coach, "answer", lambda asked: "")
    suspect_all(monkeypatch)
    weighed = iter([None, *(Weighed(f"move {number}", *each) for number, each in enumerate(found))])
    monkeypatch.setattr(coach, "weigh", lambda asked: next(weighed))

    points = coach.review([DECISION] * (len(found) + 1))

    # 0.4 is two standard errors from 0. Among eight suspects one such value can be luck.
    assert [point.better for point in points] == ["move 1", "move 5", "move 0"]
    errors = [point.margin / 2.734 for point in points]
    assert errors == pytest.approx([0.1, 0.01, 0.01], rel=0.01)


def test_a_move_that_costs_less_than_a_tenth_of_a_game_is_no_turning_point(monkeypatch: pytest.MonkeyPatch) -> None:
    suspect_all(monkeypatch)
    monkeypatch.setattr(coach, "weigh", lambda asked: Weighed("better", 0.099, 0.001))

    assert coach.review([DECISION]) == ()


# Hint and coach


@pytest.mark.parametrize("kind", [kind for kind in KINDS if kind != "Hex Battle Wars"])
def test_the_coach_looks_at_least_as_long_and_as_deep_as_the_hint_with_the_same_evaluation(kind: str) -> None:
    game, options, seats = KINDS[kind]
    found = game_type(game)
    assert isinstance(found, BringsCoach)
    assert isinstance(found, BringsPlayers)
    rules = found.rules(seats, found.options(seats, options))
    judge, adviser = found.coach(rules, 0), found.players[ADVISERS[game]](rules, 0)
    assert isinstance(adviser, Search)

    assert type(judge._game) is type(adviser._game)
    assert all(own >= other for own, other in zip(judge._budget, adviser._budget, strict=True))


@pytest.mark.parametrize(
    ("game", "seats"), [("monster_hex", 2), ("monster_hex", 4), ("connect_four", 2), ("hex_battle_wars", 2)]
)
def test_no_hint_taken_becomes_a_turning_point_that_is_not_marked_as_hinted(
    game: str, seats: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The hint is computed again from the decision alone: the same one that the table gave."""
    opened = begin(Configuration(game, 1, {}, seats, "t"), SEED)
    now, log, hinted = opened.game, list(opened.entries), dict[tuple[Any, str], bool]()
    while now.actors and len(hinted) < 3:
        seat = now.actors[0]
        action = decide(now, seat, "random", SEED)
        if coached(now).is_weighed(now.view(seat)) and len(now.legal(seat)) > 1:
            hint = decide(now, seat, ADVISERS[game], SEED)
            other = next(each for each in now.legal(seat) if each != hint)
            action = other if len(hinted) == 1 else hint
            hinted[now.view(seat), action] = action == hint
        now, log = after(now, log, seat, action)
    while now.actors:
        now, log = after(now, log, now.actors[0], decide(now, now.actors[0], "random", SEED))
    record = GameRecord(now.configuration, tuple(log), SEED)
    asked = [each for seat in range(seats) for each in list_decisions(record, seat)]
    asked = [each for each in asked if (each.view, each.played) in hinted]
    suspect_all(monkeypatch)
    monkeypatch.setattr(coach, "weigh", lambda asked: Weighed("better", 0.5, 0.01))

    points = coach.review(asked)

    assert len(points) == len(hinted) == 3
    assert all(point.hinted == hinted[point.decision.view, point.decision.played] for point in points)


def test_the_best_move_is_no_turning_point_and_is_what_the_coach_would_have_played() -> None:
    record = played("connect_four", "normal")
    decision = list_decisions(record, 0)[-1]
    best = decision._replace(played=coach.find_coach_move(decision).action)

    assert coach.find_coach_move(best).action == best.played
    assert coach.review([best]) == ()


# Decisions reviewed


def test_own_decisions_are_looked_at_and_none_that_was_taken_back_or_made_by_somebody_else() -> None:
    opened = begin(Configuration("monster_hex", 1, {}, 2, "t"), SEED)
    game, log = opened.game, list(opened.entries)
    seat = game.actors[0]
    start, regretted = len(log), game.legal(seat)[0]
    game, log = after(game, log, seat, regretted)
    back = take_back(game, log, start, SEED)
    game, log = back.game, [*log, *back.entries]
    game, log = after(game, log, HOST, f"for {seat} {game.legal(seat)[1]}")
    made: list[tuple[int, str]] = []
    while game.actors:
        mover, choices = game.actors[0], game.legal(game.actors[0])
        made.append((mover, choices[-1]))
        game, log = after(game, log, *made[-1])
    record = GameRecord(game.configuration, tuple(log), SEED)

    for each in range(2):
        assert [decision.played for decision in list_decisions(record, each)] == [
            action for mover, action in made if mover == each
        ]


@pytest.mark.parametrize("kind", KINDS)
def test_a_decision_holds_what_the_seat_could_see_then_and_is_found_in_the_replay(kind: str) -> None:
    """The decision is the same for any state that the seat can't tell from the true one."""
    game, options, seats = KINDS[kind]
    record = played(game, seats=seats, **options)
    rules, shown = configure(record.configuration), history(record.configuration, record.entries, SPECTATOR)
    for seat in range(seats):
        asked = {decision.played: decision for decision in list_decisions(record, seat)}
        assert asked
        for entry in play_log(rules, record.entries):
            decision = asked.get(entry.entry.action)
            if entry.entry.actor == seat and decision is not None and decision.view == rules.view(entry.before, seat):
                del asked[decision.played]
                twin = rules.determinize(decision.view, Random(entry.number))
                assert decision.view == rules.view(twin, seat)
                assert shown[decision.turn] == rules.view(entry.before, SPECTATOR)
        assert not asked


def test_what_playouts_tell_nothing_about_is_left_out() -> None:
    clix = played("connect_four")
    abilities = played("monster_hex", abilities=True)

    for record, word in ((clix, "class"), (clix, "force"), (abilities, "choose")):
        assert any(entry.action.startswith(word) for entry in record.entries if entry.actor != CHANCE)
        assert not any(
            decision.played.startswith(word) for seat in range(2) for decision in list_decisions(record, seat)
        )


def test_other_games_have_no_coach() -> None:
    assert all(coach.is_coached("monster_hex", seats) for seats in (2, 3, 4))
    assert coach.is_coached("connect_four", 2)
    assert not any(coach.is_coached(*kind) for kind in (("monster_hex", 1), ("hive_mind", 5), ("nothing", 2)))
    with pytest.raises(InvalidOptions, match="no coach"):
        coach.decisions(played("monster_hex", seats=1), 0, "master")

"""Planned moves: their conditions hold where they are made, and depend only on what the seat may know."""

from random import Random
from typing import Any

import msgspec
import pytest

from engine import fairness
from engine.core import IllegalAction
from engine.game import Game, act, begin
from engine.games import game_type
from engine.messages import Message
from engine.planning import (
    Ahead,
    build_condition,
    describe_condition,
    find_stored_objection,
    judge,
    look_ahead,
    offers_plans,
)
from engine.record import Configuration

CASES: list[tuple[str, int, dict[str, Any]]] = [
    ("monster_hex", 2, {}),
    ("monster_hex", 3, {"abilities": True, "objectives": True}),
    ("monster_hex", 2, {"shared": True}),
    ("connect_four", 2, {}),
    ("connect_four", 2, {"size": "quick", "double_start": True}),
]
PLANS = 6
"""Number of plans tried in each position."""


def games(name: str, seats: int, options: dict[str, Any]) -> list[Game]:
    """Return the positions of a game of random moves."""
    kind, rng, seed = game_type(name), Random(5), fairness.derive_seed(5)
    game = begin(Configuration(name, kind.rules_version, kind.options(seats, options), seats), seed).game
    found: list[Game] = []
    while game.outcome is None:
        found.append(game)
        seat = rng.choice(game.actors)
        game = act(game, seat, rng.choice(game.legal(seat)), seed).game
    return found


def sample_plans(ahead: Ahead, rng: Random) -> list[str]:
    return rng.sample(ahead.legal, min(PLANS, len(ahead.legal)))


@pytest.mark.parametrize(("name", "seats", "options"), CASES)
def test_a_plan_is_judged_by_what_the_seat_may_know(name: str, seats: int, options: dict[str, Any]) -> None:
    """In another state that looks the same to the seat, it can plan the same, and each plan fares the same."""
    rng, seen = Random(1), 0
    kept: dict[int, tuple[str, str]] = {}
    for game in games(name, seats, options):
        for seat in range(seats):
            twin = msgspec.structs.replace(game, state=game.rules.determinize(game.view(seat), rng))
            assert twin.view(seat) == game.view(seat)
            ahead = look_ahead(game, seat)
            assert look_ahead(twin, seat) == ahead
            if seat in kept:
                fares = [judge(each, seat, *kept[seat]) for each in (twin, game)]
                assert len({(verdict.is_due, str(verdict.objection)) for verdict in fares}) == 1
            if ahead is not None:
                action = rng.choice(ahead.legal)
                kept[seat] = action, build_condition(name, ahead, action)
                seen += 1
    assert seen >= 10


@pytest.mark.parametrize(("name", "seats", "options"), CASES)
def test_a_condition_holds_on_the_board_where_it_is_made(name: str, seats: int, options: dict[str, Any]) -> None:
    planner, rng = game_type(name).planner, Random(2)  # type: ignore[attr-defined]
    for game in games(name, seats, options):
        for seat in range(seats):
            ahead = look_ahead(game, seat)
            for action in () if ahead is None else sample_plans(ahead, rng):
                assert ahead is not None
                condition = build_condition(name, ahead, action)
                assert planner.find_objection(ahead.view, action, condition.encode(), is_legal=True) == ""
                assert describe_condition(name, condition)


@pytest.mark.parametrize(("name", "seats", "options"), CASES)
def test_a_plan_that_holds_is_legal(name: str, seats: int, options: dict[str, Any]) -> None:
    rng, held, broken = Random(3), 0, 0
    kept: dict[int, tuple[str, str]] = {}
    for game in games(name, seats, options):
        for seat in range(seats):
            if seat in kept:
                verdict = judge(game, seat, *kept[seat])
                assert not verdict.is_due or seat in game.actors
                if verdict.holds:
                    assert kept[seat][0] in game.legal(seat)
                held, broken = held + verdict.holds, broken + bool(verdict.objection)
            ahead = look_ahead(game, seat)
            if ahead is not None:
                action = rng.choice(ahead.legal)
                kept[seat] = action, build_condition(name, ahead, action)
    assert held
    assert broken


def test_the_seat_that_must_act_and_a_game_that_is_over_have_nothing_to_plan() -> None:
    *_, game = games("monster_hex", 2, {})
    (seat,) = game.actors
    assert look_ahead(game, seat) is None
    over = act(game, seat, game.legal(seat)[0], fairness.derive_seed(5)).game
    assert over.outcome is not None
    assert look_ahead(over, 1 - seat) is None


def test_a_plan_waits_while_another_question_is_asked() -> None:
    """Choosing a value is a turn of its own, in which the plan stays."""
    asked = 0
    for game in games("monster_hex", 2, {}):
        view = game.view(game.actors[0])
        if view.take is not None:
            (seat,) = game.actors
            verdict = judge(game, seat, f"place {view.hand[0]} A1 0", '{"label":"A1","points":0,"rivals":0}')
            assert (verdict.is_due, verdict.objection) == (False, "")
            asked += 1
    assert asked


def test_a_plan_names_a_tile_in_hand() -> None:
    """A tile that was drawn later doesn't end the plan; a plan whose tile is gone does."""
    game = next(game for game in games("monster_hex", 2, {}) if game.view(0).phase == "place" and game.view(0).last)
    (seat,) = game.actors
    tile = next(tile for tile in game.view(seat).seats[seat].unplayed if tile not in game.view(seat).hand)
    verdict = judge(game, seat, f"place {tile} A1 0", '{"label":"A1","points":0,"rivals":0}')
    assert str(verdict.objection) == "you no longer have that tile"


@pytest.mark.parametrize("game", ["monster_hex", "connect_four"])
def test_a_stored_objection_is_found_again(game: str) -> None:
    """Plans are stored in English, and translated when they are shown."""
    fields = {"label": "B3", "square": "d2", "column": "d", "points": 4, "wanted": 12}
    for message in game_type(game).planner.OBJECTIONS:  # type: ignore[attr-defined]
        stored = message.text.format(**fields)
        found = find_stored_objection(game, stored)
        assert isinstance(found, Message)
        assert (found.text, str(found)) == (message.text, stored)
    assert find_stored_objection(game, "a move was taken back") == "a move was taken back"


def test_only_moves_of_a_turn_can_be_planned() -> None:
    game = games("connect_four", 2, {})[8]
    seat = 1 - game.actors[0]
    ahead = look_ahead(game, seat)
    assert ahead is not None
    for action in ("concede", "pass", "nonsense", "drop zzz a"):
        with pytest.raises(IllegalAction):
            build_condition("connect_four", ahead, action)


def test_plans_are_offered_in_two_games() -> None:
    assert [name for name in ("monster_hex", "connect_four", "hive_mind", "hex_battle_wars") if offers_plans(name)] == [
        "monster_hex",
        "connect_four",
    ]
    for name, seats in (("hive_mind", 3), ("hex_battle_wars", 2)):
        game = games(name, seats, {})[1]
        assert look_ahead(game, 0) is None


@pytest.mark.parametrize(
    ("game", "condition", "words"),
    [
        (
            "monster_hex",
            '{"label":"B3","points":4,"rivals":0}',
            "B3 is still free and brings you +4 or more and nobody else points",
        ),
        (
            "monster_hex",
            '{"label":"B3","points":0,"rivals":2}',
            "B3 is still free and brings nobody else more than +2",
        ),
        (
            "connect_four",
            '{"type":"drop","square":"d2","dangers":[]}',
            "column d is as high as now and nobody can win",
        ),
        (
            "connect_four",
            '{"type":"drop","square":"d2","dangers":["0 e3"]}',
            "column d is as high as now and nobody can win in a new way",
        ),
    ],
)
def test_conditions_in_words(game: str, condition: str, words: str) -> None:
    assert str(describe_condition(game, condition)) == words

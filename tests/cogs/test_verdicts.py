"""Verdicts in a sentence: winners, points and tie-breaks; and moves made for a seat that has left."""

from dataclasses import replace as with_changes
from functools import cache
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from cogs.ui.kit.interface import interface
from cogs.ui.messages.cards import card_view, format_leavers, state_line
from cogs.ui.messages.stories import format_events
from engine.core import HOST, SPECTATOR, Outcome
from engine.game import Game, act
from tables.open_table import RESIGNED
from tables.viewer import TableView
from tests.cog_tables import SEED, new_game, table_view
from tests.hive_matches import new_match as match_begun
from tests.hive_matches import played as match_played

NAMES = ("**Ann**", "Ben", "Cam")


def monster(points: tuple[int, ...], *winners: int, reason: str = "most_points", left: tuple[int, ...] = ()) -> str:
    """Return the verdict on a Monster Hex game with these points."""
    view = new_game(len(points)).view(SPECTATOR)
    seats = tuple(
        replace(seat, score=replace(seat.score, points=each), forfeited=number in left)
        for number, (seat, each) in enumerate(zip(view.seats, points, strict=True))
    )
    outcome = Outcome(reason, tuple(int(seat in winners) for seat in range(len(points))), winners)
    return interface("monster_hex").words.verdict(replace(view, seats=seats), outcome, NAMES)


@pytest.mark.parametrize(
    ("verdict", "sentence"),
    [
        (monster((24, 21, 3), 0), "**Ann** wins with 24 points, 3 more than Ben."),
        (monster((1, 0, 0), 0), "**Ann** wins with 1 point, 1 more than Ben and Cam."),
        (monster((9, 30, 7), 0, left=(1,)), "**Ann** wins with 9 points, 2 more than Cam."),
        (
            monster((9, 9, 7), 0, reason="demon_king"),
            "**Ann** wins with 9 points, level with Ben: first at the Demon King.",
        ),
        (
            monster((9, 9), 0, 1, reason="shared"),
            "**Ann** and Ben share the victory with 9 points each: none of them was first at the Demon King.",
        ),
        (monster((3, 9), 0, reason="forfeit", left=(1,)), "**Ann** wins: everybody else has left the game."),
        (monster((3, 9), reason="forfeit", left=(0, 1)), "Nobody wins: everybody has left the game."),
        (monster((9, 8, 7), 0, left=(1, 2)), "**Ann** wins with 9 points."),
    ],
)
def test_monster_hex_says_who_won_by_how_much_and_by_what(verdict: str, sentence: str) -> None:
    assert verdict == sentence


def hive(edition: str, points: tuple[int, ...], reason: str = "points", **standing: Any) -> str:
    """Return the verdict on a Hive Mind match with these points and this standing."""
    game = _over(edition)
    view, outcome = game.view(SPECTATOR), game.outcome
    assert outcome is not None
    seats = tuple(
        replace(seat, points=each, on_threes=9 - number, feats=seat.feats and replace(seat.feats, disjoint=40 + number))
        for number, (seat, each) in enumerate(zip(view.scores.seats, points, strict=True))
    )
    found = replace(view.standing, **{"winner": None, "second_winner": None, "winner_by": "points", **standing})
    winners = tuple(seat for seat in range(3) if seat in (found.winner, found.second_winner))
    changed = replace(view, scores=replace(view.scores, seats=seats), standing=found)
    return interface("hive_mind").words.verdict(changed, Outcome(reason, (0, 0, 0), winners), NAMES)


@cache
def _over(edition: str) -> Game:
    game, rng = match_begun(3, edition=edition), Random(1)
    while game.outcome is None:
        game = match_played(game, 1, rng)
    return game


def test_hive_mind_says_who_won_by_how_much_and_by_what() -> None:
    assert hive("tempo", (24, 21, 3), winner=0) == "**Ann** wins with 24 points, 3 more than Ben."
    assert hive("tempo", (24, 21, 21), winner=0) == "**Ann** wins with 24 points, 3 more than Ben and Cam."
    assert (
        hive("tempo", (24, 24, 3), winner=0, winner_by="threes")
        == "**Ann** wins with 24 points, level with Ben: more points on 3s, 9 to 8."
    )
    level = hive("tempo", (5, 3, 5), reason="nothing")
    assert level == "Nobody wins: **Ann** and Cam have 5 points each, and no tie-break decides."
    assert hive("tempo", (5, 5, 5), reason="forfeit") == "Nobody wins: everybody has left."


def test_hive_mind_names_both_winners_of_tokens() -> None:
    both = hive("gauntlet", (24, 21, 3), winner=0, second_winner=1)
    alone = hive("gauntlet", (24, 24, 3), second_winner=1)
    same = hive("gauntlet", (24, 21, 3), winner=0, second_winner=0)

    assert both.startswith("**Ann** and Ben win a Token of Life each: **Ann** with 24 points, Ben with 4")
    assert alone.startswith("Ben wins with 4")
    assert "feats: the points are level" in alone
    assert same == "**Ann** wins with 24 points, 3 more than Ben."


def test_moves_made_for_somebody_who_has_left_are_told_as_a_computer_players() -> None:
    game, leaver = new_game(3), new_game(3).actors[0]
    before = act(game, leaver, game.legal(leaver)[0], SEED)
    # The seat leaves before its second turn.
    advance = act(before.game, HOST, f"forfeit {leaver}", SEED)
    events = [*before.visible(SPECTATOR), *advance.visible(SPECTATOR)]
    game, moved = advance.game, advance
    while not any("Computer for" in line for line in _story(game, leaver, events)):
        moved = act(game, game.actors[0], game.legal(game.actors[0])[0], SEED)
        events, game = [*events, *moved.visible(SPECTATOR)], moved.game

    lines = _story(game, leaver, events)

    name = ("Ann", "Ben", "Cam")[leaver]
    assert lines[0].startswith(f"{name} placed the")
    assert f"{name} has left the game." in lines
    assert [line for line in lines if line.startswith(f"Computer for {name} placed the")]
    later = moved.visible(SPECTATOR)
    assert any(line.startswith(f"Computer for {name} placed the") for line in _story(game, leaver, later))


def _story(game: Game, leaver: int, events: Any) -> list[str]:
    return format_events(_with_left(game, leaver), events, len(events))


def _with_left(game: Game, leaver: int) -> TableView:
    """Return a table with a resigned seat."""
    table = table_view(game)
    seats = tuple(replace(seat, state=RESIGNED) if seat.seat == leaver else seat for seat in table.seats)
    return with_changes(table, seats=seats)


def test_the_card_says_who_resigned_and_whether_a_computer_plays_on() -> None:
    game = new_game(3)
    two = act(new_game(2), HOST, "forfeit 0", SEED).game

    assert format_leavers(table_view(game)) == ""
    assert format_leavers(_with_left(game, 1)) == "Ben has resigned. A computer player makes their moves."
    assert format_leavers(_with_left(two, 0)) == "Ann has resigned."


def test_the_end_card_says_once_who_left_the_winner_alone() -> None:
    over = _with_left(act(new_game(2), HOST, "forfeit 0", SEED).game, 0)

    assert state_line(over) == "The game is over. Ann has resigned. **Ben** wins."
    shown = str(card_view(over, "", "").to_components())
    assert shown.count("resigned") == 1
    assert "left" not in shown

"""The computer players that deduce: from their views alone, legal, reproducible, better than random."""

from random import Random
from typing import Any

import pytest

from engine.core import InvalidOptions
from engine.games import game_types
from engine.hive_mind import GAME_TYPE
from engine.hive_mind.actions import Guess, Submit
from engine.hive_mind.board import SHAPE_INDEX, SHAPES
from engine.hive_mind.deduction import Deduction
from engine.hive_mind.posterior import consistent, members, most_probable
from engine.hive_mind.view import View
from engine.players import PLAYERS, computer_player, players
from engine.record import Configuration
from tests.engine.hive_mind.positions import after, laid, rules_for
from tests.engine.logged import Logged, finished


def played(edition: str, names: list[str], seed: bytes) -> Logged:
    """A whole match of computer players."""
    return finished(Configuration("hive_mind", 1, {"edition": edition}, len(names)), seed, names)


def test_a_game_brings_its_own_players() -> None:
    """The registry knows those of every game and the game's own; nothing shared names them."""
    assert list(players("hive_mind")) == ["random", "greedy", "deduction", "casual"]
    assert list(players("monster_hex")) == list(PLAYERS)
    assert GAME_TYPE.players["deduction"] is Deduction
    with pytest.raises(InvalidOptions, match="only random, greedy"):
        computer_player("monster_hex", "deduction", game_types()["monster_hex"].rules(2, {}), 0)


@pytest.mark.parametrize("edition", ["gauntlet", "tempo", "recharged"])
def test_it_plays_every_edition_to_the_end_and_again_the_same(edition: str) -> None:
    """HM-1 to HM-29: every phase is played, by three and by seven."""
    for seats in (3, 7):
        log = played(edition, ["deduction"] * seats, bytes(32)).log
        assert log == played(edition, ["deduction"] * seats, bytes(32)).log
        said = {entry.action.split(":")[0] for entry in log if entry.actor >= 0}
        assert {"guess", "ready"} <= said
        assert ("double" in said, "block" in said, "totals" in said) == (
            edition != "gauntlet",
            edition != "gauntlet",
            edition == "gauntlet",
        )


@pytest.mark.slow
@pytest.mark.parametrize("edition", ["gauntlet", "tempo", "recharged"])
def test_it_scores_more_than_random(edition: str) -> None:
    """Twelve matches of two of each: those who deduce have more points together, and guess more right."""
    points, guesses = {"deduction": 0, "random": 0}, {"deduction": 0, "random": 0}
    for number in range(12):
        names = ["deduction", "random", "random", "deduction"][:: 1 - 2 * (number % 2)]
        result: Any = played(edition, names, bytes([number]) * 32).game.result
        for name, seat in zip(names, result["seats"], strict=True):
            points[name] += seat["points"]
            guesses[name] += seat["guesses"]

    assert points["deduction"] > points["random"]
    assert guesses["deduction"] > guesses["random"] == 0


@pytest.mark.slow
@pytest.mark.parametrize(("better", "worse"), [("deduction", "casual"), ("casual", "random")])
def test_a_level_scores_more_than_the_one_below(better: str, worse: str) -> None:
    """Strong, Normal and Easy: in twelve matches of two of each, the better have more points together."""
    points = {better: 0, worse: 0}
    for number in range(12):
        names = [better, worse, worse, better][:: 1 - 2 * (number % 2)]
        result: Any = played("recharged", names, bytes([number]) * 32).game.result
        for name, seat in zip(names, result["seats"], strict=True):
            points[name] += seat["points"]

    assert points[better] > points[worse]


def test_it_sees_a_view_and_nothing_else() -> None:
    """Trust: two worlds that look the same to its seat get the same choice."""
    rules = rules_for("recharged")
    state = after(rules, laid(rules), "0 charge:DEH marcer:BCG zero:GJL ready", "host close")
    view = rules.view(state, 0)
    assert type(view) is View
    chosen = {
        Deduction(rules, 0).choose(rules.view(world, 0), rules.legal_actions(world, 0), Random(5))
        for world in (state, *(rules.determinize(view, Random(number)) for number in range(5)))
    }

    assert len(chosen) == 1


def test_it_goes_where_points_are_known_to_be() -> None:
    """HM-4: C and K are known to be 3 each; in round 2 it covers one of them on the only open hive."""
    rules = rules_for("gauntlet")
    state = after(rules, laid(rules, ["313111122232", "123211232113"]), "0 1:GJL", "host close")
    view = rules.view(state, 0)
    assert [hint.value for hint in view.own.hives[0].hints] == [6]
    chosen = Deduction(rules, 0).choose(view, rules.legal_actions(state, 0), Random(1))

    assert isinstance(chosen, Submit)
    assert set("CK") & set(SHAPES[chosen.shape].letters)


def test_it_guesses_what_is_most_probable() -> None:
    """HM-12: among the layouts that fit, one whose sets of 1s, 2s and 3s most of them share."""
    hints = ((SHAPE_INDEX["EFI"], 16), (SHAPE_INDEX["GJL"], 6))
    guess = most_probable(hints)
    fitting = members(consistent(hints))
    assert guess in fitting

    rules = rules_for("gauntlet")
    state = after(rules, laid(rules), "host close", "host close", "0 1:DEH")
    chosen = Deduction(rules, 0).choose(rules.view(state, 0), rules.legal_actions(state, 0), Random(1))
    assert isinstance(chosen, Guess)
    assert rules.is_legal(state, 0, chosen)

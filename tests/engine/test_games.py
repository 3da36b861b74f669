"""The registry: games are found by themselves."""

import pytest
from toys import bids, race

from engine.core import InvalidOptions
from engine.games import game, games, registered


def test_monster_hex_is_found_without_being_named_anywhere():
    assert games()["monster_hex"].title == "Monster Hex"
    assert game("monster_hex") is games()["monster_hex"]


def test_every_game_is_named_as_its_folder():
    for name, found in games().items():
        assert found.name == name
        assert type(found).__module__.split(".")[:2] == ["engine", name]


def test_an_unknown_game_is_refused_with_those_there_are():
    with pytest.raises(InvalidOptions, match="monster_hex") as refusal:
        game("c" * 500)
    assert refusal.value.code == "unknown_game"
    assert len(str(refusal.value)) < 200


def test_games_are_added_for_tests_and_gone_after():
    with registered(bids.GAME):
        with registered(race.GAME):
            assert {"toy_bids", "toy_race"} <= set(games())
        assert "toy_race" not in games()
        assert game("toy_bids") is bids.GAME
    assert "toy_bids" not in games()

"""The registry of games."""

import pytest
from toys import bids, race

from engine.core import InvalidOptions
from engine.games import game_type, game_types, register_games


def test_monster_hex_is_found_without_being_named_anywhere():
    assert game_types()["monster_hex"].title == "Monster Hex"
    assert game_type("monster_hex") is game_types()["monster_hex"]


def test_games_are_listed_from_the_easiest_to_the_hardest():
    assert [*game_types()] == ["monster_hex", "hive_mind", "connect_four", "hex_battle_wars"]


def test_every_game_is_named_as_its_folder():
    for name, found in game_types().items():
        assert found.name == name
        assert type(found).__module__.split(".")[:2] == ["engine", name]


def test_an_unknown_game_is_refused_with_those_there_are():
    with pytest.raises(InvalidOptions, match="monster_hex") as refusal:
        game_type("c" * 500)
    assert refusal.value.code == "unknown_game"
    assert len(str(refusal.value)) < 200


def test_games_are_added_for_tests_and_gone_after():
    with register_games(bids.GAME_TYPE):
        with register_games(race.GAME_TYPE):
            assert {"toy_bids", "toy_race"} <= set(game_types())
        assert "toy_race" not in game_types()
        assert game_type("toy_bids") is bids.GAME_TYPE
    assert "toy_bids" not in game_types()

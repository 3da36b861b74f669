"""Whole games of every kind, played from texts alone."""

from typing import Any

import pytest

from engine.connect_four.options import MOST_POINTS
from tests.by_text import connect_four, hex_battle_wars, hive_mind, monster_hex
from tests.by_text.screens import open_new_table

READERS: dict[str, Any] = {
    "connect_four": connect_four,
    "hex_battle_wars": hex_battle_wars,
    "hive_mind": hive_mind,
    "monster_hex": monster_hex,
}
NAMES = ("Ann", "Ben", "Cam", "Dan")
ALIKE = ("Anna", "Anton", "Will", "Quinn", "Äsa")
"""Names that share an initial with each other or with ground signs on the map of Hex Battle Wars."""
WIDE = ("W" * 32, "W" + "Ж" * 31)
WIDEST = ("W" * 32, "Ж" * 32, "漢" * 32, "m" * 32)
LONG = tuple(letter * 32 for letter in "WXYZÄÖÜ")


def played(game: str, names: tuple[str, ...], seed: int, **options: Any) -> int:
    """Play a whole game by text and return the number of actions, checking every reader's model on the way."""
    readers = READERS[game]
    table, actions = open_new_table(game, names, seed, alts=0.02, **options), 0
    players = [readers.Player(table, seat) for seat in range(len(names))]
    while table.game.outcome is None:
        players[table.rng.choice(table.game.actors)].turn()
        readers.check(table, None)
        actions += 1
        if actions % 10 == 0:
            table.alt()
    table.alt()
    return actions


@pytest.mark.parametrize(
    ("game", "seats", "options", "least"),
    [
        ("connect_four", 2, {"size": "brawl"}, 8),
        ("hex_battle_wars", 2, {"preset": "quick", "hp": 20, "hazards": True, "max_rounds": 12}, 10),
        ("hive_mind", 3, {"edition": "recharged"}, 24),
        ("monster_hex", 2, {}, 18),
        ("monster_hex", 2, {"abilities": True, "objectives": True, "shared": True}, 18),
    ],
    ids=["connect_four", "hex_battle_wars", "hive_mind", "monster_hex", "monster_hex with all variants"],
)
def test_a_game_is_played_from_texts(game: str, seats: int, options: dict[str, Any], least: int) -> None:
    assert played(game, NAMES[:seats], 1, **options) >= least


@pytest.mark.slow
@pytest.mark.parametrize(
    ("game", "names", "options"),
    [
        ("connect_four", WIDE, {"size": "standard", "swap": True, "double_start": True}),
        ("connect_four", WIDE, {"size": "map", "points": MOST_POINTS}),
        ("hex_battle_wars", ALIKE[:2], {"obstacles": "players", "max_rounds": 25}),
        ("hex_battle_wars", ALIKE, {"pieces": 3, "hazards": True, "radius": 15, "max_rounds": 25}),
        ("hive_mind", LONG, {"edition": "gauntlet"}),
        ("hive_mind", LONG[:4], {"edition": "tempo"}),
        ("hive_mind", NAMES, {"hives": 1}),
        ("monster_hex", NAMES[:1], {"abilities": True, "objectives": True}),
        ("monster_hex", NAMES[:2], {"abilities": True, "edition": 2024}),
        ("monster_hex", WIDEST, {"abilities": True, "objectives": True}),
    ],
)
def test_the_fewest_and_most_seats_and_the_widest_names_are_played_from_texts(
    game: str, names: tuple[str, ...], options: dict[str, Any]
) -> None:
    assert played(game, names, 0, **options) >= 8

"""Whole games of Hex Battle Wars from texts alone."""

from typing import Any

import pytest

from tests.by_text import hex_battle_wars
from tests.by_text.screens import begun

ALIKE = ("Anna", "Anton", "Will", "Quinn", "Äsa")
"""Names with the same initial, and with those of ground on the map."""


def played(names: tuple[str, ...], seed: int, **options: Any) -> int:
    """The actions of a game in which all read; every reader's model agrees with the engine all the time."""
    table, actions = begun("hex_battle_wars", names, seed, alts=0.02, **options), 0
    players = [hex_battle_wars.Player(table, seat) for seat in range(len(names))]
    while table.game.outcome is None:
        players[table.game.actors[0]].turn()
        hex_battle_wars.check(table, None)
        actions += 1
        if actions % 20 == 0:
            table.alt()
    table.alt()
    return actions


def test_a_duel_is_played_from_texts() -> None:
    assert played(("Ann", "Ben"), 1, preset="quick", hp=20, hazards=True, max_rounds=12) >= 10


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(2))
@pytest.mark.parametrize(
    ("seats", "options"),
    [
        (2, {"obstacles": "players"}),
        (3, {"hazards": True}),
        (5, {"hazards": True}),
        (2, {"pieces": 3, "hazards": True}),
        (5, {"pieces": 3, "hazards": True, "radius": 15}),
    ],
)
def test_every_kind_of_game_is_played_from_texts(seats: int, options: dict[str, Any], seed: int) -> None:
    assert played(ALIKE[:seats], seed, max_rounds=25, **options) >= 10

"""Whole games of Monster Hex from texts alone."""

from typing import Any

import pytest

from tests.by_text import monster_hex
from tests.by_text.screens import begun

NAMES = ("Ann", "Ben", "Cam", "Dan")
WIDE = ("W" * 32, "Ж" * 32, "漢" * 32, "m" * 32)


def played(names: tuple[str, ...], seed: int, **options: Any) -> int:
    """The turns of a game in which all read; every reader's model agrees with the engine all the time."""
    table, turns = begun("monster_hex", names, seed, **options), 0
    players = [monster_hex.Player(table, seat) for seat in range(len(names))]
    while table.game.outcome is None:
        players[table.rng.choice(table.game.actors)].turn()
        monster_hex.check(table, None)
        turns += 1
        if turns % 5 == 0:
            table.alt()
    table.alt()
    return turns


@pytest.mark.parametrize("options", [{}, {"abilities": True, "objectives": True, "shared": True}], ids=["plain", "all"])
def test_a_game_of_two_is_played_from_texts(options: dict[str, bool]) -> None:
    assert played(NAMES[:2], 1, **options) >= 18


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize(
    ("names", "options"),
    [
        (NAMES[:3], {}),
        (WIDE, {}),
        (NAMES[:1], {}),
        (NAMES[:1], {"abilities": True, "objectives": True}),
        (NAMES[:2], {"abilities": True}),
        (NAMES[:2], {"abilities": True, "edition": 2024}),
        (NAMES[:2], {"shared": True}),
        (NAMES[:3], {"abilities": True, "objectives": True}),
        (WIDE, {"abilities": True, "objectives": True}),
        (NAMES, {"objectives": True}),
    ],
)
def test_every_variant_is_played_from_texts(names: tuple[str, ...], options: dict[str, Any], seed: int) -> None:
    assert played(names, seed, **options) >= 9

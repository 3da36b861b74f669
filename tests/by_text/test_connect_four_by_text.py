"""Whole games of Connect Four from texts alone."""

from typing import Any

import pytest

from engine.connect_four.options import MOST_POINTS, SIZES
from tests.by_text import connect_four
from tests.by_text.screens import begun

WIDE = ("W" * 32, "W" + "Ж" * 31)


def played(names: tuple[str, ...], seed: int, **options: Any) -> int:
    """The actions of a game in which both read; every reader's model agrees with the engine all the time."""
    table, actions = begun("connect_four", names, seed, alts=0.02, **options), 0
    players = [connect_four.Player(table, seat) for seat in range(2)]
    while table.game.outcome is None:
        players[table.rng.choice(table.game.actors)].turn()
        connect_four.check(table, None)
        actions += 1
        if actions % 20 == 0:
            table.alt()
    table.alt()
    return actions


def test_a_quick_game_is_played_from_texts() -> None:
    assert played(("Ann", "Ben"), 1, size="brawl") >= 8


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(2))
@pytest.mark.parametrize("size", SIZES)
def test_every_size_is_played_from_texts(size: str, seed: int) -> None:
    assert played(WIDE, seed, size=size, swap=bool(seed), double_start=bool(seed)) >= 8


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(2))
def test_the_largest_forces_are_played_from_texts(seed: int) -> None:
    assert played(WIDE, seed, size="map", points=MOST_POINTS) >= 8

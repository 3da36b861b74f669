"""Fixtures of the engine's tests."""

from collections.abc import Iterator

import pytest
from toys import bids, race

from engine.games import register_games


@pytest.fixture
def toys() -> Iterator[None]:
    """Register the toy games for one test."""
    with register_games(bids.GAME_TYPE, race.GAME_TYPE):
        yield


@pytest.fixture(scope="module")
def toys_throughout() -> Iterator[None]:
    """Register the toy games for all tests of a module; Hypothesis needs this scope."""
    with register_games(bids.GAME_TYPE, race.GAME_TYPE):
        yield

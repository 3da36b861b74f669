"""Fixtures of the engine's tests."""

from collections.abc import Iterator

import pytest
from toys import bids, race

from engine.games import registered


@pytest.fixture
def toys() -> Iterator[None]:
    """The toy games among the registered ones."""
    with registered(bids.GAME_TYPE, race.GAME_TYPE):
        yield


@pytest.fixture(scope="module")
def toys_throughout() -> Iterator[None]:
    """The same for all tests of a file, as Hypothesis needs it."""
    with registered(bids.GAME_TYPE, race.GAME_TYPE):
        yield

"""Fixtures of Connect Four's tests."""

from collections.abc import Iterator

import pytest

from engine.connect_four.roster import add_monsters
from tests.engine.connect_four.clix_positions import gargoyles


@pytest.fixture
def class_of_tests() -> Iterator[None]:
    """Register the made-up class beside the others."""
    with add_monsters(gargoyles()):
        yield

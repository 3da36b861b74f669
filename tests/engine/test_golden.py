"""The golden playthroughs of all games."""

import pytest

from engine.games import game_types
from tests.engine import golden


@pytest.mark.parametrize("name", golden.FILES)
def test_a_golden_playthrough_is_as_it_was(name: str) -> None:
    """It includes every draw, the numbers of legal actions, all events with their viewers, and the result."""
    path = golden.FILES[name]

    assert golden.played_again(path) == path.read_text()


def test_every_game_has_a_golden_playthrough() -> None:
    assert {path.parent.name for path in golden.FILES.values()} == {*game_types()}

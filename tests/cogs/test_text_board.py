"""The board as text fits into one message."""

from random import Random

import pytest

from cogs.ui.kit.text_board import TEXT_LIMIT
from engine.core import SPECTATOR
from engine.hive_mind.editions import EDITIONS
from render import painter
from tests.hive_matches import HIVE, begun, played


@pytest.mark.parametrize("edition", ["gauntlet", "tempo", "recharged"])
@pytest.mark.parametrize("seed", range(3))
def test_the_board_as_text_is_whole_at_the_end_of_the_largest_match(edition: str, seed: int) -> None:
    """Seven seats with the longest names."""
    game = played(begun(7, edition=edition, garnets=999_999), EDITIONS[edition].rounds + 2, Random(seed))
    names = [letter * 32 for letter in "ABCDEFG"]
    assert game.outcome is not None

    assert len(painter(HIVE).text(game.view(SPECTATOR), names)) <= TEXT_LIMIT

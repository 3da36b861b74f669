"""The pages after the last round of Hive Mind."""

from random import Random

import pytest

from cogs.hive_mind.interface import INTERFACE
from tables.refusal import Refusal
from tests.cogs.hive_matches import acted, begun, played, table_view


def test_guesses_of_totals_that_are_all_wiped_out_are_not_said_to_be_gone() -> None:
    """HM-18: the notation has no way back, so Ready would hand in the old ones."""
    game = played(begun(3, edition="gauntlet"), 6, Random(1))
    with pytest.raises(Refusal, match="press Ready to skip the guesses"):
        INTERFACE.form_submitted(table_view(game, 0), ("totals", "0"), {"1": "", "2": ""})

    with pytest.raises(Refusal, match="Keep at least one total"):
        INTERFACE.form_submitted(table_view(acted(game, 0, "totals:1=3"), 0), ("totals", "0"), {"1": "", "2": ""})

"""The pages after the last round of Hive Mind."""

from dataclasses import replace
from random import Random

import msgspec
import pytest

from cogs.hive_mind.interface import INTERFACE
from cogs.ui.cards import state_line
from tables.refusal import Refusal
from tests.cogs.hive_matches import acted, begun, played, table_view


def test_guesses_of_totals_that_are_all_wiped_out_are_not_said_to_be_gone() -> None:
    """HM-18: the notation has no way back, so Ready would hand in the old ones."""
    game = played(begun(3, edition="gauntlet"), 6, Random(1))
    with pytest.raises(Refusal, match="press Ready to skip the guesses"):
        INTERFACE.form_submitted(table_view(game, 0), ("totals", "0"), {"1": "", "2": ""})

    with pytest.raises(Refusal, match="Keep at least one total"):
        INTERFACE.form_submitted(table_view(acted(game, 0, "totals:1=3"), 0), ("totals", "0"), {"1": "", "2": ""})


def test_a_card_says_nothing_of_banks_while_totals_are_guessed() -> None:
    """HM-18: the time for the guess is a whole one, whatever bank somebody has."""
    game = acted(acted(played(begun(3, edition="gauntlet"), 6, Random(1)), 0, "ready"), 1, "ready")
    table = table_view(game)
    seats = tuple(msgspec.structs.replace(seat, bank=3_600_000) for seat in table.seats)
    table = replace(table, seats=seats, settings=msgspec.structs.replace(table.settings, bank=3_600))

    assert "bank" not in state_line(table)

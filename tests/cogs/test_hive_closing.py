"""The pages after the last round of Hive Mind, and the board as text."""

from dataclasses import replace
from random import Random

import msgspec
import pytest

from cogs.hive_mind.interface import INTERFACE
from cogs.ui.kit.private_pages import TEXT_LIMIT
from cogs.ui.messages.cards import state_line
from engine.core import HOST, SPECTATOR
from engine.game import Game, act
from engine.hive_mind.editions import EDITIONS
from render import painter
from tables.refusal import Refusal
from tables.timing.pauses import Pause, Pauses
from tests.cog_tables import SEED
from tests.hive_matches import HIVE, acted, new_match, played, table_view


def test_guesses_of_totals_that_are_all_wiped_out_are_not_said_to_be_gone() -> None:
    """HM-18: the notation can't delete guesses, so *Ready* would submit the old ones."""
    game = played(new_match(3, edition="gauntlet"), 6, Random(1))
    with pytest.raises(Refusal, match="press Ready to skip the guesses"):
        INTERFACE.composing.form_submitted(table_view(game, 0), ("totals", "0"), {"1": "", "2": ""})

    with pytest.raises(Refusal, match="At least one total must stay"):
        INTERFACE.composing.form_submitted(
            table_view(acted(game, 0, "totals:1=3"), 0), ("totals", "0"), {"1": "", "2": ""}
        )


def at_choice() -> Game:
    """Return a match in which the only seat that laid a shape chooses which of the other two is last (HM-21)."""
    game = acted(new_match(3, edition="gauntlet"), 0, "1:ABC")
    while game.view(SPECTATOR).phase != "choice":
        game = act(game, HOST, "close", SEED).game
    return game


@pytest.mark.parametrize("phase", ["round", "totals", "choice"])
def test_in_a_pause_a_page_says_that_the_game_is_paused_instead_of_when_it_is_due(phase: str) -> None:
    game = (
        at_choice()
        if phase == "choice"
        else played(new_match(3, edition="gauntlet"), 6 * (phase == "totals"), Random(1))
    )
    assert game.view(SPECTATOR).phase == phase
    table = table_view(game, 0)
    standing = msgspec.json.encode(Pauses(standing=Pause("agreed", 0, 1_700_000_000_000))).decode()
    paused = replace(table, row=msgspec.structs.replace(table.row, pause=standing))

    assert "due <t:" in INTERFACE.composing.page(table, "move", ()).text
    text = INTERFACE.composing.page(paused, "move", ()).text
    assert "**Paused.** You all agreed" in text
    assert "due <t:" not in text


def test_a_card_says_nothing_of_reserves_while_totals_are_guessed() -> None:
    """HM-18: the guess has its own full time limit, and no bank is used."""
    game = acted(acted(played(new_match(3, edition="gauntlet"), 6, Random(1)), 0, "ready"), 1, "ready")
    table = table_view(game)
    seats = tuple(msgspec.structs.replace(seat, bank=3_600_000) for seat in table.seats)
    table = replace(table, seats=seats, settings=msgspec.structs.replace(table.settings, bank=3_600))

    assert "reserve" not in state_line(table)


# The board as text fits into one message


@pytest.mark.parametrize("edition", ["gauntlet", "tempo", "recharged"])
@pytest.mark.parametrize("seed", range(3))
def test_the_board_as_text_is_whole_at_the_end_of_the_largest_match(edition: str, seed: int) -> None:
    """Seven seats have the longest names."""
    game = played(new_match(7, edition=edition, garnets=999_999), EDITIONS[edition].rounds + 2, Random(seed))
    names = [letter * 32 for letter in "ABCDEFG"]
    assert game.outcome is not None

    assert len(painter(HIVE).text(game.view(SPECTATOR), names)) <= TEXT_LIMIT

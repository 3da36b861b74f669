"""How many taps a usual round of Hive Mind takes on a phone: a button is one, a select two (open it, choose)."""

from random import Random

import pytest

from cogs.hive_mind.interface import INTERFACE
from cogs.ui.kit.answers import Answer
from engine.game import Game
from tests.fake_discord import parts
from tests.hive_matches import acted, begun, played, table_view

MOST = {"recharged": 8, "tempo": 8, "gauntlet": 4}


def round_by_taps(game: Game, *, everything: bool) -> tuple[Game, int]:
    """The match after a seat's round by its page, and the taps; with Double, Block and guesses for `everything`."""
    taps, done = 1, set[str]()
    while True:
        page = INTERFACE.page(table_view(game, 0), "move", ())
        components = Answer(page.text, page.rows, None, INTERFACE.colour).view().to_components()
        pressable = [part for part in parts({"components": components}) if "custom_id" in part]
        for part in pressable:
            action, *details = part["custom_id"].split(":")[2:]
            wanted = "lay" if action == "lay" else "use" if everything and action == "use" else ""
            key = f"{wanted} {details[0]}" if details else action
            if wanted and key not in done:
                done.add(key)
                press = INTERFACE.press(table_view(game, 0), action, (*details, part["options"][-1]["value"]))
                taps += 2
                break
            if everything and action == "fill":
                press, taps = INTERFACE.press(table_view(game, 0), action, ()), taps + 1
                break
        else:
            return acted(game, 0, "ready"), taps + 1
        assert press is not None
        game = acted(game, 0, " ".join(press.actions))


@pytest.mark.parametrize("edition", MOST)
@pytest.mark.parametrize("rounds", [0, 1, 2])
def test_a_round_takes_few_taps(edition: str, rounds: int) -> None:
    """Opening the page, a select per hive, and Ready."""
    game = played(begun(3, edition=edition), rounds, Random(rounds))

    after, taps = round_by_taps(game, everything=False)

    assert 0 not in after.actors
    assert taps == MOST[edition]


@pytest.mark.parametrize(("rounds", "more"), [(1, 4), (2, 1)], ids=["Double and Block", "all guesses from the notes"])
def test_what_goes_with_rounds_2_and_3_takes_few_more(rounds: int, more: int) -> None:
    game = played(begun(), rounds, Random(rounds))

    _, taps = round_by_taps(game, everything=True)

    assert taps == MOST["recharged"] + more

"""Moves on a phone: the controls take few lines, and a round takes few taps.

A phone is 390 points wide. Inside a container, 342 points are left.
"""

from collections.abc import Sequence
from random import Random
from typing import Any

import discord
import pytest
from discord import ui

from cogs.connect_four import INTERFACE as CLIX
from cogs.hex_battle_wars.interface import INTERFACE as BATTLE
from cogs.hive_mind import INTERFACE as HIVE
from cogs.hive_mind.interface import INTERFACE
from cogs.ui.kit.custom_ids import CustomId
from cogs.ui.kit.layouts import button, rows_of_buttons, with_button
from engine.game import Game
from tables.viewer import TableView
from tests import battle_games, hive_matches
from tests.cogs.clix_games import moments
from tests.cogs.page_walks import components
from tests.hive_matches import acted, new_match, played, table_view

ROOM, GAP = 342, 8
CHARACTER, EDGES, EMOJI = 8, 22, 26
"""Width per character of a label, width of a button's edges, and width of an emoji with its gap."""


def lines(rows: Sequence[Any]) -> int:
    """Count the lines that buttons and selects take when stacked."""
    return sum(_lines_of(row) for row in rows)


def _lines_of(row: Any) -> int:
    found, left = 1, ROOM
    for item in row.children:
        if not isinstance(item, discord.ui.Button):
            return 1
        width = len(item.label or "") * CHARACTER + EDGES + (EMOJI if item.emoji else 0)
        if width > left:
            found, left = found + 1, ROOM
        left -= width + GAP
    return found


@pytest.mark.parametrize("rounds", [0, 1, 2])
def test_laying_shapes_offers_one_hive_at_a_time(rounds: int) -> None:
    game = hive_matches.played(hive_matches.new_match(), rounds, Random(1))

    table = hive_matches.table_view(game, 0)
    pages = [
        HIVE.composing.page(table, "move", ()),
        *([HIVE.composing.page(table, "guess", ("charge",))] if rounds == 2 else []),
    ]
    assert all(lines(page.rows) <= 5 for page in pages)


def test_placing_or_choosing_an_attacker_takes_a_few_lines() -> None:
    tables: list[TableView] = [table for table in moments(1, 12) if table.view.phase == "act"]

    assert tables
    assert {lines(CLIX.composing.page(table, "move", ()).rows) for table in tables} <= {1, 2, 3, 4}


@pytest.mark.usefixtures("known_emojis")
@pytest.mark.parametrize(("stage", "invisible"), [("rolled", False), ("rolled", True), ("moved", False)])
def test_a_turn_of_hex_battle_wars_takes_a_few_lines(stage: str, *, invisible: bool) -> None:
    game = battle_games.found(battle_games.new_game(), battle_games.at_stage(stage, invisible=invisible))

    assert lines(BATTLE.composing.page(battle_games.table_view(game), "move", ()).rows) <= 4


@pytest.mark.parametrize(("before", "after"), [(0, [1]), (3, [4]), (5, [5, 1])])
def test_one_more_button_joins_the_last_row_that_has_room(before: int, after: list[int]) -> None:
    there = [button(str(number), CustomId("aaaaaaaaaa", "3", str(number))) for number in range(before)]

    found = with_button(rows_of_buttons(there), button("Take back", CustomId("aaaaaaaaaa", "3", "back")))

    assert [isinstance(row, ui.ActionRow) and len(row.children) for row in found] == after


# Taps for a usual round of Hive Mind: a button takes one, a select two (open it, choose)


MOST = {"recharged": 8, "tempo": 8, "gauntlet": 4}


def round_by_taps(game: Game, *, everything: bool) -> tuple[Game, int]:
    """Play a seat's round by its page and count the taps; `everything` adds Double, Block and guesses."""
    taps, done = 1, set[str]()
    while True:
        page = INTERFACE.composing.page(table_view(game, 0), "move", ())
        pressable = [part for part in components(page) if "custom_id" in part]
        for part in pressable:
            action, *details = part["custom_id"].split(":")[2:]
            wanted = "lay" if action == "lay" else "use" if everything and action == "use" else ""
            key = f"{wanted} {details[0]}" if details else action
            if wanted and key not in done:
                done.add(key)
                press = INTERFACE.composing.press(table_view(game, 0), action, (*details, part["options"][-1]["value"]))
                taps += 2
                break
            if everything and action == "fill":
                press, taps = INTERFACE.composing.press(table_view(game, 0), action, ()), taps + 1
                break
        else:
            return acted(game, 0, "ready"), taps + 1
        assert press is not None
        game = acted(game, 0, " ".join(press.actions))


@pytest.mark.parametrize("edition", MOST)
@pytest.mark.parametrize("rounds", [0, 1, 2])
def test_a_round_takes_few_taps(edition: str, rounds: int) -> None:
    """A round takes the tap that opens the page, a select per hive, and *Ready*."""
    game = played(new_match(3, edition=edition), rounds, Random(rounds))

    after, taps = round_by_taps(game, everything=False)

    assert 0 not in after.actors
    assert taps == MOST[edition]


@pytest.mark.parametrize(("rounds", "more"), [(1, 4), (2, 1)], ids=["Double and Block", "all guesses from the notes"])
def test_what_goes_with_rounds_2_and_3_takes_few_more(rounds: int, more: int) -> None:
    game = played(new_match(), rounds, Random(rounds))

    _, taps = round_by_taps(game, everything=True)

    assert taps == MOST["recharged"] + more

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
from cogs.monster_hex import INTERFACE as MONSTER
from cogs.ui.kit.custom_ids import CustomId
from cogs.ui.kit.layouts import button, rows_of_buttons, with_button
from engine.game import act
from tables.viewer import TableView
from tests import battle_games, hive_matches
from tests.cog_tables import SEED, new_game, table_view
from tests.cogs.clix_games import moments

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


@pytest.mark.usefixtures("known_emojis")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_each_tile_of_monster_hex_takes_a_line_with_its_best_hexes(seats: int) -> None:
    game, rng, rows = new_game(seats), Random(seats), list[Any]()
    while game.outcome is None:
        seat = game.actors[0]
        table = table_view(game, seat)
        if table.view.take is None:
            rows += MONSTER.composing.page(table, "move", ()).rows
        game = act(game, seat, rng.choice(table.legal), SEED).game

    assert len([row for row in rows if len(row.children) > 3]) > 10
    assert all(lines([row]) == 1 for row in rows)


@pytest.mark.parametrize(("before", "after"), [(0, [1]), (3, [4]), (5, [5, 1])])
def test_one_more_button_joins_the_last_row_that_has_room(before: int, after: list[int]) -> None:
    there = [button(str(number), CustomId("aaaaaaaaaa", "3", str(number))) for number in range(before)]

    found = with_button(rows_of_buttons(there), button("Take back", CustomId("aaaaaaaaaa", "3", "back")))

    assert [isinstance(row, ui.ActionRow) and len(row.children) for row in found] == after

"""The pages on which a move is made leave a phone's screen to the picture: what can be pressed takes a few lines."""

from random import Random

import pytest

from cogs.connect_four import INTERFACE as CLIX
from cogs.hex_battle_wars.interface import INTERFACE as BATTLE
from cogs.hive_mind import INTERFACE as HIVE
from cogs.ui.kit.custom_ids import CustomId
from cogs.ui.kit.layouts import button, rows_of_buttons, with_button
from tables.viewer import TableView
from tests import battle_games, hive_matches
from tests.cogs.clix_games import moments
from tests.cogs.phone import lines


@pytest.mark.parametrize("rounds", [0, 1, 2])
def test_laying_shapes_offers_one_hive_at_a_time(rounds: int) -> None:
    game = hive_matches.played(hive_matches.begun(), rounds, Random(1))

    table = hive_matches.table_view(game, 0)
    pages = [HIVE.page(table, "move", ()), *([HIVE.page(table, "guess", ("charge",))] if rounds == 2 else [])]
    assert all(lines(page.rows) <= 5 for page in pages)


def test_placing_or_choosing_an_attacker_takes_a_few_lines() -> None:
    tables: list[TableView] = [table for table in moments(1, 12) if table.view.phase == "act"]

    assert tables
    assert {lines(CLIX.page(table, "move", ()).rows) for table in tables} <= {1, 2, 3, 4}


@pytest.mark.usefixtures("known_emojis")
@pytest.mark.parametrize(("stage", "invisible"), [("rolled", False), ("rolled", True), ("moved", False)])
def test_a_turn_of_hex_battle_wars_takes_a_few_lines(stage: str, *, invisible: bool) -> None:
    game = battle_games.found(battle_games.begun(), battle_games.at_stage(stage, invisible=invisible))

    assert lines(BATTLE.page(battle_games.table_view(game), "move", ()).rows) <= 4


@pytest.mark.parametrize(("before", "after"), [(0, [1]), (3, [4]), (5, [5, 1])])
def test_one_more_button_joins_the_last_row_that_has_room(before: int, after: list[int]) -> None:
    there = [button(str(number), CustomId("aaaaaaaaaa", "3", str(number))) for number in range(before)]

    found = with_button(rows_of_buttons(there), button("Take back", CustomId("aaaaaaaaaa", "3", "back")))

    assert [len(row.children) for row in found] == after

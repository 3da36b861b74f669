"""Notation: every form, and the errors for invalid text."""

import pytest

from engine.core import InvalidAction
from engine.hex_battle_wars.actions import Attack, Tiles, Vanish
from engine.hex_battle_wars.board import OFF, field
from engine.hexgrid import Hex, distance
from tests.engine.hex_battle_wars.positions import match_of, rules_for

RULES = rules_for(2, radius=16)


@pytest.mark.parametrize(
    "text",
    [
        "appear",
        "attack ag17",
        "attack a1 3",
        "auto",
        "block 3 q17",
        "d10 10",
        "d16 16",
        "d20 20",
        "d6 6",
        "deploy z9",
        "end",
        "hazard quicksand a1",
        "hazard water a1",
        "hold",
        "move aa10",
        "pass",
        "real 2",
        "roll",
        "stay",
        "tiles a1 - b3",
        "use 3",
        "vanish",
        "vanish 3",
    ],
)
def test_every_form_is_read_and_written_alike(text: str) -> None:
    assert RULES.format_action(RULES.parse_action(text)) == text
    assert RULES.format_action(RULES.parse_action(f"  {text.upper()} ")) == text


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("", "I don't know that move"),
        ("jump a1", "I don't know that move"),
        ("move", "Please add a hex. Write “move HEX”"),
        ("move a99", "There is no hex “a99” on this board; its hexes go from a1 to ag17"),
        ("move a1 b2", "“b2” is one word too many"),
        ("attack a1 4", "“4” is not a tile number from 1 to 3"),
        ("attack a1 0", "“0” is not a tile number from 1 to 3"),
        ("d10 11", "“11” is not a number from 1 to 10"),
        ("d8 1", "I don't know that move"),
        ("block 4 a1", "“4” is not a level from 1 to 3"),
        ("hazard lava a1", "There is no hazard “lava”"),
        ("tiles a1 a2", "Please add a hex"),
        ("real ?", "“?” is not a tile number"),
    ],
)
def test_a_text_that_is_no_action_is_told_what_is_wrong(text: str, told: str) -> None:
    with pytest.raises(InvalidAction, match=told.replace("?", r"\?")):
        RULES.parse_action(text)


def test_what_is_read_is_what_is_meant() -> None:
    grid = match_of(RULES).grid
    assert RULES.parse_action("attack c4 2") == Attack(grid.index["c4"], 2)
    assert RULES.parse_action("tiles a1 - a2") == Tiles((0, OFF, 1))
    assert RULES.parse_action("vanish 1") == Vanish(1)
    assert "1" not in repr(Vanish(1)), "no log tells the tile"


@pytest.mark.parametrize("radius", [4, 10, 16])
def test_labels_are_columns_and_numbers_and_cells_are_in_label_order(radius: int) -> None:
    """Hexes: column letter q + R, number r − max(−R, −R − q) + 1. In this order a2 comes before a10."""
    grid = field(radius)
    letters = [chr(97 + column) if column < 26 else "a" + chr(71 + column) for column in range(2 * radius + 1)]
    for cell, (q, r) in enumerate(grid.hexes):
        assert grid.name[cell] == f"{letters[q + radius]}{r - max(-radius, -radius - q) + 1}"
        assert distance(Hex(0, 0), Hex(q, r)) <= radius
    assert len(grid) == 3 * radius * (radius + 1) + 1
    order = [
        (letters.index(name.rstrip("0123456789")), int(name.lstrip("abcdefghijklmnopqrstuvwxyz"))) for name in grid.name
    ]
    assert order == sorted(order)


@pytest.mark.parametrize("radius", [4, 16])
def test_sets_of_hexes_step_as_the_hexes_do(radius: int) -> None:
    """Bit masks give the same neighbours as the board, and nothing wraps around the edge."""
    grid = field(radius)
    for cell, around in enumerate(grid.neighbours):
        assert grid.members(grid.find_neighbours(grid.one[cell]) & grid.all) == sorted(around)


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("Move h2  ATTACK c4 2", ["move h2", "attack c4 2"]),
        ("move h2 end", ["move h2", "end"]),
        ("move h2 attack c4 end", ["move h2", "attack c4 end"]),
        ("roll move h2", ["roll move h2"]),
        ("move h2 roll", ["move h2 roll"]),
        ("attack c4 end", ["attack c4 end"]),
        ("move", ["move"]),
        ("", [""]),
    ],
)
def test_only_a_walk_is_joined_with_what_follows_it(text: str, parts: list[str]) -> None:
    """After a die nothing may follow in the same line, because its refusal would reveal the die."""
    assert list(rules_for().split_actions(text)) == parts

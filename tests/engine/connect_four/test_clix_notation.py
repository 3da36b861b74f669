"""Formatting and parsing of actions."""

import pytest

from engine.connect_four import GAME_TYPE
from engine.connect_four.actions import Attack, ChooseForce, Click, Drop, Rampage
from engine.core import InvalidAction
from tests.engine.connect_four.clix_positions import RULES

MAP = GAME_TYPE.rules(2, {"size": "map"})


@pytest.mark.parametrize(
    ("text", "action", "written"),
    [
        ("DROP vam-1R  C", Drop("vam-1r", 2), "drop vam-1r c"),
        ("attack b3 c4 close", Attack(8, 15, False, False), None),
        ("attack b3 c4 Ranged shackle", Attack(8, 15, True, True), "attack b3 c4 ranged shackle"),
        ("force und-u*1 und-1r*4", ChooseForce((("und-1r", 4), ("und-u", 1))), "force und-1r*4 und-u*1"),
        ("click c1 b2 a3", Click((2, 7, 12)), "click a3 b2 c1"),
        ("click none", Click(()), None),
        ("rampage none", Rampage(None), None),
        ("rampage g6", Rampage(41), None),
    ],
)
def test_texts_and_what_they_mean(text, action, written):
    assert RULES.parse_action(text) == action
    assert RULES.format_action(action) == (written or text)


def test_squares_are_sorted_by_column_then_row_number():
    assert MAP.format_action(MAP.parse_action("click b1 a10 a2 a12")) == "click a2 a10 a12 b1"


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("force", "at least one monster"),
        ("force vam-1r*0", "“vam-1r*0” needs a number from 1"),
        ("force vam-1r", "needs a number"),
        ("force vam-1r*2 vam-1r*1", "You named vam-1r twice"),
        ("force bat*2", "no monster “bat”"),
        ("class ghosts", "“ghosts” is not a class. Choose one of these: vampire, undead"),
        ("drop vam-1r h", "“h” is not a column. Choose one of these: a, b, c, d, e, f, g"),
        ("drop bat a", "no monster “bat”"),
        ("attack a1 b7 close", "no square “b7”; the squares go from a1 to g6"),
        ("attack a1 b1", "Please add a kind of attack"),
        ("attack a1 b1 close twice", "“twice” is not an addition"),
        ("attack a1 b1 close shackle shackle", "one word too many"),
        ("click a1 a1", "each square once"),
        ("click", "A square is missing"),
        ("retaliate twice", "“twice” is not a kind"),
        ("pass now", "“now” is one word too many"),
        ("d6 7", "“7” is not a number on the die"),
        ("fly", "I don't know that move"),
    ],
)
def test_what_is_not_understood_is_said(text, told):
    with pytest.raises(InvalidAction) as error:
        RULES.parse_action(text)
    assert told in error.value.text

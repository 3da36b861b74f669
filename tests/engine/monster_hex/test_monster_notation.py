"""Notation and options."""

from random import Random
from typing import Any

import pytest

from engine.core import CHANCE, InvalidAction, InvalidOptions
from engine.monster_hex import GAME_TYPE
from engine.monster_hex.actions import Action, AssignFaction, Draw, SeatOrder, Take
from tests.engine.monster_hex.positions import place, position, rules_for


def read(text: str, seats: int = 2) -> Action:
    rules = rules_for(seats)
    return rules.parse_action(text)


@pytest.mark.parametrize(
    ("text", "action"),
    [
        ("place S1 D1 0", place(2, "S1", "D1", 0)),
        ("place C4 F4 5", place(2, "C4", "F4", 5)),
        ("take 7", Take(7)),
        ("faction 1 yellow", AssignFaction(1, 2)),
        ("order 1 0", SeatOrder((1, 0))),
        ("draw 0 B3", Draw(0, 5)),
    ],
)
def test_notation_both_ways(text: str, action: Action) -> None:
    """Each action has one text, and parsing the text gives the action."""
    rules = rules_for(2)

    assert read(text) == action
    assert rules.format_action(action) == text


UNKNOWN = "I don't know that move. Pick one from the list."
NAMED = "Dragon, Hydra, Wyvern, Serpent, Wolf, Kraken, Spider, Bat, Scarab, Newt"


@pytest.mark.parametrize("text", ["PLACE s1 d1 0", "  place   S1\tD1 0 ", "Place S1 d1 00", "place dragon D1 0"])
def test_case_spaces_and_names_are_forgiven(text: str) -> None:
    """Any case, any spacing and a Monster's name are accepted."""
    assert read(text) == place(2, "S1", "D1", 0)


@pytest.mark.parametrize(
    ("text", "refusal"),
    [
        ("", UNKNOWN),
        ("put S1", UNKNOWN),
        ("place", "Please add a tile. Write “place TILE HEX ROTATION”."),
        ("place S1 D1", "Please add a rotation. Write “place TILE HEX ROTATION”."),
        ("place S2 D1 0", f"There is no tile “S2”; the tiles are {NAMED}."),
        ("place S1 D9 0", "There is no hex “D9”; the hexes go from B1 to F4."),
        ("place S1 c2 0", "C2 is the Demon King; place tiles on the hexes around it."),
        ("place S1 A1 0", "A1 is a Small Stone; place tiles on the hexes around it."),
        ("place S1 D1 6", "“6” is not a rotation from 0 to 5."),
        ("place S1 D1 ²", "“²” is not a rotation from 0 to 5."),
        ("place S1 D1 0 0", "“0” is one word too many. Write “place TILE HEX ROTATION”."),
        ("take 1", "No stone has the value “1”; the values are 2, 3, 4, 5, 6, 7."),
        ("take seven", "No stone has the value “seven”; the values are 2, 3, 4, 5, 6, 7."),
        ("faction 0 pink", "There is no faction “pink”; the factions are red, blue, yellow, green."),
        ("faction 2 red", "“2” is not a seat from 0 to 1."),
        ("order 0 0", "The order must contain each seat exactly once."),
        ("order 0", "Please add a seat. Write “order SEATS”."),
    ],
)
def test_refusals_repeat_the_word_that_is_wrong(text: str, refusal: str) -> None:
    """Malformed notation is refused with the wrong word and what is possible."""
    with pytest.raises(InvalidAction) as refused:
        read(text)

    assert refused.value.text == refusal


def test_refusals_repeat_at_most_80_characters() -> None:
    """An error text repeats at most 80 characters of the input."""
    with pytest.raises(InvalidAction) as refused:
        read("place " + "x" * 400)

    assert "x" * 79 in refused.value.text
    assert "x" * 80 not in refused.value.text


def test_options_in_full() -> None:
    """Options: one faction or null per seat, the board for this number of seats, and no variants."""
    full = {"factions": [None, None, None], "board": 3}
    full |= dict.fromkeys(("abilities", "objectives", "shared", "head_start"), False)

    assert GAME_TYPE.options(3, {}) == full
    assert GAME_TYPE.options(3, full) == full
    assert GAME_TYPE.options(2, {"factions": ["green", None]})["factions"] == ["green", None]


@pytest.mark.parametrize(
    ("seats", "raw", "refusal"),
    [
        (0, {}, "Monster Hex is for 1 to 4 players."),
        (5, {}, "Monster Hex is for 1 to 4 players."),
        (True, {}, "Monster Hex is for 1 to 4 players."),
        (2, {"colour": 1}, "Monster Hex has no option “colour”; its options are factions, board, abilities, objectives,"
         " shared, head_start, edition."),
        (2, {"head_start": 2}, "The option head_start must be true or false, not “2”."),
        (1, {"head_start": True}, "A head start is for 2 or 4 players. Turn it off for 1 or 3."),
        (2, {"abilities": "yes"}, "The option abilities must be true or false, not “yes”."),
        (2, {"shared": 0}, "The option shared must be true or false, not “0”."),
        (3, {"shared": True}, "The shared faction is for 2 players, and always part of a solo game. Turn it off."),
        (2, {"board": 2, "shared": True}, "2 seats with the shared faction play on board 3, not “2”."
         " The boards are 2, 3, 4."),
        (1, {"board": 3}, "1 seat with the shared faction plays on board 2, not “3”. The boards are 2, 3, 4."),
        (1, {"factions": ["red"]}, "The option factions needs 2 entries (one per seat and one for the shared faction),"
         " not 1."),
        (2, {"board": 3}, "2 seats play on board 2, not “3”. The boards are 2, 3, 4."),
        (2, {"board": 2.0}, "2 seats play on board 2, not “2.0”. The boards are 2, 3, 4."),
        (2, {"factions": "red"}, "The option factions must be a list with one entry per seat: red, blue, yellow,"
         " green or null."),
        (2, {"factions": ["red"]}, "The option factions needs 2 entries (one per seat), not 1."),
        (2, {"factions": ["red", "red"]}, "The faction red is chosen twice. Each seat needs its own."),
        (2, {"factions": ["Red", None]}, "There is no faction “Red”; the factions are red, blue, yellow, green, or null"
         " for any."),
        (2, {"factions": [[], None]}, "There is no faction “[]”; the factions are red, blue, yellow, green, or null"
         " for any."),
    ],
)  # fmt: skip
def test_options_out_of_range_say_what_is_possible(seats: int, raw: dict[str, Any], refusal: str) -> None:
    """Options out of range are refused with the possible values."""
    with pytest.raises(InvalidOptions) as refused:
        GAME_TYPE.rules(seats, raw)

    assert refused.value.text == refusal


def test_representations_hide_secrets() -> None:
    """Representations of states, views, events and actions contain no secret."""
    rules, state = rules_for(2), position(2, {}, hands={0: "S1 B2", 1: "A1 C4"})
    drawing = rules.apply(rules.initial_state(), CHANCE, SeatOrder((0, 1))).state
    drawn = rules.apply(drawing, CHANCE, Draw(0, 0)).events[0]

    for secret in (state, rules.view(state, 0), rules.determinize(rules.view(state, 0), Random(1)), Draw(0, 0)):
        assert "hidden" in repr(secret)
        assert "S1" not in repr(secret)
    assert "S1" not in repr(drawn)

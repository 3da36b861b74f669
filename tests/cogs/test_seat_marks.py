"""Marks of seats, dice and heights in messages: as in the pictures, once per message, else words alone."""

import re
from collections.abc import Sequence
from dataclasses import replace

import msgspec
import pytest

from cogs.ui.kit import emojis
from cogs.ui.messages.cards import card_view
from cogs.ui.messages.stories import format_events
from engine.monster_hex.events import OrderDrawn, SeatForfeited, StoneCaptured, TilePlaced
from tables.viewer import TableView
from tests import battle_games, hive_matches
from tests.cog_tables import new_game, table_view
from tests.cogs import clix_games
from tests.fake_discord import parts

MARKUP = re.compile(r"<:(\w+)_0123abcd:\d+> ")
SIX = ("Ann", "Ben", "Cam", "Dee", "Eve", "Fay")


def named(table: TableView, names: Sequence[str]) -> TableView:
    """Return the table with other names."""
    seats = [msgspec.structs.replace(seat, name=name) for seat, name in zip(table.seats, names, strict=True)]
    return replace(table, seats=tuple(seats))


def battle(names: Sequence[str] = SIX) -> TableView:
    """Return a table of Hex Battle Wars."""
    return named(battle_games.table_view(battle_games.new_game(len(names))), names)


def clix(names: Sequence[str] = SIX[:2]) -> TableView:
    """Return a table of Connect Four."""
    return named(table_view(clix_games.new_game()), names)


def marks(table: TableView) -> list[str | None]:
    """Return the seats' marks by the names of their emojis."""
    found = emojis.seat_marks(table.row.game, table.view, table.names)
    return [None if mark is None else mark.name.removesuffix("_0123abcd") for mark in found]


@pytest.mark.usefixtures("known_emojis")
def test_a_seats_mark_has_the_colour_and_letter_of_its_games_pictures() -> None:
    assert marks(battle()) == [
        "seat_red_a",
        "seat_blue_b",
        "seat_yellow_c",
        "seat_green_d",
        "seat_plum_e",
        "seat_ice_f",
    ]
    assert marks(battle(("Ann", "Abe", "Cam"))) == ["seat_red_a", "seat_blue_b", "seat_yellow_c"]
    assert marks(battle(("Éva", "漢字", "Жанна"))) == ["seat_red_e", "seat_blue_b", "seat_yellow_c"]
    assert marks(clix(("漢字", "Ann"))) == ["seat_red_b", "seat_yellow_a"]
    assert marks(clix()) == ["seat_red_a", "seat_yellow_b"]
    assert marks(clix(("Ann", "abe"))) == ["seat_red_a", "seat_yellow_b"]
    monsters = table_view(new_game(4))
    assert marks(monsters) == [f"faction_{seat.faction}" for seat in monsters.view.seats]
    assert marks(hive_matches.table_view(hive_matches.new_match(), 0)) == [None] * 3


def text_below_picture(table: TableView, story: str) -> str:
    """Return the text below the picture of a card."""
    return [
        part["content"] for part in parts(card_view(table, story, "A board.").to_components()) if "content" in part
    ][1]


def test_a_card_marks_each_seat_once_and_says_the_same_without_marks(request: pytest.FixtureRequest) -> None:
    table = table_view(new_game(2), names=("Ann", "Ben"))
    events = [OrderDrawn((0, 1)), TilePlaced(0, "A1", "C3", 0), TilePlaced(1, "S1", "D4", 0), SeatForfeited(1)]
    words, plain = format_events(table, events, 9), text_below_picture(table, "Ann waits for Ben.")

    request.getfixturevalue("known_emojis")
    lines = format_events(table, events, 9)
    seats = emojis.seat_marks(table.row.game, table.view, table.names)
    card = text_below_picture(table, "\n".join(lines))

    assert lines[0] == "Order of play: Ann, Ben."
    assert [line.split()[0] for line in lines[1:3]] == [str(mark) for mark in seats], "rather at the start of a line"
    assert format_events(table, events[:1], 9) == [f"Order of play: {seats[0]} Ann, {seats[1]} Ben."]
    assert [MARKUP.sub("", line) for line in lines] == words
    assert [card.count(str(mark)) for mark in seats] == [1, 1]
    assert MARKUP.sub("", text_below_picture(table, "Ann waits for Ben.")) == plain
    late = format_events(table, [events[2], StoneCaptured("C2", (3, 2), 0, 1, False)], 9)
    assert late[1] == f"The Demon King (C2) falls: {seats[0]} Ann with power 3, {seats[1]} Ben with 2.", "all marks"
    assert format_events(table, events[1:], 1) == [f"{seats[1]} Ben has left the game."], (
        "the first of those that are told"
    )


@pytest.mark.usefixtures("known_emojis")
def test_a_stand_in_has_the_mark_of_the_seat_that_left() -> None:
    table = table_view(new_game(2), names=("Ann", "Ben"))
    mark = emojis.seat_marks(table.row.game, table.view, table.names)[1]

    _, line = format_events(table, [SeatForfeited(1), TilePlaced(1, "S1", "D4", 0)], 2)

    assert line.startswith("Computer for Ben placed")
    assert format_events(table, [SeatForfeited(1), TilePlaced(1, "S1", "D4", 0)], 1) == [f"{mark} {line}"]


def test_dice_and_heights_are_words_until_there_are_emojis(request: pytest.FixtureRequest) -> None:
    def said() -> list[str]:
        return [
            emojis.die(4),
            emojis.die(14, 20),
            emojis.die(7, 10, "d10 7"),
            emojis.prefix_emoji("height_2", "level 2"),
        ]

    words = said()
    request.getfixturevalue("known_emojis")

    assert words == ["4", "14", "d10 7", "level 2"]
    assert [MARKUP.sub(r"\1 ", text) for text in said()] == [
        "d6_4 4",
        "die_14 14",
        "die_7 d10 7",
        "height_2 level 2",
    ]

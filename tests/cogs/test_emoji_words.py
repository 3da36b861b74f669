"""Emojis stand before their words in sentences, on buttons and in options, and nowhere else."""

import re
from dataclasses import replace
from random import Random
from typing import Any

import pytest
from discord import ui

from cogs.hive_mind.interface import INTERFACE as HIVE
from cogs.monster_hex.interface import INTERFACE as MONSTER
from cogs.ui.messages.cards import state_line
from cogs.ui.messages.lobby_message import lobby_view
from engine.game import act
from engine.hive_mind.events import HiveAnnounced
from engine.hive_mind.view import Announcement, Kinds
from engine.monster_hex.events import TilePlaced
from tables.settings import TableSettings
from tables.viewer import TableView
from tests import hive_matches
from tests.cog_tables import SEED, new_game, seat_row, table_row, table_view
from tests.fake_discord import parts

MARKUP = re.compile(r"<:(\w+)_0123abcd:\d+> ")
NAMES = ("Ann", "Ben", "Cam")


def placing(moves: int = 9) -> TableView:
    """Return the acting seat's view of Monster Hex after some moves, with a deadline."""
    game = new_game(3)
    for _ in range(moves):
        game = act(game, game.actors[0], game.legal(game.actors[0])[0], SEED).game
    return replace(table_view(game, game.actors[0]), deadline=60_000)


def told() -> list[str]:
    """Return sentences, scores, states and page texts of Monster Hex and Hive Mind."""
    table, match = placing(), hive_matches.table_view(hive_matches.new_match(), 0)
    ended = hive_matches.played(hive_matches.new_match(edition="recharged"), 3, Random(1))
    return [
        *MONSTER.words.sentences(table.view, [TilePlaced(0, "A1", "C3", 0)], NAMES),
        MONSTER.words.scores(table.view, NAMES),
        MONSTER.composing.page(table, "move", ()).text,
        MONSTER.composing.page(placing(12), "move", ()).text,
        state_line(table),
        *HIVE.words.sentences(
            match.view, [HiveAnnounced("charge", 1, Announcement(Kinds(2, 1, 0), (), "", ()))], NAMES
        ),
        HIVE.composing.page(match, "move", ()).text,
        HIVE.words.scores(hive_matches.table_view(ended).view, NAMES),
    ]


def test_what_is_told_is_the_same_but_for_the_emojis(request: pytest.FixtureRequest) -> None:
    words = told()

    request.getfixturevalue("known_emojis")
    marked = told()

    assert [MARKUP.sub("", text) for text in marked] == words
    assert re.fullmatch(r"Ann placed the <:hydra_\w+:\d+> Hydra on C3\.", marked[0])
    shown = {name for text in marked for name in MARKUP.findall(text)}
    assert {"hydra", "hourglass", "tri", "arc", "token_of_life"} <= shown
    assert not any("<:" in text for text in words)


def emojis_by_label(items: list[Any]) -> dict[str, str]:
    """Return the emoji of each button and option that has one."""
    found = [part for part in parts([item.to_component_dict() for item in items]) if "label" in part]
    return {part["label"]: part["emoji"]["name"] for part in found if part.get("emoji")}


@pytest.mark.usefixtures("known_emojis")
def test_buttons_and_options_have_the_emoji_beside_their_word() -> None:
    tiles = emojis_by_label([row.children[0] for row in MONSTER.composing.page(placing(1), "move", ()).rows])
    values = emojis_by_label(list(MONSTER.composing.page(placing(12), "move", ()).rows))
    seated = TableView(table_row(), (seat_row(0),), TableSettings(seats=2), None, None, (), (), None, None)
    factions = emojis_by_label(
        [item for item in lobby_view(seated, None).walk_children() if isinstance(item, ui.Select)]
    )

    assert tiles
    assert all(emoji == f"{label.split()[0].lower()}_0123abcd" for label, emoji in tiles.items())
    named = {label.partition(",")[0]: emoji for label, emoji in values.items()}
    assert named == {"6: you +6": "faction_blue_0123abcd", "3: you +3": "faction_yellow_0123abcd"}
    assert factions == {name: f"faction_{name.lower()}_0123abcd" for name in ("Red", "Blue", "Yellow", "Green")}


@pytest.mark.usefixtures("known_emojis")
def test_autocompletion_has_words_alone() -> None:
    """Discord shows no application emojis in autocompletion."""
    match = hive_matches.table_view(hive_matches.new_match(), 0)

    labels = [label for label, _ in (*MONSTER.typed_choices(placing()), *HIVE.typed_choices(match))]

    assert labels
    assert not any("<" in label for label in labels)

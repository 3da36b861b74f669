"""The banners of the games: small files with the game's words, and the buttons of newcomers beside them."""

from dataclasses import replace

import msgspec
import pytest

from cogs.ui.kit.banners import draw_banner, draw_banners
from cogs.ui.kit.interface import interface, playable_games
from cogs.ui.messages.cards import card_buttons, share_view
from cogs.ui.messages.shared_buttons import PLAY_PAGE
from render.banner import HEIGHT
from render.picture import ALT_LIMIT, WIDTH
from tests import hive_matches
from tests.cog_tables import ANN, BEN, TABLE, new_game, start_table, table_view
from tests.fake_discord import buttons
from tests.in_process_program import InProcessProgram

MOST_BYTES = 50_000


@pytest.mark.parametrize("game", playable_games())
def test_a_banner_is_a_small_file_and_says_what_it_shows(game: str) -> None:
    ours = interface(game)
    banner = draw_banner(game)

    assert (banner.width, banner.height) == (WIDTH, HEIGHT)
    assert len(banner.png) < MOST_BYTES
    assert len(ours.sentence) <= 75
    assert ours.sentence in banner.alt
    assert f"about {ours.minutes} min." in banner.alt
    assert draw_banner(game) is banner, "drawn once"
    assert draw_banner(game, is_first=True).png != banner.png


def test_a_list_of_games_is_a_small_file_of_low_rows() -> None:
    games = tuple(playable_games())

    drawn = draw_banners(games)

    assert drawn.width == WIDTH
    assert drawn.height < len(games) * HEIGHT / 2
    assert len(drawn.png) < 2 * MOST_BYTES
    assert len(drawn.alt) <= ALT_LIMIT
    assert draw_banners(games) is drawn, "drawn once"


def test_how_to_play_stands_beside_the_move_on_the_cards_of_newcomers() -> None:
    table = table_view(new_game(2), None, ("Ann", "Ben"))

    assert [each.label for each in card_buttons(table, newcomers=True)][:2] == ["Place a tile", "How to play"]
    assert "How to play" not in [each.label for each in card_buttons(table)]


@pytest.mark.parametrize(("first", "label"), [({"hives": 1}, "Play the full game"), ({}, "Play again")])
def test_after_a_first_game_the_rematch_is_named_as_the_full_game(first: dict[str, int], label: str) -> None:
    table = hive_matches.table_view(hive_matches.new_match())
    options = msgspec.json.encode({"edition": "recharged", **first}).decode()
    ended = replace(table, row=msgspec.structs.replace(table.row, phase="finished", options=options))

    assert card_buttons(ended)[0].label == label


async def test_a_shared_result_opens_the_page_of_play_for_its_game(program: InProcessProgram) -> None:
    await start_table(program.service)
    await program.service.resign(TABLE, ANN.id)
    shared = share_view(await program.service.view(TABLE), "the result", "the replay").to_components()

    page = await program.press(BEN, buttons({"components": shared})["Play Monster Hex"])

    assert f":{PLAY_PAGE}:" in buttons({"components": shared})["Play Monster Hex"]
    assert "**Monster Hex** · About 20 minutes" in page.text

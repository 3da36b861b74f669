"""*How to play*: short pages with pictures that explain each word before they use it and open from everywhere."""

import re
from collections.abc import Sequence
from random import Random
from typing import Any

import msgspec
import pytest

from cogs.ui.kit.custom_ids import LIMIT, CustomId
from cogs.ui.kit.guide import GOAL, NO_TABLE, WORDS, GuidePage, find_index, guide_id, list_pages
from cogs.ui.kit.interface import interface, playable_games
from engine.core import SPECTATOR, EngineError
from engine.games import game_type
from engine.hive_mind.editions import EDITIONS
from engine.scripted import ScriptedGame
from render.theme import THEMES
from tables import lobby
from tests.cog_tables import ANN, BEN, EVE, TABLE, open_lobby, start_table
from tests.fake_discord import parts
from tests.hive_matches import HIVE, played, started
from tests.hive_matches import new_match as begun_match
from tests.in_process_program import InProcessProgram

MONSTER, CLIX, BATTLE = "monster_hex", "connect_four", "hex_battle_wars"
VOCABULARY = {
    MONSTER: ("tile", "power", "stone", "rank", "faction", "monster", "overwhelm", "demon king", "large stone"),
    HIVE: (
        *("hive", "shape", "round", "tri", "arc", "line", "clue", "double", "block", "garnet", "feat"),
        *("token of life", "tokens of life", "elimination candidate"),
    ),
    CLIX: ("class", "monster", "force", "dial", "click", "power", "token", "hourglass", "strikes back", "kill point"),
    BATTLE: ("character", "block", "level", "armour", "invisibility", "tile", "ghost", "pass", "hp"),
}
"""Words of each game that a newcomer can't know."""
TABLES = [
    *((MONSTER, {}, seats) for seats in (1, 2, 3, 4)),
    (MONSTER, {"abilities": True, "objectives": True, "shared": True}, 2),
    (MONSTER, {"edition": 2024}, 2),
    *((MONSTER, {"abilities": True, "edition": 2024}, seats) for seats in (2, 3)),
    *((HIVE, {"edition": edition}, 5) for edition in EDITIONS),
    (HIVE, {"hives": 1}, 5),
    (CLIX, {"size": "brawl"}, 2),
    *((BATTLE, {"obstacles": obstacles}, 2) for obstacles in ("program", "players")),
]


def guide(game: str, options: dict[str, Any], seats: int) -> Sequence[GuidePage]:
    """Return the guide pages for a table."""
    return list_pages(game, game_type(game).options(seats, options), seats)


def says(text: str, word: str) -> bool:
    """Return whether a text uses a word, in singular or plural."""
    return re.search(rf"\b{word}s?\b", text.replace("*", ""), re.IGNORECASE) is not None


@pytest.mark.parametrize(("game", "options", "seats"), TABLES)
def test_pages_are_short_and_each_has_its_own_picture(game: str, options: dict[str, Any], seats: int) -> None:
    pages = guide(game, options, seats)

    assert 5 <= len(pages) <= 9
    assert len({page.name for page in pages}) == len({page.title for page in pages}) == len(pages)
    assert {page.name: page.words for page in pages if page.words > WORDS} == {}
    pictures = [page.draw("dark") for page in pages]
    assert len({picture.png for picture in pictures}) == len(pages)
    assert all(0 < len(picture.alt) <= 1024 for picture in pictures)
    assert all(picture.height * 390 / picture.width <= 440 for picture in pictures), "Next is in sight on a phone"
    assert all(len(str(guide_id(TABLE, game, page.name, "next"))) <= LIMIT for page in pages)


@pytest.mark.parametrize("game", playable_games())
def test_every_guide_begins_with_its_goal_in_at_most_five_short_sentences(game: str) -> None:
    seats = game_type(game).seats

    for first in {guide(game, {}, number)[0] for number in (seats[0], seats[-1])}:
        assert first.name == GOAL
        sentences = re.findall(r"[A-Z][^.?!]+\.", first.text)
        assert " ".join(sentences) == first.text
        assert len(sentences) <= 5
        assert first.draw("dark").png


@pytest.mark.slow
@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("game", playable_games())
def test_pages_are_drawn_in_every_theme(game: str, theme: str) -> None:
    seats = game_type(game).seats[0]

    assert all(page.draw(theme).png for page in guide(game, {}, seats))


@pytest.mark.parametrize(("game", "options", "seats"), TABLES)
def test_no_word_is_used_before_it_is_explained(game: str, options: dict[str, Any], seats: int) -> None:
    """A word is in bold on the page that explains it."""
    pages = guide(game, options, seats)
    explained = [{word.lower() for word in re.findall(r"\*\*(.+?)\*\*", page.text)} for page in pages]
    for words in ([*bold, *VOCABULARY[game]] for bold in explained):
        for word in words:
            used = [number for number, page in enumerate(pages) if says(f"{page.title} {page.text}", word)]
            told = [number for number, bold in enumerate(explained) if any(says(one, word) for one in bold)]
            assert not used or (told and told[0] <= used[0]), word


def test_what_only_some_tables_have_is_a_page_there_alone() -> None:
    def names(game: str, options: dict[str, Any], seats: int) -> list[str]:
        return [page.name for page in guide(game, options, seats)]

    assert "overwhelm" in names(MONSTER, {}, 2)
    assert "overwhelm" not in names(MONSTER, {}, 3) + names(MONSTER, {}, 4)
    of_2024 = {seats: names(MONSTER, {"abilities": True, "edition": 2024}, seats) for seats in (2, 3)}
    assert "overwhelm" not in of_2024[2]
    assert {*of_2024[2]} - {*of_2024[3]} == {"shared_out"}
    assert {*of_2024[3]} - {*names(MONSTER, {"abilities": True}, 3)} == {"other_names"}
    found = {edition: {*names(HIVE, {"edition": edition}, 3)} for edition in EDITIONS}
    assert found["tempo"] - found["recharged"] == {"gift"}
    assert found["gauntlet"] - found["recharged"] == {"totals", "feats"}
    assert found["recharged"] < found["tempo"]
    assert names(HIVE, {"hives": 1}, 3) == ["goal", "hive", "shape", "hint", "odd"]


def test_the_page_that_fits_what_is_asked_exists() -> None:
    for edition in EDITIONS:
        pages = [page.name for page in guide(HIVE, {"edition": edition}, 3)]
        game = begun_match(3, edition=edition)
        rng, fitting = Random(1), []
        while game.outcome is None:
            fitting.append(interface(HIVE).teaching.guide_page(game.view(SPECTATOR)))
            game = played(game, 1, rng)
        assert fitting[:3] == ["shape", "odd", "guess"]
        assert {*fitting, interface(HIVE).teaching.guide_page(game.view(SPECTATOR))} <= {*pages}
        assert ("totals" in fitting) == (edition == "gauntlet")


def test_a_page_that_there_is_not_is_the_first() -> None:
    pages = guide(MONSTER, {}, 2)

    assert find_index(pages, "stones") == 3
    assert find_index(pages, "") == find_index(pages, "a page of next year") == 0


def test_a_script_that_the_rules_do_not_allow_is_refused() -> None:
    with pytest.raises(EngineError):
        ScriptedGame(MONSTER, 2, {}, 1, ("place S1 A1 0",))


def test_a_star_in_a_script_is_the_first_legal_action() -> None:
    played = [ScriptedGame(MONSTER, 2, {}, 1, script).views(SPECTATOR) for script in (["*"], ["place A2 D1 0"])]

    assert played[0] == played[1]


# Guides opened in the running program


async def test_pages_are_turned_from_a_lobby_to_the_last(program: InProcessProgram) -> None:
    await open_lobby(program.service)

    shown = await program.press(EVE, f"{TABLE}::rules")
    seen = [shown.text]
    while "Next" in (buttons := shown.buttons):
        shown = await program.press(EVE, buttons["Next"], private=True)
        seen.append(shown.text)

    titles = [page.title for page in guide(MONSTER, {}, 2)]
    assert [text.splitlines()[0] for text in seen] == [f"### {title} ({n} of 6)" for n, title in enumerate(titles, 1)]
    assert shown.buttons.keys() == {"Previous", "First lesson"}


async def test_the_goal_comes_first_and_offers_the_page_on_what_is_decided_now(program: InProcessProgram) -> None:
    await start_table(program.service)
    while (await program.service.view(TABLE)).view.take is None:
        table = await program.service.view(TABLE)
        person = next(one for one in (ANN, BEN) if one.id == table.awaited_seats()[0].user_id)
        seen = await program.service.view(TABLE, person.id)
        await program.service.act(TABLE, person.id, seen.legal[len(seen.legal) // 2])

    goal = await program.press(EVE, f"{TABLE}::rules")
    topic = await program.press(EVE, goal.buttons["Now: Large Stones"], private=True)

    assert "Your goal" in goal.text
    assert "(1 of 6)" in goal.text
    assert goal.buttons.keys() == {"Next", "Now: Large Stones"}, "no page came before it"
    assert "### Large Stones" in topic.text
    assert topic.buttons.keys() == {"Previous", "Next"}


async def test_the_first_page_alone_leads_back_to_the_menu_from_which_it_was_opened(program: InProcessProgram) -> None:
    await start_table(program.service)

    first = await program.press(EVE, f"{TABLE}::rules", private=True)
    second = await program.press(EVE, first.buttons["Next"], private=True)
    again = await program.press(EVE, second.buttons["Previous"], private=True)

    assert first.buttons.keys() == again.buttons.keys() == {"Back", "Next"}
    assert second.buttons.keys() == {"Previous", "Next"}
    assert "Legend" in (await program.press(EVE, again.buttons["Back"], private=True)).buttons


async def test_a_page_follows_the_tables_edition(program: InProcessProgram) -> None:
    await started(program.service, edition="gauntlet")

    assert "garnets" in (await program.press(EVE, str(guide_id(TABLE, HIVE, "abilities")))).text
    assert "of 9" in (await program.press(EVE, str(guide_id(TABLE, HIVE, "totals")))).text


async def test_pages_outlive_their_table(program: InProcessProgram) -> None:
    shown = await program.press(EVE, str(guide_id("goneforgod", MONSTER, "stones", "next")))

    assert "Surround a stone" in shown.text
    assert {"Previous", "Next", "Play the computer now"} == shown.buttons.keys()


async def test_the_way_on_is_the_only_bright_button(program: InProcessProgram) -> None:
    shown = await program.press(EVE, str(guide_id(None, MONSTER)))

    buttons = [part for part in parts(shown.requests[-1].body) if part.get("type") == 2]
    assert [part["label"] for part in buttons if part["style"] == 1] == ["Next"]


@pytest.mark.parametrize("details", [(), ("chess", ""), (HIVE,)])
async def test_pages_of_no_game_say_which_there_are(program: InProcessProgram, details: tuple[str, ...]) -> None:
    shown = await program.press(EVE, str(CustomId(NO_TABLE, None, "guide", details)))

    assert ("Monster Hex" in shown.text) == (details != (HIVE,))
    assert shown.text


async def test_a_lobby_shows_the_pages_for_its_seats(program: InProcessProgram) -> None:
    await open_lobby(program.service)
    table = await program.service.view(TABLE)
    more = msgspec.structs.replace(table.settings, seats=3)
    await program.service.change(TABLE, lobby.set_options(ANN.id, more, game_type(MONSTER)))

    assert "(1 of 5)" in (await program.press(EVE, f"{TABLE}::rules")).text

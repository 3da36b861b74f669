"""The router: every custom id has one handler, and an id without a handler is answered too."""

import re
from pathlib import Path

import pytest

from cogs.at_table.move_pages import with_game_pages
from cogs.router import OLD_BUTTON, Router
from cogs.ui.kit.composing import FIRST_PAGE
from cogs.ui.kit.custom_ids import CustomId
from cogs.ui.kit.interactions import collect, on
from cogs.ui.kit.interface import playable_games
from tests.cog_tables import ANN, TABLE, start_table
from tests.in_process_program import InProcessProgram

COGS = Path(__file__).parents[2] / "cogs"


class First:
    """A page with a button."""

    @on(FIRST_PAGE, "open")
    async def _open(self, *_: object) -> None: ...


class Second:
    """A page with a button of the same action."""

    @on("open")
    async def _open_too(self, *_: object) -> None: ...


class Tile(First):
    """A page with the same name as a game's page."""

    @on("tile")
    async def _tile(self, *_: object) -> None: ...


def test_two_handlers_of_one_action_are_rejected() -> None:
    assert {*collect([First()])} == {FIRST_PAGE, "open"}
    with pytest.raises(ValueError, match="two handlers for open"):
        collect([First(), Second()])
    with pytest.raises(ValueError, match="two handlers for tile"):
        with_game_pages(collect([Tile()]))


@pytest.mark.parametrize("place", [TABLE, "me", "nosuchtabl", "learn", "whatif.nosuch"])
@pytest.mark.parametrize("private", [True, False], ids=["a private page", "a public message"])
async def test_a_press_that_no_page_claims_is_answered_privately(
    program: InProcessProgram, place: str, private: bool
) -> None:
    await start_table(program.service)

    result = await program.press(ANN, f"{place}::no_such_button", private=private)

    assert result.text == OLD_BUTTON


@pytest.mark.parametrize("custom_id", ["", "button", "a:b", "::", "a::", "a:version:move"])
async def test_a_custom_id_in_another_format_is_answered_too(program: InProcessProgram, custom_id: str) -> None:
    assert (await program.press(ANN, custom_id)).text == OLD_BUTTON


@pytest.mark.parametrize("game", playable_games())
async def test_all_pages_of_a_game_are_claimed(program: InProcessProgram, game: str) -> None:
    router = Router(program.bot)
    sources = [path.read_text() for path in (COGS / game).glob("*.py")]
    pages = {name for source in sources for name in re.findall(r'_id\(\s*table, "(\w+)"', source)}

    assert "do" in pages
    assert {page for page in pages if router.route(CustomId(TABLE, None, page)) is None} == set()

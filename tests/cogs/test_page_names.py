"""A press goes to the program's own handlers first, so no page of a game may have the name of one."""

import re
from pathlib import Path

import pytest

from cogs.router import Router
from cogs.ui.kit.interface import playable
from tests.in_process_program import InProcessProgram

COGS = Path(__file__).parents[2] / "cogs"
SHARED = {"do", "form", "form_submitted", "hand", "more"}
"""What a game's pages lead to on purpose."""


@pytest.mark.parametrize("game", playable())
async def test_no_page_of_a_game_is_taken_for_another_press(program: InProcessProgram, game: str) -> None:
    router = Router(program.bot)
    sources = [path.read_text() for path in (COGS / game).glob("*.py")]
    pages = {name for source in sources for name in re.findall(r'_id\(\s*table, "(\w+)"', source)}

    assert "do" in pages
    assert (pages - SHARED) & {*router._handlers, *router._forms} == set()

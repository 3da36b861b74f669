"""How a newcomer gets from a command without options to a board."""

import pytest

from tests.playground_driver import Json, components, pictures, texts
from tests.program_processes import ProgramProcesses
from tests.table_driver import buttons

pytestmark = [pytest.mark.slow, pytest.mark.asyncio(loop_scope="session")]


def button_of(page: Json, label: str, game: str) -> str:
    """The custom id of a game's button."""
    return next(
        part["custom_id"] for part in components(page) if part.get("label") == label and game in part["custom_id"]
    )


async def test_a_game_against_the_computer_is_one_press_away_from_help(program: ProgramProcesses) -> None:
    ann = await program.person("Ann")
    channel = await program.channel()
    page = await ann.answer(await ann.slash(channel, "help"))

    await ann.click(page, button_of(page, "Play", "monster_hex"))

    lobby = await ann.wait_for(channel, lambda message: "The board is in" in texts(message))
    assert "Computer 1" in texts(lobby)
    card = await ann.wait_for(lobby["id"], lambda message: "Place a tile" in buttons(message))
    assert "Monster Hex" in texts(card)


async def test_the_guide_is_read_from_play_to_its_end(program: ProgramProcesses) -> None:
    ann = await program.person("Ann")
    channel = await program.channel()
    page = await ann.answer(await ann.slash(channel, "play"))
    await ann.select(page, "hive_mind")
    page = await ann.wait_for(channel, lambda message: "Hive Mind" in texts(message) and len(pictures(message)) == 1)
    await ann.click(page, button_of(page, "How to play", "hive_mind"))
    for number in range(1, 8):
        shown = f"{number} of 7"
        page = await ann.wait_for(channel, lambda message, shown=shown: shown in texts(message))
        assert len(pictures(page)) == 1
        if number < 7:
            await ann.click(page, label="Next")
    assert "Next" not in buttons(page)

"""Cards on a phone: the board, the text below it and the first row of buttons fit on one screen."""

import io
import json
from typing import Any

import msgspec
import pytest
from PIL import Image

from cogs.ui.kit.interface import interface, playable_games
from engine.games import game_type
from tests.cog_tables import PEOPLE, TABLE, act, start_table
from tests.fake_discord import parts
from tests.hive_matches import HIVE, started
from tests.in_process_program import InProcessProgram

ROOM = 844 - 158
"""The height of a phone less the top and the bottom of the playground's window, in pixels of CSS."""
WIDTH, CHARACTERS = 374, 44
"""The width of a card's picture in pixels, and the characters that fit into a line of its text."""
LINE, ROW = 24, 62
"""The heights of a line of text, and of a row of buttons with its margins."""
TURNS = 6


def measure(program: InProcessProgram) -> int:
    """Return the height of the newest card from the top of its picture to the end of its first row of buttons."""
    body = json.loads(program.public(f"{TABLE}::more")[-1])
    there: list[dict[str, Any]] = [part for part in parts(body["components"]) if "type" in part]
    texts = [part["content"] for part in there if part["type"] == 10][1:]
    lines = sum(-(-len(line) // CHARACTERS) for text in texts for line in text.split("\n"))
    width, height = Image.open(io.BytesIO(program.discord.pictures[-1][1])).size
    return round(height * WIDTH / width) + lines * LINE + ROW


@pytest.mark.parametrize(
    ("game", "seats"),
    [(game, seats) for game in playable_games() for seats in game_type(game).seats if 1 < seats <= len(PEOPLE)],
)
async def test_the_board_and_the_first_buttons_fit_on_a_phone(program: InProcessProgram, game: str, seats: int) -> None:
    if game == HIVE:
        await started(program.service, seats)
    else:
        options = game_type(game).options(seats, dict(interface(game).lobby.new_options))
        await start_table(program.service, seats, game=game, options=msgspec.json.encode(options).decode())
    heights: list[int] = []
    for _ in range(1 if game == HIVE else TURNS):
        await program.outbox.settle()
        heights.append(measure(program))
        if game != HIVE:  # its cards come at the end of a round
            await act(program.service)

    assert max(heights) <= ROOM, heights

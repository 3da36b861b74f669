"""Stale presses in a lobby: an answer that speaks of the table, whichever game is to be played there."""

import asyncio

import pytest
from structlog.testing import capture_logs

from cogs.ui.kit.interface import playable
from cogs.ui.texts import lobby_texts
from tables.settings import TableSettings
from tables.texts import LOBBY_MOVED_ON
from tests.cogs.cog_tables import ANN, BEN, TABLE, open_lobby
from tests.in_process_program import InProcessProgram

pytestmark = pytest.mark.slow


@pytest.fixture(params=playable())
async def lobby(request: pytest.FixtureRequest, program: InProcessProgram) -> InProcessProgram:
    """The program with a lobby of Ann's, at step 1."""
    seats = max(playable()[request.param].seats)
    await open_lobby(program.service, TableSettings(seats=seats, computer="random"), game=request.param)
    return program


async def test_start_while_somebody_joins(lobby: InProcessProgram) -> None:
    await lobby.press(BEN, f"{TABLE}::join")

    with capture_logs() as lines:
        result = await lobby.press(ANN, f"{TABLE}:1:start")

    assert result.text == LOBBY_MOVED_ON
    assert lines == []
    assert (await lobby.service.load(TABLE)).row.phase == "lobby"


async def test_a_computer_player_added_three_times_quickly_is_added_once(lobby: InProcessProgram) -> None:
    with capture_logs() as lines:
        result = await asyncio.gather(*(lobby.press(ANN, f"{TABLE}:1:computer") for _ in range(3)))

    assert sorted(lobby_texts.SEATS_CHANGED in answer.text for answer in result) == [False, True, True]
    assert lines == []
    assert [seat.name for seat in (await lobby.service.load(TABLE)).seats] == ["Ann", "Computer 1"]


@pytest.mark.parametrize("action", ["computer", "start", "close"])
async def test_every_press_of_the_host_from_before_somebody_came_and_went(lobby: InProcessProgram, action: str) -> None:
    await lobby.press(BEN, f"{TABLE}::join")
    await lobby.press(BEN, f"{TABLE}::leave")

    result = await lobby.press(ANN, f"{TABLE}:1:{action}")

    if action == "computer":
        # It is pressed on the page behind Set up, which is shown again.
        assert lobby_texts.SEATS_CHANGED in result.text
        assert [seat.name for seat in (await lobby.service.load(TABLE)).seats] == ["Ann"]
    else:
        assert (result.text, result.custom_ids) == (LOBBY_MOVED_ON, [])

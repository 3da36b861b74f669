"""Stale presses: the answer describes the current table, and never reports an act as done if it was not."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

import pytest
from structlog.testing import capture_logs

from cogs.positions.positions import Positions
from cogs.starting.lobby import SEATS_CHANGED
from cogs.ui.kit.custom_ids import LEARN, CustomId
from cogs.ui.kit.errors import DONE_UNTOLD
from cogs.ui.texts import texts
from tables import lobby as decisions
from tables.open_table import Person
from tables.positions import DOT
from tables.settings import TableSettings
from tables.texts import LOBBY_MOVED_ON, NO_SUCH_TABLE, NOT_STARTED
from tables.whatif.sandboxes import KIND
from tests.cog_tables import ANN, BEN, EVE, TABLE, open_lobby, start_table
from tests.in_process_program import InProcessProgram

pytestmark = pytest.mark.slow


@pytest.fixture
async def lobby(program: InProcessProgram) -> InProcessProgram:
    """Return the program with a lobby of Ann's at step 1."""
    await open_lobby(program.service, TableSettings(seats=4, computer="random"))
    return program


async def test_a_computer_player_added_three_times_quickly_is_added_once(lobby: InProcessProgram) -> None:
    with capture_logs() as lines:
        result = await asyncio.gather(*(lobby.press(ANN, f"{TABLE}:1:computer") for _ in range(3)))

    assert sorted(SEATS_CHANGED in answer.text for answer in result) == [False, True, True]
    assert lines == []
    assert [seat.name for seat in (await lobby.service.load(TABLE)).seats] == ["Ann", "Computer 1"]


@pytest.mark.parametrize("action", ["computer", "start", "close"])
async def test_every_press_of_the_host_from_before_somebody_came_and_went(lobby: InProcessProgram, action: str) -> None:
    await lobby.press(BEN, f"{TABLE}::join")
    await lobby.press(BEN, f"{TABLE}::leave")

    result = await lobby.press(ANN, f"{TABLE}:1:{action}")

    if action == "computer":
        # This button is on the page behind Set up, which is shown again.
        assert SEATS_CHANGED in result.text
        assert [seat.name for seat in (await lobby.service.load(TABLE)).seats] == ["Ann"]
    else:
        assert (result.text, result.custom_ids) == (LOBBY_MOVED_ON, [])


# Ids of missing tables

DETAILS = (("stop",), ("0", "1"))
"""Button details such that each handler can parse one of them."""


async def unknown(program: InProcessProgram, table: str) -> None:
    """Leave the table unknown."""


async def not_started(program: InProcessProgram, table: str) -> None:
    await open_lobby(program.service, limits={}, id=table)


async def cancel_open_table(program: InProcessProgram, table: str) -> None:
    await not_started(program, table)
    await program.service.change(table, decisions.cancel(ANN.id))


async def cancel_running_table(program: InProcessProgram, table: str) -> None:
    await start_table(program.service, id=table)
    await program.service.change(table, decisions.cancel(ANN.id))


@pytest.mark.parametrize("details", DETAILS, ids=":".join)
@pytest.mark.parametrize("person", [ANN, EVE], ids=["its host", "a stranger"])
@pytest.mark.parametrize(
    "state", [unknown, not_started, cancel_open_table, cancel_running_table], ids=lambda state: state.__name__
)
async def test_no_press_at_a_table_that_is_not_played_is_answered_as_done_in_vain(
    program: InProcessProgram,
    state: Callable[[InProcessProgram, str], Awaitable[None]],
    person: Person,
    details: tuple[str, ...],
) -> None:
    """Press every registered action on a private page: none may report success without showing a result."""
    router: Any = program.bot.get_cog("Router")
    for number, action in enumerate(router._routes):
        # Most presses change a lobby, so each gets a new one.
        table = f"t{number if state is not_started else 0:09}"
        if state is not_started or not number:
            await state(program, table)
        with capture_logs() as lines:
            result = await program.press(person, str(CustomId(table, None, action, details)), private=True)
        said = {text for text in (DONE_UNTOLD, texts.DONE_MOVED_ON) if text in result.text}
        assert (action, said, [line for line in lines if "exc_info" in line]) == (action, set(), [])


@pytest.mark.parametrize("position", [f"{KIND}{DOT}nosuch", f"{LEARN}{DOT}nosuch", f"nosuch{DOT}nosuch"])
async def test_no_press_in_a_position_that_is_gone_is_answered_as_done(
    program: InProcessProgram, position: str
) -> None:
    positions = program.bot.require_cog(Positions)
    for action in {action for routes in positions.routes_of_kinds.values() for action in routes}:
        with capture_logs() as lines:
            result = await program.press(ANN, f"{position}:1:{action}", private=True)
        assert (action, "Done" in result.text, "reference" in result.text) == (action, False, False)
        assert [line for line in lines if "exc_info" in line] == []


@pytest.mark.parametrize("action", ["mute", "unmute", "nudge", "follow:turns", "follow:end", "follow:stop"])
async def test_pings_of_a_table_that_is_unknown_or_not_started_change_nothing(
    program: InProcessProgram, action: str
) -> None:
    await open_lobby(program.service)

    for person in (ANN, EVE):
        assert (await program.press(person, f"{TABLE}::{action}", private=True)).text == NOT_STARTED
        assert (await program.press(person, f"nosuchtabl::{action}", private=True)).text == NO_SUCH_TABLE
    async with program.store.read() as reader:
        assert (await reader.people.list_muting_users(TABLE), await reader.people.follows(TABLE)) == (frozenset(), ())

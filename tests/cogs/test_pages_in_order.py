"""Quick presses on one private page: it finally shows the result of the newest."""

import asyncio
from types import SimpleNamespace
from typing import Any

import pytest

from cogs.ui.requests import limits
from cogs.ui.requests.limits import PagesInOrder
from tests.cog_tables import ANN, CHANNEL, TABLE, start_table
from tests.fake_discord import SentRequest
from tests.in_process_program import EPHEMERAL, InProcessProgram
from tests.patience import patience
from tests.running_dispatchers import SECONDS


def press(page: int) -> Any:
    """Return a press on a private page."""
    return SimpleNamespace(message=SimpleNamespace(id=page, flags=SimpleNamespace(ephemeral=True)), extras={})


async def test_a_press_waits_until_the_one_before_it_on_its_page_is_answered() -> None:
    pages = PagesInOrder()
    with pages.enter(press(1)) as first, pages.enter(press(1)) as second, pages.enter(press(2)) as elsewhere:
        waiting = asyncio.create_task(second.turn())
        await first.turn()
        await elsewhere.turn()
        await asyncio.sleep(0)
        assert not waiting.done()

        first.leave()
        await waiting


async def test_a_press_that_is_stuck_keeps_the_next_one_waiting_only_so_long_and_is_not_shown_after_it(
    program: InProcessProgram, monkeypatch: pytest.MonkeyPatch
) -> None:
    await start_table(program.service)
    monkeypatch.setattr(limits, "WAIT_SECONDS", 0)
    more = {"message": program.discord._message(CHANNEL, {"flags": EPHEMERAL})}
    first, second = (
        program.interaction(3, ANN, {"data": {"component_type": 2, "custom_id": f"{TABLE}::{action}"}, **more})
        for action in ("rules", "legend")
    )
    begun, released = asyncio.Event(), asyncio.Event()

    async def hold(request: SentRequest) -> None:
        if request.method == "PATCH" and first["token"] in request.path:
            begun.set()
            await released.wait()

    program.discord.before = hold
    program.discord.fail_next("PATCH", f".*{first['token']}.*", OSError("connection lost"))

    async with patience(SECONDS):
        stuck = asyncio.create_task(program.dispatch(first))
        await begun.wait()
        await program.dispatch(second)
        released.set()
        await stuck

    result = program.discord.results[first["token"]]
    assert [request.method for request in result.requests] == ["POST"], "nothing else is said"
    assert [first["token"] in edit.path for edit in program.discord.sent("PATCH", ".*")] == [True, False]

"""Turning points by clicks: from the last card to a move and a better one, over a kill; nothing for a stranger."""

import asyncio

import pytest

from tables.after_the_end import review_texts as refusals
from tests.end_to_end.league_driver import turned
from tests.playground_driver import PATIENCE_SECONDS, Json, Person, texts
from tests.program_processes import ProgramProcesses
from tests.table_driver import EPHEMERAL, buttons, is_public, table_of

pytestmark = [pytest.mark.slow, pytest.mark.asyncio(loop_scope="session")]
GALLERY = 12
BUTTON = "My turning points"


async def looked(person: Person, page: Json, title: str = "### Turning point 1") -> Json:
    """The page once the coach has looked."""

    def has_looked(name: str, data: Json) -> bool:
        return name == "MESSAGE_UPDATE" and data["id"] == page["id"] and title in texts(data)

    known = next((data for name, data in reversed(person.events) if has_looked(name, data)), None)
    return known or await asyncio.wait_for(person.event(has_looked), 3 * PATIENCE_SECONDS)


async def test_turning_points_of_a_game_that_is_over_are_the_same_after_a_kill(killable: ProgramProcesses) -> None:
    ann, ben, eve = [await killable.person(name) for name in ("Ann", "Ben", "Eve")]
    table = await table_of(killable, [ann, ben])
    over = await table.play(await table.start())
    log = killable.entries(table.id)
    public = [message["id"] for message in await table.messages() if is_public(message)]

    looking = await ann.answer(await ann.click(over, label=BUTTON))
    assert looking["flags"] & EPHEMERAL
    page = await looked(ann, looking)
    assert "**Better:**" in texts(page)
    galleries = [part for part in page["components"][0]["components"] if part["type"] == GALLERY]
    assert [len(gallery["items"]) for gallery in galleries] == [1, 1]
    assert refusals.NOT_YOUR_GAME in texts(await eve.answer(await eve.click(over, label=BUTTON)))

    await killable.restart_bot()
    again = await looked(ann, await ann.answer(await ann.click(over, label=BUTTON)))
    assert texts(again) == texts(page)
    stepped = await turned(ann, again, "Step by step")
    assert "What would you have played?" in buttons(stepped)
    await ann.click(stepped, label="What would you have played?")
    told = await looked(ann, stepped, "### Your move after turn")
    assert told["flags"] & EPHEMERAL

    assert killable.entries(table.id) == log
    assert [message["id"] for message in await table.messages() if is_public(message)] == public

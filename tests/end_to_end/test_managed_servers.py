"""What the owner of a server sets with /server holds for everybody's next game."""

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio

from tests.playground_driver import PATIENCE_SECONDS, DriverError, Json, Person, components, texts
from tests.program_processes import ProgramProcesses, start_program
from tests.table_driver import EPHEMERAL, buttons, open_table

pytestmark = [pytest.mark.slow, pytest.mark.asyncio(loop_scope="session")]


@pytest_asyncio.fixture(loop_scope="session")
async def own_program(tmp_path: Path) -> AsyncIterator[ProgramProcesses]:
    """A playground and a bot of this test's own, since a server's settings are everybody's."""
    async with start_program(tmp_path) as started:
        yield started
        await started.check()


async def choose(person: Person, page: Json, setting: str, *values: str) -> Json:
    """Choose in one of the selects of /server; return the page after it."""
    changed = person.event(lambda name, data: name == "MESSAGE_UPDATE" and data["id"] == page["id"])
    await person.select(page, [*values], f"server::server_set:{setting}")
    return await asyncio.wait_for(changed, PATIENCE_SECONDS)


async def test_the_owner_sets_where_and_how_games_are_played(own_program: ProgramProcesses) -> None:
    ann, ben, cam = [await own_program.person(name) for name in ("Ann", "Ben", "Cam")]
    room, other = await own_program.channel(), await own_program.channel()
    role = await own_program.playground.role("Moderators", cam)

    with pytest.raises(DriverError, match="no command server"):
        await ben.slash(room, "server")
    page = await ann.answer(await ann.slash(room, "server"))
    assert page["flags"] & EPHEMERAL
    await choose(ann, page, "channels", room)
    await choose(ann, page, "place", "channel")
    await choose(ann, page, "role", role)
    page = await choose(ann, page, "game", "hive_mind")

    assert "Reset to defaults" in buttons(page)
    chosen = {part["custom_id"]: part["default_values"] for part in components(page) if part.get("default_values")}
    assert [[value["id"] for value in values] for values in chosen.values()] == [[room], [role]]
    refused = await ben.answer(await ben.slash(other, "play"))
    assert f"games start in <#{room}>" in texts(refused)
    assert own_program.rows("SELECT id FROM tables") == []
    games = await ben.answer(await ben.slash(room, "play"))
    assert "**Hive Mind**" in texts(games)

    table = await open_table(own_program, ben, room, seats=2)
    await table.join(ann)
    card = await table.start()
    assert card["channel_id"] == room
    assert await ben.threads() == []

    # Cam has no seat, and the role.
    listed = await cam.answer(await cam.slash(room, "moderate"))
    turned_away = await ben.answer(await ben.slash(room, "moderate"))
    assert "Choose one to moderate it" in texts(listed)
    assert "for those who moderate this server" in texts(turned_away)

    reset = ann.event(lambda name, data: name == "MESSAGE_UPDATE" and data["id"] == page["id"])
    await ann.click(page, label="Reset to defaults")
    assert "Reset to defaults" not in buttons(await asyncio.wait_for(reset, PATIENCE_SECONDS))
    elsewhere = await open_table(own_program, ben, other, seats=2)
    await elsewhere.join(ann)
    assert (await elsewhere.start())["channel_id"] == elsewhere.lobby["id"]

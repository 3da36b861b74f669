"""A finished game as a file: exported, checked, brought back and looked at; without its player it stays proved."""

import asyncio
import io
import zipfile

import pytest

from cogs.ui.texts import games_texts, trust_texts
from cogs.ui.texts import texts as app_texts
from engine.record_json import decode
from tests.playground_driver import PATIENCE_SECONDS, Json, Person, components, pictures, texts
from tests.program_processes import ProgramProcesses
from tests.table_driver import table_of

pytestmark = [pytest.mark.slow, pytest.mark.asyncio(loop_scope="session")]


async def file_of(person: Person, message: Json) -> bytes:
    """The file that a message shows."""
    url = next(part["file"]["url"] for part in components(message) if part["type"] == 13)
    async with person.playground.session.get(url) as response:
        assert response.status == 200
        return await response.read()


async def test_a_game_is_taken_along_checked_looked_at_and_outlives_its_player(program: ProgramProcesses) -> None:
    nora, otto = [await program.person(name) for name in ("Nora", "Otto")]
    table = await table_of(program, [nora, otto])
    await table.play(await table.start())

    exported = await nora.answer(await nora.slash(table.channel, "export"))
    with zipfile.ZipFile(io.BytesIO(await file_of(nora, exported))) as archive:
        (name,) = [name for name in archive.namelist() if table.id in name]
        record = archive.read(name)
    assert decode(record).configuration.table == table.id

    async def verified(person: Person) -> str:
        return texts(await person.answer(await person.slash(table.channel, "verify", file=record)))

    said = await verified(nora)
    assert games_texts.CHECKED in said
    assert trust_texts.SAME_AS_HERE in said

    shown = await nora.answer(await nora.slash(table.channel, "import", file=record))
    assert pictures(shown)
    assert "wins" in texts(shown) or "share" in texts(shown)
    first = await changed(nora, shown, app_texts.BUTTON_FIRST)
    assert "the start" in texts(first)

    page = await nora.answer(await nora.slash(table.channel, "privacy"))
    asked = await changed(nora, page, trust_texts.BUTTON_DELETE_DATA)
    assert trust_texts.DELETED in texts(await changed(nora, asked, trust_texts.BUTTON_YES_DELETE))

    assert trust_texts.NOTHING_TO_EXPORT in texts(await nora.answer(await nora.slash(table.channel, "export")))
    assert trust_texts.NO_IMPORTS in texts(await nora.answer(await nora.slash(table.channel, "import")))
    said = await verified(otto)
    assert games_texts.CHECKED in said
    assert trust_texts.SAME_AS_HERE in said


async def changed(person: Person, message: Json, label: str) -> Json:
    """A private page after a press."""
    before = texts(message)
    future = person.event(
        lambda name, data: name == "MESSAGE_UPDATE" and data["id"] == message["id"] and texts(data) != before
    )
    await person.click(message, label=label)
    return await asyncio.wait_for(future, PATIENCE_SECONDS)

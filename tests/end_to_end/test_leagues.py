"""Leagues by clicks: a cup from its opening to its end, and a season published with a form, organised and told."""

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio

from tests.end_to_end.league_driver import dealt, lost_by_resigning, pressed, sent, shown, turned
from tests.playground_driver import PATIENCE_SECONDS, components, pictures, texts
from tests.program_processes import ProgramProcesses, start_program
from tests.table_driver import buttons, is_public, mentioned

pytestmark = [pytest.mark.slow, pytest.mark.asyncio(loop_scope="session")]


@pytest_asyncio.fixture(loop_scope="session")
async def own_program(tmp_path: Path) -> AsyncIterator[ProgramProcesses]:
    """A playground and a bot of this test's own, since leagues are the server's."""
    async with start_program(tmp_path) as started:
        yield started
        await started.check()


async def test_a_cup_for_tonight(own_program: ProgramProcesses) -> None:
    ann, ben = people = [await own_program.person(name) for name in ("Ann", "Ben")]
    channel = await own_program.channel()

    page = await ann.answer(await ann.slash(channel, "league"))
    page = await turned(ann, page, "Cup now")
    page = await turned(ann, page, "Connect Four – HorrorClix Edition")
    card = await shown(ann, channel, "Connect Four", "cup", "0 people in")
    assert [pictures(card)[0]["description"] != "", mentioned(card)] == [True, set()]
    alone = await pressed(ann, card, "I'm in")
    assert "You get 3 tables this evening" in texts(alone)
    assert "needs 2 people" in texts(await pressed(ann, card, "Start dealing"))
    await pressed(ben, card, "I'm in")
    assert "who moderate" in texts(await pressed(ben, card, "Start dealing"))
    await ann.click(card, label="Start dealing")

    known: set[str] = set()
    for deal in (1, 2, 3):
        table = await dealt(own_program, channel, people, known)
        line = await shown(ann, channel, f"deal {deal}: 1 new table")
        assert mentioned(line) == set()
        await lost_by_resigning(table, ben)
        told = await shown(ann, table.lobby["id"], "counted", "rating")
        assert mentioned(told) == set()
        assert "Ann +60" in texts(told)

    result = await shown(ann, channel, "cup is over", "**Ann** wins")
    assert "Ann" in pictures(result)[0]["description"]
    explained = texts(await pressed(ben, result, "Standings"))
    assert "Over · 3 tables counted" in explained
    assert own_program.rows("SELECT state, deals FROM seasons") == [("final", 3)]
    ratings = await ann.answer(await ann.slash(channel, "stats"))
    assert "Rated: Connect Four" in texts(ratings)


async def test_a_season_is_published_with_a_form_and_organised(own_program: ProgramProcesses) -> None:
    ann, ben, cam = [await own_program.person(name) for name in ("Ann", "Ben", "Cam")]
    channel = await own_program.channel()

    page = await ann.answer(await ann.slash(channel, "league"))
    form = await ann.click(page, label="New league")
    assert len([part for part in components(form) if part["type"] == 3]) == 3
    page = await sent(ann, page, "New league", {"what": "hive_mind.season"})
    assert "Publish" in buttons(page)
    page = await turned(ann, page, "Publish")
    card = await shown(ann, channel, "Hive Mind league · season 1", "0 people in")
    mine = await pressed(ben, card, "I'm in")
    assert "about 6 tables" in texts(mine)
    assert "in already" in texts(await pressed(ben, card, "I'm in"))
    assert "moderate this server" in texts(await pressed(ben, card, "Organise"))

    page = await pressed(ann, card, "Organise")
    page = await sent(ann, page, "Hold deals", {"why": "a holiday"})
    assert "Go on" in buttons(page)
    page = await turned(ann, page, "People")
    page = await sent(ann, page, "Put in", {"who": [cam.id], "why": "asked me"})
    page = await turned(ann, page, "Log")
    assert "asked me" in texts(page)
    changed = ann.event(lambda name, data: name == "MESSAGE_UPDATE" and data["id"] == page["id"])
    await ann.select(page, "held the deals")
    assert "undone" in texts(await asyncio.wait_for(changed, PATIENCE_SECONDS))

    page = await turned(ann, page, "Back")
    page = await turned(ann, page, "Export")
    assert len(page["attachments"]) == 4
    with_seed = await ann.answer(await ann.slash(channel, "league", file=b"{}"))
    assert "export" in texts(with_seed)

    left = await turned(ben, mine, "Leave")
    assert "You get no more tables" in texts(left)
    await turned(ben, left, "I'm in")
    assert own_program.rows("SELECT count(*) FROM members WHERE state = 'in'") == [(2,)]
    public = [message for message in await ann.messages(channel) if is_public(message)]
    assert all(mentioned(message) == set() for message in public)

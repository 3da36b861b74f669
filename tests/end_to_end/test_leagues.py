"""A league by clicks: a cup from its opening to its end."""

from pathlib import Path

import pytest

from tests.end_to_end.league_driver import dealt, lost_by_resigning, pressed, shown, turned
from tests.playground_driver import pictures, texts
from tests.program_processes import ProgramProcesses, start_program
from tests.table_driver import mentioned

pytestmark = [pytest.mark.slow, pytest.mark.asyncio(loop_scope="session")]


async def test_a_cup_for_tonight(tmp_path: Path) -> None:
    """It needs a program of its own, because leagues belong to the server."""
    async with start_program(tmp_path) as program:
        await _cup(program)
        await program.check()


async def _cup(program: ProgramProcesses) -> None:
    ann, ben = people = [await program.person(name) for name in ("Ann", "Ben")]
    channel = await program.channel()

    page = await ann.answer(await ann.slash(channel, "league"))
    page = await turned(ann, page, "Cup now")
    page = await turned(ann, page, "Connect Four – HorrorClix Edition")
    assert "3 tables each" in texts(page)
    page = await turned(ann, page, "Publish")
    card = await shown(ann, channel, "Connect Four", "cup", "0 people in")
    assert [pictures(card)[0]["description"] != "", mentioned(card)] == [True, set()]
    alone = await pressed(ann, card, "I'm in")
    assert "You get 3 tables this evening" in texts(alone)
    assert "needs 2 people" in texts(await pressed(ann, card, "Start dealing"))
    await pressed(ben, card, "I'm in")
    assert "organisers and moderators" in texts(await pressed(ben, card, "Start dealing"))
    await ann.click(card, label="Start dealing")

    known: set[str] = set()
    for deal in (1, 2, 3):
        table = await dealt(program, channel, people, known)
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
    assert program.rows("SELECT state, deals FROM seasons") == [("final", 3)]
    ratings = await ann.answer(await ann.slash(channel, "stats"))
    assert "Rated: Connect Four" in texts(ratings)

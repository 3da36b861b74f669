"""*What if* by clicks: from games that are over to other ends, over kills; of a game that goes on, nothing."""

import pytest

from tables.whatif import texts as refusals
from tests.end_to_end.league_driver import turned
from tests.playground_driver import Json, Person, texts
from tests.program_processes import ProgramProcesses
from tests.random_records import random_record
from tests.table_driver import EPHEMERAL, buttons, custom_ids, is_public, table_of

pytestmark = [pytest.mark.slow, pytest.mark.asyncio(loop_scope="session")]
GAMES = {"monster_hex": (2, 6), "hive_mind": (3, 4), "connect_four": (2, 4), "hex_battle_wars": (2, 60)}
"""The seats of each game, and the turn from which it is tried to reach another end."""
PRESSES = 12


async def press(person: Person, page: Json, *labels: str) -> Json:
    """Press one button after the other; return the last page."""
    for label in labels:
        page = await turned(person, page, label)
    return page


async def test_of_a_game_that_goes_on_nothing_and_when_it_is_over_over_kills(killable: ProgramProcesses) -> None:
    ann, ben = await killable.person("Ann"), await killable.person("Ben")
    table = await table_of(killable, [ann, ben])
    card = await table.start()
    running = random_record("monster_hex", 2).replace(b'"table": ""', f'"table": "{table.id}"'.encode())
    assert table.id.encode() in running, "the file names the table"
    answer = await ann.answer(await ann.slash(table.channel, "whatif", file=running))
    assert refusals.RECORD_OF_OPEN in texts(answer)
    over = await table.play(card)
    assert "What if" in buttons(over)
    log = killable.entries(table.id)
    public = [message["id"] for message in await table.messages() if is_public(message)]

    page = await ann.answer(await ann.click(over, label="What if"))
    assert page["flags"] & EPHEMERAL
    page = await press(ann, page, "Another turn", "First", "What if from here")
    assert "Begun from the start." in texts(page)
    await killable.restart_bot()
    page = await press(ann, page, "Computer moves")
    assert "Try another move" not in texts(page)
    await killable.restart_both()
    page = await press(ann, page, "Back", "Choose draws", "Computer moves")
    told = texts(page)
    for _ in range(PRESSES):
        if "The game is over." in texts(page):
            break
        page = await press(ann, page, "Draw for me" if "Draw for me" in buttons(page) else "To the end")
    assert "The game is over." in texts(page) != told

    assert killable.entries(table.id) == log
    assert [message["id"] for message in await table.messages() if is_public(message)] == public
    assert not any("whatif." in found for message in await table.messages() for found in _public_ids(message))


def _public_ids(message: Json) -> list[str]:
    return custom_ids(message) if is_public(message) else []


@pytest.mark.parametrize("game", GAMES)
async def test_each_game_comes_to_a_different_end(program: ProgramProcesses, game: str) -> None:
    cara, channel = await program.person("Cara"), await program.channel()
    seats, turn = GAMES[game]
    record = random_record(game, seats)
    brought = texts(await cara.answer(await cara.slash(channel, "import", file=record)))

    page = await cara.answer(await cara.slash(channel, "whatif", file=record, turn=turn))
    for _ in range(PRESSES):
        if "The game is over." in texts(page):
            break
        page = await press(cara, page, "To the end")

    (verdict,) = [line for line in texts(page).splitlines() if line.startswith("The game is over.")]
    assert verdict.removeprefix("The game is over. ").replace("*", "") not in brought.replace("*", "")

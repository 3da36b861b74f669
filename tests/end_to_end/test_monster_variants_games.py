"""Complete games of Monster Hex by clicks: with all variants, with the shared faction, and alone."""

import re

import pytest

from engine.record_json import decode
from tests.end_to_end.monster_variants_driver import VariantsDriver, variants_table
from tests.playground_driver import Json, pictures, texts
from tests.program_processes import ProgramProcesses
from tests.table_driver import buttons, verify

pytestmark = [pytest.mark.slow, pytest.mark.asyncio(loop_scope="session")]

ALL = "abilities=true objectives=true"


async def proved(table: VariantsDriver, card: Json) -> list[str]:
    """The actions of a game that is over, whose record is verified."""
    file = await table.record(card)
    assert verify(file).returncode == 0
    return [entry.action for entry in decode(file.read_bytes()).entries if entry.actor >= 0]


async def test_two_people_and_two_computers_play_with_everything(program: ProgramProcesses) -> None:
    people = [await program.person(name) for name in ("Ann", "Ben")]
    table = await variants_table(program, people, 2, seed=1, options=ALL)
    card = await table.start()
    assert "to choose an ability" in texts(card)

    card = await table.play(await table.choose_abilities(card))

    actions = await proved(table, card)
    assert sum(action.startswith("choose ") for action in actions) == 4
    assert sum(action.startswith("place ") for action in actions) == 32
    assert {name.split(":")[0] for name in table.asked} >= {"pick", "hex", "do"}
    assert "objectives" in pictures(card)[0]["description"].lower()


async def test_two_people_share_a_third_faction(program: ProgramProcesses) -> None:
    people = [await program.person(name) for name in ("Ann", "Ben")]
    table = await variants_table(program, people, seed=2, options="shared=true")

    card = await table.play(await table.start())

    actions = await proved(table, card)
    assert sum(action.startswith("place ") for action in actions) == 20
    assert sum(action.startswith("shared ") for action in actions) == 10
    assert re.search(r"shared .*(Red|Blue|Yellow|Green)", texts(card))


async def test_somebody_plays_alone(program: ProgramProcesses) -> None:
    ann = await program.person("Ann")
    table = await variants_table(program, [ann], seed=3, options=ALL)
    assert "Fill with computers" not in buttons(table.lobby)
    assert "Join" not in buttons(table.lobby)
    card = await table.start()

    card = await table.play(await table.choose_abilities(card))

    actions = await proved(table, card)
    assert sum(action.startswith("place ") for action in actions) == 9
    assert sum(action.startswith("shared ") for action in actions) == 9
    assert re.search(r"Ann scores \d+ points?", texts(card)), texts(card)
    await ann.click(card, label="Play again")
    # There is nobody to wait for.
    await table.host.wait_for(
        table.channel, lambda message: message["id"] != table.lobby["id"] and "The board is in" in texts(message)
    )

"""What is left of a finished game: in /games, in /stats, and to be checked by anybody."""

from dataclasses import dataclass

import pytest
import pytest_asyncio

from tests.playground_driver import Json, Person, components, pictures, texts
from tests.program_processes import ProgramProcesses
from tests.table_driver import EPHEMERAL, TableDriver, buttons, choose, table_of

pytestmark = [pytest.mark.slow, pytest.mark.asyncio(loop_scope="session")]


@dataclass(frozen=True)
class Finished:
    """A game that Ivy has won against Jon, at its last card."""

    table: TableDriver
    card: Json
    ivy: Person
    jon: Person


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def finished(program: ProgramProcesses) -> Finished:
    ivy, jon = [await program.person(name) for name in ("Ivy", "Jon")]
    table = await table_of(program, [ivy, jon])
    return Finished(table, await table.resigned(await table.start(), jon), ivy, jon)


async def test_games_lists_a_finished_game_with_a_link_to_its_last_card(
    program: ProgramProcesses, finished: Finished
) -> None:
    for person, result in ((finished.ivy, "you won"), (finished.jon, "Ivy won · you came 2nd of 2")):
        page = await person.answer(await person.slash(finished.table.channel, "games"))

        (row,) = [part for part in components(page) if part["type"] == 9]
        assert page["flags"] & EPHEMERAL
        assert "Finished" in texts(page)
        assert result in row["components"][0]["content"]
        assert row["accessory"]["url"].endswith(f"/{finished.card['channel_id']}/{finished.card['id']}")


async def test_stats_tells_a_finished_game_to_its_people_and_others(
    program: ProgramProcesses, finished: Finished
) -> None:
    place = finished.table.channel
    own = await finished.jon.answer(await finished.jon.slash(place, "stats"))
    other = await finished.jon.answer(await finished.jon.slash(place, "stats", person=finished.ivy.id))

    assert "**1 game, 0 won**" in texts(own)
    assert "**1 game, 1 won**" in texts(other)
    assert "Jon (1 game, 1 won)" in texts(other)
    for message, name in ((own, "Jon"), (other, "Ivy")):
        (picture,) = pictures(message)
        assert message["flags"] & EPHEMERAL
        assert picture["description"].startswith(f"{name}'s games on this server.")

    settings = await finished.ivy.answer(await finished.ivy.slash(place, "settings"))
    await choose(finished.ivy, settings, "listed", "Only I see them")
    refused = await finished.jon.answer(await finished.jon.slash(place, "stats", person=finished.ivy.id))
    assert "Ivy keeps their statistics to themselves." in texts(refused)


async def test_anybody_checks_a_finished_game_with_one_press(program: ProgramProcesses, finished: Finished) -> None:
    columns = "SELECT server_seed, commitment FROM tables WHERE id = ?"
    ((seed, commitment),) = program.rows(columns, finished.table.id)

    page = await program.watcher.answer(await program.watcher.click(finished.card, label="Check"))

    assert "every random draw is as it should be" in texts(page)
    assert "Proved: all" in texts(page)
    assert seed.hex() in texts(page)
    assert commitment in texts(page)
    assert page["flags"] & EPHEMERAL
    assert list(buttons(page)) == ["More"]

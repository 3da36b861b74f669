"""Leaving a game: by resigning, and by the host's end."""

import pytest

from engine.record_json import decode
from tests.playground_driver import texts
from tests.program_processes import ProgramProcesses
from tests.table_driver import buttons, mentioned, table_of, verify

pytestmark = [pytest.mark.slow, pytest.mark.asyncio(loop_scope="session")]


async def test_of_two_the_other_wins(program: ProgramProcesses) -> None:
    ann, ben = await program.person("Ann"), await program.person("Ben")
    table = await table_of(program, [ann, ben])
    card = await table.start()
    async for _ in table.turn(card):
        pass
    card = await table.next_card(card)

    over = await table.resigned(card, ann)

    assert "The game is over. **Ben** wins: everybody else has left the game." in texts(over)
    assert "Ann has resigned." in texts(over)
    assert "Ann has left the game." not in texts(over), "it is said once"
    assert mentioned(over) == set()
    file = await table.record(over)
    assert verify(file).returncode == 0
    assert decode(file.read_bytes()).entries[-1].action.startswith("forfeit ")


async def test_of_three_the_others_play_on(program: ProgramProcesses) -> None:
    people = [await program.person(name) for name in ("Ann", "Ben", "Cleo")]
    table = await table_of(program, people)
    card = await table.start()
    leaving = table.who(card)

    card = await table.resigned(card, leaving)
    table.people = [person for person in people if person is not leaving]
    assert f"{leaving.user['global_name']} has resigned." in texts(card)
    for _ in range(3):
        assert table.who(card) in table.people, "the seat of whoever left is played on by default moves (MH-23)"
        async for _ in table.turn(card):
            pass
        card = await table.next_card(card)


async def test_the_host_ends_a_game_for_all(program: ProgramProcesses) -> None:
    table = await table_of(program, [await program.person("Ann"), await program.person("Ben")])
    card = await table.start()
    ben = table.people[1]
    more = await ben.answer(await ben.click(card, label="More"))
    await ben.click(more, label="This table")
    assert "End game for all" not in buttons(await table.page_with(ben, more, "Fairness"))

    over = await table.ended_by_host(card)

    assert "The host ended this game. It counts for nobody." in texts(over)
    assert mentioned(over) == set()
    assert verify(await table.record(over)).returncode == 3, "it is not over"

"""From the end of a game to the next one: the result, Play again, and Share, over real HTTP."""

import pytest

from tests.playground_driver import texts
from tests.program_processes import ProgramProcesses
from tests.table_driver import TableDriver, buttons, custom_ids, mentioned, table_of

pytestmark = [pytest.mark.slow, pytest.mark.asyncio(loop_scope="session")]


async def test_both_agree_to_another_game_and_sit_one_seat_further(program: ProgramProcesses) -> None:
    ann, ben = await program.person("Ann"), await program.person("Ben")
    table = await table_of(program, [ann, ben])
    over = await table.play(await table.start())
    assert list(buttons(over)) == ["Check", "Play again", "Share", "Replay", "My turning points", "What if", "More"]
    told = next(line for line in texts(over).splitlines() if line.startswith("The game is over."))
    assert "with" in told
    await table.lobby_with(told)

    answer = await ben.answer(await ben.click(over, label="Play again"))
    assert "You're in." in texts(answer)
    lobby = await ann.wait_for(
        table.channel, lambda message: message["id"] != table.lobby["id"] and "I'm in" in buttons(message)
    )
    assert mentioned(lobby) == {ann.id}
    again = TableDriver(program, lobby, [ben, ann], seed=1)
    assert again.id != table.id
    await ann.click(over, label="Play again")
    card = await again.card_after(0)

    started = texts(await again.lobby_with("At the table"))
    first, second = (person.user["global_name"] for person in (ben, ann))
    assert f"At the table: {first} and {second}." in started
    assert again.who(card) in (ann, ben)


async def test_the_result_comes_to_the_channel_once(program: ProgramProcesses) -> None:
    ann, ben = await program.person("Ann"), await program.person("Ben")
    table = await table_of(program, [ann, ben])
    over = await table.play(await table.start())

    form = await ann.click(over, label="Share")
    assert form["components"][0]["component"]["default_values"] == [{"id": table.channel, "type": "channel"}]
    second = await ben.click(over, label="Share")
    for person, opened in ((ann, form), (ben, second)):
        await person.answer(await person.submit(opened, {"channel": table.channel}))
    assert "shared once" in texts(await ann.answer(await ann.click(over, label="Share")))
    shared = await ben.wait_for(table.channel, lambda message: len(message["attachments"]) == 2)

    assert " with " in texts(shared)
    assert [file["filename"] for file in shared["attachments"]] == ["board.png", "replay.gif"]
    assert all(file["description"] for file in shared["attachments"])
    assert [text for text in custom_ids(shared) if text.endswith(":past")]
    there = await ben.messages(table.channel, 20)
    assert sum(len(message["attachments"]) == 2 for message in there) == 1

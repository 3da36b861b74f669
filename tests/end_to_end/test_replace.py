"""A seat that changes hands during a game, over real HTTP and through a kill; and sharing in another channel."""

import pytest

from tests.playground_driver import Json, Person, texts
from tests.program_processes import ProgramProcesses
from tests.table_driver import TableDriver, buttons, mentioned, table_of, verify

pytestmark = [pytest.mark.slow, pytest.mark.asyncio(loop_scope="session")]


async def asked(table: TableDriver, card: Json, person: Person, label: str, to: Person, **values: str) -> Json:
    """Fill the form behind More; return the question that everybody sees."""
    more = await person.answer(await person.click(card, label="More"))
    await person.click(more, label="This table")
    form = await person.click(await table.page_with(person, more, label), label=label)
    await person.submit(form, {"people": to.id, **values})
    return await to.wait_for(
        table.places[1], lambda message: "Take the seat" in buttons(message) and f"<@{to.id}>" in texts(message)
    )


async def settled(person: Person, question: Json, text: str) -> Json:
    """Return the question once it says what became of it."""
    return await person.wait_for(
        question["channel_id"], lambda message: message["id"] == question["id"] and text in texts(message)
    )


async def test_somebody_plays_on_in_anothers_place_although_the_bot_is_killed(killable: ProgramProcesses) -> None:
    ann, ben, cleo = [await killable.person(name) for name in ("Ann", "Ben", "Cleo")]
    table = await table_of(killable, [ann, ben])
    card = await table.start()
    async for _ in table.turn(card):
        pass
    card = await table.next_card(card)
    leaving = table.who(card)

    if leaving is ann:
        question = await asked(table, card, ann, "Replace", cleo, seat="0")
    else:
        question = await asked(table, card, ben, "Pass my seat on", cleo)
    assert mentioned(question) == {cleo.id}
    wrong = await ann.answer(await ann.click(question, label="Take the seat"))
    assert "offered to somebody else" in texts(wrong)
    await killable.restart_bot()
    taken = await cleo.answer(await cleo.click(question, label="Take the seat"))

    assert "It's your turn." in texts(taken)
    await settled(cleo, question, f"<@{cleo.id}> plays on for")
    card = await table.next_card(card)
    assert "**Cleo** plays on for" in texts(card)
    late = await leaving.answer(await leaving.click(card, label="Place a tile"))
    assert "for the players of this table" in texts(late)
    table.people = [person for person in (ann, ben, cleo) if person is not leaving]
    assert table.who(card) is cleo
    await table.lobby_with("Cleo")
    for _ in range(2):
        async for _ in table.turn(card):
            pass
        card = await table.next_card(card)

    over = await table.resigned(card, cleo)
    table.people = [person for person in (ann, ben) if person is not leaving]
    assert "everybody else has left the game" in texts(over)
    assert verify(await table.record(over)).returncode == 0


async def test_a_result_is_shared_in_the_channel_that_was_chosen(program: ProgramProcesses) -> None:
    ann, ben = await program.person("Ann"), await program.person("Ben")
    table = await table_of(program, [ann, ben])
    over = await table.resigned(await table.start(), ben)
    elsewhere = await program.channel()

    form = await ann.click(over, label="Share")
    await ann.submit(form, {"channel": elsewhere})
    shared = await ben.wait_for(elsewhere, lambda message: len(message["attachments"]) == 2)

    assert "Ann" in texts(shared)
    again = await ben.answer(await ben.click(over, label="Share"))
    assert f"has been shared in <#{elsewhere}>" in texts(again)

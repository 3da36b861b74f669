"""A game in direct messages, from `/play` to its end, and what can be done on a server without the bot."""

from types import SimpleNamespace
from typing import Any

import pytest

from tests.playground_driver import DriverError, Json, Person, texts
from tests.program_processes import ProgramProcesses
from tests.table_driver import TableDriver, buttons, compose_id, custom_ids, open_table

pytestmark = [pytest.mark.slow, pytest.mark.asyncio(loop_scope="session")]


class DirectTable(TableDriver):
    """A game in the direct messages of a person with the bot, which only that person sees."""

    def __init__(self, program: ProgramProcesses, card: Json, person: Person) -> None:
        self.id = compose_id(card).split(":")[0]
        own: Any = SimpleNamespace(
            watcher=person, kills=program.kills, log_text=program.log_text, folder=program.folder
        )
        super().__init__(own, {**card, "components": [{"type": 2, "custom_id": f"{self.id}::set_up"}]}, [person], 3)
        self.places = [card["channel_id"]] * 2


async def direct_channel(person: Person) -> str:
    bot = (await person.command_index())["applications"][0]["bot"]
    return (await person.request("POST", "users/@me/channels", {"recipient_id": bot["id"]}))["id"]


async def test_a_game_against_the_computer_in_direct_messages_goes_to_its_end(program: ProgramProcesses) -> None:
    # Somebody whose open games of other tests don't fill the first page of /games.
    solo = await program.person("Solo")
    direct = await direct_channel(solo)
    page = await solo.answer(await solo.slash(direct, "play"))
    assert "Open a table" not in buttons(page)
    answer = await solo.answer(await solo.slash(direct, "play", game="monster_hex", seats=2))
    assert "starts now" in texts(answer)
    card = await solo.wait_for(
        direct,
        lambda message: any(text.endswith(":move") for text in custom_ids(message)) and message["flags"] & 64 == 0,
    )
    table = DirectTable(program, card, solo)
    last = await table.play(card)

    assert "The game is over" in texts(last)
    assert "Share" not in buttons(last)
    assert "Play again" in buttons(last)
    listed = await solo.answer(await solo.slash(direct, "games"))
    assert "in our direct messages" in texts(listed)
    sent = [message for message in await solo.messages(direct) if message["flags"] & 64 == 0]
    assert not any("seats taken" in texts(message) for message in sent), "no lobby"


async def test_on_a_server_without_the_bot_private_commands_work_and_play_says_where(program: ProgramProcesses) -> None:
    ann = await program.person("Ann")
    lounge = (await program.playground.control("POST", "elsewhere"))["channels"][0]["id"]

    assert "Board games on hexes" in texts(await ann.answer(await ann.slash(lounge, "help")))
    assert "Your settings" in texts(await ann.answer(await ann.slash(lounge, "settings")))
    assert "games" in texts(await ann.answer(await ann.slash(lounge, "games")))
    told = await ann.answer(await ann.slash(lounge, "play", game="monster_hex"))
    assert "I can't post a board here" in texts(told)
    with pytest.raises(DriverError) as refused:
        await ann.slash(lounge, "stats")
    assert refused.value.body["code"] == 10063


async def test_invited_people_swap_places_and_the_order_is_theirs_at_the_start(program: ProgramProcesses) -> None:
    ann, ben, cleo = [await program.person(name) for name in ("Ann", "Ben", "Cleo")]
    table = await open_table(program, ann, await program.channel(), seats=2)
    set_up = await table.set_up()
    await ann.submit(await ann.click(set_up, label="Invite"), {"people": ben.id, "who": "invited"})
    await table.page(ann, set_up, f"<@{ben.id}> is invited")
    invitation = await ben.wait_for(table.channel, lambda message: "An invitation" in texts(message))
    refused = await cleo.answer(await cleo.click(table.lobby, label="Join"))
    assert "kept for those who are invited" in texts(refused)
    await ben.click(invitation, label="Join")
    await table.lobby_with("2. **Ben**")
    set_up = await table.set_up(ben)
    await ben.click(set_up, label="Seats")
    page = await table.page(ben, set_up, "Seats of")
    await ben.select(page, f"0 {ann.id}", f"{table.id}::swap_seat")
    question = await ann.wait_for(table.channel, lambda message: "Swap places?" in texts(message))
    await ann.click(question, label="Yes, swap")
    await table.lobby_with("1. **Ben**")
    table.people.append(ben)
    await table.start()

    assert program.rows("SELECT name FROM seats WHERE table_id = ? ORDER BY seat", table.id) == [("Ben",), ("Ann",)]

"""Leaving: a seat in the lobby, a game by resigning, and the host's end."""

import pytest

from engine.sheet import decode
from tests.driver import texts
from tests.end_to_end.house import House
from tests.end_to_end.table import buttons, mentioned, open_table, table_of, verify

pytestmark = pytest.mark.asyncio(loop_scope="module")


async def test_a_seat_in_the_lobby_is_given_up_and_taken_again(house: House) -> None:
    ann, ben, cleo = [await house.person(name) for name in ("Ann", "Ben", "Cleo")]
    table = await open_table(house, ann, await house.channel(), seats=4)
    await table.join(ben)
    await table.add_computer()
    await table.join(cleo)

    await ben.click(table.lobby, label="Leave")
    await table.lobby_with("3. **Cleo**")

    assert "2. **Computer 1**" in texts(table.lobby)
    assert "4. *free*" in texts(table.lobby)
    await table.join(ben)
    assert "4. **Ben**" in texts(table.lobby)


async def test_the_host_closes_the_lobby(house: House) -> None:
    ann, channel = await house.person("Ann"), await house.channel()
    table = await open_table(house, ann, channel)

    await ann.click(table.lobby, label="Close table")
    await table.lobby_with("The table was closed")

    assert buttons(table.lobby) == {}
    assert "No game is being played" in texts(await ann.answer(await ann.slash(channel, "hand")))


async def test_of_two_the_other_wins(house: House) -> None:
    ann, ben = await house.person("Ann"), await house.person("Ben")
    table = await table_of(house, [ann, ben])
    card = await table.start()
    async for _ in table.turn(card):
        pass
    card = await table.next_card(card)

    over = await table.resigned(card, ann)

    assert "The game is over: **Ben** wins." in texts(over)
    assert "Ann has left the game." in texts(over)
    assert mentioned(over) == set()
    file = await table.record(over)
    assert verify(file).returncode == 0
    assert decode(file.read_bytes()).entries[-1].action.startswith("forfeit ")


@pytest.mark.parametrize("turn", ["own", "other"])
async def test_of_three_the_others_play_on(house: House, turn: str) -> None:
    people = [await house.person(name) for name in ("Ann", "Ben", "Cleo")]
    table = await table_of(house, people)
    card = await table.start()
    leaving = next(person for person in people if (person is table.who(card)) is (turn == "own"))

    card = await table.resigned(card, leaving)
    table.people = [person for person in people if person is not leaving]
    last = await table.play(card)

    assert f"{leaving.user['global_name']} has left the game." not in texts(last)
    assert f"**{leaving.user['global_name']}** wins" not in texts(last)
    file = await table.record(last)
    assert verify(file).returncode == 0
    placed = [action for action in table.confirmed if action.startswith("place")]
    assert len(placed) == 2 * 10, "the seat of whoever left is played on by default moves (MH-23)"


async def test_the_host_ends_a_game_for_all(house: House) -> None:
    table = await table_of(house, [await house.person("Ann"), await house.person("Ben")])
    card = await table.start()
    ben = table.people[1]
    assert "End game for all" not in buttons(await ben.answer(await ben.click(card, label="More")))

    over = await table.ended_by_host(card)

    assert "The host ended this game. It counts for nobody." in texts(over)
    assert mentioned(over) == set()
    assert verify(await table.record(over)).returncode == 0

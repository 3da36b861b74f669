"""Whole games by clicks, from /play to the verified record."""

import json

import pytest

from engine.sheet import decode
from tests.driver import pictures, texts
from tests.end_to_end.house import House
from tests.end_to_end.table import Table, buttons, is_public, mentioned, table_of, verify

pytestmark = pytest.mark.asyncio(loop_scope="module")

PEOPLE = ("Ann", "Ben", "Cleo", "Dan")


async def play_whole(house: House, people: int, computers: int, seed: int) -> Table:
    """Play a game to its end, and prove what must be true of every one."""
    players = [await house.person(name) for name in PEOPLE[:people]]
    table = await table_of(house, players, computers, seed=seed)
    last = await table.play(await table.start())

    file = await table.record(last)
    record = decode(file.read_bytes())
    seats = [seat for (seat,) in house.rows("SELECT seat FROM seats WHERE table_id = ? AND player IS NULL", table.id)]
    assert [entry.action for entry in record.entries if entry.actor in seats] == table.confirmed
    assert verify(file).returncode == 0
    public = [message for message in await table.messages() if is_public(message)]
    assert len(public) == len(table.confirmed) + 1, "one card for each choice of a person, and one for the end"
    assert [message["id"] for message in public if buttons(message)] == [last["id"]]
    assert mentioned(last) == set()
    assert buttons(await house.watcher.message(table.lobby)) == {}
    return table


@pytest.mark.parametrize("people", [2, 3, 4])
async def test_people_play_a_whole_game(house: House, people: int) -> None:
    table = await play_whole(house, people, 0, seed=people)

    rounds = {2: 9, 3: 10, 4: 8}[people]
    placed = [action for action in table.confirmed if action.startswith("place")]
    assert len(placed) == people * rounds


@pytest.mark.parametrize(("people", "computers"), [(1, 1), (2, 1), (1, 3)])
async def test_people_play_with_computer_players(house: House, people: int, computers: int) -> None:
    await play_whole(house, people, computers, seed=people + computers)


async def test_each_card_pings_exactly_who_must_act(house: House) -> None:
    ann, ben = await house.person("Ann"), await house.person("Ben")
    table = await table_of(house, [ann, ben])
    card = await table.start()
    for _ in range(6):
        assert mentioned(card) == {table.who(card).id}
        assert not card["mention_everyone"]
        assert card["mention_roles"] == []
        async for _ in table.turn(card):
            pass
        card = await table.next_card(card)


async def test_every_card_has_a_picture_with_its_description(house: House) -> None:
    table = await table_of(house, [await house.person("Ann")], 1)
    card = await table.start()

    (item,) = pictures(card)
    async with house.playground.session.get(item["media"]["url"]) as response:
        picture = await response.read()

    assert picture.startswith(b"\x89PNG")
    assert item["media"]["width"] == 1200
    assert 0 < len(item["description"]) <= 1024
    assert "round 1 of 9" in item["description"]


async def test_a_lobby_pings_nobody_and_shows_the_seal_before_a_draw(house: House) -> None:
    table = await table_of(house, [await house.person("Ann"), await house.person("Ben")])

    ((commitment, salts),) = house.rows("SELECT commitment, salts FROM tables WHERE id = ?", table.id)

    assert mentioned(table.lobby) == set()
    assert commitment[:16] in texts(table.lobby)
    assert salts is None


async def pressed_more(table: Table, card: dict[str, object]) -> dict[str, object]:
    """Press More as the host; return what is offered."""
    return await table.host.answer(await table.host.click(card, label="More"))


async def test_the_record_tells_the_seed_only_after_the_end(house: House) -> None:
    table = await table_of(house, [await house.person("Ann")], 1)
    card = await table.start()
    (seed,) = house.rows("SELECT server_seed FROM tables WHERE id = ?", table.id)[0]
    assert "Record" not in buttons(await pressed_more(table, card))
    assert seed.hex() not in json.dumps(house.watcher.events)

    last = await table.play(card)

    assert seed.hex() in texts(last)

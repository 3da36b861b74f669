"""What happens by the clock, with time passing while the bot is down: rows in its database are moved, nobody waits."""

import pytest

from tests.driver import texts
from tests.end_to_end.house import House
from tests.end_to_end.table import Table, buttons, open_table, table_of

pytestmark = pytest.mark.asyncio(loop_scope="module")

WEEK_MS = 7 * 24 * 3_600_000


async def pass_time(house: House, table: Table) -> None:
    """Let the table's one timer be due."""
    assert await house.stop_bot() == 0
    assert len(house.rows("SELECT due FROM timers WHERE table_id = ?", table.id)) == 1
    house.rows("UPDATE timers SET due = due - ? WHERE table_id = ?", WEEK_MS, table.id)
    await house.start_bot()


async def test_when_the_time_runs_out_the_default_move_is_made(house: House) -> None:
    table = await table_of(house, [await house.person("Ann"), await house.person("Ben")], clock="5 minutes")
    card = await table.start()
    late = table.who(card)
    assert "<t:" in texts(card)

    await pass_time(house, table)
    newer = await table.next_card(card)

    assert f"The time of {late.user['global_name']} ran out" in texts(newer)
    assert table.who(newer) is not late
    assert ("-2", "close") in house.entries(table.id)
    async for _ in table.turn(newer):
        pass
    assert table.who(await table.next_card(newer)) is late


async def test_a_whole_game_that_nobody_plays_is_ended_by_the_clock(house: House) -> None:
    """A table of a person and a computer player, whose person never comes back, at its last move."""
    ann = await house.person("Ann")
    table = await table_of(house, [ann], 1, clock="1 day")
    card = await table.start()
    for _ in range(8):
        async for _ in table.turn(card):
            pass
        card = await table.next_card(card)
    while not table.over(card):
        await pass_time(house, table)
        card = await table.next_card(card)

    assert house.rows("SELECT phase FROM tables WHERE id = ?", table.id) == [("finished",)]
    assert house.rows("SELECT id FROM timers WHERE table_id = ?", table.id) == []


async def test_the_downtime_of_the_bot_puts_a_deadline_off(house: House) -> None:
    table = await table_of(house, [await house.person("Ann"), await house.person("Ben")], clock="5 minutes")
    card = await table.start()
    assert await house.stop_bot() == 0
    house.rows("UPDATE timers SET due = due - ? WHERE table_id = ?", WEEK_MS, table.id)
    house.rows("UPDATE facts SET value = CAST(value AS INTEGER) - ? WHERE name = 'alive'", WEEK_MS)
    await house.start_bot()

    async for _ in table.turn(card):
        pass
    await table.next_card(card)

    assert [action for actor, action in house.entries(table.id) if actor != "-1"] == table.confirmed


async def test_a_lobby_that_nobody_starts_closes(house: House) -> None:
    ann = await house.person("Ann")
    table = await open_table(house, ann, await house.channel())

    await pass_time(house, table)
    await table.lobby_with("The table was closed")

    assert buttons(table.lobby) == {}

"""The same program on PostgreSQL: a whole game, with the bot killed in the middle of it."""

from collections.abc import AsyncIterator

import pytest
import pytest_asyncio

from engine.sheet import decode
from tests.end_to_end.house import House, open_house
from tests.end_to_end.table import is_public, table_of, verify
from tests.postgresql import postgresql

pytestmark = pytest.mark.asyncio(loop_scope="module")


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def house(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[House]:
    """A house whose bot keeps its tables in PostgreSQL."""
    async with postgresql() as address, open_house(tmp_path_factory.mktemp("house"), DATABASE_URL=address) as opened:
        yield opened
        await opened.check()


async def test_a_whole_game_with_a_kill_in_the_middle(house: House) -> None:
    people = [await house.person(name) for name in ("Ann", "Ben")]
    table = await table_of(house, people, 1, seed=5)
    card = await table.start()
    for number in range(4):
        async for moment in table.turn(card):
            if number == 2 and moment == "confirmed":
                await house.restart_bot()
        card = await table.next_card(card)
    last = await table.play(card)

    file = await table.record(last)
    entries = decode(file.read_bytes()).entries
    own = [entry.action for entry in entries if entry.actor in (0, 1)]
    assert own == table.confirmed
    assert verify(file).returncode == 0
    assert len([message for message in await table.messages() if is_public(message)]) == len(table.confirmed) + 1
    assert not house.database.exists()

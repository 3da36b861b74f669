"""The same program on PostgreSQL: a whole game, with the bot killed in the middle of it."""

import os
import secrets
from collections.abc import AsyncIterator
from pathlib import Path

import asyncpg
import pytest
import pytest_asyncio

from engine.sheet import decode
from tests.end_to_end.house import House, open_house
from tests.end_to_end.table import is_public, table_of, verify

pytestmark = pytest.mark.asyncio(loop_scope="module")

SERVER = "postgresql://postgres@127.0.0.1:5432"


async def administer(statement: str) -> None:
    """Run one statement on the server."""
    connection = await asyncpg.connect(f"{SERVER}/test")
    try:
        await connection.execute(statement)
    finally:
        await connection.close()


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def house(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[House]:
    """A house whose bot has an empty PostgreSQL database; skipped without a server, unless one is required."""
    name = f"hexcade_test_{secrets.token_hex(6)}"
    try:
        await administer(f"CREATE DATABASE {name}")
    except (OSError, asyncpg.PostgresError) as error:
        reason = f"No PostgreSQL for tests at {SERVER}/test: {error}"
        if os.environ.get("HEXCADE_REQUIRE_POSTGRES") == "1":
            pytest.fail(reason)
        pytest.skip(reason)
    folder: Path = tmp_path_factory.mktemp("house")
    async with open_house(folder, DATABASE_URL=f"{SERVER}/{name}") as opened:
        yield opened
        await opened.check()
    await administer(f"DROP DATABASE {name} WITH (FORCE)")


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

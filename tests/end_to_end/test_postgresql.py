"""The program on PostgreSQL: a game with a kill in the middle, up to its record."""

from collections.abc import AsyncIterator

import pytest
import pytest_asyncio

from engine.record_json import decode
from tests.postgresql import postgresql
from tests.program_processes import ProgramProcesses, start_program
from tests.table_driver import is_public, table_of, verify

pytestmark = [pytest.mark.slow, pytest.mark.asyncio(loop_scope="session")]


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def program(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[ProgramProcesses]:
    """Start a playground and a bot that keeps its tables in PostgreSQL."""
    async with (
        postgresql() as address,
        start_program(tmp_path_factory.mktemp("program"), DATABASE_URL=address) as opened,
    ):
        yield opened
        await opened.check()


async def test_a_game_with_a_kill_in_the_middle(program: ProgramProcesses) -> None:
    people = [await program.person(name) for name in ("Ann", "Ben")]
    table = await table_of(program, people, 1, seed=5)
    card = await table.start()
    for number in range(4):
        async for moment in table.turn(card):
            if number == 2 and moment == "confirmed":
                await program.restart_bot()
        card = await table.next_card(card)
    last = await table.ended_by_host(card)

    file = await table.record(last)
    entries = decode(file.read_bytes()).entries
    own = [entry.action for entry in entries if entry.actor in (0, 1)]
    assert own == table.confirmed
    assert verify(file).returncode == 3, "it is not over"
    public = [message for message in await table.messages() if is_public(message)]
    assert len(public) == len(table.confirmed) + 2, "a card for each choice, the one that was live, and the end"
    assert not program.database.exists()

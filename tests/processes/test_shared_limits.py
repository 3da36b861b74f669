"""Limits of open tables are exact, however many people open tables concurrently in several processes."""

import asyncio

import pytest

from tables.refusal import Refusal
from tests.cog_tables import GUILD, PEOPLE, open_lobby
from tests.fake_discord import FakeDiscord
from tests.processes.shared_work import processes

pytestmark = pytest.mark.slow

MOST, AT_ONCE = 3, 20


@pytest.mark.parametrize("scope", ["host", "server"])
async def test_twenty_tables_opened_at_once_in_two_processes_stay_within_a_limit(
    url: str, client: FakeDiscord, scope: str
) -> None:
    limits = {"host": 100, "channel": 100, "server": 100, scope: MOST}
    # Tables of one server are serialised by their numbering; a host's tables may be on several servers.
    servers = AT_ONCE if scope == "host" else 1
    async with processes(url, 2, client) as together:
        found = await asyncio.gather(
            *(
                open_lobby(
                    together[number % 2].service,
                    limits=limits,
                    id=f"{number:02}".ljust(10, "x"),
                    guild_id=GUILD + number % servers,
                    host=PEOPLE[0 if scope == "host" else number % len(PEOPLE)].id,
                )
                for number in range(AT_ONCE)
            ),
            return_exceptions=True,
        )

        refused = [one for one in found if isinstance(one, BaseException)]
        assert {type(one) for one in refused} == {Refusal}
        assert len(refused) == AT_ONCE - MOST
        async with together[0].store.read() as reader:
            assert await reader.tables.count_open() == MOST

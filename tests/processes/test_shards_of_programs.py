"""Two real programs divide the shards of one bot, and take over each other's."""

import asyncio
import signal
from pathlib import Path

import pytest

from tests.playground_driver import PATIENCE_SECONDS
from tests.postgresql import administer, postgresql
from tests.processes.several_programs import ALL, HELD, programs, until, until_answered

pytestmark = [pytest.mark.slow, pytest.mark.asyncio(loop_scope="function")]

SHARDS = 4


async def test_each_of_two_programs_has_half_of_the_shards_and_takes_over_those_of_a_killed_one(tmp_path: Path) -> None:
    async with postgresql() as url, programs(tmp_path, url, 2, shards=SHARDS) as several:
        one, other = several.all
        await several.ready(lambda: len(one.shards() | other.shards()) == SHARDS)
        assert [len(program.shards()) for program in several.all] == [2, 2]
        assert await several.identified() == SHARDS
        tables = [await several.table(server) for server in range(SHARDS)]

        one.process.kill()
        await one.process.wait()
        for table in tables:
            await until_answered(table)

        assert await several.identified() == SHARDS + 2
        await several.ready(lambda: other.shards() == set(range(SHARDS)))


async def test_a_program_that_stood_still_does_not_act_on_the_shards_that_it_has_lost(tmp_path: Path) -> None:
    async with postgresql() as url, programs(tmp_path, url, 2, shards=2) as several:
        one, other = several.all
        await several.ready(lambda: len(one.shards() | other.shards()) == 2)
        tables = [await several.table(server) for server in range(2)]
        one.process.send_signal(signal.SIGSTOP)
        await several.ready(lambda: len(other.shards()) == 2)
        # The playground sends the presses to both connections: the first program's old connection still exists.
        for table in tables:
            await until_answered(table)

        one.process.send_signal(signal.SIGCONT)
        await until(url, ALL, 2)
        for table in tables:
            await until_answered(table)
        await until(url, HELD, 2)
        assert (one.process.returncode, other.process.returncode) == (None, None)
        assert "answer failed" not in one.log.read_text()

        other.process.send_signal(signal.SIGTERM)
        assert await other.process.wait() == 0
        for table in tables:
            await until_answered(table)
        assert await several.identified() == 5
        assert await several.playground.unknown_routes() == {}
        assert several.playground.problems() == []


async def test_a_program_that_is_stopped_answers_every_press_that_arrived_and_hands_over_a_shard_at_a_time(
    tmp_path: Path,
) -> None:
    async with postgresql() as url, programs(tmp_path, url, 2, shards=SHARDS) as several:
        stopped, other = several.all
        await several.ready(lambda: len(several.shards()) == SHARDS)
        tables = [await several.table(server) for server in range(SHARDS)]
        people = [await several.program.person(f"Person {number}") for number in range(2 * SHARDS)]
        arrived = [person.event(lambda name, data: name == "INTERACTION_CREATE") for person in people]
        pressing = [
            asyncio.create_task(person.click(tables[number % SHARDS].lobby, label="Join"))
            for number, person in enumerate(people)
        ]
        await asyncio.wait_for(asyncio.gather(*arrived), PATIENCE_SECONDS)

        stopped.process.send_signal(signal.SIGTERM)
        await asyncio.gather(*pressing)
        assert await stopped.process.wait() == 0
        for table in tables:
            await until_answered(table)

        assert await several.identified() == SHARDS + 2
        await several.ready(lambda: other.shards() == set(range(SHARDS)))
        changes = await several.playground.connected_shards()
        since_all_were = changes[[len(connected) for connected in changes].index(SHARDS) :]
        assert [len(connected) for connected in since_all_were] == [SHARDS, *(SHARDS - 1, SHARDS) * 2]


async def test_a_database_that_was_away_costs_no_shard_more_than_one_identify(tmp_path: Path) -> None:
    async with postgresql() as url, programs(tmp_path, url, 2, shards=SHARDS) as several:
        await several.ready(lambda: len(several.all[0].shards() | several.all[1].shards()) == SHARDS)
        name = url.rsplit("/", 1)[1]
        await administer(f"ALTER DATABASE {name} ALLOW_CONNECTIONS false")
        await administer(f"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '{name}'")
        await several.ready(lambda: all("the store is unavailable" in one.log.read_text() for one in several.all))
        await administer(f"ALTER DATABASE {name} ALLOW_CONNECTIONS true")

        await until(url, HELD, SHARDS)
        for server in range(SHARDS):
            await until_answered(await several.table(server))
        counts = await several.playground.identifies()
        assert max(counts["accepted"].values()) <= 2
        assert [one.process.returncode for one in several.all] == [None, None]

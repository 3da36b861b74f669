"""Two real programs divide the shards of one bot, and take those of the other one over."""

import signal
from pathlib import Path

import pytest

from tests.postgresql import postgresql
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
        # The playground sends them to the connections of both: the old one of the first program is still there.
        for table in tables:
            await until_answered(table)

        one.process.send_signal(signal.SIGCONT)
        await until(url, ALL, 2)
        for table in tables:
            await until_answered(table)
        await until(url, HELD, 2)
        assert (one.process.returncode, other.process.returncode) == (None, None)
        assert "could not answer" not in one.log.read_text()

        other.process.send_signal(signal.SIGTERM)
        assert await other.process.wait() == 0
        for table in tables:
            await until_answered(table)
        assert await several.identified() == 5
        assert await several.playground.unknown_routes() == {}
        assert several.playground.problems() == []

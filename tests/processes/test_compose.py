"""Three programs with the settings of compose.yaml, as processes instead of containers: one is killed, games go on."""

import asyncio
from pathlib import Path

import pytest

from tests.compose_file import service
from tests.faults.random_play import RandomGame
from tests.faults.test_random_kills import check
from tests.postgresql import postgresql
from tests.processes.several_bots import SeveralBots
from tests.processes.several_programs import programs

pytestmark = [pytest.mark.slow, pytest.mark.asyncio(loop_scope="function")]

COPIES = 3
PASSWORD = "word"


async def test_three_copies_of_the_compose_file_finish_every_game_when_one_is_killed(tmp_path: Path) -> None:
    variables = {"DISCORD_TOKEN": "bot-token", "POSTGRES_PASSWORD": PASSWORD}
    settings = service("hexcade", variables)["environment"]
    # The host `database` exists only in the network of the containers.
    assert settings.pop("DATABASE_URL") == f"postgresql://hexcade:{PASSWORD}@database/hexcade"
    async with postgresql() as url, programs(tmp_path, url, COPIES, shards=COPIES, **settings) as several:
        await several.ready(lambda: all(len(program.shards()) == 1 for program in several.all))
        bot = SeveralBots(several, url, COPIES, seed=1)
        games = [RandomGame(bot, seed) for seed in range(COPIES)]

        async with asyncio.TaskGroup() as tasks:
            for game in games:
                tasks.create_task(game.play())
            await several.ready(lambda: all(len(game.acknowledged) > 2 for game in games))
            await bot.kill()

        for game in games:
            await check(bot, game)
        assert await several.identified() == COPIES + 1
        assert several.playground.problems() == []

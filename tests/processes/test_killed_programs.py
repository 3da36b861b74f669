"""`kill -9` of one of several programs at random times in random games: the others go on, and nothing is posted twice.

The programs have the settings of compose.yaml. HEXCADE_KILLS sets the number of kills.
`tests/faults/test_random_kills.py` plays the same games with one program.
"""

from pathlib import Path

import pytest

from tests.compose_file import service
from tests.faults.random_play import RandomGame
from tests.faults.test_random_kills import MANY_TABLES, SEED, check, under_kills
from tests.postgresql import postgresql
from tests.processes.several_bots import SeveralBots
from tests.processes.several_programs import programs

pytestmark = [pytest.mark.slow, pytest.mark.asyncio(loop_scope="function")]

SHARDS, PROGRAMS = 4, 2
PASSWORD = "word"


async def test_games_on_all_shards_survive_kills_of_programs(tmp_path: Path) -> None:
    settings = service("hexcade", {"DISCORD_TOKEN": "bot-token", "POSTGRES_PASSWORD": PASSWORD})["environment"]
    # The host `database` exists only in the network of the containers.
    assert settings.pop("DATABASE_URL") == f"postgresql://hexcade:{PASSWORD}@database/hexcade"
    settings |= MANY_TABLES
    async with postgresql() as url, programs(tmp_path, url, PROGRAMS, shards=SHARDS, **settings) as several:
        bot = SeveralBots(several, url, SHARDS, SEED)

        async def play(seed: int) -> str:
            game = RandomGame(bot, seed)
            await game.play()
            return f"{await check(bot, game)} logged, deadlines, told"

        # A program must have logged its shards before it is killed.
        await several.ready(lambda: len(several.shards()) == SHARDS)
        await under_kills(bot, play)
        print("shards taken over after", sorted(round(seconds, 1) for seconds in bot.taken_over))
        assert await several.identified() == sum(len(one.shards()) for one in several.all), "one for each taking"
        assert await several.playground.unknown_routes() == {}
        assert several.playground.problems() == []

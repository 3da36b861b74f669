"""`kill -9` of one of several programs at random moments of random games: the others go on, and all is told once.

HEXCADE_KILLS says how many; `tests/faults/test_random_kills.py` has the same games with one program.
"""

from itertools import count
from pathlib import Path
from random import Random
from time import perf_counter

import pytest

from tests.faults.random_play import RandomGame, RestartingBot
from tests.faults.test_random_kills import MANY_TABLES, SEED, check, under_kills
from tests.postgresql import postgresql
from tests.processes.several_programs import HELD, SeveralPrograms, programs, until

pytestmark = [pytest.mark.slow, pytest.mark.asyncio(loop_scope="function")]

SHARDS, PROGRAMS = 4, 2


class SeveralBots(RestartingBot):
    """Several programs, of which any one may be killed, and is replaced by a new one."""

    def __init__(self, several: SeveralPrograms, url: str) -> None:
        super().__init__(several.program, url)
        self._several, self._url = several, url
        self._rng, self._numbers = Random(SEED), count(PROGRAMS)
        self.taken_over: list[float] = []

    async def kill_and_restart(self) -> None:
        """Kill one; what was being done may be lost, and is tried again once the others have its shards."""
        self._up.clear()
        self._down.set()
        victim = self._rng.choice([one for one in self._several.all if one.process.returncode is None])
        victim.process.kill()
        await victim.process.wait()
        self.program.kills += 1
        begun = perf_counter()
        self._down.clear()
        await self._several.start(next(self._numbers))
        await until(self._url, HELD, SHARDS)
        self.taken_over.append(perf_counter() - begun)
        self._up.set()


async def test_games_on_all_shards_survive_kills_of_programs(tmp_path: Path) -> None:
    async with postgresql() as url, programs(tmp_path, url, PROGRAMS, shards=SHARDS, **MANY_TABLES) as several:
        bot = SeveralBots(several, url)
        servers = count()

        async def channel() -> str:
            number = next(servers)
            return await several.playground.channel(f"room-{number}", number % SHARDS)

        several.program.channel = channel  # type: ignore[method-assign]

        async def play(seed: int) -> str:
            game = RandomGame(bot, seed)
            await game.play()
            return f"{await check(bot, game)} logged, deadlines, told"

        await under_kills(bot, play)
        print("shards taken over after", sorted(round(seconds, 1) for seconds in bot.taken_over))
        print(await several.identified(), "IDENTIFYs, none refused")
        assert await several.playground.unknown_routes() == {}

"""Several programs that may be killed, and players who continue their games through the kills."""

from itertools import count
from random import Random
from time import perf_counter

from tests.faults.random_play import RestartingBot
from tests.processes.several_programs import SeveralPrograms


class SeveralBots(RestartingBot):
    """Programs on one PostgreSQL; each new table is opened on the playground's next server."""

    def __init__(self, several: SeveralPrograms, url: str, shards: int, seed: int) -> None:
        super().__init__(several.program, url)
        self._several, self._shards = several, shards
        self._rng, self._numbers, rooms = Random(seed), count(len(several.all)), count()
        self.taken_over: list[float] = []

        async def channel() -> str:
            number = next(rooms)
            return await several.playground.channel(f"room-{number}", number % shards)

        several.program.channel = channel  # type: ignore[method-assign]

    async def kill_and_restart(self) -> None:
        """Kill a random program, start another in its place, and wait until all shards are connected again.

        Operations in progress may be lost, and are retried then.
        """
        self._up.clear()
        self._down.set()
        victim = self._rng.choice(self._several.running)
        victim.process.kill()
        await victim.process.wait()
        self.program.kills += 1
        begun = perf_counter()
        self._down.clear()
        await self._several.start(next(self._numbers))
        await self._several.ready(lambda: len(self._several.shards()) == self._shards)
        self.taken_over.append(perf_counter() - begun)
        self._up.set()

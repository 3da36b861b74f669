"""The time until others see an action within a turn: from its commit to the request that edits the card."""

import asyncio
import re
import time
from collections.abc import AsyncIterator
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from benchmarks.rows import Row
from data.store import now_ms
from tests.cog_tables import mover, start_table
from tests.fake_discord import SentRequest
from tests.in_process_program import InProcessProgram, open_program
from tests.posted_messages import MESSAGE
from tests.running_dispatchers import Clock

GAMES = ("hive_mind", "connect_four", "hex_battle_wars")
"""Games in which a turn has several actions."""
TABLES, SEATS = 12, {"hive_mind": 3}
MOST_ACTIONS = 60
EDITED_MS = 50.0


class RealClock(Clock):
    """The machine's clock, with the interface of the tests' fake clock."""

    @property
    def now(self) -> int:  # type: ignore[override] - a property in place of the attribute
        return now_ms()

    @now.setter
    def now(self, _: int) -> None:
        pass

    def __call__(self) -> int:
        return self.now


async def edit_ms(program: InProcessProgram, table: str, rng: Random) -> float:
    """Play at random until an action edits the card; return the milliseconds from its commit to the edit request."""
    edited = asyncio.Event()

    async def listen(request: SentRequest) -> None:
        # Folding a card removes its picture, so such an edit has no files.
        if request.method == "PATCH" and re.fullmatch(MESSAGE, request.path) and request.files:
            edited.set()

    program.discord.before = listen
    for _ in range(MOST_ACTIONS):
        await program.outbox.settle()
        person, seen = await mover(program.service, table)
        made = await program.service.make_move(table, person.id, rng.choice(seen.legal))
        committed = time.perf_counter()
        # An action that is hidden from others leaves the step unchanged, so it edits no card.
        if made.turn_goes_on and made.table.row.step != seen.row.step:
            await edited.wait()
            return (time.perf_counter() - committed) * 1000
    raise AssertionError(f"no action within a turn in {MOST_ACTIONS}")


async def measure(game: str) -> list[float]:
    """Return the milliseconds from commit to edit request at several tables of a game, measured one after another."""
    with TemporaryDirectory() as folder:
        async with open_program(Path(folder), RealClock()) as program:
            times: list[float] = []
            for number in range(TABLES + 1):
                table = f"measured{number:02}"
                limits = {"host": TABLES + 1, "channel": TABLES + 1, "server": TABLES + 1}
                await start_table(program.service, SEATS.get(game, 2), game=game, id=table, limits=limits)
                times.append(await edit_ms(program, table, Random(number)))
            # The first table includes one-time start-up work.
            return times[1:]


async def rows() -> AsyncIterator[Row]:
    """Yield a row of times for each game."""
    for game in GAMES:
        times = await measure(game)
        yield Row(f"others see an action within a turn, {game}", times, "ms", at_most=EDITED_MS)

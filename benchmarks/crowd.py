"""How soon one person's press is acknowledged while another presses a thousand times."""

import asyncio
import time
from collections.abc import AsyncIterator
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

from benchmarks.rows import Row, ms
from data.store import now_ms
from tests.cogs.cog_tables import ANN, BEN, CHANNEL, TABLE, start_table
from tests.cogs.fake_discord import SentRequest
from tests.in_process_program import InProcessProgram, open_program

PRESSES = 1_000
WITHIN_SECONDS = 1.0
ASKED = 20
ACKNOWLEDGED_MS = 500
"""The longest that anybody else may wait (docs/performance.md)."""


async def crowd(program: InProcessProgram) -> None:
    """A thousand presses, evenly within a second."""
    tasks: list[asyncio.Task[object]] = []
    begun = time.perf_counter()
    for number in range(PRESSES):
        await asyncio.sleep(max(0.0, begun + number * WITHIN_SECONDS / PRESSES - time.perf_counter()))
        tasks.append(asyncio.create_task(program.press(ANN, f"{TABLE}::hand")))
    await asyncio.gather(*tasks)


async def acknowledged(program: InProcessProgram, moment: float) -> float:
    """The milliseconds from somebody else's press to its acknowledgement."""
    await asyncio.sleep(moment)
    data = {"component_type": 2, "custom_id": f"{TABLE}::more"}
    press = program.interaction(3, BEN, {"data": data, "message": program.discord._message(CHANNEL, {})})
    heard = asyncio.Event()
    listening = program.discord.before

    async def listen(request: SentRequest) -> None:
        if press["token"] in request.path:
            heard.set()
        if listening is not None:
            await listening(request)

    program.discord.before = listen
    before = time.perf_counter()
    task = asyncio.create_task(program.dispatch(press))
    await heard.wait()
    taken = (time.perf_counter() - before) * 1000
    await task
    return taken


async def measure() -> tuple[float, list[float]]:
    """The median while nobody else presses, and the times in the crowd, in milliseconds."""
    with TemporaryDirectory() as folder:
        async with open_program(Path(folder), now_ms) as program:  # type: ignore[arg-type]
            await start_table(program.service)
            alone = [await acknowledged(program, 0) for _ in range(5)]
            moments = [WITHIN_SECONDS * number / ASKED for number in range(ASKED)]
            pressing = asyncio.create_task(crowd(program))
            times = await asyncio.gather(*(acknowledged(program, moment) for moment in moments))
            await pressing
            return median(alone), times


async def rows() -> AsyncIterator[Row]:
    """The longest that somebody else waited in the crowd."""
    alone, times = await measure()
    title = f"another's press while one presses {PRESSES:,} times in 1 s"
    measured = f"p50 {ms(median(times))}"
    yield Row(title, measured, f"{ms(alone)} alone", max(times), "ms", at_most=ACKNOWLEDGED_MS)

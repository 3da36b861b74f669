"""How soon one person's press is acknowledged while another presses a thousand times: `python -m benchmarks.crowd`."""

import asyncio
import time
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

from cogs._tables import now_ms
from tests.cogs.cog_tables import ANN, BEN, CHANNEL, TABLE, start_table
from tests.cogs.fake_discord import Asked
from tests.faults.hall import Hall, open_hall

PRESSES = 1_000
WITHIN_SECONDS = 1.0
ASKED = 20


async def crowd(hall: Hall) -> None:
    """A thousand presses, evenly within a second."""
    tasks: list[asyncio.Task[object]] = []
    begun = time.perf_counter()
    for number in range(PRESSES):
        await asyncio.sleep(max(0.0, begun + number * WITHIN_SECONDS / PRESSES - time.perf_counter()))
        tasks.append(asyncio.create_task(hall.press(ANN, f"{TABLE}::hand")))
    await asyncio.gather(*tasks)


async def acknowledged(hall: Hall, moment: float) -> float:
    """The milliseconds from somebody else's press to its acknowledgement."""
    await asyncio.sleep(moment)
    data = {"component_type": 2, "custom_id": f"{TABLE}::more"}
    press = hall.interaction(3, BEN, {"data": data, "message": hall.discord._message(CHANNEL, {})})
    heard = asyncio.Event()
    listening = hall.discord.before

    async def listen(asked: Asked) -> None:
        if press["token"] in asked.path:
            heard.set()
        if listening is not None:
            await listening(asked)

    hall.discord.before = listen
    before = time.perf_counter()
    task = asyncio.create_task(hall.hear(press))
    await heard.wait()
    taken = (time.perf_counter() - before) * 1000
    await task
    return taken


async def main() -> None:
    """Prints the median and the longest of some presses."""
    with TemporaryDirectory() as folder:
        async with open_hall(Path(folder), now_ms) as hall:  # type: ignore[arg-type]
            await start_table(hall.service)
            alone = [await acknowledged(hall, 0) for _ in range(5)]
            moments = [WITHIN_SECONDS * number / ASKED for number in range(ASKED)]
            pressing = asyncio.create_task(crowd(hall))
            times = await asyncio.gather(*(acknowledged(hall, moment) for moment in moments))
            await pressing
            print(f"alone {median(alone):.0f} ms; in the crowd {median(times):.0f} ms, at most {max(times):.0f} ms")


if __name__ == "__main__":
    asyncio.run(main())

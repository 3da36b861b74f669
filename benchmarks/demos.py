"""Demos posted through the bot and the playground: the first time, when they are drawn, and again. By the clock on the
wall; the sizes are those of the pictures of all topics."""

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import perf_counter

from benchmarks.rows import Row
from cogs.learning.demo_pictures import draw_demo
from engine.lessons.topics import all_topics
from tests.end_to_end.program_processes import ProgramProcesses, start_program
from tests.end_to_end.table_driver import buttons
from tests.playground_driver import Person

COLD_S, WARM_S, MOST_MB = 3.0, 0.5, 1.5
AGAIN = 5
UPLOADED = "emojis created"
"""What the program logs when it has nothing else to do any more after its first start."""


async def rows() -> AsyncIterator[Row]:
    """How long a demo of each game takes, and the largest picture."""
    with TemporaryDirectory() as folder:
        async with start_program(Path(folder)) as program:
            ann = await program.person("Ann")
            while UPLOADED not in program.log_text():  # noqa: ASYNC110 - it is another process
                await asyncio.sleep(0.2)
            for game, topics in all_topics().items():
                topic = list(topics)[1]
                cold = await _posted(program, ann, game, topic)
                warm = median([await _posted(program, ann, game, topic) for _ in range(AGAIN)])
                yield Row(f"demo of {game}, drawn", f"{cold:.2f} s", figure=cold, unit="s", at_most=COLD_S)
                yield Row(f"demo of {game}, again", f"{warm:.2f} s", figure=warm, unit="s", at_most=WARM_S)
    sizes = [len(draw_demo(topic, "dark").gif) / 1e6 for topics in all_topics().values() for topic in topics.values()]
    name, measured = f"largest of {len(sizes)} demos", f"{max(sizes):.2f} MB"
    yield Row(name, measured, f"median {median(sizes):.2f} MB", max(sizes), "MB", at_most=MOST_MB)


async def _posted(program: ProgramProcesses, person: Person, game: str, topic: str) -> float:
    """Seconds from the command until its message is in a channel of its own."""
    channel = await program.channel()
    begun = perf_counter()
    await person.slash(channel, "demo", game=game, topic=topic)
    await person.wait_for(channel, lambda message: "Next topic" in buttons(message))
    return perf_counter() - begun

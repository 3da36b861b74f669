"""What a person waits for, through the playground: from the click to the card, and from a kill to the first answer.

By the clock on the wall: the bot, the playground and whoever clicks are three processes of the same machine.
"""

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path
from random import Random
from statistics import median, quantiles
from tempfile import TemporaryDirectory
from time import perf_counter

from benchmarks.open_tables import OpenTables, open_tables
from benchmarks.rows import Row, ms

COUNTS = (1, 10, 100, 1_000)
MOVES, WARMING = 150, 20
"""How many moves are measured at each number of tables, and how many go before them."""
BUSY, BUSY_MOVES, A_SECOND = 100, 150, 2
"""How many tables are busy at once, and how many moves they make together."""
KILLS = 5
SAME = 1.2
"""The same at 1,000 tables as at one means: at most so many times."""
P99_MS, MEGABYTES, READY_SECONDS = 250.0, 200.0, 3.0
"""The aims in docs/performance.md."""


async def rows() -> AsyncIterator[Row]:
    """At each number of open tables: click to card, memory; at the fewest and the most: a kill."""
    with TemporaryDirectory() as folder:
        async with open_tables(Path(folder)) as tables:
            alone = 0.0
            for count in COUNTS:
                await tables.fill(count)
                times = await one_by_one(tables)
                alone = alone or median(times)
                yield clicked(count, times, alone)
                if count == BUSY:
                    yield busy(await at_once(tables))
                most = MEGABYTES if count == COUNTS[-1] else None
                memory = tables.memory()
                yield Row(f"the bot's memory, {count:,} open", f"{memory:.0f} MB", "", memory, "MB", at_most=most)
                if count in (COUNTS[0], COUNTS[-1]):
                    yield restarted(count, [await restart(tables) for _ in range(KILLS)])


async def one_by_one(tables: OpenTables) -> list[float]:
    """Moves at random tables, one after the other; the first only warm up."""
    rng = Random(len(tables.games))
    times = [await tables.move(rng.randrange(len(tables.games))) for _ in range(WARMING + MOVES)]
    return times[WARMING:]


async def at_once(tables: OpenTables) -> list[float]:
    """Moves at all tables in turn, each begun when it is due."""

    async def later(number: int) -> float:
        await asyncio.sleep(number / A_SECOND)
        return await tables.move(number % len(tables.games))

    return await asyncio.gather(*(later(number) for number in range(BUSY_MOVES)))


async def restart(tables: OpenTables) -> tuple[float, float]:
    """The seconds from the start after a kill until the bot is connected, and until a press is acknowledged."""
    game = tables.games[-1]
    await tables.program.kill_bot()
    begun = perf_counter()
    await tables.program.start_bot()
    connected = perf_counter() - begun
    await game.table.host.click(game.card, label="More")
    return connected, perf_counter() - begun


def p99(times: list[float]) -> float:
    """The time that 99 of 100 don't exceed."""
    return quantiles(times, n=100, method="inclusive")[98]


def clicked(count: int, times: list[float], alone: float) -> Row:
    """The middle of the times, as a multiple of that at one table."""
    told = f"p50 {ms(median(times))}, p99 {ms(p99(times))}"
    title = f"click to card, {count:,} open"
    if count == COUNTS[0]:
        return Row(title, told)
    most = SAME if count == COUNTS[-1] else None
    return Row(title, told, f"p50 {ms(alone)} at one table", median(times) / alone, "×", at_most=most)


def busy(times: list[float]) -> Row:
    """The longest but for one in a hundred."""
    title = f"click to card, {BUSY} busy, {A_SECOND} moves a second"
    return Row(title, f"p50 {ms(median(times))}, p99 {ms(p99(times))}", "", p99(times), "ms p99", at_most=P99_MS)


def restarted(count: int, times: list[tuple[float, float]]) -> Row:
    """The middle of some kills."""
    connected, answered = (median(column) for column in zip(*times, strict=True))
    title = f"kill -9, start, first press answered, {count:,} open"
    return Row(title, f"connected {connected:.2f} s", "", answered, "s", at_most=READY_SECONDS)

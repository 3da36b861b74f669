"""Where a click goes: each stage from *Confirm* to the card on the wire, of the real bot and the real playground.

Both run with marks at the stages' ends (`benchmarks.click_marks`). By the clock on the wall; beside it is the CPU time
that the process has taken meanwhile, in all its threads.
"""

from collections.abc import AsyncIterator, Sequence
from pathlib import Path
from statistics import mean, median
from tempfile import TemporaryDirectory
from typing import NamedTuple

from benchmarks.clicks import p99
from benchmarks.open_tables import open_tables
from benchmarks.rows import Row, ms

TABLES, MOVES, WARMING = 10, 150, 50


class Stage(NamedTuple):
    """A part of the way, and the mark at its end."""

    name: str
    end: str


STAGES = (
    Stage("to the playground", "press>"),
    Stage("playground: check, commit, pass on", "flush<"),
    Stage("to the bot, parse, route", "defer>"),
    Stage("defer", "callback>"),
    Stage("playground: acknowledge, commit", "flush<"),
    Stage("back to the bot", "defer<"),
    Stage("load", "load<"),
    Stage("act, write", "act<"),
    Stage("commit", "notify>"),
    Stage("wake the outbox", "card>"),
    Stage("load for the card", "picture>"),
    Stage("wait for a thread, draw", "encode>"),
    Stage("encode", "draw<"),
    Stage("build the message", "post>"),
    Stage("note the attempt", "send>"),
    Stage("request, multipart", "message>"),
    Stage("playground: read", "body<"),
    Stage("playground: check, commit", "flush<"),
)
LAST = Stage("to everybody's page", "")


class Mark(NamedTuple):
    """A point of the path reached: by which process, when, and after how much CPU time; in milliseconds."""

    label: str
    process: str
    at: float
    cpu: float


async def rows() -> AsyncIterator[Row]:
    """Each stage, then the whole."""
    with TemporaryDirectory() as folder:
        file = Path(folder) / "marks"
        async with open_tables(Path(folder), file) as tables:
            await tables.fill(TABLES)
            for number in range(WARMING + MOVES):
                await tables.move(number % TABLES)
            moments = [(begun * 1000, arrived * 1000) for begun, arrived in tables.moments[WARMING:]]
        marks = read(file)
    paths = [path for begun, arrived in moments if (path := stages(marks, begun, arrived))]
    assert paths, "the path has changed, and benchmarks.click_marks with it"
    for number, stage in enumerate((*STAGES, LAST)):
        wall, cpu = zip(*(path[number] for path in paths), strict=True)
        yield Row(stage.name, f"p50 {ms(median(wall))}, mean {ms(mean(wall))}", f"CPU {ms(mean(cpu))}")
    whole = [arrived - begun for begun, arrived in moments]
    cpu = [sum(cpu for _, cpu in path) for path in paths]
    told = f"p50 {ms(median(whole))}, p99 {ms(p99(whole))}"
    yield Row(f"click to card, {len(paths)} of {len(whole)} clicks", told, f"CPU {ms(mean(cpu))}")


def read(file: Path) -> list[Mark]:
    """All marks in their order."""
    lines = (line.split() for line in file.read_text().splitlines())
    marks = [Mark(label, process, int(at) / 1e6, int(cpu) / 1e6) for label, process, at, cpu in lines]
    return sorted(marks, key=lambda mark: mark.at)


def stages(marks: Sequence[Mark], begun: float, arrived: float) -> list[tuple[float, float]]:
    """How long each stage of a click took, and the CPU time of the process in which it ended since its mark before.

    Empty for a click that took another way.
    """
    found: list[tuple[float, float]] = []
    spent = {mark.process: mark.cpu for mark in marks if mark.at < begun}
    passed = (mark for mark in marks if begun <= mark.at <= arrived)
    at = begun
    for stage in STAGES:
        mark = next((mark for mark in passed if mark.label == stage.end), None)
        if mark is None:
            return []
        found.append((mark.at - at, mark.cpu - spent.get(mark.process, mark.cpu)))
        at, spent[mark.process] = mark.at, mark.cpu
    return [*found, (arrived - at, 0.0)]

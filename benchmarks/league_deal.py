"""A deal of ten tables through the bot and the playground, and how soon another table's presses are answered meanwhile.

By the clock on the wall. The first deal is alone; during the others two people press at a table outside of the league.
"""

import asyncio
from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import perf_counter

from benchmarks.click_path import read
from benchmarks.open_tables import OpenTables, open_tables
from benchmarks.rows import Row, ms
from tests.end_to_end.league_driver import pressed, sent, shown, turned
from tests.end_to_end.table_driver import custom_ids, is_public
from tests.playground_driver import Json, Person

TABLES, PEOPLE, DEALS = 10, 20, 3
WARMING, PRESSES = 10, 40
SEASON = "connect_four.quick"
DEAL_SECONDS, SAME = 60.0, 1.2
"""The aims in docs/performance.md."""
REFUSED = "rate limit"
"""What discord.py's warning says when Discord refuses a request because there were too many."""

UPLOADED = "emojis created"
"""What the program logs then."""
PENDING = "SELECT count(*) FROM outbox WHERE done IS NULL AND due <= strftime('%s') * 1000"


@dataclass(slots=True)
class Dealt:
    """A deal: when it was asked for, when the last table's first card was there, and how many requests it took."""

    begun: float
    ended: float
    requests: int = 0
    answered: list[float] = field(default_factory=list[float])

    @property
    def seconds(self) -> float:
        """How long it took."""
        return self.ended - self.begun


async def rows() -> AsyncIterator[Row]:
    """How long deals take, and what they do to presses at another table."""
    with TemporaryDirectory() as folder:
        file = Path(folder) / "marks"
        async with open_tables(Path(folder), file) as tables:
            await tables.fill(1)
            await _emojis_uploaded(tables)
            organiser, card = await _opened(tables)
            await _answers(tables, WARMING)
            alone = await _answers(tables, PRESSES)
            deals = [await _dealt(tables, organiser, card, file, pressing=bool(number)) for number in range(DEALS)]
            alone += await _answers(tables, PRESSES)
            refused = tables.program.log_text().lower().count(REFUSED)
    yield _deal_row(deals)
    yield Row(f"429 in {DEALS} deals of {TABLES} tables", str(refused), "", refused, at_most=0)
    yield _press_row([taken for deal in deals for taken in deal.answered], alone)


async def _emojis_uploaded(tables: OpenTables) -> None:
    """Waits until a new program has uploaded its emojis, some seconds after its start: they are requests too."""
    while UPLOADED not in tables.program.log_text():  # noqa: ASYNC110 - it is another process
        await asyncio.sleep(0.5)


async def _opened(tables: OpenTables) -> tuple[Person, Json]:
    """A season that is published with its form, and that everybody has joined by its card."""
    program = tables.program
    organiser, channel = await program.person("Ann"), await program.playground.channel("league")
    page = await organiser.answer(await organiser.slash(channel, "league"))
    page = await sent(organiser, page, "New league", {"what": SEASON})
    await turned(organiser, page, "Publish")
    card = await shown(organiser, channel, "season 1")
    for number in range(1, PEOPLE + 1):
        person = await program.person(f"Player {number}")
        await pressed(person, card, "I'm in")
        # Whoever reads along takes the time of this process, which is part of what is measured.
        await person.close()
    return organiser, card


async def _dealt(tables: OpenTables, organiser: Person, card: Json, marks: Path, *, pressing: bool) -> Dealt:
    """Has the organiser deal, and waits for the last table's first card."""
    watcher = tables.program.watcher
    known: set[str] = set()

    def is_last(name: str, data: Json) -> bool:
        if name == "MESSAGE_CREATE" and is_public(data):
            known.update(text.split(":")[0] for text in custom_ids(data) if text.endswith(":move"))
        return len(known) == TABLES

    page = await pressed(organiser, card, "Organise")
    form = await organiser.click(page, label="Deal now")
    last = watcher.event(is_last)
    ended: list[float] = []
    last.add_done_callback(lambda _: ended.append(perf_counter()))
    dealt = Dealt(perf_counter(), 0.0)
    submitted = asyncio.create_task(organiser.submit(form, {"why": "measured"}))
    while pressing and not last.done():
        dealt.answered.append(await _answer(tables))
    await asyncio.wait_for(last, DEAL_SECONDS * 3)
    await submitted
    dealt.ended = ended[0]
    dealt.requests = sum(
        mark.label == "request>" and dealt.begun * 1000 <= mark.at <= dealt.ended * 1000 for mark in read(marks)
    )
    await _quiet(tables)
    return dealt


async def _quiet(tables: OpenTables) -> None:
    """Waits until the bot has said all that follows from a deal."""
    while tables.program.rows(PENDING)[0][0]:  # noqa: ASYNC110 - it is another process
        await asyncio.sleep(0.5)


async def _answers(tables: OpenTables, number: int) -> list[float]:
    """The milliseconds of so many presses, one after the other."""
    return [await _answer(tables) for _ in range(number)]


async def _answer(tables: OpenTables) -> float:
    """The milliseconds from a press on *More* to the private page."""
    game = tables.games[0]
    begun = perf_counter()
    await game.table.host.answer(await game.table.host.click(game.card, label="More"))
    taken = (perf_counter() - begun) * 1000
    tables.forget()
    return taken


def _deal_row(deals: list[Dealt]) -> Row:
    """The slowest deal; the requests of the one beside which nobody pressed."""
    longest = max(deal.seconds for deal in deals)
    told = ", ".join(f"{deal.seconds:.1f}" for deal in deals)
    title = f"deal of {TABLES} tables, to the last one's card"
    return Row(title, f"{told} s", f"{deals[0].requests} requests", longest, "s", at_most=DEAL_SECONDS)


def _press_row(meanwhile: list[float], alone: list[float]) -> Row:
    """The middle of the presses."""
    title = f"press at another table during a deal, {len(meanwhile)} presses"
    ratio = median(meanwhile) / median(alone)
    return Row(title, ms(median(meanwhile)), f"{ms(median(alone))} without", ratio, "×", at_most=SAME)

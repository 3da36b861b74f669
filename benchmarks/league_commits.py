"""What a running season costs: a move with its card at a table that it has dealt, and the end of such a table.

The whole program runs in this process, against a fake Discord. The people of the season have played through several
deals before. Both kinds of tables take turns, move by move, so that both see the same machine; CPU time of all threads,
from the move to the card's delivery.
"""

import asyncio
from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from statistics import median
from tempfile import TemporaryDirectory
from time import process_time

from benchmarks.rows import Row, ms
from cogs.outbox.outbox import Outbox
from leagues.season import Season, people_of
from leagues.seasons import Seasons
from leagues.settings import PRESETS
from tables.open_table import Person
from tables.service import TableService
from tables.timing.clock_settings import named_clock
from tests.cogs.cog_tables import CHANNEL, GUILD, start_table
from tests.cogs.fake_discord import SentRequest
from tests.cogs.running_dispatchers import Clock
from tests.in_process_program import InProcessProgram, as_json, open_program
from tests.leagues.playing import publish

GAME, SEATS = "monster_hex", 4
PEOPLE = [Person(5 * 10**17 + number, f"Player {number}") for number in range(1, 31)]
DEALS_BEFORE = 6
TABLES, WARMING, MOVES = 6, 3, 25
"""How many tables of each kind there are, and how many moves at each of them go before and are measured."""
SEASON_CARD_RATIO = 1.2
"""The aim in docs/performance.md: about the same."""
POLL_SECONDS = 0.005


@dataclass(slots=True)
class Ends:
    """The CPU milliseconds of the last moves of tables, and of counting these tables for their season."""

    moves: list[float] = field(default_factory=list[float])
    counted: list[float] = field(default_factory=list[float])


async def rows() -> AsyncIterator[Row]:
    """The end of a table of the season, and cards of both kinds of tables."""
    clock = Clock()
    with TemporaryDirectory() as folder:
        async with open_program(Path(folder), clock) as program:
            seasons, random = program.bot.seasons, Random(1)
            season, ends = await _opened(seasons), Ends()
            for _ in range(DEALS_BEFORE):
                season = await _dealt(seasons, season, clock)
                ends = await _played(seasons, season, random)
            yield _end_row(await seasons.load(season.row.id), ends)
            await _deliver_unsent(program)
            season = await _dealt(seasons, season, clock)
            dealt = [known.table_id for known in season.open_tables() if len(people_of(known)) == SEATS][:TABLES]
            yield _card_row(*await _cards(program, dealt, await _ordinary(program.service), random))


async def _opened(seasons: Seasons) -> Season:
    """A season with all its people, before its first deal."""
    preset = PRESETS[GAME][0]
    season = await publish(seasons, GAME, dict(preset.options), preset.settings, guild=GUILD, channel=CHANNEL)
    for person in PEOPLE:
        season = await seasons.join(season.row.id, person)
    return season


async def _dealt(seasons: Seasons, season: Season, clock: Clock) -> Season:
    """The season after its next deal."""
    season = await seasons.load(season.row.id)
    assert season.row.due is not None
    clock.now = season.row.due
    await seasons.advance(season.row.id)
    return await seasons.load(season.row.id)


async def _played(seasons: Seasons, season: Season, random: Random) -> Ends:
    """Plays all open tables of a season to their ends, and has them counted."""
    ends = Ends()
    for known in season.open_tables():
        phase, taken = "playing", 0.0
        while phase == "playing":
            user, action = await _choice(seasons.service, known.table_id, random)
            start = process_time()
            phase = (await seasons.service.act(known.table_id, user, action)).row.phase
            taken = (process_time() - start) * 1000
        ends.moves.append(taken)
        start = process_time()
        await seasons.count(known.table_id)
        ends.counted.append((process_time() - start) * 1000)
    return ends


async def _choice(service: TableService, table: str, random: Random) -> tuple[int, str]:
    """Who acts next at a table, and one of the legal actions."""
    user = (await service.view(table)).waiting_for()[0].user_id
    assert user is not None
    return user, random.choice((await service.view(table, user)).legal)


async def _deliver_unsent(program: InProcessProgram) -> None:
    """Marks as delivered what nobody reads any more."""
    while True:
        async with program.store.write() as writer:
            pending = await writer.pending_outbox(writer.now + 10**9)
            await writer.outbox_done([row.id for row in pending])
        if not pending:
            return


async def _ordinary(service: TableService) -> list[str]:
    """Tables that people have opened, with the seats and the clock of those that the season deals."""
    clock = named_clock(PRESETS[GAME][0].settings.clock)
    assert clock.move is not None
    times = {"clock": clock.move, "bank": clock.bank, "regained": clock.regained}
    opened = [
        await start_table(service, SEATS, table=f"ordinary{letter}t", game=GAME, **times)  # type: ignore[arg-type]
        for letter in "abcdefgh"[:TABLES]
    ]
    return [table.row.id for table in opened]


async def _cards(
    program: InProcessProgram, dealt: Sequence[str], ordinary: Sequence[str], random: Random
) -> tuple[list[float], list[float]]:
    """The CPU milliseconds of moves with their cards, at tables of each kind."""
    outbox = Outbox(program.bot, program.service, program.bot.drawing_pool)
    program.outbox.start()
    await _delivered(program, outbox)
    found: tuple[list[float], list[float]] = ([], [])
    for number in range(WARMING + MOVES):
        for pair in zip(dealt, ordinary, strict=True):
            for table, times in zip(pair, found, strict=True):
                taken = await _move(program, outbox, table, random)
                if number >= WARMING:
                    times.append(taken)
    return found


async def _move(program: InProcessProgram, outbox: Outbox, table: str, random: Random) -> float:
    """The CPU milliseconds of one move until its card is delivered."""
    user, action = await _choice(program.service, table, random)
    posted = asyncio.Event()

    async def listen(request: SentRequest) -> None:
        if request.method == "POST" and f"{table}:" in as_json(request.body):
            posted.set()

    program.discord.before = listen
    start = process_time()
    await program.service.act(table, user, action)
    await posted.wait()
    await _delivered(program, outbox)
    taken = (process_time() - start) * 1000
    program.discord.before = None
    return taken


async def _delivered(program: InProcessProgram, outbox: Outbox) -> None:
    """Returns when nothing is due any more; asks seldom, since asking takes CPU time too."""
    while (await outbox.due(program.service.now(), ())).groups:  # noqa: ASYNC110 - a delivery sets no event
        await asyncio.sleep(POLL_SECONDS)


def _end_row(season: Season, ends: Ends) -> Row:
    """The middle of the tables of the last deal."""
    tables = sum(known.state == "counted" for known in season.tables)
    title = f"end of a season's table counted, {len(PEOPLE)} people"
    told = f"after {tables} tables; its last move {ms(median(ends.moves))}"
    return Row(title, ms(median(ends.counted)), told, median(ends.counted), "ms")


def _card_row(dealt: Sequence[float], ordinary: Sequence[float]) -> Row:
    """The middle of the moves of each kind."""
    title = f"move and card while a season of {len(PEOPLE)} runs"
    reference = f"{ms(median(ordinary))} at an ordinary table"
    ratio = median(dealt) / median(ordinary)
    return Row(title, ms(median(dealt)), reference, ratio, "×", at_most=SEASON_CARD_RATIO)

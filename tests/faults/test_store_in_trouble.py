"""The whole program while its SQLite database is full, cannot be opened, or is locked beyond its timeout.

People get an apology, nothing is half done, and afterwards all work resumes by itself, once.
"""

import asyncio
import sqlite3
from collections.abc import AsyncIterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager, closing
from pathlib import Path
from typing import Any, Protocol

import pytest
from sqlalchemy import event
from sqlalchemy.pool import Pool, QueuePool
from sqlalchemy.util import greenlet_spawn

from cogs.outbox.outbox import Outbox
from cogs.ui.kit.errors import STORE_AWAY
from data.store import ALIVE
from tables.dispatching.timers import Timers
from tables.dispatching.upkeep import DOWNTIME_MS
from tests.cog_tables import ANN, DAY, TABLE, count_closed_turns, mover, start_table
from tests.in_process_program import InProcessProgram, open_program
from tests.posted_messages import cards, step_of, thread
from tests.running_dispatchers import Clock, Running

pytestmark = pytest.mark.slow

MOST_PAGES = 1_073_741_823


class Trouble(Protocol):
    """A context manager that causes trouble with a program's database inside its block."""

    def __call__(self, program: InProcessProgram, database: Path) -> AbstractAsyncContextManager[None]: ...


@asynccontextmanager
async def locked(program: InProcessProgram, database: Path) -> AsyncIterator[None]:
    """Hold the write lock in another connection."""
    with closing(sqlite3.connect(database, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        yield
        other.execute("ROLLBACK")


@asynccontextmanager
async def full(program: InProcessProgram, database: Path) -> AsyncIterator[None]:
    """Stop the database from growing by another page, with none free."""
    is_full = True

    def limit(connection: Any, *_: Any) -> None:
        cursor = connection.cursor()
        cursor.execute("PRAGMA page_count")
        (pages,) = cursor.fetchone()
        cursor.execute(f"PRAGMA max_page_count={pages if is_full else MOST_PAGES}")
        cursor.close()

    # The listener stays registered: removing it while a connection waits for the database is not possible.
    event.listen(program.store._engine.sync_engine, "checkout", limit)
    yield
    is_full = False


@asynccontextmanager
async def unreadable(program: InProcessProgram, database: Path) -> AsyncIterator[None]:
    """Make the file inaccessible, as on an unmounted disk, and close all open connections."""
    engines = [program.store._engine.sync_engine, program.store._reading.sync_engine]
    pools = [engine.pool for engine in engines]
    for engine in engines:
        engine.dispose(close=False)
    kept = take_away(database)
    for pool in pools:
        await disconnect(pool)
    yield
    bring_back(database, kept)


def take_away(database: Path) -> list[Path]:
    """Move a database's files elsewhere, put a folder in its place, and return the new paths."""
    away = database.with_name("elsewhere")
    away.mkdir()
    kept = [path.rename(away / path.name) for path in database.parent.glob(f"{database.name}*") if path.is_file()]
    database.mkdir()
    return kept


def bring_back(database: Path, kept: list[Path]) -> None:
    """Move a database's files back, the database last: without the other files it would lack commits."""
    for path in sorted(kept, key=lambda path: path.name == database.name):
        if path.name == database.name:
            database.rmdir()
        path.rename(database.with_name(path.name))


async def disconnect(pool: Pool) -> None:
    """Close a retired pool's connections once all of them have been returned."""
    assert isinstance(pool, QueuePool)
    while pool.checkedout():  # noqa: ASYNC110 (the pool tells nobody)
        await asyncio.sleep(0)
    await greenlet_spawn(pool.dispose)


@pytest.fixture
async def hasty(tmp_path: Path, clock: Clock) -> AsyncIterator[InProcessProgram]:
    """Yield the program with a lock timeout of 50 ms."""
    async with open_program(tmp_path, clock, query="?timeout=0.05") as opened:
        yield opened


@asynccontextmanager
async def playing(program: InProcessProgram, clock: Clock) -> AsyncIterator[Running]:
    """Yield the program's outbox and timers, at a table whose first card is posted."""
    bot, service = program.bot, program.service
    running = Running(
        lambda: [Outbox(bot, service, bot.seasons, bot.drawing_pool), Timers(service, bot._computers)], service, clock
    )
    async with running:
        await start_table(service, clock=DAY)
        await alive(program, clock)
        await running.settle()
        yield running


@pytest.mark.parametrize("trouble", [locked, full, unreadable])
async def test_a_move_is_refused_with_an_apology_and_counts_once_afterwards(
    hasty: InProcessProgram, tmp_path: Path, clock: Clock, trouble: Trouble
) -> None:
    program, service = hasty, hasty.service
    async with playing(program, clock) as running:
        person, seen = await mover(service)
        press = f"{TABLE}:{seen.version}:do:{seen.legal[0]}"
        async with trouble(program, tmp_path / "hexcade.sqlite3"):
            # A full database still has room for some moves, because they reuse the space of what they replace.
            while (answer := (await program.press(person, press, private=True)).text) != STORE_AWAY:
                assert trouble is full, answer
                person, seen = await mover(service)
                press = f"{TABLE}:{seen.version}:do:{seen.legal[0]}"
            assert running.task is not None
            assert not running.task.done(), "outbox and timers live on"
        assert (await service.load(TABLE)).row.step == seen.row.step

        await program.press(person, press, private=True)
        await running.settle()
        assert (await service.load(TABLE)).row.step == seen.row.step + 1
        assert len(cards(program.discord, thread(program.discord))) == 1


@pytest.mark.parametrize("trouble", [locked, unreadable])
async def test_a_deadline_that_falls_due_meanwhile_counts_once_afterwards(
    hasty: InProcessProgram, tmp_path: Path, clock: Clock, trouble: Trouble
) -> None:
    program, service = hasty, hasty.service
    async with playing(program, clock) as running:
        clock.now += DAY * 1000 - DOWNTIME_MS // 2
        await alive(program, clock)
        async with trouble(program, tmp_path / "hexcade.sqlite3"):
            clock.now += DOWNTIME_MS // 2 + 1_000
            service.notify()
            for _ in range(50):
                person = await program.command(ANN, "games")
                if person.text == STORE_AWAY:
                    break
            assert running.task is not None
            assert not running.task.done()
        await alive(program, clock)
        await running.settle()

    assert await count_closed_turns(service) == 1
    place = thread(program.discord)
    posted = [step_of(body) for channel, body in program.discord.made if channel == place and step_of(body)]
    assert posted == sorted(set(posted))


async def alive(program: InProcessProgram, clock: Clock) -> None:
    """Record the program as alive now."""
    async with program.store.write() as writer:
        await writer.facts.set(ALIVE, str(clock.now))

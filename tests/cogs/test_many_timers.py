"""A thousand simultaneous deadlines: presses are still answered, and channels are not flooded."""

import asyncio
import sqlite3
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from cogs.at_table.stand_in import STANDS_IN_NOW
from tables.dispatching.timers import AT_ONCE, MOST_TO_POST, TAKEN_UP, Timers
from tables.dispatching.upkeep import DOWNTIME_MS, Upkeep
from tests.cog_tables import ANN, MINUTES_5, TABLE, start_table
from tests.in_process_program import InProcessProgram
from tests.patience import patience
from tests.running_dispatchers import SECONDS, Running

FREE = "zzzzzzzzzz"
"""A table without a missed deadline."""
MANY = 1_000
COPIED = ("tables", "seats", "entries", "snapshots", "timers")


class ManyTables:
    """Copies of one table in the database, all with the same deadline."""

    def __init__(self, path: Path) -> None:
        self._database = sqlite3.connect(path, timeout=60, check_same_thread=False)
        self._database.row_factory = sqlite3.Row

    def make(self, count: int) -> None:
        for table in COPIED:
            key = "id" if table == "tables" else "table_id"
            for row in self._database.execute(f"SELECT * FROM {table} WHERE {key} = ?", (TABLE,)).fetchall():
                names = [name for name in dict(row) if name != "id" or table == "tables"]
                statement = f"INSERT INTO {table} ({', '.join(names)}) VALUES ({', '.join('?' * len(names))})"
                copies = ([f"copy{n:06}" if name == key else row[name] for name in names] for n in range(1, count))
                self._database.executemany(statement, copies)
        self._database.commit()

    def count_closed_turns(self) -> int:
        """Count the turns that the clock closed."""
        (count,) = self._database.execute("SELECT count(*) FROM entries WHERE action = 'close'").fetchone()
        return int(count)

    def deliver(self) -> None:
        """Mark all messages as posted."""
        self._database.execute("UPDATE outbox SET done = due WHERE done IS NULL")
        self._database.commit()

    def close(self) -> None:
        self._database.close()


@pytest.fixture
async def tables(program: InProcessProgram, tmp_path: Path) -> AsyncIterator[ManyTables]:
    await start_table(program.service, id=FREE)
    await start_table(program.service, clock=MINUTES_5)
    found = ManyTables(tmp_path / "hexcade.sqlite3")
    found.deliver()
    found.make(MANY)
    yield found
    found.close()


@pytest.fixture
async def timers(program: InProcessProgram) -> AsyncIterator[Running]:
    service = program.service
    async with Running(
        lambda: [Upkeep(service), Timers(service, program.bot._computers)], service, program.outbox.clock
    ) as running:
        await running.settle()
        await running.settle(MINUTES_5 * 1000 - DOWNTIME_MS)
        yield running


async def test_a_press_is_answered_before_all_but_a_few_of_a_thousand_deadlines(
    program: InProcessProgram, tables: ManyTables, timers: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tables.dispatching.timers.MOST_TO_POST", 10 * MANY)
    begun = asyncio.Event()
    program.service.on_commit(lambda: begun.set() if tables.count_closed_turns() >= AT_ONCE else None)
    timers.clock.now += DOWNTIME_MS
    program.service.notify()
    async with patience(SECONDS):
        await begun.wait()
    before = tables.count_closed_turns()

    answer = await program.press(ANN, f"{FREE}::stand_in", private=True)

    assert STANDS_IN_NOW in answer.text
    # The turns under way, and those closed while the page was loaded and answered.
    assert tables.count_closed_turns() - before <= 3 * AT_ONCE
    await timers.kill()


async def test_deadlines_wait_while_many_cards_are_still_to_be_posted_and_none_is_forgotten(
    program: InProcessProgram, tables: ManyTables, timers: Running
) -> None:
    """Otherwise a thousand cards would be posted before the card of the next move."""
    await timers.settle(DOWNTIME_MS)
    first = tables.count_closed_turns()
    assert MOST_TO_POST <= first <= MOST_TO_POST + 3 * TAKEN_UP

    # In a thread: the program may be writing, and can finish only while the event loop is free.
    await asyncio.to_thread(tables.deliver)
    await timers.settle()

    assert first + MOST_TO_POST <= tables.count_closed_turns() <= first + MOST_TO_POST + 3 * TAKEN_UP
    async with program.store.read() as reader:
        assert await reader.timers.count_due(timers.clock.now) == MANY - tables.count_closed_turns()

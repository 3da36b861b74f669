"""`kill -9` between a move and the planned one that answers it: the planned move is made once, whatever the moment."""

import asyncio
import signal
import sys
from pathlib import Path

import pytest

from cogs.ui.kit.interface import interface
from engine.replay import play_log
from tables.open_table import to_engine_entries
from tables.seat_changes.handovers import PLANNED
from tables.service import TableService
from tables.timing.clocks import PLAN
from tests.clock import Clock
from tests.cog_tables import HOUR
from tests.faults.planning_process import POINTS
from tests.migrated_database import open_store

pytestmark = pytest.mark.slow

KILLS = 50


async def test_no_planned_move_is_lost_or_doubled_by_a_kill(tmp_path: Path) -> None:
    path = tmp_path / "store.sqlite3"
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "tests.faults.planning_process", str(path), str(KILLS)), stdout=asyncio.subprocess.PIPE
    )
    told = [line.split(maxsplit=4) for line in (await process.communicate())[0].decode().splitlines()]
    ends = [int(status) for word, status, *_ in told if word == "ended"]
    assert ends == [*[-signal.SIGKILL] * KILLS, 0]
    # a move that was not committed before the kill may have been replaced by another one
    announced = {(words[1], int(words[2])): words[3:] for words in told if words[0] == "moving"}

    service = TableService(await open_store(path, clock=Clock(HOUR)), interface)
    made = 0
    async with service.store.read() as reader:
        finished, playing = await reader.tables.list_finished("", 100), await reader.tables.list_open("", 9)
        for table_id in [row.id for row in (*finished, *playing)]:
            rows = await reader.logs.entries(table_id)
            notes = [note for note in await reader.tables.handovers(table_id, 0) if note.kind == PLANNED]
            planned = [row for row in rows if int(row.actor) >= 0 and row.page is None]
            assert [int(row.actor) for row in planned] == [note.seat for note in notes], "each is noted, and made, once"
            assert await reader.timers.get(table_id, PLAN) is None
            assert await reader.plans.of_table(table_id) == ()
            game = (await service.load(table_id)).require_begun()
            assert len(list(play_log(game.rules, to_engine_entries(rows)))) == game.n
            for n in (n for table, n in announced if table == table_id and n <= len(rows)):
                assert [rows[n].actor, rows[n].action] == announced[table_id, n], "the plan is the next entry"
            made += len(planned)
    await service.store.close()
    # a planned move is killed at every point before it is made
    assert made >= KILLS // len(POINTS)

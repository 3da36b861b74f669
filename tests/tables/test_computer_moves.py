"""Computer players' moves at tables: each is made exactly once, whatever happens to the thinking process."""

import asyncio
import os
import signal

import msgspec
import pytest

from engine.players import Question
from tables.committing.changes import Change
from tables.computer_players import ComputerPlayers, Think, ThinkingProcesses
from tables.dispatching.timers import Timers
from tables.dispatching.upkeep import Upkeep
from tables.open_table import OpenTable
from tables.service import TableService
from tests.cog_tables import ANN, TABLE, logged, start_table
from tests.running_dispatchers import Clock, Running


async def player_named(service: TableService, name: str) -> None:
    """Store a name for the computer player at the second seat, as an older or newer program may have left it."""

    def decide(table: OpenTable) -> Change:
        return Change(seats=(table.seats[0], msgspec.structs.replace(table.seats[1], player=name)), only_card=True)

    await service.change(TABLE, decide)


def running(service: TableService, clock: Clock, think: Think) -> Running:
    """Return timers whose computer players use this `think` function."""
    computers = ComputerPlayers(service, think)
    return Running(lambda: [Upkeep(service), Timers(service, computers)], service, clock)


async def test_one_with_a_name_that_this_program_does_not_have_moves_as_a_normal_one(
    service: TableService, timers: Running
) -> None:
    await start_table(service, 1, 1, game="connect_four")
    await player_named(service, "grandmaster")

    await timers.settle()

    assert [entry.actor for entry in await logged(service)] == [1]
    assert (await service.load(TABLE)).seats[1].player == "grandmaster", "what is stored stays"


@pytest.mark.slow
async def test_one_whose_process_is_killed_while_it_thinks_moves_once(service: TableService, clock: Clock) -> None:
    """The process is stopped first, so that it cannot have answered when it is killed."""
    await start_table(service, 1, 1, game="connect_four")
    await player_named(service, "master")
    processes, killed = ThinkingProcesses(1), list[int]()

    async def think(question: Question) -> str:
        if not killed:
            await processes.think(question)
            found = processes._all[0]._process
            assert found is not None
            os.kill(found.pid, signal.SIGSTOP)
            thought = asyncio.create_task(processes.think(question))
            await asyncio.sleep(0)
            killed.append(found.pid)
            os.kill(found.pid, signal.SIGKILL)
            return await thought
        return await processes.think(question)

    async with running(service, clock, think) as timers:
        await timers.settle()
        again = processes._all[0]._process
    await processes.close()

    assert [entry.actor for entry in await logged(service)] == [1]
    assert again is not None
    assert [again.pid] != killed
    assert (await service.load(TABLE)).actors == (0,)
    await service.act(TABLE, ANN.id, (await service.view(TABLE, ANN.id)).legal[0])

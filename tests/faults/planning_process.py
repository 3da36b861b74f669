"""A process that plays tables with planned moves in children, which kill themselves at a point of a planned move.

`planning_process PATH KILLS` forks KILLS children, one after the other, and a last one. Each prints "moving TABLE N
SEAT ACTION" before it makes entry N, which a plan must follow: it is to become entry N + 1. At its first planned move,
even one left by an earlier child, a child reaches its point and sends itself SIGKILL; the last one ends once no plan is
left to be made. "ended STATUS" is printed after each child.
"""

import asyncio
import os
import signal
import sys
from collections.abc import Awaitable, Callable
from pathlib import Path
from random import Random
from typing import Any

from cogs.ui.kit.interface import interface
from data.store import Store
from engine.game import act
from engine.planning import build_condition, judge, look_ahead
from tables import planning
from tables.committing import commit
from tables.committing.changes import Change
from tables.computer_players import ComputerPlayers
from tables.dispatching import timers
from tables.dispatching.dispatcher import Dispatcher
from tables.dispatching.timers import Timers
from tables.dispatching.upkeep import Upkeep
from tables.open_table import OpenTable
from tables.service import TableService
from tables.timing.clocks import PLAN
from tests.clock import Clock
from tests.cog_tables import HOUR, start_table
from tests.migrated_database import open_store
from tests.thinking_here import think_here

POINTS = ("after the move before", "when its timer begins", "before its commit", "after its commit")
NEVER = "never"


def die() -> None:
    """End this process like a power failure."""
    os.kill(os.getpid(), signal.SIGKILL)


def arrange(point: str, service: TableService) -> None:
    """Make the program die at a point of the first planned move."""
    make: Callable[..., Awaitable[None]] = planning.make_planned_move
    announce: Callable[..., Awaitable[None]] = commit.announce
    notify = service.notify

    async def make_and_die(*given: Any) -> None:
        if point == POINTS[1]:
            die()
        await make(*given)
        if point == POINTS[3]:
            die()

    async def die_and_announce(writer: Any, before: OpenTable, after: OpenTable, change: Change) -> None:
        if point == POINTS[2] and change.plan is not None:
            die()
        await announce(writer, before, after, change)
        if point == POINTS[0] and change.planned:
            service.notify = die  # type: ignore[method-assign]

    timers.make_planned_move = make_and_die  # type: ignore[assignment]
    commit.announce = die_and_announce  # type: ignore[assignment]
    service.notify = notify  # type: ignore[method-assign]


async def find_table(service: TableService, store: Store) -> str:
    """Return the id of a table in play, started if there is none."""
    async with store.read() as reader:
        rows = await reader.tables.list_open("", 100)
    for row in rows:
        if row.phase == "playing":
            return row.id
        await service.abandon(row.id)
    async with store.read() as reader:
        count = len(await reader.tables.list_finished("", 1_000))
    return (await start_table(service, game="monster_hex", id=f"planned{count}")).row.id


def choose(table: OpenTable, rng: Random) -> tuple[str, int, str] | None:
    """Return a move, another seat and an action that it can plan, so that the plan holds right after the move."""
    game, (mover,) = table.require_playing(), table.actors
    seat = 1 - mover
    ahead = look_ahead(game, seat)
    if ahead is None:
        return None
    moves = list(game.legal(mover))
    rng.shuffle(moves)
    for planned in rng.sample(ahead.legal, min(4, len(ahead.legal))):
        condition = build_condition("monster_hex", ahead, planned)
        for move in moves[:4]:
            if judge(act(game, mover, move, table.row.server_seed).game, seat, planned, condition).holds:
                return move, seat, planned
    return None


async def wait_for_plans(store: Store, table_id: str) -> None:
    """Wait until no planned move is due."""
    while True:
        async with store.read() as reader:
            if await reader.timers.get(table_id, PLAN) is None:
                return
        await asyncio.sleep(0.001)


async def play(service: TableService, point: str, rng: Random) -> None:
    """Play tables until the process dies; without a point, only until no planned move is due."""
    store = service.store
    while True:
        table_id = await find_table(service, store)
        await wait_for_plans(store, table_id)
        if point == NEVER:
            return
        table = await service.load(table_id)
        if table.row.phase != "playing":
            continue
        (mover,) = table.actors
        user = table.seats[mover].user_id
        assert user is not None
        found = choose(table, rng)
        if found is None:
            await service.act(table_id, user, rng.choice(table.require_playing().legal(mover)))
            continue
        move, seat, action = found
        planner = table.seats[seat].user_id
        assert planner is not None
        await planning.keep_plan(service, table_id, planner, table.version, action)
        number = act(table.require_playing(), mover, move, table.row.server_seed).game.n
        print(f"moving {table_id} {number} {seat} {action}", flush=True)
        await service.act(table_id, user, move)


async def run(path: str, point: str, seed: int) -> None:
    """Open the store, run timers and upkeep, and play."""
    service = TableService(await open_store(Path(path), clock=Clock(HOUR)), interface)
    arrange(point, service)
    sources = (Upkeep(service), Timers(service, ComputerPlayers(service, think_here)))
    working = [asyncio.create_task(Dispatcher(service, source).run()) for source in sources]
    await play(service, point, Random(seed))
    for task in working:
        task.cancel()
    await asyncio.gather(*working, return_exceptions=True)
    await service.store.close()


def main(path: str, kills: str) -> None:
    """Run the children."""
    # everything is imported, and statements are compiled, before the forks
    asyncio.run(run(f"{path}.first", NEVER, 0))
    points = [POINTS[number % len(POINTS)] for number in range(int(kills))]
    for number, point in enumerate([*points, NEVER]):
        # a fork is much faster than a new process, which would import everything again
        child = os.fork()
        if child == 0:
            asyncio.run(run(path, point, number))
            sys.stdout.flush()
            os._exit(0)
        print(f"ended {os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])}", flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:])

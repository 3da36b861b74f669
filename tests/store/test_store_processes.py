"""Several processes on one database, and processes that are killed."""

import asyncio
from asyncio.subprocess import Process
from contextlib import AsyncExitStack

import pytest

from data.store import Store
from tests.store.store_processes import line_of, started
from tests.store.store_rows import add_table

pytestmark = pytest.mark.slow


async def let_go(processes: list[Process]) -> list[str]:
    """Release all waiting processes at the same time, and return the line that each one prints."""
    assert [await line_of(process) for process in processes] == ["ready"] * len(processes)
    for process in processes:
        assert process.stdin is not None
        process.stdin.write(b"\n")
    return await asyncio.gather(*(line_of(process) for process in processes))


async def test_four_processes_moving_at_one_table_lose_nothing(store: Store, url: str) -> None:
    await add_table(store)
    actors, count = ["0", "1", "2", "3"], 25

    async with AsyncExitStack() as stack:
        processes = [await stack.enter_async_context(started("move", url, actor, str(count))) for actor in actors]
        assert await let_go(processes) == ["done"] * 4

    async with store.read() as reader:
        row = await reader.tables.get("first")
        entries = await reader.logs.entries("first")
        assert row is not None
        assert row.step == 4 * count
        assert [entry.n for entry in entries] == list(range(1, 4 * count + 1))
        for actor in actors:
            assert [entry.action for entry in entries if entry.actor == actor] == [str(n) for n in range(count)]


async def test_four_processes_starting_at_an_empty_database_all_open_it(url: str) -> None:
    async with AsyncExitStack() as stack:
        processes = [await stack.enter_async_context(started("open", url)) for _ in range(4)]
        assert await let_go(processes) == ["open"] * 4


async def test_a_process_killed_inside_a_transaction_leaves_the_whole_ones_before(store: Store, url: str) -> None:
    await add_table(store)

    async with started("run", url, "4") as process:
        assert [await line_of(process) for _ in range(4)] == ["1", "2", "3", "inside"]
        process.kill()
        await process.wait()

    async with store.write("first") as writer:
        row = await writer.tables.get("first")
        assert row is not None
        assert row.step == 3
        assert [entry.n for entry in await writer.logs.entries("first")] == [1, 2, 3, 4, 5, 6]
        snapshot = await writer.logs.snapshot("first")
        assert snapshot is not None
        assert snapshot.step == 3
        assert [queued.step for queued in await writer.outbox.pending(10**15)] == [1, 2, 3]
        await writer.tables.update("first", 3, step=4)


@pytest.mark.parametrize("acknowledged", [1, 7, 23])
async def test_a_process_killed_at_any_moment_leaves_all_it_acknowledged(
    store: Store, url: str, acknowledged: int
) -> None:
    await add_table(store)

    async with started("run", url) as process:
        heard = [int(await line_of(process)) for _ in range(acknowledged)][-1]
        process.kill()
        await process.wait()

    async with store.write("first") as writer:
        row = await writer.tables.get("first")
        assert row is not None
        assert row.step >= heard
        assert len(await writer.logs.entries("first")) == 2 * row.step
        assert len(await writer.outbox.pending(10**15, limit=1000)) == row.step

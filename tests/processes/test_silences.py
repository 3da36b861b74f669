"""A silence of the program or of a shard is given back once, by the first process that comes."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from contextvars import ContextVar

import pytest
from sqlalchemy import text

from cogs.ui.kit.interface import interface
from data.store import Store, alive_fact, now_ms
from tables.dispatching.upkeep import ALIVE_EVERY_MS, Upkeep
from tables.service import TableService
from tables.timing.clocks import DEADLINE
from tests.cog_tables import DAY, due, start_table
from tests.running_dispatchers import Clock

pytestmark = pytest.mark.slow

MINUTES_10 = 600_000
SERVERS = (2 << 22, 3 << 22)
"""One server in each of two shards."""
TABLES = ("aaaaaaaaaa", "bbbbbbbbbb")


class HoldingProcess:
    """A process that holds shards, with its own store."""

    def __init__(self, store: Store, *held: int, shards: int) -> None:
        self.store, self.held = store, held
        self.service = TableService(store, interface)
        self.upkeep = Upkeep(self.service, held=lambda: held, shards=lambda: shards)

    async def record(self) -> None:
        """Record each held shard as alive."""
        for shard in self.held:
            await self.upkeep.work(alive_fact(shard), ())


@asynccontextmanager
async def holding(
    url: str, *held: tuple[int, ...], clock: Clock | None, shards: int = 2
) -> AsyncIterator[list[HoldingProcess]]:
    """Yield a process for each group of shards."""
    async with AsyncExitStack() as stack:
        found: list[HoldingProcess] = []
        for numbers in held:
            store = await Store.open(url, shared=True, clock=clock)
            stack.push_async_callback(store.close)
            found.append(HoldingProcess(store, *numbers, shards=shards))
        yield found


async def start_tables(service: TableService) -> list[int | None]:
    """Start a game on each server, and return their deadlines."""
    for table, server in zip(TABLES, SERVERS, strict=True):
        await start_table(service, clock=DAY, id=table, guild_id=server)
    return await deadlines(service.store)


async def deadlines(store: Store) -> list[int | None]:
    return [await due(store, DEADLINE, table) for table in TABLES]


def later(before: list[int | None], *by: int) -> list[int]:
    return [at + one for at, one in zip(before, by, strict=True) if at is not None]


@pytest.mark.parametrize(("before", "shards"), [(1, 1), (1, 2), (2, 2)])
async def test_two_processes_that_find_a_silence_at_the_same_moment_give_it_back_once(
    url: str, before: int, shards: int
) -> None:
    """Here each process believes that the other one's claim is lost. The number of shards may change too."""
    clock = Clock()
    async with holding(url, tuple(range(before)), clock=clock, shards=before) as (last,):
        expected = await start_tables(last.service)
        await last.record()
    clock.now += MINUTES_10

    everything = tuple(range(shards))
    async with holding(url, everything, everything, clock=clock, shards=shards) as (one, other):
        await asyncio.gather(one.record(), other.record())
        assert await deadlines(one.store) == later(expected, MINUTES_10, MINUTES_10)


async def test_all_processes_down_for_ten_minutes_move_every_deadline_by_ten(url: str) -> None:
    clock = Clock()
    async with holding(url, (0,), (1,), clock=clock) as (one, other):
        expected = await start_tables(one.service)
        await one.record()
        await other.record()
    clock.now += MINUTES_10

    async with holding(url, (1,), (0,), clock=clock) as (one, other):
        await asyncio.gather(one.record(), other.record())
        clock.now += ALIVE_EVERY_MS
        await asyncio.gather(one.record(), other.record())
        assert await deadlines(one.store) == later(expected, MINUTES_10, MINUTES_10)


async def test_a_shard_that_nobody_has_for_ten_minutes_moves_its_own_tables_alone(url: str) -> None:
    clock = Clock()
    async with holding(url, (0,), clock=clock) as (one,):
        expected = await start_tables(one.service)
        async with holding(url, (1,), clock=clock) as (other,):
            await asyncio.gather(one.record(), other.record())
        for _ in range(MINUTES_10 // ALIVE_EVERY_MS):
            clock.now += ALIVE_EVERY_MS
            await one.record()

        async with holding(url, (1,), clock=clock) as (other,):
            await other.record()
            assert await deadlines(one.store) == later(expected, 0, MINUTES_10)


async def test_clocks_of_two_machines_five_seconds_apart_move_no_deadline(
    url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    at, ahead = now_ms(), ContextVar("ahead", default=0)
    monkeypatch.setattr("data.store.clock.now_ms", lambda: at + ahead.get())
    monkeypatch.setattr("data.store.clock._DATABASE_MS", text(f"SELECT CAST({at} AS bigint)"))
    async with holding(url, (0, 1), clock=None) as (one,):
        expected = await start_tables(one.service)
        await one.record()
        ahead.set(5_000)
        async with holding(url, (0, 1), clock=None) as (other,):
            assert other.store.ahead_ms == -5_000
            for _ in range(2):
                await other.record()
                ahead.set(0)
                await one.record()
                ahead.set(5_000)
            assert await deadlines(one.store) == expected

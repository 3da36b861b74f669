"""Dispatchers that run in tests with a fake clock until nothing is due."""

import asyncio
from collections.abc import Callable, Sequence
from contextlib import AbstractAsyncContextManager
from types import TracebackType
from typing import Any, Self

import pytest

from data.store import ALIVE, Store
from tables.dispatching.dispatcher import Dispatcher, DueRows
from tables.dispatching.upkeep import Upkeep
from tables.service import TableService
from tests.clock import Clock
from tests.patience import patience

SECONDS = 180
"""Time limit of a wait, in seconds."""
STEP_MS = 300_000
"""The longest single advance of the clock."""


class _Observed(Dispatcher):
    """A dispatcher that signals when it has finished some work."""

    def __init__(self, service: TableService, source: DueRows, worked: asyncio.Event) -> None:
        super().__init__(service, source)
        self._worked = worked

    async def _work(self, key: str, rows: Sequence[Any], slot: AbstractAsyncContextManager[Any]) -> None:
        try:
            await super()._work(key, rows, slot)
        finally:
            self._worked.set()


class Running:
    """Dispatchers in tasks that can be killed and restarted like the program."""

    def __init__(self, make: Callable[[], Sequence[DueRows]], service: TableService, clock: Clock) -> None:
        self._make, self._service, self.clock = make, service, clock
        self._sources: Sequence[DueRows] = ()
        self._dispatchers: list[Dispatcher] = []
        self.task: asyncio.Task[None] | None = None
        self._worked = asyncio.Event()

    @property
    def store(self) -> Store:
        return self._service.store

    def start(self) -> None:
        """Start new dispatchers."""
        self._sources = self._make()
        self._dispatchers = [_Observed(self._service, source, self._worked) for source in self._sources]
        self.task = asyncio.create_task(self._run())
        self.task.add_done_callback(lambda _: self._worked.set())

    async def _run(self) -> None:
        async with asyncio.TaskGroup() as tasks:
            for dispatcher in self._dispatchers:
                tasks.create_task(dispatcher.run())

    async def kill(self) -> None:
        """Cancel the dispatchers in the middle of their work."""
        assert self.task is not None
        self.task.cancel()
        await asyncio.gather(self.task, return_exceptions=True)
        self.task = None

    async def stop(self) -> None:
        """Stop the dispatchers gracefully, as the program does."""
        assert self.task is not None
        for dispatcher in self._dispatchers:
            dispatcher.stop()
        async with patience(SECONDS):
            await self.task
        self.task = None

    async def settle(self, passed_ms: int = 0) -> None:
        """Advance the clock and wait until no row is due.

        If the upkeep runs, the clock advances from one due time to the next, and the program is recorded as alive at
        each.
        """
        is_running = self.task is not None and any(isinstance(source, Upkeep) for source in self._sources)
        while passed_ms > 0 and is_running:
            step = min(passed_ms, await self._until_due())
            async with self.store.write() as writer:
                await writer.facts.set(ALIVE, str(self.clock.now + step))
            passed_ms -= step
            await self._settle(step)
        await self._settle(passed_ms)

    async def _until_due(self) -> int:
        """Return the milliseconds until a row other than the upkeep's is due, at most STEP_MS.

        The upkeep always has a row that is due within seconds.
        """
        others = [await source.due(self.clock.now, ()) for source in self._sources if not isinstance(source, Upkeep)]
        return max(1, min([STEP_MS, *(due.next_due - self.clock.now for due in others if due.next_due is not None)]))

    async def _settle(self, passed_ms: int) -> None:
        self.clock.now += passed_ms
        if self.task is None:
            self.start()
        self._service.notify()
        async with patience(SECONDS):
            while await self._is_due():
                assert self.task is not None
                if self.task.done():
                    await self.task
                await self._worked.wait()

    async def _is_due(self) -> bool:
        self._worked.clear()
        for source in self._sources:
            if (await source.due(self.clock.now, ())).groups:
                return True
        return False

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self.task is not None:
            await self.kill()


async def recorded_alive(running: Running) -> None:
    """Run timers and upkeep until the program is recorded as alive."""
    await running.settle()
    async with running.store.read() as reader:
        assert await reader.facts.get(ALIVE) == str(running.clock.now)


def short_store_retry_interval(monkeypatch: pytest.MonkeyPatch) -> None:
    """Shorten the retry interval while the store is unavailable."""
    monkeypatch.setattr("tables.dispatching.dispatcher.STORE_AWAY_MS", 1)

"""Running the outbox and the timers in tests: until nothing is due, at a time that the test sets."""

import asyncio
from collections.abc import Callable
from types import TracebackType
from typing import Self

from cogs._outbox import Outbox
from cogs._tables import TableService
from cogs._timers import ALIVE, ALIVE_EVERY_MS, Timers
from data.store import Store

STEP_MS = 60_000
SECONDS = 20
"""What takes longer hangs."""


class Clock:
    """A time in milliseconds that stands until a test moves it."""

    def __init__(self) -> None:
        self.now = 1_700_000_000_000

    def __call__(self) -> int:
        return self.now


class Running:
    """A dispatcher in a task, which can be killed and started anew like the program."""

    def __init__(self, make: Callable[[], Outbox | Timers], service: TableService, clock: Clock) -> None:
        self._make, self._service, self.clock = make, service, clock
        self._dispatcher: Outbox | Timers | None = None
        self.task: asyncio.Task[None] | None = None

    @property
    def store(self) -> Store:
        return self._service.store

    def start(self) -> None:
        """Starts a new one."""
        self._dispatcher = self._make()
        self.task = asyncio.create_task(self._dispatcher.run())

    async def kill(self) -> None:
        """Ends it in the middle of whatever it does."""
        assert self.task is not None
        self.task.cancel()
        await asyncio.gather(self.task, return_exceptions=True)
        self.task = None

    async def stop(self) -> None:
        """Ends it as the program does."""
        assert self._dispatcher is not None
        assert self.task is not None
        self._dispatcher.stop()
        async with asyncio.timeout(SECONDS):
            await self.task
        self.task = None

    async def settle(self, passed_ms: int = 0) -> None:
        """Lets time pass, and waits until nothing is due that is not put off.

        Timers live through it in small steps: a longer silence would be a downtime to them.
        """
        while passed_ms > STEP_MS and self.task is not None and isinstance(self._dispatcher, Timers):
            passed_ms -= STEP_MS
            await self._settle(STEP_MS)
        await self._settle(passed_ms)

    async def _settle(self, passed_ms: int) -> None:
        self.clock.now += passed_ms
        if self.task is None:
            self.start()
        self._service.notify()
        async with asyncio.timeout(SECONDS):
            while await self._due():
                assert self.task is not None
                if self.task.done():
                    await self.task

    async def _due(self) -> bool:
        async with self._service.store.read() as reader:
            if isinstance(self._dispatcher, Outbox):
                return bool(await reader.pending_outbox(self.clock.now))
            alive = int(await reader.fact(ALIVE) or 0)
            return alive + ALIVE_EVERY_MS <= self.clock.now or bool(await reader.due_timers(self.clock.now))

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self.task is not None:
            await self.kill()

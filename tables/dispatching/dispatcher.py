"""The dispatcher of due rows, shared by the outbox, the timers, the upkeep and the sweep for deleted messages.

It sleeps until the earliest row is due, works on several groups of rows concurrently, and wakes at each commit. If
several processes share the database, it works on a group only while it holds the claim of the group's key, and also
polls for rows that other processes have abandoned.
"""

import asyncio
from collections.abc import AsyncIterator, Callable, Collection, Hashable, Mapping, Sequence
from contextlib import AbstractAsyncContextManager, asynccontextmanager, nullcontext
from typing import Any, NamedTuple, Protocol

import structlog

from data.store import ClaimLost, StoreUnavailable
from tables.service import TableService

log = structlog.get_logger()

MAX_TASKS = 500
"""Maximum number of groups in progress, including those that wait for Discord."""
STORE_AWAY_MS = 1_000
"""Retry interval while the store is unavailable, in milliseconds."""
POLL_MS = 5_000
"""Poll interval while a due row is still in progress, in milliseconds."""
OTHERS_POLL_MS = 1_000
"""Poll interval for rows that other processes have abandoned or are working on, in milliseconds."""


class Due(NamedTuple):
    """The due rows by key, processed in order within a key, and when the next row is due (None: unknown)."""

    groups: Mapping[str, Sequence[Any]]
    next_due: int | None
    slot: Callable[[str], AbstractAsyncContextManager[Any]] = nullcontext
    """Return the concurrency limiter for a key. Other processes may claim a group that waits for it."""


class DueRows(Protocol):
    """A source of due rows and the work on them."""

    name: str
    """Prefix of its claims, different for each source. It must be the same in every version of the program."""

    async def due(self, now: int, busy: Collection[str]) -> Due:
        """Return the rows due at `now`, except those of busy keys. Raise StoreUnavailable."""
        ...

    async def work(self, key: str, rows: Sequence[Any]) -> None:
        """Process the rows of a key and schedule a retry for those that fail.

        Raises StoreUnavailable. The rows then stay due and are retried after a pause.
        """
        ...


class Dispatcher:
    """Processes due rows until stopped. Groups are independent of each other."""

    def __init__(self, service: TableService, source: DueRows) -> None:
        self._service = service
        self._source = source
        self._wake = asyncio.Event()
        self._stopping = False
        self._busy: set[str] = set()
        self._claims = service.store.claims
        # Keys recently claimed by other processes, with the end of the time they are skipped (event loop time in
        # seconds).
        self._elsewhere: dict[str, float] = {}
        service.on_commit(self._wake.set)

    def stop(self) -> None:
        """Stop `run`: finish the groups in progress and start no more."""
        self._stopping = True
        self._wake.set()

    async def run(self) -> None:
        """Dispatch until stopped."""
        async with asyncio.TaskGroup() as tasks:
            while not self._stopping:
                self._wake.clear()
                now = self._service.now()
                try:
                    due = await self._source.due(now, frozenset((*self._busy, *self._left_to_others())))
                except StoreUnavailable as error:
                    log.warning("the store is unavailable", error=str(error))
                    due = Due({}, now + STORE_AWAY_MS)
                self._begin(tasks, due)
                await self._sleep(due.next_due)

    def _begin(self, tasks: asyncio.TaskGroup, due: Due) -> None:
        for key, rows in due.groups.items():
            if key not in self._busy and len(self._busy) < MAX_TASKS:
                self._busy.add(key)
                tasks.create_task(self._work(key, rows, due.slot(key)))

    async def _work(self, key: str, rows: Sequence[Any], slot: AbstractAsyncContextManager[Any]) -> None:
        try:
            # While the store is unavailable, the outer pause waits without holding the slot.
            async with _pausing(), slot, self._claims.held(f"{self._source.name} {key}") as is_held:
                if is_held:
                    # Inside the slot, so that few tasks at a time retry a store that can't be written.
                    async with _pausing():
                        await self._source.work(key, rows)
                else:
                    self._elsewhere[key] = asyncio.get_running_loop().time() + OTHERS_POLL_MS / 1000
        except ClaimLost as lost:
            log.warning("work was stopped", error=str(lost))
        finally:
            self._busy.discard(key)
            self._wake.set()

    def _left_to_others(self) -> Collection[str]:
        if self._elsewhere:
            now = asyncio.get_running_loop().time()
            self._elsewhere = {key: until for key, until in self._elsewhere.items() if now < until}
        return self._elsewhere

    async def _sleep(self, due: int | None) -> None:
        """Wait for a commit, the end of a task, the next due row, or the next poll for abandoned rows."""
        wait = None if due is None else due - self._service.now()
        if wait is not None and wait <= 0:
            wait = POLL_MS
        if self._claims.living > 1 or self._elsewhere:
            wait = min(wait or OTHERS_POLL_MS, OTHERS_POLL_MS)
        try:
            async with asyncio.timeout(None if wait is None else wait / 1000):
                await self._wake.wait()
        except TimeoutError:
            pass


@asynccontextmanager
async def _pausing() -> AsyncIterator[None]:
    """Pause after StoreUnavailable, because rows that are still due would be polled in a tight loop."""
    try:
        yield
    except StoreUnavailable as error:
        log.warning("the store is unavailable", error=str(error))
        await asyncio.sleep(STORE_AWAY_MS / 1000)


class Slots:
    """A concurrency limit for local work. A task releases its slot while it waits for Discord."""

    def __init__(self, count: int) -> None:
        self._free = asyncio.Semaphore(count)
        # Releases to skip: `yielded` was cancelled before it could take these slots again.
        self._lacking = 0

    @asynccontextmanager
    async def taken(self) -> AsyncIterator[None]:
        """Hold a slot for the length of the block."""
        await self._free.acquire()
        try:
            yield
        finally:
            if self._lacking:
                self._lacking -= 1
            else:
                self._free.release()

    @asynccontextmanager
    async def yielded(self) -> AsyncIterator[None]:
        """Release the slot of an enclosing `taken` for the length of the block."""
        self._free.release()
        try:
            yield
        finally:
            try:
                await self._free.acquire()
            except asyncio.CancelledError:
                self._lacking += 1
                raise


class Backoff:
    """Retry times of failed work, in memory: a restart retries everything at once.

    It serves the chores, which one process does at a time. A process that takes over also retries them at once.
    """

    def __init__(self, pauses_ms: Sequence[int]) -> None:
        """Set the pauses after the first and later failures, in milliseconds; the last one repeats."""
        self._pauses_ms = pauses_ms
        self._failures: dict[Hashable, tuple[int, int]] = {}

    def is_waiting(self, key: Hashable, now: int) -> bool:
        """Return whether the work failed so recently that it must not be retried at `now`."""
        if key not in self._failures:
            return False
        count, failed = self._failures[key]
        # guard against a clock that was set back
        return failed <= now < failed + self._pauses_ms[min(count, len(self._pauses_ms)) - 1]

    def failed(self, key: Hashable, now: int) -> None:
        """Note a failure."""
        count, _ = self._failures.get(key, (0, 0))
        self._failures[key] = (count + 1, now)

    def succeeded(self, key: Hashable) -> None:
        """Clear the noted failures."""
        self._failures.pop(key, None)

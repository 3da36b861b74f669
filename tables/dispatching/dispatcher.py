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
"""Maximum number of groups of rows being processed at a time, including those that wait for Discord."""
STORE_AWAY_MS = 1_000
"""Retry interval while the store is unavailable, in milliseconds."""
POLL_MS = 5_000
"""Poll interval while rows are being processed, in milliseconds."""
OTHERS_POLL_MS = 1_000
"""Poll interval for rows that other processes have abandoned or are working on, in milliseconds."""


class Due(NamedTuple):
    """The due rows, grouped by key, and the time when the next row is due (milliseconds UTC; None: unknown).

    Rows of the same key are processed in order.
    """

    groups: Mapping[str, Sequence[Any]]
    next_due: int | None
    slot: Callable[[str], AbstractAsyncContextManager[Any]] = nullcontext
    """A function that returns, for a key, the context manager that limits how many groups are processed at a time.

    A group is claimed only after its slot was entered, so until then another process may take it.
    """


class DueRows(Protocol):
    """The interface of a source of due rows: it returns the rows that are due, and processes them."""

    name: str
    """Prefix of the claims on this source's rows, unique among all sources. All versions of the program must use the
    same."""

    async def due(self, now: int, busy: Collection[str]) -> Due:
        """Return the rows due at `now`, except those whose key is in `busy`.

        Raises StoreUnavailable if the database can't be reached.
        """
        ...

    async def work(self, key: str, rows: Sequence[Any]) -> None:
        """Process the rows of a key and schedule a retry for those that fail.

        Raises StoreUnavailable if the database can't be reached; the rows then stay due and are retried after a pause.
        """
        ...


class Dispatcher:
    """The loop that processes a source's due rows until it is stopped. Groups of rows are independent of each other."""

    def __init__(self, service: TableService, source: DueRows) -> None:
        self._service = service
        self._source = source
        self._wake = asyncio.Event()
        self._stopping = False
        self._busy: set[str] = set()
        self._claims = service.store.claims
        # Keys that other processes have claimed, with the time until which they are skipped (event loop time in
        # seconds).
        self._elsewhere: dict[str, float] = {}
        service.on_commit(self._wake.set)

    def stop(self) -> None:
        """Make `run` stop: it finishes the groups in progress and starts no further ones."""
        self._stopping = True
        self._wake.set()

    async def run(self) -> None:
        """Process due rows until `stop` is called."""
        async with asyncio.TaskGroup() as tasks:
            while not self._stopping:
                self._wake.clear()
                now = self._service.now()
                try:
                    due = await self._source.due(now, frozenset((*self._busy, *self._list_skipped_keys())))
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
            # If the store is unavailable, the slot is released before the outer pause.
            async with _pause_on_error(), slot, self._claims.hold(f"{self._source.name} {key}") as is_held:
                if is_held:
                    # If the store can be read but not written, the slot is held during the pause, so that few tasks
                    # retry at a time.
                    async with _pause_on_error():
                        await self._source.work(key, rows)
                else:
                    self._elsewhere[key] = asyncio.get_running_loop().time() + OTHERS_POLL_MS / 1000
        except ClaimLost as lost:
            log.warning("claim lost, work stopped", error=str(lost))
        finally:
            self._busy.discard(key)
            self._wake.set()

    def _list_skipped_keys(self) -> Collection[str]:
        if self._elsewhere:
            now = asyncio.get_running_loop().time()
            self._elsewhere = {key: until for key, until in self._elsewhere.items() if now < until}
        return self._elsewhere

    async def _sleep(self, due: int | None) -> None:
        """Wait for the first of: a commit, the end of a task, the next due row, the next poll for abandoned rows."""
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
async def _pause_on_error() -> AsyncIterator[None]:
    """Suppress StoreUnavailable and pause after it.

    Without the pause, the rows, which are still due, would be retried in a tight loop.
    """
    try:
        yield
    except StoreUnavailable as error:
        log.warning("the store is unavailable", error=str(error))
        await asyncio.sleep(STORE_AWAY_MS / 1000)


class Slots:
    """A limit for the number of local tasks. A task gives its slot up while it waits for Discord."""

    def __init__(self, count: int) -> None:
        self._free = asyncio.Semaphore(count)
        # Releases to skip: a cancelled `yield_slot` has not taken its slot back, and `hold_slot` will release it.
        self._lacking = 0

    @asynccontextmanager
    async def hold_slot(self) -> AsyncIterator[None]:
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
    async def yield_slot(self) -> AsyncIterator[None]:
        """Release the slot held by the enclosing `hold_slot` for the length of the block, then take one again."""
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
    """Retry times of failed work, kept in memory only. After a restart, everything is retried at once.

    It is used for work that only one process does at a time. A process that takes over this work also retries it at
    once.
    """

    def __init__(self, pauses_ms: Sequence[int]) -> None:
        """Set the pauses after the first, second and later failures, in milliseconds. The last one repeats."""
        self._pauses_ms = pauses_ms
        self._failures: dict[Hashable, tuple[int, int]] = {}

    def is_waiting(self, key: Hashable, now: int) -> bool:
        """Return whether the work failed so recently that it must not be retried at `now`."""
        if key not in self._failures:
            return False
        count, failed = self._failures[key]
        # guard against a clock that was set back
        return failed <= now < failed + self._pauses_ms[min(count, len(self._pauses_ms)) - 1]

    def record_failure(self, key: Hashable, now: int) -> None:
        """Record a failure of the work with this key, so that it is retried later."""
        count, _ = self._failures.get(key, (0, 0))
        self._failures[key] = (count + 1, now)

    def record_success(self, key: Hashable) -> None:
        """Forget the failures of the work with this key."""
        self._failures.pop(key, None)

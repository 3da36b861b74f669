"""The dispatcher of due rows, shared by the outbox, the timers, the upkeep and the sweep for deleted messages.

It sleeps until the earliest row is due, works on several groups of rows concurrently, and wakes at each commit. Where
several processes work on the database, it works on a group while it holds the claim of its key, and also looks for rows
that other processes have left.
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
"""The most groups of rows in progress, including those that wait for Discord."""
STORE_AWAY_MS = 1_000
"""The retry interval while the store is unavailable."""
POLL_MS = 5_000
"""The poll interval while a due row is still in progress."""
OTHERS_POLL_MS = 1_000
"""The poll interval for rows that other processes have left, or are working on."""


class Due(NamedTuple):
    """The due rows by key, processed in order within a key, and when the next row is due (None: unknown)."""

    groups: Mapping[str, Sequence[Any]]
    next_due: int | None
    slot: Callable[[str], AbstractAsyncContextManager[Any]] = nullcontext
    """By key, what limits how many groups are worked on at a time; one that waits for it is free for other processes.
    """


class DueRows(Protocol):
    """A source of due rows and the work on them."""

    name: str
    """What tells its keys from those of other sources, the same in every version of the program."""

    async def due(self, now: int, busy: Collection[str]) -> Due:
        """The rows due at `now`, without the keys that are busy. Raises StoreUnavailable."""
        ...

    async def work(self, key: str, rows: Sequence[Any]) -> None:
        """Processes the rows of a key; schedules a retry for those that fail.

        Raises StoreUnavailable: the rows are still due then, and are taken up again after a pause.
        """
        ...


class Dispatcher:
    """Processes due rows until stopped; each group is independent of the others."""

    def __init__(self, service: TableService, source: DueRows) -> None:
        self._service = service
        self._source = source
        self._wake = asyncio.Event()
        self._stopping = False
        self._busy: set[str] = set()
        self._claims = service.store.claims
        # The keys that other processes had lately, and until when they are left to them, by the event loop's time.
        self._elsewhere: dict[str, float] = {}
        service.on_commit(self._wake.set)

    def stop(self) -> None:
        """Lets `run` finish the groups in progress and start no more."""
        self._stopping = True
        self._wake.set()

    async def run(self) -> None:
        """Dispatches until stopped."""
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
            # A claim that can't be asked for is waited for without the slot.
            async with _pausing(), slot, self._claims.held(f"{self._source.name} {key}") as is_held:
                if is_held:
                    # Within the slot, so that a store that can't be written is tried by few at a time.
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
        """Waits until something is committed, a task ends, the next row is due, or others may have left something."""
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
    """Pauses where the store is away: what is still due would otherwise be polled in a tight loop."""
    try:
        yield
    except StoreUnavailable as error:
        log.warning("the store is unavailable", error=str(error))
        await asyncio.sleep(STORE_AWAY_MS / 1000)


class Slots:
    """Concurrency limit of local work; a task releases its slot while it waits for Discord."""

    def __init__(self, count: int) -> None:
        self._free = asyncio.Semaphore(count)
        # How many slots will be given back that were not taken again.
        self._lacking = 0

    @asynccontextmanager
    async def taken(self) -> AsyncIterator[None]:
        """Holds a slot for the length of the block."""
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
        """Releases the slot of an enclosing `taken` for the length of the block."""
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
    """When things that failed are tried again; in memory, so that a restart tries all of them at once.

    It serves the chores, which one process at a time does: another that takes over tries them once, as a restart does.
    """

    def __init__(self, pauses_ms: Sequence[int]) -> None:
        """`pauses_ms` are the pauses after the first failure and those that follow; the last one stays."""
        self._pauses_ms = pauses_ms
        self._failures: dict[Hashable, tuple[int, int]] = {}

    def is_waiting(self, key: Hashable, now: int) -> bool:
        """Whether something has failed so lately that it isn't to be tried at `now`."""
        if key not in self._failures:
            return False
        count, failed = self._failures[key]
        # The clock may be set back.
        return failed <= now < failed + self._pauses_ms[min(count, len(self._pauses_ms)) - 1]

    def failed(self, key: Hashable, now: int) -> None:
        """Notes a failure."""
        count, _ = self._failures.get(key, (0, 0))
        self._failures[key] = (count + 1, now)

    def succeeded(self, key: Hashable) -> None:
        """Forgets the failures."""
        self._failures.pop(key, None)

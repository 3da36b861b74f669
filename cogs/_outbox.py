"""The outbox: what is durable and not yet said, the oldest first within a table, several tables at once.

(design.md, the path of one turn, step 4.) What rows say is in `_announcer`, where in `_places`.
"""

import asyncio
from collections import defaultdict
from collections.abc import Awaitable, Callable, Iterable, Sequence
from contextlib import suppress

import discord
import structlog

from cogs._announcer import Announcer
from cogs._pictures import Studio
from cogs._places import Places, may_go_through
from cogs._refusal import Refusal
from cogs._tables import CARD, FOLD, LOBBY, REFRESH, REPLY, TableService, now_ms
from data.store import OutboxRow, Store, StoreUnavailable

log = structlog.get_logger()

AT_ONCE = 8
RETRY_MS = (1_000, 5_000, 30_000, 120_000, 600_000)
REFUSED_RETRY_MS = (*RETRY_MS, 3_600_000)
"""The pauses where Discord says no: a permission may come back, but nobody is waiting by the minute."""
ABANDON_MS = 14 * 24 * 3_600_000
"""A table that Discord has let nothing be said of for this long is given up."""
STORE_AWAY_MS = 1_000
POLL_MS = 5_000
"""How long something that hangs may keep what is put off from its time."""


class Outbox:
    """Takes up what is due, several tables at once, and puts off what fails."""

    def __init__(self, client: discord.Client, service: TableService, studio: Studio) -> None:
        self._service = service
        self._places = Places(client, service)
        self._announcer = Announcer(client, service, studio, self._places)
        self._wake = asyncio.Event()
        self._stopping = False
        self._busy: dict[str, asyncio.Task[None]] = {}
        service.on_commit(self._wake.set)

    @property
    def _store(self) -> Store:
        return self._service.store

    def stop(self) -> None:
        """Lets end what has begun, and begins no more."""
        self._stopping = True
        self._wake.set()

    async def run(self) -> None:
        """Posts until stopped; a row that fails is tried again later, and never stops the others."""
        async with asyncio.TaskGroup() as tasks:
            while not self._stopping:
                self._wake.clear()
                try:
                    async with self._store.read() as reader:
                        rows = await reader.pending_outbox(now_ms())
                        due = await reader.next_outbox_due()
                except StoreUnavailable as error:
                    log.warning("the store is away", error=str(error))
                    rows, due = (), now_ms() + STORE_AWAY_MS
                self._begin(tasks, rows)
                await self._sleep(due)

    def _begin(self, tasks: asyncio.TaskGroup, rows: Iterable[OutboxRow]) -> None:
        groups: dict[str, list[OutboxRow]] = defaultdict(list)
        for row in rows:
            groups[f"reply {row.id}" if row.kind == REPLY else str(row.table_id)].append(row)
        for key, group in groups.items():
            if key not in self._busy and len(self._busy) < AT_ONCE:
                self._busy[key] = tasks.create_task(self._work(key, group))

    async def _sleep(self, due: int | None) -> None:
        """Until something is committed, a task ends, or a row that waits for its time is due."""
        wait = None if due is None else due - now_ms()
        if wait is not None and wait <= 0:
            wait = POLL_MS
        try:
            async with asyncio.timeout(None if wait is None else wait / 1000):
                await self._wake.wait()
        except TimeoutError:
            pass

    async def _work(self, key: str, rows: Sequence[OutboxRow]) -> None:
        try:
            await self._say(rows)
        finally:
            del self._busy[key]
            self._wake.set()

    async def _say(self, rows: Sequence[OutboxRow]) -> None:
        """Each kind by itself, so that a lobby that can't be edited keeps no card waiting."""
        say, by_kind = self._announcer, defaultdict[str, list[OutboxRow]](list)
        for row in rows:
            by_kind[row.kind].append(row)
        unposted = LOBBY in by_kind and await self._places.message(str(rows[0].table_id), LOBBY) is None
        # The thread hangs on the lobby's message, so that must stand before the first card.
        if unposted and not await self._try(say.lobby, by_kind.pop(LOBBY)):
            return
        work = {CARD: say.card, REFRESH: say.refresh, FOLD: say.folds, LOBBY: say.lobby, REPLY: say.replies}
        for kind in sorted(by_kind, key=[*work, *by_kind].index):
            await self._try(work.get(kind, say.unknown), by_kind[kind])

    async def _try(self, work: Callable[[Sequence[OutboxRow]], Awaitable[None]], rows: Sequence[OutboxRow]) -> bool:
        """Whether it went through; otherwise it is put off."""
        try:
            await work(rows)
        except Exception as error:
            await self._postpone(rows, error)
            return False
        return True

    async def _postpone(self, rows: Sequence[OutboxRow], error: Exception) -> None:
        attempts = max(row.attempts for row in rows)
        refused = isinstance(error, discord.HTTPException) and not may_go_through(error)
        pauses = REFUSED_RETRY_MS if refused else RETRY_MS
        wait = pauses[min(attempts, len(pauses) - 1)]
        log.warning("could not post", table=rows[0].table_id, kind=rows[0].kind, step=rows[0].step, error=repr(error))
        first = min((row.attempted for row in rows if row.attempted is not None), default=now_ms())
        try:
            if refused and now_ms() - first >= ABANDON_MS:
                log.warning("a table is given up", table=rows[0].table_id, step=rows[0].step)
                with suppress(Refusal):
                    await self._service.abandon(str(rows[0].table_id))
                    return
            async with self._store.write() as writer:
                for row in rows:
                    await writer.outbox_retry(row.id, now_ms() + wait, type(error).__name__)
        except StoreUnavailable as unavailable:
            log.warning("the store is away", error=str(unavailable))
            # The rows are still due: a store that can be read but not written would be asked without a pause.
            await asyncio.sleep(STORE_AWAY_MS / 1000)

"""The transactional outbox: delivers stored messages, in order within a table, concurrently across tables.

Delivery is at least once with an idempotency key (`cogs.outbox.delivery`), so that a restart neither loses a message
nor posts one twice. `cogs.outbox.messages` turns rows into messages.
"""

import asyncio
from collections import defaultdict
from collections.abc import Awaitable, Callable, Collection, Sequence
from contextlib import suppress

import discord
import structlog

from cogs.outbox.delivery import Delivery, is_transient
from cogs.outbox.messages import Messages
from cogs.ui import emojis
from cogs.ui.drawing_pool import DrawingPool
from data.store import OutboxRow, StoreUnavailable
from tables.dispatcher import STORE_AWAY_MS, Due, Slots
from tables.outbox_rows import CARD, FOLD, FULL, LOBBY, OFFER, REFRESH, REPLY, SHARE
from tables.refusal import Refusal
from tables.service import TableService

log = structlog.get_logger()

CONCURRENCY = 8
"""How many tables are loaded and drawn at the same time; waiting for Discord does not count."""
REPLY_KEY = "reply "
RETRY_MS = (1_000, 5_000, 30_000, 120_000, 600_000)
"""The backoff after a transient failure."""
REFUSED_RETRY_MS = (*RETRY_MS, 3_600_000)
"""The backoff after a refusal: a missing permission may be granted again."""
ABANDON_MS = 14 * 24 * 3_600_000
"""A table for which Discord has refused every message for this long is cancelled."""


class Outbox:
    """The due rows of the outbox (`tables.dispatcher.DueRows`)."""

    def __init__(self, client: discord.Client, service: TableService, drawing_pool: DrawingPool) -> None:
        self._service = service
        self._slots = Slots(CONCURRENCY)
        self._delivery = Delivery(client, service, self._slots)
        self._messages = Messages(client, service, drawing_pool, self._delivery)

    async def due(self, now: int, busy: Collection[str]) -> Due:
        """The due rows by table; each reply to a command is a group of its own."""
        busy_rows = [int(key.removeprefix(REPLY_KEY)) for key in busy if key.startswith(REPLY_KEY)]
        busy_tables = [key for key in busy if not key.startswith(REPLY_KEY)]
        async with self._service.store.read() as reader:
            rows = await reader.pending_outbox(now, busy_tables=busy_tables, busy_rows=busy_rows)
            earliest = await reader.next_outbox_due(busy_tables=busy_tables, busy_rows=busy_rows)
        groups: dict[str, list[OutboxRow]] = defaultdict(list)
        for row in rows:
            groups[f"{REPLY_KEY}{row.id}" if row.kind == REPLY else str(row.table_id)].append(row)
        return Due(groups, earliest)

    async def work(self, key: str, rows: Sequence[OutboxRow]) -> None:
        """Delivers a table's rows, each kind independently: a lobby that can't be edited delays no card."""
        async with self._slots.taken():
            send, by_kind = self._messages, defaultdict[str, list[OutboxRow]](list)
            for row in rows:
                by_kind[row.kind].append(row)
            no_lobby = LOBBY in by_kind and await self._has_no_lobby(rows)
            # The thread is started from the lobby's message, which must exist before the first card.
            if no_lobby and not await self._try(send.lobby, by_kind.pop(LOBBY)):
                return
            work = {
                CARD: send.card,
                REFRESH: send.refresh,
                OFFER: send.offers,
                FOLD: send.folds,
                LOBBY: send.lobby,
                FULL: send.full,
                SHARE: send.share,
                REPLY: send.replies,
            }
            for kind in sorted(by_kind, key=[*work, *by_kind].index):
                await self._try(work.get(kind, send.unknown), by_kind[kind])

    async def _has_no_lobby(self, rows: Sequence[OutboxRow]) -> bool:
        try:
            return await self._delivery.message(str(rows[0].table_id), LOBBY) is None
        except StoreUnavailable:
            return False

    async def _try(self, send: Callable[[Sequence[OutboxRow]], Awaitable[None]], rows: Sequence[OutboxRow]) -> bool:
        """Delivers rows, or schedules a retry with backoff; gives whether they were delivered."""
        try:
            await send(rows)
        except Exception as error:
            await self._retry_later(rows, error)
            return False
        return True

    async def _retry_later(self, rows: Sequence[OutboxRow], error: Exception) -> None:
        now = self._service.now()
        refused = is_refused(error)
        emojis.forget_if_refused(error)
        log.warning("could not post", table=rows[0].table_id, kind=rows[0].kind, step=rows[0].step, error=repr(error))
        first = min((row.attempted for row in rows if row.attempted is not None), default=now)
        try:
            if refused and now - first >= ABANDON_MS:
                log.warning("a table is abandoned", table=rows[0].table_id, step=rows[0].step)
                with suppress(Refusal):
                    await self._service.abandon(str(rows[0].table_id))
                    return
            due = now + backoff_ms(max(row.attempts for row in rows), error)
            async with self._service.store.write() as writer:
                for row in rows:
                    await writer.outbox_retry(row.id, due, type(error).__name__)
        except StoreUnavailable as unavailable:
            log.warning("the store is unavailable", error=str(unavailable))
            # The rows are still due: without this pause, a read-only store would be polled in a tight loop.
            await asyncio.sleep(STORE_AWAY_MS / 1000)


def is_refused(error: Exception) -> bool:
    """Whether Discord refused a request for good, as for lack of a permission."""
    return isinstance(error, discord.HTTPException) and not is_transient(error)


def backoff_ms(attempts: int, error: Exception) -> int:
    """How long to wait after a failure, with this many attempts before it."""
    if isinstance(error, discord.RateLimited):
        return int(error.retry_after * 1000)
    pauses = REFUSED_RETRY_MS if is_refused(error) else RETRY_MS
    return pauses[min(attempts, len(pauses) - 1)]

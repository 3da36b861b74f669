"""Upkeep: records that the program is alive, extends deadlines by downtime, and prunes rows past their retention.

It also stores the results of games that ended before results were stored.
"""

import asyncio
from collections.abc import Callable, Collection, Sequence
from typing import Any

import structlog

from data.store import ALIVE, Reader, StoreUnavailable
from tables.clocks import COMPUTER, DEADLINE
from tables.dispatcher import STORE_AWAY_MS, Due
from tables.results import store_missing_results
from tables.service import TableService

log = structlog.get_logger()

ALIVE_EVERY_MS = 30_000
DOWNTIME_MS = 90_000
"""A longer time without a sign of life counts as downtime and extends every deadline."""
RETENTION_MS = 7 * 24 * 3_600_000
"""The retention of delivered outbox rows and of the working data of ended tables, for investigating faults."""
UPKEEP = "upkeep"


async def is_recorded_alive(reader: Reader, now: int) -> bool:
    """Whether the program was recorded as alive recently, so that deadlines already include any downtime."""
    alive = await reader.fact(ALIVE)
    return alive is not None and 0 <= now - int(alive) <= DOWNTIME_MS


class Upkeep:
    """The recurring due row of the upkeep (`tables.dispatcher.DueRows`)."""

    def __init__(self, service: TableService, beat: Callable[[], None] | None = None) -> None:
        """`beat` is called each time the program was recorded as alive."""
        self._service = service
        self._beat = beat
        self._last_recorded: int | None = None

    async def due(self, now: int, busy: Collection[str]) -> Due:
        """The upkeep, every `ALIVE_EVERY_MS`; at once if the clock was set back."""
        if UPKEEP in busy:
            return Due({}, None)
        if self._last_recorded is not None and 0 <= now - self._last_recorded < ALIVE_EVERY_MS:
            return Due({}, self._last_recorded + ALIVE_EVERY_MS)
        return Due({UPKEEP: ()}, None)

    async def work(self, key: str, rows: Sequence[Any]) -> None:
        """Records that the program is alive, and prunes."""
        try:
            self._last_recorded = await self._record_alive()
            # The timers wait for this after a downtime.
            self._service.notify()
            if self._beat is not None:
                self._beat()
            await store_missing_results(self._service.store)
            await self._prune(self._last_recorded - RETENTION_MS)
        except StoreUnavailable as error:
            log.warning("the store is unavailable", error=str(error))
            await asyncio.sleep(STORE_AWAY_MS / 1000)

    async def _record_alive(self) -> int:
        """Records that the program is alive, and extends every deadline by the downtime before it, if there was one.

        A downtime is a stop of the program, an unavailable store, or a machine that slept.
        """
        async with self._service.store.write() as writer:
            silence = await writer.record_alive()
            if silence > DOWNTIME_MS:
                await writer.shift_timers(DEADLINE, silence)
            elif silence < 0:
                # The clock was set back: rows that were due would otherwise wait until it catches up.
                await writer.shift_timers(COMPUTER, silence)
                await writer.shift_outbox(silence)
            return writer.now

    async def _prune(self, before: int) -> None:
        """Prunes in batches, so that each transaction is short."""
        pruned = 1
        while pruned:
            async with self._service.store.write() as writer:
                pruned = await writer.prune(before)

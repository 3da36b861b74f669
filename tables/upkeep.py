"""Upkeep: notes that the program lives, extends deadlines by downtime, and deletes what is past its retention."""

import asyncio
from collections.abc import Callable, Collection, Sequence
from typing import Any

import structlog

from data.store import ALIVE, Reader, StoreUnavailable
from tables.clocks import COMPUTER, DEADLINE
from tables.dispatcher import STORE_AWAY_MS, Due
from tables.service import TableService

log = structlog.get_logger()

ALIVE_EVERY_MS = 30_000
DOWNTIME_MS = 90_000
"""A longer silence was downtime: it extends every deadline."""
RETENTION_MS = 7 * 24 * 3_600_000
"""How long delivered rows of the outbox are kept, for whoever investigates a fault."""
UPKEEP = "upkeep"


async def is_noted(reader: Reader, now: int) -> bool:
    """Whether the program is noted as alive lately: what a downtime cost is put off then, if there was one."""
    alive = await reader.fact(ALIVE)
    return alive is not None and 0 <= now - int(alive) <= DOWNTIME_MS


class Upkeep:
    """The due row of the upkeep (`tables.dispatcher.DueRows`): there is one, and it comes back."""

    def __init__(self, service: TableService, beat: Callable[[], None] | None = None) -> None:
        """`beat` is called whenever the store has taken the note that the program lives."""
        self._service = service
        self._beat = beat
        self._noted: int | None = None

    async def due(self, now: int, busy: Collection[str]) -> Due:
        """The upkeep itself; also when the clock was set back, so that the note is never in the future."""
        if UPKEEP in busy:
            return Due({}, None)
        if self._noted is not None and 0 <= now - self._noted < ALIVE_EVERY_MS:
            return Due({}, self._noted + ALIVE_EVERY_MS)
        return Due({UPKEEP: ()}, None)

    async def work(self, key: str, rows: Sequence[Any]) -> None:
        """Notes that the program lives, and prunes."""
        try:
            self._noted = await self._note_alive()
            # The timers wait for this after a downtime.
            self._service.notify()
            if self._beat is not None:
                self._beat()
            await self._prune(self._noted - RETENTION_MS)
        except StoreUnavailable as error:
            log.warning("the store is unavailable", error=str(error))
            await asyncio.sleep(STORE_AWAY_MS / 1000)

    async def _note_alive(self) -> int:
        """A long silence before this note puts off every deadline by as much.

        The silence is a stop of the program, a store that was unavailable, or a machine that slept.
        """
        async with self._service.store.write() as writer:
            silence = await writer.note_alive()
            if silence > DOWNTIME_MS:
                await writer.shift_timers(DEADLINE, silence)
            elif silence < 0:
                # The clock was set back: what was due at once would otherwise wait until it is there again.
                await writer.shift_timers(COMPUTER, silence)
                await writer.shift_outbox(silence)
            return writer.now

    async def _prune(self, before: int) -> None:
        """In batches, so that no transaction keeps others waiting for long."""
        pruned = 1
        while pruned:
            async with self._service.store.write() as writer:
                pruned = await writer.prune(before)

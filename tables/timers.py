"""The timers: deadlines, computer players and lobby expiry, from a durable table of due rows."""

import asyncio
from collections.abc import Collection, Sequence
from contextlib import suppress

import structlog

from data.store import StoreUnavailable, TimerRow
from engine.core import EngineError
from tables import lobby
from tables.clocks import COMPUTER, DEADLINE, LOBBY_EXPIRY
from tables.computer_players import ComputerPlayers
from tables.dispatcher import STORE_AWAY_MS, Due
from tables.refusal import Refusal
from tables.service import TableService
from tables.upkeep import is_recorded_alive

log = structlog.get_logger()

RETRY_MS = (60_000, 300_000, 1_800_000, 3_600_000)
"""The backoff of a timer that fails repeatedly, as at a table with rules that this program does not have."""


class Timers:
    """The due rows of the timers (`tables.dispatcher.DueRows`)."""

    def __init__(self, service: TableService, computers: ComputerPlayers) -> None:
        self._service = service
        self._computers = computers
        self._failures: dict[str, int] = {}

    async def due(self, now: int, busy: Collection[str]) -> Due:
        """The due timers, each a group of its own; none until the upkeep has extended deadlines by a downtime."""
        async with self._service.store.read() as reader:
            if not await is_recorded_alive(reader, now):
                return Due({}, None)
            rows = await reader.due_timers(now)
            earliest = await reader.next_timer_due()
        return Due({_key(row): (row,) for row in rows if _key(row) not in busy}, earliest)

    async def work(self, key: str, rows: Sequence[TimerRow]) -> None:
        """Fires a timer and clears it; a failure is retried with backoff."""
        (row,) = rows
        try:
            # Refused means that the timer is stale: the table has moved on.
            with suppress(Refusal):
                await self._fire(row)
            await self._reset(row, None)
            self._failures.pop(key, None)
        except Exception as error:
            # An error of the engine or the store explains itself; any other is a bug, logged once with its traceback.
            unexplained = not isinstance(error, EngineError | StoreUnavailable) and key not in self._failures
            trace = error if unexplained else None
            log.error(
                "a timer failed", table=row.table_id, kind=row.kind, step=row.step, error=repr(error), exc_info=trace
            )
            await self._retry_later(key, row)

    async def _fire(self, row: TimerRow) -> None:
        table = str(row.table_id)
        if row.kind == DEADLINE:
            await self._service.expire(table, turn=row.step)
        elif row.kind == COMPUTER:
            await self._computers.move(table, row.step)
        elif row.kind == LOBBY_EXPIRY:
            await self._service.change(table, lobby.cancel(None))
        else:
            log.warning("an unknown timer is cleared", table=row.table_id, step=row.step, kind=row.kind)

    async def _retry_later(self, key: str, row: TimerRow) -> None:
        failures = self._failures[key] = self._failures.get(key, 0) + 1
        try:
            await self._reset(row, self._service.now() + RETRY_MS[min(failures, len(RETRY_MS)) - 1])
        except StoreUnavailable as unavailable:
            log.warning("the store is unavailable", error=str(unavailable))
            # It is still due: without this pause, a read-only store would be polled in a tight loop.
            await asyncio.sleep(STORE_AWAY_MS / 1000)

    async def _reset(self, row: TimerRow, due: int | None) -> None:
        """Clears a timer (None) or postpones it, unless a change of the table has replaced it."""
        async with self._service.store.write(row.table_id) as writer:
            known = await writer.timer(str(row.table_id), row.kind)
            if known is None or known.step != row.step:
                return
            if due is None:
                await writer.clear_timer(row.table_id, row.kind)
            else:
                await writer.set_timer(row.table_id, row.kind, row.step, due)


def _key(row: TimerRow) -> str:
    return f"{row.table_id} {row.kind}"

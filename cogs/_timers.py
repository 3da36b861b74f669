"""The timers: all that happens by the clock, from one durable table, by one dispatcher (design.md, Humane time)."""

import asyncio
from collections.abc import Callable, Iterable
from contextlib import suppress

import structlog

from cogs import _lobby
from cogs._computer import ComputerPlayers
from cogs._looks import DEADLINE
from cogs._refusal import Refusal
from cogs._tables import COMPUTER, LOBBY_EXPIRY, TableService, now_ms
from data.store import StoreUnavailable, TimerRow
from engine.core import EngineError

log = structlog.get_logger()

ALIVE = "alive"
ALIVE_EVERY_MS = 30_000
DOWNTIME_MS = 90_000
"""A longer silence was downtime: everybody's deadline is put off by it."""
RETRY_MS = (60_000, 300_000, 1_800_000, 3_600_000)
"""The pauses of a timer that fails again and again, as at a table of rules that are no longer here."""
POLL_MS = 5_000
SAID_MS = 7 * 24 * 3_600_000
"""How long the outbox remembers what was said, for whoever looks into it."""
STORE_AWAY_MS = 1_000
AT_ONCE = 4


class Timers:
    """Sleeps until the earliest timer, does what it is for, and wakes at every commit."""

    def __init__(
        self, service: TableService, computers: ComputerPlayers, beat: Callable[[], None] | None = None
    ) -> None:
        """`beat` is called whenever the store has kept that the program lives."""
        self._service = service
        self._beat = beat
        self._computers = computers
        self._wake = asyncio.Event()
        self._stopping = False
        self._busy: set[int] = set()
        self._failures: dict[int, int] = {}
        service.on_commit(self._wake.set)

    def stop(self) -> None:
        """Lets end what has begun, and begins no more."""
        self._stopping = True
        self._wake.set()

    async def run(self) -> None:
        """Dispatches until stopped; a timer that fails is tried again later, and never stops the others."""
        alive = 0
        async with asyncio.TaskGroup() as tasks:
            while not self._stopping:
                self._wake.clear()
                try:
                    # Also when the clock was set back, lest nothing were noted until it is there again.
                    if not 0 <= now_ms() - alive < ALIVE_EVERY_MS:
                        alive = await self._note_alive()
                        if self._beat is not None:
                            self._beat()
                    due = min(await self._begin(tasks), alive + ALIVE_EVERY_MS)
                except StoreUnavailable as error:
                    log.warning("the store is away", error=str(error))
                    due = now_ms() + STORE_AWAY_MS
                await self._sleep(due)

    async def _note_alive(self) -> int:
        """Notes that the program lives; a long silence before puts everybody's deadline off by as much.

        The silence is a stop of the program, a store that was away, or a machine that slept.
        """
        async with self._service.store.write() as writer:
            now = now_ms()
            alive = await writer.fact(ALIVE)
            silence = 0 if alive is None else now - int(alive)
            if silence > DOWNTIME_MS:
                await writer.shift_timers(DEADLINE, silence)
            elif silence < 0:
                # The clock was set back: what was due at once would else wait until it is there again.
                await writer.shift_timers(COMPUTER, silence)
                await writer.shift_outbox(silence)
            await writer.forget_said(now - SAID_MS)
            await writer.set_fact(ALIVE, str(now))
            return now

    async def _begin(self, tasks: asyncio.TaskGroup) -> int:
        """Starts what is due; gives when to look again."""
        now = now_ms()
        async with self._service.store.read() as reader:
            rows = await reader.due_timers(now)
            earliest = await reader.next_timer_due()
        self._start(tasks, rows)
        if earliest is None:
            return now + ALIVE_EVERY_MS
        # What is due already wakes this loop when it ends; meanwhile another one may become due.
        return earliest if earliest > now else now + POLL_MS

    def _start(self, tasks: asyncio.TaskGroup, rows: Iterable[TimerRow]) -> None:
        for row in rows:
            if row.id not in self._busy and len(self._busy) < AT_ONCE:
                self._busy.add(row.id)
                tasks.create_task(self._work(row))

    async def _sleep(self, due: int) -> None:
        try:
            async with asyncio.timeout(max(0, due - now_ms()) / 1000):
                await self._wake.wait()
        except TimeoutError:
            pass

    async def _work(self, row: TimerRow) -> None:
        try:
            # Refused means that the table moved on between the timer and its work; there is nothing left to do.
            with suppress(Refusal):
                await self._fire(row)
            await self._reset(row, None)
            self._failures.pop(row.id, None)
        except Exception as error:
            # What the engine or the store says is its whole cause; an accident of ours is told in full, once.
            unexplained = not isinstance(error, EngineError | StoreUnavailable) and row.id not in self._failures
            trace = error if unexplained else None
            log.error(
                "a timer failed", table=row.table_id, kind=row.kind, step=row.step, error=repr(error), exc_info=trace
            )
            await self._put_off(row)
        finally:
            self._busy.discard(row.id)
            self._wake.set()

    async def _fire(self, row: TimerRow) -> None:
        table = str(row.table_id)
        if row.kind == DEADLINE:
            await self._service.close(table, step=row.step)
        elif row.kind == COMPUTER:
            await self._computers.move(table, row.step)
        elif row.kind == LOBBY_EXPIRY:
            await self._service.change(table, _lobby.cancel(None))
        else:
            log.warning("an unknown timer is cleared", table=row.table_id, step=row.step, kind=row.kind)

    async def _put_off(self, row: TimerRow) -> None:
        failures = self._failures[row.id] = self._failures.get(row.id, 0) + 1
        try:
            await self._reset(row, now_ms() + RETRY_MS[min(failures, len(RETRY_MS)) - 1])
        except StoreUnavailable as unavailable:
            log.warning("the store is away", error=str(unavailable))
            # It is still due: a store that can be read but not written would be asked without a pause.
            await asyncio.sleep(STORE_AWAY_MS / 1000)

    async def _reset(self, row: TimerRow, due: int | None) -> None:
        """Clears a timer (None) or puts it off, unless whatever moved the table on has set it anew."""
        async with self._service.store.write(row.table_id) as writer:
            known = await writer.timer(str(row.table_id), row.kind)
            if known is None or known.step != row.step:
                return
            if due is None:
                await writer.clear_timer(row.table_id, row.kind)
            else:
                await writer.set_timer(row.table_id, row.kind, row.step, due)

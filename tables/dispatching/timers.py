"""Durable timers: deadlines, reminders, moves of computer players, expiry of lobbies.

Few timers are processed at a time, after people's moves, and no deadlines while many messages wait to be posted. So a
person's move and its card never wait for many timers.
"""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Collection, Sequence
from contextlib import asynccontextmanager, suppress
from typing import Final

import structlog

from data.store import StoreUnavailable, TimerRow
from engine.core import SPECTATOR, EngineError
from tables import lobby
from tables.calling.open_seats import tell_of_open_seats
from tables.committing.changes import Decision
from tables.committing.outbox_rows import IDLE
from tables.computer_players import ComputerPlayers
from tables.dispatching.dispatcher import Due
from tables.dispatching.moves_first import mark_background
from tables.dispatching.upkeep import SILENT_POLL_MS, recorded_alive
from tables.moderating.gone_places import STANDING_STILL, is_standing_still
from tables.planning import make_planned_move
from tables.refusal import Refusal
from tables.service import TableService
from tables.timing import idle, pauses
from tables.timing.clocks import (
    COMPUTER,
    DEADLINE,
    ENDED,
    LOBBY_EXPIRY,
    OPEN_SEATS,
    PLAN,
    REMINDER,
    SEASON_OVER,
    next_reminder,
    table_deadline,
)
from tables.timing.retiming import RETIME, next_vacation_time, recompute_deadlines
from tables.timing.running_time import HOUR_MS

STANDSTILL_TIMERS: Final = (pauses.PAUSE_END, IDLE, RETIME)

log = structlog.get_logger()

AT_ONCE = 4
"""Maximum number of timers processed at a time.

A separate limit of the same size holds for computer players' timers.
"""
TAKEN_UP = 16
"""Maximum number of claimed timers, including those that wait for a slot.

A separate limit of the same size holds for computer players' timers.
"""
MOST_TO_POST = 60
"""Number of tables with unposted messages from which only computer players' timers are taken.

Posting the messages of so many tables takes a few seconds.
"""
BACKLOG_MS = 1_000
"""Interval in milliseconds at which a backlog of unposted messages is checked again."""
RETRY_MS = (60_000, 300_000, 1_800_000, HOUR_MS)
"""The retry pauses in milliseconds of a timer that fails repeatedly, for example because this program lacks the game's
rules."""


class Timers:
    """The source of due timers (`tables.dispatching.dispatcher.DueRows`)."""

    name = "timer"

    def __init__(
        self,
        service: TableService,
        computers: ComputerPlayers,
        on_ended: Callable[[str], Awaitable[None]] | None = None,
    ) -> None:
        """Set the service, the computer players, and the callback for ended tables.

        `on_ended` gets the id of an ended table and counts its result. It may be called twice for the same table.
        """
        self._service = service
        self._on_ended = on_ended
        self._computers = computers
        self._since: int | None = None
        # Keys that this process is working on. The key True is for computer players' timers, False for all others.
        self._taken: dict[bool, set[str]] = {False: set(), True: set()}
        self._slots = {is_computer: asyncio.Semaphore(AT_ONCE) for is_computer in (False, True)}

    async def due(self, now: int, busy: Collection[str]) -> Due:
        """Return the due timers, each as a group of its own.

        Timers of a shard are withheld until the upkeep has extended its deadlines by the last downtime.
        """
        # guard against a clock that was set back
        self._since = now if self._since is None else min(self._since, now)
        async with self._service.store.read() as reader:
            first = await reader.timers.next_due()
            if first is None or first > now:
                return Due({}, first)
            alive = await recorded_alive(reader, now, self._since)
            if not alive.numbers:
                return Due({}, now + SILENT_POLL_MS)
            rows: tuple[TimerRow, ...] = ()
            firing, thinking = (len(taken.intersection(busy)) for taken in self._taken.values())
            elsewhere = len(busy) - firing - thinking
            if thinking < TAKEN_UP:
                rows = await reader.timers.due(now, TAKEN_UP + elsewhere, only=COMPUTER, of=alive)
            earliest = await reader.timers.next_due(now)
            if not alive.is_all:
                earliest = min(now + SILENT_POLL_MS, earliest or now + SILENT_POLL_MS)
            if firing < TAKEN_UP:
                others = await reader.timers.due(now, 2 * TAKEN_UP + elsewhere, without=COMPUTER, of=alive)
                if others and await reader.outbox.count_tables_to_post(now) >= MOST_TO_POST:
                    earliest = now + BACKLOG_MS
                else:
                    rows += others
        return Due({_key(row): (row,) for row in rows if _key(row) not in busy}, earliest, self._slot)

    @asynccontextmanager
    async def _slot(self, key: str) -> AsyncIterator[None]:
        is_computer = key.endswith(f" {COMPUTER}")
        taken = self._taken[is_computer]
        taken.add(key)
        try:
            async with self._slots[is_computer]:
                await self._service.moves_first.wait()
                yield
        finally:
            taken.discard(key)

    async def work(self, key: str, rows: Sequence[TimerRow]) -> None:
        """Run a due timer's action, then delete or postpone the timer. A failure is retried with backoff."""
        (row,) = rows
        with mark_background():
            await self._attempt(row)

    async def _attempt(self, row: TimerRow) -> None:
        try:
            if not await self._is_current(row):
                return
            again = None
            # A refusal means that the timer is stale: the table has changed since the timer was set.
            with suppress(Refusal):
                again = await self._fire(row)
            await self._reset(row, again)
        except StoreUnavailable:
            # Not counted as a failure of the timer: the backoff would grow with the length of the outage.
            raise
        except Exception as error:
            # The text of an engine error is enough. Other errors are bugs; their traceback is logged at the first
            # attempt.
            trace = None if isinstance(error, EngineError) or row.attempts else error
            log.error(
                "a timer failed", table=row.table_id, kind=row.kind, step=row.step, error=repr(error), exc_info=trace
            )
            await self._retry_later(row)

    async def _is_current(self, row: TimerRow) -> bool:
        """Return whether a stored timer is still the same as `row`.

        It may have been postponed or replaced since it was read.
        """
        async with self._service.store.read() as reader:
            known = await reader.timers.get(str(row.table_id), row.kind)
        return known is not None and (known.step, known.due) == (row.step, row.due)

    async def _fire(self, row: TimerRow) -> int | None:
        """Run a timer's action. Return the time when it is due again (milliseconds UTC), or None if never."""
        table, now = str(row.table_id), self._service.now()
        if row.kind in STANDING_STILL and await is_standing_still(self._service, table):
            return now + HOUR_MS
        if row.kind == DEADLINE:
            due = table_deadline(await self._service.expire(table, turn=row.step, now=now))
            return due if due is not None and due > now else None
        if row.kind == REMINDER:
            remind = next_reminder(await self._service.remind(table, turn=row.step))
            return remind if remind is not None and remind > now else None
        if row.kind in STANDSTILL_TIMERS:
            return await fire_standstill(self._service, row)
        if row.kind == OPEN_SEATS:
            return await tell_of_open_seats(self._service, table)
        if row.kind == COMPUTER:
            await self._computers.move(table, row.step)
        elif row.kind == PLAN:
            await make_planned_move(self._service, table, row.step)
        elif row.kind == ENDED and self._on_ended is not None:
            await self._on_ended(table)
        elif row.kind == LOBBY_EXPIRY:
            await self._service.change(table, lobby.cancel(None))
        elif row.kind == SEASON_OVER:
            await self._service.change(table, lobby.end_with_season)
        else:
            log.warning("unknown timer cleared", table=row.table_id, step=row.step, kind=row.kind)
        return None

    async def _retry_later(self, row: TimerRow) -> None:
        due = self._service.now() + RETRY_MS[min(row.attempts, len(RETRY_MS) - 1)]
        await self._reset(row, due, row.attempts + 1)

    async def _reset(self, row: TimerRow, due: int | None, attempts: int = 0) -> None:
        """Delete a timer (`due` None) or postpone it to `due`, unless a change of the table has replaced it."""
        async with self._service.store.write(row.table_id) as writer:
            known = await writer.timers.get(str(row.table_id), row.kind)
            if known is None or (known.step, known.due) != (row.step, row.due):
                return
            if due is None:
                await writer.timers.clear(row.table_id, row.kind)
            else:
                await writer.timers.set(row.table_id, row.kind, row.step, due, attempts)


def _key(row: TimerRow) -> str:
    return f"{row.table_id} {row.kind}"


async def fire_standstill(service: TableService, timer: TimerRow) -> int | None:
    """Run the action of a pause, idle or retime timer. Return when it is due again (milliseconds UTC), or None.

    Raises Refusal if the timer is stale.
    """
    after = await service.change(str(timer.table_id), await _decision(service, timer))
    if timer.kind != RETIME:
        return None
    async with service.store.read() as reader:
        return await next_vacation_time(reader, after.seats, service.now())


async def _decision(service: TableService, timer: TimerRow) -> Decision:
    """Return the decision that a due timer makes about its table. The decision refuses if the timer is stale."""
    if timer.kind == pauses.PAUSE_END:
        return pauses.end_pause(service.now())
    if timer.kind == RETIME:
        return recompute_deadlines
    table = await service.load(str(timer.table_id))
    hooks = service.hooks(table.row.game)
    if table.row.idle is not None:
        return idle.wake(service.now(), hooks)
    view = table.require_playing().view(SPECTATOR)
    return idle.ask(service.now(), has_limit=hooks.turn_seconds(view, table.settings) is not None)

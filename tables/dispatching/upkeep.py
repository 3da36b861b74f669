"""Upkeep: records that shards are alive, extends deadlines by downtimes, and deletes rows past their retention.

It also computes missing results of old games, and forgets users who have asked for it.
"""

from collections.abc import Awaitable, Callable, Collection, Mapping, Sequence
from typing import Any

import structlog

from data.store import Reader, Shards, StoreUnavailable, Writer, alive_fact
from tables.after_the_end.results import store_missing_results
from tables.dispatching.dispatcher import Backoff, Due
from tables.moderating.server_settings import DEFAULT_RETENTION_DAYS
from tables.records.forgetting import RETRY_MS, forget_waiting
from tables.records.record_import import IMPORTS_MS
from tables.service import TableService
from tables.timing.clocks import DEADLINE, RUNNING
from tables.timing.retiming import schedule_retiming_of_table
from tables.timing.running_time import DAY_MS, HOUR_MS
from tables.timing.setting_back import move_back
from tables.whatif.sandboxes import SANDBOX_MS

log = structlog.get_logger()

ALIVE_EVERY_MS = 10_000
"""Interval in milliseconds at which a shard is recorded as alive. After a downtime, deadlines are extended by at most
this much more than the downtime lasted."""
DOWNTIME_MS = ALIVE_EVERY_MS + 3_000
"""Age of a running program's last record of being alive, in milliseconds, from which it counts as having been down.

This happens for example if the machine slept. The 3 seconds are added because a busy program may record late.
Shorter interruptions don't extend deadlines.
"""
SILENT_POLL_MS = 1_000
"""Poll interval, in milliseconds, for due rows of a shard that was not recorded as alive recently."""
CHORES_EVERY_MS = 30_000
"""Interval of the chores, such as pruning, in milliseconds.

Long chores don't delay the recording of shards as alive.
"""
CHORES_RETRY_MS = (60_000, 600_000, HOUR_MS)
"""The retry pauses in milliseconds of a chore that fails because of a bug."""
TOLD_SHARE = 100
"""Maximum time to a deadline for its card to be edited after a downtime, as a multiple of the downtime.

For later deadlines the change is hardly noticeable.
"""
MOST_TOLD = 5_000
"""Maximum number of cards that are edited after a downtime because of changed deadlines."""
RETENTION_MS = DEFAULT_RETENTION_DAYS * DAY_MS
"""The retention of delivered outbox rows (for debugging), and of ended tables unless their server sets another."""
CHORES, STANDBY = "chores", "standby"


async def recorded_alive(reader: Reader, now: int, since: int) -> Shards:
    """Return the shards that were recorded as alive recently, and after the program started at `since`.

    Times are milliseconds UTC. Only these shards have deadlines that already include the last downtime.
    """
    total, alive = await reader.facts.alive()
    return Shards(total, frozenset(n for n, at in alive.items() if at >= since and 0 <= now - at <= DOWNTIME_MS))


class Upkeep:
    """The source of the upkeep's recurring due rows (`tables.dispatching.dispatcher.DueRows`)."""

    name = "upkeep"

    def __init__(
        self,
        service: TableService,
        beat: Callable[[], None] | None = None,
        *,
        held: Callable[[], Collection[int]] = lambda: (0,),
        reachable: Callable[[], Collection[int]] | None = None,
        shards: Callable[[], int] = lambda: 1,
    ) -> None:
        """Set the callbacks. `beat` is called every `ALIVE_EVERY_MS` while the program is alive.

        `held` returns the shards that this process holds, and `shards` the total number of shards. A claim ensures that
        only the holder of a shard records it as alive. So when a process takes over a shard, the time since the shard's
        last record was downtime.

        `reachable` returns the held shards that are connected to Discord. Other shards are not recorded as alive, so an
        outage of the connection counts as downtime, in which nobody could have acted.
        """
        self._service = service
        self._beat = beat
        self._held, self._reachable, self._shards = held, reachable or held, shards
        self._standby = f"{STANDBY} {service.store.claims.process}"
        # `_last_alive` has the time of the last record by the keys of `_signs`. `_recorded` has the shards that were
        # recorded at least once since this process holds them.
        self._last_alive: dict[str, int] = {}
        self._recorded: set[int] = set()
        self._last_chores: int | None = None
        self._failures, self._forgetting = Backoff(CHORES_RETRY_MS), Backoff(RETRY_MS)

    async def due(self, now: int, busy: Collection[str]) -> Due:
        """Return the shards to be recorded as alive now, and the chores if due. All are due if the clock was set back.

        Only the process with shard 0 does the chores.
        """
        signs = self._signs()
        self._recorded.intersection_update(signs.values())
        self._last_alive = {key: last for key, last in self._last_alive.items() if key in signs}
        known = {key: (self._last_alive.get(key), ALIVE_EVERY_MS) for key in signs}
        if 0 in signs.values():
            known[CHORES] = (self._last_chores, CHORES_EVERY_MS)
        waiting = {
            key: last + every for key, (last, every) in known.items() if last is not None and last <= now < last + every
        }
        groups = {key: () for key in known if key not in waiting and key not in busy}
        return Due(groups, min(waiting.values(), default=None))

    async def work(self, key: str, rows: Sequence[Any]) -> None:
        """Do the work of one key from `due`: record that the shard with this key is alive, or do the chores.

        The key of the chores is `CHORES`.
        """
        if key == CHORES:
            await self._do_chores()
            return
        signs = self._signs()
        shard = signs.get(key)
        # The first record after a start is always made: the downtime ends then, even if Discord is not connected yet.
        if shard is not None and (shard not in self._recorded or shard in self._reachable()):
            self._last_alive[key] = await self._record_alive(shard)
            if shard not in self._recorded:
                self._recorded.add(shard)
                # The shard's timers have waited for this.
                self._service.notify()
        else:
            self._last_alive[key] = self._service.now()
        if self._beat is not None and key == next(iter(signs)):
            self._beat()

    def _signs(self) -> Mapping[str, int | None]:
        """Return the shards of this process, by the keys under which they are recorded as alive.

        A shard has the same key in all processes. A standby process has no shard; it gets one key of its own with the
        value None.
        """
        return {alive_fact(shard): shard for shard in self._held()} or {self._standby: None}

    async def _do_chores(self) -> None:
        """Do all chores one after the other. A failing chore does not stop the others."""
        now = self._service.now()
        chores: Mapping[str, Callable[[], Awaitable[None]]] = {
            "results": lambda: store_missing_results(self._service.store),
            "pruning": lambda: self._prune(now),
            "forgetting": lambda: forget_waiting(self._service, self._forgetting),
        }
        for name, do in chores.items():
            if self._failures.is_waiting(name, now):
                continue
            try:
                await do()
            except StoreUnavailable:
                raise
            except Exception:
                log.exception("a chore failed", chore=name)
                self._failures.record_failure(name, now)
            else:
                self._failures.record_success(name)
        self._last_chores = now

    async def _record_alive(self, shard: int) -> int:
        """Record that a shard is alive, and extend all deadlines at its tables by the preceding downtime, if any.

        Returns the time of the record, in milliseconds UTC.

        A downtime is a time in which the program was stopped, the store was unavailable, or the machine slept. Each
        record handles the downtime before it in the same transaction, so no downtime counts twice. If the clock was set
        back, the deadlines move back by the same amount.
        """
        of = Shards(self._shards(), frozenset({shard}))
        async with self._service.store.write(long=True) as writer:
            # Only here may the store adopt a clock that was set back: the same transaction moves back all times written
            # while the clock was ahead.
            self._service.store.follow_clock()
            silence = await writer.facts.record_alive(shard, of.total)
            is_late = silence > (DOWNTIME_MS if shard in self._recorded else 0)
            is_set_back = silence < -DOWNTIME_MS
            if is_late or is_set_back:
                await _shift(writer, silence, of)
            if is_set_back:
                log.warning("clock set back", shard=shard, seconds=-silence // 1000)
                await move_back(writer, silence, of)
        if is_late or is_set_back:
            # Wake the dispatcher: the timers have moved.
            self._service.notify()
        return writer.now

    async def _prune(self, now: int) -> None:
        """Delete all rows past their retention, in batches, so that each transaction is short."""
        pruned = 1
        while pruned:
            async with self._service.store.write(long=True) as writer:
                pruned = await writer.prune(now - RETENTION_MS)
        async with self._service.store.write(long=True) as writer:
            await writer.people.prune_imports(now - IMPORTS_MS)
            await writer.people.prune_sandboxes(now - SANDBOX_MS)


async def _shift(writer: Writer, by: int, of: Shards) -> None:
    """Move all deadlines and reminders at the tables of these shards by `by` milliseconds.

    Cards whose deadline is near are edited; for the others the change would hardly be visible.
    """
    for kind in RUNNING:
        await writer.timers.shift(kind, by, of)
    await writer.timers.shift_seats(by, of)
    await writer.leagues.shift_seasons(by, of)
    soon = writer.now + TOLD_SHARE * abs(by)
    for timer in await writer.timers.due(soon, MOST_TOLD, only=DEADLINE, of=of):
        await schedule_retiming_of_table(writer, str(timer.table_id))

"""The membership of this process in the group of processes that share a database: heartbeat and monitoring.

A process that hangs keeps its claims without working. The other processes end its database session, which releases the
claims. When the process continues, it gets a new session without the claims that others have taken meanwhile.
"""

import asyncio
import re
import socket
from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any

import structlog

from data.store import ProcessRow, StoreInUse, Writer
from data.store.processes import parse_shards, shard_count
from tables.dispatching.dispatcher import Due
from tables.service import TableService

log = structlog.get_logger()

BEAT_EVERY_MS = 2_000
"""Heartbeat interval of a process, in milliseconds."""
HANGS_MS = 10_000
"""Age of a process's last heartbeat, in milliseconds, from which the process is considered to hang."""


class HeartbeatSource:
    """The source of the heartbeat of this process, as recurring due rows (`tables.dispatching.dispatcher.DueRows`)."""

    name = "membership"

    def __init__(self, service: TableService, build: str, shards: Callable[[], str]) -> None:
        """Set `build` (this program's version) and `shards`, which returns the list of held shards as text."""
        self._service = service
        self._claims = service.store.claims
        self._id = str(self._claims.process)
        self._build, self._shards = build, shards
        self._application = 0
        self._started = service.now()
        self._last_beat: int | None = None
        self._others: Sequence[ProcessRow] = ()
        self._looked = asyncio.Event()
        self._is_leaving = False
        self._told: Mapping[str, int] = {}

    async def join(self, application: int) -> None:
        """Register this process. Raise StoreInUse if the others belong to another Discord application."""
        self._application = application
        async with self._service.store.write() as writer:
            # Without the lock, two processes that start at the same time would not see each other.
            await writer.lock("processes")
            others = await self._read_others(writer)
            strange = next((row for row in others if row.application != application), None)
            if strange is not None:
                raise StoreInUse(
                    f"The database is used by another bot (application {strange.application}, on "
                    f"{strange.host}). Give each bot its own database, or stop the other one first."
                )
            await writer.processes.put(self._row(writer.now))
        self._update_others(others)

    async def tell_leaving(self) -> None:
        """Announce that this process is about to leave, so that the others divide its shards among themselves.

        Raises StoreUnavailable if the database can't be reached.
        """
        self._is_leaving = True
        await self._beat()
        # The first heartbeat may have read the others' rows before they could see the announcement, so send a second
        # one.
        await self._beat()
        self._told = {row.id: row.alive for row in self._others}

    async def leave(self) -> None:
        """Unregister this process."""
        async with self._service.store.write() as writer:
            await writer.processes.remove(self._id)

    async def announce(self, shards: int) -> int | None:
        """Publish at once which shards this process holds. `shards` is the total number of shards it uses.

        Returns None on success. If other processes use another total, publishes nothing and returns that total. So
        shards that belong to different totals are never held at the same time.
        """
        async with self._service.store.write() as writer:
            await writer.lock("processes")
            others = await self._read_others(writer)
            in_use = _shard_count(others)
            if in_use is not None and in_use != shards:
                return in_use
            await writer.processes.put(self._row(writer.now))
        return None

    async def wait_for_next_read(self) -> None:
        """Wait until this process has read the others' rows once more."""
        await self._looked.wait()

    @property
    def shard_count(self) -> int | None:
        """The total number of shards that the other processes use, or None if they hold no shards."""
        return _shard_count(self._others)

    @property
    def leaving(self) -> int:
        """The number of other processes that are about to leave."""
        return sum(row.leaving for row in self._others)

    @property
    def is_succeeded(self) -> bool:
        """Whether at least one other process is not about to leave."""
        return self.leaving < len(self._others)

    @property
    def is_known_to_leave(self) -> bool:
        """Whether all remaining processes know that this one leaves.

        It is true when each has sent a heartbeat since the announcement.
        """
        return all(row.leaving or row.alive != self._told.get(row.id) for row in self._others)

    @property
    def held_elsewhere(self) -> frozenset[int]:
        """The shards that other processes hold."""
        return frozenset[int]().union(*(parse_shards(row.shards) for row in self._others))

    @property
    def is_outdated(self) -> bool:
        """Whether a process with a newer version is running.

        Only processes with the newest version may change shared resources.
        """
        return any(_number(row.build) > _number(self._build) for row in self._others)

    async def due(self, now: int, busy: Collection[str]) -> Due:
        """Return this process's heartbeat as a due row, or the time when the next one is due.

        The key is unique to this process, so no other process can hold its claim.
        """
        if self._id in busy:
            return Due({}, None)
        last = self._last_beat
        if last is not None and last <= now < last + BEAT_EVERY_MS:
            return Due({}, last + BEAT_EVERY_MS)
        return Due({self._id: ()}, None)

    async def work(self, key: str, rows: Sequence[Any]) -> None:
        """Send a heartbeat and read the rows of the other processes."""
        await self._beat()

    async def _beat(self) -> None:
        async with self._service.store.write() as writer:
            now = writer.now
            await writer.processes.put(self._row(now))
            await writer.processes.remove_ended()
            others = await self._read_others(writer)
        self._last_beat = now
        hanging = [row for row in others if now - row.alive > HANGS_MS]
        for row in hanging:
            log.warning("process hung, claims released", process=row.id, host=row.host)
            async with self._service.store.write() as writer:
                await writer.processes.end_session(row.id)
        self._update_others([row for row in others if row not in hanging])

    async def _read_others(self, writer: Writer) -> list[ProcessRow]:
        return [row for row in await writer.processes.alive() if row.id != self._id]

    def _update_others(self, others: Sequence[ProcessRow]) -> None:
        if {row.id for row in others} != {row.id for row in self._others}:
            log.info("running processes changed", count=1 + len(others))
            # The work that processes have left unfinished can be taken over now.
            self._service.notify()
        self._others = others
        looked, self._looked = self._looked, asyncio.Event()
        looked.set()
        self._claims.living = 1 + len(others)

    def _row(self, now: int) -> ProcessRow:
        return ProcessRow(
            id=self._id,
            build=self._build,
            host=socket.gethostname(),
            application=self._application,
            started=self._started,
            alive=now,
            ahead=self._service.store.ahead_ms,
            shards=self._shards(),
            leaving=self._is_leaving,
        )


def _shard_count(rows: Sequence[ProcessRow]) -> int | None:
    return next((count for row in rows if (count := shard_count(row.shards)) is not None), None)


def _number(build: str) -> tuple[int, ...]:
    return tuple(int(digits) for digits in re.findall(r"[0-9]+", build))

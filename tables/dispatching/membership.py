"""Membership of this process among those that share the database: it sends a heartbeat and monitors the others.

A process that hangs keeps its claims without working. The others end its database session to release them. If it
continues, it gets a new session, without the claims that others have taken meanwhile.
"""

import asyncio
import re
import socket
from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any

import structlog

from data.store import ProcessRow, StoreInUse, Writer
from data.store.processes import shard_count, shards_held
from tables.dispatching.dispatcher import Due
from tables.service import TableService

log = structlog.get_logger()

BEAT_EVERY_MS = 2_000
"""Heartbeat interval of a process, in milliseconds."""
HANGS_MS = 10_000
"""Age in milliseconds from which a missing heartbeat means that a process hangs."""


class Membership:
    """The recurring due row for the heartbeat of a process (`tables.dispatching.dispatcher.DueRows`)."""

    name = "membership"

    def __init__(self, service: TableService, build: str, shards: Callable[[], str]) -> None:
        """Set this program's version `build` and `shards`, which returns the shards this process holds, as text."""
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
            # The lock lets two processes that start at the same time see each other.
            await writer.lock("processes")
            others = await self._read_others(writer)
            strange = next((row for row in others if row.application != application), None)
            if strange is not None:
                raise StoreInUse(
                    f"The database is used by another bot, application {strange.application}, on {strange.host}; "
                    "give each bot a database of its own, or stop that one first."
                )
            await writer.put_process(self._row(writer.now))
        self._know(others)

    async def tell_leaving(self) -> None:
        """Announce that this process is about to leave, so that the others divide its shards among them.

        Raises StoreUnavailable.
        """
        self._is_leaving = True
        await self._beat()
        # Rows read by the first heartbeat may be older than the announcement.
        await self._beat()
        self._told = {row.id: row.alive for row in self._others}

    async def leave(self) -> None:
        """Unregister this process."""
        async with self._service.store.write() as writer:
            await writer.remove_process(self._id)

    async def announce(self, shards: int) -> int | None:
        """Publish at once which of `shards` shards this process holds, and return None.

        If other processes use another number of shards, return that number and publish nothing. So shards of two
        different numbers are never held at a time.
        """
        async with self._service.store.write() as writer:
            await writer.lock("processes")
            others = await self._read_others(writer)
            in_use = _shard_count(others)
            if in_use is not None and in_use != shards:
                return in_use
            await writer.put_process(self._row(writer.now))
        return None

    async def next_look(self) -> None:
        """Wait until this process has read the rows of the others again."""
        await self._looked.wait()

    @property
    def shard_count(self) -> int | None:
        """The number of shards that the other processes use, None if they hold none."""
        return _shard_count(self._others)

    @property
    def leaving(self) -> int:
        """The number of other processes that are about to leave."""
        return sum(row.leaving for row in self._others)

    @property
    def is_succeeded(self) -> bool:
        """Whether another process stays."""
        return self.leaving < len(self._others)

    @property
    def is_known_to_leave(self) -> bool:
        """Whether each process that stays has sent a heartbeat since this one announced that it leaves."""
        return all(row.leaving or row.alive != self._told.get(row.id) for row in self._others)

    @property
    def held_elsewhere(self) -> frozenset[int]:
        """The shards that other processes hold."""
        return frozenset[int]().union(*(shards_held(row.shards) for row in self._others))

    @property
    def is_outdated(self) -> bool:
        """Whether a process of a newer version is running. Shared resources belong to the newer version."""
        return any(_number(row.build) > _number(self._build) for row in self._others)

    async def due(self, now: int, busy: Collection[str]) -> Due:
        """Return the next heartbeat. Its key is unique to this process, so no other process can hold its claim."""
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
            await writer.put_process(self._row(now))
            await writer.remove_ended_processes()
            others = await self._read_others(writer)
        self._last_beat = now
        hanging = [row for row in others if now - row.alive > HANGS_MS]
        for row in hanging:
            log.warning("a process hangs, and loses its claims", process=row.id, host=row.host)
            async with self._service.store.write() as writer:
                await writer.end_session(row.id)
        self._know([row for row in others if row not in hanging])

    async def _read_others(self, writer: Writer) -> list[ProcessRow]:
        return [row for row in await writer.processes() if row.id != self._id]

    def _know(self, others: Sequence[ProcessRow]) -> None:
        if {row.id for row in others} != {row.id for row in self._others}:
            log.info("processes work together", count=1 + len(others))
            # Unfinished work of processes that have left is due now.
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

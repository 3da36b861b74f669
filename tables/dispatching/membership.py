"""That this process works on the database together with others: it says so every other second, and looks after them.

One that hangs holds its claims and does nothing; its session is ended, so that others can have them. It gets another
one when it goes on, without the claims that somebody has by then.
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
"""How often a process says that it works."""
HANGS_MS = 10_000
"""A process that has not said so for longer hangs."""


class Membership:
    """The recurring due row of a process among others (`tables.dispatching.dispatcher.DueRows`)."""

    name = "membership"

    def __init__(self, service: TableService, build: str, shards: Callable[[], str]) -> None:
        """`build` is the version of this program, and `shards` gives what it holds of the connection to the gateway."""
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
        """Works with the others from now on. Raises StoreInUse if they are another bot at Discord."""
        self._application = application
        async with self._service.store.write() as writer:
            # Two that begin at the same time see each other.
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
        """Tells the others that this process is about to leave: those that stay divide all shards among them.

        Raises StoreUnavailable.
        """
        self._is_leaving = True
        await self._beat()
        # What is seen only now may be from before it was told.
        await self._beat()
        self._told = {row.id: row.alive for row in self._others}

    async def leave(self) -> None:
        """Works with the others no longer."""
        async with self._service.store.write() as writer:
            await writer.remove_process(self._id)

    async def announce(self, shards: int) -> int | None:
        """Tells the others at once what this process holds, of so many shards; None if theirs are as many or none.

        Otherwise it gives their number, and tells nothing: nobody then holds shards of two numbers at a time.
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
        """Returns when this process has looked at the others again."""
        await self._looked.wait()

    @property
    def shard_count(self) -> int | None:
        """How many shards there are to the other processes, None if they hold none."""
        return _shard_count(self._others)

    @property
    def leaving(self) -> int:
        """How many other processes are about to leave."""
        return sum(row.leaving for row in self._others)

    @property
    def is_succeeded(self) -> bool:
        """Whether another process stays."""
        return self.leaving < len(self._others)

    @property
    def is_known_to_leave(self) -> bool:
        """Whether all that stay have looked at the others since this process told them that it leaves."""
        return all(row.leaving or row.alive != self._told.get(row.id) for row in self._others)

    @property
    def held_elsewhere(self) -> frozenset[int]:
        """The shards that other processes hold."""
        return frozenset[int]().union(*(shards_held(row.shards) for row in self._others))

    @property
    def is_outdated(self) -> bool:
        """Whether a process of a newer version works on the database: what both would change is its own."""
        return any(_number(row.build) > _number(self._build) for row in self._others)

    async def due(self, now: int, busy: Collection[str]) -> Due:
        """The next sign of life; its key is this process's own, so that no claim of another stands in its way."""
        if self._id in busy:
            return Due({}, None)
        last = self._last_beat
        if last is not None and last <= now < last + BEAT_EVERY_MS:
            return Due({}, last + BEAT_EVERY_MS)
        return Due({self._id: ()}, None)

    async def work(self, key: str, rows: Sequence[Any]) -> None:
        """Says that this process works, and looks at the others."""
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
            # What those that have left had in hand is due now.
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

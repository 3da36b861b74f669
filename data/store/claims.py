"""Claims: named locks, each held by at most one of the processes that share a database.

On PostgreSQL a process has one session for its claims, apart from its pool. The session holds the database lock in
shared mode, so that a program that needs the database exclusively cannot get it, and an advisory lock for each claim.
The server releases them all as soon as the session ends, also after a crash. On SQLite there is only one process, and
every claim is granted.
"""

import asyncio
import secrets
import time
from collections.abc import Callable, Coroutine
from contextlib import AbstractAsyncContextManager, nullcontext, suppress
from importlib import import_module
from types import TracebackType
from typing import Any, Protocol

from sqlalchemy import URL, text

from data.store.connection import unavailable
from data.store.database_lock import SECONDS_TO_ANSWER, SessionLock
from data.store.errors import ClaimLost, StoreUnavailable

SECONDS_TO_RETURN = 10.0
"""Seconds for which claims are kept after the connection is lost while other processes are alive.

After that, another process may have taken them.
"""
TAKEN, ELSEWHERE, LOST = "taken", "elsewhere", "lost"
"""Outcomes of an attempt to take a claim, as passed to `on_result`: taken, held by another process, lost later."""
_TAKE = "SELECT pg_try_advisory_lock(hashtextextended($1, 0))"
_FREE = "SELECT pg_advisory_unlock(hashtextextended($1, 0))"
HOLDS = """
    locktype = 'advisory' AND objsubid = 1 AND granted
    AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
    AND ((classid::bigint << 32) | objid::bigint) = hashtextextended({name}, 0)
"""
"""SQL condition on rows of `pg_locks`: the row is the lock of the claim whose name replaces `{name}`."""
# Waits at most one second.
_END = f"SELECT bool_and(pg_terminate_backend(pid, 1000)) FROM pg_locks WHERE {HOLDS.format(name='$1')}"


def process_claim(process: str) -> str:
    """Return the name of the claim that a process holds while its claims session is open."""
    return f"process {process}"


class Claims(Protocol):
    """Protocol for the claims of a process."""

    process: str | None
    """The id of this process, None if only one process can use the database."""
    living: int
    """Number of processes that work on the database."""
    on_result: Callable[[str], None]
    """Callback that receives the outcome of each attempt: TAKEN or ELSEWHERE, and LOST if a claim is lost later."""

    async def refresh(self) -> None:
        """Check for lost claims, unless this was done within the last few seconds.

        No-op while the database is unreachable.
        """
        ...

    def hold(self, name: str) -> AbstractAsyncContextManager[bool]:
        """Return a context manager that tries to take a claim for the block, and yields whether it has taken it.

        Raises StoreUnavailable if the database cannot be used. If another process takes the claim during the block,
        the block is cancelled and ClaimLost is raised.
        """
        ...


class SoleProcess:
    """The claims of a process that has its database to itself."""

    def __init__(self) -> None:
        self.process: str | None = None
        self.living = 1
        self.on_result: Callable[[str], None] = _ignore

    async def refresh(self) -> None:
        """Do nothing: claims cannot be lost."""

    def hold(self, name: str) -> AbstractAsyncContextManager[bool]:
        """Return a context manager that yields True, since every claim is free."""
        return nullcontext(True)


class SessionClaims(SessionLock):
    """The claims of one of several processes, held in one PostgreSQL session."""

    _LOCK = text("SELECT pg_advisory_lock_shared(:key)")

    def __init__(self, address: URL) -> None:
        super().__init__(address)
        self.process: str | None = secrets.token_hex(8)
        self.living = 1
        self.on_result: Callable[[str], None] = _ignore
        self._held: dict[str, _Held] = {}
        self._away_since: float | None = None
        # keeps references to background tasks, because the event loop has only weak ones
        self._tasks: set[asyncio.Task[Any]] = set()

    def hold(self, name: str) -> AbstractAsyncContextManager[bool]:
        """Return a context manager that holds a claim during the block, and yields whether the claim was free.

        A claim is not free if another process or another block of this process holds it.
        """
        return _Held(self, name)

    async def refresh(self) -> None:
        """Check for lost claims, unless this was done within the last few seconds.

        No-op while the database is unreachable.
        """
        # While the database is unreachable, each check would wait for a timeout.
        if self._away_since is None:
            with suppress(StoreUnavailable):
                await self.verify()

    async def verify(self) -> None:
        """Check that the session is alive; if not, open a new one and take its claims again.

        Raises StoreUnavailable if the database cannot be reached.
        """
        if not self._was_recently_alive():
            await asyncio.shield(self._apart(self._verify()))

    async def _verify(self) -> None:
        try:
            await super().verify()
        except StoreUnavailable:
            now = time.monotonic()
            self._away_since = self._away_since or now
            if self.living > 1 and now - self._away_since >= SECONDS_TO_RETURN:
                self._lose_all()
            raise
        self._away_since = None

    async def release(self) -> None:
        """Release all claims by ending the session."""
        await super().release()
        self._held.clear()

    async def take(self, held: "_Held") -> bool:
        """Try to acquire the lock of a claim; return whether it was free."""
        asked = self._apart(self._take(held))
        try:
            return await asyncio.shield(asked)
        except asyncio.CancelledError:
            self._apart(self._give_up(held, asked))
            raise

    async def free(self, held: "_Held") -> None:
        """Release the lock of a claim, even if the caller is cancelled."""
        await asyncio.shield(self._apart(self._free(held)))

    def _apart(self, work: Coroutine[Any, Any, Any]) -> asyncio.Task[Any]:
        """Run a coroutine in a task that is not cancelled along with the caller.

        Cancelling a query would end the session, and with it every claim.
        """
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._on_task_done)
        return task

    def _on_task_done(self, task: asyncio.Task[Any]) -> None:
        self._tasks.discard(task)
        if not task.cancelled():
            # Marks the exception as retrieved: a waiting caller receives it, and a cancelled one does not need it.
            task.exception()

    async def _take(self, held: "_Held") -> bool:
        await self.verify()
        async with self._checking:
            try:
                is_free = held.name not in self._held and await self._ask(_TAKE, held.name)
            except StoreUnavailable:
                # End the session: the server may have granted the lock although its answer was lost.
                await self._drop()
                raise
            if is_free:
                self._held[held.name] = held
        self.on_result(TAKEN if is_free else ELSEWHERE)
        return is_free

    async def _give_up(self, held: "_Held", asked: asyncio.Task[bool]) -> None:
        """Release a claim whose caller was cancelled while it was being taken."""
        await asyncio.wait([asked])
        await self._free(held)

    async def _free(self, held: "_Held") -> None:
        async with self._checking:
            if self._held.get(held.name) is not held:
                return
            del self._held[held.name]
            try:
                await self._ask(_FREE, held.name)
            except StoreUnavailable:
                # The session has ended, and the lock with it.
                await self._drop()

    async def _ask(self, statement: str, name: str) -> bool:
        if self._driver is None:
            raise unavailable(self._address, OSError("the claims connection is closed"))
        driver = import_module("asyncpg")
        try:
            async with asyncio.timeout(SECONDS_TO_ANSWER):
                answer = await self._driver.fetchval(statement, name)
        # asyncpg raises an internal error for a session that the server is just ending.
        except (driver.PostgresError, driver.InterfaceError, driver.InternalClientError, OSError) as error:
            raise unavailable(self._address, error) from error
        self._checked = time.monotonic()
        return answer

    async def _connect(self) -> None:
        """Open a session and take the held claims again; those taken by another process meanwhile are lost."""
        await super()._connect()
        own = process_claim(str(self.process))
        try:
            self._driver.add_termination_listener(self._replace_session)
            # End the previous session on the server, which may not have noticed yet that it is closed.
            await self._ask(_END, own)
            await self._ask(_TAKE, own)
            for name, held in list(self._held.items()):
                if not await self._ask(_TAKE, name):
                    self._lose(held)
        except BaseException:
            await self._drop()
            raise

    def _replace_session(self, connection: Any) -> None:
        """Replace a session as soon as the server or the network ends it, before other processes take its claims."""
        if connection is self._driver:
            self._apart(self._verify_quietly())

    async def _verify_quietly(self) -> None:
        try:
            await self.verify()
        except StoreUnavailable:
            # The next caller that needs the session tries again and reports the failure.
            return

    def _lose_all(self) -> None:
        for held in list(self._held.values()):
            self._lose(held)

    def _lose(self, held: "_Held") -> None:
        del self._held[held.name]
        self.on_result(LOST)
        held.lose()


class _Held:
    """A context manager for holding a claim.

    If the claim is lost, it cancels the block and raises ClaimLost instead of the CancelledError, as `asyncio.timeout`
    does with TimeoutError.
    """

    def __init__(self, claims: SessionClaims, name: str) -> None:
        self.name = name
        self._claims = claims
        self._task: asyncio.Task[Any] | None = None
        self._cancelling = 0
        self._is_held = self._is_lost = False

    def lose(self) -> None:
        """Mark the claim as lost and cancel the block."""
        self._is_lost = True
        if self._task is not None:
            self._task.cancel()

    async def __aenter__(self) -> bool:
        self._task = asyncio.current_task()
        self._cancelling = 0 if self._task is None else self._task.cancelling()
        try:
            self._is_held = await self._claims.take(self)
        except asyncio.CancelledError as error:
            self._raise_if_lost(error)
            raise
        return self._is_held

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._is_held and not self._is_lost:
            try:
                await self._claims.free(self)
            except asyncio.CancelledError as cancelled:
                self._raise_if_lost(cancelled)
                raise
        self._raise_if_lost(error)

    def _raise_if_lost(self, error: BaseException | None) -> None:
        """Raise ClaimLost if the block was cancelled only because the claim was lost."""
        if self._is_lost and self._task is not None and self._task.uncancel() <= self._cancelling:
            raise ClaimLost(f"The claim {self.name} was lost to another process.") from error


def _ignore(result: str) -> None:
    """No-op callback."""

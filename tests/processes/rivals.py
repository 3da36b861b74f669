"""Two processes that reach for the same work at the same time, however fast the machine is."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from contextvars import ContextVar
from typing import Any

import pytest

from data.store import Store, Writer
from tests.fake_discord import FakeDiscord, SentRequest
from tests.patience import patience
from tests.processes.shared_work import SECONDS, SharedProcess, until_told

WHILE, AFTER = "while", "after"
"""Time at which the second process asks for the claim: while the first one works, or after it."""


class _Work:
    """An item of work, with events for the arrival of the other process and for its completion."""

    def __init__(self) -> None:
        self.other_came, self.done = asyncio.Event(), asyncio.Event()


class Rivals:
    """A rendezvous: a process writes and sends nothing until the other one has come for the same work.

    If the other process gets the work too, it runs up to its own first write or request, and then both continue.
    """

    def __init__(self, when: str, *sources: str) -> None:
        """Contest the work of the sources (`outbox`, `timer`, `season`); `when` is WHILE or AFTER."""
        self._is_late = when == AFTER
        self._sources = tuple(f"{source} " for source in sources)
        self._works: dict[str, _Work] = {}
        # The current task's work, and whether this task was the first to come for it.
        self._current: ContextVar[tuple[_Work, bool] | None] = ContextVar("current", default=None)
        # The number of tasks that have come for work and not left.
        self._coming, self._all_left = 0, asyncio.Event()

    def watch(self, together: list[SharedProcess], client: FakeDiscord, monkeypatch: pytest.MonkeyPatch) -> None:
        """Make the processes look for each other's work at once."""
        monkeypatch.setattr("data.store.statements.LEFT_MS", 0)
        monkeypatch.setattr("tables.dispatching.dispatcher.OTHERS_POLL_MS", 20)
        client.before = self._before
        for process in together:
            monkeypatch.setattr(process.store, "write", self._meeting(process.store))
            monkeypatch.setattr(process.store.claims, "hold", self._contested(process.store.claims.hold))

    async def until_done(self, url: str) -> None:
        """Wait until nothing is due and neither process is working."""
        await until_told(url)
        for work in self._works.values():
            # No process comes for finished work.
            work.other_came.set()
        if self._coming:
            self._all_left.clear()
            async with patience(SECONDS):
                await self._all_left.wait()

    def _meeting(self, store: Store) -> Callable[..., AbstractAsyncContextManager[Writer]]:
        write = store.write

        @asynccontextmanager
        async def meeting(*given: Any, **named: Any) -> AsyncIterator[Writer]:
            await self._meet()
            async with write(*given, **named) as writer:
                yield writer

        return meeting

    async def _before(self, request: SentRequest) -> None:
        # discord.py serialises requests about one answer, also across clients, so waiting here would deadlock.
        if not request.path.startswith("/webhooks/"):
            await self._meet()

    async def _meet(self) -> None:
        work, is_first = self._current.get() or (None, False)
        if work is not None and is_first:
            await work.other_came.wait()
        elif work is not None:
            work.other_came.set()

    def _contested(
        self, held: Callable[[str], AbstractAsyncContextManager[bool]]
    ) -> Callable[[str], AbstractAsyncContextManager[bool]]:
        @asynccontextmanager
        async def contested(name: str) -> AsyncIterator[bool]:
            if not name.startswith(self._sources):
                async with held(name) as is_held:
                    yield is_held
                return
            self._coming += 1
            try:
                async with self._with_other(held, name) as is_held:
                    yield is_held
            finally:
                self._coming -= 1
                if not self._coming:
                    self._all_left.set()

        return contested

    @asynccontextmanager
    async def _with_other(
        self, held: Callable[[str], AbstractAsyncContextManager[bool]], name: str
    ) -> AsyncIterator[bool]:
        known = self._works.get(name)
        work = known or self._works.setdefault(name, _Work())
        if known is not None and self._is_late:
            work.other_came.set()
            await work.done.wait()
        async with held(name) as is_held:
            self._current.set((work, known is None))
            if known is not None and not is_held:
                work.other_came.set()
            yield is_held
        if known is None:
            del self._works[name]
            work.done.set()
        else:
            work.other_came.set()

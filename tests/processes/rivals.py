"""Two processes that come for the same work at the same time, however fast the machine is."""

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
"""When the second process asks for the claim of what both have taken up: while the first one works, or after it."""


class _Work:
    """What a process works on."""

    def __init__(self) -> None:
        self.other_came, self.done = asyncio.Event(), asyncio.Event()


class Rivals:
    """Has a process change and send nothing before the other one has come for the same work.

    If that one gets it too, it comes as far as its own first change or request, and both go on from there.
    """

    def __init__(self, when: str, *sources: str) -> None:
        """`sources` are those whose work both come for."""
        self._is_late = when == AFTER
        self._sources = tuple(f"{source} " for source in sources)
        self._works: dict[str, _Work] = {}
        # The work of the current task, and whether it was the first one to come for it.
        self._current: ContextVar[tuple[_Work, bool] | None] = ContextVar("current", default=None)
        # How many times one of them has come and has not left.
        self._coming, self._all_left = 0, asyncio.Event()

    def watch(self, together: list[SharedProcess], client: FakeDiscord, monkeypatch: pytest.MonkeyPatch) -> None:
        """Has them come for each other's work at once."""
        monkeypatch.setattr("data.store.outbox_reader.LEFT_MS", 0)
        monkeypatch.setattr("tables.dispatching.dispatcher.OTHERS_POLL_MS", 20)
        client.before = self._before
        for process in together:
            monkeypatch.setattr(process.store, "write", self._meeting(process.store))
            monkeypatch.setattr(process.store.claims, "held", self._contested(process.store.claims.held))

    async def until_done(self, url: str) -> None:
        """Wait until nothing is due, and neither of them is at work."""
        await until_told(url)
        for work in self._works.values():
            # Nobody comes for what is done already.
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
        # Of the requests about one answer discord.py lets one wait for another, also those of several clients.
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

"""The dispatcher among several processes: it works only on rows whose claim it gets, and leaves the rest."""

import asyncio
from collections.abc import AsyncIterator, Collection, Sequence
from contextlib import asynccontextmanager
from typing import Any

import pytest

from cogs.ui.kit.interface import interface
from data.store import ClaimLost, Store
from tables.dispatching.dispatcher import Dispatcher, Due, Slots
from tables.service import TableService
from tests.patience import patience

SECONDS = 60


class SharedClaims:
    """The claims of a process; `taken` are held by others."""

    def __init__(self, taken: set[str]) -> None:
        self.process: str | None = "one"
        self.living = 2
        self.taken = taken
        self.asked: list[str] = []

    def on_result(self, result: str) -> None:
        """No-op callback."""

    async def refresh(self) -> None:
        """No-op: these claims are never stale."""

    @asynccontextmanager
    async def hold(self, name: str) -> AsyncIterator[bool]:
        """Yield whether the claim is free; another holder releases it once it has been asked for.

        Raises ClaimLost at the end of the block for the claim "bells lost".
        """
        is_free = name not in self.taken
        self.taken.discard(name)
        self.asked.append(name)
        yield is_free
        if name == "bells lost":
            raise ClaimLost(name)


class Bells:
    """A source of rows, each handled once."""

    name = "bells"

    def __init__(self, keys: Sequence[str]) -> None:
        self.waiting = list(keys)
        self.busy: list[Collection[str]] = []
        self.done: asyncio.Queue[str] = asyncio.Queue()

    async def due(self, now: int, busy: Collection[str]) -> Due:
        self.busy.append(busy)
        return Due({key: () for key in self.waiting if key not in busy}, None)

    async def work(self, key: str, rows: Sequence[Any]) -> None:
        self.waiting.remove(key)
        self.done.put_nowait(key)


async def test_a_key_that_is_claimed_elsewhere_is_left_for_a_while_and_hides_no_other(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tables.dispatching.dispatcher.OTHERS_POLL_MS", 20)
    claims = SharedClaims({"bells a"})
    store.claims = claims
    bells = Bells(["a", "lost", "b"])
    dispatcher = Dispatcher(TableService(store, interface), bells)

    running = asyncio.create_task(dispatcher.run())
    async with patience(SECONDS):
        done = [await bells.done.get() for _ in range(3)]
    dispatcher.stop()
    async with patience(SECONDS):
        await running

    assert done == ["lost", "b", "a"]
    assert claims.asked.count("bells a") == 2
    assert any("a" in busy for busy in bells.busy), "the source is told what it need not look for"


class SlowBells(Bells):
    """A source that handles one row at a time and waits for `may_end` before it ends."""

    def __init__(self, keys: Sequence[str]) -> None:
        super().__init__(keys)
        self.may_end = asyncio.Event()
        self._slots = Slots(1)

    async def due(self, now: int, busy: Collection[str]) -> Due:
        return (await super().due(now, busy))._replace(slot=lambda key: self._slots.hold_slot())

    async def work(self, key: str, rows: Sequence[Any]) -> None:
        await super().work(key, rows)
        await self.may_end.wait()


async def test_one_that_is_cancelled_while_it_waits_for_its_slot_again_gives_none_back() -> None:
    slots, has_yielded, may_go_on = Slots(1), asyncio.Event(), asyncio.Event()

    async def post() -> None:
        async with slots.hold_slot(), slots.yield_slot():
            has_yielded.set()
            await may_go_on.wait()

    async with asyncio.TaskGroup() as tasks:
        posting = tasks.create_task(post())
        await has_yielded.wait()
        async with slots.hold_slot():
            may_go_on.set()
            # Wait until it queues for its slot.
            await asyncio.wait([posting], timeout=0)
            assert slots._free._waiters
            posting.cancel()
            await asyncio.wait([posting])
            assert slots._free.locked()

    assert slots._free._value == 1


async def test_what_waits_for_a_slot_is_free_for_other_processes(store: Store) -> None:
    claims = SharedClaims(set())
    store.claims = claims
    bells = SlowBells(["a", "b"])
    dispatcher = Dispatcher(TableService(store, interface), bells)

    running = asyncio.create_task(dispatcher.run())
    async with patience(SECONDS):
        await bells.done.get()
        assert claims.asked == ["bells a"]
        bells.may_end.set()
        await bells.done.get()
        dispatcher.stop()
        await running

    assert claims.asked == ["bells a", "bells b"]

"""A store in a file, the table service on it, and a Discord that only keeps what it is told."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from cogs import _announcer, _answers, _outbox, _places, _tables, _timers
from cogs._computer import ComputerPlayers
from cogs._outbox import Outbox
from cogs._pictures import Studio
from cogs._tables import TableService
from cogs._timers import Timers
from data.store import Store
from tests.cogs.dispatchers import Clock, Running
from tests.cogs.fake_discord import FakeDiscord


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    """The time, for the store and for everything that asks the table service's clock."""
    clock = Clock()
    for module in (_announcer, _answers, _outbox, _places, _tables, _timers):
        monkeypatch.setattr(module, "now_ms", clock)
    return clock


@pytest.fixture
async def store(tmp_path: Path, clock: Clock) -> AsyncIterator[Store]:
    store = await Store.open(f"sqlite:///{tmp_path / 'hexcade.sqlite3'}", clock=clock)
    yield store
    await store.close()


@pytest.fixture
def service(store: Store) -> TableService:
    return TableService(store)


@pytest.fixture
async def discord(service: TableService) -> AsyncIterator[FakeDiscord]:
    """A client of Discord; at the end, every body it was given was as Discord's description wants it."""
    client = FakeDiscord()
    yield client
    assert client.problems == []


@pytest.fixture
async def outbox(service: TableService, discord: FakeDiscord, clock: Clock) -> AsyncIterator[Running]:
    """An outbox that a test starts when it wants to."""
    studio = Studio()
    async with Running(lambda: Outbox(discord, service, studio), service, clock) as running:
        yield running
    studio.close()


@pytest.fixture
async def timers(service: TableService, clock: Clock) -> AsyncIterator[Running]:
    """Timers that a test starts when it wants to."""
    computers = ComputerPlayers(service)
    async with Running(lambda: Timers(service, computers), service, clock) as running:
        yield running
    computers.close()

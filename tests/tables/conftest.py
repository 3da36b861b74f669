"""A store in a file, the table service on it, and its timers, at a time that stands until a test moves it."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from cogs.ui.kit.interface import interface
from data.store import Store
from tables.computer_players import ComputerPlayers
from tables.dispatching.timers import Timers
from tables.dispatching.upkeep import Upkeep
from tables.service import TableService
from tests.migrated_database import open_store
from tests.running_dispatchers import Clock, Running
from tests.thinking_here import think_here


@pytest.fixture
def clock() -> Clock:
    """The time, for the store and the table service."""
    return Clock()


@pytest.fixture
async def store(tmp_path: Path, clock: Clock) -> AsyncIterator[Store]:
    store = await open_store(tmp_path / "hexcade.sqlite3", clock=clock)
    yield store
    await store.close()


@pytest.fixture
def service(store: Store) -> TableService:
    return TableService(store, interface)


@pytest.fixture
async def timers(service: TableService, clock: Clock) -> AsyncIterator[Running]:
    """Timers and upkeep that a test starts when it wants to."""
    computers = ComputerPlayers(service, think_here)
    async with Running(lambda: [Upkeep(service), Timers(service, computers)], service, clock) as running:
        yield running

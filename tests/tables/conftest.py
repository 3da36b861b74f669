"""Fixtures for tables: a store in a file, the table service, and its timers, with a clock that only tests advance."""

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
    """Return the clock of the store and the table service."""
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
    """Yield timers and upkeep, which run when the test starts them."""
    computers = ComputerPlayers(service, think_here)
    async with Running(lambda: [Upkeep(service), Timers(service, computers)], service, clock) as running:
        yield running

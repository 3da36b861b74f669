"""A store in a file, the services of tables and leagues on it, at a time that stands until a test moves it."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from cogs.ui.kit.interface import interface
from data.store import Store
from leagues.seasons import Seasons
from tables.service import TableService
from tests.cogs.running_dispatchers import Clock
from tests.migrated_database import open_store


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
async def store(tmp_path: Path, clock: Clock) -> AsyncIterator[Store]:
    store = await open_store(tmp_path / "hexcade.sqlite3", clock=clock)
    yield store
    await store.close()


@pytest.fixture
def seasons(store: Store) -> Seasons:
    return Seasons(TableService(store, interface))

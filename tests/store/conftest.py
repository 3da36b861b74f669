"""Fixtures for the store: a new SQLite file and, in the slow tests, also a new PostgreSQL database."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from data.store import Store
from tests.clock import Clock
from tests.migrated_database import make_database
from tests.postgresql import postgresql


@pytest.fixture
async def postgresql_url() -> AsyncIterator[str]:
    """Yield the address of an empty PostgreSQL database."""
    async with postgresql() as address:
        yield address


@pytest.fixture
def sqlite_url(tmp_path: Path) -> str:
    """Return the address of an SQLite file that does not exist yet."""
    return f"sqlite:///{tmp_path / 'store.db'}"


@pytest.fixture(params=["sqlite", pytest.param("postgresql", marks=pytest.mark.slow)])
def url(request: pytest.FixtureRequest) -> str:
    """Return the address of an empty database, first SQLite, then PostgreSQL."""
    return request.getfixturevalue(f"{request.param}_url")


@pytest.fixture
def clock() -> Clock:
    """Return the store's clock."""
    return Clock(1_000)


@pytest.fixture
async def store(url: str, tmp_path: Path, clock: Clock) -> AsyncIterator[Store]:
    """Yield a store in a database without rows."""
    if url.startswith("sqlite"):
        make_database(tmp_path / "store.db")
    opened = await Store.open(url, clock=clock)
    yield opened
    await opened.close()

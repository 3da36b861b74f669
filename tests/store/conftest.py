"""Each test gets a fresh SQLite file and then a fresh PostgreSQL database."""

import os
import secrets
from collections.abc import AsyncIterator
from pathlib import Path

import asyncpg
import pytest
from store_clock import Clock

from data.store import Store

SERVER = "postgresql://postgres@127.0.0.1:5432"


async def _administer(statement: str) -> None:
    connection = await asyncpg.connect(f"{SERVER}/test")
    try:
        await connection.execute(statement)
    finally:
        await connection.close()


@pytest.fixture
async def postgresql_url() -> AsyncIterator[str]:
    """The address of an empty PostgreSQL database; without a server the test is skipped, or fails if one is required.

    `.ci/run` sets HEXCADE_REQUIRE_POSTGRES=1.
    """
    name = f"hexcade_test_{secrets.token_hex(6)}"
    try:
        await _administer(f"CREATE DATABASE {name}")
    except (OSError, asyncpg.PostgresError) as error:
        reason = f"No PostgreSQL for tests at {SERVER}/test: {error}"
        if os.environ.get("HEXCADE_REQUIRE_POSTGRES") == "1":
            pytest.fail(reason)
        pytest.skip(reason)
    yield f"{SERVER}/{name}"
    await _administer(f"DROP DATABASE {name} WITH (FORCE)")


@pytest.fixture
def sqlite_url(tmp_path: Path) -> str:
    """The address of an SQLite file that does not exist yet."""
    return f"sqlite:///{tmp_path / 'store.db'}"


@pytest.fixture(params=["sqlite", "postgresql"])
def url(request: pytest.FixtureRequest) -> str:
    """The address of an empty database, of one kind and then of the other."""
    return request.getfixturevalue(f"{request.param}_url")


@pytest.fixture
def clock() -> Clock:
    """The store's clock."""
    return Clock()


@pytest.fixture
async def store(url: str, clock: Clock) -> AsyncIterator[Store]:
    """A store in an empty database."""
    opened = await Store.open(url, clock=clock)
    yield opened
    await opened.close()

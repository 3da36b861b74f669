"""Fixtures for processes: an empty PostgreSQL database and a fake Discord."""

from collections.abc import AsyncIterator

import pytest

from tests.fake_discord import FakeDiscord
from tests.postgresql import postgresql


@pytest.fixture
async def url() -> AsyncIterator[str]:
    """Yield the address of an empty database."""
    async with postgresql() as address:
        yield address


@pytest.fixture
async def client() -> AsyncIterator[FakeDiscord]:
    """Yield a fake Discord; at teardown, check that all request bodies match Discord's API description."""
    found = FakeDiscord()
    yield found
    assert found.problems == []

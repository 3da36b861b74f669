"""Each test gets an empty PostgreSQL database, and a fake Discord."""

from collections.abc import AsyncIterator

import pytest

from tests.fake_discord import FakeDiscord
from tests.postgresql import postgresql


@pytest.fixture
async def url() -> AsyncIterator[str]:
    """The address of an empty database."""
    async with postgresql() as address:
        yield address


@pytest.fixture
async def client() -> AsyncIterator[FakeDiscord]:
    """A fake Discord; at teardown, all request bodies must have been valid by Discord's API description."""
    found = FakeDiscord()
    yield found
    assert found.problems == []

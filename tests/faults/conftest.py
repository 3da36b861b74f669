"""The program in this process, with a time that stands until a test moves it."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from cogs import live_cards
from tests.cogs.conftest import clock as clock_of_the_cogs
from tests.cogs.dispatchers import Clock
from tests.faults.hall import Hall, open_hall

clock_of_most = clock_of_the_cogs


@pytest.fixture
def clock(clock_of_most: Clock, monkeypatch: pytest.MonkeyPatch) -> Clock:
    """The time, for the cog that looks after cards too."""
    monkeypatch.setattr(live_cards, "now_ms", clock_of_most)
    return clock_of_most


@pytest.fixture
async def hall(tmp_path: Path, clock: Clock) -> AsyncIterator[Hall]:
    async with open_hall(tmp_path, clock) as opened:
        yield opened

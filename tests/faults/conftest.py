"""Fixtures for faults: the program in this process."""

from collections.abc import AsyncIterator
from typing import Any

import pytest

from tests.cogs.conftest import clock, program
from tests.in_process_program import InProcessProgram
from tests.running_dispatchers import Running

__all__ = ["clock", "program", "sweep"]


@pytest.fixture
async def sweep(program: InProcessProgram) -> AsyncIterator[Running]:
    """Yield the card keeper's sweep, which runs when the test starts it."""
    keeper: Any = program.bot.get_cog("CardKeeper")
    async with Running(lambda: [keeper], program.service, program.outbox.clock) as running:
        yield running

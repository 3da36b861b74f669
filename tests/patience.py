"""Waiting in tests: for as long as the machine runs, since a virtual machine may stand still for minutes."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager


@asynccontextmanager
async def patience(seconds: int) -> AsyncIterator[None]:
    """Raises TimeoutError after so many seconds; one in which the machine stood still counts as one, however long."""
    async with asyncio.timeout(None) as limit:
        counting = asyncio.create_task(_count(limit, seconds))
        try:
            yield
        finally:
            counting.cancel()


async def _count(limit: asyncio.Timeout, seconds: int) -> None:
    for _ in range(seconds):
        await asyncio.sleep(1)
    limit.reschedule(asyncio.get_running_loop().time())

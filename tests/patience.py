"""Time limits in tests that ignore standstills: a virtual machine may stand still for minutes."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager


@asynccontextmanager
async def patience(seconds: int) -> AsyncIterator[None]:
    """Raise TimeoutError after `seconds` in which the machine ran; a standstill counts as one second."""
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

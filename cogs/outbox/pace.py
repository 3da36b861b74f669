"""The pace of requests to Discord: below its limit of 50 a second for the whole bot, also when many cards wait."""

import asyncio
import time
from collections.abc import Awaitable, Callable

REQUESTS_PER_SECOND = 40
AT_ONCE = 8
"""Together they are less than 50. Answers to interactions are not counted by Discord, so they don't wait here."""


class Pace:
    """Lets requests begin in the order in which they ask: some at once, others at an even pace."""

    def __init__(
        self,
        now: Callable[[], float] = time.monotonic,
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
    ) -> None:
        self._now, self._sleep = now, sleep
        self._due = 0.0

    async def turn(self) -> None:
        """Returns when the next request may begin."""
        now = self._now()
        self._due = max(self._due, now - AT_ONCE / REQUESTS_PER_SECOND) + 1 / REQUESTS_PER_SECOND
        if self._due > now:
            await self._sleep(self._due - now)

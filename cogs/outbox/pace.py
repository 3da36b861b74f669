"""The pace of requests to Discord: below its limit of 50 a second for the whole bot, also when many cards wait.

Several processes share what one may ask for.
"""

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
        processes: Callable[[], int] = lambda: 1,
    ) -> None:
        """`processes` gives how many there are."""
        self._now, self._sleep, self._processes = now, sleep, processes
        self._due = 0.0

    async def turn(self) -> None:
        """Returns when the next request may begin."""
        now, pause = self._now(), self._processes() / REQUESTS_PER_SECOND
        # As many at once as take this long otherwise, so that it is fewer for each of several.
        self._due = max(self._due, now - AT_ONCE / REQUESTS_PER_SECOND) + pause
        if self._due > now:
            await self._sleep(self._due - now)

"""Public messages that anybody can ask for, which follow each other slowly in a channel."""

import math
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from tables.refusal import Refusal

now = time.monotonic


class ChannelQuiet:
    """Lets something happen in a channel once in so many seconds; kept in memory, so a restart forgets it."""

    def __init__(self, seconds: float, refused: Callable[[int], str]) -> None:
        """`refused` says in how many seconds it is possible again."""
        self._seconds, self._refused = seconds, refused
        self._taken: dict[int, float] = {}

    @contextmanager
    def turn(self, channel: int) -> Iterator[None]:
        """Takes the channel's turn for what the block does, and gives it back if that fails.

        Raises Refusal before the seconds are over.
        """
        at = now()
        self._taken = {other: taken for other, taken in self._taken.items() if at - taken < self._seconds}
        if channel in self._taken:
            raise Refusal(self._refused(math.ceil(self._seconds - (at - self._taken[channel]))))
        self._taken[channel] = at
        try:
            yield
        except BaseException:
            self._taken.pop(channel, None)
            raise

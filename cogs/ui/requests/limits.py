"""Limits on interactions: deduplication, concurrency per user, order of presses on a page, quiet channels."""

import asyncio
import math
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from cogs.ui.kit.answers import Interaction, is_private, outdate
from tables.refusal import Refusal

KNOWN = 10_000
"""The maximum number of remembered interactions.

They cover many minutes, while Discord accepts a first response for 3 seconds.
"""
MAX_PER_USER = 8
"""The maximum number of a user's interactions handled at once. Users who wait for answers stay below it."""
WAIT_SECONDS = 5.0
"""The maximum time that a press waits for the previous one on its page, in seconds."""
now = time.monotonic

TOO_FAST = "That was a lot at once, so I skipped some of it. Please go on one at a time."


class Deliveries:
    """Recognises interactions that Discord delivers again, as it may after a broken connection."""

    def __init__(self) -> None:
        # In the order of arrival.
        self._known: dict[int, None] = {}

    def is_first(self, interaction_id: int) -> bool:
        """Return whether an interaction was not delivered before."""
        if interaction_id in self._known:
            return False
        if len(self._known) == KNOWN:
            del self._known[next(iter(self._known))]
        self._known[interaction_id] = None
        return True


class UserConcurrency:
    """Counts the interactions in progress for each user."""

    def __init__(self) -> None:
        self._in_progress: dict[int, int] = {}
        self.tasks: set[asyncio.Task[Any]] = set()
        """The tasks that handle the interactions in progress."""

    @contextmanager
    def entered(self, user_id: int) -> Iterator[int]:
        """Count one more interaction during the block; yield the count including it."""
        count = self._in_progress[user_id] = self._in_progress.get(user_id, 0) + 1
        task = asyncio.current_task()
        assert task is not None
        self.tasks.add(task)
        try:
            yield count
        finally:
            self.tasks.discard(task)
            self._in_progress[user_id] -= 1
            if not self._in_progress[user_id]:
                del self._in_progress[user_id]


class Place:
    """The place of a press in the queue of its page."""

    def __init__(self, interaction: Interaction, before: "Place | None") -> None:
        self._interaction = interaction
        self._before = before
        self._done = asyncio.Event()

    async def turn(self) -> None:
        """Wait until the previous press is answered.

        A press that takes too long is superseded, so that it can't edit the page any more.
        """
        before, self._before = self._before, None
        if before is None:
            return
        try:
            async with asyncio.timeout(WAIT_SECONDS):
                await before._done.wait()
        except TimeoutError:
            outdate(before._interaction)

    def leave(self) -> None:
        """Let the next press continue."""
        self._done.set()


class PagesInOrder:
    """Handles the presses on one private page in order, so that it ends up showing the newest press's answer."""

    def __init__(self) -> None:
        self._newest: dict[int, Place] = {}

    @contextmanager
    def entered(self, interaction: Interaction) -> Iterator[Place]:
        """Queue the press for the duration of the block, in call order; yield its place."""
        if interaction.message is None or not is_private(interaction):
            yield Place(interaction, None)
            return
        page = interaction.message.id
        place = self._newest[page] = Place(interaction, self._newest.get(page))
        try:
            yield place
        finally:
            place.leave()
            if self._newest.get(page) is place:
                del self._newest[page]


class ChannelQuiet:
    """A rate limit for public messages that anybody can request: one per channel in `seconds`; kept in memory."""

    def __init__(self, seconds: float, refused: Callable[[int], str]) -> None:
        """Initialise; `refused` builds the refusal's text from the remaining seconds."""
        self._seconds, self._refused = seconds, refused
        self._taken: dict[int, float] = {}

    @contextmanager
    def turn(self, channel: int) -> Iterator[None]:
        """Reserve the channel for its quiet time, or release it if the block fails. Raise Refusal if it is reserved."""
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

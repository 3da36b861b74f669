"""Limits on interactions: deduplication, concurrency per user, the order of presses on a page, and public posts."""

import asyncio
import math
import time
from collections.abc import Callable, Hashable, Iterator
from contextlib import contextmanager
from typing import Any

from cogs.ui.kit.answers import Interaction, is_private, mark_outdated
from language.messages import N_
from tables.refusal import Refusal

KNOWN = 10_000
"""The maximum number of interaction ids remembered for deduplication.

This many interactions arrive over many minutes, while Discord accepts a first response for only 3 seconds.
"""
MAX_PER_USER = 8
"""The maximum number of a user's interactions handled at once.

A user who waits for each answer never reaches it.
"""
WAIT_SECONDS = 5.0
"""The maximum time that a press waits for the previous one on its page, in seconds."""
now = time.monotonic

TOO_FAST = N_("That was too much at once, so I skipped some of it. Please go on one step at a time.")


class Deliveries:
    """A filter that recognises interactions delivered twice, as Discord may do after a broken connection."""

    def __init__(self) -> None:
        # ids in the order of arrival, so that the oldest can be dropped
        self._known: dict[int, None] = {}

    def is_first(self, interaction_id: int) -> bool:
        """Return whether an interaction is delivered for the first time, and remember its id."""
        if interaction_id in self._known:
            return False
        if len(self._known) == KNOWN:
            del self._known[next(iter(self._known))]
        self._known[interaction_id] = None
        return True


class UserConcurrency:
    """A counter of the interactions in progress, for each user."""

    def __init__(self) -> None:
        self._in_progress: dict[int, int] = {}
        self.tasks: set[asyncio.Task[Any]] = set()
        """The tasks that handle the interactions in progress."""

    @contextmanager
    def enter(self, user_id: int) -> Iterator[int]:
        """Count an interaction of the user as in progress during the block; yield the user's count, including it."""
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


class QueuePosition:
    """The position of a press in the queue of its page's presses."""

    def __init__(self, interaction: Interaction, before: "QueuePosition | None") -> None:
        self._interaction = interaction
        self._before = before
        self._done = asyncio.Event()

    async def turn(self) -> None:
        """Wait until the previous press on the same page is answered.

        If that takes longer than `WAIT_SECONDS`, the previous press is marked as superseded, so that it can't edit the
        page any more.
        """
        before, self._before = self._before, None
        if before is None:
            return
        try:
            async with asyncio.timeout(WAIT_SECONDS):
                await before._done.wait()
        except TimeoutError:
            mark_outdated(before._interaction)

    def leave(self) -> None:
        """Let the next press continue."""
        self._done.set()


class PagesInOrder:
    """A queue for the presses on each private page, so that the page ends up showing the newest press's answer."""

    def __init__(self) -> None:
        self._newest: dict[int, QueuePosition] = {}

    @contextmanager
    def enter(self, interaction: Interaction) -> Iterator[QueuePosition]:
        """Queue the press of an interaction during the block; yield its position in the queue of its page."""
        if interaction.message is None or not is_private(interaction):
            yield QueuePosition(interaction, None)
            return
        page = interaction.message.id
        place = self._newest[page] = QueuePosition(interaction, self._newest.get(page))
        try:
            yield place
        finally:
            place.leave()
            if self._newest.get(page) is place:
                del self._newest[page]


class ChannelQuiet:
    """A rate limit for public messages that anybody can request: one message in `seconds` seconds for each key.

    A key is a channel, or a channel and a game. It is kept in memory.
    """

    def __init__(self, seconds: float, refused: Callable[[int], str]) -> None:
        """Initialise the limit; `refused` builds the text of the refusal from the seconds left to wait."""
        self._seconds, self._refused = seconds, refused
        self._taken: dict[Hashable, float] = {}

    @contextmanager
    def turn(self, key: Hashable) -> Iterator[None]:
        """Reserve a key for the next `seconds` seconds; if the block raises, release it.

        Raises Refusal if the key is already reserved.
        """
        at = now()
        self._taken = {other: taken for other, taken in self._taken.items() if at - taken < self._seconds}
        if key in self._taken:
            raise Refusal(self._refused(math.ceil(self._seconds - (at - self._taken[key]))))
        self._taken[key] = at
        try:
            yield
        except BaseException:
            self._taken.pop(key, None)
            raise

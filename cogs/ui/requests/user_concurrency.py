"""Per-user limit on interactions handled at once."""

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

MAX_PER_USER = 8
"""The limit; a user who waits for answers stays below it."""


class UserConcurrency:
    """Counts the interactions in progress for each user."""

    def __init__(self) -> None:
        self._in_progress: dict[int, int] = {}
        self.tasks: set[asyncio.Task[Any]] = set()
        """The tasks that handle them."""

    @contextmanager
    def entered(self, user_id: int) -> Iterator[int]:
        """Counts one more interaction for the length of the block; yields the count including it."""
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

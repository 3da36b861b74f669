"""Per-user limit on interactions handled at once."""

from collections.abc import Iterator
from contextlib import contextmanager

MAX_PER_USER = 8
"""The limit; a user who waits for answers stays below it."""


class UserConcurrency:
    """Counts the interactions in progress for each user."""

    def __init__(self) -> None:
        self._in_progress: dict[int, int] = {}

    @contextmanager
    def entered(self, user_id: int) -> Iterator[int]:
        """Counts one more interaction for the length of the block; yields the count including it."""
        count = self._in_progress[user_id] = self._in_progress.get(user_id, 0) + 1
        try:
            yield count
        finally:
            self._in_progress[user_id] -= 1
            if not self._in_progress[user_id]:
                del self._in_progress[user_id]

"""One person's presses and commands: so many are worked on at a time, and nobody keeps the program from the others."""

from collections.abc import Iterator
from contextlib import contextmanager

MOST = 8
"""More than a person who waits for answers ever has under way."""


class Crowds:
    """Counts what is under way for each person."""

    def __init__(self) -> None:
        self._under_way: dict[int, int] = {}

    @contextmanager
    def entered(self, user_id: int) -> Iterator[int]:
        """Counts one more of the person for the length of the block; gives how many there are with it."""
        count = self._under_way[user_id] = self._under_way.get(user_id, 0) + 1
        try:
            yield count
        finally:
            self._under_way[user_id] -= 1
            if not self._under_way[user_id]:
                del self._under_way[user_id]

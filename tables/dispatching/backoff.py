"""Retry with backoff of what isn't a row with a due time of its own."""

from collections.abc import Hashable, Sequence


class Backoff:
    """When things that failed are tried again; in memory, so that a restart tries all of them at once.

    It serves the chores, which one process at a time does: another that takes over tries them once, as a restart does.
    """

    def __init__(self, pauses_ms: Sequence[int]) -> None:
        """`pauses_ms` are the pauses after the first failure and those that follow; the last one stays."""
        self._pauses_ms = pauses_ms
        self._failures: dict[Hashable, tuple[int, int]] = {}

    def is_waiting(self, key: Hashable, now: int) -> bool:
        """Whether something has failed so lately that it isn't to be tried at `now`."""
        if key not in self._failures:
            return False
        count, failed = self._failures[key]
        # The clock may be set back.
        return failed <= now < failed + self._pauses_ms[min(count, len(self._pauses_ms)) - 1]

    def failed(self, key: Hashable, now: int) -> None:
        """Notes a failure."""
        count, _ = self._failures.get(key, (0, 0))
        self._failures[key] = (count + 1, now)

    def succeeded(self, key: Hashable) -> None:
        """Forgets the failures."""
        self._failures.pop(key, None)

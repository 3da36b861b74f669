"""Limits of IDENTIFY: a number per day, and one per 5 seconds for the shards that share a rate limit bucket."""

from collections import Counter
from collections.abc import Callable

from playground import limits
from playground.errors import Json

Shard = tuple[int, int]
"""A shard's number and the total number of shards."""


class SessionStarts:
    """In-memory counters of the bot's IDENTIFYs; `recommended` is the number of shards recommended to it.

    The interval of 5 seconds applies only if more than one shard is recommended. Discord always enforces it, but it
    would only delay a restarted bot with one shard.
    """

    def __init__(self, clock: Callable[[], float], recommended: int) -> None:
        self.recommended = recommended
        self._clock = clock
        self._day_began = clock()
        self._remaining = limits.SESSION_STARTS
        self._last_by_bucket: dict[int, float] = {}
        self._accepted: Counter[Shard] = Counter()
        self._refused = 0

    def is_exhausted(self) -> bool:
        """Return whether today's session starts are used up; Discord would then reset the bot's token."""
        return self._remaining_today() <= 0

    def take(self, shard: Shard) -> bool:
        """Count an IDENTIFY and return whether it is accepted; a refused one also uses up a session start."""
        now, bucket = self._clock(), shard[0] % limits.MAX_CONCURRENCY
        self._remaining = self._remaining_today() - 1
        soon = now - self._last_by_bucket.get(bucket, float("-inf")) < limits.IDENTIFY_BUCKET_SECONDS
        if soon and self.recommended > 1:
            self._refused += 1
            return False
        self._last_by_bucket[bucket] = now
        self._accepted[shard] += 1
        return True

    def set_remaining(self, remaining: int) -> None:
        """Set the number of session starts left today."""
        self._remaining_today()
        self._remaining = remaining

    def limit(self) -> Json:
        """Return the `session_start_limit` of Discord's API; times are milliseconds."""
        remaining = self._remaining_today()
        left = self._day_began + limits.SESSION_START_SECONDS - self._clock()
        start: Json = {"total": limits.SESSION_STARTS, "remaining": remaining, "reset_after": int(left * 1000)}
        return start | {"max_concurrency": limits.MAX_CONCURRENCY}

    def count_starts(self) -> Json:
        """Return the number of accepted IDENTIFYs by shard ("0/2" for shard 0 of 2), and the number of refused ones."""
        accepted = {f"{number}/{count}": times for (number, count), times in sorted(self._accepted.items())}
        return {"accepted": accepted, "refused": self._refused}

    def _remaining_today(self) -> int:
        days = (self._clock() - self._day_began) // limits.SESSION_START_SECONDS
        if days > 0:
            self._day_began += days * limits.SESSION_START_SECONDS
            self._remaining = limits.SESSION_STARTS
        return self._remaining

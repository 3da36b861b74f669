"""Rate limits: fixed windows per key, and the X-RateLimit headers.

Discord only documents 50 requests a second for a bot. Creating and editing messages is limited as bot authors observe
it: 5 in 5 seconds in each channel. The two are counted separately, although their headers name the same bucket (issues
2761 and 8073 of Discord's documentation). All other routes allow 50 requests a second for each resource. Limits shared
by several channels are not modelled.
"""

import hashlib
import math
from collections.abc import Callable
from dataclasses import dataclass

from playground import limits
from playground.paths import PREFIX

_BUCKETS_KEPT = 10_000
_MESSAGES = f"{PREFIX}/channels/{{channel}}/messages"
_MESSAGE_ROUTES = (f"POST {_MESSAGES}", f"PATCH {_MESSAGES}/{{message}}")


@dataclass(frozen=True)
class Limit:
    """A rate limit: the number of `requests` allowed in a window of `seconds`.

    `bucket` is the name that routes with a common limit share.
    """

    bucket: str
    requests: int
    seconds: float


class RateLimits:
    """Request counters by key; `clock` returns seconds.

    `messages` is how many messages the bot may create in each channel in 5 seconds, and also how many it may edit.
    """

    def __init__(self, clock: Callable[[], float], messages: int = limits.MESSAGES) -> None:
        self._clock = clock
        self._messages = messages
        self._windows: dict[str, tuple[float, int]] = {}

    def find_limit(self, route: str) -> Limit:
        """Return the limit of a route, given as its method and path template."""
        if route in _MESSAGE_ROUTES:
            return Limit(_MESSAGES, self._messages, limits.MESSAGES_SECONDS)
        return Limit(route, limits.REQUESTS, limits.REQUESTS_SECONDS)

    def consume(self, key: str, limit: int, seconds: float) -> tuple[int, float]:
        """Count a request and return the number of requests left in the window, and the seconds until the window ends.

        The number is negative if the request exceeds the limit.
        """
        now = self._clock()
        ends, used = self._windows.get(key, (0.0, 0))
        if ends <= now:
            ends, used = now + seconds, 0
        if len(self._windows) >= _BUCKETS_KEPT:
            self._windows = {other: window for other, window in self._windows.items() if window[0] > now}
        # Rejected requests do not count, otherwise a client that keeps retrying would never be accepted.
        self._windows[key] = (ends, min(used + 1, limit))
        return limit - used - 1, ends - now

    def headers(self, limit: Limit, remaining: int, wait: float) -> dict[str, str]:
        """Return a response's rate limit headers; discord.py would take a 429 without `Via` for a Cloudflare ban."""
        headers = {
            "X-RateLimit-Limit": str(limit.requests),
            "X-RateLimit-Remaining": str(max(remaining, 0)),
            "X-RateLimit-Reset": f"{self._clock() + wait:.3f}",
            "X-RateLimit-Reset-After": f"{wait:.3f}",
            "X-RateLimit-Bucket": hashlib.sha256(limit.bucket.encode()).hexdigest()[:24],
        }
        if remaining < 0:
            headers |= {"X-RateLimit-Scope": "user", "Retry-After": str(math.ceil(wait)), "Via": "1.1 playground"}
        return headers

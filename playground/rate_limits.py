"""Rate limits: fixed windows per key, and the X-RateLimit headers.

Discord publishes only that a bot has 50 requests a second. Creating and editing messages is limited as authors of bots
see it: 5 in 5 seconds in each channel. The two are counted apart, although their headers name the same bucket (issues
2761 and 8073 of Discord's documentation). Any other route has 50 requests a second for each resource. Limits that
several channels share are not modelled.
"""

import hashlib
import math
from collections.abc import Callable
from dataclasses import dataclass

from playground import limits

_BUCKETS_KEPT = 10_000
_MESSAGES = "/api/v10/channels/{channel}/messages"
_MESSAGE_ROUTES = (f"POST {_MESSAGES}", f"PATCH {_MESSAGES}/{{message}}")


@dataclass(frozen=True)
class Limit:
    """The requests that a bot may make in a window of some seconds; `bucket` names routes that Discord groups."""

    bucket: str
    requests: int
    seconds: float


class RateLimits:
    """Request counters by key; `clock` returns seconds.

    `messages` are those that the bot may create, and may edit, in 5 seconds in one channel.
    """

    def __init__(self, clock: Callable[[], float], messages: int = limits.MESSAGES) -> None:
        self._clock = clock
        self._messages = messages
        self._windows: dict[str, tuple[float, int]] = {}

    def limit_of(self, route: str) -> Limit:
        """Return the limit of a route, given as its method and path template."""
        if route in _MESSAGE_ROUTES:
            return Limit(_MESSAGES, self._messages, limits.MESSAGES_SECONDS)
        return Limit(route, limits.REQUESTS, limits.REQUESTS_SECONDS)

    def consume(self, key: str, limit: int, seconds: float) -> tuple[int, float]:
        """Count one request; return how many remain (negative: rate limited) and the seconds until the window ends."""
        now = self._clock()
        ends, used = self._windows.get(key, (0.0, 0))
        if ends <= now:
            ends, used = now + seconds, 0
        if len(self._windows) >= _BUCKETS_KEPT:
            self._windows = {other: window for other, window in self._windows.items() if window[0] > now}
        # A rejected request does not count, else a client that keeps retrying would never be accepted.
        self._windows[key] = (ends, min(used + 1, limit))
        return limit - used - 1, ends - now

    def headers(self, limit: Limit, remaining: int, wait: float) -> dict[str, str]:
        """Return the response headers; discord.py takes a 429 without `Via` for a ban by Cloudflare."""
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

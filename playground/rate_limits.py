"""Rate limits: fixed windows per key, and the X-RateLimit headers."""

import hashlib
import math
from collections.abc import Callable

_REQUESTS_PER_WINDOW = 50
_WINDOW_SECONDS = 1.0
_BUCKETS_KEPT = 10_000


class RateLimits:
    """Request counters by key; `clock` returns seconds."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._windows: dict[str, tuple[float, int]] = {}

    def consume(
        self, key: str, limit: int = _REQUESTS_PER_WINDOW, seconds: float = _WINDOW_SECONDS
    ) -> tuple[int, float]:
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

    def headers(self, route: str, remaining: int, wait: float) -> dict[str, str]:
        """Return the response headers; discord.py takes a 429 without `Via` for a ban by Cloudflare."""
        headers = {
            "X-RateLimit-Limit": str(_REQUESTS_PER_WINDOW),
            "X-RateLimit-Remaining": str(max(remaining, 0)),
            "X-RateLimit-Reset": f"{self._clock() + wait:.3f}",
            "X-RateLimit-Reset-After": f"{wait:.3f}",
            "X-RateLimit-Bucket": hashlib.sha256(route.encode()).hexdigest()[:24],
        }
        if remaining < 0:
            headers |= {"X-RateLimit-Scope": "user", "Retry-After": str(math.ceil(wait)), "Via": "1.1 playground"}
        return headers

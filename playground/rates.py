"""Rate limits: fixed windows per route and place, told in the headers that clients go by."""

import hashlib
import math
from collections.abc import Callable

_GENEROUS = 50
_WINDOW_SECONDS = 1.0
_BUCKETS_KEPT = 10_000


class RateLimits:
    """Counts what the bot sends; `clock` gives seconds."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._windows: dict[str, tuple[float, int]] = {}

    def spend(self, key: str, limit: int = _GENEROUS, seconds: float = _WINDOW_SECONDS) -> tuple[int, float]:
        """Count one use; return what remains (negative: refused) and the seconds until the window ends."""
        now = self._clock()
        ends, used = self._windows.get(key, (0.0, 0))
        if ends <= now:
            ends, used = now + seconds, 0
        if len(self._windows) >= _BUCKETS_KEPT:
            self._windows = {other: window for other, window in self._windows.items() if window[0] > now}
        # A refused use does not count: else somebody who keeps asking would never be let in.
        self._windows[key] = (ends, min(used + 1, limit))
        return limit - used - 1, ends - now

    def headers(self, route: str, remaining: int, wait: float) -> dict[str, str]:
        """Return the headers of one answer; `Via` tells a limit of the service from a ban on the way."""
        headers = {
            "X-RateLimit-Limit": str(_GENEROUS),
            "X-RateLimit-Remaining": str(max(remaining, 0)),
            "X-RateLimit-Reset": f"{self._clock() + wait:.3f}",
            "X-RateLimit-Reset-After": f"{wait:.3f}",
            "X-RateLimit-Bucket": hashlib.sha256(route.encode()).hexdigest()[:24],
        }
        if remaining < 0:
            headers |= {"X-RateLimit-Scope": "user", "Retry-After": str(math.ceil(wait)), "Via": "1.1 playground"}
        return headers

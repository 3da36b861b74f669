"""The pace of requests: a few are sent at once, and no second exceeds Discord's limit."""

from collections import deque
from types import SimpleNamespace
from typing import Any

import pytest

from cogs.outbox.delivery import AT_ONCE, REQUESTS_PER_SECOND, Delivery, Pace
from tables.dispatching.dispatcher import Slots

DISCORDS_LIMIT = 50


async def begins(count: int, processes: int = 1) -> list[float]:
    """Return the start times of simultaneous requests by one process, in seconds."""
    waits: list[float] = []

    async def sleep(seconds: float) -> None:
        waits.append(seconds)

    pace = Pace(now=lambda: 1_000.0, sleep=sleep, processes=lambda: processes)
    for _ in range(count):
        await pace.wait_for_slot()
    return [0.0] * (count - len(waits)) + waits


async def test_a_few_requests_wait_for_nothing() -> None:
    assert await begins(AT_ONCE) == [0.0] * AT_ONCE


@pytest.mark.parametrize("processes", [1, 2, 3])
async def test_no_second_has_more_than_discord_allows_and_a_thousand_take_no_longer_than_they_must(
    processes: int,
) -> None:
    times = sorted((await begins(1_000 // processes, processes)) * processes)

    within: deque[float] = deque()
    for begun in times:
        within.append(begun)
        while within[0] <= begun - 1:
            within.popleft()
        assert len(within) <= DISCORDS_LIMIT
    assert times[-1] <= 1_000 / REQUESTS_PER_SECOND


@pytest.mark.parametrize(("is_proxied", "sharing"), [(False, 2), (True, 1)])
def test_processes_share_the_pace_unless_a_proxy_keeps_the_limit_for_all(is_proxied: bool, sharing: int) -> None:
    service: Any = SimpleNamespace(store=SimpleNamespace(claims=SimpleNamespace(living=2)))
    client: Any = None
    assert Delivery(client, service, Slots(1), is_proxied=is_proxied)._pace._processes() == sharing

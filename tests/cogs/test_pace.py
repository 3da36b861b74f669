"""The pace of requests: a few are sent at once, and no second has more than Discord allows."""

from collections import deque

from cogs.outbox.pace import AT_ONCE, REQUESTS_PER_SECOND, Pace

DISCORDS_LIMIT = 50


async def begins(count: int) -> list[float]:
    """When requests begin that all ask at the same moment, in seconds since then."""
    waits: list[float] = []

    async def sleep(seconds: float) -> None:
        waits.append(seconds)

    pace = Pace(now=lambda: 1_000.0, sleep=sleep)
    for _ in range(count):
        await pace.turn()
    return [0.0] * (count - len(waits)) + waits


async def test_a_few_requests_wait_for_nothing() -> None:
    assert await begins(AT_ONCE) == [0.0] * AT_ONCE


async def test_no_second_has_more_than_discord_allows_and_a_thousand_take_no_longer_than_they_must() -> None:
    times = await begins(1_000)

    within: deque[float] = deque()
    for begun in times:
        within.append(begun)
        while within[0] <= begun - 1:
            within.popleft()
        assert len(within) <= DISCORDS_LIMIT
    assert times == sorted(times)
    assert times[-1] <= 1_000 / REQUESTS_PER_SECOND

"""Hand-over of shards from a stopping process to other processes, so that each shard is offline only briefly.

A bucket is a group of shards for which Discord requires 5 seconds between two IDENTIFYs. A shard is released only when
another process may send IDENTIFY for it, and the bucket's next shard only when the first one has been taken. Until then
the stopping process keeps serving its shards.
"""

import asyncio
from collections.abc import Awaitable, Callable, Collection

import structlog

from cogs.gateway.identifies import WAIT_SECONDS, Identifies
from data.store import ClaimLost, StoreUnavailable
from data.store.claims import Claims
from tables.dispatching.membership import HeartbeatSource

log = structlog.get_logger()

HAND_OVER_SECONDS = 25.0
"""Time limit of a hand-over, in seconds.

Closing takes some seconds more, and a supervisor kills a program that takes too long to stop.
"""


class HandOver:
    """A procedure that hands the shards of a stopping process over to other processes."""

    def __init__(
        self,
        claims: Claims,
        membership: HeartbeatSource,
        identifies: Identifies,
        let_go: Callable[[Collection[int]], Awaitable[None]],
    ) -> None:
        """Store the services of the process; `let_go` closes the connections of shards and releases their claims."""
        self._claims, self._membership, self._identifies, self._let_go = claims, membership, identifies, let_go

    async def run(self, shards: Collection[int]) -> None:
        """Hand over shards until all are taken, `HAND_OVER_SECONDS` have passed, or no other process keeps running."""
        buckets: dict[int, list[int]] = {}
        for shard in sorted(shards):
            buckets.setdefault(self._identifies.bucket(shard), []).append(shard)
        try:
            async with asyncio.timeout(HAND_OVER_SECONDS):
                await self._membership.tell_leaving()
                await self._wait_until(lambda: self._membership.is_known_to_leave)
                async with asyncio.TaskGroup() as tasks:
                    for bucket, waiting in buckets.items():
                        tasks.create_task(self._hand_over_bucket(bucket, waiting))
        except* (TimeoutError, ClaimLost, StoreUnavailable) as failed:
            log.warning("shard hand-over failed", error=repr(failed.exceptions))

    async def _hand_over_bucket(self, bucket: int, waiting: list[int]) -> None:
        """Hand over the shards of a bucket one by one; `waiting` holds those still to be handed over."""
        while waiting and self._membership.is_succeeded:
            # if several processes are stopping, they take turns on the bucket
            async with self._claims.hold(f"hand over {bucket}") as is_held:
                if is_held and await self._identifies.is_free(waiting[0]):
                    await self._hand_over(waiting.pop(0))
                else:
                    await asyncio.sleep(WAIT_SECONDS)

    async def _hand_over(self, shard: int) -> None:
        log.info("shard handed over", shard=shard)
        await self._let_go({shard})
        await self._wait_until(lambda: shard in self._membership.held_elsewhere)

    async def _wait_until(self, is_so: Callable[[], bool]) -> None:
        """Wait until a condition holds or no other process keeps running.

        The condition is checked each time the state of the other processes has been read from the database.
        """
        while self._membership.is_succeeded and not is_so():
            await self._membership.wait_for_next_read()

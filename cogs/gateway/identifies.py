"""Limits of IDENTIFY, the gateway command that starts a session: 5 seconds apart per bucket, and a daily limit.

A bucket is a group of shards that share the interval.
"""

import asyncio
import time

import aiohttp
import discord
import structlog
import yarl
from discord.http import HTTPClient

from data.store import ClaimLost, Store, StoreUnavailable, Writer

log = structlog.get_logger()

AWAY = (OSError, discord.HTTPException, discord.GatewayNotFound, discord.RateLimited, aiohttp.ClientError)
"""Exceptions of requests and connections that mean that Discord can't be reached at the moment."""
BUCKET_SECONDS = 5.2
"""Seconds for which a bucket stays reserved after Discord has answered an IDENTIFY. Discord requires 5 seconds."""
RESERVE = 50
"""Minimum number of IDENTIFYs that must be left for the day; with fewer, none is sent.

Discord resets the token of a bot that uses up its daily limit.
"""
ASK_EVERY_SECONDS = 60.0
"""Maximum age of the fetched number of IDENTIFYs left, in seconds. Other processes use up the same limit."""
WAIT_SECONDS = 0.5
"""Polling interval while a bucket is not free, in seconds."""
SEND_SECONDS = 3.0
"""Estimated time from reserving a bucket until IDENTIFY is sent, which includes connecting, in seconds."""


class Permit:
    """A permit to send one IDENTIFY: whether it was granted, and later whether it was used."""

    def __init__(self) -> None:
        loop = asyncio.get_running_loop()
        self.given: asyncio.Future[bool] = loop.create_future()
        self.used: asyncio.Future[bool] = loop.create_future()

    def give(self, is_given: bool) -> None:
        """Grant or refuse the permit, which wakes the task that waits for it. Only the first call counts."""
        if not self.given.done():
            self.given.set_result(is_given)

    def end(self, *, is_used: bool) -> None:
        """End the permit, and record whether IDENTIFY was sent with it. Only the first call counts."""
        if not self.used.done():
            self.used.set_result(is_used)

    @property
    def is_unused(self) -> bool:
        """Whether the permit can still be used, because `end` has not been called."""
        return not self.used.done()


class Identifies:
    """A scheduler for this process's IDENTIFYs, coordinated with the bot's other processes through the database."""

    def __init__(self, http: HTTPClient, store: Store) -> None:
        self._http, self._store = http, store
        self.shards = 1
        """Total number of the bot's shards."""
        self.gateway: yarl.URL | None = None
        """Gateway URL reported by Discord. It is connected directly, even if API requests use a proxy."""
        self._remaining, self._concurrency = 0, 1
        self._reset_seconds = self._asked = 0.0
        self._buckets: set[int] = set()
        self._tasks: set[asyncio.Task[None]] = set()
        self._is_exhausted = False

    async def ask(self) -> int:
        """Fetch the gateway URL and the limits of IDENTIFY from Discord, and return the recommended number of shards.

        Raises GatewayNotFound or any other exception of discord.py's HTTP client.
        """
        recommended, url, limit = await self._http.get_bot_gateway()
        self.gateway = yarl.URL(url)
        self._remaining, self._concurrency = limit["remaining"], max(1, limit["max_concurrency"])
        self._reset_seconds, self._asked = limit["reset_after"] / 1000, time.monotonic()
        return recommended

    def describe_missing_starts(self, shards: int) -> str | None:
        """Return an error message for the operator if too few IDENTIFYs are left today, else None.

        `shards` is the number of shards to start; each needs one IDENTIFY.
        """
        if self._remaining - shards >= RESERVE - 1:
            return None
        minutes = round(self._reset_seconds / 60)
        return (
            f"Discord's session limit is too low to start today: {shards} shards need a session each, and "
            f"{self._remaining} are left, and {RESERVE - 1} of these are reserved. Start again in {minutes} minutes."
        )

    async def is_left(self) -> bool:
        """Return whether enough IDENTIFYs are left today to send one. An outdated number is fetched again first."""
        if time.monotonic() - self._asked >= ASK_EVERY_SECONDS:
            # set before the request, so that a failed request is repeated only after `ASK_EVERY_SECONDS`
            self._asked = time.monotonic()
            try:
                await self.ask()
            except AWAY as error:
                log.warning("fetching the session limit failed", error=repr(error))
        is_left = self._remaining >= RESERVE
        if not is_left and not self._is_exhausted:
            log.warning("session limit reached", seconds=round(self._reset_seconds))
        self._is_exhausted = not is_left
        return is_left

    def bucket(self, shard: int) -> int:
        """Return the number of the bucket to which a shard belongs."""
        return shard % self._concurrency

    async def is_free(self, shard: int) -> bool:
        """Return whether the bucket of a shard can be reserved now, without keeping it reserved."""
        permit = await self.begin(shard)
        if permit is not None:
            permit.end(is_used=False)
        return permit is not None

    async def begin(self, shard: int) -> Permit | None:
        """Reserve the bucket of a shard for one IDENTIFY, and return the permit, or None if the bucket is not free.

        The caller must have checked the daily limit.
        """
        bucket = self.bucket(shard)
        if bucket in self._buckets:
            return None
        self._buckets.add(bucket)
        permit = Permit()
        task = asyncio.create_task(self._keep(bucket, permit))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        try:
            return permit if await permit.given else None
        except asyncio.CancelledError:
            permit.end(is_used=False)
            raise

    async def wait(self, shard: int) -> Permit:
        """Wait until the daily limit and the bucket of a shard allow an IDENTIFY, and return the permit for it."""
        while True:
            permit = await self.begin(shard) if await self.is_left() else None
            if permit is not None:
                return permit
            await asyncio.sleep(WAIT_SECONDS)

    async def close(self) -> None:
        """Release all buckets that this process has reserved."""
        tasks = tuple(self._tasks)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _keep(self, bucket: int, permit: Permit) -> None:
        """Grant a permit if the claim of its bucket is free and an IDENTIFY may be sent now, else refuse it.

        After granting it, hold the claim until the bucket's next IDENTIFY is allowed.
        """
        try:
            async with self._store.claims.hold(f"identify {bucket}") as is_held:
                permit.give(is_held and await self._may_send(bucket))
                if not await permit.given:
                    return
                is_used = await permit.used
                await self._record_identify(bucket, is_used=is_used)
                if is_used:
                    self._remaining -= 1
                    await asyncio.sleep(BUCKET_SECONDS)
        except (ClaimLost, StoreUnavailable) as error:
            log.info("identify claim lost", bucket=bucket, error=str(error))
        finally:
            permit.give(False)
            self._buckets.discard(bucket)

    async def _may_send(self, bucket: int) -> bool:
        """Return whether an IDENTIFY may be sent now, and if so, record in the database that it is about to be sent.

        It may not be sent if another process has just sent one, even if that process has ended and its claim is free.
        With a single shard, the result is always True and nothing is recorded: after an IDENTIFY that came too soon,
        Discord makes the client start its session again.
        """
        if self.shards == 1:
            return True
        async with self._store.write() as writer:
            last = await writer.facts.get(f"identify {bucket}")
            # ignore a time further in the future, which was recorded before the clock was set back
            if last is not None and -SEND_SECONDS * 1000 <= writer.now - int(last) < BUCKET_SECONDS * 1000:
                return False
            await _note(writer, bucket, SEND_SECONDS)
        return True

    async def _record_identify(self, bucket: int, *, is_used: bool) -> None:
        """Record that an IDENTIFY was sent now, or, if none was sent, that the bucket is free at once."""
        if self.shards > 1:
            async with self._store.write() as writer:
                await _note(writer, bucket, 0 if is_used else -BUCKET_SECONDS)


async def _note(writer: Writer, bucket: int, seconds: float) -> None:
    await writer.facts.set(f"identify {bucket}", str(writer.now + int(seconds * 1000)))

"""IDENTIFY, with which a shard's session at Discord begins: 5 seconds apart in each bucket, and so many a day."""

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
"""What is raised while Discord can't be reached."""
BUCKET_SECONDS = 5.2
"""How long a bucket is kept after an IDENTIFY was answered: Discord asks for 5 seconds between two."""
RESERVE = 50
"""With fewer of the day's IDENTIFYs left, none is sent: Discord resets the token of a bot that uses them up."""
ASK_EVERY_SECONDS = 60.0
"""How long what Discord said of the day's limit is relied on; other processes send some too."""
WAIT_SECONDS = 0.5
"""How often a bucket is asked for that is not free."""
SEND_SECONDS = 3.0
"""How long it takes to connect, so that IDENTIFY can be sent."""


class Permit:
    """Permission for one IDENTIFY, once it is given."""

    def __init__(self) -> None:
        loop = asyncio.get_running_loop()
        self.given: asyncio.Future[bool] = loop.create_future()
        self.used: asyncio.Future[bool] = loop.create_future()

    def give(self, is_given: bool) -> None:
        """Say whether it is given; only the first time counts."""
        if not self.given.done():
            self.given.set_result(is_given)

    def end(self, *, is_used: bool) -> None:
        """Say whether it was used; only the first time counts."""
        if not self.used.done():
            self.used.set_result(is_used)

    @property
    def is_unused(self) -> bool:
        """Whether it was not ended yet."""
        return not self.used.done()


class Identifies:
    """When this process may IDENTIFY, among all processes of the bot."""

    def __init__(self, http: HTTPClient, store: Store) -> None:
        self._http, self._store = http, store
        self.shards = 1
        """How many shards the bot has."""
        self.gateway: yarl.URL | None = None
        """Where a session begins, as Discord has said; behind a proxy for its API it is elsewhere than that."""
        self._remaining, self._concurrency = 0, 1
        self._reset_seconds = self._asked = 0.0
        self._buckets: set[int] = set()
        self._tasks: set[asyncio.Task[None]] = set()
        self._is_exhausted = False

    async def ask(self) -> int:
        """Ask Discord for today's limit; gives the number of shards that it recommends.

        Raises GatewayNotFound, or what else its HTTP client raises.
        """
        recommended, url, limit = await self._http.get_bot_gateway()
        self.gateway = yarl.URL(url)
        self._remaining, self._concurrency = limit["remaining"], max(1, limit["max_concurrency"])
        self._reset_seconds, self._asked = limit["reset_after"] / 1000, time.monotonic()
        return recommended

    def lacking(self, shards: int) -> str | None:
        """Why so many shards can't be started today, as one line for the operator; None if they can."""
        if self._remaining - shards >= RESERVE - 1:
            return None
        minutes = round(self._reset_seconds / 60)
        return (
            f"These are more shards than Discord allows to start today: {shards} would start, and it takes "
            f"{self._remaining} more, of which {RESERVE - 1} are kept back. Start again in {minutes} minutes."
        )

    async def is_left(self) -> bool:
        """Whether enough IDENTIFYs of the day are left; asks Discord if that is not known."""
        if time.monotonic() - self._asked >= ASK_EVERY_SECONDS:
            # Also if it does not answer: it is asked once a minute.
            self._asked = time.monotonic()
            try:
                await self.ask()
            except AWAY as error:
                log.warning("Discord's limit of sessions can't be asked for", error=repr(error))
        is_left = self._remaining >= RESERVE
        if not is_left and not self._is_exhausted:
            log.warning("Discord allows no more sessions today", seconds=round(self._reset_seconds))
        self._is_exhausted = not is_left
        return is_left

    def bucket(self, shard: int) -> int:
        """The bucket of a shard."""
        return shard % self._concurrency

    async def is_free(self, shard: int) -> bool:
        """Whether any process may IDENTIFY a shard now, as far as its bucket goes."""
        permit = await self.begin(shard)
        if permit is not None:
            permit.end(is_used=False)
        return permit is not None

    async def begin(self, shard: int) -> Permit | None:
        """Keep the bucket of a shard for one IDENTIFY, of which some are left; gives None if it is not free."""
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
        """Keep the bucket of a shard for one IDENTIFY, as soon as that is possible."""
        while True:
            permit = await self.begin(shard) if await self.is_left() else None
            if permit is not None:
                return permit
            await asyncio.sleep(WAIT_SECONDS)

    async def close(self) -> None:
        """Keep no bucket any longer."""
        tasks = tuple(self._tasks)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _keep(self, bucket: int, permit: Permit) -> None:
        """Hold the claim of a bucket until another IDENTIFY may follow."""
        try:
            async with self._store.claims.held(f"identify {bucket}") as is_held:
                permit.give(is_held and await self._may_send(bucket))
                if not await permit.given:
                    return
                is_used = await permit.used
                await self._ended(bucket, is_used=is_used)
                if is_used:
                    self._remaining -= 1
                    await asyncio.sleep(BUCKET_SECONDS)
        except (ClaimLost, StoreUnavailable) as error:
            log.info("another process may identify", bucket=bucket, error=str(error))
        finally:
            permit.give(False)
            self._buckets.discard(bucket)

    async def _may_send(self, bucket: int) -> bool:
        """Note in the database that an IDENTIFY is about to be sent, unless another process sent one just now.

        That one may have ended since, so that its claim is free. With a single shard it is left to Discord, which has
        a session begun once more if that was too soon.
        """
        if self.shards == 1:
            return True
        async with self._store.write() as writer:
            last = await writer.fact(f"identify {bucket}")
            # One further in the future is from before the clock was set back.
            if last is not None and -SEND_SECONDS * 1000 <= writer.now - int(last) < BUCKET_SECONDS * 1000:
                return False
            await _note(writer, bucket, SEND_SECONDS)
        return True

    async def _ended(self, bucket: int, *, is_used: bool) -> None:
        """Note when an IDENTIFY was sent, or that none was."""
        if self.shards > 1:
            async with self._store.write() as writer:
                await _note(writer, bucket, 0 if is_used else -BUCKET_SECONDS)


async def _note(writer: Writer, bucket: int, seconds: float) -> None:
    await writer.set_fact(f"identify {bucket}", str(writer.now + int(seconds * 1000)))

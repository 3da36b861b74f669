"""The shards of the connection to Discord's gateway. Each shard is held by one process, which has claimed it.

Several processes on one database hold about the same number of shards each; a single process holds all of them. A
process keeps its shards until it ends or loses a claim.
"""

import asyncio
from collections.abc import Collection
from contextlib import AsyncExitStack

import discord
import structlog

from cogs.gateway.connection import CLOSE_SECONDS, ShardConnection, forget
from cogs.gateway.hand_over import HandOver
from cogs.gateway.identifies import Identifies, Permit
from data.store import ClaimLost, Shards, Store, StoreUnavailable
from data.store.processes import holding
from ops.config import ConfigError
from tables.dispatching.membership import HeartbeatSource

log = structlog.get_logger()

STANDBY_SECONDS = 0.5
"""Interval between two attempts to get a claim that another process holds, in seconds."""


class GatewayShards:
    """The shards that this process holds, and the tasks that take, serve and release them."""

    def __init__(
        self, client: discord.AutoShardedClient, store: Store, setting: int | None, membership: HeartbeatSource | None
    ) -> None:
        """Store the services. `setting` is the configured number of shards.

        None means the number that Discord recommends.
        """
        self._client, self._membership = client, membership
        self._claims = store.claims
        self._setting = setting
        self._identifies = Identifies(client.http, store)
        self.count = setting or 1
        """Total number of the bot's shards."""
        self._connections: dict[int, ShardConnection] = {}
        self._tasks: dict[int, asyncio.Task[None]] = {}
        self._choosing = asyncio.Lock()
        self._taking: frozenset[int] = frozenset()
        self._is_closing = self._is_store_away = self._is_standby = False

    @property
    def held(self) -> frozenset[int]:
        """The numbers of the shards that this process holds. A single process holds all shards from the start."""
        return frozenset(range(self.count) if self._claims.process is None else self._connections)

    def shards(self) -> Shards:
        """Return the shards that this process holds, together with the total number of shards."""
        return Shards(self.count, self.held)

    @property
    def connected(self) -> frozenset[int]:
        """The numbers of this process's shards whose connection is open."""
        return frozenset(shard for shard, connection in self._connections.items() if connection.is_open)

    def describe_held_shards(self) -> str:
        """Format the shards that this process holds or is taking, for the other processes and the operator."""
        return holding(self.held | self._taking, self.count)

    async def prepare(self) -> None:
        """Determine the total number of shards.

        It is the number that other processes use, else the configured number, else the one that Discord recommends.

        Raises ConfigError if Discord allows too few new sessions today, or any exception of discord.py's HTTP client.
        """
        recommended = await self._identifies.ask()
        in_use = None if self._membership is None else self._membership.shard_count
        wanted = self._setting or recommended
        self._use(in_use or wanted)
        if self.count != wanted:
            log.warning("shard count differs from running processes", used=self.count, wanted=wanted)
        lacking = self._identifies.describe_missing_starts(self.count)
        if in_use is None and lacking is not None:
            raise ConfigError(lacking)

    async def run(self) -> None:
        """Take and serve shards until this object is closed.

        Raises ConnectionClosed if Discord refuses the connection of a shard permanently.
        """
        while not self._is_closing:
            self._tasks = {shard: asyncio.create_task(self._serve(shard, self.count)) for shard in range(self.count)}
            tasks = self._tasks.values()
            try:
                await asyncio.wait(tasks, return_when=asyncio.FIRST_EXCEPTION)
            finally:
                for task in tasks:
                    task.cancel()
                ended = await asyncio.gather(*tasks, return_exceptions=True)
            for error in ended:
                if isinstance(error, Exception):
                    raise error

    async def hand_over(self) -> None:
        """Stop taking shards, and hand over those held to other processes. Some may still be held afterwards."""
        self._is_closing = True
        if self._membership is not None and self._membership.is_succeeded and self._connections:
            await HandOver(self._claims, self._membership, self._identifies, self._end).run(self._connections)

    async def close(self) -> None:
        """Close all connections and release the claims of their shards."""
        self._is_closing = True
        await self._end(self._tasks)
        await self._identifies.close()

    async def _end(self, shards: Collection[int]) -> None:
        """Close the connections of shards, then release their claims.

        Events received until Discord confirms the close, or until it takes too long, are still handled.
        """
        tasks = {shard: self._tasks[shard] for shard in shards}
        open_before = self.connected & tasks.keys()
        for shard in open_before:
            await self._connections[shard].end()
        for shard in tasks.keys() - open_before:
            tasks[shard].cancel()
        if tasks:
            _, late = await asyncio.wait(tasks.values(), timeout=CLOSE_SECONDS)
            for task in late:
                task.cancel()
            await asyncio.gather(*late, return_exceptions=True)

    def _use(self, count: int) -> None:
        self.count = self._client.shard_count = self._client._connection.shard_count = count
        self._identifies.shards = count

    async def _serve(self, shard: int, count: int) -> None:
        """Take a shard whenever it is available, and serve it while this process holds it.

        Returns when this object is closing or the total number of shards is no longer `count`.
        """
        while not self._is_closing and self.count == count:
            try:
                async with AsyncExitStack() as stack:
                    permit = await self._take(shard, count, stack)
                    if permit is not None:
                        await self._connections[shard].run(permit)
                self._is_store_away = False
            except ClaimLost as lost:
                log.warning("shard claim lost", error=str(lost))
            except StoreUnavailable as error:
                if not self._is_store_away:
                    log.warning("the store is unavailable", error=str(error))
                self._is_store_away = True
            if not self._is_closing:
                await asyncio.sleep(STANDBY_SECONDS)

    async def _take(self, shard: int, count: int, stack: AsyncExitStack) -> Permit | None:
        """Claim a shard for the lifetime of `stack`, and return the permit for its IDENTIFY, or None.

        It returns None if the shard is held elsewhere, if this process already has its share, or if Discord's limits or
        a different total number of shards in other processes don't allow it.
        """
        # take one shard at a time, so that this process never takes more than its share
        async with self._choosing:
            self._note_standby()
            if self.count != count or len(self._connections) >= self._share() or not await self._is_free(shard):
                return None
            # check before claiming the shard, because the check may take half a minute while Discord does not answer
            if not await self._identifies.is_left():
                return None
            if not await stack.enter_async_context(self._claims.hold(f"shard {shard}")):
                return None
            permit = await self._identifies.begin(shard)
            if permit is None:
                # the bucket is not free: another process may take the shard until then
                return None
            stack.callback(permit.end, is_used=False)
            # checked last, because the steps above took time
            if not await self._is_agreed(shard) or self._is_closing:
                return None
            self._connections[shard] = ShardConnection(self._client, self._identifies, self._claims, shard)
            stack.push_async_callback(self._let_go, shard)
            return permit

    async def _is_free(self, shard: int) -> bool:
        """Return whether no process holds a shard, by claiming it for a moment."""
        async with self._claims.hold(f"shard {shard}") as is_free:
            return is_free

    def _note_standby(self) -> None:
        """Log once when other processes hold all shards, so that this process becomes a standby."""
        elsewhere = frozenset[int]() if self._membership is None else self._membership.held_elsewhere
        is_standby = len(elsewhere) >= self.count
        if is_standby and not self._is_standby:
            log.info("process on standby")
        self._is_standby = is_standby

    def _share(self) -> int:
        """Return how many shards this process may hold: an equal share among the processes that keep running."""
        if self._is_closing:
            return 0
        leaving = 0 if self._membership is None else self._membership.leaving
        return -(-self.count // (self._claims.living - leaving))

    async def _is_agreed(self, shard: int) -> bool:
        """Announce that this process takes a shard; return whether the others use the same number of shards.

        If they use another number, nothing is announced, and this process adopts their number if it has no
        connections.
        """
        if self._membership is None:
            return True
        self._taking = frozenset({shard})
        try:
            in_use = await self._membership.announce(self.count)
        finally:
            self._taking = frozenset()
        if in_use is not None and not self._connections:
            log.warning("shard count differs from running processes", used=in_use, wanted=self.count)
            self._use(in_use)
        return in_use is None

    async def _let_go(self, shard: int) -> None:
        """Close a shard's connection if it is still open, and remove the shard's servers from discord.py's cache."""
        try:
            await self._connections[shard].close()
        finally:
            del self._connections[shard]
            forget(self._client, shard)

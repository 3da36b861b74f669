"""The shards of the connection to Discord's gateway: each is held by one process, under a claim.

Of several processes on one database each takes about as many as the others, one that is alone takes all. What a process
has it keeps until it ends, or its claim is lost.
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
from tables.dispatching.membership import Membership

log = structlog.get_logger()

STANDBY_SECONDS = 0.5
"""How often a claim is asked for that another process has."""


class GatewayShards:
    """The shards that this process holds."""

    def __init__(
        self, client: discord.AutoShardedClient, store: Store, setting: int | None, membership: Membership | None
    ) -> None:
        """`setting` is how many shards there are to be (None: what Discord recommends)."""
        self._client, self._membership = client, membership
        self._claims = store.claims
        self._setting = setting
        self._identifies = Identifies(client.http, store)
        self.count = setting or 1
        """How many shards there are."""
        self._connections: dict[int, ShardConnection] = {}
        self._tasks: dict[int, asyncio.Task[None]] = {}
        self._choosing = asyncio.Lock()
        self._taking: frozenset[int] = frozenset()
        self._is_closing = self._is_store_away = self._is_standby = False

    @property
    def held(self) -> frozenset[int]:
        """The shards of this process; those of one that is alone are its own before it has connected them."""
        return frozenset(range(self.count) if self._claims.process is None else self._connections)

    def shards(self) -> Shards:
        """Those of this process, out of how many."""
        return Shards(self.count, self.held)

    @property
    def connected(self) -> frozenset[int]:
        """Those that are connected."""
        return frozenset(shard for shard, connection in self._connections.items() if connection.is_open)

    def holding_text(self) -> str:
        """What is held, or is just being taken, as the other processes and the operator are told."""
        return holding(self.held | self._taking, self.count)

    async def prepare(self) -> None:
        """Find out how many shards there are.

        Raises ConfigError if Discord allows too few new sessions today, or what its HTTP client raises.
        """
        recommended = await self._identifies.ask()
        in_use = None if self._membership is None else self._membership.shard_count
        wanted = self._setting or recommended
        self._use(in_use or wanted)
        if self.count != wanted:
            log.warning("the processes that run have another number of shards", used=self.count, wanted=wanted)
        lacking = self._identifies.lacking(self.count)
        if in_use is None and lacking is not None:
            raise ConfigError(lacking)

    async def run(self) -> None:
        """Serves shards until closed. Raises ConnectionClosed if Discord refuses one for good."""
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
        """Takes no shard any more, and lets the other processes have those that it has; some may remain."""
        self._is_closing = True
        if self._membership is not None and self._membership.is_succeeded and self._connections:
            await HandOver(self._claims, self._membership, self._identifies, self._end).run(self._connections)

    async def close(self) -> None:
        """Closes the connections, and then lets the other processes have the shards."""
        self._is_closing = True
        await self._end(self._tasks)
        await self._identifies.close()

    async def _end(self, shards: Collection[int]) -> None:
        """Close connections of shards, and then give up the claims.

        What Discord has sent until it answers is still handled.
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
        """Holds a shard whenever this process can have it, while there are so many."""
        while not self._is_closing and self.count == count:
            try:
                async with AsyncExitStack() as stack:
                    permit = await self._take(shard, count, stack)
                    if permit is not None:
                        await self._connections[shard].run(permit)
                self._is_store_away = False
            except ClaimLost as lost:
                log.warning("another process has a shard", error=str(lost))
            except StoreUnavailable as error:
                if not self._is_store_away:
                    log.warning("the store is unavailable", error=str(error))
                self._is_store_away = True
            if not self._is_closing:
                await asyncio.sleep(STANDBY_SECONDS)

    async def _take(self, shard: int, count: int, stack: AsyncExitStack) -> Permit | None:
        """Take a shard for as long as the stack, if it is free, may be connected, and is no more than a fair share."""
        # One after the other, so that the share is known.
        async with self._choosing:
            self._note_standby()
            if self.count != count or len(self._connections) >= self._share() or not await self._is_free(shard):
                return None
            # Without the claim: while Discord does not answer, this takes half a minute.
            if not await self._identifies.is_left():
                return None
            if not await stack.enter_async_context(self._claims.held(f"shard {shard}")):
                return None
            permit = await self._identifies.begin(shard)
            if permit is None:
                # Another process may have it meanwhile.
                return None
            stack.callback(permit.end, is_used=False)
            # All that took time.
            if not await self._is_agreed(shard) or self._is_closing:
                return None
            self._connections[shard] = ShardConnection(self._client, self._identifies, self._claims, shard)
            stack.push_async_callback(self._let_go, shard)
            return permit

    async def _is_free(self, shard: int) -> bool:
        """Whether no process has a shard."""
        async with self._claims.held(f"shard {shard}") as is_free:
            return is_free

    def _note_standby(self) -> None:
        """Say in the log when this process begins to stand by, since others have all shards."""
        elsewhere = frozenset[int]() if self._membership is None else self._membership.held_elsewhere
        is_standby = len(elsewhere) >= self.count
        if is_standby and not self._is_standby:
            log.info("this process stands by")
        self._is_standby = is_standby

    def _share(self) -> int:
        """How many shards this process may have: those that stay divide all of them."""
        if self._is_closing:
            return 0
        leaving = 0 if self._membership is None else self._membership.leaving
        return -(-self.count // (self._claims.living - leaving))

    async def _is_agreed(self, shard: int) -> bool:
        """Whether all processes have the same number of shards, and know of this one; if not, theirs counts."""
        if self._membership is None:
            return True
        self._taking = frozenset({shard})
        try:
            in_use = await self._membership.announce(self.count)
        finally:
            self._taking = frozenset()
        if in_use is not None and not self._connections:
            log.warning("the processes that run have another number of shards", used=in_use, wanted=self.count)
            self._use(in_use)
        return in_use is None

    async def _let_go(self, shard: int) -> None:
        """Close a connection, if it is still there, and forget what it told."""
        try:
            await self._connections[shard].close()
        finally:
            del self._connections[shard]
            forget(self._client, shard)

"""The connection of one shard to Discord's gateway, kept up as discord.py keeps that of a bot with a single one.

discord.py's own client for several shards puts reconnects into a queue, so that a shard which was let go could come
back from it. Here a connection is one task: when that has ended, nothing of it can connect or pass on events.
"""

import asyncio
from contextlib import suppress
from typing import Any

import aiohttp
import discord
import structlog
from aiohttp import WSCloseCode, WSMsgType
from discord.backoff import ExponentialBackoff
from discord.gateway import DiscordWebSocket, ReconnectWebSocket

from cogs.gateway.identifies import AWAY, Identifies, Permit
from data.store.claims import Claims

log = structlog.get_logger()

CONNECT_SECONDS = 60
CLOSE_SECONDS = 2
"""How long Discord may take to answer that a connection is closed."""
INTERRUPTED = 4000
"""The code with which a connection is closed whose session is to be resumed: Discord ends the session at 1000."""


class ShardConnection:
    """The connection of one shard."""

    def __init__(self, client: discord.AutoShardedClient, identifies: Identifies, claims: Claims, shard: int) -> None:
        """`claims` are those of which one is the shard's."""
        self._client, self._identifies, self._claims, self._shard = client, identifies, claims, shard
        self._ws: DiscordWebSocket | None = None
        self._is_ending = False

    @property
    def is_open(self) -> bool:
        """Whether the gateway is connected, with a session."""
        return self._ws is not None and self._ws.open and self._ws.session_id is not None

    async def run(self, permit: Permit) -> None:
        """Connects, and again after each interruption, until the connection is to end.

        `permit` is for the first IDENTIFY. Raises ConnectionClosed or PrivilegedIntentsRequired where another attempt
        would be refused too.
        """
        backoff = ExponentialBackoff()
        while not self._is_ending:
            try:
                if not await self._resumed():
                    await self._identify(permit if permit.is_unused else await self._identifies.wait(self._shard))
                await self._read()
            except ReconnectWebSocket as request:
                if not request.resume:
                    self._ws = None
            except (*AWAY, discord.ConnectionClosed) as error:
                if self._is_ending:
                    return
                _raise_if_refused(error)
                if self._ws is not None:
                    # After a failure to send, it counts as open.
                    await _close(self._ws, INTERRUPTED)
                seconds = backoff.delay()
                # The `repr` of a refused handshake has all headers.
                reason = str(error) or type(error).__name__
                log.warning("the gateway is away", shard=self._shard, error=reason, retry_seconds=round(seconds, 1))
                await asyncio.sleep(seconds)

    async def end(self) -> None:
        """Have `run` return as soon as Discord has answered; what it sends until then is still handled."""
        self._is_ending = True
        if self._ws is not None and self._ws.open:
            with suppress(OSError, aiohttp.ClientError):
                await self._ws.socket.send_frame(WSCloseCode.OK.to_bytes(2), WSMsgType.CLOSE)

    async def close(self) -> None:
        """Close the connection at once, if it is open; what Discord sends meanwhile is not handled."""
        self._is_ending = True
        if self._ws is not None:
            await _close(self._ws, WSCloseCode.OK)

    async def _read(self) -> None:
        assert self._ws is not None
        while True:
            await self._ws.poll_event()

    async def _identify(self, permit: Permit) -> None:
        """Begin a new session; returns once Discord has answered, from when on other IDENTIFYs wait for 5 seconds."""
        forget(self._client, self._shard)
        try:
            try:
                self._ws = await self._opened(gateway=self._identifies.gateway)
            except (*AWAY, discord.ConnectionClosed, ReconnectWebSocket):
                permit.end(is_used=False)
                raise
            while self._ws.session_id is None:
                await self._ws.poll_event()
        finally:
            # A cancelled attempt may have sent it.
            permit.end(is_used=True)

    async def _resumed(self) -> bool:
        """Go on with the last session, if there is one."""
        last = self._ws
        if last is None or last.session_id is None:
            return False
        session = {"session": last.session_id, "sequence": last.sequence, "gateway": last.gateway}
        self._ws = await self._opened(resume=True, **session)
        return True

    async def _opened(self, **how: Any) -> DiscordWebSocket:
        claims, opening = self._claims, list[DiscordWebSocket]()

        class Socket(DiscordWebSocket):
            """Known from its beginning, not only when discord.py has sent IDENTIFY."""

            def __init__(self, *args: Any, **more: Any) -> None:
                super().__init__(*args, **more)
                opening.append(self)

            async def received_message(self, msg: Any, /) -> None:
                """Handles a message of Discord, while the shard is this process's.

                A process that stood still finds messages which the one that has its shards by now got too: looking
                after the claims cancels the task that reads here, if they are lost.
                """
                await claims.refresh()
                await super().received_message(msg)

        try:
            # On Python 3.11 `wait_for` may swallow a cancellation.
            async with asyncio.timeout(CONNECT_SECONDS):
                # `initial`, since discord.py waits before another IDENTIFY.
                return await Socket.from_client(self._client, initial=True, shard_id=self._shard, **how)
        except BaseException:
            for socket in opening:
                await _close(socket, WSCloseCode.OK)
            raise


async def _close(socket: DiscordWebSocket, code: int) -> None:
    # A gateway that does not answer must not keep the claim.
    with suppress(TimeoutError):
        async with asyncio.timeout(CLOSE_SECONDS):
            await socket.close(code=code)


def forget(client: discord.AutoShardedClient, shard: int) -> None:
    """Forget the servers of a shard that discord.py keeps in memory, and announce its connection no more."""
    state = client._connection
    for guild in [guild for guild in state.guilds if guild.shard_id == shard]:
        state._remove_guild(guild)
    announcing = state._ready_tasks.pop(shard, None)
    if announcing is not None:
        announcing.cancel()
    state._ready_states.pop(shard, None)


def _raise_if_refused(error: Exception) -> None:
    if isinstance(error, discord.ConnectionClosed) and error.code != WSCloseCode.OK:
        if error.code == 4014:
            raise discord.PrivilegedIntentsRequired(error.shard_id) from None
        raise error

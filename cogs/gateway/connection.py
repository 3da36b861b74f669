"""The gateway connection of one shard, with reconnects as in discord.py's client for a single shard.

discord.py's own client for several shards puts reconnects into a queue, so a released shard could reconnect from it.
Here a connection is one task: when it has ended, it can neither reconnect nor dispatch events.
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
"""Maximum time for Discord to confirm that a connection is closed, in seconds."""
INTERRUPTED = 4000
"""Close code for a connection whose session will be resumed: 1000 would end the session."""


class ShardConnection:
    """The gateway connection of one shard."""

    def __init__(self, client: discord.AutoShardedClient, identifies: Identifies, claims: Claims, shard: int) -> None:
        """Take the client and the shard's number; `claims` are the claims of this process, including the shard's."""
        self._client, self._identifies, self._claims, self._shard = client, identifies, claims, shard
        self._ws: DiscordWebSocket | None = None
        self._is_ending = False

    @property
    def is_open(self) -> bool:
        """Whether the gateway is connected and has a session."""
        return self._ws is not None and self._ws.open and self._ws.session_id is not None

    async def run(self, permit: Permit) -> None:
        """Connect, and reconnect after each interruption, until the connection is ended.

        `permit` is for the first IDENTIFY. Raises ConnectionClosed or PrivilegedIntentsRequired if a retry would be
        refused as well.
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
                    # after a failed send the socket still counts as open
                    await _close(self._ws, INTERRUPTED)
                seconds = backoff.delay()
                # the repr of a refused handshake would log all headers
                reason = str(error) or type(error).__name__
                log.warning("the gateway is away", shard=self._shard, error=reason, retry_seconds=round(seconds, 1))
                await asyncio.sleep(seconds)

    async def end(self) -> None:
        """Make `run` return as soon as Discord has confirmed. Events received until then are still handled."""
        self._is_ending = True
        if self._ws is not None and self._ws.open:
            with suppress(OSError, aiohttp.ClientError):
                await self._ws.socket.send_frame(WSCloseCode.OK.to_bytes(2), WSMsgType.CLOSE)

    async def close(self) -> None:
        """Close the connection at once if it is open. Events that arrive meanwhile are dropped."""
        self._is_ending = True
        if self._ws is not None:
            await _close(self._ws, WSCloseCode.OK)

    async def _read(self) -> None:
        assert self._ws is not None
        while True:
            await self._ws.poll_event()

    async def _identify(self, permit: Permit) -> None:
        """Start a new session.

        Returns when Discord has answered. From then other IDENTIFYs of the bucket wait for 5 seconds.
        """
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
            # a cancelled attempt may have sent IDENTIFY
            permit.end(is_used=True)

    async def _resumed(self) -> bool:
        """Resume the last session and return True, or return False if there is none."""
        last = self._ws
        if last is None or last.session_id is None:
            return False
        session = {"session": last.session_id, "sequence": last.sequence, "gateway": last.gateway}
        self._ws = await self._opened(resume=True, **session)
        return True

    async def _opened(self, **how: Any) -> DiscordWebSocket:
        claims, opening = self._claims, list[DiscordWebSocket]()

        class Socket(DiscordWebSocket):
            """A socket that registers itself when it is created, so that it can be closed if opening fails."""

            def __init__(self, *args: Any, **more: Any) -> None:
                super().__init__(*args, **more)
                opening.append(self)

            async def received_message(self, msg: Any, /) -> None:
                """Handle a message from Discord if this process still holds the shard.

                After a process was suspended, the messages waiting for it may have reached the shard's new holder too.
                `refresh` cancels the reading task if the claims are lost.
                """
                await claims.refresh()
                await super().received_message(msg)

        try:
            # asyncio.wait_for may swallow a cancellation on Python 3.11
            async with asyncio.timeout(CONNECT_SECONDS):
                # initial=True, because otherwise discord.py adds its own wait before IDENTIFY
                return await Socket.from_client(self._client, initial=True, shard_id=self._shard, **how)
        except BaseException:
            for socket in opening:
                await _close(socket, WSCloseCode.OK)
            raise


async def _close(socket: DiscordWebSocket, code: int) -> None:
    # an unresponsive gateway must not delay the release of the claim
    with suppress(TimeoutError):
        async with asyncio.timeout(CLOSE_SECONDS):
            await socket.close(code=code)


def forget(client: discord.AutoShardedClient, shard: int) -> None:
    """Remove a shard's servers from discord.py's cache and cancel its pending ready event."""
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

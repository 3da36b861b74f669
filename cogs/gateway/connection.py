"""The gateway connection of one shard, which reconnects as discord.py's client for a single shard does.

discord.py's client for several shards puts reconnects into a queue, from which a shard could reconnect after this
process has released it. Here a connection is one task: when it has ended, it can neither reconnect nor dispatch events.
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
"""Seconds to wait until Discord confirms that a connection is closed."""
INTERRUPTED = 4000
"""WebSocket close code for a connection whose session will be resumed; with code 1000 the session would end."""


class ShardConnection:
    """The gateway connection of one shard: it connects, reconnects after interruptions, and closes."""

    def __init__(self, client: discord.AutoShardedClient, identifies: Identifies, claims: Claims, shard: int) -> None:
        """Store the services and the number of the shard.

        `claims` are the claims of this process, among them the claim of the shard.
        """
        self._client, self._identifies, self._claims, self._shard = client, identifies, claims, shard
        self._ws: DiscordWebSocket | None = None
        self._is_ending = False

    @property
    def is_open(self) -> bool:
        """Whether the connection is open and has a session."""
        return self._ws is not None and self._ws.open and self._ws.session_id is not None

    async def run(self, permit: Permit) -> None:
        """Connect, and reconnect after each interruption, until `end` or `close` is called.

        `permit` allows the first IDENTIFY. Raises ConnectionClosed or PrivilegedIntentsRequired if Discord refuses the
        connection for a reason that would make a retry fail too.
        """
        backoff = ExponentialBackoff()
        while not self._is_ending:
            try:
                if not await self._resume():
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
                    # discord.py still counts a socket as open after sending on it has failed
                    await _close(self._ws, INTERRUPTED)
                seconds = backoff.delay()
                # not the repr, which contains all headers if the handshake was refused
                reason = str(error) or type(error).__name__
                log.warning("gateway unreachable", shard=self._shard, error=reason, retry_seconds=round(seconds, 1))
                await asyncio.sleep(seconds)

    async def end(self) -> None:
        """Ask Discord to close the connection, so that `run` returns when Discord has confirmed it.

        Events received until then are still handled.
        """
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
        """Open a connection, and start a new session with the IDENTIFY that `permit` allows.

        Returns when Discord has answered. For 5 seconds from then, no other shard of the same bucket may send
        IDENTIFY. A bucket is a group of shards that share this limit.
        """
        forget(self._client, self._shard)
        try:
            try:
                self._ws = await self._open_new(gateway=self._identifies.gateway)
            except (*AWAY, discord.ConnectionClosed, ReconnectWebSocket):
                permit.end(is_used=False)
                raise
            while self._ws.session_id is None:
                await self._ws.poll_event()
        finally:
            # count IDENTIFY as sent even if the attempt was cancelled, because it may have been sent
            permit.end(is_used=True)

    async def _resume(self) -> bool:
        """Resume the last session and return True, or return False if there is no session to resume."""
        last = self._ws
        if last is None or last.session_id is None:
            return False
        session = {"session": last.session_id, "sequence": last.sequence, "gateway": last.gateway}
        self._ws = await self._open_new(resume=True, **session)
        return True

    async def _open_new(self, **how: Any) -> DiscordWebSocket:
        claims, opening = self._claims, list[DiscordWebSocket]()

        class Socket(DiscordWebSocket):
            """A socket that adds itself to `opening` when it is created, so that it can be closed if opening fails."""

            def __init__(self, *args: Any, **more: Any) -> None:
                super().__init__(*args, **more)
                opening.append(self)

            async def received_message(self, msg: Any, /) -> None:
                """Handle a message from Discord, but only if this process still holds its claims.

                While a process was suspended, another one may have taken the shard and received the same messages.
                `claims.refresh` cancels the calling task if the claims are lost.
                """
                await claims.refresh()
                await super().received_message(msg)

        try:
            # asyncio.wait_for may swallow a cancellation on Python 3.11
            async with asyncio.timeout(CONNECT_SECONDS):
                # initial=True skips discord.py's own wait before IDENTIFY
                return await Socket.from_client(self._client, initial=True, shard_id=self._shard, **how)
        except BaseException:
            for socket in opening:
                await _close(socket, WSCloseCode.OK)
            raise


async def _close(socket: DiscordWebSocket, code: int) -> None:
    # an unresponsive gateway must not delay the release of the shard's claim
    with suppress(TimeoutError):
        async with asyncio.timeout(CLOSE_SECONDS):
            await socket.close(code=code)


def forget(client: discord.AutoShardedClient, shard: int) -> None:
    """Remove the servers of a shard from discord.py's cache, and cancel the shard's pending ready event."""
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

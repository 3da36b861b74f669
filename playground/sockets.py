"""One connection to the gateway: its send queue, compression and rate limit."""

import asyncio
import zlib
from collections import deque

from aiohttp import web

from playground import limits

_QUEUED_FRAMES = 2000


class Socket:
    """A WebSocket with a bounded send queue, so that a slow client delays only itself.

    `is_compressed` is whether the client asked for the transport compression `zlib-stream`.
    """

    def __init__(
        self,
        connection: web.WebSocketResponse,
        now: float,
        address: str,
        *,
        has_session_cookie: bool,
        is_compressed: bool = False,
    ) -> None:
        self.connection = connection
        self.opened_at = self.last_heartbeat = now
        self.address = address
        self.has_session_cookie = has_session_cookie
        self.identified = False
        self.heartbeat_requested = False
        self._compressor = zlib.compressobj() if is_compressed else None
        self.frame_times: deque[float] = deque(maxlen=limits.GATEWAY_SENDS)
        self._send_queue: asyncio.Queue[str] = asyncio.Queue(_QUEUED_FRAMES)
        self._tasks = {asyncio.create_task(self._write())}

    @property
    def authenticated(self) -> bool:
        """Whether the client has authenticated: by the session cookie in the handshake, or a token in a frame."""
        return self.has_session_cookie or self.identified

    def send(self, text: str) -> None:
        """Queue one frame; a full queue closes the connection."""
        try:
            self._send_queue.put_nowait(text)
        except asyncio.QueueFull:
            self.close(4000)

    def close(self, code: int) -> None:
        """Close the connection in the background."""
        task = asyncio.create_task(self._close(code))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _close(self, code: int) -> None:
        await self.connection.close(code=code)

    async def _write(self) -> None:
        while True:
            text = await self._send_queue.get()
            try:
                if self._compressor:
                    # All frames share one zlib stream, and each ends with the mark of a flush: 00 00 FF FF.
                    content = self._compressor.compress(text.encode()) + self._compressor.flush(zlib.Z_SYNC_FLUSH)
                    await self.connection.send_bytes(content)
                else:
                    await self.connection.send_str(text)
            except ConnectionError:
                return

    async def stop(self) -> None:
        """Cancel the socket's writing and closing tasks."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def exceeds_rate_limit(self, now: float) -> bool:
        """Count a received frame; return whether there were more than 120 within a minute."""
        exceeded = (
            len(self.frame_times) == limits.GATEWAY_SENDS and now - self.frame_times[0] < limits.GATEWAY_SEND_SECONDS
        )
        self.frame_times.append(now)
        return exceeded

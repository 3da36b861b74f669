"""A fault-injecting proxy between the bot and the playground."""

import asyncio
import re
from collections.abc import Awaitable, Callable, Mapping
from typing import Self

import aiohttp
from aiohttp import web

from tests.playground_driver import PATIENCE_SECONDS, free_port

BEFORE, AFTER = "before", "after"
RESUME, IDENTIFY = 6, 2
# Headers that belong to one connection, or that each side sets for itself.
_OF_ONE_END = {"host", "connection", "content-length", "transfer-encoding", "accept-encoding", "date", "server"}


class FaultProxy:
    """A proxy that forwards requests and the gateway unchanged, except for faults that a test injects.

    `trap` runs an action at a matching request: `before` the playground receives it, or `after` the playground has
    answered and before the bot receives the answer. `cut` drops the gateway's connection.
    """

    def __init__(self, target: str) -> None:
        self.base = f"http://127.0.0.1:{free_port()}"
        self._target = target
        self._trap: tuple[str, re.Pattern[str], str, Callable[[], Awaitable[None]]] | None = None
        self._sprung = asyncio.Event()
        self._gateway_socket: web.WebSocketResponse | None = None
        self._open = asyncio.Event()
        self._open.set()
        self.dialled = asyncio.Event()
        """Set when the bot connects to the gateway again."""
        self.resumed = asyncio.Event()
        """Set when the bot asks the gateway to resume."""
        self.opcodes: list[int] = []
        """The opcodes that the bot sent to the gateway since the last cut."""

    async def __aenter__(self) -> Self:
        self._session = aiohttp.ClientSession(auto_decompress=False)
        app = web.Application(client_max_size=1 << 26)
        app.router.add_route("*", "/{path:.*}", self._pass)
        self._runner = web.AppRunner(app, shutdown_timeout=0, access_log=None)
        await self._runner.setup()
        await web.TCPSite(self._runner, "127.0.0.1", int(self.base.rsplit(":", 1)[1])).start()
        return self

    async def __aexit__(self, *_: object) -> None:
        await self._runner.cleanup()
        await self._session.close()

    def trap(self, method: str, path: str, when: str, action: Callable[[], Awaitable[None]]) -> None:
        """Run an action once, before or after the next request with this method and a matching path."""
        self._trap = (method, re.compile(path), when, action)
        self._sprung.clear()

    async def sprung(self) -> None:
        """Wait until the trap's action is done."""
        await asyncio.wait_for(self._sprung.wait(), PATIENCE_SECONDS)

    def cut(self) -> None:
        """Drop the gateway's connection like a network failure; it stays down until `restore`."""
        assert self._gateway_socket is not None
        assert self._gateway_socket._req is not None
        transport = self._gateway_socket._req.transport
        assert transport is not None
        self._open.clear()
        self.dialled.clear()
        self.resumed.clear()
        self.opcodes.clear()
        transport.abort()

    def restore(self) -> None:
        """Accept gateway connections again."""
        self._open.set()

    async def _spring(self, request: web.Request, when: str) -> bool:
        if self._trap is None:
            return False
        method, path, at, action = self._trap
        if (request.method, when) != (method, at) or not path.search(request.path):
            return False
        self._trap = None
        await action()
        self._sprung.set()
        return True

    async def _pass(self, request: web.Request) -> web.StreamResponse:
        if request.headers.get("Upgrade", "").lower() == "websocket":
            return await self._gateway(request)
        body = await request.read()
        if await self._spring(request, BEFORE):
            return web.Response(status=503)
        address, headers = self._target + request.path_qs, _kept(request.headers)
        async with self._session.request(request.method, address, data=body, headers=headers) as answer:
            content = await answer.read()
        if request.path.endswith("/gateway/bot"):
            content = content.replace(_authority(self._target).encode(), _authority(self.base).encode())
        await self._spring(request, AFTER)
        return web.Response(status=answer.status, body=content, headers=_kept(answer.headers))

    async def _gateway(self, request: web.Request) -> web.StreamResponse:
        self.dialled.set()
        await self._open.wait()
        inside = self._gateway_socket = web.WebSocketResponse()
        await inside.prepare(request)
        # Without compression, since the proxy reads the frames; a bot takes plain ones, too.
        path = request.rel_url.without_query_params("compress")
        address = f"{self._target.replace('http', 'ws', 1)}{path}"
        async with self._session.ws_connect(address, max_msg_size=0) as outside:
            ways = [
                asyncio.create_task(self._from_bot(inside, outside)),
                asyncio.create_task(self._to_bot(outside, inside)),
            ]
            await asyncio.wait(ways, return_when=asyncio.FIRST_COMPLETED)
            # The playground must not notice while the connection is down.
            await self._open.wait()
            await outside.close()
            await inside.close()
            for way in ways:
                way.cancel()
            await asyncio.gather(*ways, return_exceptions=True)
        return inside

    async def _from_bot(self, inside: web.WebSocketResponse, outside: aiohttp.ClientWebSocketResponse) -> None:
        async for frame in inside:
            if frame.type is aiohttp.WSMsgType.TEXT:
                self.opcodes.append(frame.json()["op"])
                if self.opcodes[-1] == RESUME:
                    self.resumed.set()
                await outside.send_str(frame.data)

    async def _to_bot(self, outside: aiohttp.ClientWebSocketResponse, inside: web.WebSocketResponse) -> None:
        async for frame in outside:
            if frame.type is aiohttp.WSMsgType.TEXT and not inside.closed:
                # The playground sends its own address for resuming; the bot must resume through the proxy.
                await inside.send_str(frame.data.replace(_authority(self._target), _authority(self.base)))


def _authority(base: str) -> str:
    return base.split("//")[1]


def _kept(headers: Mapping[str, str]) -> dict[str, str]:
    return {name: value for name, value in dict(headers).items() if name.lower() not in _OF_ONE_END}

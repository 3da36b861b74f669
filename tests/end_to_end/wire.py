"""A wire between the bot and the playground, on which a test stops the bot at the very request it names."""

import asyncio
import re
from collections.abc import Awaitable, Callable
from typing import Self

import aiohttp
from aiohttp import web

from tests.driver import PATIENCE_SECONDS, free_port

BEFORE, AFTER = "before", "after"
# What belongs to one connection, or is said anew for the other.
_OF_ONE_END = {"host", "connection", "content-length", "transfer-encoding", "accept-encoding", "date", "server"}


class Wire:
    """Passes requests and the gateway on as they are; at the one that is named, something happens first.

    `before` the playground has heard of it, or `after` it has answered and before the bot hears the answer.
    """

    def __init__(self, target: str) -> None:
        self.base = f"http://127.0.0.1:{free_port()}"
        self._target = target
        self._trap: tuple[str, re.Pattern[str], str, Callable[[], Awaitable[None]]] | None = None
        self._sprung = asyncio.Event()
        self.seen: list[tuple[str, str]] = []

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
        """Do something, once, before or after the next request of this method whose path matches."""
        self._trap = (method, re.compile(path), when, action)
        self._sprung.clear()

    async def sprung(self) -> None:
        """Return when the trap's action is done."""
        await asyncio.wait_for(self._sprung.wait(), PATIENCE_SECONDS)

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
        self.seen.append((request.method, request.path))
        if await self._spring(request, BEFORE):
            return web.Response(status=503)
        address, headers = self._target + request.path_qs, _kept(request.headers)
        async with self._session.request(request.method, address, data=body, headers=headers) as answer:
            content = await answer.read()
        await self._spring(request, AFTER)
        return web.Response(status=answer.status, body=content, headers=_kept(answer.headers))

    async def _gateway(self, request: web.Request) -> web.StreamResponse:
        inside = web.WebSocketResponse()
        await inside.prepare(request)
        address = self._target.replace("http", "ws", 1) + request.path_qs
        async with self._session.ws_connect(address, max_msg_size=0) as outside:
            ways = [asyncio.create_task(_copy(inside, outside)), asyncio.create_task(_copy(outside, inside))]
            await asyncio.wait(ways, return_when=asyncio.FIRST_COMPLETED)
            await outside.close()
            await inside.close()
            for way in ways:
                way.cancel()
            await asyncio.gather(*ways, return_exceptions=True)
        return inside


def _kept(headers: "aiohttp.typedefs.LooseHeaders") -> dict[str, str]:
    return {name: value for name, value in dict(headers).items() if name.lower() not in _OF_ONE_END}


async def _copy(
    source: web.WebSocketResponse | aiohttp.ClientWebSocketResponse,
    target: web.WebSocketResponse | aiohttp.ClientWebSocketResponse,
) -> None:
    async for frame in source:
        if frame.type is aiohttp.WSMsgType.TEXT:
            await target.send_str(frame.data)

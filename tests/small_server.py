"""A small HTTP server on loopback with one handler for all requests."""

import ssl
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager

from aiohttp import web


@asynccontextmanager
async def small_server(
    answer: Callable[[web.Request], Awaitable[web.StreamResponse]], ssl_context: ssl.SSLContext | None = None
) -> AsyncIterator[int]:
    """Serve GET and POST on any path; yield the port."""
    app = web.Application()
    for method in ("GET", "POST"):
        app.router.add_route(method, "/{path:.*}", answer)
    runner = web.AppRunner(app)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 0, ssl_context=ssl_context).start()
    yield runner.addresses[0][1]
    await runner.cleanup()

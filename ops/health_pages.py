"""The HTTP pages /healthz and /metrics."""

from collections.abc import Awaitable, Callable

from aiohttp import web
from prometheus_client.exposition import CONTENT_TYPE_LATEST


async def listen(
    address: str, port: int, problems: Callable[[], Awaitable[list[str]]], metrics: Callable[[], Awaitable[bytes]]
) -> Callable[[], Awaitable[None]]:
    """Serve /healthz and /metrics on the address and port, and return a function that stops the server.

    `problems` returns the current problems; /healthz responds with 503 if there are any. `metrics` returns the content
    of /metrics. Raises OSError or ValueError if the address cannot be used.
    """

    async def healthz(_: web.Request) -> web.Response:
        found = await problems()
        return web.Response(text="\n".join(found or ["ok"]) + "\n", status=503 if found else 200)

    async def exposition(_: web.Request) -> web.Response:
        return web.Response(body=await metrics(), headers={"Content-Type": CONTENT_TYPE_LATEST})

    app = web.Application()
    app.add_routes([web.get("/healthz", healthz), web.get("/metrics", exposition)])
    runner = web.AppRunner(app, access_log=None, shutdown_timeout=1)
    await runner.setup()
    try:
        await web.TCPSite(runner, address, port).start()
    except (OSError, ValueError):
        await runner.cleanup()
        raise
    return runner.cleanup

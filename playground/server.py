"""The server: pages, attachments, gateway and REST behind one guard, and the clock that sweeps."""

import asyncio
import time
from collections.abc import AsyncIterator, Callable
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from urllib.parse import quote

from aiohttp import web

from playground import answers, channels, interactions, limits, messages, people, pictures
from playground.guard import Guard, authority
from playground.rates import RateLimits
from playground.refusals import Reason, RefusedError
from playground.service import PLAYGROUND, Playground

SWEEP_SECONDS = 0.25
_PAGE = Path(__file__).parent / "page"
_PAGE_TYPES = {
    ".html": "text/html; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".svg": "image/svg+xml",
    ".png": "image/png",
    ".ico": "image/x-icon",
    ".woff2": "font/woff2",
}
_GUARD: web.AppKey[Guard] = web.AppKey("guard", Guard)
_FILES: web.AppKey[Path] = web.AppKey("files", Path)


@dataclass(frozen=True)
class Settings:
    """Where the playground listens and what it keeps; `address` other than 127.0.0.1 opens it to others."""

    world: Path
    port: int
    run_token: str
    bot_token: str
    address: str = "127.0.0.1"
    page: Path = _PAGE
    clock: Callable[[], float] = time.time

    @property
    def base(self) -> str:
        """The address of the whole, without a slash at its end."""
        return f"http://{authority(self.address, self.port)}"

    @property
    def invitation(self) -> str:
        """The address to open in a browser."""
        return f"{self.base}/?token={quote(self.run_token)}"


async def get_page(request: web.Request) -> web.StreamResponse:
    """GET the page; the printed address carries the token once, then the cookie does."""
    guard = request.app[_GUARD]
    if guard.is_run_token(request.query.get("token", "")):
        rest = [(key, value) for key, value in request.query.items() if key != "token"]
        redirect = web.Response(status=303, headers={"Location": str(request.rel_url.with_query(rest))})
        redirect.set_cookie(guard.cookie, guard.run_token, httponly=True, samesite="Strict", path="/")
        return redirect
    page = _file(request.app[_FILES], "index.html")
    if not guard.has_cookie(request):
        # The page asks for more, is refused, and says where there is a key.
        page.set_status(401)
    return page


async def get_page_file(request: web.Request) -> web.StreamResponse:
    """GET one of the page's own files."""
    return _file(request.app[_FILES], request.match_info["name"])


def _file(folder: Path, name: str) -> web.StreamResponse:
    path = (folder / name).resolve()
    kind = _PAGE_TYPES.get(path.suffix)
    if kind is None or not path.is_relative_to(folder.resolve()) or not path.is_file():
        raise web.HTTPNotFound
    return web.Response(body=path.read_bytes(), headers={"Content-Type": kind, "Cache-Control": "no-cache"})


async def get_attachment(request: web.Request) -> web.Response:
    """GET an attachment by its ids; only pictures are shown, all else is a download."""
    channel, number = (int(request.match_info[name]) for name in ("channel", "attachment"))
    found = None
    if max(channel, number) < 2**63:
        found = request.app[PLAYGROUND].world.attachment(channel, number)
    if found is None:
        raise RefusedError(Reason.NOT_FOUND)
    filename, kind, content = found
    headers = {"Content-Type": kind, "Cache-Control": "private, max-age=31536000, immutable"}
    if kind not in pictures.PICTURES:
        headers["Content-Disposition"] = f'attachment; filename="{filename}"'
    return web.Response(body=content, headers=headers)


async def get_gateway(request: web.Request) -> web.StreamResponse:
    """GET the gateway's WebSocket; a page's person needs the cookie, the bot its token."""
    gateway = request.app[PLAYGROUND].gateway
    if len(gateway.sockets) >= limits.SOCKETS:
        raise RefusedError(Reason.TOO_MANY_SOCKETS)
    return await gateway.serve(request, may_be_person=request.app[_GUARD].has_cookie(request))


async def get_icon(_: web.Request) -> web.Response:
    """GET the icon that browsers ask for unasked: there is none."""
    return web.Response(status=204)


def sweep(playground: Playground) -> None:
    """Do what is due by the clock: give up, forget, disconnect, archive."""
    interactions.sweep(playground)
    playground.gateway.sweep()
    now = playground.clock()
    for thread in playground.world.threads():
        metadata = thread["thread_metadata"]
        quiet_since = now - metadata["auto_archive_duration"] * 60
        newest = next(reversed(playground.world.by_channel.get(thread["id"], {})), thread["id"])
        if metadata["archived"] or playground.world.seconds_of(newest) >= quiet_since:
            continue
        if datetime.fromisoformat(metadata["archive_timestamp"]).timestamp() < quiet_since:
            messages.set_archived(playground, thread, archived=True)
    playground.gateway.flush()


async def _sweeping(app: web.Application) -> AsyncIterator[None]:
    playground = app[PLAYGROUND]

    async def forever() -> None:
        while True:
            await asyncio.sleep(SWEEP_SECONDS)
            sweep(playground)

    task = asyncio.create_task(forever())
    yield
    task.cancel()
    with suppress(asyncio.CancelledError):
        await task
    playground.world.close()


async def _close_sockets(app: web.Application) -> None:
    await app[PLAYGROUND].gateway.close()


def application(settings: Settings) -> web.Application:
    """Return the whole server, its world opened; raises WorldError."""
    rates = RateLimits(settings.clock)
    guard = Guard(authority(settings.address, settings.port), settings.run_token, settings.bot_token, rates)
    app = web.Application(middlewares=[guard.around])
    app[PLAYGROUND] = Playground(settings.world, settings.base, settings.bot_token, settings.clock)
    app[_GUARD], app[_FILES], app[channels.EDITS] = guard, settings.page, RateLimits(settings.clock)
    app.add_routes(
        [
            web.get("/", get_page),
            web.get("/page/{name:.+}", get_page_file),
            web.get("/favicon.ico", get_icon),
            web.get(r"/attachments/{channel:\d{1,19}}/{attachment:\d{1,19}}/{name}", get_attachment),
            web.get("/gateway/", get_gateway),
            *people.routes(),
            *channels.routes(),
            *interactions.routes(),
            *answers.routes(),
        ]
    )
    app.on_shutdown.append(_close_sockets)
    app.cleanup_ctx.append(_sweeping)
    return app


async def listen(settings: Settings) -> web.AppRunner:
    """Start listening; raises OSError where the port is in use. The caller cleans the runner up."""
    app = application(settings)
    runner = web.AppRunner(app, access_log=None, shutdown_timeout=1)
    await runner.setup()
    try:
        await web.TCPSite(runner, settings.address, settings.port).start()
    except OSError:
        await runner.cleanup()
        raise
    return runner

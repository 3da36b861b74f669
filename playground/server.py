"""The HTTP server: page, attachments, gateway, REST routes, and the periodic sweep for timeouts."""

import asyncio
import time
from collections.abc import AsyncIterator, Callable
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from pathlib import Path
from urllib.parse import quote

from aiohttp import web

from playground import (
    channels,
    command_routes,
    controls,
    emojis,
    guild,
    interactions,
    limits,
    members,
    messages,
    permissions,
    pictures,
    pins,
    reactions,
    responses,
    threads,
)
from playground.errors import ApiError, ErrorCode
from playground.guard import Guard, authority
from playground.rate_limits import RateLimits
from playground.service import PLAYGROUND, SWEEP_SECONDS, Playground

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
    """The server's configuration.

    With an `address` other than 127.0.0.1, other machines can reach the server. `shards` is the number of shards
    recommended to the bot, and `servers` the minimum number of servers with the bot. `messages` is the number of
    messages that the bot may create in each channel in 5 seconds, and also the number that it may edit. `privileged`
    are the bits of the privileged intents that are switched on, and `bot_role` the permissions of the bot's role. A new
    world has a bot and a server of the given `names`.
    """

    world: Path
    port: int
    session_token: str
    bot_token: str | Callable[[str], str]
    """The bot's token, or a function that returns it for the bot's id, once the world is open."""
    address: str = "127.0.0.1"
    shards: int = 1
    servers: int = 1
    messages: int = limits.MESSAGES
    privileged: int = 0
    bot_role: int = permissions.BOT_ROLE
    names: tuple[str, str] | None = None
    page: Path = _PAGE
    clock: Callable[[], float] = time.time
    steady: Callable[[], float] = time.monotonic

    @property
    def base(self) -> str:
        """The server's URL without a path, to which paths such as "/attachments" are appended."""
        return f"http://{authority(self.address, self.port)}"

    @property
    def page_url(self) -> str:
        """The URL to open in a browser, with the session token."""
        return f"{self.base}/?token={quote(self.session_token)}"


async def get_page(request: web.Request) -> web.StreamResponse:
    """GET the page; the token of the printed URL is exchanged for the session cookie."""
    guard = request.app[_GUARD]
    if guard.is_session_token(request.query.get("token", "")):
        rest = [(key, value) for key, value in request.query.items() if key != "token"]
        redirect = web.Response(status=303, headers={"Location": str(request.rel_url.with_query(rest))})
        redirect.set_cookie(guard.cookie_name, guard.session_token, httponly=True, samesite="Strict", path="/")
        return redirect
    page = _file(request.app[_FILES], "index.html")
    if not guard.has_session_cookie(request):
        # The page's own requests are rejected too; it then shows how to get the URL with the token.
        page.set_status(401)
    return page


async def get_page_file(request: web.Request) -> web.StreamResponse:
    """GET a static file of the page."""
    return _file(request.app[_FILES], request.match_info["name"])


def _file(folder: Path, name: str) -> web.StreamResponse:
    path = (folder / name).resolve()
    kind = _PAGE_TYPES.get(path.suffix)
    if kind is None or not path.is_relative_to(folder.resolve()) or not path.is_file():
        raise web.HTTPNotFound
    return web.Response(body=path.read_bytes(), headers={"Content-Type": kind, "Cache-Control": "no-cache"})


async def get_attachment(request: web.Request) -> web.Response:
    """GET an attachment; browsers display images and download all other types."""
    channel, number = (int(request.match_info[name]) for name in ("channel", "attachment"))
    found = None
    if max(channel, number) < 2**63:
        found = request.app[PLAYGROUND].world.attachment(channel, number)
    if found is None:
        raise ApiError(ErrorCode.NOT_FOUND)
    filename, kind, content = found
    headers = {"Content-Type": kind, "Cache-Control": "private, max-age=31536000, immutable"}
    if kind not in pictures.PICTURES:
        headers["Content-Disposition"] = f'attachment; filename="{filename}"'
    return web.Response(body=content, headers=headers)


async def get_gateway(request: web.Request) -> web.StreamResponse:
    """GET the gateway's WebSocket; people need the session cookie, the bot identifies with its token."""
    gateway = request.app[PLAYGROUND].gateway
    has_session_cookie = request.app[_GUARD].has_session_cookie(request)
    if has_session_cookie and gateway.is_full():
        raise ApiError(ErrorCode.TOO_MANY_CONNECTIONS)
    return await gateway.serve(request, has_session_cookie=has_session_cookie)


async def get_icon(_: web.Request) -> web.Response:
    """GET the icon that browsers request by default; empty."""
    return web.Response(status=204)


def sweep(playground: Playground) -> None:
    """Apply all timeouts: interactions, tokens, lost attachments, heartbeats and thread archiving."""
    interactions.sweep(playground)
    playground.world.delete_lost_attachments()
    playground.gateway.sweep()
    now = playground.clock()
    for thread in playground.world.threads():
        metadata = thread["thread_metadata"]
        quiet_since = now - metadata["auto_archive_duration"] * 60
        newest = next(reversed(playground.world.messages_by_channel.get(thread["id"], {})), thread["id"])
        if metadata["archived"] or playground.world.snowflake_time(newest) >= quiet_since:
            continue
        if datetime.fromisoformat(metadata["archive_timestamp"]).timestamp() < quiet_since:
            messages.set_archived(playground, thread, archived=True)
    playground.gateway.flush()


def tick(playground: Playground) -> None:
    """Apply all timeouts, extended by the time during which the machine was suspended or busy."""
    lost = playground.measure_stall()
    interactions.give_back(playground, lost)
    playground.gateway.give_back(lost)
    sweep(playground)
    playground.record_sweep()


async def _run_sweeps(app: web.Application) -> AsyncIterator[None]:
    playground = app[PLAYGROUND]

    async def sweep_forever() -> None:
        while True:
            await asyncio.sleep(SWEEP_SECONDS)
            tick(playground)

    task = asyncio.create_task(sweep_forever())
    yield
    task.cancel()
    with suppress(asyncio.CancelledError):
        await task
    playground.world.close()


async def _close_sockets(app: web.Application) -> None:
    await app[PLAYGROUND].gateway.close()


def create_application(settings: Settings) -> web.Application:
    """Create the web application and open its world file; raises WorldError if the file cannot be opened."""
    rates = RateLimits(settings.clock, settings.messages)
    playground = Playground(
        *(settings.world, settings.base, settings.clock, settings.steady),
        shards=settings.shards,
        servers=settings.servers,
        privileged=settings.privileged,
        bot_role=settings.bot_role,
        names=settings.names,
    )
    token = settings.bot_token if isinstance(settings.bot_token, str) else settings.bot_token(playground.bot_id)
    playground.gateway.bot_token = token
    playground.gateway.find_members = partial(members.find_members, playground)
    guard = Guard(authority(settings.address, settings.port), settings.session_token, token, rates)
    app = web.Application(middlewares=[guard.middleware])
    app[PLAYGROUND] = playground
    app[_GUARD], app[_FILES], app[channels.EDIT_LIMITS] = guard, settings.page, RateLimits(settings.clock)
    app.add_routes(
        [
            web.get("/", get_page),
            web.get("/page/{name:.+}", get_page_file),
            web.get("/favicon.ico", get_icon),
            web.get(r"/attachments/{channel:\d{1,19}}/{attachment:\d{1,19}}/{name}", get_attachment),
            # Libraries append a query to the address, some after another slash.
            web.get("/gateway{slashes:/*}", get_gateway),
            *controls.routes(),
            *guild.routes(),
            *emojis.routes(),
            *pins.routes(),
            *channels.routes(),
            *threads.routes(),
            *reactions.routes(),
            *command_routes.routes(),
            *members.routes(),
            *interactions.routes(),
            *responses.routes(),
        ]
    )
    app.on_shutdown.append(_close_sockets)
    app.cleanup_ctx.append(_run_sweeps)
    return app


async def listen(settings: Settings) -> web.AppRunner:
    """Start listening; raises OSError if the port is in use. The caller must clean up the runner."""
    app = create_application(settings)
    runner = web.AppRunner(app, access_log=None, shutdown_timeout=1)
    await runner.setup()
    try:
        await web.TCPSite(runner, settings.address, settings.port).start()
    except OSError:
        await runner.cleanup()
        raise
    return runner

"""How the program is: `/healthz` and `/metrics` on an optional port, and the heartbeat. Numbers only, about nobody."""

import asyncio
import time
from collections.abc import Callable
from types import SimpleNamespace

import aiohttp
import structlog
from aiohttp import web
from discord.utils import snowflake_time
from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, ProcessCollector
from prometheus_client.exposition import CONTENT_TYPE_LATEST, generate_latest

from cogs import _heartbeat
from cogs._settings import Settings, SettingsError
from cogs._tables import TableService, now_ms
from data.store import StoreUnavailable

log = structlog.get_logger()

CONNECTING_SECONDS = 300
"""How long the gateway may be away, at the start too, before that counts as trouble."""
STORE_SECONDS = 5
LATE_MS = 10_000
"""A timer is late when it is due for so long."""
SECONDS = (0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2, 3, 5, 10)
"""The borders of the histograms; Discord gives up on an interaction after 3."""


class Health:
    """Counts what happens, asks the store for the rest, and says whether all is well."""

    def __init__(self, settings: Settings, service: TableService, connected: Callable[[], bool]) -> None:
        self._settings = settings
        self._service = service
        self._connected = connected
        self._seen = time.monotonic()
        self._runner: web.AppRunner | None = None
        self._registry = registry = CollectorRegistry()
        ProcessCollector(registry=registry)
        self.tables = Gauge("hexcade_open_tables", "Tables in the lobby or being played.", registry=registry)
        self.waiting = Gauge("hexcade_outbox_waiting", "Messages still to be sent to Discord.", registry=registry)
        self.oldest = Gauge("hexcade_outbox_oldest_seconds", "How long the oldest of them waits.", registry=registry)
        self.late = Gauge("hexcade_timers_late", "Timers due for more than 10 seconds.", registry=registry)
        self.store = Gauge("hexcade_store_up", "Whether the database answers.", registry=registry)
        self.gateway = Gauge("hexcade_gateway_connected", "Whether Discord's gateway is connected.", registry=registry)
        self.commits = Counter("hexcade_commits", "Changes of tables that became durable.", registry=registry)
        self.drawing = Histogram(
            "hexcade_drawing_seconds", "Drawing one picture, in its worker.", registry=registry, buckets=SECONDS
        )
        self.answers = Histogram(
            "hexcade_answer_seconds",
            "From an interaction's making, by Discord's clock, to its first answer taken by Discord.",
            registry=registry,
            buckets=SECONDS,
        )
        self.refused = Counter(
            "hexcade_answers_refused", "First answers that Discord did not take; most came too late.", registry=registry
        )
        service.on_commit(self.commits.inc)

    def trace(self) -> aiohttp.TraceConfig:
        """Sees the requests to Discord, to measure the first answers to interactions among them."""
        traced = aiohttp.TraceConfig()
        traced.on_request_end.append(self._requested)
        return traced

    async def _requested(
        self, _session: aiohttp.ClientSession, _context: SimpleNamespace, ended: aiohttp.TraceRequestEndParams
    ) -> None:
        match ended.url.path.strip("/").split("/"):
            case [*_, "interactions", interaction, _, "callback"]:
                if ended.response.status >= 400:
                    self.refused.inc()
                else:
                    self.answers.observe(max(0.0, time.time() - snowflake_time(int(interaction)).timestamp()))
            case _:
                pass

    def gateway_trouble(self) -> str | None:
        """What is wrong with the connection to Discord: away for longer than connecting takes."""
        now = time.monotonic()
        if self._connected():
            self._seen = now
        away = now - self._seen
        return f"Discord's gateway is away for {away:.0f} seconds." if away > CONNECTING_SECONDS else None

    def beat(self) -> None:
        """To be called whenever the store has just answered; touches the heartbeat unless the gateway is in trouble."""
        trouble = self.gateway_trouble()
        if trouble is not None:
            log.warning("no heartbeat", reason=trouble)
            return
        try:
            _heartbeat.beat(self._settings.heartbeat_file)
        except OSError as error:
            log.warning("no heartbeat", reason=repr(error))

    async def open(self) -> None:
        """Listens where the settings say, if they do. Raises SettingsError where that can't be listened on."""
        address, port = self._settings.health_address, self._settings.health_port
        if port is None:
            return
        app = web.Application()
        app.add_routes([web.get("/healthz", self._healthz), web.get("/metrics", self._metrics)])
        self._runner = web.AppRunner(app, access_log=None, shutdown_timeout=1)
        await self._runner.setup()
        try:
            await web.TCPSite(self._runner, address, port).start()
        except OSError as error:
            raise SettingsError(
                f"HEALTH_PORT {port} on HEALTH_ADDRESS {address} can't be listened on: {error.strerror}."
            ) from error
        log.info("health is told", address=address, port=port)

    async def close(self) -> None:
        """Listens no more."""
        if self._runner is not None:
            await self._runner.cleanup()

    async def _healthz(self, _request: web.Request) -> web.Response:
        found = [trouble for trouble in (await self._count(), self.gateway_trouble()) if trouble is not None]
        return web.Response(text="\n".join(found or ["ok"]) + "\n", status=503 if found else 200)

    async def _metrics(self, _request: web.Request) -> web.Response:
        await self._count()
        self.gateway.set(self._connected())
        return web.Response(body=generate_latest(self._registry), headers={"Content-Type": CONTENT_TYPE_LATEST})

    async def _count(self) -> str | None:
        """Asks the store for what it counts; gives what is wrong with it. The figures of a store that is away stay."""
        now = now_ms()
        try:
            async with asyncio.timeout(STORE_SECONDS), self._service.store.read() as reader:
                self.tables.set(await reader.count_open_tables())
                self.late.set(await reader.count_due_timers(now - LATE_MS))
                waiting, oldest = await reader.outbox_waiting()
        except (StoreUnavailable, TimeoutError) as error:
            log.warning("the store is away", error=repr(error))
            self.store.set(0)
            return "The database does not answer."
        self.waiting.set(waiting)
        self.oldest.set(0 if oldest is None else max(0, now - oldest) / 1000)
        self.store.set(1)
        return None

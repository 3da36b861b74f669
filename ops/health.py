"""`/healthz` and Prometheus' `/metrics` on an optional port, and the heartbeat."""

import asyncio
import time
from collections.abc import Callable

import structlog
from aiohttp import web
from prometheus_client.exposition import CONTENT_TYPE_LATEST

from data.store import Store, StoreUnavailable
from ops import heartbeat
from ops.config import Config, ConfigError
from ops.metrics import Metrics

log = structlog.get_logger()

CONNECTING_SECONDS = 300
"""How long the gateway may be disconnected, also at the start, before that counts as a problem."""
STORE_SECONDS = 5
LATE_MS = 10_000
"""The time after its due time from which a timer counts as late."""


class Health:
    """Collects metrics from the store and decides whether the program is healthy."""

    def __init__(
        self,
        config: Config,
        store: Store,
        connected: Callable[[], bool],
        seconds: Callable[[], float] = time.monotonic,
    ) -> None:
        """`connected` tells whether the gateway is connected; `seconds` is a monotonic clock."""
        self._config = config
        self._store = store
        self._connected = connected
        self._seconds = seconds
        self._seen = seconds()
        self._runner: web.AppRunner | None = None
        self.metrics = Metrics()

    def gateway_problem(self) -> str | None:
        """The problem with the gateway, if it has been disconnected for longer than connecting takes."""
        now = self._seconds()
        if self._connected():
            self._seen = now
        away = now - self._seen
        return f"Discord's gateway is away for {away:.0f} seconds." if away > CONNECTING_SECONDS else None

    def beat(self) -> None:
        """Touches the heartbeat file unless the gateway has a problem; called while the program is alive."""
        problem = self.gateway_problem()
        if problem is not None:
            log.warning("no heartbeat", reason=problem)
            return
        try:
            heartbeat.beat(self._config.heartbeat_file)
        except OSError as error:
            log.warning("no heartbeat", reason=repr(error))

    async def open(self) -> None:
        """Starts listening, if a port is configured. Raises ConfigError if that fails."""
        address, port = self._config.health_address, self._config.health_port
        if port is None:
            return
        app = web.Application()
        app.add_routes([web.get("/healthz", self._healthz), web.get("/metrics", self._metrics)])
        self._runner = web.AppRunner(app, access_log=None, shutdown_timeout=1)
        await self._runner.setup()
        try:
            await web.TCPSite(self._runner, address, port).start()
        except OSError as error:
            raise ConfigError(
                f"HEALTH_PORT {port} on HEALTH_ADDRESS {address} can't be listened on: {error.strerror}."
            ) from error
        log.info("health checks are served", address=address, port=port)

    async def close(self) -> None:
        """Stops listening."""
        if self._runner is not None:
            await self._runner.cleanup()

    async def _healthz(self, _request: web.Request) -> web.Response:
        found = [problem for problem in (await self._count(), self.gateway_problem()) if problem is not None]
        return web.Response(text="\n".join(found or ["ok"]) + "\n", status=503 if found else 200)

    async def _metrics(self, _request: web.Request) -> web.Response:
        await self._count()
        self.metrics.gateway.set(self._connected())
        return web.Response(body=self.metrics.exposition(), headers={"Content-Type": CONTENT_TYPE_LATEST})

    async def _count(self) -> str | None:
        """Updates the metrics from the store; gives the problem if it is unavailable, and then keeps the old values."""
        now = self._store.now()
        try:
            async with asyncio.timeout(STORE_SECONDS), self._store.read() as reader:
                self.metrics.tables.set(await reader.count_open_tables())
                self.metrics.late.set(await reader.count_due_timers(now - LATE_MS))
                waiting, oldest = await reader.outbox_waiting()
        except (StoreUnavailable, TimeoutError) as error:
            log.warning("the store is unavailable", error=repr(error))
            self.metrics.store.set(0)
            return "The database does not answer."
        self.metrics.waiting.set(waiting)
        self.metrics.oldest.set(0 if oldest is None else max(0, now - oldest) / 1000)
        self.metrics.store.set(1)
        return None

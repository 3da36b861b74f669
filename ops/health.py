"""Health checks: `/healthz` and Prometheus' `/metrics` on an optional port, and the heartbeat."""

import asyncio
import time
from collections.abc import Awaitable, Callable, Collection

import structlog

from data.store import Store, StoreUnavailable
from ops import heartbeat
from ops.config import Config, ConfigError
from ops.metrics import Metrics

log = structlog.get_logger()

CONNECTING_SECONDS = 300
"""Seconds that the gateway may be disconnected, also at the start, before it counts as a problem."""
STORE_SECONDS = 5
LATE_MS = 10_000
"""Milliseconds after which a due timer counts as late."""


class Health:
    """The health of the program, with metrics collected from the store."""

    def __init__(
        self,
        config: Config,
        store: Store,
        connected: Callable[[], Collection[int]],
        seconds: Callable[[], float] = time.monotonic,
        *,
        held: Callable[[], Collection[int]] = lambda: (0,),
    ) -> None:
        """Create the health checks.

        `held` returns the gateway shards of this process, and `connected` those that are connected. `seconds` is a
        monotonic clock.
        """
        self._config = config
        self._store = store
        self._connected, self._held = connected, held
        self._seconds = seconds
        self._looked = self._last_beat = seconds()
        # Since when each shard has been disconnected.
        self._away: dict[int, float] = {}
        self._stop_listening: Callable[[], Awaitable[None]] | None = None
        self.metrics = Metrics()
        store.claims.on_result = self.metrics.count_claim

    def gateway_problem(self) -> str | None:
        """Return the problem if a shard has been disconnected for more than CONNECTING_SECONDS, else None."""
        now = self._seconds()
        connected = self._connected()
        # Count from the previous check, since the shard may have been disconnected at any time after it.
        self._away = {shard: self._away.get(shard, self._looked) for shard in self._held() if shard not in connected}
        self._looked = now
        away = now - min(self._away.values(), default=now)
        if away <= CONNECTING_SECONDS:
            return None
        which = f" for shard {min(self._away, key=self._away.__getitem__)}" if connected else ""
        return f"Discord's gateway has been disconnected for {away:.0f} seconds{which}."

    def beat(self) -> None:
        """Touch the heartbeat file, unless no shard is connected and the gateway has been away for too long.

        A single disconnected shard is no reason for a restart, which would disconnect the others too.
        """
        problem = self.gateway_problem()
        if problem is not None and not self._connected():
            log.warning("no heartbeat", reason=problem)
            return
        try:
            heartbeat.beat(self._config.heartbeat_file)
        except (OSError, ValueError) as error:
            log.warning("no heartbeat", reason=repr(error))
        else:
            self._last_beat = self._seconds()

    def heartbeat_problem(self) -> str | None:
        """Return the problem if the heartbeat is stale, else None.

        The database may answer and still save nothing, for instance while the disk is full. Then only this says so.
        """
        age = self._heartbeat_age
        return f"There has been no heartbeat for {age:.0f} seconds." if age > heartbeat.STALE_SECONDS else None

    @property
    def _heartbeat_age(self) -> float:
        """Seconds since the last heartbeat, or since the start if there was none."""
        return self._seconds() - self._last_beat

    async def open(self) -> None:
        """Start listening if a port is configured; raises ConfigError if that fails."""
        address, port = self._config.health_address, self._config.health_port
        if port is None:
            return
        # Imported lazily: aiohttp's server takes 4 MB.
        from ops.health_pages import listen

        try:
            self._stop_listening = await listen(address, port, self._list_problems, self._format_metrics)
        except (OSError, ValueError) as error:
            reason = error.strerror if isinstance(error, OSError) else "invalid address"
            raise ConfigError(
                f"The program can't listen on HEALTH_PORT {port} of HEALTH_ADDRESS {address[:100]}: {reason}."
            ) from error
        log.info("listening for health checks", address=address, port=port)

    async def close(self) -> None:
        """Stop listening."""
        if self._stop_listening is not None:
            await self._stop_listening()

    async def _list_problems(self) -> list[str]:
        found = (await self._count(), self.gateway_problem(), self.heartbeat_problem())
        return [problem for problem in found if problem is not None]

    async def _format_metrics(self) -> bytes:
        await self._count()
        held, connected = self._held(), self._connected()
        self.metrics.gateway.set(0 < len(held) <= len(connected))
        self.metrics.duty.set(len(held) > 0)
        self.metrics.shards_held.set(len(held))
        self.metrics.shards_connected.set(len(connected))
        self.metrics.processes.set(self._store.claims.living)
        self.metrics.heartbeat_age.set(self._heartbeat_age)
        return self.metrics.exposition()

    async def _count(self) -> str | None:
        """Update the metrics from the store and return None; if the store is unavailable, return the problem instead.

        The old values are kept in that case.
        """
        now = self._store.now()
        try:
            async with asyncio.timeout(STORE_SECONDS), self._store.read() as reader:
                self.metrics.tables.set(await reader.tables.count_open())
                self.metrics.late.set(await reader.timers.count_due(now - LATE_MS))
                waiting, oldest = await reader.outbox.backlog()
        except (StoreUnavailable, TimeoutError) as error:
            log.warning("the store is unavailable", error=repr(error))
            self.metrics.store.set(0)
            return "The database doesn't answer."
        self.metrics.waiting.set(waiting)
        self.metrics.oldest.set(0 if oldest is None else max(0, now - oldest) / 1000)
        self.metrics.store.set(1)
        return None

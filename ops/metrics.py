"""Prometheus metrics, without labels for users, tables or servers."""

import time
from types import SimpleNamespace

import aiohttp
from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, ProcessCollector
from prometheus_client.exposition import generate_latest

from data.store.claims import ELSEWHERE, LOST, TAKEN

DISCORD_EPOCH_MS = 1_420_070_400_000
"""Epoch of Discord's snowflake ids, in milliseconds UTC."""
SECONDS = (0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2, 3, 5, 10)
"""Histogram buckets in seconds; Discord's time limit for a response is 3 seconds."""


class Metrics:
    """The program's metrics and their registry."""

    def __init__(self) -> None:
        self._registry = registry = CollectorRegistry()
        ProcessCollector(registry=registry)
        self.tables = Gauge("hexcade_open_tables", "Tables in the lobby or being played.", registry=registry)
        self.waiting = Gauge("hexcade_outbox_waiting", "Messages waiting in the outbox.", registry=registry)
        self.oldest = Gauge(
            "hexcade_outbox_oldest_seconds", "Age of the oldest waiting message, in seconds.", registry=registry
        )
        self.late = Gauge("hexcade_timers_late", "Timers overdue by more than 10 seconds.", registry=registry)
        self.store = Gauge("hexcade_store_up", "1 if the database answers, else 0.", registry=registry)
        self.gateway = Gauge(
            "hexcade_gateway_connected",
            "1 if all gateway shards of this process are connected, else 0.",
            registry=registry,
        )
        self.duty = Gauge("hexcade_on_duty", "1 if this process holds a gateway shard, else 0.", registry=registry)
        self.shards_held = Gauge("hexcade_shards_held", "Gateway shards that this process holds.", registry=registry)
        self.shards_connected = Gauge(
            "hexcade_shards_connected", "Gateway shards of this process that are connected.", registry=registry
        )
        self.heartbeat_age = Gauge(
            "hexcade_heartbeat_age_seconds",
            "Seconds since the last heartbeat, or since the start if there was none.",
            registry=registry,
        )
        self.processes = Gauge("hexcade_processes", "Live processes on the database.", registry=registry)
        self._claims = Counter(
            "hexcade_claims",
            "Attempts to take a claim, by result.",
            ["result"],
            registry=registry,
        )
        for result in (TAKEN, ELSEWHERE, LOST):
            # Exported from the start, because Prometheus doesn't see the increase of a counter that appears with 1.
            self._claims.labels(result)
        self.commits = Counter("hexcade_commits", "Committed changes of tables.", registry=registry)
        self.runaways = Counter(
            "hexcade_computers_runaway",
            "Computer players stopped after thinking for 10 seconds.",
            registry=registry,
        )
        self.drawing = Histogram(
            "hexcade_drawing_seconds",
            "Time to draw one picture in a worker process.",
            registry=registry,
            buckets=SECONDS,
        )
        self.answers = Histogram(
            "hexcade_answer_seconds",
            "Time from the creation of an interaction, by Discord's clock, to its first accepted response.",
            registry=registry,
            buckets=SECONDS,
        )
        self.refused = Counter(
            "hexcade_answers_refused",
            "First responses that Discord refused, most of them because they were late.",
            registry=registry,
        )

    def count_claim(self, result: str) -> None:
        """Count an attempt to take a claim, by its outcome (see `data.store.claims`)."""
        self._claims.labels(result).inc()

    def exposition(self) -> bytes:
        """Return all metrics in Prometheus' text format."""
        return generate_latest(self._registry)

    def trace(self) -> aiohttp.TraceConfig:
        """Return a trace configuration that measures the first responses to interactions."""
        traced = aiohttp.TraceConfig()
        traced.on_request_end.append(self._observe_response)
        return traced

    async def _observe_response(
        self, _session: aiohttp.ClientSession, _context: SimpleNamespace, ended: aiohttp.TraceRequestEndParams
    ) -> None:
        match ended.url.path.strip("/").split("/"):
            case [*_, "interactions", interaction, _, "callback"]:
                if ended.response.status >= 400:
                    self.refused.inc()
                else:
                    self.answers.observe(max(0.0, time.time() - _created(int(interaction))))
            case _:
                pass


def _created(snowflake: int) -> float:
    """Return the creation time in a snowflake id, in seconds since the epoch."""
    return ((snowflake >> 22) + DISCORD_EPOCH_MS) / 1000

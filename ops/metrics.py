"""Prometheus metrics, without labels for users, tables or servers."""

import time
from types import SimpleNamespace

import aiohttp
from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, ProcessCollector
from prometheus_client.exposition import generate_latest

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
        self.waiting = Gauge("hexcade_outbox_waiting", "Messages still to be sent to Discord.", registry=registry)
        self.oldest = Gauge("hexcade_outbox_oldest_seconds", "How long the oldest of them waits.", registry=registry)
        self.late = Gauge("hexcade_timers_late", "Timers due for more than 10 seconds.", registry=registry)
        self.store = Gauge("hexcade_store_up", "Whether the database answers.", registry=registry)
        self.gateway = Gauge(
            "hexcade_gateway_connected",
            "Whether Discord's gateway is connected, with each shard of this process.",
            registry=registry,
        )
        self.duty = Gauge("hexcade_on_duty", "Whether this process holds a shard of the gateway.", registry=registry)
        self.shards_held = Gauge("hexcade_shards_held", "Shards of the gateway that are its own.", registry=registry)
        self.shards_connected = Gauge("hexcade_shards_connected", "Those that are connected.", registry=registry)
        self.processes = Gauge("hexcade_processes", "Processes that work on the database.", registry=registry)
        self._claims = Counter(
            "hexcade_claims",
            "Claims of several processes that were asked for, by what became of them.",
            ["result"],
            registry=registry,
        )
        self.commits = Counter("hexcade_commits", "Changes of tables that became durable.", registry=registry)
        self.runaways = Counter(
            "hexcade_computers_runaway",
            "Computer players whose thinking was ended after 10 seconds.",
            registry=registry,
        )
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

    def count_claim(self, result: str) -> None:
        """Count an attempt to take a claim, by its outcome (see `data.store.claims`)."""
        self._claims.labels(result).inc()

    def exposition(self) -> bytes:
        """Return all metrics in Prometheus' text format."""
        return generate_latest(self._registry)

    def trace(self) -> aiohttp.TraceConfig:
        """Return a trace configuration that measures the first responses to interactions."""
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
                    self.answers.observe(max(0.0, time.time() - _created(int(interaction))))
            case _:
                pass


def _created(snowflake: int) -> float:
    """Return the creation time in a snowflake id, in seconds since the epoch."""
    return ((snowflake >> 22) + DISCORD_EPOCH_MS) / 1000

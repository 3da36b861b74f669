"""Health reporting: metrics, the two pages and the heartbeat."""

import asyncio
import os
import time
from collections.abc import AsyncIterator, Collection
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import aiohttp
import pytest
import structlog
from aiohttp import web

from cogs.ui.kit.drawing_pool import DrawingPool
from data.store import StoreUnavailable
from ops import heartbeat
from ops.config import Config, ConfigError
from ops.health import CONNECTING_SECONDS, LATE_MS, Health
from tables.dispatching.upkeep import ALIVE_EVERY_MS, Upkeep
from tables.service import TableService
from tests.cog_tables import PEOPLE, open_lobby, start_table
from tests.playground_driver import free_port
from tests.running_dispatchers import Clock, Running
from tests.small_server import small_server


class Gateway:
    """A fake gateway: the connected shards, and a clock in seconds."""

    def __init__(self) -> None:
        self.connected: Collection[int] = (0,)
        self.now = 1_000.0

    def __call__(self) -> Collection[int]:
        return self.connected


@pytest.fixture
def gateway() -> Gateway:
    return Gateway()


@pytest.fixture
def config(tmp_path: Path) -> Config:
    heartbeat = tmp_path / "var" / "heartbeat"
    return Config(health_port=free_port(), heartbeat_file=heartbeat)


@pytest.fixture
async def health(config: Config, service: TableService, gateway: Gateway) -> AsyncIterator[Health]:
    health = Health(config, service.store, gateway, lambda: gateway.now)
    service.on_commit(health.metrics.commits.inc)
    await health.open()
    yield health
    await health.close()


async def page(config: Config, path: str) -> tuple[int, str]:
    """Return the status and the text of a page."""
    address = f"http://127.0.0.1:{config.health_port}{path}"
    async with aiohttp.ClientSession() as session, session.get(address) as response:
        return response.status, await response.text()


async def figures(config: Config) -> dict[str, float]:
    """Return the values on `/metrics` by name with labels."""
    status, text = await page(config, "/metrics")
    assert status == 200
    lines = [line.rsplit(" ", 1) for line in text.splitlines() if not line.startswith("#")]
    return {name: float(value) for name, value in lines}


async def test_the_figures_follow_what_happens(
    health: Health, config: Config, service: TableService, clock: Clock
) -> None:
    before = await figures(config)
    assert before["hexcade_open_tables"] == before["hexcade_commits_total"] == before["hexcade_outbox_waiting"] == 0

    await open_lobby(service)
    clock.now += 7_000
    after = await figures(config)

    assert after["hexcade_open_tables"] == 1
    assert after["hexcade_commits_total"] == 1
    # The lobby's message and the reply to the command.
    assert after["hexcade_outbox_waiting"] == 2
    assert after["hexcade_outbox_oldest_seconds"] == 7
    assert after["hexcade_gateway_connected"] == after["hexcade_store_up"] == 1
    assert after["hexcade_shards_held"] == after["hexcade_shards_connected"] == 1


async def test_a_timer_that_is_due_for_long_is_late(
    health: Health, config: Config, service: TableService, clock: Clock
) -> None:
    await start_table(service, clock=300)

    clock.now += 300_000 + LATE_MS - 1
    assert (await figures(config))["hexcade_timers_late"] == 0
    clock.now += 1
    assert (await figures(config))["hexcade_timers_late"] == 1


async def test_drawings_are_timed_in_their_worker_failed_ones_too(health: Health, config: Config) -> None:
    pool = DrawingPool(health.metrics.drawing.observe)
    await pool.draw(lambda: None)
    with pytest.raises(ZeroDivisionError):
        await pool.draw(lambda: 1 // 0)
    pool.close()

    assert (await figures(config))["hexcade_drawing_seconds_count"] == 2


async def asked(health: Health, path: str) -> None:
    """Send a request through the traced client to a server that answers 404 if the path contains `late`."""

    async def answer(request: web.Request) -> web.Response:
        return web.Response(status=404 if "late" in request.path else 200)

    async with (
        small_server(answer) as port,
        aiohttp.ClientSession(trace_configs=[health.metrics.trace()]) as session,
    ):
        await session.post(f"http://127.0.0.1:{port}{path}")


async def test_the_first_answer_to_an_interaction_is_timed_from_its_making(health: Health, config: Config) -> None:
    made = made_ago(2)
    await asked(health, f"/api/v10/interactions/{made}/token/callback")
    await asked(health, f"/api/v10/interactions/{made}/late/callback")
    await asked(health, f"/api/v10/webhooks/{made}/token")

    found = await figures(config)
    assert found["hexcade_answer_seconds_count"] == 1
    assert found['hexcade_answer_seconds_bucket{le="1.0"}'] == 0
    assert found["hexcade_answers_refused_total"] == 1


def made_ago(seconds: int) -> int:
    """Return an id that Discord would have created this many seconds ago."""
    return (int(time.time() * 1000) - seconds * 1000 - 1_420_070_400_000) << 22


async def test_no_figure_names_anybody_or_anything(health: Health, config: Config, service: TableService) -> None:
    row = await open_lobby(service)

    _, text = await page(config, "/metrics")

    labels = {
        part.split("=")[0]
        for line in text.splitlines()
        if "{" in line
        for part in line[line.index("{") + 1 :].split(",")
    }
    assert labels == {"le", "result"}
    for secret in (row.id, str(row.channel_id), str(row.guild_id), row.commitment, *(str(one.id) for one in PEOPLE)):
        assert secret not in text


@pytest.mark.parametrize("path", ["/healthz", "/metrics"])
async def test_the_pages_are_there_only_when_asked_for(
    service: TableService, gateway: Gateway, path: str, config: Config
) -> None:
    closed = Health(replace(config, health_port=None), service.store, gateway)
    await closed.open()
    with pytest.raises(aiohttp.ClientConnectionError):
        await page(config, path)
    await closed.close()


async def test_a_port_that_is_taken_is_said_in_one_line(
    health: Health, config: Config, service: TableService, gateway: Gateway
) -> None:
    second = Health(config, service.store, gateway, lambda: gateway.now)
    with pytest.raises(ConfigError, match=f"can't listen on HEALTH_PORT {config.health_port}"):
        await second.open()
    await second.close()


@pytest.mark.parametrize("address", ["a..b", "a" * 64, "\0", pytest.param("a" * 40_000, id="40000 letters")])
async def test_an_address_that_is_none_is_said_in_one_line(
    config: Config, service: TableService, gateway: Gateway, address: str
) -> None:
    nowhere = Health(replace(config, health_address=address), service.store, gateway)
    with pytest.raises(ConfigError, match=r"HEALTH_ADDRESS .*: invalid address") as caught:
        await nowhere.open()
    await nowhere.close()

    assert len(str(caught.value)) < 250


@asynccontextmanager
async def store_away(service: TableService, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[None]:
    """Make the store unavailable."""

    @asynccontextmanager
    async def away(*_: Any, **__: Any) -> AsyncIterator[None]:
        raise StoreUnavailable("The database is away.")
        yield

    with monkeypatch.context() as patched:
        patched.setattr(service.store, "read", away)
        patched.setattr(service.store, "write", away)
        yield


async def test_healthz_is_well_until_the_store_is_away(
    health: Health, config: Config, service: TableService, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert await page(config, "/healthz") == (200, "ok\n")

    async with store_away(service, monkeypatch):
        assert await page(config, "/healthz") == (503, "The database doesn't answer.\n")
        assert (await figures(config))["hexcade_store_up"] == 0

    assert await page(config, "/healthz") == (200, "ok\n")


async def test_a_missing_heartbeat_is_reported_while_the_store_can_be_read(
    health: Health, config: Config, gateway: Gateway
) -> None:
    gateway.now += heartbeat.STALE_SECONDS
    assert await page(config, "/healthz") == (200, "ok\n")

    gateway.now += 1
    late = heartbeat.STALE_SECONDS + 1
    assert await page(config, "/healthz") == (503, f"There has been no heartbeat for {late} seconds.\n")
    found = await figures(config)
    assert (found["hexcade_store_up"], found["hexcade_heartbeat_age_seconds"]) == (1, late)

    health.beat()
    assert await page(config, "/healthz") == (200, "ok\n")
    assert (await figures(config))["hexcade_heartbeat_age_seconds"] == 0


async def test_healthz_gives_the_gateway_time_to_connect_again(
    health: Health, config: Config, gateway: Gateway
) -> None:
    gateway.connected = ()
    gateway.now += CONNECTING_SECONDS
    health.beat()
    assert await page(config, "/healthz") == (200, "ok\n")
    assert (await figures(config))["hexcade_gateway_connected"] == 0

    gateway.now += 1
    status, text = await page(config, "/healthz")
    assert (status, text) == (503, f"Discord's gateway has been disconnected for {CONNECTING_SECONDS + 1} seconds.\n")

    gateway.connected = (0,)
    assert await page(config, "/healthz") == (200, "ok\n")


async def test_one_of_several_shards_that_is_away_for_long_is_a_problem(
    service: TableService, config: Config, gateway: Gateway
) -> None:
    held = [0, 2]
    health = Health(config, service.store, gateway, lambda: gateway.now, held=lambda: held)
    gateway.connected = (0, 2)
    gateway.now += CONNECTING_SECONDS
    assert health.gateway_problem() is None

    gateway.connected = (0,)
    gateway.now += CONNECTING_SECONDS
    assert health.gateway_problem() is None
    gateway.now += 1
    assert (
        health.gateway_problem()
        == f"Discord's gateway has been disconnected for {CONNECTING_SECONDS + 1} seconds for shard 2."
    )
    health.beat()
    assert config.heartbeat_file.exists(), "a new start would take the other shard away too"

    config.heartbeat_file.unlink()
    gateway.connected = ()
    health.beat()
    assert not config.heartbeat_file.exists()
    held.remove(2)
    assert health.gateway_problem() is None


async def test_the_heart_beats_with_the_upkeep_while_the_store_answers(
    health: Health, config: Config, service: TableService, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = config.heartbeat_file
    async with Running(lambda: [Upkeep(service, health.beat)], service, clock) as upkeep:
        async with store_away(service, monkeypatch):
            upkeep.start()
            for _ in range(20):
                await asyncio.sleep(0)
            assert not file.exists()
        await upkeep.settle()
        assert file.exists()

        os.utime(file, (0, 0))
        await upkeep.settle(ALIVE_EVERY_MS)
        assert file.stat().st_mtime > 0
        await upkeep.stop()


def test_the_heart_does_not_beat_while_the_gateway_is_in_trouble(
    service: TableService, config: Config, gateway: Gateway
) -> None:
    health = Health(config, service.store, gateway, lambda: gateway.now)
    gateway.connected = ()
    gateway.now += CONNECTING_SECONDS
    health.beat()
    assert config.heartbeat_file.exists(), "connecting is no trouble yet"

    os.utime(config.heartbeat_file, (0, 0))
    gateway.now += 1
    health.beat()
    assert config.heartbeat_file.stat().st_mtime == 0


@pytest.mark.parametrize("name", ["in the way/heartbeat", "a\0b", pytest.param("x" * 5_000, id="5000 letters")])
def test_a_heartbeat_that_cannot_be_written_stops_nothing(
    service: TableService, config: Config, gateway: Gateway, tmp_path: Path, name: str
) -> None:
    (tmp_path / "in the way").write_text("")
    nowhere = replace(config, heartbeat_file=tmp_path / name)

    with structlog.testing.capture_logs() as logged:
        Health(nowhere, service.store, gateway, lambda: gateway.now).beat()

    assert [entry["event"] for entry in logged] == ["no heartbeat"]


def test_the_health_check_reads_the_heartbeat(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "var" / "beating"
    monkeypatch.setenv("HEARTBEAT_FILE", str(file))
    assert heartbeat.main() == 1
    assert "no heartbeat" in capsys.readouterr().out

    heartbeat.beat(file)
    assert heartbeat.main() == 0

    stale = time.time() - heartbeat.STALE_SECONDS - 2
    os.utime(file, (stale, stale))
    assert heartbeat.main() == 1
    assert "seconds ago" in capsys.readouterr().out

    # A program that has hung since before the clock was set back.
    ahead = time.time() + heartbeat.STALE_SECONDS + 60
    os.utime(file, (ahead, ahead))
    assert heartbeat.main() == 1
    assert "seconds in the future" in capsys.readouterr().out

    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("HEARTBEAT_FILE")
    heartbeat.beat(Config().heartbeat_file)

    assert heartbeat.main() == 0

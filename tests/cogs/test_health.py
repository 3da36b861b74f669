"""How the program says that it is well: figures, the two pages, and the heartbeat."""

import asyncio
import os
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import aiohttp
import pytest
from aiohttp import web

from cogs import _health, _heartbeat
from cogs._computer import ComputerPlayers
from cogs._health import CONNECTING_SECONDS, Health
from cogs._pictures import Studio
from cogs._settings import Settings, SettingsError
from cogs._tables import TableService
from cogs._timers import ALIVE_EVERY_MS, Timers
from data.store import StoreUnavailable
from tests.cogs.cog_tables import PEOPLE, open_lobby, start_table
from tests.cogs.dispatchers import Clock, Running
from tests.driver import free_port


class Gateway:
    """Whether it is connected, and the time that passes."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.connected, self.now = True, 1_000.0
        monkeypatch.setattr(_health.time, "monotonic", lambda: self.now)

    def __call__(self) -> bool:
        return self.connected


@pytest.fixture
def gateway(monkeypatch: pytest.MonkeyPatch) -> Gateway:
    return Gateway(monkeypatch)


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    heartbeat = tmp_path / "var" / "heartbeat"
    return Settings(_env_file=None, health_port=free_port(), heartbeat_file=heartbeat)  # type: ignore[call-arg]


@pytest.fixture
async def health(
    settings: Settings, service: TableService, gateway: Gateway, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> AsyncIterator[Health]:
    monkeypatch.setattr(_health, "now_ms", clock)
    health = Health(settings, service, gateway)
    await health.open()
    yield health
    await health.close()


async def page(settings: Settings, path: str) -> tuple[int, str]:
    """Status and text of a page."""
    address = f"http://127.0.0.1:{settings.health_port}{path}"
    async with aiohttp.ClientSession() as session, session.get(address) as response:
        return response.status, await response.text()


async def figures(settings: Settings) -> dict[str, float]:
    """All that `/metrics` tells, by name with labels."""
    status, text = await page(settings, "/metrics")
    assert status == 200
    lines = [line.rsplit(" ", 1) for line in text.splitlines() if not line.startswith("#")]
    return {name: float(value) for name, value in lines}


async def test_the_figures_follow_what_happens(
    health: Health, settings: Settings, service: TableService, clock: Clock
) -> None:
    before = await figures(settings)
    assert before["hexcade_open_tables"] == before["hexcade_commits_total"] == before["hexcade_outbox_waiting"] == 0

    await open_lobby(service)
    clock.now += 7_000
    after = await figures(settings)

    assert after["hexcade_open_tables"] == 1
    assert after["hexcade_commits_total"] == 1
    # The lobby's message, and the answer to the command.
    assert after["hexcade_outbox_waiting"] == 2
    assert after["hexcade_outbox_oldest_seconds"] == 7
    assert after["hexcade_gateway_connected"] == after["hexcade_store_up"] == 1


async def test_a_timer_that_is_due_for_long_is_late(
    health: Health, settings: Settings, service: TableService, clock: Clock
) -> None:
    await start_table(service, clock=300)

    clock.now += 300_000 + _health.LATE_MS - 1
    assert (await figures(settings))["hexcade_timers_late"] == 0
    clock.now += 1
    assert (await figures(settings))["hexcade_timers_late"] == 1


async def test_drawings_are_timed_in_their_worker_failed_ones_too(health: Health, settings: Settings) -> None:
    studio = Studio(health.drawing.observe)
    await studio.draw(lambda: None)
    with pytest.raises(ZeroDivisionError):
        await studio.draw(lambda: 1 // 0)
    studio.close()

    assert (await figures(settings))["hexcade_drawing_seconds_count"] == 2


async def asked(health: Health, path: str) -> None:
    """Sends a request as the client does, to a server that refuses what is called `late`."""

    async def answer(request: web.Request) -> web.Response:
        return web.Response(status=404 if "late" in request.path else 200)

    app = web.Application()
    app.router.add_post("/{path:.*}", answer)
    runner = web.AppRunner(app)
    await runner.setup()
    port = free_port()
    await web.TCPSite(runner, "127.0.0.1", port).start()
    async with aiohttp.ClientSession(trace_configs=[health.trace()]) as session:
        await session.post(f"http://127.0.0.1:{port}{path}")
    await runner.cleanup()


async def test_the_first_answer_to_an_interaction_is_timed_from_its_making(health: Health, settings: Settings) -> None:
    made = made_ago(2)
    await asked(health, f"/api/v10/interactions/{made}/token/callback")
    await asked(health, f"/api/v10/interactions/{made}/late/callback")
    await asked(health, f"/api/v10/webhooks/{made}/token")

    found = await figures(settings)
    assert found["hexcade_answer_seconds_count"] == 1
    assert found['hexcade_answer_seconds_bucket{le="1.0"}'] == 0
    assert found["hexcade_answers_refused_total"] == 1


def made_ago(seconds: int) -> int:
    """A number as Discord would have made it so long ago."""
    return (int(time.time() * 1000) - seconds * 1000 - 1_420_070_400_000) << 22


async def test_no_figure_names_anybody_or_anything(health: Health, settings: Settings, service: TableService) -> None:
    row = await open_lobby(service)

    _, text = await page(settings, "/metrics")

    labels = {
        part.split("=")[0]
        for line in text.splitlines()
        if "{" in line
        for part in line[line.index("{") + 1 :].split(",")
    }
    assert labels == {"le"}
    for secret in (row.id, str(row.channel_id), str(row.guild_id), row.commitment, *(str(one.id) for one in PEOPLE)):
        assert secret not in text


@pytest.mark.parametrize("path", ["/healthz", "/metrics"])
async def test_the_pages_are_there_only_when_asked_for(
    service: TableService, gateway: Gateway, path: str, settings: Settings
) -> None:
    closed = Health(settings.model_copy(update={"health_port": None}), service, gateway)
    await closed.open()
    with pytest.raises(aiohttp.ClientConnectionError):
        await page(settings, path)
    await closed.close()


async def test_a_port_that_is_taken_is_said_in_one_line(
    health: Health, settings: Settings, service: TableService, gateway: Gateway
) -> None:
    second = Health(settings, service, gateway)
    with pytest.raises(SettingsError, match=f"HEALTH_PORT {settings.health_port} .* can't be listened on"):
        await second.open()
    await second.close()


@asynccontextmanager
async def store_away(service: TableService, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[None]:
    """A store that can't be asked."""

    @asynccontextmanager
    async def away(*_: Any) -> AsyncIterator[None]:
        raise StoreUnavailable("The database is away.")
        yield

    with monkeypatch.context() as patched:
        patched.setattr(service.store, "read", away)
        patched.setattr(service.store, "write", away)
        yield


async def test_healthz_is_well_until_the_store_is_away(
    health: Health, settings: Settings, service: TableService, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert await page(settings, "/healthz") == (200, "ok\n")

    async with store_away(service, monkeypatch):
        assert await page(settings, "/healthz") == (503, "The database does not answer.\n")
        assert (await figures(settings))["hexcade_store_up"] == 0

    assert await page(settings, "/healthz") == (200, "ok\n")


async def test_healthz_gives_the_gateway_time_to_connect_again(
    health: Health, settings: Settings, gateway: Gateway
) -> None:
    gateway.connected = False
    gateway.now += CONNECTING_SECONDS
    assert await page(settings, "/healthz") == (200, "ok\n")
    assert (await figures(settings))["hexcade_gateway_connected"] == 0

    gateway.now += 1
    status, text = await page(settings, "/healthz")
    assert (status, text) == (503, f"Discord's gateway is away for {CONNECTING_SECONDS + 1} seconds.\n")

    gateway.connected = True
    assert await page(settings, "/healthz") == (200, "ok\n")


async def test_the_heart_beats_with_the_timers_while_the_store_answers(
    health: Health, settings: Settings, service: TableService, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:

    computers = ComputerPlayers(service)
    file = settings.heartbeat_file
    async with Running(lambda: Timers(service, computers, health.beat), service, clock) as timers:
        async with store_away(service, monkeypatch):
            timers.start()
            for _ in range(20):
                await asyncio.sleep(0)
            assert not file.exists()
        await timers.settle()
        assert file.exists()

        os.utime(file, (0, 0))
        await timers.settle(ALIVE_EVERY_MS)
        assert file.stat().st_mtime > 0
        await timers.stop()
    computers.close()


def test_the_heart_does_not_beat_while_the_gateway_is_in_trouble(
    service: TableService, settings: Settings, gateway: Gateway
) -> None:
    health = Health(settings, service, gateway)
    gateway.connected = False
    gateway.now += CONNECTING_SECONDS
    health.beat()
    assert settings.heartbeat_file.exists(), "connecting is no trouble yet"

    os.utime(settings.heartbeat_file, (0, 0))
    gateway.now += 1
    health.beat()
    assert settings.heartbeat_file.stat().st_mtime == 0


def test_a_heartbeat_that_cannot_be_written_stops_nothing(
    service: TableService, settings: Settings, gateway: Gateway
) -> None:
    settings.heartbeat_file.parent.write_text("in the way")

    Health(settings, service, gateway).beat()

    assert _heartbeat.problem(settings.heartbeat_file, 0) is not None


def test_the_health_check_reads_the_heartbeat(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "var" / "beating"
    monkeypatch.setenv("HEARTBEAT_FILE", str(file))
    assert _heartbeat.main() == 1
    assert "no heartbeat" in capsys.readouterr().out

    _heartbeat.beat(file)
    assert _heartbeat.main() == 0

    stale = time.time() - _heartbeat.STALE_SECONDS - 2
    os.utime(file, (stale, stale))
    assert _heartbeat.main() == 1
    assert "seconds ago" in capsys.readouterr().out


def test_the_health_check_looks_where_the_settings_say_by_default(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("HEARTBEAT_FILE", raising=False)
    _heartbeat.beat(Settings(_env_file=None).heartbeat_file)  # type: ignore[call-arg]

    assert _heartbeat.main() == 0

"""The store's time: on PostgreSQL the database's clock, whatever this machine's says; on SQLite this machine's."""

import pytest
import structlog
from sqlalchemy import Connection

from data.store import Store, now_ms
from data.store import clock as store_clock
from data.store.clock import _DATABASE_MS, TOLERATED_MS
from tests.clock import Clock
from tests.store.store_database import in_database


@pytest.fixture
def machine(monkeypatch: pytest.MonkeyPatch) -> Clock:
    """Return this machine's clock; each transaction samples the database's clock."""
    machine = Clock(0)
    monkeypatch.setattr(store_clock, "now_ms", machine)
    monkeypatch.setattr(store_clock, "SAMPLE_SECONDS", 0.0)
    return machine


async def database_ms(url: str) -> int:
    def ask(connection: Connection) -> int:
        return connection.scalar(_DATABASE_MS)  # type: ignore[return-value]

    return await in_database(url, ask)


async def test_on_sqlite_it_is_this_machines(sqlite_url: str) -> None:
    store = await Store.open(sqlite_url)

    before = now_ms()
    assert before <= store.now() <= now_ms()
    assert store.seconds_off == 0
    await store.close()


@pytest.mark.slow
async def test_on_postgresql_it_is_the_databases_from_the_opening_on(postgresql_url: str, machine: Clock) -> None:
    before = await database_ms(postgresql_url)
    store = await Store.open(postgresql_url)

    assert before <= store.now() <= await database_ms(postgresql_url)
    machine.now += 500
    assert store.now() >= before + 500
    await store.close()


@pytest.mark.slow
async def test_a_machine_whose_clock_is_set_goes_by_the_database_again(postgresql_url: str, machine: Clock) -> None:
    store = await Store.open(postgresql_url)
    machine.now += 10**9
    before = await database_ms(postgresql_url)

    async with store.write() as writer:
        assert before <= writer.now == store.now() <= await database_ms(postgresql_url)

    machine.now -= 10**9
    async with store.read():
        assert before <= store.now() <= await database_ms(postgresql_url)
    await store.close()


@pytest.mark.slow
async def test_a_sample_is_used_for_a_while(
    postgresql_url: str, machine: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(store_clock, "SAMPLE_SECONDS", float("inf"))
    store = await Store.open(postgresql_url)
    first = store.now()
    machine.now += 10**9

    async with store.read():
        assert store.now() == first + 10**9
    await store.close()


@pytest.mark.slow
async def test_a_clock_that_is_wrong_is_logged_once(postgresql_url: str, machine: Clock) -> None:
    store = await Store.open(postgresql_url)
    with structlog.testing.capture_logs() as logged:
        for off in (TOLERATED_MS - 1_000, -TOLERATED_MS - 60_000, -TOLERATED_MS - 60_000):
            machine.now = await database_ms(postgresql_url) + off
            async with store.read():
                pass

    assert [entry["event"] for entry in logged] == ["clock out of sync"]
    assert store.seconds_off > TOLERATED_MS / 1000
    await store.close()

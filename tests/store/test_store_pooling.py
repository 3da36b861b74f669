"""Poolers: one that changes the session at each transaction is refused; one that keeps the session is accepted."""

from contextlib import AsyncExitStack
from pathlib import Path

import asyncpg
import pytest

from data.store import Store, StoreUnavailable
from data.store.moving import move
from ops.config import Config
from ops.doctor import examine
from tests.pgbouncer import pgbouncer

pytestmark = pytest.mark.slow

REFUSAL = r"cannot be used: PgBouncer or another pooler in transaction mode is in front of it.*pool_mode = session"


@pytest.mark.parametrize("exclusive", [True, False])
async def test_transaction_mode_is_refused_in_one_line(postgresql_url: str, exclusive: bool) -> None:
    async with pgbouncer(postgresql_url, "transaction") as address:
        with pytest.raises(StoreUnavailable, match=REFUSAL) as caught:
            await Store.open(address, exclusive=exclusive)

    assert "\n" not in str(caught.value)
    assert str(caught.value).endswith("itself.")


async def test_transaction_mode_is_refused_where_the_pooler_has_sessions_left_over(postgresql_url: str) -> None:
    async with pgbouncer(postgresql_url, "transaction") as address, AsyncExitStack() as stack:
        others = [await asyncpg.connect(address, statement_cache_size=0) for _ in range(3)]
        async with AsyncExitStack() as transactions:
            for other in others:
                stack.push_async_callback(other.close)
                await transactions.enter_async_context(other.transaction())
                await other.execute("SELECT 1")

        for _ in range(5):
            with pytest.raises(StoreUnavailable, match=REFUSAL):
                await Store.open(address)


async def test_session_mode_is_taken(postgresql_url: str) -> None:
    async with pgbouncer(postgresql_url, "session") as address:
        store = await Store.open(address, exclusive=True)
        async with store.read() as reader:
            assert await reader.tables.count_open() == 0
        with pytest.raises(StoreUnavailable, match="another Hexcade is using it"):
            await Store.open(address, exclusive=True)
        await store.close()


async def test_the_doctor_names_it(postgresql_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    async with pgbouncer(postgresql_url, "transaction") as address:
        config = Config(database_url=address)
        found = {finding.what: finding for finding in await examine(config, lambda: "Inter", ())}

    assert not found["database"].ok
    assert "pool_mode = session" in found["database"].text


async def test_no_database_is_moved_through_it(postgresql_url: str, sqlite_url: str) -> None:
    await (await Store.open(sqlite_url)).close()
    async with pgbouncer(postgresql_url, "transaction") as address:
        with pytest.raises(StoreUnavailable, match=REFUSAL):
            await move(sqlite_url, address)

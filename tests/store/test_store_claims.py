"""Claims of several processes on one PostgreSQL: one holder each, freed at its end, and lost only to another holder."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from typing import Any

import asyncpg
import pytest

from data.store import ClaimLost, Store, StoreUnavailable
from data.store.claims import HOLDS, SessionClaims, _Held, process_claim
from data.store.database_lock import CHECK_SECONDS
from tests.patience import patience
from tests.store.store_database import tell_end
from tests.store.store_processes import IN_USE, line_of, started

SECONDS = 60


async def end_session(url: str, store: Store) -> None:
    """End the session in which a store holds its claims, like a broken connection."""
    connection = await asyncpg.connect(url)
    statement = f"SELECT pg_terminate_backend(pid, 5000) FROM pg_locks WHERE {HOLDS.format(name='$1')}"
    assert await connection.fetchval(statement, process_claim(str(store.claims.process)))
    await connection.close()


async def is_free(store: Store, name: str) -> bool:
    """Return whether no process holds a claim."""
    async with store.claims.hold(name) as is_held:
        return is_held


async def test_alone_every_claim_is_its_own(sqlite_url: str) -> None:
    store = await Store.open(sqlite_url, shared=True)
    async with store.claims.hold("a") as first, store.claims.hold("a") as again:
        assert (first, again) == (True, True)
    await store.close()


async def test_on_sqlite_a_second_process_is_refused(sqlite_url: str) -> None:
    first = await Store.open(sqlite_url, shared=True)

    with pytest.raises(StoreUnavailable, match=IN_USE):
        await Store.open(sqlite_url, shared=True)
    await first.close()


@pytest.fixture
async def stores(postgresql_url: str) -> AsyncIterator[tuple[Store, Store]]:
    """Yield the stores of two processes on one database."""
    opened = (await Store.open(postgresql_url, shared=True), await Store.open(postgresql_url, shared=True))
    yield opened
    for store in opened:
        await store.close()


@pytest.mark.slow
async def test_a_claim_has_one_holder_until_its_block_ends(stores: tuple[Store, Store]) -> None:
    one, other = (store.claims for store in stores)
    results: list[str] = []
    one.on_result = other.on_result = results.append

    async with one.hold("a") as is_held, one.hold("b") as another, other.hold("a") as is_double:
        assert (is_held, another, is_double) == (True, True, False)
        async with one.hold("a") as again:
            assert not again, "not twice by one process either"
    async with other.hold("a") as is_free:
        assert is_free

    assert results == ["taken", "taken", "elsewhere", "elsewhere", "taken"]


@pytest.mark.slow
async def test_of_many_that_ask_at_once_one_gets_it(stores: tuple[Store, Store]) -> None:
    inside: list[int] = []

    async def work(number: int) -> bool:
        async with stores[number % 2].claims.hold("a") as is_held:
            if is_held:
                inside.append(number)
                await asyncio.sleep(0)
                assert inside.pop() == number
                assert inside == []
            return is_held

    results = await asyncio.gather(*(work(number) for number in range(40)))

    assert any(results)


@pytest.mark.slow
async def test_work_that_is_cancelled_lets_go_of_its_claim(stores: tuple[Store, Store]) -> None:
    one, other = (store.claims for store in stores)
    held = asyncio.Event()

    async def work() -> None:
        async with one.hold("a"):
            held.set()
            await asyncio.Event().wait()

    task = asyncio.create_task(work())
    await held.wait()
    task.cancel()
    await asyncio.wait([task])

    async with other.hold("a") as is_free:
        assert is_free


@pytest.mark.slow
async def test_a_caller_that_is_cancelled_does_not_end_the_session(stores: tuple[Store, Store]) -> None:
    claims = stores[0].claims
    assert isinstance(claims, SessionClaims)
    session = claims._driver
    claims._checked = -CHECK_SECONDS

    writing = asyncio.create_task(claims.verify())
    for _ in range(3):
        await asyncio.sleep(0)
    writing.cancel()
    await asyncio.wait([writing])
    await claims.verify()

    assert claims._driver is session
    assert not session.is_closed()


@pytest.mark.slow
async def test_claims_are_taken_again_after_their_connection_broke(
    postgresql_url: str, stores: tuple[Store, Store]
) -> None:
    one, other = stores
    async with one.claims.hold("a"):
        await end_session(postgresql_url, one)
        # Any request for a claim waits until the session is replaced.
        async with one.claims.hold("b") as is_back:
            assert is_back

        async with other.claims.hold("a") as is_double:
            assert not is_double
    async with other.claims.hold("a") as is_free:
        assert is_free


@pytest.mark.slow
async def test_a_session_that_is_just_being_ended_counts_as_away(stores: tuple[Store, Store]) -> None:
    claims: Any = stores[0].claims
    async with claims.hold("a"):
        tell_end(claims._driver)
    # The server frees the lock as soon as it notices that the connection is closed.
    async with patience(SECONDS):
        while not await is_free(stores[1], "a"):
            pass

    async with claims.hold("b"):
        pass
    tell_end(claims._driver)
    with pytest.raises(StoreUnavailable):
        await claims.hold("a").__aenter__()
    async with claims.hold("a") as is_back:
        assert is_back


@pytest.mark.slow
async def test_work_is_stopped_whose_claim_somebody_else_has_got(
    postgresql_url: str, stores: tuple[Store, Store], monkeypatch: pytest.MonkeyPatch
) -> None:
    one, other = stores
    may_return = asyncio.Event()
    claims: Any = type(one.claims)
    connect = claims._connect

    async def connect_late(self: Any) -> None:
        await may_return.wait()
        await connect(self)

    monkeypatch.setattr(claims, "_connect", connect_late)
    is_held = asyncio.Event()

    async def work() -> None:
        async with one.claims.hold("a"):
            is_held.set()
            await asyncio.Event().wait()

    task = asyncio.create_task(work())
    await is_held.wait()
    await end_session(postgresql_url, one)
    async with other.claims.hold("a") as taken_over:
        assert taken_over
        may_return.set()
        async with patience(SECONDS):
            with pytest.raises(ClaimLost, match="another process"):
                await task


@pytest.mark.slow
@pytest.mark.parametrize("slow", ["take", "free"])
async def test_a_claim_that_is_lost_while_it_is_taken_or_freed_says_so(
    stores: tuple[Store, Store], monkeypatch: pytest.MonkeyPatch, slow: str
) -> None:
    claims = stores[0].claims
    assert isinstance(claims, SessionClaims)
    work = getattr(claims, slow)

    async def lose_meanwhile(held: _Held) -> bool:
        found = await work(held)
        claims._held[held.name] = held
        claims._lose(held)
        await asyncio.sleep(0)
        return found

    monkeypatch.setattr(claims, slow, lose_meanwhile)
    with pytest.raises(ClaimLost, match="another process"):
        async with claims.hold("a"):
            pass


@pytest.mark.slow
async def test_claims_of_a_killed_process_are_free(postgresql_url: str) -> None:
    async with started("claim", postgresql_url) as process:
        assert await line_of(process) == "held"
        store = await Store.open(postgresql_url, shared=True)
        async with store.claims.hold("a") as is_held:
            assert not is_held

        process.kill()
        await process.wait()
        is_free = False
        async with patience(SECONDS):
            while not is_free:
                async with store.claims.hold("a") as is_free:
                    pass
        await store.close()


@pytest.mark.slow
async def test_who_must_be_alone_is_refused_beside_others_and_they_beside_it(postgresql_url: str) -> None:
    async with AsyncExitStack() as stack:
        for _ in range(2):
            stack.push_async_callback((await Store.open(postgresql_url, shared=True)).close)
        with pytest.raises(StoreUnavailable, match=IN_USE):
            await Store.open(postgresql_url, exclusive=True)

    alone = await Store.open(postgresql_url, exclusive=True)
    with pytest.raises(StoreUnavailable, match=IN_USE):
        await Store.open(postgresql_url, shared=True)
    await alone.close()


@pytest.mark.slow
async def test_rows_of_another_process_are_left_to_it_for_a_while(stores: tuple[Store, Store]) -> None:
    one, other = stores
    for store in stores:
        store.claims.living = 2
    async with one.write() as writer:
        row = await writer.outbox.queue("season_note", None, 0, "{}")
        await writer.timers.set(None, "computer", 1, writer.now)
        now = writer.now

    async def due(store: Store, at: int) -> tuple[int, int]:
        async with store.read() as reader:
            return len(await reader.outbox.pending(at)), len(await reader.timers.due(at, only="computer"))

    assert await due(one, now) == (1, 1)
    assert await due(other, now + 1_499) == (0, 0)
    assert await due(other, now + 1_500) == (1, 1)
    other.claims.living = 1
    assert await due(other, now) == (1, 1), "nobody else is there to work on them"
    async with one.write() as writer:
        await writer.outbox.mark_done([row])

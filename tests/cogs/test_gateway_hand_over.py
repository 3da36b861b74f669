"""A stopping process hands over its shards: one per bucket at a time, each once it can be connected at once."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from types import SimpleNamespace
from typing import Any

import pytest

from cogs.gateway import hand_over as hand_over_module
from cogs.gateway.shards import GatewayShards
from data.store import StoreUnavailable
from tests.cogs.fake_gateway import FakeGateway, SharedClaims
from tests.cogs.gateway_processes import Others, process, until

SHARDS = 4
ALL = frozenset(range(SHARDS))


class Successors(Others):
    """A membership whose other processes stay and hold the shards `taken`, or those of a `successor`."""

    def __init__(self) -> None:
        super().__init__()
        self.is_succeeded = self.is_known_to_leave = True
        self.taken: set[int] = set()
        self.successor: GatewayShards | None = None
        self.looks = 0
        self.has_told = False
        self.failure: Exception | None = None

    async def tell_leaving(self) -> None:
        """Record that the process announced its leaving; raise `failure` if it is set."""
        self.has_told = True
        if self.failure is not None:
            raise self.failure

    async def wait_for_next_read(self) -> None:
        """Count one check of the other processes."""
        self.looks += 1
        await asyncio.sleep(0)

    @property
    def held_elsewhere(self) -> frozenset[int]:
        """The shards that the other processes hold."""
        return frozenset(self.taken) if self.successor is None else self.successor.held


@asynccontextmanager
async def stopping(everything: dict[str, SharedClaims] | None = None, **how: Any) -> AsyncIterator[SimpleNamespace]:
    """Yield a process that holds all shards, with its claims and a membership of others."""
    claims, others = SharedClaims("stopping", {} if everything is None else everything), Successors()
    claims.living = 1
    async with process(claims, recommended=SHARDS, others=others, **how) as one:
        await until(lambda: one.shards.connected == ALL and "identify 0" not in claims.own)
        claims.living = 2
        yield SimpleNamespace(shards=one.shards, claims=claims, others=others)


async def test_shards_are_handed_over_one_after_the_other(gateway: FakeGateway) -> None:
    everything: dict[str, SharedClaims] = {}
    async with stopping(everything) as one:
        others = Others()
        async with process(SharedClaims("staying", everything), recommended=SHARDS, others=others) as staying:
            del gateway.history[:]
            others.leaving = 1
            one.others.successor = staying.shards
            await one.shards.hand_over()
            await until(lambda: staying.shards.connected == ALL)

            assert gateway.history == [(what, shard) for shard in range(SHARDS) for what in ("closed", "begun")]


async def test_the_next_shard_is_kept_until_the_last_one_was_taken(gateway: FakeGateway) -> None:
    async with stopping() as one:
        handing = asyncio.create_task(one.shards.hand_over())
        for shard in range(SHARDS):
            one.others.looks = 0
            await until(lambda: one.others.looks > 2)
            assert one.shards.held == frozenset(range(shard + 1, SHARDS))
            one.others.taken.add(shard)
        await handing


async def test_of_two_buckets_two_shards_are_handed_over_at_a_time(gateway: FakeGateway) -> None:
    async with stopping(concurrency=2) as one:
        handing = asyncio.create_task(one.shards.hand_over())
        await until(lambda: len(gateway.closed) == 2)
        one.others.looks = 0
        await until(lambda: one.others.looks > 4)
        assert one.shards.held == {2, 3}
        one.others.taken |= ALL
        await handing


@pytest.mark.parametrize("claim", ["identify 0", "hand over 0"])
async def test_a_shard_is_kept_while_its_bucket_is_in_use_or_another_process_hands_one_over(
    gateway: FakeGateway, claim: str
) -> None:
    everything: dict[str, SharedClaims] = {}
    async with stopping(everything) as one:
        one.others.taken |= ALL
        async with SharedClaims("other", everything).hold(claim):
            del one.claims.asked[:]
            handing = asyncio.create_task(one.shards.hand_over())
            await until(lambda: one.claims.asked.count(claim) > 2)
            assert one.shards.held == ALL
        await handing
        assert not one.shards.held


async def test_all_shards_are_kept_until_the_others_know(gateway: FakeGateway) -> None:
    async with stopping() as one:
        one.others.is_known_to_leave = False
        one.others.taken |= ALL
        handing = asyncio.create_task(one.shards.hand_over())
        await until(lambda: one.others.looks > 2)
        assert one.others.has_told
        assert one.shards.held == ALL
        one.others.is_known_to_leave = True
        await handing
        assert not one.shards.held


async def test_when_nobody_stays_the_shards_are_not_handed_over(gateway: FakeGateway) -> None:
    async with stopping() as one:
        handing = asyncio.create_task(one.shards.hand_over())
        await until(lambda: one.others.looks)
        one.others.is_succeeded = False
        await handing
        assert one.shards.held == {1, 2, 3}


async def test_one_that_is_alone_tells_nobody_that_it_leaves(gateway: FakeGateway) -> None:
    async with stopping() as one:
        one.others.is_succeeded = False
        await one.shards.hand_over()
        assert not one.others.has_told
        assert one.shards.held == ALL


async def test_what_takes_too_long_is_not_handed_over(
    gateway: FakeGateway, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(hand_over_module, "HAND_OVER_SECONDS", 0)
    async with stopping() as one:
        await one.shards.hand_over()
        assert one.shards.held == ALL
    assert "shard hand-over failed" in capsys.readouterr().out


async def test_without_the_database_nothing_is_handed_over(gateway: FakeGateway) -> None:
    async with stopping() as one:
        one.others.failure = StoreUnavailable("away")
        await one.shards.hand_over()
        assert one.shards.held == ALL


async def test_a_process_that_stops_takes_no_shard_any_more(gateway: FakeGateway) -> None:
    everything: dict[str, SharedClaims] = {}
    claims = SharedClaims("one", everything)
    claims.living = 1
    async with process(claims, recommended=2) as one:
        async with SharedClaims("other", everything).hold("shard 1"):
            await until(lambda: one.shards.connected)
            choosing = one.shards._choosing
            await choosing.acquire()
            await until(lambda: choosing._waiters)
        await one.shards.hand_over()
        choosing.release()
        await until(one.shards._tasks[1].done)

        assert one.shards.held == {0}

"""The times at which a process may IDENTIFY: shared buckets and the daily limit."""

import asyncio
from typing import Any

import pytest

from cogs.gateway import identifies as identifies_module
from cogs.gateway.identifies import RESERVE, Identifies
from data.store.claims import Claims, SoleProcess
from tests.cogs.fake_gateway import FactStore, FakeGateway, SharedClaims
from tests.cogs.gateway_processes import SECONDS, Bot, Others, process, until


def identifies_of(bot: Bot, claims: Claims) -> Identifies:
    """Return the part of a process that asks to IDENTIFY, with a store of facts only."""
    store: Any = FactStore(claims)
    return Identifies(bot.http, store)


async def test_an_identify_waits_until_discord_allows_more(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    bot = Bot(SoleProcess(), 1)
    bot.limit["remaining"] = RESERVE
    identifies = identifies_of(bot, SoleProcess())
    await identifies.ask()
    permit = await identifies.begin(0)
    assert permit is not None
    permit.end(is_used=True)
    bot.limit["remaining"] = RESERVE - 1
    for _ in range(5):
        await asyncio.sleep(0)
    assert not await identifies.is_left()

    monkeypatch.setattr(identifies_module, "ASK_EVERY_SECONDS", 0)
    assert not await identifies.is_left()
    bot.limit |= {"remaining": 1000, "max_concurrency": 2}
    assert (await identifies.wait(1)).is_unused
    assert capsys.readouterr().out.count("session limit reached") == 1
    await identifies.close()


async def test_no_shard_is_claimed_while_discord_is_asked_how_many_sessions_are_left(
    gateway: FakeGateway, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(identifies_module, "ASK_EVERY_SECONDS", 0)
    everything: dict[str, SharedClaims] = {}
    claimed: list[set[str]] = []
    answer = Bot._request

    async def asked(bot: Bot, route: Any, **more: Any) -> Any:
        claimed.append(set(everything))
        return await answer(bot, route, **more)

    monkeypatch.setattr(Bot, "_request", asked)
    async with process(SharedClaims("one", everything)) as one:
        await until(lambda: one.shards.connected)

    assert claimed == [set(), set()]


async def test_a_standby_does_not_ask_how_many_sessions_are_left_and_says_once_that_it_stands_by(
    gateway: FakeGateway, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(identifies_module, "ASK_EVERY_SECONDS", 0)
    everything: dict[str, SharedClaims] = {}
    one, standby = SharedClaims("one", everything), SharedClaims("standby", everything)
    asked: list[str] = []
    answer = Bot._request

    async def noted(bot: Bot, route: Any, **more: Any) -> Any:
        asked.append(bot.store.claims.process)
        return await answer(bot, route, **more)

    monkeypatch.setattr(Bot, "_request", noted)
    async with process(one, recommended=2) as first:
        one.living = 1
        await until(lambda: len(first.shards.connected) == 2)
        others = Others()
        others.held_elsewhere = frozenset({0, 1})
        async with process(standby, recommended=2, others=others):
            await until(lambda: standby.asked.count("shard 1") > 2)

    assert asked.count("standby") == 1, "at its start"
    assert capsys.readouterr().out.count("process on standby") == 1


async def test_a_bucket_is_kept_by_one_shard_of_all_processes_after_its_identify(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(identifies_module, "BUCKET_SECONDS", SECONDS)
    everything: dict[str, SharedClaims] = {}
    bot = Bot(SoleProcess(), 1)
    bot.limit["max_concurrency"] = 2
    first, second = (identifies_of(bot, SharedClaims(name, everything)) for name in ("first", "second"))
    await first.ask()
    await second.ask()

    permit = await first.begin(0)
    assert permit is not None
    assert await first.begin(2) is await second.begin(4) is None
    assert await second.begin(1) is not None
    permit.end(is_used=False)
    await until(lambda: "identify 0" not in everything)
    again = await second.begin(2)
    assert again is not None
    again.end(is_used=True)
    assert await first.begin(0) is None
    for identifies in (first, second):
        await identifies.close()
    assert everything == {}


async def test_of_one_process_alone_a_bucket_is_kept_too() -> None:
    bot = Bot(SoleProcess(), 2)
    identifies = identifies_of(bot, SoleProcess())
    await identifies.ask()

    assert await identifies.begin(0) is not None
    assert await identifies.begin(1) is None
    await identifies.close()


async def test_what_a_killed_process_has_sent_counts_for_the_next_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(identifies_module, "BUCKET_SECONDS", 1)
    store = FactStore(SoleProcess())
    killed, other = (Identifies(Bot(SoleProcess(), 2).http, store) for _ in range(2))  # type: ignore[arg-type]
    for identifies in (killed, other):
        identifies.shards = 2
        await identifies.ask()

    assert await killed.begin(0) is not None
    assert await other.begin(1) is None
    store.now += 3_999
    assert await other.begin(1) is None
    store.now += 1
    permit = await other.begin(1)
    assert permit is not None
    permit.end(is_used=False)
    await until(lambda: not other._buckets)
    again = await other.begin(1)
    assert again is not None, "it sent none"
    again.end(is_used=True)
    await until(lambda: not other._buckets)
    store.now -= 3_600_000
    assert await other.begin(1) is not None, "the clock was set back"
    for identifies in (killed, other):
        await identifies.close()

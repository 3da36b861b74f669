"""The outbox: what is durable is delivered once, whatever Discord, the store or a kill do in between."""

import asyncio
from typing import Any

import pytest

from cogs.outbox.delivery import NONCE_MS, NONCES
from cogs.outbox.outbox import RETRY_MS
from cogs.ui.kit.interface import interface
from data.store import Store, StoreUnavailable
from tables import lobby
from tables.committing.outbox_rows import LOBBY
from tables.service import TableService
from tests.cog_tables import (
    BEN,
    CHANNEL,
    TABLE,
    act,
    deferred,
    mover,
    open_lobby,
    start_open_table,
    start_table,
)
from tests.fake_discord import FakeDiscord, SentRequest, refusal
from tests.patience import patience
from tests.posted_messages import MESSAGES, THREADS, WEBHOOK, cards, pending, step_of, thread
from tests.running_dispatchers import SECONDS, Clock, Running, short_store_retry_interval

LONGEST = RETRY_MS[-1]
IN_THREAD = rf"(?!/channels/{CHANNEL}/){MESSAGES}"


async def test_a_repeat_carries_the_same_nonce_and_makes_no_second_message(
    service: TableService, discord: FakeDiscord, outbox: Running
) -> None:
    """The answer to a card got lost: Discord made it, and nobody knows."""
    discord.lose_response("POST", IN_THREAD)
    await start_table(service)
    await outbox.settle()

    await outbox.settle(RETRY_MS[0])

    first, second = discord.sent("POST", rf"/channels/{thread(discord)}/messages")
    assert first.body["nonce"] == second.body["nonce"]
    assert len(str(first.body["nonce"])) <= 25
    assert len(discord.messages(thread(discord))) == 1


@pytest.mark.parametrize("place", ["lobby", "thread", "channel"])
async def test_when_the_nonce_may_be_forgotten_the_message_is_searched_first(
    service: TableService, discord: FakeDiscord, outbox: Running, place: str
) -> None:
    await open_lobby(service)
    if place == "lobby":
        discord.lose_response("POST", MESSAGES)
    await outbox.settle()
    await outbox.kill()
    if place != "lobby":
        if place == "channel":
            discord.fail_next("POST", THREADS, refusal(403, 50013))
        discord.lose_response("POST", MESSAGES)
        await service.change(TABLE, lobby.join(BEN, "salt"))
        await start_open_table(service)
        await outbox.settle()
        await outbox.kill()
    discord.forget_nonces()

    await outbox.settle(NONCE_MS + 1)

    assert len(discord.messages(CHANNEL)) == (2 if place == "channel" else 1)
    for found in discord.threads:
        assert len(discord.messages(found)) == 1


async def test_a_lobby_is_never_taken_for_a_card(service: TableService, discord: FakeDiscord, outbox: Running) -> None:
    """The lobby's message still shows its buttons, and no card was made: none is found, so one is posted."""
    await open_lobby(service)
    await outbox.settle()
    discord.fail_next("POST", THREADS, refusal(403, 50013))
    discord.fail_next("POST", MESSAGES, refusal(500))
    await service.change(TABLE, lobby.join(BEN, "salt"))
    await start_open_table(service)
    await outbox.settle()
    discord.forget_nonces()

    await outbox.settle(NONCE_MS + 1)

    assert len(discord.messages(CHANNEL)) == 2
    assert len(cards(discord, CHANNEL)) == 1


async def test_the_nonces_time_counts_from_the_first_attempt(
    service: TableService, discord: FakeDiscord, outbox: Running, clock: Clock
) -> None:
    """Made at first, then Discord is away for so long that it forgets, though it was asked in between."""
    discord.lose_response("POST", IN_THREAD)
    discord.fail_next("POST", IN_THREAD, refusal(500), times=3)
    await start_table(service)
    await outbox.settle()
    for pause in RETRY_MS[:3]:
        await outbox.settle(pause)
    discord.forget_nonces()

    await outbox.settle(LONGEST)

    assert len(discord.messages(thread(discord))) == 1


async def test_an_older_message_that_is_found_is_followed_by_the_present_one(
    service: TableService, discord: FakeDiscord, outbox: Running
) -> None:
    """The card of an earlier step was made and not noted; meanwhile the board has moved on."""
    await start_table(service)
    await outbox.settle()
    discord.lose_response("POST", MESSAGES)
    older = await act(service)
    await outbox.settle()
    await outbox.kill()
    newer = await act(service)
    discord.forget_nonces()

    await outbox.settle(NONCE_MS + 1)

    posted = [step_of(request.body) for request in discord.sent("POST", rf"/channels/{thread(discord)}/messages")]
    assert posted[-2:] == [older, newer]
    assert [step_of(card) for card in cards(discord, thread(discord))] == [newer]
    told = [line for line in str(discord.messages(thread(discord))[-1]).split("\\n") if " placed " in line]
    assert len(told) == 2


async def test_an_older_lobby_that_is_found_is_brought_up_to_date(
    service: TableService, discord: FakeDiscord, outbox: Running, store: Store, clock: Clock
) -> None:
    """The lobby was posted and not noted; meanwhile somebody has joined."""
    discord.lose_response("POST", MESSAGES)
    await open_lobby(service)
    await outbox.settle()
    await service.change(TABLE, lobby.join(BEN, "salt"))

    await outbox.settle(RETRY_MS[0])

    (message,) = discord.messages(CHANNEL)
    assert step_of(message) == 2
    assert await pending(store, clock) == []


async def test_a_kill_at_any_request_repeats_nothing_and_leaves_nothing_out(
    service: TableService, discord: FakeDiscord, outbox: Running, store: Store, clock: Clock
) -> None:
    """The outbox is killed right before, and right after, each request of its own in turn."""
    await start_table(service)
    for number in range(12):
        reached = asyncio.Event()
        count = 0

        async def before(request: SentRequest, number: int = number, reached: asyncio.Event = reached) -> None:
            nonlocal count
            count += 1
            if count == 1 + number % 3:
                if number % 2:
                    discord._answer(request)
                reached.set()
                await asyncio.Event().wait()

        discord.before = before
        outbox.start()
        finished = asyncio.create_task(outbox.settle())
        hit = asyncio.create_task(reached.wait())
        await asyncio.wait({finished, hit}, return_when=asyncio.FIRST_COMPLETED)
        for task in (finished, hit):
            task.cancel()
        await asyncio.gather(finished, hit, return_exceptions=True)
        await outbox.kill()
        discord.before = None
        if number % 3 == 2:
            await act(service)
    await outbox.settle()

    step = (await service.load(TABLE)).row.step
    assert len(discord.messages(CHANNEL)) == 1
    assert [step_of(card) for card in cards(discord, thread(discord))] == [step]
    made = [step_of(body) for channel, body in discord.made if channel == thread(discord)]
    assert made == sorted(set(made))
    assert len(made) > 2
    assert await pending(store, clock) == []


# A nonce is spent: its message was made, the answer was lost, and somebody deleted the message


@pytest.mark.parametrize("spent", [1, 2, NONCES - 1])
async def test_a_card_whose_nonces_are_spent_is_posted_in_its_thread_under_the_next_one(
    service: TableService, discord: FakeDiscord, outbox: Running, store: Store, clock: Clock, spent: int
) -> None:
    discord.spend_nonce(IN_THREAD, times=spent)
    table = await start_table(service)
    await outbox.settle()

    for pause in RETRY_MS[:spent]:
        await outbox.settle(pause)

    assert [step_of(card) for card in cards(discord, thread(discord))] == [table.row.step]
    assert len(discord.messages(CHANNEL)) == 1
    assert await pending(store, clock) == []
    nonces = [str(request.body["nonce"]) for request in discord.sent("POST", IN_THREAD)]
    assert len({*nonces}) == spent + 1
    assert nonces[-1 - spent :] == list(dict.fromkeys(nonces)), "each pass takes them in the same order"
    assert max(map(len, nonces)) <= 25


@pytest.mark.parametrize(
    ("reached", "is_made", "passed_ms"),
    [(1, False, 0), (2, False, 0), (2, True, 0), (2, True, NONCE_MS)],
    ids=["told of the first", "before the retry", "after the retry", "after the retry and the nonces' time"],
)
async def test_a_kill_while_a_spent_nonce_is_replaced_posts_one_card(
    service: TableService, discord: FakeDiscord, outbox: Running, reached: int, is_made: bool, passed_ms: int
) -> None:
    """The program is killed at a request: the second is the one with the next nonce."""
    discord.spend_nonce(IN_THREAD)
    await start_table(service)
    await outbox.settle()
    step = (await service.load(TABLE)).row.step
    await outbox.kill()
    hit, before = asyncio.Event(), len(discord.sent("POST", IN_THREAD))

    async def hang(request: SentRequest) -> None:
        if len(discord.sent("POST", IN_THREAD)) == before + reached:
            if is_made:
                discord._answer(request)
            hit.set()
            await asyncio.Event().wait()

    discord.before = hang
    outbox.clock.now += RETRY_MS[0]
    outbox.start()
    async with patience(SECONDS):
        await hit.wait()
    await outbox.kill()
    discord.before = None
    if passed_ms:
        discord.forget_nonces()

    await outbox.settle(passed_ms)

    made = [step_of(body) for channel, body in discord.made if channel == thread(discord)]
    assert made == [step, step], "the one that was deleted, and the one that stands"
    assert [step_of(card) for card in cards(discord, thread(discord))] == [step]


async def test_a_card_all_of_whose_nonces_are_spent_waits_for_its_thread(
    service: TableService, discord: FakeDiscord, outbox: Running
) -> None:
    discord.spend_nonce(IN_THREAD, times=NONCES)
    await start_table(service)
    await outbox.settle()
    for pause in RETRY_MS[:NONCES]:
        await outbox.settle(pause)
    assert (cards(discord, thread(discord)), len(discord.messages(CHANNEL))) == ([], 1)
    discord.forget_nonces()

    await outbox.settle(LONGEST)

    assert (len(cards(discord, thread(discord))), len(discord.messages(CHANNEL))) == (1, 1)


# The store fails


@pytest.mark.parametrize("stroke", ["read", "write"])
async def test_while_the_store_is_away_nothing_ends_and_afterwards_all_is_said(
    service: TableService,
    store: Store,
    discord: FakeDiscord,
    outbox: Running,
    clock: Clock,
    monkeypatch: pytest.MonkeyPatch,
    stroke: str,
) -> None:
    short_store_retry_interval(monkeypatch)
    refused = asyncio.Event()
    calls = 0

    def away(*_: Any) -> Any:
        nonlocal calls
        calls += 1
        if calls > 5:
            refused.set()
        raise StoreUnavailable("The database is away.")

    await open_lobby(service)
    with monkeypatch.context() as patch:
        patch.setattr(store, stroke, away)
        outbox.start()
        async with patience(SECONDS):
            await refused.wait()
        assert outbox.task is not None
        assert not outbox.task.done()

    await outbox.settle(LONGEST)

    assert len(discord.messages(CHANNEL)) == 1
    assert await pending(store, clock) == []


async def test_a_store_that_was_away_counts_as_no_failure_to_post(
    service: TableService,
    store: Store,
    discord: FakeDiscord,
    outbox: Running,
    clock: Clock,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    short_store_retry_interval(monkeypatch)
    refused: list[SentRequest] = []

    async def away_once(request: SentRequest) -> None:
        if not refused:
            refused.append(request)
            raise StoreUnavailable("The database is away.")

    discord.before = away_once
    await open_lobby(service)
    async with store.read() as reader:
        rows = await reader.pending_outbox(clock.now)
    await outbox.settle()

    assert len(refused) == len(discord.messages(CHANNEL)) == 1
    async with store.read() as reader:
        after = [await reader.outbox_row(row.id) for row in rows]
    assert {row.attempts for row in after if row is not None} == {0}


async def test_asked_to_stop_it_ends_what_has_begun(
    service: TableService, discord: FakeDiscord, outbox: Running, store: Store, clock: Clock
) -> None:
    begun, go_on = asyncio.Event(), asyncio.Event()

    async def before(request: SentRequest) -> None:
        begun.set()
        await go_on.wait()

    discord.before = before
    await open_lobby(service)
    outbox.start()
    await begun.wait()
    stopping = asyncio.create_task(outbox.stop())
    await asyncio.sleep(0)
    go_on.set()
    await stopping

    assert LOBBY not in dict(await pending(store, clock))
    assert len(discord.messages(CHANNEL)) == 1


async def test_it_takes_a_reply_that_is_not_remembered(
    service: TableService, discord: FakeDiscord, outbox: Running
) -> None:
    """The store was too slow when the answer was deferred; it is given all the same."""
    await start_table(service)
    person, seen = await mover(service)
    await service.act(TABLE, person.id, seen.legal[0], reply=deferred(None, "unremembered"))

    await outbox.settle()

    done = interface(seen.row.game).done_text(seen.view, [seen.legal[0]])
    assert done in [request.texts for request in discord.sent("PATCH", WEBHOOK)]

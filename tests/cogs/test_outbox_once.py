"""The outbox delivers each durable message once, even after failures of Discord or the store, or a kill."""

import asyncio

import pytest

from cogs.outbox.delivery import NONCE_MS, NONCES
from cogs.outbox.outbox import RETRY_MS
from cogs.ui.kit.interface import interface
from data.store import StoreUnavailable
from tables import lobby
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
from tests.fake_discord import SentRequest, refusal
from tests.patience import patience
from tests.posted_messages import MESSAGES, THREADS, WEBHOOK, World, cards, step_of
from tests.running_dispatchers import SECONDS, short_store_retry_interval

LONGEST = RETRY_MS[-1]
IN_THREAD = rf"(?!/channels/{CHANNEL}/){MESSAGES}"


async def test_a_repeat_carries_the_same_nonce_and_makes_no_second_message(world: World) -> None:
    """Discord made the card, but its answer was lost."""
    world.discord.lose_response("POST", IN_THREAD)
    await world.start()

    await world.settle(RETRY_MS[0])

    first, second = world.discord.sent("POST", rf"/channels/{world.thread}/messages")
    assert first.body["nonce"] == second.body["nonce"]
    assert len(str(first.body["nonce"])) <= 25
    assert len(world.posted) == 1


@pytest.mark.parametrize("place", ["lobby", "thread", "channel"])
async def test_when_the_nonce_may_be_forgotten_the_message_is_searched_first(world: World, place: str) -> None:
    await open_lobby(world.service)
    if place == "lobby":
        world.discord.lose_response("POST", MESSAGES)
    await world.settle()
    await world.kill()
    if place != "lobby":
        if place == "channel":
            world.discord.fail_next("POST", THREADS, refusal(403, 50013))
        world.discord.lose_response("POST", MESSAGES)
        await world.service.change(TABLE, lobby.join(BEN, "salt"))
        await start_open_table(world.service)
        await world.settle()
        await world.kill()
    world.discord.forget_nonces()

    await world.settle(NONCE_MS + 1)

    assert len(world.discord.messages(CHANNEL)) == (2 if place == "channel" else 1)
    for found in world.discord.threads:
        assert len(world.discord.messages(found)) == 1


async def test_a_lobby_is_never_taken_for_a_card(world: World) -> None:
    """The lobby's message still shows its buttons, and no card exists, so a card is posted."""
    await world.open()
    world.discord.fail_next("POST", THREADS, refusal(403, 50013))
    world.discord.fail_next("POST", MESSAGES, refusal(500))
    await world.service.change(TABLE, lobby.join(BEN, "salt"))
    await start_open_table(world.service)
    await world.settle()
    world.discord.forget_nonces()

    await world.settle(NONCE_MS + 1)

    assert len(world.discord.messages(CHANNEL)) == 2
    assert len(cards(world.discord, CHANNEL)) == 1


async def test_the_nonces_time_counts_from_the_first_attempt(world: World) -> None:
    """Discord made the message, then was down until it forgot the nonce, although the outbox kept retrying."""
    world.discord.lose_response("POST", IN_THREAD)
    world.discord.fail_next("POST", IN_THREAD, refusal(500), times=3)
    await world.start()
    for pause in RETRY_MS[:3]:
        await world.settle(pause)
    world.discord.forget_nonces()

    await world.settle(LONGEST)

    assert len(world.posted) == 1


async def test_an_older_message_that_is_found_is_followed_by_the_present_one(world: World) -> None:
    """The card of an earlier step was posted but not stored, and the board has changed since."""
    await world.start()
    world.discord.lose_response("POST", MESSAGES)
    older = await act(world.service)
    await world.settle()
    await world.kill()
    newer = await act(world.service)
    world.discord.forget_nonces()

    await world.settle(NONCE_MS + 1)

    posted = [step_of(request.body) for request in world.discord.sent("POST", rf"/channels/{world.thread}/messages")]
    assert posted[-2:] == [older, newer]
    assert [step_of(card) for card in world.cards] == [newer]
    told = [line for line in str(world.posted[-1]).split("\\n") if " placed " in line]
    assert len(told) == 2


async def test_an_older_lobby_that_is_found_is_brought_up_to_date(world: World) -> None:
    """The lobby was posted but not stored, and somebody has joined since."""
    world.discord.lose_response("POST", MESSAGES)
    await world.open()
    await world.service.change(TABLE, lobby.join(BEN, "salt"))

    await world.settle(RETRY_MS[0])

    (message,) = world.discord.messages(CHANNEL)
    assert step_of(message) == 2
    assert await world.pending() == []


async def test_a_kill_at_any_request_repeats_nothing_and_leaves_nothing_out(world: World) -> None:
    """The outbox is killed right before or right after one of its requests, each in turn."""
    await start_table(world.service)
    for number in range(12):
        reached = asyncio.Event()
        count = 0

        async def before(request: SentRequest, number: int = number, reached: asyncio.Event = reached) -> None:
            nonlocal count
            count += 1
            if count == 1 + number % 3:
                if number % 2:
                    world.discord._answer(request)
                reached.set()
                await asyncio.Event().wait()

        world.discord.before = before
        world.outbox.start()
        finished = asyncio.create_task(world.settle())
        hit = asyncio.create_task(reached.wait())
        await asyncio.wait({finished, hit}, return_when=asyncio.FIRST_COMPLETED)
        for task in (finished, hit):
            task.cancel()
        await asyncio.gather(finished, hit, return_exceptions=True)
        await world.kill()
        world.discord.before = None
        if number % 3 == 2:
            await act(world.service)
    await world.settle()

    step = (await world.service.load(TABLE)).row.step
    assert len(world.discord.messages(CHANNEL)) == 1
    assert [step_of(card) for card in world.cards] == [step]
    made = [step_of(body) for channel, body in world.discord.made if channel == world.thread]
    assert made == sorted(set(made))
    assert len(made) > 2
    assert await world.pending() == []


# A spent nonce: Discord made its message, the answer was lost, and somebody deleted the message


@pytest.mark.parametrize("spent", [1, 2, NONCES - 1])
async def test_a_card_whose_nonces_are_spent_is_posted_in_its_thread_under_the_next_one(
    world: World, spent: int
) -> None:
    world.discord.spend_nonce(IN_THREAD, times=spent)
    table = await world.start()

    for pause in RETRY_MS[:spent]:
        await world.settle(pause)

    assert [step_of(card) for card in world.cards] == [table.row.step]
    assert len(world.discord.messages(CHANNEL)) == 1
    assert await world.pending() == []
    nonces = [str(request.body["nonce"]) for request in world.discord.sent("POST", IN_THREAD)]
    assert len({*nonces}) == spent + 1
    assert nonces[-1 - spent :] == list(dict.fromkeys(nonces)), "each pass takes them in the same order"
    assert max(map(len, nonces)) <= 25


@pytest.mark.parametrize(
    ("reached", "is_made", "passed_ms"),
    [(1, False, 0), (2, False, 0), (2, True, 0), (2, True, NONCE_MS)],
    ids=["told of the first", "before the retry", "after the retry", "after the retry and the nonces' time"],
)
async def test_a_kill_while_a_spent_nonce_is_replaced_posts_one_card(
    world: World, reached: int, is_made: bool, passed_ms: int
) -> None:
    """The program is killed at request number `reached`; the second request carries the next nonce."""
    world.discord.spend_nonce(IN_THREAD)
    await world.start()
    step = (await world.service.load(TABLE)).row.step
    await world.kill()
    hit, before = asyncio.Event(), len(world.discord.sent("POST", IN_THREAD))

    async def hang(request: SentRequest) -> None:
        if len(world.discord.sent("POST", IN_THREAD)) == before + reached:
            if is_made:
                world.discord._answer(request)
            hit.set()
            await asyncio.Event().wait()

    world.discord.before = hang
    world.outbox.clock.now += RETRY_MS[0]
    world.outbox.start()
    async with patience(SECONDS):
        await hit.wait()
    await world.kill()
    world.discord.before = None
    if passed_ms:
        world.discord.forget_nonces()

    await world.settle(passed_ms)

    made = [step_of(body) for channel, body in world.discord.made if channel == world.thread]
    assert made == [step, step], "the one that was deleted, and the one that stands"
    assert [step_of(card) for card in world.cards] == [step]


async def test_a_card_all_of_whose_nonces_are_spent_waits_for_its_thread(world: World) -> None:
    world.discord.spend_nonce(IN_THREAD, times=NONCES)
    await world.start()
    for pause in RETRY_MS[:NONCES]:
        await world.settle(pause)
    assert (world.cards, len(world.discord.messages(CHANNEL))) == ([], 1)
    world.discord.forget_nonces()

    await world.settle(LONGEST)

    assert (len(world.cards), len(world.discord.messages(CHANNEL))) == (1, 1)


# The store fails


async def test_a_store_that_was_away_counts_as_no_failure_to_post(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    short_store_retry_interval(monkeypatch)
    refused: list[SentRequest] = []

    async def away_once(request: SentRequest) -> None:
        if not refused:
            refused.append(request)
            raise StoreUnavailable("The database is away.")

    world.discord.before = away_once
    await open_lobby(world.service)
    async with world.store.read() as reader:
        rows = await reader.outbox.pending(world.clock.now)
    await world.settle()

    assert len(refused) == len(world.discord.messages(CHANNEL)) == 1
    async with world.store.read() as reader:
        after = [await reader.outbox.get(row.id) for row in rows]
    assert {row.attempts for row in after if row is not None} == {0}


async def test_it_takes_a_reply_that_is_not_remembered(world: World) -> None:
    """The store was too slow when the reply was deferred; the answer is sent nevertheless."""
    await start_table(world.service)
    person, seen = await mover(world.service)
    await world.service.act(TABLE, person.id, seen.legal[0], reply=deferred(None, "unremembered"))

    await world.settle()

    done = interface(seen.row.game).done_text(seen.view, [seen.legal[0]])
    assert done in [request.texts for request in world.discord.sent("PATCH", WEBHOOK)]

"""The outbox while Discord refuses or is away: retries with backoff, and channels that are gone."""

import asyncio
import re
from contextlib import AsyncExitStack
from pathlib import Path

import pytest
from discord import Client, HTTPException, Intents, RateLimited
from discord.http import Route

from cogs.outbox.delivery import THREAD
from cogs.outbox.outbox import CONCURRENCY, REFUSED_RETRY_MS, RETRY_MS, Outbox, is_refused
from cogs.ui.kit.drawing_pool import DrawingPool
from data.store import MessageRow, Store
from playground import limits
from tables import lobby
from tables.committing.outbox_rows import CARD, LOBBY, REPLY
from tables.seat_changes import seating
from tables.service import TableService
from tests.cog_tables import (
    ANN,
    BEN,
    CAM,
    CHANNEL,
    DAN,
    HOUR,
    TABLE,
    act,
    open_lobby,
    start_open_table,
    start_table,
)
from tests.fake_discord import SentRequest, refusal
from tests.local_server import Clock as PlaygroundClock
from tests.patience import patience
from tests.playground.conftest import running
from tests.posted_messages import MESSAGE, MESSAGES, THREADS, WEBHOOK, World, pending, step_of
from tests.running_dispatchers import SECONDS, Clock, Running


async def newest(store: Store, kind: str) -> MessageRow:
    """The newest message of a kind."""
    async with store.read() as reader:
        found = await reader.message(TABLE, kind)
    assert found is not None
    return found


@pytest.mark.parametrize(
    "error",
    [refusal(500), refusal(503), refusal(404), refusal(400, 50035), refusal(429), OSError("no route")],
    ids=str,
)
async def test_a_card_that_cannot_be_posted_is_tried_again_after_growing_pauses(world: World, error: Exception) -> None:
    await start_table(world.service)
    pauses = (REFUSED_RETRY_MS if is_refused(error) else RETRY_MS)[:4]
    world.discord.fail_next("POST", rf"(?!/channels/{CHANNEL}/){MESSAGES}", error, times=len(pauses))
    await world.settle()

    for pause in pauses:
        assert (CARD, pause) in await world.pending()
        await world.settle(pause - 1)
        assert world.cards == []
        await world.settle(1)

    assert len(world.cards) == 1
    assert len(world.discord.sent("POST", THREADS)) == 1
    assert await world.pending() == []


@pytest.mark.parametrize("status", [400, 401, 403, 404])
async def test_an_answer_that_discord_does_not_take_is_given_up(world: World, status: int) -> None:
    world.discord.fail_next("PATCH", WEBHOOK, refusal(status, 50027), times=100)
    await open_lobby(world.service)

    await world.settle()

    assert await world.pending() == []
    assert len(world.discord.messages(CHANNEL)) == 1


async def test_an_answer_is_tried_again_while_discord_is_away(world: World) -> None:
    world.discord.fail_next("PATCH", WEBHOOK, refusal(502), times=2)
    await open_lobby(world.service)

    await world.settle()
    assert await world.pending() == [(REPLY, RETRY_MS[0])]
    await world.settle(RETRY_MS[0])
    assert await world.pending() == [(REPLY, RETRY_MS[1])]
    await world.settle(RETRY_MS[1])

    assert await world.pending() == []


LIMITED = (refusal(400, 30046), refusal(429, 30046), RateLimited(20.0))
"""Answers to one edit too many of messages older than an hour, of which the library raises the last."""


@pytest.mark.parametrize("error", [refusal(403, 50001), refusal(404, 10008), *LIMITED], ids=str)
async def test_an_old_card_that_cannot_be_folded_is_given_up(world: World, error: Exception) -> None:
    await world.start()
    world.discord.fail_next("PATCH", MESSAGE, error)
    await act(world.service)

    await world.settle()

    assert len(world.posted) == 2
    assert await world.pending() == []


async def test_a_limit_on_edits_of_old_messages_is_met_once_and_delays_nothing(
    service: TableService,
    store: Store,
    clock: Clock,
    drawing_pool: DrawingPool,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    """With the library's own requests: it would wait for the limit and ask again, five times."""
    async with AsyncExitStack() as stack:
        server = await stack.enter_async_context(running(tmp_path, PlaygroundClock()))
        monkeypatch.setattr(Route, "BASE", f"{server.base}/api/v10")
        client = await stack.enter_async_context(Client(intents=Intents.none()))
        await client.login("bot")
        outbox = await stack.enter_async_context(
            Running(lambda: [Outbox(client, service, drawing_pool)], service, clock)
        )
        await start_table(service, channel_id=int(server.channel), guild_id=int(server.guild))
        await outbox.settle()
        card = await newest(store, CARD)
        server.clock.now += limits.OLD_MESSAGE_SECONDS + 1
        for _ in range(limits.OLD_MESSAGE_EDITS):
            old = f"/channels/{card.channel_id}/messages/{card.message_id}"
            assert (await server.as_bot("PATCH", old, {"attachments": []}))[0] == 200
        step = await act(service)

        await outbox.settle()

        assert (await newest(store, CARD)).step == step
        assert await pending(store, clock) == []
        assert len([one for one in caplog.messages if "429" in one]) == 1


@pytest.mark.parametrize("error", [refusal(403, 50001), refusal(400, 30046), refusal(429, 30046)], ids=str)
async def test_a_lobby_that_cannot_be_edited_blocks_no_card(world: World, error: HTTPException) -> None:
    """Messages older than an hour may take no more edits (30046); the game goes on all the same."""
    await world.open()
    world.discord.fail_next("PATCH", MESSAGE, error, times=100)
    await world.service.change(TABLE, lobby.join(BEN, "salt"))
    await start_open_table(world.service)
    step = (await world.service.load(TABLE)).row.step

    await world.settle()

    assert [step_of(card) for card in world.cards] == [step]
    retried = {LOBBY} if error.status == 429 else set()
    assert {kind for kind, _ in await world.pending()} == retried


@pytest.mark.parametrize("error", [refusal(403, 50001), *LIMITED], ids=str)
async def test_an_invitation_that_cannot_lead_to_the_board_is_asked_for_once_and_leaves_the_others(
    world: World, error: Exception
) -> None:
    await open_lobby(world.service)
    for guest in (CAM, DAN):
        await world.service.change(TABLE, seating.invite(ANN.id, [guest.id]))
    await world.settle()
    _, refused, other = [int(message["id"]) for message in world.discord.messages(CHANNEL)]
    world.discord.fail_next("PATCH", f"/channels/{CHANNEL}/messages/{refused}", error, times=100)
    await world.service.change(TABLE, lobby.join(BEN, "salt"))
    async with world.store.write(TABLE) as writer:
        # The thread that is made ends them once more.
        await writer.record_message(TABLE, THREAD, CHANNEL, CHANNEL, 0, 1)
    await start_open_table(world.service)

    await world.settle()
    await world.settle(HOUR)

    assert len(world.discord.sent("PATCH", f"/channels/{CHANNEL}/messages/{refused}")) == 1
    (told,) = [message for message in world.discord.messages(CHANNEL) if int(message["id"]) == other]
    assert "has begun" in str(told)
    assert await world.pending() == []


async def test_an_edit_that_is_limited_again_and_again_is_asked_for_less_and_less_often(world: World) -> None:
    """Each refusal counts for what Discord bans for, whatever time it names."""
    await world.open()
    world.discord.fail_next("PATCH", MESSAGE, RateLimited(0.5), times=len(RETRY_MS))
    await world.service.change(TABLE, lobby.join(BEN, "salt"))
    await world.settle()

    for pause in RETRY_MS:
        assert await world.pending() == [(LOBBY, pause)]
        await world.settle(pause)

    assert "**Ben**" in str(world.discord.messages(CHANNEL))
    assert await world.pending() == []


async def test_an_attempt_that_is_put_off_is_found_before_a_newer_card_is_posted(world: World) -> None:
    """Its message may stand in the channel already: two live cards would be one too many."""
    await world.start()
    world.discord.lose_response("POST", MESSAGES)
    await act(world.service)
    await world.settle()
    newer = await act(world.service)

    await world.settle()
    await world.settle(RETRY_MS[0])

    assert [step_of(card) for card in world.cards] == [newer]


@pytest.mark.parametrize("waiting", [MESSAGES, THREADS], ids=["for a post", "for a thread"])
async def test_tables_that_wait_for_discord_silence_no_other(world: World, waiting: str) -> None:
    """As when the library waits for a rate limit: as many as are worked on at the same time."""
    all_wait, posted, go_on = asyncio.Barrier(CONCURRENCY + 1), asyncio.Event(), asyncio.Event()

    async def before(request: SentRequest) -> None:
        if request.path == f"/channels/{CHANNEL}/messages":
            posted.set()
        elif re.fullmatch(waiting, request.path) and not go_on.is_set():
            await all_wait.wait()
            await go_on.wait()

    world.discord.before = before
    for number in range(CONCURRENCY):
        await start_table(world.service, id=f"waiting{number}", channel_id=666)
    world.outbox.start()
    async with patience(SECONDS):
        await all_wait.wait()
        await open_lobby(world.service)
        await posted.wait()
    assert world.discord.threads == set()

    go_on.set()
    await world.settle()
    assert len(world.discord.threads) == CONCURRENCY


async def test_a_rate_limit_is_waited_out_and_silences_no_other(world: World) -> None:
    """One that is too long for the library to wait for: the message is posted when it is over."""
    world.discord.fail_next("POST", r"/channels/666/messages", RateLimited(92.0), times=CONCURRENCY)
    for number in range(CONCURRENCY):
        await open_lobby(world.service, id=f"waiting{number}", channel_id=666)
    await open_lobby(world.service)

    await world.settle()
    assert len(world.discord.messages(CHANNEL)) == 1
    assert await world.pending() == [(LOBBY, 92_000)] * CONCURRENCY

    await world.settle(92_000)
    assert len(world.discord.messages(666)) == CONCURRENCY


async def test_a_request_that_hangs_keeps_no_other_from_its_time(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    """What waits for its own time is woken by the clock, not by the end of what hangs."""
    monkeypatch.setattr("tables.dispatching.dispatcher.POLL_MS", 1)
    hang, again = asyncio.Event(), asyncio.Event()

    async def before(request: SentRequest) -> None:
        if request.path.startswith("/channels/666/"):
            await hang.wait()
        if len(world.discord.sent("POST", rf"/channels/{CHANNEL}/messages")) == 2:
            again.set()

    world.discord.before = before
    world.discord.fail_next("POST", rf"/channels/{CHANNEL}/messages", refusal(500))
    await open_lobby(world.service, id="hanging", channel_id=666)
    await open_lobby(world.service)
    world.outbox.start()
    async with patience(SECONDS):
        while (LOBBY, RETRY_MS[0]) not in await world.pending():
            pass
        world.clock.now += RETRY_MS[0]
        await again.wait()
    hang.set()
    await world.outbox.stop()

    assert len(world.discord.messages(CHANNEL)) == len(world.discord.messages(666)) == 1

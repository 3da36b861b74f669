"""The outbox while Discord refuses or is away: retries with backoff, and channels that are gone."""

import asyncio
import re
from contextlib import AsyncExitStack
from pathlib import Path

import pytest
from discord import Client, Intents, RateLimited
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
from tests.fake_discord import FakeDiscord, SentRequest, refusal
from tests.local_server import Clock as PlaygroundClock
from tests.patience import patience
from tests.playground.conftest import running
from tests.posted_messages import MESSAGE, MESSAGES, THREADS, WEBHOOK, cards, pending, step_of, thread
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
async def test_a_card_that_cannot_be_posted_is_tried_again_after_growing_pauses(
    service: TableService, discord: FakeDiscord, outbox: Running, store: Store, clock: Clock, error: Exception
) -> None:
    await start_table(service)
    pauses = (REFUSED_RETRY_MS if is_refused(error) else RETRY_MS)[:4]
    discord.fail_next("POST", rf"(?!/channels/{CHANNEL}/){MESSAGES}", error, times=len(pauses))
    await outbox.settle()

    for pause in pauses:
        assert (CARD, pause) in await pending(store, clock)
        await outbox.settle(pause - 1)
        assert cards(discord, thread(discord)) == []
        await outbox.settle(1)

    assert len(cards(discord, thread(discord))) == 1
    assert len(discord.sent("POST", THREADS)) == 1
    assert await pending(store, clock) == []


@pytest.mark.parametrize("status", [400, 401, 403, 404])
async def test_an_answer_that_discord_does_not_take_is_given_up(
    service: TableService, discord: FakeDiscord, outbox: Running, store: Store, clock: Clock, status: int
) -> None:
    discord.fail_next("PATCH", WEBHOOK, refusal(status, 50027), times=100)
    await open_lobby(service)

    await outbox.settle()

    assert await pending(store, clock) == []
    assert len(discord.messages(CHANNEL)) == 1


async def test_an_answer_is_tried_again_while_discord_is_away(
    service: TableService, discord: FakeDiscord, outbox: Running, store: Store, clock: Clock
) -> None:
    discord.fail_next("PATCH", WEBHOOK, refusal(502), times=2)
    await open_lobby(service)

    await outbox.settle()
    assert await pending(store, clock) == [(REPLY, RETRY_MS[0])]
    await outbox.settle(RETRY_MS[0])
    assert await pending(store, clock) == [(REPLY, RETRY_MS[1])]
    await outbox.settle(RETRY_MS[1])

    assert await pending(store, clock) == []


LIMITED = (refusal(400, 30046), refusal(429, 30046), RateLimited(20.0))
"""Answers to one edit too many of messages older than an hour, of which the library raises the last."""


@pytest.mark.parametrize("error", [refusal(403, 50001), refusal(404, 10008), *LIMITED], ids=str)
async def test_an_old_card_that_cannot_be_folded_is_given_up(
    service: TableService, discord: FakeDiscord, outbox: Running, store: Store, clock: Clock, error: Exception
) -> None:
    await start_table(service)
    await outbox.settle()
    discord.fail_next("PATCH", MESSAGE, error)
    await act(service)

    await outbox.settle()

    assert len(discord.messages(thread(discord))) == 2
    assert await pending(store, clock) == []


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


@pytest.mark.parametrize("error", [refusal(403, 50001), refusal(400, 30046)], ids=str)
async def test_a_lobby_that_cannot_be_edited_blocks_no_card(
    service: TableService, discord: FakeDiscord, outbox: Running, store: Store, clock: Clock, error: Exception
) -> None:
    """Messages older than an hour may take no more edits (30046); the game goes on all the same."""
    await open_lobby(service)
    await outbox.settle()
    discord.fail_next("PATCH", MESSAGE, error, times=100)
    await service.change(TABLE, lobby.join(BEN, "salt"))
    await start_open_table(service)

    await outbox.settle()

    assert len(cards(discord, thread(discord))) == 1
    assert await pending(store, clock) == []


@pytest.mark.parametrize("error", [refusal(403, 50001), *LIMITED], ids=str)
async def test_an_invitation_that_cannot_lead_to_the_board_is_asked_for_once_and_leaves_the_others(
    service: TableService, discord: FakeDiscord, outbox: Running, store: Store, clock: Clock, error: Exception
) -> None:
    await open_lobby(service)
    for guest in (CAM, DAN):
        await service.change(TABLE, seating.invite(ANN.id, [guest.id]))
    await outbox.settle()
    _, refused, other = [int(message["id"]) for message in discord.messages(CHANNEL)]
    discord.fail_next("PATCH", f"/channels/{CHANNEL}/messages/{refused}", error, times=100)
    await service.change(TABLE, lobby.join(BEN, "salt"))
    async with store.write(TABLE) as writer:
        # The thread that is made ends them once more.
        await writer.record_message(TABLE, THREAD, CHANNEL, CHANNEL, 0, 1)
    await start_open_table(service)

    await outbox.settle()
    await outbox.settle(HOUR)

    assert len(discord.sent("PATCH", f"/channels/{CHANNEL}/messages/{refused}")) == 1
    (told,) = [message for message in discord.messages(CHANNEL) if int(message["id"]) == other]
    assert "has begun" in str(told)
    assert await pending(store, clock) == []


async def test_an_edit_that_is_limited_again_and_again_is_asked_for_less_and_less_often(
    service: TableService, discord: FakeDiscord, outbox: Running, store: Store, clock: Clock
) -> None:
    """Each refusal counts for what Discord bans for, whatever time it names."""
    await open_lobby(service)
    await outbox.settle()
    discord.fail_next("PATCH", MESSAGE, RateLimited(0.5), times=len(RETRY_MS))
    await service.change(TABLE, lobby.join(BEN, "salt"))
    await outbox.settle()

    for pause in RETRY_MS:
        assert await pending(store, clock) == [(LOBBY, pause)]
        await outbox.settle(pause)

    assert "**Ben**" in str(discord.messages(CHANNEL))
    assert await pending(store, clock) == []


async def test_a_lobby_message_that_was_deleted_is_posted_again(
    service: TableService, discord: FakeDiscord, outbox: Running
) -> None:
    await open_lobby(service)
    await outbox.settle()
    discord.delete(CHANNEL, int(discord.messages(CHANNEL)[0]["id"]))
    await service.change(TABLE, lobby.join(BEN, "salt"))

    await outbox.settle()
    await outbox.settle(RETRY_MS[0])
    await outbox.settle()

    (message,) = discord.messages(CHANNEL)
    assert step_of(message) == 2


async def test_a_channel_that_was_deleted_ends_its_table(
    service: TableService, discord: FakeDiscord, outbox: Running, store: Store, clock: Clock
) -> None:
    """Nobody can see it any more, so it must not count as open, and nothing more is asked of Discord for it."""
    await start_table(service)
    discord.fail_next("POST", MESSAGES, refusal(404, 10003), times=100)
    await outbox.settle()

    assert (await service.load(TABLE)).row.phase == "cancelled"
    assert await pending(store, clock) == []


async def test_an_attempt_that_is_put_off_is_found_before_a_newer_card_is_posted(
    service: TableService, discord: FakeDiscord, outbox: Running
) -> None:
    """Its message may stand in the channel already: two live cards would be one too many."""
    await start_table(service)
    await outbox.settle()
    discord.lose_response("POST", MESSAGES)
    await act(service)
    await outbox.settle()
    newer = await act(service)

    await outbox.settle()
    await outbox.settle(RETRY_MS[0])

    assert [step_of(card) for card in cards(discord, thread(discord))] == [newer]


async def test_a_lobby_that_cannot_be_edited_keeps_no_card_waiting(
    service: TableService, discord: FakeDiscord, outbox: Running
) -> None:
    await open_lobby(service)
    await outbox.settle()
    discord.fail_next("PATCH", MESSAGE, refusal(429, 30046), times=100)
    await service.change(TABLE, lobby.join(BEN, "salt"))
    await start_open_table(service)
    step = (await service.load(TABLE)).row.step

    await outbox.settle()

    assert [step_of(card) for card in cards(discord, thread(discord))] == [step]


async def test_one_table_in_trouble_stops_no_other(
    service: TableService, discord: FakeDiscord, outbox: Running
) -> None:
    discord.fail_next("POST", r"/channels/666/messages", refusal(403, 50001), times=1000)
    for number in range(9):
        await open_lobby(service, id=f"trouble{number}", channel_id=666)
    await open_lobby(service)

    await outbox.settle()
    await service.change(TABLE, lobby.join(BEN, "salt"))
    await outbox.settle()

    (message,) = discord.messages(CHANNEL)
    assert step_of(message) == 2


@pytest.mark.parametrize("waiting", [MESSAGES, THREADS], ids=["for a post", "for a thread"])
async def test_tables_that_wait_for_discord_silence_no_other(
    service: TableService, discord: FakeDiscord, outbox: Running, waiting: str
) -> None:
    """As when the library waits for a rate limit: as many as are worked on at the same time."""
    all_wait, posted, go_on = asyncio.Barrier(CONCURRENCY + 1), asyncio.Event(), asyncio.Event()

    async def before(request: SentRequest) -> None:
        if request.path == f"/channels/{CHANNEL}/messages":
            posted.set()
        elif re.fullmatch(waiting, request.path) and not go_on.is_set():
            await all_wait.wait()
            await go_on.wait()

    discord.before = before
    for number in range(CONCURRENCY):
        await start_table(service, id=f"waiting{number}", channel_id=666)
    outbox.start()
    async with patience(SECONDS):
        await all_wait.wait()
        await open_lobby(service)
        await posted.wait()
    assert discord.threads == set()

    go_on.set()
    await outbox.settle()
    assert len(discord.threads) == CONCURRENCY


async def test_a_rate_limit_is_waited_out_and_silences_no_other(
    service: TableService, discord: FakeDiscord, outbox: Running, store: Store, clock: Clock
) -> None:
    """One that is too long for the library to wait for: the message is posted when it is over."""
    discord.fail_next("POST", r"/channels/666/messages", RateLimited(92.0), times=CONCURRENCY)
    for number in range(CONCURRENCY):
        await open_lobby(service, id=f"waiting{number}", channel_id=666)
    await open_lobby(service)

    await outbox.settle()
    assert len(discord.messages(CHANNEL)) == 1
    assert await pending(store, clock) == [(LOBBY, 92_000)] * CONCURRENCY

    await outbox.settle(92_000)
    assert len(discord.messages(666)) == CONCURRENCY


async def test_a_request_that_hangs_keeps_no_other_from_its_time(
    service: TableService,
    discord: FakeDiscord,
    outbox: Running,
    store: Store,
    clock: Clock,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """What waits for its own time is woken by the clock, not by the end of what hangs."""
    monkeypatch.setattr("tables.dispatching.dispatcher.POLL_MS", 1)
    hang, again = asyncio.Event(), asyncio.Event()

    async def before(request: SentRequest) -> None:
        if request.path.startswith("/channels/666/"):
            await hang.wait()
        if len(discord.sent("POST", rf"/channels/{CHANNEL}/messages")) == 2:
            again.set()

    discord.before = before
    discord.fail_next("POST", rf"/channels/{CHANNEL}/messages", refusal(500))
    await open_lobby(service, id="hanging", channel_id=666)
    await open_lobby(service)
    outbox.start()
    async with patience(SECONDS):
        while (LOBBY, RETRY_MS[0]) not in await pending(store, clock):
            pass
        clock.now += RETRY_MS[0]
        await again.wait()
    hang.set()
    await outbox.stop()

    assert len(discord.messages(CHANNEL)) == len(discord.messages(666)) == 1

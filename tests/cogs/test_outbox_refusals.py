"""The outbox while Discord refuses or is down: retries with backoff, and several failures at once."""

import asyncio
import re
from collections.abc import Awaitable, Callable
from contextlib import AsyncExitStack
from datetime import UTC, datetime
from pathlib import Path
from typing import TypeAlias

import pytest
from discord import Client, HTTPException, Intents, RateLimited
from discord.http import Route

from cogs.outbox.delivery import NONCE_MS, THREAD, Pace
from cogs.outbox.outbox import ABANDON_MS, CONCURRENCY, REFUSED_RETRY_MS, RETRY_MS, TAKEN_UP, Outbox, is_refused
from cogs.ui.kit.drawing_pool import DrawingPool
from data.store import FollowRow, MessageRow, Store
from data.store.topics.messages import MessageReader
from leagues.seasons import Seasons
from playground import limits
from tables import lobby
from tables.calling import nudges
from tables.committing.outbox_rows import CARD, LOBBY, REPLY
from tables.preferences import DIRECT_MESSAGE, change_preferences, preferences
from tables.seat_changes import seating, seats
from tables.service import TableService
from tables.settings import TableSettings
from tests.cog_tables import (
    ANN,
    BEN,
    CAM,
    CHANNEL,
    DAN,
    EVE,
    HOUR,
    TABLE,
    act,
    deliver,
    mover,
    open_lobby,
    start_open_table,
    start_table,
)
from tests.fake_discord import FakeDiscord, SentRequest, mentioned, refusal
from tests.local_server import Clock as PlaygroundClock
from tests.patience import patience
from tests.playground.conftest import running
from tests.posted_messages import MESSAGE, MESSAGES, THREADS, WEBHOOK, World, cards, pending, step_of
from tests.running_dispatchers import SECONDS, Clock, Running


async def newest(store: Store, kind: str) -> MessageRow:
    """Return the newest message of a kind."""
    async with store.read() as reader:
        found = await reader.messages.newest(TABLE, kind)
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
"""Answers to one edit too many of messages older than an hour; discord.py itself raises the last one."""


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
    """discord.py's own requests would wait for the limit and retry five times."""
    async with AsyncExitStack() as stack:
        server = await stack.enter_async_context(running(tmp_path, PlaygroundClock()))
        monkeypatch.setattr(Route, "BASE", f"{server.base}/api/v10")
        client = await stack.enter_async_context(Client(intents=Intents.none()))
        await client.login("bot")
        outbox = await stack.enter_async_context(
            Running(lambda: [Outbox(client, service, Seasons(service), drawing_pool)], service, clock)
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
    """Discord may refuse further edits of messages older than an hour (30046); the game continues."""
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
        # With a thread stored, none is made; making one would edit the invitations a second time.
        await writer.messages.record(TABLE, THREAD, CHANNEL, CHANNEL, 0, 1)
    await start_open_table(world.service)

    await world.settle()
    await world.settle(HOUR)

    assert len(world.discord.sent("PATCH", f"/channels/{CHANNEL}/messages/{refused}")) == 1
    (told,) = [message for message in world.discord.messages(CHANNEL) if int(message["id"]) == other]
    assert "has begun" in str(told)
    assert await world.pending() == []


async def test_an_edit_that_is_limited_again_and_again_is_asked_for_less_and_less_often(world: World) -> None:
    """Discord counts every refused request towards a ban, so the pauses grow even if it names a short one."""
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
    """The delayed attempt's message may already be in the channel, and there must be only one live card."""
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
    """CONCURRENCY tables wait at once, like during a rate limit that discord.py sleeps through."""
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
    """The rate limit is too long for discord.py to sleep, so the messages are posted when it is over."""
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
    """A row that is due later is woken by the clock and not by the end of the hanging request."""
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


# Two failures at once: a retry waits while more is queued, or a request hangs while other work continues


LONGEST = RETRY_MS[-1]
PRIVATE = rf"/channels/(?!{CHANNEL}/)\d+/messages"


@pytest.mark.parametrize("moves", [0, 1])
async def test_a_board_waits_for_the_lobby_from_which_its_thread_is_made(world: World, moves: int) -> None:
    world.discord.fail_next("POST", rf"/channels/{CHANNEL}/messages", refusal(500))
    await world.start()
    for _ in range(moves):
        await act(world.service)
    await world.settle()
    assert cards(world.discord, CHANNEL) == []

    await world.settle(RETRY_MS[0])

    (card,) = world.cards
    assert step_of(card) == (await world.service.load(TABLE)).row.step
    assert len(world.discord.messages(CHANNEL)) == 1


async def test_a_move_while_the_card_before_it_is_made_calls_who_is_next(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    await start_table(world.service)
    first, _ = await mover(world.service)
    moved, read_message = False, MessageReader.newest

    async def move_meanwhile(reader: MessageReader, table_id: str, kind: str) -> MessageRow | None:
        nonlocal moved
        if kind == CARD and not moved:
            moved = True
            await act(world.service)
        return await read_message(reader, table_id, kind)

    monkeypatch.setattr(MessageReader, "newest", move_meanwhile)
    await world.settle()

    second, _ = await mover(world.service)
    assert first != second
    called = [user for _, body in world.discord.made for user in mentioned(body)]
    assert called[-1] == second.id


@pytest.mark.parametrize("status", [400, 429])
async def test_a_message_that_takes_no_more_edits_for_now_ends_no_following(world: World, status: int) -> None:
    await start_table(world.service)
    await nudges.follow(world.service, TABLE, DAN.id, each_turn=True)
    await world.settle()
    place = world.discord.private_channel(DAN.id)
    world.discord.fail_next("PATCH", rf"/channels/{place}/messages/\d+", refusal(status, 30046))
    await act(world.service)
    await world.settle()
    edits = len(world.discord.sent("PATCH", rf"/channels/{place}/messages/\d+"))

    await world.settle(RETRY_MS[0])

    assert len(world.discord.sent("PATCH", rf"/channels/{place}/messages/\d+")) == edits + 1
    assert not (await preferences(world.store, DAN.id)).direct_refused
    async with world.store.read() as reader:
        assert [follow.user_id for follow in await reader.people.follows(TABLE)] == [DAN.id]


async def test_followers_who_wait_for_discord_keep_no_table_waiting(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The waiting followers fill the number of rows that the outbox takes up at once (TAKEN_UP)."""
    monkeypatch.setattr("cogs.outbox.outbox.TAKEN_UP", 3)
    await world.start()
    all_wait, posted, go_on = asyncio.Barrier(4), asyncio.Event(), asyncio.Event()

    async def before(request: SentRequest) -> None:
        if request.path == f"/channels/{CHANNEL}/messages":
            posted.set()
        elif request.path == "/users/@me/channels" and not go_on.is_set():
            await all_wait.wait()
            await go_on.wait()

    world.discord.before = before
    for user in range(3):
        async with world.store.write(TABLE) as writer:
            await writer.people.put_follow(FollowRow(table_id=TABLE, user_id=DAN.id + user))
            await writer.outbox.queue("follow", TABLE, 1, f'{{"user":{DAN.id + user}}}')
    world.service.notify()
    async with patience(SECONDS):
        await all_wait.wait()
        await open_lobby(world.service, id="another")
        await posted.wait()
    go_on.set()
    await world.settle()

    assert all(len(world.discord.direct_messages(DAN.id + user)) == 1 for user in range(3))


async def one_resigns(service: TableService) -> None:
    """Resign a seat that need not act, so that the card is edited."""
    person, seen = await mover(service)
    other = next(seat.user_id for seat in seen.seats if seat.user_id != person.id)
    await service.resign(TABLE, other or 0)


async def begin_with_three(service: TableService) -> None:
    await start_table(service, 3)


async def invite_one(service: TableService) -> None:
    await open_lobby(service, TableSettings(seats=2, host_called=True))
    await service.change(TABLE, seating.invite(ANN.id, [DAN.id]))


async def begin_with_two(service: TableService) -> None:
    await service.change(TABLE, lobby.join(BEN, "salt"))
    await start_open_table(service)


Happening: TypeAlias = Callable[[TableService], Awaitable[object]]


@pytest.mark.parametrize(
    ("before", "edited"),
    [
        pytest.param(start_table, act, id="folding the last card"),
        pytest.param(begin_with_three, one_resigns, id="refreshing the live card"),
        pytest.param(open_lobby, begin_with_two, id="leading from the lobby to the board"),
        pytest.param(invite_one, begin_with_two, id="leading from the invitations to the board"),
    ],
)
async def test_an_edit_that_waits_for_discord_keeps_neither_card_nor_call_waiting(
    world: World, before: Happening, edited: Happening
) -> None:
    for person in (ANN, BEN, CAM):
        await change_preferences(world.store, person, pings=DIRECT_MESSAGE)
    await before(world.service)
    await world.settle()
    hangs, go_on = asyncio.Event(), asyncio.Event()

    async def hang(request: SentRequest) -> None:
        if request.method == "PATCH" and re.fullmatch(MESSAGE, request.path) and not go_on.is_set():
            hangs.set()
            await go_on.wait()

    world.discord.before = hang
    await edited(world.service)
    async with patience(SECONDS):
        await hangs.wait()
        step = await act(world.service)
        called = world.discord.private_channel((await mover(world.service))[0].id)
        while step not in [step_of(body) for _, body in world.discord.made]:
            await world.service.view(TABLE)
        while called not in [channel for channel, _ in world.discord.made]:
            await world.service.view(TABLE)
    go_on.set()
    await world.settle()


async def test_a_search_for_a_message_keeps_the_pace_too(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    """After an outage the search runs for every table at once."""
    turns = 0

    async def turn(_: Pace) -> None:
        nonlocal turns
        turns += 1

    monkeypatch.setattr(Pace, "wait_for_slot", turn)
    world.discord.lose_response("POST", PRIVATE)
    await world.start()
    await world.settle(NONCE_MS + 1)

    assert len(world.discord.sent("GET", MESSAGES)) == 1
    assert turns == len([one for one in world.discord.requests if not one.path.startswith("/webhooks/")])


async def test_what_is_refused_for_weeks_after_the_end_is_given_up(world: World) -> None:
    await world.start()
    world.discord.fail_next("POST", MESSAGES, refusal(403, 50001), times=1000)
    await world.service.change(TABLE, lobby.cancel(ANN.id))
    await world.settle()
    assert [kind for kind, _ in await world.pending()] == ["card"]

    await world.settle(ABANDON_MS)

    assert await world.pending() == []


@pytest.mark.parametrize("is_lost", [True, False])
async def test_a_call_to_a_lobby_is_not_lost_to_quiet_hours_that_begin_before_it_is_posted(
    world: World, is_lost: bool
) -> None:
    """The call is sent later even if the answer to the post is lost."""
    hour = datetime.fromtimestamp(world.clock.now / 1000, UTC).hour * 60
    quiet = {"quiet_from": hour + 60, "quiet_until": (hour + 120) % 1440}
    await change_preferences(world.store, BEN, time_zone="UTC", **quiet)
    await open_lobby(world.service, TableSettings(seats=3, host_called=True, invited=(BEN.id, DAN.id)))
    world.clock.now += HOUR
    if is_lost:
        world.discord.lose_response("POST", MESSAGES)
    await world.settle()
    await world.settle(RETRY_MS[0])
    called = [mentioned(body) for _, body in world.discord.made]
    assert [users for users in called if users] == [[DAN.id]]

    await world.settle(HOUR)

    called = [mentioned(body) for _, body in world.discord.made]
    assert [users for users in called if users] == [[DAN.id], [BEN.id]]


async def test_a_question_that_is_settled_before_it_could_be_posted_does_not_stand_open(world: World) -> None:
    await world.start(3)
    world.discord.lose_response("POST", PRIVATE)
    await world.service.change(TABLE, seats.offer(ANN.id, 0, EVE.id))
    await world.settle()
    await world.service.change(TABLE, seats.withdraw(ANN.id, 0, 1))
    await world.settle()

    await world.settle(LONGEST)

    assert ":take_seat:" not in str(world.posted)
    assert world.discord.pings(EVE.id) == 1


async def test_many_rows_of_two_tables_hide_no_other(
    service: TableService, store: Store, discord: FakeDiscord, drawing_pool: DrawingPool
) -> None:
    tables = ("aaaaaaaaaa", "bbbbbbbbbb", "cccccccccc")
    for table in tables:
        await start_table(service, id=table)
    await deliver(store)
    async with store.write() as writer:
        for table, count in zip(tables, (2 * TAKEN_UP, TAKEN_UP, 1), strict=True):
            for _ in range(count):
                await writer.outbox.queue(CARD, table, 1, "{}")

    found = await Outbox(discord, service, Seasons(service), drawing_pool).due(service.now(), ())

    assert set(found.groups) == set(tables)


async def test_what_goes_to_a_follower_and_is_claimed_elsewhere_is_left_alone(
    service: TableService, store: Store, discord: FakeDiscord, drawing_pool: DrawingPool
) -> None:
    await start_table(service)
    await deliver(store)
    async with store.write() as writer:
        await writer.outbox.queue("follow", TABLE, 1, "{}")
    source = Outbox(discord, service, Seasons(service), drawing_pool)

    (key,) = (await source.due(service.now(), ())).groups
    assert (await source.due(service.now(), {key})).groups == {}


async def test_no_more_tables_are_drawn_at_a_time_than_eight(
    service: TableService, discord: FakeDiscord, drawing_pool: DrawingPool
) -> None:
    found = await Outbox(discord, service, Seasons(service), drawing_pool).due(service.now(), ())

    async with AsyncExitStack() as stack:
        for number in range(CONCURRENCY):
            await stack.enter_async_context(found.slot(str(number)))
        with pytest.raises(TimeoutError):
            async with asyncio.timeout(0):
                await stack.enter_async_context(found.slot("one more"))

"""Two troubles at once: what waits for a retry while more is queued, and what hangs while others have their turn."""

import asyncio
import re
from collections.abc import Awaitable, Callable
from contextlib import AsyncExitStack
from datetime import UTC, datetime
from typing import TypeAlias

import pytest

from cogs.outbox.delivery import NONCE_MS
from cogs.outbox.outbox import ABANDON_MS, CONCURRENCY, RETRY_MS, TAKEN_UP, Outbox
from cogs.outbox.pace import Pace
from cogs.ui.kit.drawing_pool import DrawingPool
from data.store import FollowRow, MessageRow, Reader, Store
from tables import lobby
from tables.calling import nudges
from tables.committing.outbox_rows import CARD
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
from tests.fake_discord import FakeDiscord, SentRequest, refusal
from tests.patience import patience
from tests.posted_messages import MESSAGE, MESSAGES, World, cards, step_of
from tests.running_dispatchers import SECONDS

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
    moved, read_message = False, Reader.message

    async def move_meanwhile(reader: Reader, table_id: str, kind: str) -> MessageRow | None:
        nonlocal moved
        if kind == CARD and not moved:
            moved = True
            await act(world.service)
        return await read_message(reader, table_id, kind)

    monkeypatch.setattr(Reader, "message", move_meanwhile)
    await world.settle()

    second, _ = await mover(world.service)
    assert first != second
    called = [user for _, body in world.discord.made for user in body["allowed_mentions"].get("users", [])]
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
        assert [follow.user_id for follow in await reader.follows(TABLE)] == [DAN.id]


async def test_followers_who_wait_for_discord_keep_no_table_waiting(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As many as are taken up at a time."""
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
            await writer.put_follow(FollowRow(table_id=TABLE, user_id=DAN.id + user))
            await writer.queue("follow", TABLE, 1, f'{{"user":{DAN.id + user}}}')
    world.service.notify()
    async with patience(SECONDS):
        await all_wait.wait()
        await open_lobby(world.service, id="another")
        await posted.wait()
    go_on.set()
    await world.settle()

    assert all(len(world.discord.direct_messages(DAN.id + user)) == 1 for user in range(3))


async def one_resigns(service: TableService) -> None:
    """Somebody who need not act leaves, so that the card is edited."""
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
    """After an outage it is done for every table at once."""
    turns = 0

    async def turn(_: Pace) -> None:
        nonlocal turns
        turns += 1

    monkeypatch.setattr(Pace, "turn", turn)
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
    """Whether or not the answer to the post gets lost."""
    hour = datetime.fromtimestamp(world.clock.now / 1000, UTC).hour * 60
    quiet = {"quiet_from": hour + 60, "quiet_until": (hour + 120) % 1440}
    await change_preferences(world.store, BEN, time_zone="UTC", **quiet)
    await open_lobby(world.service, TableSettings(seats=3, host_called=True, invited=(BEN.id, DAN.id)))
    world.clock.now += HOUR
    if is_lost:
        world.discord.lose_response("POST", MESSAGES)
    await world.settle()
    await world.settle(RETRY_MS[0])
    called = [body["allowed_mentions"].get("users", []) for _, body in world.discord.made]
    assert [users for users in called if users] == [[DAN.id]]

    await world.settle(HOUR)

    called = [body["allowed_mentions"].get("users", []) for _, body in world.discord.made]
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
    assert sum(EVE.id in body["allowed_mentions"].get("users", []) for _, body in world.discord.made) == 1


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
                await writer.queue(CARD, table, 1, "{}")

    found = await Outbox(discord, service, drawing_pool).due(service.now(), ())

    assert set(found.groups) == set(tables)


async def test_what_goes_to_a_follower_and_is_claimed_elsewhere_is_left_alone(
    service: TableService, store: Store, discord: FakeDiscord, drawing_pool: DrawingPool
) -> None:
    await start_table(service)
    await deliver(store)
    async with store.write() as writer:
        await writer.queue("follow", TABLE, 1, "{}")
    source = Outbox(discord, service, drawing_pool)

    (key,) = (await source.due(service.now(), ())).groups
    assert (await source.due(service.now(), {key})).groups == {}


async def test_no_more_tables_are_drawn_at_a_time_than_eight(
    service: TableService, discord: FakeDiscord, drawing_pool: DrawingPool
) -> None:
    found = await Outbox(discord, service, drawing_pool).due(service.now(), ())

    async with AsyncExitStack() as stack:
        for number in range(CONCURRENCY):
            await stack.enter_async_context(found.slot(str(number)))
        with pytest.raises(TimeoutError):
            async with asyncio.timeout(0):
                await stack.enter_async_context(found.slot("one more"))

"""The outbox: what is durable is delivered, once, whatever Discord, the store or a kill do in between."""

import asyncio
import re
from typing import Any

import pytest
from discord import RateLimited

from cogs.outbox.delivery import NONCE_MS
from cogs.outbox.outbox import CONCURRENCY, RETRY_MS
from cogs.ui import texts
from cogs.ui.custom_ids import parse
from cogs.ui.interface import interface
from data.store import Store, StoreUnavailable
from engine.games import game_type
from tables import lobby
from tables.outbox_rows import CARD, LOBBY, REFRESH_MS, REPLY
from tables.service import TableService
from tests.cogs.cog_tables import BEN, CHANNEL, TABLE, deferred, mover, open_lobby, play, start_table
from tests.cogs.fake_discord import FakeDiscord, SentRequest, parts, refusal
from tests.cogs.posted_messages import MESSAGE, MESSAGES, THREADS, WEBHOOK, cards, pending, step_of, thread
from tests.cogs.running_dispatchers import SECONDS, Clock, Running, short_store_retry_interval
from tests.patience import patience

LONGEST = RETRY_MS[-1]


async def act(service: TableService) -> int:
    """One legal move; gives the step after it."""
    person, seen = await mover(service)
    return (await service.act(TABLE, person.id, seen.legal[0])).row.step


# What is delivered


async def test_a_lobby_is_posted_once_and_edited_ever_after(
    service: TableService, discord: FakeDiscord, outbox: Running
) -> None:
    await open_lobby(service)
    await outbox.settle()
    (posted,) = discord.messages(CHANNEL)
    assert posted["allowed_mentions"] == {"parse": []}

    await service.change(TABLE, lobby.join(BEN, "salt"))
    await outbox.settle()

    (message,) = discord.messages(CHANNEL)
    assert message["id"] == posted["id"]
    assert "Ben" in str(message["components"])
    assert step_of(message) == 2


async def test_one_edit_covers_all_that_waits(service: TableService, discord: FakeDiscord, outbox: Running) -> None:
    await open_lobby(service)
    await outbox.settle()
    await outbox.kill()
    await service.change(TABLE, lobby.join(BEN, "salt"))
    await service.change(TABLE, lobby.leave(BEN.id))
    await service.change(TABLE, lobby.join(BEN, "salt"))

    await outbox.settle()

    assert len(discord.sent("PATCH", MESSAGE)) == 1


async def test_the_first_card_comes_in_a_thread_made_from_the_lobby(
    service: TableService, discord: FakeDiscord, outbox: Running
) -> None:
    await start_table(service)
    await outbox.settle()

    (lobby,) = discord.messages(CHANNEL)
    assert thread(discord) == int(lobby["id"])
    (made,) = discord.sent("POST", THREADS)
    assert made.body["name"] == "Monster Hex #1 · Ann, Ben"
    (card,) = cards(discord, thread(discord))
    assert f"<#{thread(discord)}>" in str(lobby["components"])
    assert step_of(card) == (await service.load(TABLE)).row.step


async def test_a_card_pings_exactly_those_who_must_act_and_carries_its_picture(
    service: TableService, discord: FakeDiscord, outbox: Running
) -> None:
    await start_table(service)
    person, _ = await mover(service)
    await outbox.settle()

    (sent,) = discord.sent("POST", rf"/channels/{thread(discord)}/messages")
    assert sent.body["allowed_mentions"]["users"] == [person.id]
    assert sent.body["allowed_mentions"].get("parse", []) == []
    assert sent.files == ("board.png",)
    assert sent.body["attachments"][0]["description"]


async def test_nobody_is_pinged_again_because_somebody_else_left(
    service: TableService, discord: FakeDiscord, outbox: Running
) -> None:
    table = await start_table(service, 3)
    await outbox.settle()
    person, _ = await mover(service)
    other = next(seat.user_id for seat in table.seats if seat.user_id != person.id)
    await service.resign(TABLE, other or 0)

    await outbox.settle(REFRESH_MS)

    (posted,) = discord.sent("POST", rf"/channels/{thread(discord)}/messages")
    (edited,) = discord.sent("PATCH", rf"/channels/{thread(discord)}/messages/\d+")
    assert posted.body["allowed_mentions"]["users"] == [person.id]
    assert edited.body["allowed_mentions"] == {"parse": []}
    assert f"<@{person.id}>" in edited.texts


async def test_what_a_newer_version_queued_is_given_up(
    service: TableService, discord: FakeDiscord, outbox: Running, store: Store, clock: Clock
) -> None:
    await start_table(service)
    async with store.write(TABLE) as writer:
        await writer.queue("poster", TABLE, 1, "{}")

    await outbox.settle()

    assert await pending(store, clock) == []
    assert len(cards(discord, thread(discord))) == 1


async def test_one_card_covers_all_that_waits_and_the_old_one_is_folded_to_its_story(
    service: TableService, discord: FakeDiscord, outbox: Running
) -> None:
    await start_table(service)
    await outbox.settle()
    await outbox.kill()
    for _ in range(3):
        newest = await act(service)

    await outbox.settle()

    old, new = discord.messages(thread(discord))
    assert step_of(new) == newest
    assert cards(discord, thread(discord)) == [new]
    assert "placed" in str(old["components"])
    assert "placed" in str(new["components"])
    assert (old["attachments"], step_of(old)) == ([], 0)
    folded = discord.sent("PATCH", MESSAGE)[-1]
    assert folded.body["allowed_mentions"] == {"parse": []}


async def test_each_entry_is_told_once(service: TableService, discord: FakeDiscord, outbox: Running) -> None:
    await start_table(service)
    await outbox.settle()
    told: list[str] = []
    for _ in range(4):
        await act(service)
        await outbox.settle()
        told += [line for line in str(discord.sent("POST", MESSAGES)[-1].texts).splitlines() if " placed " in line]

    assert len(told) == len(set(told)) == 4


async def test_at_the_end_there_is_one_card_and_it_leads_on(
    service: TableService, discord: FakeDiscord, outbox: Running
) -> None:
    await start_table(service)
    while (await service.load(TABLE)).row.phase == "playing":
        await play(service, 1)
        await outbox.settle()

    (card,) = cards(discord, thread(discord))
    assert "The game is over" in str(card["components"])
    pressed = [parse(part["custom_id"]) for part in parts(card) if "custom_id" in part]
    assert [found.action for found in pressed if found] == ["check", "again", "share", "replay", "more"]
    assert card["allowed_mentions"] == {"parse": [], "users": [], "replied_user": False} or not card[
        "allowed_mentions"
    ].get("users")


async def test_a_table_outside_servers_plays_in_its_channel(
    service: TableService, discord: FakeDiscord, outbox: Running
) -> None:
    await start_table(service, guild_id=None)
    await outbox.settle()

    assert discord.threads == set()
    assert len(cards(discord, CHANNEL)) == 1


async def test_the_answer_to_a_command_is_finished(
    service: TableService, discord: FakeDiscord, outbox: Running, store: Store, clock: Clock
) -> None:
    await open_lobby(service)
    await outbox.settle()

    (answer,) = discord.sent("PATCH", WEBHOOK)
    assert answer.texts == "The table is open."
    assert answer.body["allowed_mentions"] == {"parse": []}
    assert await pending(store, clock) == []


async def test_a_command_that_a_restart_interrupted_is_told_so(
    store: Store, discord: FakeDiscord, outbox: Running
) -> None:
    async with store.write() as writer:
        due = writer.now + 60_000
        await writer.queue(REPLY, None, 0, "{}", token="interrupted", expires=writer.now + 15 * 60_000, due=due)
    await outbox.settle(59_999)
    assert discord.requests == []

    await outbox.settle(1)

    (answer,) = discord.sent("PATCH", WEBHOOK)
    assert answer.path.split("/")[3] == "interrupted"
    assert answer.texts == texts.INTERRUPTED


async def test_an_answer_that_comes_too_late_is_not_tried(
    store: Store, discord: FakeDiscord, outbox: Running, clock: Clock
) -> None:
    async with store.write() as writer:
        await writer.queue(REPLY, None, 0, "{}", token="late", expires=writer.now + 15 * 60_000)

    await outbox.settle(15 * 60_000)

    assert discord.requests == []
    assert await pending(store, clock) == []


# Discord fails


@pytest.mark.parametrize(
    "error", [refusal(500), refusal(503), refusal(400, 50035), refusal(429), OSError("no route")], ids=str
)
async def test_a_card_that_cannot_be_posted_is_tried_again_after_growing_pauses(
    service: TableService, discord: FakeDiscord, outbox: Running, store: Store, clock: Clock, error: Exception
) -> None:
    await start_table(service)
    discord.fail_next("POST", rf"(?!/channels/{CHANNEL}/){MESSAGES}", error, times=4)
    await outbox.settle()

    for pause in RETRY_MS[:4]:
        assert (CARD, pause) in await pending(store, clock)
        await outbox.settle(pause - 1)
        assert cards(discord, thread(discord)) == []
        await outbox.settle(1)

    assert len(cards(discord, thread(discord))) == 1
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


@pytest.mark.parametrize("error", [refusal(403, 50001), refusal(404, 10008), refusal(400, 30046)], ids=str)
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


@pytest.mark.parametrize("error", [refusal(403, 50001), refusal(400, 30046)], ids=str)
async def test_a_lobby_that_cannot_be_edited_blocks_no_card(
    service: TableService, discord: FakeDiscord, outbox: Running, store: Store, clock: Clock, error: Exception
) -> None:
    """Messages older than an hour may take no more edits (30046); the game goes on all the same."""
    await open_lobby(service)
    await outbox.settle()
    discord.fail_next("PATCH", MESSAGE, error, times=100)
    await service.change(TABLE, lobby.join(BEN, "salt"))
    await start_table_of(service)

    await outbox.settle()

    assert len(cards(discord, thread(discord))) == 1
    assert await pending(store, clock) == []


async def start_table_of(service: TableService) -> None:
    """Starts the table that is open."""
    row = (await service.load(TABLE)).row
    await service.change(TABLE, lobby.start(row.host, game_type(row.game), interface(row.game)))


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


@pytest.mark.parametrize("error", [refusal(403, 50013), refusal(400, 30033), refusal(404, 10008)], ids=str)
async def test_where_no_thread_can_be_made_the_game_goes_on_in_the_channel(
    service: TableService, discord: FakeDiscord, outbox: Running, error: Exception
) -> None:
    discord.fail_next("POST", THREADS, error, times=100)
    await start_table(service)
    await outbox.settle()
    assert len(cards(discord, CHANNEL)) == 1

    await act(service)
    await outbox.settle()

    assert len(cards(discord, CHANNEL)) == 1
    assert len(discord.sent("POST", THREADS)) == 1


async def test_a_thread_that_exists_already_is_taken(
    service: TableService, discord: FakeDiscord, outbox: Running
) -> None:
    """A kill after Discord made the thread and before it was noted."""
    discord.lose_response("POST", THREADS)
    await start_table(service)
    await outbox.settle()
    discord.fail_next("POST", THREADS, refusal(400, 160004))

    await outbox.settle(RETRY_MS[0])

    assert len(cards(discord, thread(discord))) == 1


async def test_making_a_thread_is_tried_again_while_discord_is_away(
    service: TableService, discord: FakeDiscord, outbox: Running
) -> None:
    discord.fail_next("POST", THREADS, refusal(500))
    await start_table(service)
    await outbox.settle()
    assert cards(discord, CHANNEL) == []

    await outbox.settle(RETRY_MS[0])

    assert len(cards(discord, thread(discord))) == 1


async def test_an_archived_thread_is_opened_again(service: TableService, discord: FakeDiscord, outbox: Running) -> None:
    await start_table(service)
    await outbox.settle()
    discord.fail_next("POST", MESSAGES, refusal(400, 50083))
    step = await act(service)

    await outbox.settle()

    (opened,) = discord.sent("PATCH", rf"/channels/{thread(discord)}")
    assert opened.body == {"archived": False}
    assert [step_of(card) for card in cards(discord, thread(discord))] == [step]
    refused, posted = discord.sent("POST", rf"/channels/{thread(discord)}/messages")[1:]
    assert refused.body["nonce"] == posted.body["nonce"]
    assert refused.files == posted.files


async def test_a_card_in_an_archived_thread_is_edited(
    service: TableService, discord: FakeDiscord, outbox: Running
) -> None:
    table = await start_table(service, 3)
    await outbox.settle()
    person, _ = await mover(service)
    discord.fail_next("PATCH", MESSAGE, refusal(400, 50083))
    await service.resign(TABLE, next(seat.user_id for seat in table.seats if seat.user_id != person.id) or 0)

    await outbox.settle(REFRESH_MS)

    assert len(discord.sent("PATCH", rf"/channels/{thread(discord)}")) == 1
    (card,) = cards(discord, thread(discord))
    assert "resigned" in str(card["components"])


@pytest.mark.parametrize("error", [refusal(500), refusal(429), OSError("no route")], ids=str)
async def test_an_archived_thread_that_cannot_be_opened_yet_is_tried_again(
    service: TableService, discord: FakeDiscord, outbox: Running, error: Exception
) -> None:
    await start_table(service)
    await outbox.settle()
    discord.fail_next("POST", MESSAGES, refusal(400, 50083), times=2)
    discord.fail_next("PATCH", rf"/channels/{thread(discord)}", error)
    step = await act(service)
    await outbox.settle()

    await outbox.settle(RETRY_MS[0])

    assert [step_of(card) for card in cards(discord, thread(discord))] == [step]


async def test_a_locked_thread_that_cannot_be_opened_leaves_the_game_in_the_channel(
    service: TableService, discord: FakeDiscord, outbox: Running
) -> None:
    await start_table(service)
    await outbox.settle()
    locked = thread(discord)
    discord.fail_next("POST", rf"/channels/{locked}/messages", refusal(400, 50083), times=100)
    discord.fail_next("PATCH", rf"/channels/{locked}", refusal(403, 50013), times=100)
    step = await act(service)
    await outbox.settle()

    await outbox.settle(RETRY_MS[0])

    assert [step_of(card) for card in cards(discord, CHANNEL)] == [step]


async def test_a_thread_that_may_not_be_written_in_leaves_the_game_in_the_channel(
    service: TableService, discord: FakeDiscord, outbox: Running, store: Store, clock: Clock
) -> None:
    table = await start_table(service)
    discord.fail_next("POST", rf"(?!/channels/{CHANNEL}/){MESSAGES}", refusal(403, 50013), times=100)
    await outbox.settle()

    await outbox.settle(RETRY_MS[0])

    assert [step_of(card) for card in cards(discord, CHANNEL)] == [table.row.step]
    assert await pending(store, clock) == []


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
    await start_table_of(service)
    step = (await service.load(TABLE)).row.step

    await outbox.settle()

    assert [step_of(card) for card in cards(discord, thread(discord))] == [step]


async def test_a_thread_that_was_deleted_is_made_anew(
    service: TableService, discord: FakeDiscord, outbox: Running, store: Store, clock: Clock
) -> None:
    await start_table(service)
    await outbox.settle()
    gone = thread(discord)
    discord.fail_next("POST", rf"/channels/{gone}/messages", refusal(404, 10003))
    step = await act(service)
    await outbox.settle()

    await outbox.settle(RETRY_MS[0])

    assert len(discord.sent("POST", THREADS)) == 2
    assert [step_of(card) for card in cards(discord, thread(discord))] == [step]
    assert await pending(store, clock) == []


async def test_a_thread_that_was_deleted_and_cannot_be_made_anew_leaves_the_game_in_the_channel(
    service: TableService, discord: FakeDiscord, outbox: Running, store: Store, clock: Clock
) -> None:
    await start_table(service)
    await outbox.settle()
    gone = thread(discord)
    discord.fail_next("POST", rf"/channels/{gone}/messages", refusal(404, 10003), times=100)
    discord.fail_next("PATCH", rf"/channels/{gone}/messages/\d+", refusal(404, 10003), times=100)
    step = await act(service)
    await outbox.settle()

    for pause in RETRY_MS[:2]:
        await outbox.settle(pause)

    assert [step_of(card) for card in cards(discord, CHANNEL)] == [step]
    assert await pending(store, clock) == []


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
    monkeypatch.setattr("tables.dispatcher.POLL_MS", 1)
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


# Once and no more


async def test_a_repeat_carries_the_same_nonce_and_makes_no_second_message(
    service: TableService, discord: FakeDiscord, outbox: Running
) -> None:
    """The answer to a card got lost: Discord made it, and nobody knows."""
    discord.lose_response("POST", rf"(?!/channels/{CHANNEL}/){MESSAGES}")
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
        await start_table_of(service)
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
    await start_table_of(service)
    await outbox.settle()
    discord.forget_nonces()

    await outbox.settle(NONCE_MS + 1)

    assert len(discord.messages(CHANNEL)) == 2
    assert len(cards(discord, CHANNEL)) == 1


async def test_the_nonces_time_counts_from_the_first_attempt(
    service: TableService, discord: FakeDiscord, outbox: Running, clock: Clock
) -> None:
    """Made at first, then Discord is away for so long that it forgets, though it was asked in between."""
    discord.lose_response("POST", rf"(?!/channels/{CHANNEL}/){MESSAGES}")
    discord.fail_next("POST", rf"(?!/channels/{CHANNEL}/){MESSAGES}", refusal(500), times=3)
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

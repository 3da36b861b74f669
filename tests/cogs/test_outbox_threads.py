"""The threads of tables: made, archived, locked, deleted, or refused by Discord."""

import pytest

from cogs.outbox.outbox import RETRY_MS
from data.store import Store
from tables.committing.outbox_rows import REFRESH_MS
from tables.service import TableService
from tests.cog_tables import (
    CHANNEL,
    TABLE,
    act,
    mover,
    start_table,
)
from tests.fake_discord import FakeDiscord, refusal
from tests.posted_messages import MESSAGE, MESSAGES, THREADS, cards, pending, step_of, thread
from tests.running_dispatchers import Clock, Running


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

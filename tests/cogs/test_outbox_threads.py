"""The threads of tables: made, archived, locked, deleted, or refused by Discord."""

import pytest

from cogs.outbox.outbox import RETRY_MS
from tables.committing.outbox_rows import REFRESH_MS
from tests.cog_tables import (
    CHANNEL,
    TABLE,
    act,
    mover,
)
from tests.fake_discord import refusal
from tests.posted_messages import MESSAGE, MESSAGES, THREADS, World, cards, step_of


@pytest.mark.parametrize("error", [refusal(403, 50013), refusal(400, 30033), refusal(404, 10008)], ids=str)
async def test_where_no_thread_can_be_made_the_game_goes_on_in_the_channel(world: World, error: Exception) -> None:
    world.discord.fail_next("POST", THREADS, error, times=100)
    await world.start()
    assert len(cards(world.discord, CHANNEL)) == 1

    await act(world.service)
    await world.settle()

    assert len(cards(world.discord, CHANNEL)) == 1
    assert len(world.discord.sent("POST", THREADS)) == 1


async def test_a_thread_that_exists_already_is_taken(world: World) -> None:
    """A kill after Discord made the thread and before it was noted."""
    world.discord.lose_response("POST", THREADS)
    await world.start()
    world.discord.fail_next("POST", THREADS, refusal(400, 160004))

    await world.settle(RETRY_MS[0])

    assert len(world.cards) == 1


async def test_making_a_thread_is_tried_again_while_discord_is_away(world: World) -> None:
    world.discord.fail_next("POST", THREADS, refusal(500))
    await world.start()
    assert cards(world.discord, CHANNEL) == []

    await world.settle(RETRY_MS[0])

    assert len(world.cards) == 1


async def test_an_archived_thread_is_opened_again(world: World) -> None:
    await world.start()
    world.discord.fail_next("POST", MESSAGES, refusal(400, 50083))
    step = await act(world.service)

    await world.settle()

    (opened,) = world.discord.sent("PATCH", rf"/channels/{world.thread}")
    assert opened.body == {"archived": False}
    assert [step_of(card) for card in world.cards] == [step]
    refused, posted = world.discord.sent("POST", rf"/channels/{world.thread}/messages")[1:]
    assert refused.body["nonce"] == posted.body["nonce"]
    assert refused.files == posted.files


async def test_a_card_in_an_archived_thread_is_edited(world: World) -> None:
    table = await world.start(3)
    person, _ = await mover(world.service)
    world.discord.fail_next("PATCH", MESSAGE, refusal(400, 50083))
    await world.service.resign(TABLE, next(seat.user_id for seat in table.seats if seat.user_id != person.id) or 0)

    await world.settle(REFRESH_MS)

    assert len(world.discord.sent("PATCH", rf"/channels/{world.thread}")) == 1
    (card,) = world.cards
    assert "resigned" in str(card["components"])


@pytest.mark.parametrize("error", [refusal(500), refusal(429), OSError("no route")], ids=str)
async def test_an_archived_thread_that_cannot_be_opened_yet_is_tried_again(world: World, error: Exception) -> None:
    await world.start()
    world.discord.fail_next("POST", MESSAGES, refusal(400, 50083), times=2)
    world.discord.fail_next("PATCH", rf"/channels/{world.thread}", error)
    step = await act(world.service)
    await world.settle()

    await world.settle(RETRY_MS[0])

    assert [step_of(card) for card in world.cards] == [step]


async def test_a_thread_that_was_deleted_and_cannot_be_made_anew_leaves_the_game_in_the_channel(world: World) -> None:
    await world.start()
    gone = world.thread
    world.discord.fail_next("POST", rf"/channels/{gone}/messages", refusal(404, 10003), times=100)
    world.discord.fail_next("PATCH", rf"/channels/{gone}/messages/\d+", refusal(404, 10003), times=100)
    step = await act(world.service)
    await world.settle()

    for pause in RETRY_MS[:2]:
        await world.settle(pause)

    assert [step_of(card) for card in cards(world.discord, CHANNEL)] == [step]
    assert await world.pending() == []

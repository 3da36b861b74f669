"""The outbox: durable messages are delivered in the expected form, and tables get their threads."""

from dataclasses import replace
from typing import Any

import pytest

from cogs.outbox import cards as cards_sender
from cogs.outbox.messages import INTERRUPTED
from cogs.outbox.outbox import RETRY_MS
from cogs.ui.kit.custom_ids import parse
from cogs.ui.kit.interface import interface
from cogs.ui.messages.lobby_message import IN_THREAD
from render import painter
from tables import lobby
from tables.committing.outbox_rows import REFRESH_MS, REPLY
from tables.settings import TableSettings
from tests.cog_tables import (
    BEN,
    CHANNEL,
    GAME,
    TABLE,
    act,
    mover,
    open_lobby,
    play,
    start_open_table,
    start_table,
)
from tests.fake_discord import mentioned, parts, refusal
from tests.in_process_program import InProcessProgram
from tests.posted_messages import MESSAGE, MESSAGES, THREADS, WEBHOOK, World, cards, step_of


async def test_a_lobby_is_posted_once_and_edited_ever_after(world: World) -> None:
    await world.open()
    (posted,) = world.discord.messages(CHANNEL)
    assert posted["allowed_mentions"] == {"parse": []}

    await world.service.change(TABLE, lobby.join(BEN, "salt"))
    await world.settle()

    (message,) = world.discord.messages(CHANNEL)
    assert message["id"] == posted["id"]
    assert "Ben" in str(message["components"])
    assert step_of(message) == 2


async def test_one_edit_covers_all_that_waits(world: World) -> None:
    await world.open()
    await world.kill()
    await world.service.change(TABLE, lobby.join(BEN, "salt"))
    await world.service.change(TABLE, lobby.leave(BEN.id))
    await world.service.change(TABLE, lobby.join(BEN, "salt"))

    await world.settle()

    assert len(world.discord.sent("PATCH", MESSAGE)) == 1


async def test_the_first_card_comes_in_a_thread_made_from_the_lobby(world: World) -> None:
    await world.start()

    (lobby,) = world.discord.messages(CHANNEL)
    assert world.thread == int(lobby["id"])
    (made,) = world.discord.sent("POST", THREADS)
    assert made.body["name"] == "Monster Hex #1 · Ann, Ben"
    (card,) = world.cards
    assert IN_THREAD in str(lobby["components"])
    assert step_of(card) == (await world.service.load(TABLE)).row.step


async def test_a_card_pings_exactly_those_who_must_act_and_carries_its_picture(world: World) -> None:
    await start_table(world.service)
    person, _ = await mover(world.service)
    await world.settle()

    (sent,) = world.discord.sent("POST", rf"/channels/{world.thread}/messages")
    assert mentioned(sent.body) == [person.id]
    assert sent.body["allowed_mentions"].get("parse", []) == []
    assert sent.files == ("board.png",)
    assert sent.body["attachments"][0]["description"]


async def test_a_card_has_the_colours_that_the_host_chose(program: InProcessProgram) -> None:
    await open_lobby(program.service, TableSettings(seats=2, theme="high_contrast", host_called=True))
    await program.service.change(TABLE, lobby.join(BEN, "salt"))
    await start_open_table(program.service)
    await program.outbox.settle()

    seen = await program.service.view(TABLE)
    drawn = painter(GAME).board(seen.view, seen.names, "high_contrast")
    assert program.discord.pictures[-1] == ("board.png", drawn.png)


async def test_nobody_is_pinged_again_because_somebody_else_left(world: World) -> None:
    table = await world.start(3)
    person, _ = await mover(world.service)
    other = next(seat.user_id for seat in table.seats if seat.user_id != person.id)
    await world.service.resign(TABLE, other or 0)

    await world.settle(REFRESH_MS)

    (posted,) = world.discord.sent("POST", rf"/channels/{world.thread}/messages")
    (edited,) = world.discord.sent("PATCH", rf"/channels/{world.thread}/messages/\d+")
    assert mentioned(posted.body) == [person.id]
    assert edited.body["allowed_mentions"] == {"parse": []}
    assert f"<@{person.id}>" in edited.texts


@pytest.mark.parametrize(("kind", "payload", "left"), [("poster", "{}", []), ("follow", '{"people":[1]}', ["follow"])])
async def test_what_a_newer_version_queued_is_given_up(world: World, kind: str, payload: str, left: list[str]) -> None:
    await start_table(world.service)
    async with world.store.write(TABLE) as writer:
        await writer.outbox.queue(kind, TABLE, 1, payload)

    await world.settle()

    assert [kind for kind, _ in await world.pending()] == left
    assert len(world.cards) == 1


async def test_one_card_covers_all_that_waits_and_the_old_one_is_folded_to_its_story(world: World) -> None:
    await world.start()
    await world.kill()
    newest = [await act(world.service) for _ in range(3)][-1]

    await world.settle()

    old, new = world.posted
    assert step_of(new) == newest
    assert world.cards == [new]
    assert "placed" in str(old["components"])
    assert "placed" in str(new["components"])
    assert (old["attachments"], step_of(old)) == ([], 0)
    folded = world.discord.sent("PATCH", MESSAGE)[-1]
    assert folded.body["allowed_mentions"] == {"parse": []}


async def test_the_first_card_is_folded_to_its_own_news_and_those_after_it(world: World) -> None:
    await start_table(world.service)
    await act(world.service)
    await world.settle()
    lines: list[set[str]] = []
    for _ in range(2):
        told = str(world.discord.sent("POST", MESSAGES)[-1].texts).splitlines()
        lines.append({line for line in told if " placed " in line})
        await act(world.service)
        await world.settle()
        folded = str(world.discord.sent("PATCH", MESSAGE)[-1].texts)
        assert all(line in folded for line in lines[0]) == (len(lines) == 1)
    assert all(lines)


async def test_each_entry_is_told_once(world: World) -> None:
    await world.start()
    told: list[str] = []
    for _ in range(4):
        await act(world.service)
        await world.settle()
        told += [
            line for line in str(world.discord.sent("POST", MESSAGES)[-1].texts).splitlines() if " placed " in line
        ]

    assert len(told) == len(set(told)) == 4


async def test_the_picture_of_a_card_shows_what_the_card_tells(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    shown: list[tuple[object, ...]] = []

    def record(view: Any, events: tuple[object, ...]) -> Any:
        shown.append(events)
        return view

    monkeypatch.setattr(cards_sender, "interface", lambda game: replace(interface(game), card_view=record))
    await world.start()
    await act(world.service)
    await world.settle()

    assert [type(event).__name__ for event in shown[-1]].count("TilePlaced") == 1


async def test_at_the_end_there_is_one_card_and_it_leads_on(world: World) -> None:
    await start_table(world.service)
    while (await world.service.load(TABLE)).row.phase == "playing":
        await play(world.service, 1)
        await world.settle()

    (card,) = world.cards
    assert "The game is over" in str(card["components"])
    pressed = [parse(part["custom_id"]) for part in parts(card) if "custom_id" in part]
    actions = ["again", "share", "replay", "more"]
    assert [found.action for found in pressed if found] == actions
    assert card["allowed_mentions"] == {"parse": [], "users": [], "replied_user": False} or not card[
        "allowed_mentions"
    ].get("users")


async def test_the_answer_to_a_command_is_finished(world: World) -> None:
    await world.open()

    (answer,) = world.discord.sent("PATCH", WEBHOOK)
    assert answer.texts == "The table is open."
    assert answer.body["allowed_mentions"] == {"parse": []}
    assert await world.pending() == []


async def test_a_command_that_a_restart_interrupted_is_told_so(world: World) -> None:
    async with world.store.write() as writer:
        due = writer.now + 60_000
        await writer.outbox.queue(REPLY, None, 0, "{}", token="interrupted", expires=writer.now + 15 * 60_000, due=due)
    await world.settle(59_999)
    assert world.discord.requests == []

    await world.settle(1)

    (answer,) = world.discord.sent("PATCH", WEBHOOK)
    assert answer.path.split("/")[3] == "interrupted"
    assert answer.texts == INTERRUPTED


async def test_an_answer_that_comes_too_late_is_not_tried(world: World) -> None:
    async with world.store.write() as writer:
        await writer.outbox.queue(REPLY, None, 0, "{}", token="late", expires=writer.now + 15 * 60_000)

    await world.settle(15 * 60_000)

    assert world.discord.requests == []
    assert await world.pending() == []


# Threads: made, archived, locked, deleted, or refused by Discord


@pytest.mark.parametrize("error", [refusal(403, 50013), refusal(400, 30033), refusal(404, 10008)], ids=str)
async def test_where_no_thread_can_be_made_the_game_goes_on_in_the_channel(world: World, error: Exception) -> None:
    world.discord.fail_next("POST", THREADS, error, times=100)
    await world.start()
    assert len(cards(world.discord, CHANNEL)) == 1

    await act(world.service)
    await world.settle()

    assert len(cards(world.discord, CHANNEL)) == 1
    assert len(world.discord.sent("POST", THREADS)) == 1


async def test_a_thread_whose_name_is_refused_is_made_with_a_neutral_one(world: World) -> None:
    world.discord.fail_next("POST", THREADS, refusal(400, 50035))
    await world.start()

    names = [request.body["name"] for request in world.discord.sent("POST", THREADS)]
    assert names == ["Monster Hex #1 · Ann, Ben", "Monster Hex #1"]
    assert len(world.cards) == 1


async def test_a_thread_that_exists_already_is_taken(world: World) -> None:
    """The program was killed after Discord made the thread and before it was stored."""
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

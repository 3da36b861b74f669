"""The outbox: what is durable is delivered, and how it looks."""

from cogs.ui.kit.custom_ids import parse
from cogs.ui.texts import texts
from data.store import Store
from tables import lobby
from tables.committing.outbox_rows import REFRESH_MS, REPLY
from tables.service import TableService
from tests.cog_tables import BEN, CHANNEL, TABLE, act, mover, open_lobby, play, start_table
from tests.fake_discord import FakeDiscord, parts
from tests.posted_messages import MESSAGE, MESSAGES, THREADS, WEBHOOK, cards, pending, step_of, thread
from tests.running_dispatchers import Clock, Running


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
    actions = ["check", "again", "share", "replay", "review", "whatif", "more"]
    assert [found.action for found in pressed if found] == actions
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

"""How people are called: mentions and direct messages, once each, whatever a kill or a refusal does in between."""

from random import Random
from typing import Any

import pytest

from cogs.outbox.delivery import NONCE_MS
from cogs.outbox.outbox import RETRY_MS
from cogs.outbox.pictures import PublicPictures
from data.store import Store
from engine.games import game_type
from engine.players import decide
from render.picture import Picture
from tables import lobby
from tables.calling import nudges
from tables.calling.nudges import FIRST_MS
from tables.calling.pings import LAST_AFTER_MS
from tables.committing.reposting import repost
from tables.preferences import change_preferences, preferences
from tables.service import TableService
from tables.settings import TableSettings
from tables.timing.clocks import REMINDER
from tables.viewer import TableView
from tests.cog_tables import (
    ANN,
    BEN,
    CAM,
    DAN,
    DAY,
    HOUR,
    PEOPLE,
    TABLE,
    due,
    mover,
    open_lobby,
    play,
    start_table,
)
from tests.fake_discord import FakeDiscord, parts, refusal
from tests.hive_matches import ROUND_1, started
from tests.posted_messages import MESSAGE, cards, thread
from tests.running_dispatchers import Clock, Running

READY = f"{ROUND_1} ready"


def mentioned(message: dict[str, Any]) -> list[int]:
    """The users whom a message pings."""
    return [int(user) for user in message["allowed_mentions"].get("users", ())]


def shown(message: dict[str, Any]) -> str:
    return "\n".join(str(part["content"]) for part in parts(message) if part.get("content"))


def links(message: dict[str, Any]) -> list[str]:
    return [part["url"] for part in parts(message) if str(part.get("url", "")).startswith("https://discord.com")]


async def all_wish(store: Store, wish: str) -> None:
    for person in PEOPLE:
        await change_preferences(store, person, pings=wish)


async def act(service: TableService) -> None:
    person, seen = await mover(service)
    await service.act(TABLE, person.id, seen.legal[0])


# Mentions


async def test_a_card_that_is_posted_again_pings_nobody(
    service: TableService, store: Store, discord: FakeDiscord, outbox: Running
) -> None:
    await start_table(service)
    await outbox.settle()
    place = thread(discord)
    (first,) = cards(discord, place)
    assert len(mentioned(first)) == 1
    discord.delete(place, int(first["id"]))

    async with store.read() as reader:
        known = await reader.message(TABLE, "card")
    assert known is not None
    await repost(service, known)
    await outbox.settle()

    (again,) = cards(discord, place)
    assert mentioned(again) == []


@pytest.mark.parametrize("age", [0, NONCE_MS + 1])
async def test_a_kill_between_posting_and_marking_neither_loses_nor_doubles_a_ping(
    service: TableService, discord: FakeDiscord, outbox: Running, age: int
) -> None:
    await started(service)
    await outbox.settle()
    place = thread(discord)
    for person in (BEN, CAM):
        await service.act(TABLE, person.id, READY)
    discord.lose_response("POST", rf"/channels/{place}/messages")
    await outbox.settle(LAST_AFTER_MS)
    await outbox.kill()
    if age:
        discord.forget_nonces()

    await outbox.settle(max(age, RETRY_MS[0]))

    # As they were posted: edits ping nobody.
    pinged = [mentioned(body) for channel, body in discord.made if channel == place]
    assert sorted(user for users in pinged for user in users) == sorted([ANN.id, BEN.id, CAM.id, ANN.id])
    assert pinged[-1] == [ANN.id]
    assert "last one" in shown(discord.messages(place)[-1])


async def test_a_message_that_calls_somebody_is_not_sent_once_they_have_acted(
    service: TableService, discord: FakeDiscord, outbox: Running
) -> None:
    await started(service)
    await outbox.settle()
    posted = len(discord.messages(thread(discord)))
    for person in (BEN, CAM, ANN):
        await service.act(TABLE, person.id, READY)

    await outbox.settle(LAST_AFTER_MS)

    new = discord.messages(thread(discord))[posted:]
    assert ["last one" in shown(message) for message in new] == [False]


async def test_a_nudge_names_who_asks_and_links_the_board(
    service: TableService, discord: FakeDiscord, outbox: Running, clock: Clock
) -> None:
    await start_table(service)
    await outbox.settle(FIRST_MS)
    person, _ = await mover(service)
    asking = BEN if person == ANN else ANN

    await nudges.nudge(service, TABLE, asking.id)
    await outbox.settle()

    card, message = discord.messages(thread(discord))
    assert mentioned(message) == [person.id]
    assert f"<@{person.id}>, {asking.name} is looking forward to your move." in shown(message)
    (link,) = links(message)
    assert link.endswith(f"/{thread(discord)}/{card['id']}")


@pytest.mark.parametrize("wish", ["mention", "direct"])
async def test_whatever_waits_for_the_end_of_quiet_hours_is_one_message(
    service: TableService, store: Store, clock: Clock, discord: FakeDiscord, outbox: Running, wish: str
) -> None:
    """In the night a turn begins, somebody nudges, and all others are done: the last is what counts."""
    clock.now += 22 * HOUR - clock.now % (24 * HOUR)
    await change_preferences(store, ANN, pings=wish, time_zone="UTC", quiet_from=21 * 60, quiet_until=7 * 60)
    await started(service)
    await outbox.settle(FIRST_MS)
    await nudges.nudge(service, TABLE, BEN.id)
    for person in (BEN, CAM):
        await service.act(TABLE, person.id, READY)
    await outbox.settle(LAST_AFTER_MS)
    before = len(discord.messages(thread(discord)))

    await outbox.settle(9 * HOUR)

    new = [*discord.messages(thread(discord))[before:], *discord.direct_messages(ANN.id)]
    assert [("last one" in shown(message), mentioned(message)) for message in new] == [
        (True, [ANN.id] if wish == "mention" else [])
    ]


async def test_the_last_one_is_told_also_where_somebody_has_thought_again_before_the_message(
    service: TableService, discord: FakeDiscord, outbox: Running
) -> None:
    await started(service)
    await outbox.settle()
    for person in (BEN, CAM):
        await service.act(TABLE, person.id, READY)
    await service.act(TABLE, CAM.id, "reopen")
    await outbox.settle(LAST_AFTER_MS)

    await service.act(TABLE, CAM.id, "ready")
    await outbox.settle(LAST_AFTER_MS)

    told = [mentioned(message) for message in discord.messages(thread(discord)) if "last one" in shown(message)]
    assert told == [[ANN.id]]


# Direct messages


async def test_a_direct_message_carries_the_table_the_task_and_a_link_to_its_card(
    service: TableService, store: Store, discord: FakeDiscord, outbox: Running
) -> None:
    await all_wish(store, "direct")
    await start_table(service)
    await outbox.settle()

    person, _ = await mover(service)
    (card,) = cards(discord, thread(discord))
    (message,) = discord.direct_messages(person.id)
    assert mentioned(card) == mentioned(message) == []
    assert f"<@{person.id}>" in shown(card), "named, without being mentioned"
    assert "Monster Hex" in shown(message)
    assert "It's your turn to place a tile." in shown(message)
    assert links(message) == [f"https://discord.com/channels/{10**17}/{thread(discord)}/{card['id']}"]


@pytest.mark.parametrize("age", [0, NONCE_MS + 1])
async def test_a_direct_message_is_sent_once_although_its_answer_was_lost_in_a_kill(
    service: TableService, store: Store, discord: FakeDiscord, outbox: Running, age: int
) -> None:
    await all_wish(store, "direct")
    await start_table(service)
    person, _ = await mover(service)
    discord.lose_response("POST", rf"/channels/{discord.private_channel(person.id)}/messages")
    await outbox.settle()
    await outbox.kill()
    if age:
        discord.forget_nonces()

    await outbox.settle(max(age, RETRY_MS[0]))

    assert len(discord.direct_messages(person.id)) == 1


async def test_the_next_turn_is_a_direct_message_of_its_own(
    service: TableService, store: Store, discord: FakeDiscord, outbox: Running
) -> None:
    await all_wish(store, "direct")
    await start_table(service)
    await outbox.settle()
    for _ in range(3):
        await act(service)
        await outbox.settle()

    counts = [len(discord.direct_messages(person.id)) for person in (ANN, BEN)]
    assert counts == [2, 2]
    assert [mentioned(message) for message in discord.messages(thread(discord))] == [[], [], [], []]


async def test_whoever_blocks_direct_messages_is_mentioned_and_told_at_their_next_press(
    service: TableService, store: Store, discord: FakeDiscord, outbox: Running
) -> None:
    await all_wish(store, "direct")
    await start_table(service)
    person, _ = await mover(service)
    discord.blocked.add(discord.private_channel(person.id))

    await outbox.settle()

    card, call = discord.messages(thread(discord))
    assert (mentioned(card), mentioned(call)) == ([], [person.id])
    wish = await preferences(store, person.id)
    assert (wish.pings, wish.direct_refused) == ("mention", True)


@pytest.mark.parametrize("error", [(403, 50007), (400, 50007), (400, 50033), (404, 10013)])
async def test_a_refused_private_channel_is_a_refused_message(
    service: TableService, store: Store, discord: FakeDiscord, outbox: Running, error: tuple[int, int]
) -> None:
    """Discord says 400 where somebody lets nobody open one, and has other codes for those who are gone."""
    await all_wish(store, "direct")
    await start_table(service)
    person, _ = await mover(service)
    discord.fail_next("POST", "/users/@me/channels", refusal(*error))

    await outbox.settle()

    assert mentioned(discord.messages(thread(discord))[-1]) == [person.id]


async def test_channels_that_are_opened_too_fast_are_nobodys_refusal(
    service: TableService, store: Store, discord: FakeDiscord, outbox: Running
) -> None:
    """Discord's limit for that is a 403 of its own (40003)."""
    await all_wish(store, "direct")
    await start_table(service)
    person, _ = await mover(service)
    discord.fail_next("POST", "/users/@me/channels", refusal(403, 40003))

    await outbox.settle()
    await outbox.settle(RETRY_MS[0])

    assert len(discord.direct_messages(person.id)) == 1
    assert (await preferences(store, person.id)).pings == "direct"


async def test_a_slow_direct_message_keeps_no_card_waiting(
    service: TableService, store: Store, discord: FakeDiscord, outbox: Running
) -> None:
    await all_wish(store, "direct")
    await start_table(service)
    discord.fail_next("POST", "/users/@me/channels", refusal(500), times=3)
    await outbox.settle()
    await act(service)
    await outbox.settle()

    assert len(cards(discord, thread(discord))) == 1, "the newer card, and the older one is folded"
    assert discord.sent("PATCH", MESSAGE)


async def test_a_reminder_goes_the_way_each_person_wishes(
    service: TableService, store: Store, clock: Clock, discord: FakeDiscord, outbox: Running
) -> None:
    await change_preferences(store, ANN, pings="direct")
    await change_preferences(store, CAM, pings="none")
    await started(service, clock=DAY)
    await outbox.settle()
    clock.now = await due(store, REMINDER) or 0
    await service.remind(TABLE, turn=1)

    await outbox.settle()

    assert mentioned(discord.messages(thread(discord))[-1]) == [BEN.id]
    assert [shown(message).count("A reminder") for message in discord.direct_messages(ANN.id)] == [0, 1]
    assert discord.direct_messages(CAM.id) == []


# Following


async def test_whoever_follows_each_turn_has_one_message_that_is_edited_with_a_spectators_view(
    service: TableService, store: Store, discord: FakeDiscord, outbox: Running
) -> None:
    await start_table(service)
    await outbox.settle()
    await nudges.follow(service, TABLE, DAN.id, each_turn=True)
    await outbox.settle()
    (first,) = [dict(message) for message in discord.direct_messages(DAN.id)]
    assert mentioned(first) == []

    for _ in range(2):
        await act(service)
        await outbox.settle()

    (message,) = discord.direct_messages(DAN.id)
    assert (message["id"], shown(message) != shown(first)) == (first["id"], True)
    (card,) = cards(discord, thread(discord))
    assert links(message)[0].endswith(card["id"])
    await play(service)
    await outbox.settle()

    (message,) = discord.direct_messages(DAN.id)
    assert "The game is over." in shown(message)
    async with store.read() as reader:
        assert await reader.follows(TABLE) == ()


async def test_whoever_follows_to_the_end_gets_one_message_then(
    service: TableService, discord: FakeDiscord, outbox: Running
) -> None:
    await start_table(service)
    await nudges.follow(service, TABLE, DAN.id, each_turn=False)
    await act(service)
    await outbox.settle()
    assert discord.direct_messages(DAN.id) == []

    discord.lose_response("POST", rf"/channels/{discord.private_channel(DAN.id)}/messages")
    await play(service)
    await outbox.settle()
    await outbox.kill()
    discord.forget_nonces()
    await outbox.settle(NONCE_MS + 1)

    (message,) = discord.direct_messages(DAN.id)
    assert "The game is over." in shown(message)


async def test_whoever_would_rather_be_told_the_end_gets_a_new_message_then(
    service: TableService, discord: FakeDiscord, outbox: Running
) -> None:
    """An edit of the message that told of each turn would notify nobody."""
    await start_table(service)
    await nudges.follow(service, TABLE, DAN.id, each_turn=True)
    await outbox.settle()
    await nudges.follow(service, TABLE, DAN.id, each_turn=False)

    await play(service)
    await outbox.settle()

    old, new = discord.direct_messages(DAN.id)
    assert ["The game is over." in shown(message) for message in (old, new)] == [False, True]


async def test_a_wish_to_follow_that_changes_while_the_message_is_on_its_way_stands(
    service: TableService, store: Store, discord: FakeDiscord, outbox: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def drawn_meanwhile(self: PublicPictures, table: TableView) -> Picture:
        await nudges.follow(service, TABLE, DAN.id, each_turn=False)
        return await drawn_at_once(self, table)

    await start_table(service)
    await outbox.settle()
    monkeypatch.setattr(PublicPictures, "newest", drawn_meanwhile)
    await nudges.follow(service, TABLE, DAN.id, each_turn=True)

    await outbox.settle()

    async with store.read() as reader:
        (follow,) = await reader.follows(TABLE)
    assert (follow.each_turn, follow.message_id is not None) == (0, True)


async def test_the_end_is_told_to_a_follower_when_their_quiet_hours_end(
    service: TableService, store: Store, clock: Clock, discord: FakeDiscord, outbox: Running
) -> None:
    clock.now += 22 * HOUR - clock.now % (24 * HOUR)
    await change_preferences(store, DAN, time_zone="UTC", quiet_from=21 * 60, quiet_until=7 * 60)
    await start_table(service)
    await nudges.follow(service, TABLE, DAN.id, each_turn=False)
    await play(service)
    await outbox.settle()
    assert discord.direct_messages(DAN.id) == []

    await outbox.settle(9 * HOUR)

    assert len(discord.direct_messages(DAN.id)) == 1


async def test_a_follower_is_told_of_a_table_whose_channel_is_gone(
    service: TableService, discord: FakeDiscord, outbox: Running
) -> None:
    await start_table(service)
    await nudges.follow(service, TABLE, DAN.id, each_turn=False)

    await service.abandon(TABLE)
    await outbox.settle()

    assert len(discord.direct_messages(DAN.id)) == 1


async def test_following_can_be_stopped_and_is_not_for_players(
    service: TableService, discord: FakeDiscord, outbox: Running
) -> None:
    await start_table(service)
    with pytest.raises(Exception, match="You have a seat here"):
        await nudges.follow(service, TABLE, ANN.id, each_turn=True)
    await nudges.follow(service, TABLE, DAN.id, each_turn=True)
    await outbox.settle()
    await nudges.stop_following(service, TABLE, DAN.id)
    edits = len(discord.sent("PATCH", rf"/channels/{discord.private_channel(DAN.id)}/messages/\d+"))

    await act(service)
    await outbox.settle()

    assert len(discord.sent("PATCH", rf"/channels/{discord.private_channel(DAN.id)}/messages/\d+")) == edits


# Whole games


async def drawn_at_once(self: PublicPictures, table: TableView) -> Picture:
    return Picture(b"board", 1, 1, "the board")


@pytest.mark.slow
@pytest.mark.parametrize("game", ["connect_four", "hex_battle_wars", "hive_mind", "monster_hex"])
async def test_over_a_whole_game_each_person_is_pinged_once_per_turn_and_never_after_acting(
    service: TableService,
    store: Store,
    discord: FakeDiscord,
    outbox: Running,
    monkeypatch: pytest.MonkeyPatch,
    game: str,
) -> None:
    monkeypatch.setattr(PublicPictures, "newest", drawn_at_once)
    seats = 3 if game == "hive_mind" else 2
    await change_preferences(store, BEN, pings="direct")
    settings = TableSettings(seats=seats, host_called=True)
    await open_lobby(service, settings, game=game)
    for number in range(1, seats):
        await service.change(TABLE, lobby.join(PEOPLE[number], f"join {number}"))
    table = await service.change(TABLE, lobby.start(ANN.id, game_type(game), service.hooks(game)))
    people = {seat.seat: seat.user_id for seat in table.seats}
    await outbox.settle()
    rng, turn = Random(3), 0
    by: int | None = None
    expected: list[tuple[int, int]] = []
    while table.row.phase == "playing":
        waited = [people[seat] for seat in table.actors]
        if table.row.turn != turn:
            turn = table.row.turn
            expected += [(turn, user) for user in waited if user is not None and user != by]
        seat = rng.choice(table.actors)
        by = people[seat]
        assert by is not None
        action = decide(table.require_playing(), seat, "random", table.row.server_seed)
        before = set(table.actors)
        table = await service.act(TABLE, by, action)
        if table.row.turn == turn and len(before) > len(table.actors) == 1 and table.is_simultaneous:
            expected.append((turn, people[table.actors[0]] or 0))
        await outbox.settle(LAST_AFTER_MS)

    everybody = [user for _, user in expected]
    public = [user for channel, body in discord.made if channel == thread(discord) for user in mentioned(body)]
    private = [BEN.id] * len(discord.direct_messages(BEN.id))
    assert sorted(public + private) == sorted(everybody)
    assert BEN.id not in public
    assert len(everybody) > seats

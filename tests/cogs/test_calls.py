"""Calls of players by mention and direct message: each is sent once, even after a kill or a refusal by Discord."""

from random import Random
from typing import Any

import pytest

from cogs.outbox.delivery import NONCE_MS
from cogs.outbox.outbox import RETRY_MS
from cogs.ui.kit.drawing_pool import PublicPictures
from data.store import Store
from engine.games import game_type
from engine.players import decide
from render.picture import Picture
from tables import lobby
from tables.calling import nudges
from tables.calling.nudges import FIRST_MS
from tables.calling.pings import LAST_AFTER_MS
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
from tests.fake_discord import mentioned, parts, refusal, words
from tests.hive_matches import ROUND_1, started
from tests.posted_messages import MESSAGE, World

READY = f"{ROUND_1} ready"


def links(message: dict[str, Any]) -> list[str]:
    return [part["url"] for part in parts(message) if str(part.get("url", "")).startswith("https://discord.com")]


async def all_wish(store: Store, wish: str) -> None:
    for person in PEOPLE:
        await change_preferences(store, person, pings=wish)


async def act(service: TableService) -> None:
    person, seen = await mover(service)
    await service.act(TABLE, person.id, seen.legal[0])


# Mentions


async def test_a_message_that_calls_somebody_is_not_sent_once_they_have_acted(world: World) -> None:
    await started(world.service)
    await world.settle()
    posted = len(world.posted)
    for person in (BEN, CAM, ANN):
        await world.service.act(TABLE, person.id, READY)

    await world.settle(LAST_AFTER_MS)

    new = world.posted[posted:]
    assert ["last one" in words(message) for message in new] == [False]


async def test_a_nudge_names_who_asks_and_links_the_board(world: World) -> None:
    await start_table(world.service)
    await world.settle(FIRST_MS)
    person, _ = await mover(world.service)
    asking = BEN if person == ANN else ANN

    await nudges.nudge(world.service, TABLE, asking.id)
    await world.settle()

    card, message = world.posted
    assert mentioned(message) == [person.id]
    assert f"<@{person.id}>, {asking.name} is looking forward to your move." in words(message)
    (link,) = links(message)
    assert link.endswith(f"/{world.thread}/{card['id']}")


@pytest.mark.parametrize("wish", ["mention", "direct"])
async def test_whatever_waits_for_the_end_of_quiet_hours_is_one_message(world: World, wish: str) -> None:
    """A turn begins at night, somebody nudges, and all others act: only the latest message is sent."""
    world.clock.now += 22 * HOUR - world.clock.now % (24 * HOUR)
    await change_preferences(world.store, ANN, pings=wish, time_zone="UTC", quiet_from=21 * 60, quiet_until=7 * 60)
    await started(world.service)
    await world.settle(FIRST_MS)
    await nudges.nudge(world.service, TABLE, BEN.id)
    for person in (BEN, CAM):
        await world.service.act(TABLE, person.id, READY)
    await world.settle(LAST_AFTER_MS)
    before = len(world.posted)

    await world.settle(9 * HOUR)

    new = [*world.posted[before:], *world.discord.direct_messages(ANN.id)]
    assert [("last one" in words(message), mentioned(message)) for message in new] == [
        (True, [ANN.id] if wish == "mention" else [])
    ]


async def test_the_last_one_is_told_also_where_somebody_has_thought_again_before_the_message(world: World) -> None:
    await started(world.service)
    await world.settle()
    for person in (BEN, CAM):
        await world.service.act(TABLE, person.id, READY)
    await world.service.act(TABLE, CAM.id, "reopen")
    await world.settle(LAST_AFTER_MS)

    await world.service.act(TABLE, CAM.id, "ready")
    await world.settle(LAST_AFTER_MS)

    told = [mentioned(message) for message in world.posted if "last one" in words(message)]
    assert told == [[ANN.id]]


# Direct messages


async def test_a_direct_message_carries_the_table_the_task_and_a_link_to_its_card(world: World) -> None:
    await all_wish(world.store, "direct")
    await world.start()

    person, _ = await mover(world.service)
    (card,) = world.cards
    (message,) = world.discord.direct_messages(person.id)
    assert mentioned(card) == mentioned(message) == []
    assert f"<@{person.id}>" in words(card), "named, without being mentioned"
    assert "Monster Hex" in words(message)
    assert "It's your turn to place a tile." in words(message)
    assert links(message) == [f"https://discord.com/channels/{10**17}/{world.thread}/{card['id']}"]


async def test_the_next_turn_is_a_direct_message_of_its_own(world: World) -> None:
    await all_wish(world.store, "direct")
    await world.start()
    for _ in range(3):
        await act(world.service)
        await world.settle()

    counts = [len(world.discord.direct_messages(person.id)) for person in (ANN, BEN)]
    assert counts == [2, 2]
    assert [mentioned(message) for message in world.posted] == [[], [], [], []]


async def test_whoever_blocks_direct_messages_is_mentioned_and_told_at_their_next_press(world: World) -> None:
    await all_wish(world.store, "direct")
    await start_table(world.service)
    person, _ = await mover(world.service)
    world.discord.blocked.add(world.discord.private_channel(person.id))

    await world.settle()

    card, call = world.posted
    assert (mentioned(card), mentioned(call)) == ([], [person.id])
    wish = await preferences(world.store, person.id)
    assert (wish.pings, wish.direct_refused) == ("mention", True)


async def test_channels_that_are_opened_too_fast_are_nobodys_refusal(world: World) -> None:
    """Discord answers with 403 and its own code (40003) when channels are opened too fast."""
    await all_wish(world.store, "direct")
    await start_table(world.service)
    person, _ = await mover(world.service)
    world.discord.fail_next("POST", "/users/@me/channels", refusal(403, 40003))

    await world.settle()
    await world.settle(RETRY_MS[0])

    assert len(world.discord.direct_messages(person.id)) == 1
    assert (await preferences(world.store, person.id)).pings == "direct"


async def test_a_slow_direct_message_keeps_no_card_waiting(world: World) -> None:
    await all_wish(world.store, "direct")
    await start_table(world.service)
    world.discord.fail_next("POST", "/users/@me/channels", refusal(500), times=3)
    await world.settle()
    await act(world.service)
    await world.settle()

    assert len(world.cards) == 1, "the newer card, and the older one is folded"
    assert world.discord.sent("PATCH", MESSAGE)


async def test_a_reminder_goes_the_way_each_person_wishes(world: World) -> None:
    await change_preferences(world.store, ANN, pings="direct")
    await change_preferences(world.store, CAM, pings="none")
    await started(world.service, clock=DAY)
    await world.settle()
    world.clock.now = await due(world.store, REMINDER) or 0
    await world.service.remind(TABLE, turn=1)

    await world.settle()

    assert mentioned(world.posted[-1]) == [BEN.id]
    assert [words(message).count("A reminder") for message in world.discord.direct_messages(ANN.id)] == [0, 1]
    assert world.discord.direct_messages(CAM.id) == []


# Following


async def test_whoever_follows_each_turn_has_one_message_that_is_edited_with_a_spectators_view(world: World) -> None:
    await world.start()
    await nudges.follow(world.service, TABLE, DAN.id, each_turn=True)
    await world.settle()
    (first,) = [dict(message) for message in world.discord.direct_messages(DAN.id)]
    assert mentioned(first) == []

    for _ in range(2):
        await act(world.service)
        await world.settle()

    (message,) = world.discord.direct_messages(DAN.id)
    assert (message["id"], words(message) != words(first)) == (first["id"], True)
    (card,) = world.cards
    assert links(message)[0].endswith(card["id"])
    await play(world.service)
    await world.settle()

    (message,) = world.discord.direct_messages(DAN.id)
    assert "The game is over." in words(message)
    async with world.store.read() as reader:
        assert await reader.people.follows(TABLE) == ()


async def test_whoever_follows_to_the_end_gets_one_message_then(world: World) -> None:
    await start_table(world.service)
    await nudges.follow(world.service, TABLE, DAN.id, each_turn=False)
    await act(world.service)
    await world.settle()
    assert world.discord.direct_messages(DAN.id) == []

    world.discord.lose_response("POST", rf"/channels/{world.discord.private_channel(DAN.id)}/messages")
    await play(world.service)
    await world.settle()
    await world.kill()
    world.discord.forget_nonces()
    await world.settle(NONCE_MS + 1)

    (message,) = world.discord.direct_messages(DAN.id)
    assert "The game is over." in words(message)


async def test_whoever_would_rather_be_told_the_end_gets_a_new_message_then(world: World) -> None:
    """An edit of the message for each turn would notify nobody."""
    await start_table(world.service)
    await nudges.follow(world.service, TABLE, DAN.id, each_turn=True)
    await world.settle()
    await nudges.follow(world.service, TABLE, DAN.id, each_turn=False)

    await play(world.service)
    await world.settle()

    old, new = world.discord.direct_messages(DAN.id)
    assert ["The game is over." in words(message) for message in (old, new)] == [False, True]


async def test_a_wish_to_follow_that_changes_while_the_message_is_on_its_way_stands(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def drawn_meanwhile(self: PublicPictures, table: TableView) -> Picture:
        await nudges.follow(world.service, TABLE, DAN.id, each_turn=False)
        return await drawn_at_once(self, table)

    await world.start()
    monkeypatch.setattr(PublicPictures, "draw_newest", drawn_meanwhile)
    await nudges.follow(world.service, TABLE, DAN.id, each_turn=True)

    await world.settle()

    async with world.store.read() as reader:
        (follow,) = await reader.people.follows(TABLE)
    assert (follow.each_turn, follow.message_id is not None) == (0, True)


async def test_the_end_is_told_to_a_follower_when_their_quiet_hours_end(world: World) -> None:
    world.clock.now += 22 * HOUR - world.clock.now % (24 * HOUR)
    await change_preferences(world.store, DAN, time_zone="UTC", quiet_from=21 * 60, quiet_until=7 * 60)
    await start_table(world.service)
    await nudges.follow(world.service, TABLE, DAN.id, each_turn=False)
    await play(world.service)
    await world.settle()
    assert world.discord.direct_messages(DAN.id) == []

    await world.settle(9 * HOUR)

    assert len(world.discord.direct_messages(DAN.id)) == 1


async def test_a_follower_is_told_of_a_table_whose_channel_is_gone(world: World) -> None:
    await start_table(world.service)
    await nudges.follow(world.service, TABLE, DAN.id, each_turn=False)

    await world.service.abandon(TABLE)
    await world.settle()

    assert len(world.discord.direct_messages(DAN.id)) == 1


async def test_following_can_be_stopped(world: World) -> None:
    await start_table(world.service)
    await nudges.follow(world.service, TABLE, DAN.id, each_turn=True)
    await world.settle()
    await nudges.stop_following(world.service, TABLE, DAN.id)
    edits = len(world.discord.sent("PATCH", rf"/channels/{world.discord.private_channel(DAN.id)}/messages/\d+"))

    await act(world.service)
    await world.settle()

    assert len(world.discord.sent("PATCH", rf"/channels/{world.discord.private_channel(DAN.id)}/messages/\d+")) == edits


# Whole games


async def drawn_at_once(self: PublicPictures, table: TableView) -> Picture:
    return Picture(b"board", 1, 1, "the board")


@pytest.mark.slow
@pytest.mark.parametrize("game", ["connect_four", "hex_battle_wars", "hive_mind", "monster_hex"])
async def test_over_a_whole_game_each_person_is_pinged_once_per_turn_and_never_after_acting(
    world: World, monkeypatch: pytest.MonkeyPatch, game: str
) -> None:
    monkeypatch.setattr(PublicPictures, "draw_newest", drawn_at_once)
    seats = 3 if game == "hive_mind" else 2
    await change_preferences(world.store, BEN, pings="direct")
    settings = TableSettings(seats=seats, host_called=True)
    await open_lobby(world.service, settings, game=game)
    for number in range(1, seats):
        await world.service.change(TABLE, lobby.join(PEOPLE[number], f"join {number}"))
    table = await world.service.change(TABLE, lobby.start(ANN.id, game_type(game), world.service.hooks(game)))
    people = {seat.seat: seat.user_id for seat in table.seats}
    await world.settle()
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
        table = await world.service.act(TABLE, by, action)
        if table.row.turn == turn and len(before) > len(table.actors) == 1 and table.is_simultaneous:
            expected.append((turn, people[table.actors[0]] or 0))
        await world.settle(LAST_AFTER_MS)

    everybody = [user for _, user in expected]
    public = [user for channel, body in world.discord.made if channel == world.thread for user in mentioned(body)]
    private = [BEN.id] * len(world.discord.direct_messages(BEN.id))
    assert sorted(public + private) == sorted(everybody)
    assert BEN.id not in public
    assert len(everybody) > seats

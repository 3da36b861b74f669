"""Messages about open seats: their recipients, how often each gets one, and the exceptions."""

from typing import Any

import msgspec
import pytest

from data.store import SeekerRow, Store
from tables import lobby
from tables.calling.open_seats import MOST_A_DAY, SeatsPayload, change_wish, pause_wish, tell_of_open_seats
from tables.calling.recipients import SEATS_DIRECT, SEATS_LINE
from tables.moderating import blocks, moderation
from tables.moderating.gone_places import (
    GRACE_MS,
    cancel_tables_of_server,
    record_server_joined,
    record_server_left,
)
from tables.moderating.moderation import Moderator
from tables.preferences import change_preferences
from tables.refusal import Refusal
from tables.seat_changes import seating
from tables.service import TableService
from tables.settings import TableSettings
from tables.timing.clocks import OPEN_SEATS, WAIT_MS
from tests.cog_tables import ANN, BEN, CAM, DAN, GAME, GUILD, HOUR, TABLE, due, open_lobby, start_open_table
from tests.running_dispatchers import Clock

DAY_MS = 24 * HOUR
BY = Moderator(ANN.id, "a test")


async def wish(service: TableService, user: int = CAM.id, guild_id: int = GUILD, **changes: Any) -> SeekerRow | None:
    return await change_wish(service, guild_id, user, **{"games": [GAME], **changes})


async def told(service: TableService, table: str = TABLE) -> list[tuple[str, tuple[int, ...]]]:
    """Search once; return the queued messages as kind and users, and mark them as delivered."""
    await tell_of_open_seats(service, table)
    async with service.store.write() as writer:
        rows = [row for row in await writer.outbox.pending(2**62) if row.kind in (SEATS_LINE, SEATS_DIRECT)]
        await writer.outbox.mark_done([row.id for row in rows])
    return [(row.kind, msgspec.json.decode(row.payload, type=SeatsPayload).users) for row in rows]


async def test_a_lobby_is_searched_for_ten_minutes_after_it_was_opened_and_then_every_ten_minutes(
    service: TableService, store: Store, clock: Clock
) -> None:
    await open_lobby(service)
    assert await due(store, OPEN_SEATS) == clock.now + WAIT_MS

    clock.now += WAIT_MS
    assert await tell_of_open_seats(service, TABLE) == clock.now + WAIT_MS
    await service.change(TABLE, lobby.cancel(ANN.id))
    assert await tell_of_open_seats(service, TABLE) is None


async def test_those_who_asked_hear_of_a_lobby_once_in_the_way_they_chose(service: TableService) -> None:
    await wish(service, CAM.id)
    await wish(service, DAN.id, direct=False)
    await wish(service, BEN.id, direct=False)
    await open_lobby(service)

    assert await told(service) == [(SEATS_LINE, (BEN.id, DAN.id)), (SEATS_DIRECT, (CAM.id,))]
    assert await told(service) == []


async def test_only_wishes_for_this_game_on_this_server_count(service: TableService) -> None:
    await wish(service, CAM.id, games=["hive_mind", "chess"])
    await wish(service, DAN.id, GUILD + 1)
    await open_lobby(service)

    assert await told(service) == []


async def test_a_wish_without_games_is_deleted(service: TableService, store: Store) -> None:
    assert await wish(service) is not None
    assert await wish(service, games=[]) is None

    async with store.read() as reader:
        assert await reader.seekers.get(GUILD, CAM.id) is None


async def test_at_most_three_lobbies_a_day_on_all_servers_together(service: TableService, clock: Clock) -> None:
    await wish(service)
    await wish(service, guild_id=GUILD + 1)
    heard, table = 0, ""
    for number in range(MOST_A_DAY + 1):
        table = f"lobby{number}2222"
        await open_lobby(service, id=table, guild_id=GUILD + number % 2)
        heard += len(await told(service, table))
        clock.now += HOUR

    assert heard == MOST_A_DAY
    clock.now += DAY_MS - MOST_A_DAY * HOUR
    assert len(await told(service, table)) == 1, "the first one is a day ago"


async def test_who_asked_for_once_a_day_hears_of_one_lobby_a_day(service: TableService, clock: Clock) -> None:
    await wish(service, daily=True)
    await open_lobby(service, id="first22222")
    await open_lobby(service, id="second2222")

    assert [len(await told(service, table)) for table in ("first22222", "second2222")] == [1, 0]
    clock.now += DAY_MS
    assert len(await told(service, "second2222")) == 1


async def test_nobody_hears_of_a_lobby_that_they_know(service: TableService) -> None:
    for person in (ANN, BEN, CAM, DAN):
        await wish(service, person.id)
    await open_lobby(service, TableSettings(seats=4))
    await service.change(TABLE, lobby.join(BEN, "join"))
    await service.change(TABLE, seating.invite(ANN.id, [CAM.id]))
    await service.change(TABLE, lobby.join(DAN, "join"))
    await service.change(TABLE, lobby.leave(DAN.id))
    await service.change(TABLE, lobby.leave(CAM.id))

    assert await told(service) == []


@pytest.mark.parametrize("kept", ["full", "invited only", "locked"])
async def test_a_lobby_that_nobody_may_join_is_announced_to_nobody(service: TableService, kept: str) -> None:
    await wish(service)
    await open_lobby(service, TableSettings(seats=2, open_seats=kept != "invited only"))
    if kept == "full":
        await service.change(TABLE, lobby.join(BEN, "join"))
    if kept == "locked":
        await service.change(TABLE, moderation.lock(BY))

    assert await told(service) == []
    if kept == "full":
        await service.change(TABLE, lobby.leave(BEN.id))
        assert len(await told(service)) == 1, "a seat is free again"


async def test_games_in_direct_messages_are_private(service: TableService, store: Store) -> None:
    await wish(service)
    await open_lobby(service, guild_id=None)

    assert await due(store, OPEN_SEATS) is None
    assert await told(service) == []


async def test_the_search_ends_with_the_lobby(service: TableService, store: Store) -> None:
    await open_lobby(service, TableSettings(seats=2))
    await service.change(TABLE, lobby.join(BEN, "join"))
    await start_open_table(service)

    assert await due(store, OPEN_SEATS) is None


async def test_blocked_people_hear_nothing(service: TableService) -> None:
    await wish(service)
    await blocks.block(service, GUILD, CAM.id, BY)
    await open_lobby(service)

    assert await told(service) == []


async def test_quiet_hours_and_vacations_hold_and_the_next_search_tells(
    service: TableService, store: Store, clock: Clock
) -> None:
    await wish(service, CAM.id)
    await wish(service, DAN.id)
    await open_lobby(service)
    minutes = clock.now // 60_000 % 1440
    quiet = {"quiet_from": (minutes - 60) % 1440, "quiet_until": (minutes + 60) % 1440}
    await change_preferences(store, CAM, time_zone="UTC", **quiet)
    async with store.write() as writer:
        await writer.people.add_vacation(DAN.id, clock.now - 1, clock.now + 2 * HOUR)

    assert await told(service) == []
    clock.now += 2 * HOUR
    assert len(await told(service)) == 2


async def test_not_for_now_pauses_for_a_day(service: TableService, clock: Clock) -> None:
    await wish(service)
    await open_lobby(service)
    await pause_wish(service, TABLE, CAM.id)

    assert await told(service) == []
    clock.now += DAY_MS
    assert len(await told(service)) == 1
    with pytest.raises(Refusal, match="I don't tell you of open seats on that server"):
        await pause_wish(service, TABLE, DAN.id)


async def test_a_server_that_the_bot_has_left_takes_no_wishes_and_is_forgotten(
    service: TableService, store: Store, clock: Clock
) -> None:
    await wish(service)
    await open_lobby(service)
    await record_server_left(service, GUILD)
    with pytest.raises(Refusal, match="I'm not on this server any more"):
        await wish(service, daily=True)
    assert await told(service) == []
    async with store.read() as reader:
        assert await reader.seekers.get(GUILD, CAM.id) == SeekerRow(guild_id=GUILD, user_id=CAM.id, games=f'["{GAME}"]')

    await record_server_joined(service, GUILD)
    assert len(await told(service)) == 1
    clock.now += GRACE_MS
    await cancel_tables_of_server(service, GUILD)
    async with store.read() as reader:
        assert await reader.seekers.get(GUILD, CAM.id) is None


async def test_how_many_look_for_a_game(service: TableService, store: Store) -> None:
    await wish(service, CAM.id)
    await wish(service, DAN.id, games=[GAME, "hive_mind"])
    await open_lobby(service)
    await pause_wish(service, TABLE, DAN.id)

    async with store.read() as reader:
        now = service.now()
        counts = [await reader.seekers.count(GUILD, GAME, user, now) for user in (ANN.id, CAM.id)]
        assert (counts, await reader.seekers.count(GUILD, "hive_mind", ANN.id, now)) == ([1, 0], 0)

"""Moderators' decisions about tables: each act counts once and is audited; no seat change bypasses a lock or block."""

from typing import Any

import pytest

from cogs.ui.kit.interface import interface
from data.store import AuditRow
from engine.games import game_type
from tables import lobby
from tables.committing.outbox_rows import CARD, LOBBY, REFRESH
from tables.moderating import blocks, moderation
from tables.moderating.moderation import Moderator
from tables.moderating.moderation_state import decode_moderation
from tables.refusal import Refusal
from tables.seat_changes import seats
from tables.service import TableService
from tables.settings import TableSettings
from tests.cog_tables import ANN, BEN, CAM, DAN, EVE, GUILD, TABLE, deliver, mover, open_lobby, queued, start_table
from tests.running_dispatchers import Clock, Running

BY = Moderator(EVE.id, "too loud")


async def trail(service: TableService) -> list[AuditRow]:
    async with service.store.read() as reader:
        return list(await reader.servers.audit_of_server(GUILD, 50))


async def queued_kinds(service: TableService) -> set[str]:
    return {row.kind for row in await queued(service)}


async def test_a_game_is_ended_once_and_it_is_kept_who_did_it_when_and_why(service: TableService, clock: Clock) -> None:
    await start_table(service)
    await deliver(service.store)

    table = await service.change(TABLE, moderation.end(BY))
    with pytest.raises(Refusal, match="ended early"):
        await service.change(TABLE, moderation.end(BY))

    assert table.row.phase == "cancelled"
    assert decode_moderation(table.row).ended
    assert CARD in await queued_kinds(service)
    (entry,) = await trail(service)
    assert (entry.actor, entry.act, entry.table_id, entry.reason) == (EVE.id, "end", TABLE, "too loud")
    assert entry.created == clock.now
    assert "too loud" not in repr(entry), "a reason may be about somebody, and stays out of logs"


async def test_a_seat_in_a_game_becomes_a_computer_players(service: TableService, timers: Running) -> None:
    await start_table(service, 3)
    removed, seen = await mover(service)

    table = await service.change(TABLE, moderation.remove(BY, removed.id))

    assert table.seat_of(removed.id) is None
    assert [seat.player for seat in table.seats if seat.user_id is None] == ["random"]
    assert table.row.step == seen.row.step + 1, "whatever they had open is stale"
    await timers.settle()
    after = await service.load(TABLE)
    assert after.row.phase == "playing"
    assert after.actors != table.actors, "the computer player has moved"
    assert [(entry.act, entry.user_id) for entry in await trail(service)] == [("remove", removed.id)]
    with pytest.raises(Refusal, match="has changed"):
        await service.change(TABLE, moderation.remove(BY, removed.id))
    assert len(await trail(service)) == 1


async def test_the_host_who_is_removed_is_followed_by_the_next_person(service: TableService) -> None:
    await start_table(service)

    table = await service.change(TABLE, moderation.remove(BY, ANN.id))

    assert table.row.host == BEN.id
    with pytest.raises(Refusal, match="Nobody else plays"):
        await service.change(TABLE, moderation.remove(BY, BEN.id))


async def test_a_seat_in_a_lobby_is_free_again_but_not_the_hosts(service: TableService) -> None:
    await open_lobby(service)
    await service.change(TABLE, lobby.join(BEN, "salt"))

    table = await service.change(TABLE, moderation.remove(BY, BEN.id))

    assert [seat.user_id for seat in table.seats] == [ANN.id]
    with pytest.raises(Refusal, match="the host"):
        await service.change(TABLE, moderation.remove(BY, ANN.id))


async def test_moderators_offer_the_seat_of_somebody_who_plays(service: TableService) -> None:
    await start_table(service)
    person, seen = await mover(service)
    assert seen.seat is not None

    await service.change(TABLE, moderation.offer(BY, seen.seat, person.id, CAM.id))
    await service.act(TABLE, person.id, seen.legal[0])
    with pytest.raises(Refusal, match="Only the person who offered"):
        await service.change(TABLE, seats.withdraw(person.id, seen.seat, 1))
    table = await service.change(TABLE, seats.take(CAM, seen.seat, 1))

    assert table.seat_of(CAM.id) is not None, "playing on takes back nothing that a moderator decided"
    assert table.seat_of(person.id) is None
    assert table.seats[seen.seat].by_moderator == 0


# Locked


@pytest.fixture
async def locked_lobby(service: TableService) -> TableService:
    await open_lobby(service, TableSettings(seats=3, host_called=True, invited=(CAM.id,)))
    await service.change(TABLE, lobby.join(BEN, "salt"))
    await deliver(service.store)
    await service.change(TABLE, moderation.lock(BY))
    return service


async def test_nobody_comes_into_a_locked_lobby(locked_lobby: TableService) -> None:
    assert LOBBY in await queued_kinds(locked_lobby), "it says so"
    for decision in (lobby.join(CAM, "salt"), lobby.add_computer(ANN.id, "s"), lobby.fill_with_computers(ANN.id, "s")):
        with pytest.raises(Refusal, match="locked this table"):
            await locked_lobby.change(TABLE, decision)

    await locked_lobby.change(TABLE, lobby.leave(BEN.id))
    with pytest.raises(Refusal, match="locked this table"):
        await locked_lobby.change(TABLE, lobby.join(BEN, "salt"))
    await locked_lobby.change(TABLE, moderation.unlock(BY))
    await locked_lobby.change(TABLE, lobby.join(CAM, "salt"))


async def test_a_lock_is_set_and_taken_off_once(locked_lobby: TableService) -> None:
    with pytest.raises(Refusal, match="already locked"):
        await locked_lobby.change(TABLE, moderation.lock(BY))
    await locked_lobby.change(TABLE, moderation.unlock(BY))
    with pytest.raises(Refusal, match="isn't locked"):
        await locked_lobby.change(TABLE, moderation.unlock(BY))

    assert [entry.act for entry in await trail(locked_lobby)] == ["unlock", "lock"]


async def test_a_locked_game_goes_on_but_no_seat_changes_hands_and_no_move_is_taken_back(
    service: TableService,
) -> None:
    await start_table(service)
    await service.change(TABLE, seats.offer(ANN.id, 0, CAM.id))
    await deliver(service.store)
    locked = await service.change(TABLE, moderation.lock(BY))

    assert REFRESH in await queued_kinds(service), "the card says so"
    with pytest.raises(Refusal, match="no longer on offer"):
        await service.change(TABLE, seats.take(CAM, 0, 1))
    with pytest.raises(Refusal, match="locked this table"):
        await service.change(TABLE, seats.offer(ANN.id, 0, DAN.id))
    person, seen = await mover(service)
    assert seen.row.step == locked.row.step, "no page has become stale"
    made = await service.make_move(TABLE, person.id, seen.legal[0], version=seen.version)
    assert made.take_back is not None
    with pytest.raises(Refusal, match="locked this table"):
        await service.take_back(TABLE, person.id, made.take_back)


async def test_whom_a_moderator_asks_comes_to_a_locked_table(service: TableService) -> None:
    await start_table(service)
    await service.change(TABLE, moderation.lock(BY))

    await service.change(TABLE, moderation.offer(BY, 0, ANN.id, CAM.id))
    table = await service.change(TABLE, seats.take(CAM, 0, 1))

    assert table.seats[0].user_id == CAM.id


async def test_nobody_sees_two_hands_of_one_game(service: TableService) -> None:
    """People who have given their seat away know its hand; they may only take the same seat back."""
    await start_table(service, 3)
    await service.change(TABLE, seats.offer(ANN.id, 0, DAN.id))
    await service.change(TABLE, seats.take(DAN, 0, 1))

    await service.change(TABLE, moderation.offer(BY, 1, BEN.id, ANN.id))
    with pytest.raises(Refusal, match="a different seat in this game"):
        await service.change(TABLE, seats.take(ANN, 1, 1))
    await service.change(TABLE, seats.offer(DAN.id, 0, ANN.id))
    table = await service.change(TABLE, seats.take(ANN, 0, 2))

    assert [seat.user_id for seat in table.seats] == [ANN.id, BEN.id, CAM.id]


# Blocked


async def test_who_is_blocked_can_open_join_take_or_be_asked_for_nothing(service: TableService) -> None:
    await open_lobby(service)
    await start_table(service, id="another123", channel_id=7)
    await service.change("another123", seats.offer(ANN.id, 0, CAM.id))
    await blocks.block(service, GUILD, CAM.id, BY)

    kept = f"blocked <@{CAM.id}> from its tables"
    with pytest.raises(Refusal, match="blocked you from its tables"):
        await service.change(TABLE, lobby.join(CAM, "salt"))
    with pytest.raises(Refusal, match="blocked you from its tables"):
        await open_lobby(service, id="third12345", host=CAM.id)
    with pytest.raises(Refusal, match=kept):
        await open_lobby(service, TableSettings(seats=2, invited=(CAM.id,)), id="third12345")
    with pytest.raises(Refusal, match="blocked you from its tables"):
        await service.change("another123", seats.take(CAM, 0, 1))
    with pytest.raises(Refusal, match=kept):
        await service.change("another123", seats.offer(BEN.id, 1, CAM.id))
    assert (await service.load("another123")).seats[0].user_id == ANN.id


async def test_whoever_is_blocked_leaves_a_lobby_that_somebody_joins_at_the_same_moment(
    service: TableService, monkeypatch: pytest.MonkeyPatch
) -> None:
    await open_lobby(service, TableSettings(seats=4, host_called=True))
    await service.change(TABLE, lobby.join(BEN, "ben"))
    change, joined = service.change, lobby.join(CAM, "cam")

    async def joined_before(*given: Any, **options: Any) -> Any:
        monkeypatch.setattr(service, "change", change)
        await change(TABLE, joined)
        return await change(*given, **options)

    monkeypatch.setattr(service, "change", joined_before)
    await blocks.block(service, GUILD, BEN.id, BY)

    assert [seat.user_id for seat in (await service.load(TABLE)).seats] == [ANN.id, CAM.id]


async def test_a_kill_while_somebody_is_blocked_leaves_them_in_no_lobby_for_good(service: TableService) -> None:
    await open_lobby(service, TableSettings(seats=4, host_called=True))
    await service.change(TABLE, lobby.join(BEN, "ben"))
    async with service.store.write() as writer:
        await writer.servers.add_block(GUILD, BEN.id)

    with pytest.raises(Refusal, match="already blocked from this server's tables"):
        await blocks.block(service, GUILD, BEN.id, BY)

    assert [seat.user_id for seat in (await service.load(TABLE)).seats] == [ANN.id]


async def test_who_is_blocked_plays_on_where_they_play_and_elsewhere(service: TableService) -> None:
    await start_table(service)
    await blocks.block(service, GUILD, BEN.id, BY)

    for _ in range(2):
        person, seen = await mover(service)
        await service.act(TABLE, person.id, seen.legal[0])
    await open_lobby(service, id="elsewhere1", host=BEN.id, guild_id=GUILD + 1)


async def test_who_is_blocked_leaves_the_tables_that_have_not_started(service: TableService) -> None:
    """Otherwise their game could begin after they were blocked."""
    await open_lobby(service, host=BEN.id)
    await open_lobby(service, id="guest12345")
    await open_lobby(service, id="elsewhere1", guild_id=GUILD + 1)
    for table in ("guest12345", "elsewhere1"):
        await service.change(table, lobby.join(BEN, "salt"))

    await blocks.block(service, GUILD, BEN.id, BY)

    assert (await service.load(TABLE)).row.phase == "cancelled"
    assert [seat.user_id for seat in (await service.load("guest12345")).seats] == [ANN.id]
    assert len((await service.load("elsewhere1")).seats) == 2
    assert sorted((entry.act, entry.table_id or "", entry.reason) for entry in await trail(service)) == [
        ("block", "", "too loud"),
        ("end", TABLE, "too loud"),
        ("remove", "guest12345", "too loud"),
    ]


async def test_who_is_unblocked_comes_again_and_each_is_done_once(service: TableService) -> None:
    await open_lobby(service)
    await blocks.block(service, GUILD, BEN.id, BY)
    with pytest.raises(Refusal, match="already blocked from"):
        await blocks.block(service, GUILD, BEN.id, BY)
    await blocks.unblock(service, GUILD, BEN.id, Moderator(DAN.id))
    with pytest.raises(Refusal, match="aren't blocked"):
        await blocks.unblock(service, GUILD, BEN.id, Moderator(DAN.id))

    await service.change(TABLE, lobby.join(BEN, "salt"))
    await service.change(TABLE, lobby.start(ANN.id, game_type("monster_hex"), interface("monster_hex")))

    assert [(entry.actor, entry.act, entry.user_id) for entry in await trail(service)] == [
        (DAN.id, "unblock", BEN.id),
        (EVE.id, "block", BEN.id),
    ]

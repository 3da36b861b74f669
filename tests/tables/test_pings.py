"""Pings after a change of a table: recipients and channel, each person once per turn, by their own preference."""

import msgspec
import pytest

from data.store import Store
from tables import moves
from tables.calling import nudges
from tables.calling.nudges import AGAIN_MS, FIRST_MS
from tables.calling.pings import JUST_ACTED_MS, LAST_AFTER_MS
from tables.calling.recipients import CALL, DIRECT, LAST, NUDGE, CallPayload
from tables.committing.outbox_rows import CARD, REFRESH_MS, CardPayload
from tables.open_table import Person
from tables.preferences import change_preferences
from tables.refusal import Refusal
from tables.seat_changes import seats, stand_ins
from tables.service import TableService
from tables.timing import pauses
from tests.cog_tables import ANN, BEN, CAM, DAN, GAME, HOUR, PEOPLE, TABLE, act, deliver, mover, play, start_table
from tests.hive_matches import ROUND_1, started
from tests.running_dispatchers import Clock, Running

READY = f"{ROUND_1} ready"
Ping = tuple[str, str, int]


async def called(store: Store) -> list[Ping]:
    """Return the pings in the undelivered outbox rows: kind, reason (empty on a card), user id."""
    found: list[Ping] = []
    async with store.read() as reader:
        for row in await reader.outbox.pending(2**62):
            if row.kind == CARD:
                found += [(CARD, "", user) for user in msgspec.json.decode(row.payload, type=CardPayload).users]
            elif row.kind in (CALL, DIRECT):
                payload = msgspec.json.decode(row.payload, type=CallPayload)
                found += [(row.kind, payload.reason, user) for user in payload.users]
    return found


async def delivered(store: Store) -> list[Ping]:
    """Return the pings in the undelivered outbox rows, and mark these as delivered."""
    found = await called(store)
    await deliver(store)
    async with store.write() as writer:
        await writer.outbox.mark_done([row.id for row in await writer.outbox.pending(2**62)])
    return found


async def other(service: TableService) -> int:
    """Return the id of the player, of Ann and Ben, who need not act."""
    person, _ = await mover(service)
    return BEN.id if person == ANN else ANN.id


async def test_the_first_card_calls_whoever_must_act_also_the_one_who_has_started_the_game(
    service: TableService, store: Store
) -> None:
    await start_table(service, 1, 1)

    assert await called(store) == [(CARD, "", ANN.id)]


async def test_a_turn_calls_whoever_must_act_once_and_not_for_a_second_change_of_the_same_turn(
    service: TableService, store: Store
) -> None:
    await start_table(service, 3)
    await delivered(store)

    await act(service)
    (ping,) = await delivered(store)
    waiting = (await service.load(TABLE)).awaited_seats()[0].user_id
    assert ping == (CARD, "", waiting)

    bystander = next(person.id for person in PEOPLE[:3] if person.id != waiting)
    await service.resign(TABLE, bystander)
    assert await delivered(store) == []


async def test_whoever_moves_again_after_a_computer_is_called_only_once_they_may_have_gone(
    service: TableService, store: Store, timers: Running
) -> None:
    await start_table(service, 1, 1)
    called = [(CARD, "", ANN.id)]
    # After the clock was set back, the time since the last move is unknown.
    for passed, expected in ((0, []), (JUST_ACTED_MS, []), (JUST_ACTED_MS + 1, called), (-HOUR, called)):
        while not (await service.view(TABLE)).awaited_seats():
            await timers.settle()
        await delivered(store)
        if timers.task is not None:
            await timers.kill()
        await act(service)
        assert await delivered(store) == [], "the computer is to move"
        timers.clock.now += passed
        while not (await service.view(TABLE)).awaited_seats():
            await timers.settle()
        assert await delivered(store) == expected


async def test_whoever_moves_again_after_a_stand_in_is_not_called(service: TableService, timers: Running) -> None:
    await start_table(service)
    person, _ = await mover(service)
    away = BEN if person == ANN else ANN
    await service.change(TABLE, stand_ins.begin(away.id, service.hooks(GAME)))
    await delivered(service.store)

    await act(service)
    await timers.settle()

    assert [seat.user_id for seat in (await service.load(TABLE)).awaited_seats()] == [person.id]
    assert await delivered(service.store) == []


async def test_whoever_closes_a_simultaneous_turn_by_acting_is_not_called_for_the_next(service: TableService) -> None:
    await started(service)
    assert await delivered(service.store) == [(CARD, "", person.id) for person in (ANN, BEN, CAM)]

    await service.act(TABLE, BEN.id, READY)
    await service.act(TABLE, CAM.id, READY)
    assert await delivered(service.store) == [(CALL, LAST, ANN.id)]
    await service.act(TABLE, ANN.id, READY)

    assert await delivered(service.store) == [(CARD, "", BEN.id), (CARD, "", CAM.id)]


@pytest.mark.parametrize(("passed", "expected"), [(JUST_ACTED_MS, [BEN, CAM]), (JUST_ACTED_MS + 1, [ANN, BEN, CAM])])
async def test_whoever_acts_just_before_time_closes_the_turn_is_not_called_for_the_next(
    service: TableService, store: Store, timers: Running, passed: int, expected: list[Person]
) -> None:
    await started(service, clock=300, on_expiry="default")
    await delivered(store)
    timers.clock.now += 300_000 - passed
    await service.act(TABLE, ANN.id, READY)
    await timers.settle(passed)

    assert (await service.load(TABLE)).row.turn == 2
    assert [ping for ping in await delivered(store) if ping[0] == CARD] == [(CARD, "", one.id) for one in expected]


async def test_the_host_who_closes_a_round_is_not_called_for_the_next(service: TableService, store: Store) -> None:
    await started(service)
    await delivered(store)

    await service.close_round(TABLE, ANN.id, version="t1")

    assert await delivered(store) == [(CARD, "", BEN.id), (CARD, "", CAM.id)]


async def test_the_last_one_is_told_once_in_a_turn_and_the_card_is_edited_first(
    service: TableService, store: Store, clock: Clock
) -> None:
    await started(service)
    await delivered(store)
    clock.now += LAST_AFTER_MS
    await service.act(TABLE, BEN.id, READY)
    assert await called(store) == []
    await service.act(TABLE, CAM.id, READY)
    async with store.read() as reader:
        (row,) = await reader.outbox.pending_of_table(TABLE, CALL)
    assert (row.due, await delivered(store)) == (clock.now + REFRESH_MS, [(CALL, LAST, ANN.id)])

    # Cam reopens the submission and is ready again.
    await service.act(TABLE, CAM.id, "reopen")
    assert await delivered(store) == []
    await service.act(TABLE, CAM.id, "ready")

    assert await delivered(store) == []


async def test_the_last_one_is_not_told_so_just_after_the_call_for_the_turn(
    service: TableService, store: Store, clock: Clock
) -> None:
    await started(service)
    called_at = clock.now
    clock.now += 60_000
    await service.act(TABLE, BEN.id, READY)
    await service.act(TABLE, CAM.id, READY)

    async with store.read() as reader:
        (row,) = await reader.outbox.pending_of_table(TABLE, CALL)
    assert row.due == called_at + LAST_AFTER_MS


async def test_nobody_is_the_last_one_where_only_resigning_has_left_them_alone(service: TableService) -> None:
    await started(service)
    await delivered(service.store)

    await service.resign(TABLE, BEN.id)
    await service.resign(TABLE, CAM.id)

    assert [ping for ping in await delivered(service.store) if ping[1] == LAST] == []


async def test_whoever_takes_a_seat_by_a_tap_is_not_called_and_neither_is_the_one_before(service: TableService) -> None:
    await start_table(service)
    person, seen = await mover(service)
    await delivered(service.store)

    seat = next(seat.seat for seat in seen.seats if seat.user_id == person.id)
    await service.change(TABLE, seats.offer(person.id, seat, DAN.id))
    await service.change(TABLE, seats.take(DAN, seat, 1))

    assert (await service.load(TABLE)).awaited_seats()[0].user_id == DAN.id
    assert await delivered(service.store) == []


async def test_each_person_is_called_in_the_way_they_wish(service: TableService, store: Store) -> None:
    await change_preferences(store, ANN, pings="none")
    await change_preferences(store, BEN, pings="direct")
    await started(service, 4)

    assert await delivered(store) == [(CARD, "", CAM.id), (CARD, "", DAN.id), (DIRECT, "turn", BEN.id)]

    for person, wish in ((BEN, "mention"), (ANN, "mention")):
        await change_preferences(store, person, pings=wish)
    await nudges.mute(service, TABLE, ANN.id, muted=True)
    await nudges.mute(service, TABLE, BEN.id, muted=True)
    await nudges.mute(service, TABLE, BEN.id, muted=False)
    await service.change(TABLE, moves.close_round(ANN.id, "t1", service.hooks))

    assert await delivered(store) == [(CARD, "", BEN.id), (CARD, "", CAM.id), (CARD, "", DAN.id)]


async def test_a_table_in_direct_messages_sends_no_second_one_beside_its_card(service: TableService) -> None:
    await change_preferences(service.store, ANN, pings="direct")
    await start_table(service, 1, 1, guild_id=None)

    assert await called(service.store) == [(CARD, "", ANN.id)]


@pytest.mark.parametrize("why", ["paused", "vacation"])
async def test_nobody_is_nudged_who_need_not_hurry(service: TableService, store: Store, clock: Clock, why: str) -> None:
    await start_table(service)
    person, _ = await mover(service)
    clock.now += FIRST_MS
    rests_until = clock.now + 24 * HOUR
    if why == "paused":
        await service.change(TABLE, pauses.emergency_pause(person.id, clock.now))
        rests_until = clock.now + pauses.EMERGENCY_MS
    else:
        async with store.write() as writer:
            await writer.people.add_vacation(person.id, clock.now - 1, rests_until)
    await deliver(store)

    with pytest.raises(Refusal, match=rf"<t:{rests_until // 1000}:R>"):
        await nudges.nudge(service, TABLE, await other(service))

    assert await delivered(store) == []


async def test_a_nudge_calls_after_the_first_hour_and_once_a_day(service: TableService, clock: Clock) -> None:
    await start_table(service)
    person, _ = await mover(service)
    asking = await other(service)
    await delivered(service.store)
    clock.now += FIRST_MS - 1
    with pytest.raises(Refusal, match=rf"<t:{(clock.now + 1) // 1000}:R>"):
        await nudges.nudge(service, TABLE, asking)

    clock.now += 1
    await nudges.nudge(service, TABLE, asking)

    assert await delivered(service.store) == [(CALL, NUDGE, person.id)]
    first = clock.now
    clock.now += AGAIN_MS - 1
    with pytest.raises(Refusal, match=rf"<t:{(first + AGAIN_MS) // 1000}:R>"):
        await nudges.nudge(service, TABLE, asking)
    clock.now += 1
    await nudges.nudge(service, TABLE, asking)
    assert await delivered(service.store) == [(CALL, NUDGE, person.id)]


async def test_a_nudge_and_what_a_follower_reads_are_posted_without_waiting_for_another_commit(
    service: TableService, clock: Clock
) -> None:
    await start_table(service)
    clock.now += FIRST_MS
    commits: list[int] = []
    service.on_commit(lambda: commits.append(clock.now))

    await nudges.nudge(service, TABLE, await other(service))
    assert len(commits) == 1
    await nudges.follow(service, TABLE, DAN.id, each_turn=True)
    assert len(commits) == 2


async def test_a_nudge_is_for_players_about_others_and_a_muted_table_calls_nobody(
    service: TableService, store: Store, clock: Clock
) -> None:
    await start_table(service)
    person, _ = await mover(service)
    await delivered(store)
    clock.now += HOUR
    for user, text in ((DAN.id, "Only the players"), (person.id, "isn't waiting for anybody else")):
        with pytest.raises(Refusal, match=text):
            await nudges.nudge(service, TABLE, user)

    await nudges.mute(service, TABLE, person.id, muted=True)
    await nudges.nudge(service, TABLE, await other(service))

    assert await delivered(store) == []


async def test_when_the_table_has_ended_nobody_is_called(service: TableService, store: Store) -> None:
    await start_table(service)
    await play(service)
    await deliver(store)

    assert [ping for ping in await called(store) if ping[0] != CARD] == []
    with pytest.raises(Refusal, match="over"):
        await nudges.nudge(service, TABLE, ANN.id)


async def test_in_quiet_hours_the_card_only_names_and_the_ping_follows_when_they_end(
    service: TableService, store: Store, clock: Clock
) -> None:
    midnight = clock.now - clock.now % (24 * HOUR)
    clock.now = midnight + 22 * HOUR
    await change_preferences(store, ANN, time_zone="UTC", quiet_from=21 * 60, quiet_until=7 * 60)
    await start_table(service, 1, 1)

    assert await called(store) == [(CALL, "turn", ANN.id)]
    async with store.read() as reader:
        (row,) = await reader.outbox.pending_of_table(TABLE, CALL)
        (card,) = await reader.outbox.pending_of_table(TABLE, CARD)
    assert row.due == midnight + 31 * HOUR
    assert msgspec.json.decode(card.payload, type=CardPayload).users == ()

"""Seats that change hands during a game: who may offer and take them, and what the new person gets."""

import asyncio
from typing import Any

import pytest

from data.store import SeatRow, Store
from engine.core import SPECTATOR
from tables import lobby
from tables.calling.questions import KEPT, TAKEN, TOO_LATE, OfferPayload
from tables.committing.outbox_rows import CARD, LOBBY, OFFER, REFRESH
from tables.computer_players import ComputerPlayers
from tables.open_table import OpenTable, Person
from tables.refusal import BoardMovedOn, Refusal
from tables.seat_changes import seats
from tables.service import TableService
from tables.story import SeatHandedOver
from tables.timing.clocks import COMPUTER, DEADLINE
from tests.cog_tables import (
    ANN,
    BEN,
    CAM,
    DAN,
    EVE,
    MINUTES_5,
    TABLE,
    deliver,
    due,
    logged,
    mover,
    payloads,
    play,
    queued,
    start_table,
)
from tests.hive_matches import ROUND_1, started
from tests.running_dispatchers import Clock, Running
from tests.thinking_here import think_here


async def offered(service: TableService, by: Person, seat: int, to: Person, **more: Any) -> SeatRow:
    """Return the seat after it was offered."""
    return (await service.change(TABLE, seats.offer(by.id, seat, to.id, **more))).seats[seat]


async def handed_over(service: TableService, by: Person, seat: int, to: Person) -> OpenTable:
    """Return the table after a seat was offered and taken."""
    number = (await offered(service, by, seat, to)).offers
    return await service.change(TABLE, seats.take(to, seat, number))


async def refused(service: TableService, decision: Any) -> str:
    with pytest.raises(Refusal) as caught:
        await service.change(TABLE, decision)
    return caught.value.text


# Permissions


async def test_people_pass_on_their_own_seat_and_the_host_those_of_computer_players(service: TableService) -> None:
    await start_table(service, 2, 1)

    assert (await offered(service, BEN, 1, CAM)).offered_to == CAM.id
    assert (await offered(service, ANN, 2, DAN)).offered_by == ANN.id
    assert "Only the host can offer other seats" in await refused(service, seats.offer(BEN.id, 2, EVE.id))
    assert "Only the host can offer other seats" in await refused(service, seats.offer(EVE.id, 1, DAN.id))
    assert "Ben is still playing" in await refused(service, seats.offer(ANN.id, 1, EVE.id))
    assert "Ben already has a seat" in await refused(service, seats.offer(ANN.id, 0, BEN.id))
    assert "no longer on offer" in await refused(service, seats.offer(ANN.id, 3, EVE.id))


async def test_a_seat_changes_hands_only_during_a_game(service: TableService) -> None:
    table = await start_table(service)
    number = (await offered(service, BEN, 1, CAM)).offers
    await service.change(table.row.id, lobby.cancel(ANN.id))

    assert "ended early" in await refused(service, seats.take(CAM, 1, number))
    assert "ended early" in await refused(service, seats.offer(BEN.id, 1, CAM.id))


async def test_a_seat_that_has_resigned_is_out_of_the_game(service: TableService) -> None:
    await start_table(service, 3)
    number = (await offered(service, BEN, 1, DAN)).offers
    await service.resign(TABLE, BEN.id)

    for decision in (seats.offer(BEN.id, 1, DAN.id), seats.offer(ANN.id, 1, DAN.id)):
        assert "Ben's seat is out of this game" in await refused(service, decision)
    assert "no longer on offer" in await refused(service, seats.take(DAN, 1, number))


async def test_the_host_offers_a_seat_after_two_deadlines_missed_until_its_person_acts(
    service: TableService, timers: Running
) -> None:
    await start_table(service, clock=MINUTES_5)
    absent, _ = await mover(service)
    seat = 0 if absent == ANN else 1
    # The person who must act first is absent; the other one becomes the host.
    async with service.store.write(TABLE) as writer:
        await writer.tables.update(TABLE, (await service.view(TABLE)).row.step, host=(BEN if absent == ANN else ANN).id)
    host = BEN if absent == ANN else ANN
    while (await service.load(TABLE)).seats[seat].missed < seats.AWAY_AFTER:
        assert f"{absent.name} is still playing" in await refused(service, seats.offer(host.id, seat, CAM.id))
        if (await mover(service))[0] == host:
            _, seen = await mover(service)
            await service.act(TABLE, host.id, seen.legal[0])
        else:
            await timers.settle(MINUTES_5 * 1000)
    number = (await offered(service, host, seat, CAM)).offers
    while (await mover(service))[0] == host:
        await service.act(TABLE, host.id, (await mover(service))[1].legal[0])

    await service.act(TABLE, absent.id, (await mover(service))[1].legal[0])

    row = (await service.load(TABLE)).seats[seat]
    assert (row.missed, row.offered_to) == (0, None)
    assert "no longer on offer" in await refused(service, seats.take(CAM, seat, number))


async def test_the_host_offers_the_seat_of_somebody_who_has_left_the_server(service: TableService) -> None:
    await start_table(service)

    number = (await offered(service, ANN, 1, CAM, has_left=True)).offers
    table = await service.change(TABLE, seats.take(CAM, 1, number))

    assert (table.seats[1].user_id, table.seats[1].missed) == (CAM.id, 0)


# Answers


async def test_only_the_tap_of_whoever_was_asked_gives_the_seat_and_once(service: TableService) -> None:
    await start_table(service)
    number = (await offered(service, BEN, 1, CAM)).offers

    assert "offered to somebody else" in await refused(service, seats.take(DAN, 1, number))
    assert "offered to somebody else" in await refused(service, seats.decline(DAN.id, 1, number))
    results = await asyncio.gather(
        *(service.change(TABLE, seats.take(CAM, 1, number)) for _ in range(2)), return_exceptions=True
    )

    assert sorted(isinstance(result, Refusal) for result in results) == [False, True]
    assert [seat.user_id for seat in (await service.load(TABLE)).seats] == [ANN.id, CAM.id]


async def test_an_offer_that_was_declined_withdrawn_or_replaced_gives_no_seat(service: TableService) -> None:
    await start_table(service)
    first = (await offered(service, BEN, 1, CAM)).offers
    assert "already been asked" in await refused(service, seats.offer(BEN.id, 1, CAM.id))
    await service.change(TABLE, seats.decline(CAM.id, 1, first))
    second = (await offered(service, BEN, 1, CAM)).offers
    assert "Only the person who offered" in await refused(service, seats.withdraw(CAM.id, 1, second))
    await service.change(TABLE, seats.withdraw(BEN.id, 1, second))
    third = (await offered(service, BEN, 1, CAM)).offers
    fourth = (await offered(service, BEN, 1, DAN)).offers

    for number in (first, second, third):
        assert "no longer on offer" in await refused(service, seats.take(CAM, 1, number))
    said = [(offer.number, offer.outcome) for offer in await payloads(service, OFFER, OfferPayload)]
    assert said == [(1, ""), (1, KEPT), (2, ""), (2, KEPT), (3, ""), (3, KEPT), (4, "")]
    await service.change(TABLE, seats.take(DAN, 1, fourth))
    assert (await payloads(service, OFFER, OfferPayload))[-1].outcome == TAKEN


async def test_a_seat_is_offered_ten_times_at_most(service: TableService) -> None:
    await start_table(service)
    for number in range(seats.MOST_OFFERS):
        await offered(service, BEN, 1, (CAM, DAN)[number % 2])

    assert "too often" in await refused(service, seats.offer(BEN.id, 1, EVE.id))


async def test_the_end_of_a_game_settles_its_offers(service: TableService) -> None:
    await start_table(service)
    await offered(service, BEN, 1, CAM)

    await service.resign(TABLE, ANN.id)

    assert (await service.load(TABLE)).seats[1].offered_to is None
    assert [offer.outcome for offer in await payloads(service, OFFER, OfferPayload)] == ["", TOO_LATE]


# Effects on the seat's contents


async def test_what_a_seat_knows_is_its_new_persons_and_no_longer_the_old_ones(service: TableService) -> None:
    await start_table(service)
    before = await service.view(TABLE, BEN.id)
    await service.keep_draft(TABLE, 1, "guess", before.row.turn, "secret")

    await handed_over(service, BEN, 1, CAM)

    after, spectator = await service.view(TABLE, CAM.id), await service.view(TABLE)
    assert (after.seat, after.view) == (1, before.view)
    assert after.drafts == {}, "what somebody was composing is theirs"
    old = await service.view(TABLE, BEN.id)
    assert (old.seat, old.view, old.legal) == (None, spectator.view, ())
    with pytest.raises(Refusal, match="watching"):
        await service.act(TABLE, BEN.id, before.legal[0] if before.legal else "close")


async def test_the_hosts_duties_go_with_the_hosts_seat(service: TableService) -> None:
    await start_table(service)

    assert (await handed_over(service, ANN, 0, CAM)).row.host == CAM.id


async def test_open_pages_stay_good_unless_they_are_of_the_seat_that_must_act(
    service: TableService, store: Store, clock: Clock
) -> None:
    await start_table(service, 3, clock=MINUTES_5)
    person, seen = await mover(service)
    acting = seen.actors[0]
    other = next(seat for seat in (await service.load(TABLE)).seats if seat.seat != acting)
    await deliver(store)
    before = await due(store, DEADLINE)

    await handed_over(service, Person(other.user_id or 0, other.name), other.seat, DAN)

    assert (await service.load(TABLE)).version == seen.version
    assert sorted(row.kind for row in await queued(service)) == sorted([LOBBY, OFFER, OFFER, REFRESH])
    assert await due(store, DEADLINE) == before

    await deliver(store)
    clock.now += 60_000
    table = await handed_over(service, person, acting, EVE)

    assert sorted(row.kind for row in await queued(service)) == sorted([CARD, LOBBY, OFFER, OFFER])
    assert await due(store, DEADLINE) == clock.now + MINUTES_5 * 1000
    with pytest.raises(BoardMovedOn):
        await service.act(TABLE, EVE.id, seen.legal[0], version=seen.version)
    await service.act(TABLE, EVE.id, seen.legal[0], version=table.version)


async def test_in_a_simultaneous_turn_what_was_chosen_stays_and_the_clock_runs_on(service: TableService) -> None:
    await started(service, clock=MINUTES_5)
    await service.act(TABLE, BEN.id, ROUND_1, version="t1")
    await deliver(service.store)
    before = await due(service.store, DEADLINE)

    table = await handed_over(service, BEN, 1, DAN)

    assert table.version == "t1"
    assert sorted(row.kind for row in await queued(service)) == sorted([LOBBY, OFFER, OFFER, REFRESH])
    assert await due(service.store, DEADLINE) == before
    await service.act(TABLE, DAN.id, "ready", version="t1")
    for person in (ANN, CAM):
        await service.act(TABLE, person.id, f"{ROUND_1} ready", version="t1")
    assert (await service.view(TABLE)).row.turn == 2


async def test_a_computer_player_that_is_thinking_does_not_move_for_the_person_who_came(service: TableService) -> None:
    table = await start_table(service, 1, 1)
    if table.actors == (0,):
        _, seen = await mover(service)
        table = await service.act(TABLE, ANN.id, seen.legal[0])
    assert table.actors == (1,)
    assert table.game is not None
    action, turn = table.game.legal(1)[0], table.row.turn
    await deliver(service.store)

    after = await handed_over(service, ANN, 1, CAM)

    with pytest.raises(BoardMovedOn):
        await service.act_for(TABLE, 1, action, turn=turn)
    assert await due(service.store, COMPUTER) is None
    assert sorted(row.kind for row in await queued(service)) == sorted([CARD, LOBBY, OFFER, OFFER])
    assert after.waiting_names() == ("Cam",)
    await ComputerPlayers(service, think_here).move(TABLE, after.row.step)
    assert (await service.load(TABLE)).row.step == after.row.step
    await service.act(TABLE, CAM.id, action)


# The story


async def test_the_story_has_the_seat_in_its_place_and_is_told_once(service: TableService) -> None:
    await start_table(service)
    await play(service, 3)
    _, before, n = await service.load_news(TABLE, 0)
    step = (await service.view(TABLE)).row.step

    await handed_over(service, BEN, 1, CAM)
    await handed_over(service, CAM, 1, DAN)

    changed = (SeatHandedOver(1, "Ben", "Cam"), SeatHandedOver(1, "Cam", "Dan"))
    assert (await service.load_news(TABLE, 0))[1] == (*before, *changed)
    seat = (await service.load(TABLE)).seats[1]
    assert (seat.name, seat.user_id) == ("Dan", DAN.id)
    now = (await service.view(TABLE)).row.step
    assert (await service.load_news(TABLE, n, now))[1] == ()
    if now > step:
        assert (await service.load_news(TABLE, n, step))[1] == changed
    table = await service.load(TABLE)
    assert table.game is not None
    person = DAN if table.actors == (1,) else ANN
    await service.act(TABLE, person.id, table.game.legal(table.actors[0])[0])
    _, after, _ = await service.load_news(TABLE, 0)
    assert after[: len(before) + 2] == (*before, *changed)
    assert len(after) > len(before) + 2
    assert (await service.load_recent(TABLE))[1] == after


async def test_a_result_is_that_of_whoever_has_the_seat_at_the_end(service: TableService) -> None:
    await start_table(service)
    await play(service, 2)
    entries = await logged(service)
    await handed_over(service, BEN, 1, CAM)
    assert await logged(service) == entries, "the record is of seats, and needs no word of who has them"

    table = await play(service)

    assert table.row.phase == "finished"
    async with service.store.read() as reader:
        assert [row.id for row in await reader.tables.finished_of_user(CAM.id, 5)] == [TABLE]
        assert await reader.tables.finished_of_user(BEN.id, 5) == ()
        results = await reader.tables.results_of_user(CAM.id, table.row.guild_id or 0, 5)
    assert {row.user_id for row in results} == {ANN.id, CAM.id}
    assert (await service.view(TABLE, BEN.id)).seat is None
    assert table.game is not None
    assert table.game.view(SPECTATOR) == (await service.view(TABLE)).view

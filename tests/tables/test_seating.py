"""Seats before the start: invitations, seats given away, swapped or freed, and the drawn order."""

from itertools import permutations
from typing import Any

import msgspec
import pytest

from cogs.ui.kit.interface import interface
from engine import fairness
from engine.games import game_type
from engine.verification import verify
from tables import lobby, texts
from tables.calling.questions import KEPT, TAKEN, TOO_LATE, InvitePayload, OfferPayload
from tables.committing.changes import Change, Decision
from tables.committing.outbox_rows import INVITE, OFFER
from tables.open_table import OpenTable
from tables.seat_changes import seating
from tables.seat_changes.seats import MOST_OFFERS
from tables.service import TableService
from tables.settings import RematchPlace, TableSettings
from tests.cog_tables import (
    ANN,
    BEN,
    CAM,
    DAN,
    EVE,
    GAME,
    SEED,
    TABLE,
    after,
    column,
    names_in_order,
    open_lobby,
    payloads,
    refused,
    seat_row,
    table_row,
)

HEX, OURS = game_type(GAME), interface(GAME)
ANN_SITS, BEN_SITS = seat_row(0, salt="1001"), seat_row(1, BEN, salt="1002")
COMPUTER_SITS = seat_row(2, user_id=None, player="greedy", name="Computer 1", salt="1003")


def at(*seats: Any, **settings: Any) -> OpenTable:
    """Return a lobby of Ann's."""
    wanted = TableSettings(**{"seats": 4, **settings})
    return OpenTable(table_row(settings=wanted), seats or (ANN_SITS, BEN_SITS, COMPUTER_SITS), None)


def test_whoever_is_invited_is_pinged_once_and_by_nobody_again() -> None:
    change = seating.invite(ANN.id, [CAM.id, DAN.id, CAM.id, BEN.id])(at())
    invited = after(at(), lambda _: change)

    assert (change.invites, change.invited_by) == ((CAM.id, DAN.id), ANN.id)
    assert seating.pending(invited.settings, invited.seats) == (CAM.id, DAN.id)
    assert refused(seating.invite(ANN.id, [CAM.id]), invited) == seating.NOBODY_NEW
    declined = after(invited, lobby.leave(CAM.id))
    assert refused(seating.invite(ANN.id, [CAM.id]), declined) == seating.NOBODY_NEW
    assert (declined.settings.invited, declined.settings.declined) == ((DAN.id,), (CAM.id,))


def test_a_table_invites_so_many_and_no_more() -> None:
    people = range(1, seating.MOST_INVITED + 1)
    full = after(at(), seating.invite(ANN.id, people))

    assert refused(seating.invite(ANN.id, [CAM.id]), full) == seating.INVITED_MANY


def test_the_host_invites_and_others_at_the_table_where_the_host_lets_them() -> None:
    assert refused(seating.invite(BEN.id, [CAM.id]), at()) == seating.ONLY_HOST_INVITES
    shared = after(at(), seating.arrange(ANN.id, all_invite=True))
    assert seating.invite(BEN.id, [CAM.id])(shared).invites == (CAM.id,)
    assert refused(seating.invite(EVE.id, [CAM.id]), shared) == texts.NOT_SEATED
    # Only the host decides who may take a seat.
    assert after(shared, seating.invite(BEN.id, [CAM.id], open_seats=False)).settings.open_seats


def test_seats_kept_for_the_invited_are_theirs_also_after_a_no() -> None:
    table = after(at(), seating.invite(ANN.id, [CAM.id, DAN.id], open_seats=False))
    declined = after(table, lobby.leave(DAN.id))

    assert refused(lobby.join(EVE, "5"), table) == seating.FOR_INVITED
    assert names_in_order(after(table, lobby.join(CAM, "5")))[-1] == "Cam"
    back = after(declined, lobby.join(DAN, "5"))
    assert (names_in_order(back)[-1], back.settings.declined) == ("Dan", ())
    opened = after(table, seating.arrange(ANN.id, open_seats=True))
    assert names_in_order(after(opened, lobby.join(EVE, "5")))[-1] == "Eve"


def test_who_leaves_a_seat_of_a_closed_table_may_come_back_and_options_keep_all_that_was_arranged() -> None:
    table = after(at(), seating.invite(ANN.id, [CAM.id], open_seats=False))
    table = after(table, lobby.join(CAM, "5"))
    left = after(table, lobby.leave(CAM.id))
    left = after(left, seating.set_seat_order(ANN.id, random=True))

    kept = after(left, lobby.set_options(ANN.id, TableSettings(seats=4, clock=300), HEX)).settings
    assert (kept.open_seats, kept.declined, kept.random_order) == (False, (CAM.id,), True)
    assert names_in_order(after(left, lobby.join(CAM, "6")))[-1] == "Cam"


def test_a_seat_is_given_to_whoever_taps_with_the_hosts_duties_and_the_salt_of_that_tap() -> None:
    asked = after(at(), seating.offer(ANN.id, CAM.id))

    assert refused(seating.take(DAN, "9", 0, 1), asked) == texts.OFFERED_TO_SOMEBODY_ELSE
    assert refused(seating.take(CAM, "9", 0, 2), asked) == texts.OFFER_LAPSED
    taken = after(asked, seating.take(CAM, "9", 0, 1))
    assert names_in_order(taken) == ["Cam", "Ben", "Computer 1"]
    assert (taken.row.host, taken.seats[0].salt, taken.seats[0].offered_to) == (CAM.id, "9", None)
    assert after(at(), seating.offer(BEN.id, CAM.id)).row.host == ANN.id


def test_two_people_swap_places_with_one_tap_each_and_keep_their_salts_and_choices() -> None:
    ben = msgspec.structs.replace(BEN_SITS, choices='{"faction":"red"}')
    asked = after(at(ANN_SITS, ben, COMPUTER_SITS), seating.offer(BEN.id, ANN.id))
    swapped = after(asked, seating.take(ANN, "9", 1, 1))

    assert names_in_order(swapped) == ["Ben", "Ann", "Computer 1"]
    assert [seat.salt for seat in swapped.seats] == ["1002", "1001", "1003"]
    assert swapped.seats[0].choices == ben.choices
    assert swapped.row.host == ANN.id


def test_the_host_swaps_with_a_computer_player_at_once() -> None:
    assert names_in_order(after(at(), seating.swap_with_computer(ANN.id, 2))) == ["Computer 1", "Ben", "Ann"]
    assert refused(seating.swap_with_computer(BEN.id, 2), at()) == seating.COMPUTERS_SWAP_WITH_HOST
    assert refused(seating.swap_with_computer(ANN.id, 1), at()) == seating.COMPUTERS_SWAP_WITH_HOST
    assert refused(seating.swap_with_computer(ANN.id, 7), at()) == seating.PERSON_OR_SEAT


def test_places_of_a_rematch_stay_swapped_when_others_come() -> None:
    places = tuple(RematchPlace(person.id, person.name) for person in (ANN, BEN, CAM))
    table = at(ANN_SITS, BEN_SITS, seats=3, rematch=places, invited=(CAM.id,))
    swapped = after(after(table, seating.offer(BEN.id, ANN.id)), seating.take(ANN, "9", 1, 1))

    assert names_in_order(after(swapped, lobby.join(CAM, "7"))) == ["Ben", "Ann", "Cam"]


@pytest.mark.parametrize(
    "change",
    [
        lobby.leave(CAM.id),
        lobby.leave(BEN.id),
        seating.free_seat(ANN.id, 1, BEN.id),
        seating.set_seat_order(ANN.id, random=True),
        seating.decline(CAM.id, 2, 1),
        seating.decline(BEN.id, 2, 1),
    ],
)
def test_a_question_ends_with_the_places_it_was_about(change: Decision) -> None:
    """In the lobby, Cam has asked Ben to swap."""
    asked = after(at(ANN_SITS, BEN_SITS, seat_row(2, CAM)), seating.offer(CAM.id, BEN.id))
    assert asked.seats[2].offered_to == BEN.id

    assert {seat.offered_to for seat in after(asked, change).seats} == {None}


def test_somebody_who_sits_down_meanwhile_is_no_longer_offered_a_seat() -> None:
    asked = after(at(), seating.offer(BEN.id, CAM.id))

    assert after(asked, lobby.join(CAM, "5")).seats[1].offered_to is None
    assert after(asked, lobby.join(DAN, "5")).seats[1].offered_to == CAM.id


def test_what_nobody_can_be_asked() -> None:
    often = msgspec.structs.replace(BEN_SITS, offers=MOST_OFFERS)
    asked = after(at(), seating.offer(BEN.id, CAM.id))

    assert refused(seating.offer(EVE.id, CAM.id), at()) == texts.NOT_SEATED
    assert refused(seating.offer(BEN.id, BEN.id), at()) == seating.YOUR_OWN_SEAT
    assert refused(seating.offer(BEN.id, CAM.id), asked) == texts.OFFERED_ALREADY
    assert "too often" in refused(seating.offer(BEN.id, CAM.id), at(ANN_SITS, often))
    assert refused(seating.offer(BEN.id, ANN.id), at(random_order=True)) == seating.SWAP_NEEDS_ORDER


def test_the_host_frees_a_seat_whose_person_may_join_again_and_is_named_until_then() -> None:
    freed = after(at(open_seats=False, invited=(BEN.id,)), seating.free_seat(ANN.id, 1, BEN.id))

    assert (names_in_order(freed), freed.settings.freed) == (["Ann", "Computer 1"], (BEN.id,))
    assert seating.pending(freed.settings, freed.seats) == ()
    assert after(freed, lobby.join(BEN, "8")).settings.freed == ()
    assert names_in_order(after(at(), seating.free_seat(ANN.id, 2, None))) == ["Ann", "Ben"]
    assert refused(seating.free_seat(BEN.id, 2, None), at()) == texts.ONLY_HOST
    assert refused(seating.free_seat(ANN.id, 0, ANN.id), at()) == seating.HOST_HAS_SEAT
    assert refused(seating.free_seat(ANN.id, 1, CAM.id), at()) == seating.PERSON_OR_SEAT


# The order


def test_the_order_of_joining_is_that_of_the_salts() -> None:
    mixed = at(msgspec.structs.replace(COMPUTER_SITS, seat=0), seat_row(1, BEN, salt="1002"), seat_row(2, salt="999"))

    assert names_in_order(after(mixed, seating.set_seat_order(ANN.id, random=False))) == ["Ann", "Ben", "Computer 1"]
    assert refused(seating.set_seat_order(BEN.id, random=True), mixed) == texts.ONLY_HOST


def started(seed: bytes, *seats: Any) -> Change:
    table = at(*seats, seats=len(seats), random_order=True)
    row = msgspec.structs.replace(table.row, server_seed=seed, commitment=fairness.commitment(seed))
    return lobby.start(ANN.id, HEX, OURS)(OpenTable(row, table.seats, None))


def test_a_drawn_order_is_that_of_seed_and_salts_whoever_sat_where_before() -> None:
    sat = (ANN_SITS, BEN_SITS, COMPUTER_SITS)
    change = started(SEED, *sat)
    moved = tuple(msgspec.structs.replace(seat, seat=number) for number, seat in enumerate((sat[2], sat[0], sat[1])))

    assert change.seats is not None
    assert [seat.salt for seat in change.seats] == msgspec.json.decode(column(change, "salts"))
    assert column(started(SEED, *moved), "salts") == column(change, "salts")


def test_every_order_is_drawn_by_some_seed() -> None:
    found = {fairness.draw_seat_order("abc", fairness.derive_seed(seed), TABLE, "c") for seed in range(60)}

    assert found == set(permutations(range(3)))


def test_names_of_computer_players_follow_the_drawn_order_and_questions_have_ended() -> None:
    ben = msgspec.structs.replace(BEN_SITS, offered_to=CAM.id, offered_by=BEN.id, offers=1)
    second = msgspec.structs.replace(COMPUTER_SITS, seat=3, name="Computer 2", salt="1004")
    for seed in range(8):
        seats = started(fairness.derive_seed(seed), ANN_SITS, ben, COMPUTER_SITS, second).seats or ()
        assert [seat.name for seat in seats if seat.player] == ["Computer 1", "Computer 2"]
        assert {seat.offered_to for seat in seats} == {None}


# In the store, and what is posted


async def seated(service: TableService, *people: Any) -> None:
    await open_lobby(service, TableSettings(seats=4))
    for number, person in enumerate(people):
        await service.change(TABLE, lobby.join(person, f"join {number}"))


async def test_an_invitation_is_posted_once(service: TableService) -> None:
    await seated(service)
    await service.change(TABLE, seating.invite(ANN.id, [BEN.id]))
    await service.change(TABLE, seating.arrange(ANN.id, open_seats=False))

    assert await payloads(service, INVITE, InvitePayload) == [InvitePayload((BEN.id,), ANN.id)]


@pytest.mark.parametrize(
    ("answer", "outcome", "order"),
    [
        (seating.take(ANN, "9", 1, 1), TAKEN, ["Ben", "Ann", "Cam"]),
        (seating.decline(ANN.id, 1, 1), KEPT, ["Ann", "Ben", "Cam"]),
        (lobby.leave(BEN.id), KEPT, ["Ann", "Cam"]),
        (lobby.cancel(ANN.id), TOO_LATE, ["Ann", "Ben", "Cam"]),
    ],
)
async def test_what_becomes_of_a_question_to_swap_is_told(
    service: TableService, answer: Decision, outcome: str, order: list[str]
) -> None:
    await seated(service, BEN, CAM)
    await service.change(TABLE, seating.offer(BEN.id, ANN.id))
    table = await service.change(TABLE, answer)

    made = OfferPayload(1, 1, ANN.id, BEN.id, "Ben", lobby=True, swap=True)
    settled = msgspec.structs.replace(made, outcome=outcome)
    assert await payloads(service, OFFER, OfferPayload) == [made, settled]
    assert [seat.name for seat in (await service.load(TABLE)).seats] == order == [seat.name for seat in table.seats]


@pytest.mark.parametrize(
    ("answer", "outcome"),
    [(seating.take(DAN, "9", 1, 1), TAKEN), (lobby.join(DAN, "9"), KEPT), (lobby.leave(BEN.id), KEPT)],
)
async def test_what_becomes_of_a_seat_given_away_is_told(service: TableService, answer: Decision, outcome: str) -> None:
    await seated(service, BEN)
    await service.change(TABLE, seating.offer(BEN.id, DAN.id))
    await service.change(TABLE, answer)

    made = OfferPayload(1, 1, DAN.id, BEN.id, "Ben", lobby=True)
    assert await payloads(service, OFFER, OfferPayload) == [made, msgspec.structs.replace(made, outcome=outcome)]


async def test_a_drawn_order_is_what_is_stored_and_played(service: TableService) -> None:
    await seated(service, BEN, CAM)
    await service.change(TABLE, lobby.add_computer(ANN.id, "zz"))
    await service.change(TABLE, seating.set_seat_order(ANN.id, random=True))
    table = await service.change(TABLE, lobby.start(ANN.id, HEX, OURS))

    stored = await service.load(TABLE)
    assert [seat.salt for seat in stored.seats] == msgspec.json.decode(stored.row.salts or "")
    assert [seat.user_id for seat in stored.seats] == [seat.user_id for seat in table.seats]
    assert sorted(seat.name for seat in stored.seats) == ["Ann", "Ben", "Cam", "Computer 1"]
    assert stored.game is not None
    await service.change(TABLE, lobby.cancel(ANN.id))
    found = verify(await service.ended_record(TABLE))
    assert found.differences == ()
    assert "the order of the seats comes from the committed seed" in str(found.statement)

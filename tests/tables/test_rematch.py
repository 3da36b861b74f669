"""Rematches: the seating, the people whose answer is pending, and who may take a seat."""

from typing import Any

import msgspec
import pytest

from cogs.ui.kit.interface import interface
from data.store import SeatRow
from engine.games import game_type
from tables import lobby
from tables.after_the_end.rematch import declined, new_rematch, pending, require_player
from tables.after_the_end.sharing import share
from tables.open_table import OpenTable, Person
from tables.refusal import Refusal
from tables.seat_changes import seating
from tables.service import TableService
from tables.settings import RematchPlace
from tables.viewer import TableView
from tests.cog_tables import (
    ANN,
    BEN,
    CAM,
    DAN,
    GAME,
    TABLE,
    after,
    names_in_order,
    play,
    refused,
    seat_row,
    start_table,
    table_row,
)

HEX, OURS = game_type(GAME), interface(GAME)
COMPUTER = seat_row(2, user_id=None, player="random", name="Computer 1")
SEATS = (
    seat_row(0, choices='{"faction":"red"}'),
    seat_row(1, BEN, choices='{"faction":"blue"}'),
    COMPUTER,
    seat_row(3, CAM),
)


def over(*seats: SeatRow, viewer: int | None = 0, **changes: Any) -> TableView:
    """Return the view of Ann's finished table from one seat."""
    seats = seats or SEATS
    settings = msgspec.structs.replace(
        OpenTable(table_row(), seats, None).settings, seats=len(seats), clock=300, number=7, invited=(BEN.id,)
    )
    row = table_row(settings=settings, **{"phase": "finished", **changes})
    return TableView(row, seats, settings, viewer, None, (), (), None, None)


def opened(host: Person, table: TableView | None = None) -> OpenTable:
    """Return the rematch that a person opens."""
    row, seats = new_rematch(table or over(), host, "again", HEX, OURS, now=5)
    return OpenTable(row, seats, None)


def test_a_rematch_is_in_the_same_place_with_the_same_options_and_a_seal_of_its_own() -> None:
    before = over()

    after_it = opened(BEN, before)

    row, settings = after_it.row, after_it.settings
    assert (row.rematch_of, row.host, row.channel_id) == (TABLE, BEN.id, before.row.channel_id)
    assert (row.id, row.commitment) != (before.row.id, before.row.commitment)
    assert (settings.clock, settings.theme, settings.computer) == (300, "dark", before.settings.computer)
    assert (settings.number, settings.host_called, settings.start_when_full) == (None, False, True)
    assert set(settings.invited) == {ANN.id, CAM.id}


@pytest.mark.parametrize("order", [(ANN, BEN, CAM), (CAM, BEN, ANN), (BEN, ANN, CAM)])
def test_seats_are_rotated_by_one_whoever_agrees_first(order: tuple[Person, ...]) -> None:
    first, *others = order
    table = opened(first)
    for person in others:
        table = after(table, lobby.join(person, f"salt {person.id}"))

    assert names_in_order(table) == ["Ben", "Computer 1", "Cam", "Ann"]
    assert [seat.salt for seat in table.seats if seat.user_id == first.id] == ["again"]
    assert [seat.choices for seat in table.seats] == ['{"faction":"blue"}', "{}", "{}", '{"faction":"red"}']


def test_the_game_starts_when_the_last_has_agreed() -> None:
    table = after(opened(ANN), lobby.start_if_full(lobby.join(BEN, "1"), HEX, OURS))
    assert table.row.phase == "lobby"
    assert [place.name for place in pending(table.settings, table.seats)] == ["Cam"]
    assert "Cam has not answered yet" in refused(lobby.start(ANN.id, HEX, OURS), table)

    table = after(table, lobby.start_if_full(lobby.join(CAM, "2"), HEX, OURS))

    assert table.row.phase == "playing"
    assert table.options["factions"] == ["blue", None, None, "red"]


def test_free_seats_are_kept_until_somebody_declines() -> None:
    table = after(opened(ANN), lobby.join(BEN, "1"))
    assert "reserved for Cam" in refused(lobby.join(DAN, "2"), table)

    table = after(table, lobby.leave(CAM.id))

    assert pending(table.settings, table.seats) == ()
    assert [place.name for place in declined(table.settings, table.seats)] == ["Cam"]
    assert "1 seat is still free" in refused(lobby.start(ANN.id, HEX, OURS), table)
    assert names_in_order(after(table, lobby.join(DAN, "2"))) == ["Ben", "Computer 1", "Ann", "Dan"]


@pytest.mark.parametrize("agrees", [True, False])
def test_a_place_that_the_host_frees_is_kept_for_nobody(*, agrees: bool) -> None:
    """The seat of a person who does not answer can be freed too; else only a computer player could take it."""
    table = after(opened(ANN), lobby.join(BEN, "1"))
    if agrees:
        table = after(table, lobby.join(CAM, "2"))
    seat = table.seat_of(CAM.id)
    freed = after(table, seating.free_seat(ANN.id, 9 if seat is None else seat.seat, CAM.id))

    assert names_in_order(freed) == ["Ben", "Computer 1", "Ann"]
    assert pending(freed.settings, freed.seats) == declined(freed.settings, freed.seats) == ()
    assert freed.settings.freed == (CAM.id,)
    assert names_in_order(after(freed, lobby.join(DAN, "2"))) == ["Ben", "Computer 1", "Ann", "Dan"]
    assert names_in_order(after(freed, lobby.join(CAM, "2"))) == ["Ben", "Computer 1", "Cam", "Ann"]


def test_who_has_agreed_may_still_leave_and_is_waited_for_no_longer() -> None:
    table = after(after(opened(ANN), lobby.join(BEN, "1")), lobby.leave(BEN.id))

    assert names_in_order(table) == ["Computer 1", "Ann"]
    assert [place.name for place in declined(table.settings, table.seats)] == ["Ben"]
    assert refused(lobby.leave(ANN.id), table).startswith("As the host")
    assert "no seat" in refused(lobby.leave(BEN.id), table)


def test_the_host_may_fill_the_seat_of_somebody_who_does_not_answer() -> None:
    table = after(after(opened(ANN), lobby.join(BEN, "1")), lobby.add_computer(ANN.id, "2"))

    assert names_in_order(table) == ["Ben", "Computer 1", "Ann", "Computer 2"]
    assert after(table, lobby.start(ANN.id, HEX, OURS)).row.phase == "playing"


def test_a_faction_is_kept_for_those_who_have_not_answered() -> None:
    table = opened(ANN)

    assert "taken by Ben" in refused(lobby.choose(ANN.id, "faction", "blue", OURS), table)
    assert lobby.choose(ANN.id, "faction", "blue", OURS)(after(table, lobby.leave(BEN.id))).seats is not None


def test_there_is_no_rematch_of_a_game_that_goes_on_nor_for_who_had_no_seat() -> None:
    with pytest.raises(Refusal, match="once this game is over"):
        require_player(over(phase="playing"))
    with pytest.raises(Refusal, match="had a seat"):
        require_player(over(viewer=None))


def test_the_seat_of_somebody_who_is_forgotten_is_free_for_anybody() -> None:
    """Nobody would ever move for that seat."""
    gone = seat_row(0, user_id=None, name="Player 1")
    table = after(opened(BEN, over(gone, *SEATS[1:3], viewer=1)), lobby.join(DAN, "dan"))

    assert sorted(names_in_order(table)) == ["Ben", "Computer 1", "Dan"]
    assert not [seat for seat in table.seats if seat.user_id is None and seat.player is None]


def test_somebody_who_is_forgotten_is_not_told_to_have_declined() -> None:
    places = (RematchPlace(0, ""), RematchPlace(CAM.id, CAM.name))
    settings = msgspec.structs.replace(opened(BEN).settings, rematch=places, invited=())

    assert [place.name for place in declined(settings, ())] == [CAM.name]


def test_garnets_of_seats_go_with_the_people() -> None:
    hive = interface("hive_mind")

    assert hive.rematch_options({"edition": "tempo", "garnets": [1, 2, 3]})["garnets"] == [2, 3, 1]
    assert hive.rematch_options({"edition": "tempo", "garnets": 2})["garnets"] == 2


async def test_only_a_finished_game_is_shared_by_who_played_it(service: TableService) -> None:
    await start_table(service)
    with pytest.raises(Refusal, match="played to its end"):
        await share(service, TABLE, ANN.id)
    await play(service)

    with pytest.raises(Refusal, match="for the players"):
        await share(service, TABLE, CAM.id)
    await share(service, TABLE, BEN.id)

    with pytest.raises(Refusal, match="share a game only once"):
        await share(service, TABLE, ANN.id)

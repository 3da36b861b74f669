"""The lobby: each decision, what stands in its way, and what it changes."""

from collections.abc import Callable
from typing import Any

import msgspec
import pytest

from cogs import _lobby
from cogs import _texts as texts
from cogs._interfaces import interface
from cogs._looks import OpenTable, TableSettings
from cogs._refusal import Refusal
from cogs._tables import Decision
from engine import table as engine_table
from engine.games import game
from engine.record import Configuration
from tests.cogs.cog_tables import ANN, BEN, CAM, GAME, SEED, seat_row, table_row

HEX = game(GAME)
OURS = interface(GAME)
ANN_SITS = seat_row(0)
BEN_SITS = seat_row(1, BEN)
COMPUTER_SITS = seat_row(1, user_id=None, player="greedy", name="Computer 1")


def lobby(*seats: Any, count: int = 2, **changes: Any) -> OpenTable:
    """A table of Ann's that has not begun."""
    return OpenTable(table_row(settings=TableSettings(seats=count), **changes), seats or (ANN_SITS,), None)


def refused(decision: Decision, table: OpenTable) -> str:
    """The text with which a decision is refused."""
    with pytest.raises(Refusal) as caught:
        decision(table)
    return caught.value.text


def names(table: OpenTable, decision: Decision) -> list[tuple[int, str]]:
    """Who would sit where."""
    seats = decision(table).seats
    assert seats is not None
    return [(seat.seat, seat.name) for seat in seats]


EVERY_DECISION: dict[str, Decision] = {
    "join": _lobby.join(CAM, "salt"),
    "add_computer": _lobby.add_computer(ANN.id, "salt"),
    "leave": _lobby.leave(BEN.id),
    "choose": _lobby.choose(BEN.id, "red", OURS),
    "set_options": _lobby.set_options(ANN.id, TableSettings(seats=3), HEX),
    "start": _lobby.start(ANN.id, HEX, OURS),
    "expire": _lobby.cancel(None),
}


@pytest.mark.parametrize("decision", EVERY_DECISION.values(), ids=EVERY_DECISION.keys())
@pytest.mark.parametrize(
    ("phase", "text"),
    [
        ("playing", texts.ALREADY_STARTED),
        ("finished", "This game is over."),
        ("cancelled", "This game was ended before its time."),
    ],
)
def test_nothing_of_the_lobby_is_decided_after_it(decision: Decision, phase: str, text: str) -> None:
    assert refused(decision, lobby(ANN_SITS, BEN_SITS, phase=phase)) == text


@pytest.mark.parametrize(
    "decide",
    [
        lambda person: _lobby.add_computer(person, "salt"),
        lambda person: _lobby.set_options(person, TableSettings(seats=3), HEX),
        lambda person: _lobby.start(person, HEX, OURS),
        lambda person: _lobby.cancel(person),
    ],
    ids=["add_computer", "set_options", "start", "cancel"],
)
def test_only_the_host_decides_for_the_table(decide: Callable[[int], Decision]) -> None:
    assert refused(decide(BEN.id), lobby(ANN_SITS, BEN_SITS)) == texts.ONLY_HOST


def test_joining_takes_the_next_seat_with_the_salt_of_what_was_pressed() -> None:
    change = _lobby.join(BEN, "4711")(lobby())

    assert change.seats == (ANN_SITS, seat_row(1, BEN, salt="4711"))
    assert change.columns == {}
    assert change.advance is None


def test_nobody_sits_twice() -> None:
    assert refused(_lobby.join(ANN, "salt"), lobby()) == texts.ALREADY_SEATED


@pytest.mark.parametrize("decision", [_lobby.join(CAM, "salt"), _lobby.add_computer(ANN.id, "salt")])
def test_a_full_lobby_takes_nobody_more(decision: Decision) -> None:
    assert refused(decision, lobby(ANN_SITS, BEN_SITS)) == texts.lobby_full(2)


def test_computer_players_are_numbered_and_play_as_the_settings_say() -> None:
    table = lobby(ANN_SITS, COMPUTER_SITS, count=3)

    change = _lobby.add_computer(ANN.id, "4711")(table)

    assert change.seats is not None
    assert change.seats[2] == seat_row(2, user_id=None, player="greedy", name="Computer 2", salt="4711")


def test_who_leaves_makes_room_and_the_others_move_down() -> None:
    table = lobby(
        ANN_SITS,
        BEN_SITS,
        seat_row(2, user_id=None, player="greedy", name="Computer 1"),
        seat_row(3, CAM),
        count=4,
    )

    assert names(table, _lobby.leave(BEN.id)) == [(0, "Ann"), (1, "Computer 1"), (2, "Cam")]


def test_who_does_not_sit_cannot_leave_and_the_host_stays() -> None:
    assert refused(_lobby.leave(CAM.id), lobby()) == texts.NOT_SEATED
    assert refused(_lobby.leave(ANN.id), lobby()) == texts.HOST_STAYS


def test_a_faction_is_chosen_changed_and_left_to_chance() -> None:
    table = lobby(ANN_SITS, BEN_SITS)

    for value, chosen in (("blue", "blue"), ("red", "red"), ("", None)):
        seats = _lobby.choose(BEN.id, value, OURS)(table).seats
        assert seats is not None
        assert seats[0] == ANN_SITS
        assert _lobby.chosen(seats[1]) == chosen
        table = lobby(*seats)


def test_a_faction_is_chosen_by_who_sits_and_once() -> None:
    taken = seat_row(0, choices='{"choice":"red"}', name="*Ann*")

    assert refused(_lobby.choose(CAM.id, "red", OURS), lobby()) == texts.NOT_SEATED
    assert refused(_lobby.choose(BEN.id, "purple", OURS), lobby(ANN_SITS, BEN_SITS)) == texts.unknown_choice("purple")
    assert refused(_lobby.choose(BEN.id, "red", OURS), lobby(taken, BEN_SITS)) == texts.choice_taken("Red", "*Ann*")
    assert _lobby.choose(ANN.id, "red", OURS)(lobby(taken, BEN_SITS)).seats == (taken, BEN_SITS)


def test_options_are_set_and_computer_players_follow_them() -> None:
    settings = TableSettings(seats=3, clock=86_400, computer="random")

    change = _lobby.set_options(ANN.id, settings, HEX)(lobby(ANN_SITS, COMPUTER_SITS))

    assert msgspec.json.decode(change.columns["settings"], type=TableSettings) == settings
    assert change.seats == (ANN_SITS, msgspec.structs.replace(COMPUTER_SITS, player="random"))


@pytest.mark.parametrize("seats", [-1, 0, 1, 5, 10**30])
def test_a_number_of_seats_that_the_game_has_not_is_refused(seats: int) -> None:
    decision = _lobby.set_options(ANN.id, TableSettings(seats=seats), HEX)

    assert refused(decision, lobby()) == "Monster Hex has 2, 3 or 4 seats."


def test_there_are_never_fewer_seats_than_people_on_them() -> None:
    decision = _lobby.set_options(ANN.id, TableSettings(seats=2), HEX)

    assert refused(decision, lobby(ANN_SITS, BEN_SITS, seat_row(2, CAM), count=3)) == texts.seats_taken(3)


@pytest.mark.parametrize(("free", "said"), [(1, "1 seat is still free"), (2, "2 seats are still free")])
def test_a_game_with_free_seats_is_not_started(free: int, said: str) -> None:
    text = refused(_lobby.start(ANN.id, HEX, OURS), lobby(count=1 + free))

    assert text.startswith(said)
    assert text.endswith("Monster Hex has 2, 3 or 4 seats.")


def test_the_start_freezes_the_salts_in_the_order_of_the_seats() -> None:
    change = _lobby.start(ANN.id, HEX, OURS)(lobby(ANN_SITS, BEN_SITS))

    assert change.columns["phase"] == "playing"
    assert msgspec.json.decode(str(change.columns["salts"])) == ["salt 0", "salt 1"]
    assert change.advance is not None
    assert change.advance.table.configuration == Configuration(
        game=GAME,
        rules_version=HEX.rules_version,
        options=msgspec.json.decode(change.columns["options"]),
        seats=2,
        table=table_row().id,
        commitment=table_row().commitment,
        salts=("salt 0", "salt 1"),
    )


def test_the_draws_follow_from_seed_and_salts_alone() -> None:
    def drawn(*salts: str) -> Any:
        seats = [
            msgspec.structs.replace(seat, salt=salt) for seat, salt in zip((ANN_SITS, BEN_SITS), salts, strict=True)
        ]
        advance = _lobby.start(ANN.id, HEX, OURS)(lobby(*seats)).advance
        assert advance is not None
        return advance

    one = drawn("1", "2")
    again = engine_table.begin(one.table.configuration, SEED)

    assert one.entries == again.entries
    assert one.entries != drawn("1", "3").entries


def started(options: dict[str, Any], *choices: str) -> dict[str, Any]:
    """The options with which a game starts whose seats have chosen so."""
    people = (ANN, BEN, CAM)
    seats = [
        seat_row(number, people[number], choices=f'{{"choice":"{choice}"}}' if choice else "{}")
        for number, choice in enumerate(choices)
    ]
    row = lobby(*seats, count=len(seats), options=msgspec.json.encode(options).decode())
    return msgspec.json.decode(_lobby.start(ANN.id, HEX, OURS)(row).columns["options"])


def test_what_the_seats_chose_is_what_is_played() -> None:
    assert started(HEX.options(2, {}), "green", "red")["factions"] == ["green", "red"]
    assert started(HEX.options(2, {}), "", "red")["factions"] == [None, "red"]


def test_a_chosen_faction_stands_before_one_that_was_typed() -> None:
    typed = HEX.options(2, {"factions": ["red", "blue"]})

    assert started(typed, "", "")["factions"] == ["red", "blue"]
    assert started(typed, "", "red")["factions"] == [None, "red"]


def test_seats_may_change_after_options_were_typed() -> None:
    """The board is the one for the seats that play at last (MH-1)."""
    options = started(HEX.options(2, {"factions": ["red", "blue"], "board": 2}), "", "", "green")

    assert (options["board"], options["factions"]) == (3, ["red", "blue", "green"])
    assert started(HEX.options(3, {"factions": ["red", "blue", "green"]}), "", "")["factions"] == ["red", "blue"]


@pytest.mark.parametrize("phase", ["lobby", "playing"])
def test_the_host_ends_a_table_that_is_open(phase: str) -> None:
    assert _lobby.cancel(ANN.id)(lobby(phase=phase)).columns == {"phase": "cancelled"}


@pytest.mark.parametrize("phase", ["finished", "cancelled"])
def test_what_has_ended_is_not_ended_again(phase: str) -> None:
    assert refused(_lobby.cancel(ANN.id), lobby(phase=phase)) == texts.ended(phase)


def test_a_lobby_whose_time_ran_out_is_closed_by_nobody() -> None:
    assert _lobby.cancel(None)(lobby()).columns == {"phase": "cancelled"}

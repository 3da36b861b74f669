"""The lobby: each decision, what stands in its way, and what it changes."""

from collections.abc import Callable
from typing import Any

import msgspec
import pytest

from cogs.ui.interface import interface
from engine.game import begin
from engine.games import game_type
from engine.record import Configuration
from tables import lobby as decisions
from tables import texts as table_texts
from tables.changes import Decision
from tables.game_hooks import GameHooks, SeatChoice
from tables.open_table import OpenTable
from tables.refusal import Refusal
from tables.settings import TableSettings
from tests.cogs.cog_tables import ANN, BEN, CAM, GAME, SEED, seat_row, table_row

HEX = game_type(GAME)
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
    "join": decisions.join(CAM, "salt"),
    "add_computer": decisions.add_computer(ANN.id, "salt"),
    "leave": decisions.leave(BEN.id),
    "choose": decisions.choose(BEN.id, "faction", "red", OURS),
    "set_options": decisions.set_options(ANN.id, TableSettings(seats=3), HEX),
    "start": decisions.start(ANN.id, HEX, OURS),
    "expire": decisions.cancel(None),
}


@pytest.mark.parametrize("decision", EVERY_DECISION.values(), ids=EVERY_DECISION.keys())
@pytest.mark.parametrize(
    ("phase", "text"),
    [
        ("playing", table_texts.ALREADY_STARTED),
        ("finished", "This game is over."),
        ("cancelled", "This game was ended before its time."),
    ],
)
def test_nothing_of_the_lobby_is_decided_after_it(decision: Decision, phase: str, text: str) -> None:
    assert refused(decision, lobby(ANN_SITS, BEN_SITS, phase=phase)) == text


@pytest.mark.parametrize(
    "decide",
    [
        lambda person: decisions.add_computer(person, "salt"),
        lambda person: decisions.set_options(person, TableSettings(seats=3), HEX),
        lambda person: decisions.start(person, HEX, OURS),
        lambda person: decisions.cancel(person),
    ],
    ids=["add_computer", "set_options", "start", "cancel"],
)
def test_only_the_host_decides_for_the_table(decide: Callable[[int], Decision]) -> None:
    assert refused(decide(BEN.id), lobby(ANN_SITS, BEN_SITS)) == table_texts.ONLY_HOST


def test_joining_takes_the_next_seat_with_the_salt_of_what_was_pressed() -> None:
    change = decisions.join(BEN, "4711")(lobby())

    assert change.seats == (ANN_SITS, seat_row(1, BEN, salt="4711"))
    assert change.columns == {}
    assert change.advance is None


def test_nobody_sits_twice() -> None:
    assert refused(decisions.join(ANN, "salt"), lobby()) == table_texts.ALREADY_SEATED


@pytest.mark.parametrize("decision", [decisions.join(CAM, "salt"), decisions.add_computer(ANN.id, "salt")])
def test_a_full_lobby_takes_nobody_more(decision: Decision) -> None:
    assert refused(decision, lobby(ANN_SITS, BEN_SITS)) == table_texts.lobby_full(2)


def test_computer_players_are_numbered_and_play_as_the_settings_say() -> None:
    table = lobby(ANN_SITS, COMPUTER_SITS, count=3)

    change = decisions.add_computer(ANN.id, "4711")(table)

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

    assert names(table, decisions.leave(BEN.id)) == [(0, "Ann"), (1, "Computer 1"), (2, "Cam")]


def test_who_does_not_sit_cannot_leave_and_the_host_stays() -> None:
    assert refused(decisions.leave(CAM.id), lobby()) == table_texts.NOT_SEATED
    assert refused(decisions.leave(ANN.id), lobby()) == table_texts.HOST_STAYS


def test_a_faction_is_chosen_changed_and_left_to_chance() -> None:
    table = lobby(ANN_SITS, BEN_SITS)

    for value, chosen in (("blue", {"faction": "blue"}), ("red", {"faction": "red"}), ("", {})):
        seats = decisions.choose(BEN.id, "faction", value, OURS)(table).seats
        assert seats is not None
        assert seats[0] == ANN_SITS
        assert decisions.chosen(seats[1]) == chosen
        table = lobby(*seats)


def test_a_faction_is_chosen_by_who_sits_and_once() -> None:
    taken = seat_row(0, choices='{"faction":"red"}', name="*Ann*")

    assert refused(decisions.choose(CAM.id, "faction", "red", OURS), lobby()) == table_texts.NOT_SEATED
    assert refused(
        decisions.choose(BEN.id, "faction", "purple", OURS), lobby(ANN_SITS, BEN_SITS)
    ) == table_texts.unknown_choice("purple")
    assert refused(
        decisions.choose(BEN.id, "faction", "red", OURS), lobby(taken, BEN_SITS)
    ) == table_texts.choice_taken("Red", "*Ann*")
    assert decisions.choose(ANN.id, "faction", "red", OURS)(lobby(taken, BEN_SITS)).seats == (taken, BEN_SITS)


class TwoChoices(GameHooks):
    """A game whose seats choose a colour, two of them the same if they like, and a secret wish."""

    def seat_choices(self, options: dict[str, Any]) -> tuple[SeatChoice, ...]:
        return (
            SeatChoice("faction", "Faction", {"red": "Red", "blue": "Blue"}),
            SeatChoice("colour", "Colour", {"grey": "Grey", "gold": "Gold"}, exclusive=False),
            SeatChoice("wish", "Wish", {"peace": "Peace", "war": "War"}, secret=True),
        )


def test_choices_are_kept_apart_and_only_an_exclusive_one_that_is_seen_can_be_taken() -> None:
    """To refuse a secret choice would tell what somebody else has chosen."""
    hooks = TwoChoices()
    table = lobby(seat_row(0, choices='{"faction":"red","colour":"gold","wish":"war"}'), BEN_SITS)

    assert refused(decisions.choose(BEN.id, "faction", "red", hooks), table) == table_texts.choice_taken("Red", "Ann")
    for name, value in (("faction", "blue"), ("colour", "gold"), ("wish", "war")):
        seats = decisions.choose(BEN.id, name, value, hooks)(table).seats
        assert seats is not None
        table = lobby(*seats)
    assert decisions.chosen(table.seats[1]) == {"faction": "blue", "colour": "gold", "wish": "war"}

    for name, value in (("colour", "red"), ("hat", "red")):
        assert refused(decisions.choose(BEN.id, name, value, hooks), table) == table_texts.unknown_choice("red")


def test_options_are_set_and_computer_players_follow_them() -> None:
    settings = TableSettings(seats=3, clock=86_400, computer="random")

    change = decisions.set_options(ANN.id, settings, HEX)(lobby(ANN_SITS, COMPUTER_SITS))

    assert msgspec.json.decode(change.columns["settings"], type=TableSettings) == settings
    assert change.seats == (ANN_SITS, msgspec.structs.replace(COMPUTER_SITS, player="random"))


@pytest.mark.parametrize("seats", [-1, 0, 1, 5, 10**30])
def test_a_number_of_seats_that_the_game_has_not_is_refused(seats: int) -> None:
    decision = decisions.set_options(ANN.id, TableSettings(seats=seats), HEX)

    assert refused(decision, lobby()) == "Monster Hex has 2, 3 or 4 seats."


def test_there_are_never_fewer_seats_than_people_on_them() -> None:
    decision = decisions.set_options(ANN.id, TableSettings(seats=2), HEX)

    assert refused(decision, lobby(ANN_SITS, BEN_SITS, seat_row(2, CAM), count=3)) == table_texts.seats_taken(3)


@pytest.mark.parametrize(("free", "refusal"), [(1, "1 seat is still free"), (2, "2 seats are still free")])
def test_a_game_with_free_seats_is_not_started(free: int, refusal: str) -> None:
    text = refused(decisions.start(ANN.id, HEX, OURS), lobby(count=1 + free))

    assert text.startswith(refusal)
    assert text.endswith("Monster Hex has 2, 3 or 4 seats.")


def test_the_start_freezes_the_salts_in_the_order_of_the_seats() -> None:
    change = decisions.start(ANN.id, HEX, OURS)(lobby(ANN_SITS, BEN_SITS))

    assert change.columns["phase"] == "playing"
    assert msgspec.json.decode(str(change.columns["salts"])) == ["salt 0", "salt 1"]
    assert change.advance is not None
    assert change.advance.game.configuration == Configuration(
        game=GAME,
        rules_version=HEX.rules_version,
        options=msgspec.json.decode(change.columns["options"]),
        seats=2,
        table=table_row().id,
        commitment=table_row().commitment,
        salts=("salt 0", "salt 1"),
        draw=2,
    )


def test_the_draws_follow_from_seed_and_salts_alone() -> None:
    def drawn(*salts: str) -> Any:
        seats = [
            msgspec.structs.replace(seat, salt=salt) for seat, salt in zip((ANN_SITS, BEN_SITS), salts, strict=True)
        ]
        advance = decisions.start(ANN.id, HEX, OURS)(lobby(*seats)).advance
        assert advance is not None
        return advance

    one = drawn("1", "2")
    again = begin(one.game.configuration, SEED)

    assert one.entries == again.entries
    assert one.entries != drawn("1", "3").entries


def started(options: dict[str, Any], *choices: str) -> dict[str, Any]:
    """The options with which a game starts whose seats have chosen so."""
    people = (ANN, BEN, CAM)
    seats = [
        seat_row(number, people[number], choices=f'{{"faction":"{choice}"}}' if choice else "{}")
        for number, choice in enumerate(choices)
    ]
    row = lobby(*seats, count=len(seats), options=msgspec.json.encode(options).decode())
    return msgspec.json.decode(decisions.start(ANN.id, HEX, OURS)(row).columns["options"])


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
    assert decisions.cancel(ANN.id)(lobby(phase=phase)).columns == {"phase": "cancelled"}


@pytest.mark.parametrize("phase", ["finished", "cancelled"])
def test_what_has_ended_is_not_ended_again(phase: str) -> None:
    assert refused(decisions.cancel(ANN.id), lobby(phase=phase)) == table_texts.ended(phase)


def test_a_lobby_whose_time_ran_out_is_closed_by_nobody() -> None:
    assert decisions.cancel(None)(lobby()).columns == {"phase": "cancelled"}

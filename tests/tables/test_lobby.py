"""The lobby: each decision, its refusals, and its changes."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import msgspec
import pytest

from cogs.ui.kit.interface import interface
from engine.game import begin
from engine.games import game_type
from engine.record import Configuration
from leagues.settings import PRESETS
from tables import lobby as decisions
from tables import texts as table_texts
from tables.committing.changes import Change, Decision
from tables.game_hooks import GameHooks, SeatChoice
from tables.open_table import NAME_LIMIT, OpenTable, Person, tell_apart
from tables.settings import TableSettings
from tests.cog_tables import ANN, BEN, CAM, GAME, SEED, column, refused, seat_row, table_row

HEX = game_type(GAME)
OURS = interface(GAME)
ANN_SITS = seat_row(0)
BEN_SITS = seat_row(1, BEN)
COMPUTER_SITS = seat_row(1, user_id=None, player="greedy", name="Computer 1")


def lobby(*seats: Any, count: int = 2, settings: TableSettings | None = None, **changes: Any) -> OpenTable:
    """Return a table of Ann's that has not begun."""
    settings = settings or TableSettings(seats=count)
    return OpenTable(table_row(settings=settings, **changes), seats or (ANN_SITS,), None)


def names(table: OpenTable, decision: Decision) -> list[tuple[int, str]]:
    """Return the seats and names after a decision."""
    seats = decision(table).seats
    assert seats is not None
    return [(seat.seat, seat.name) for seat in seats]


@pytest.mark.parametrize(
    ("person", "name"),
    [
        (Person(3, "Cam", "cam"), "Cam"),
        (Person(3, "Ann", "ann_b"), "Ann (ann_b)"),
        (Person(3, "ＡＮＮ", "ann_b"), "ＡＮＮ (ann_b)"),
        (Person(3, "Computer 1", "ann_b"), "Computer 1 (ann_b)"),
        (Person(3, "Ann"), "Ann (3)"),
        (Person(3, "A\u200dnn", "ann_b"), "A\u200dnn (ann_b)"),
        (Person(3, "\u2068سامي\u2069", "sami"), "\u2068سامي\u2069"),
    ],
)
def test_whoever_has_the_name_of_another_or_of_a_computer_is_told_apart(person: Person, name: str) -> None:
    assert names(lobby(ANN_SITS), decisions.join(person, "salt")) == [(0, "Ann"), (1, name)]


def test_a_name_beside_a_long_user_name_is_cut_to_few_letters() -> None:
    assert tell_apart(Person(3, "Annabella", "u" * 32), ["annabella"]) == f"Anna ({'u' * 32})"
    assert len(tell_apart(Person(3, "A" * 32, "ann_b"), ["a" * 32])) == NAME_LIMIT


EVERY_DECISION: dict[str, Decision] = {
    "join": decisions.join(CAM, "salt"),
    "add_computer": decisions.add_computer(ANN.id, "salt"),
    "fill_with_computers": decisions.fill_with_computers(ANN.id, "salt"),
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
        ("cancelled", "This game was ended early."),
    ],
)
def test_nothing_of_the_lobby_is_decided_after_it(decision: Decision, phase: str, text: str) -> None:
    assert refused(decision, lobby(ANN_SITS, BEN_SITS, phase=phase)) == text


@pytest.mark.parametrize(
    "decide",
    [
        lambda person: decisions.add_computer(person, "salt"),
        lambda person: decisions.fill_with_computers(person, "salt"),
        lambda person: decisions.set_options(person, TableSettings(seats=3), HEX),
        lambda person: decisions.cancel(person),
    ],
    ids=["add_computer", "fill_with_computers", "set_options", "cancel"],
)
def test_only_the_host_decides_for_the_table(decide: Callable[[int], Decision]) -> None:
    assert refused(decide(BEN.id), lobby(ANN_SITS, BEN_SITS)) == table_texts.ONLY_HOST


def test_joining_takes_the_next_seat_with_the_salt_of_what_was_pressed() -> None:
    change = decisions.join(BEN, "4711")(lobby())

    assert change.seats == (ANN_SITS, seat_row(1, BEN, salt="4711"))
    assert change.columns.keys() <= {"settings"}
    assert change.advance is None


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


def test_a_faction_is_chosen_changed_and_left_to_chance() -> None:
    table = lobby(ANN_SITS, BEN_SITS)

    for value, chosen in (("blue", {"faction": "blue"}), ("red", {"faction": "red"}), ("", {})):
        seats = decisions.choose(BEN.id, "faction", value, OURS)(table).seats
        assert seats is not None
        assert seats[0] == ANN_SITS
        assert decisions.chosen(seats[1]) == chosen
        table = lobby(*seats)


RED_SITS = seat_row(0, choices='{"faction":"red"}', name="*Ann*")


@pytest.mark.parametrize(
    ("decision", "table", "text"),
    [
        (decisions.join(ANN, "salt"), lobby(), table_texts.ALREADY_IN),
        (decisions.join(CAM, "salt"), lobby(ANN_SITS, BEN_SITS), table_texts.format_full_lobby(2)),
        (decisions.add_computer(ANN.id, "salt"), lobby(ANN_SITS, BEN_SITS), table_texts.format_full_lobby(2)),
        (decisions.fill_with_computers(ANN.id, "salt"), lobby(ANN_SITS, BEN_SITS), table_texts.format_full_lobby(2)),
        (decisions.leave(CAM.id), lobby(), table_texts.NOT_SEATED),
        (decisions.leave(ANN.id), lobby(), table_texts.HOST_STAYS),
        (decisions.choose(CAM.id, "faction", "red", OURS), lobby(), table_texts.NOT_SEATED),
        (
            decisions.choose(BEN.id, "faction", "red", OURS),
            lobby(RED_SITS, BEN_SITS),
            table_texts.format_taken_choice("Red", "*Ann*"),
        ),
        (
            decisions.set_options(ANN.id, TableSettings(seats=2), HEX),
            lobby(ANN_SITS, BEN_SITS, seat_row(2, CAM), count=3),
            table_texts.format_taken_seats(3),
        ),
        *(
            (
                decisions.set_options(ANN.id, TableSettings(seats=seats), HEX),
                lobby(),
                "Monster Hex is for 1 to 4 players.",
            )
            for seats in (-1, 0, 5, 10**30)
        ),
        *(
            (decisions.cancel(ANN.id), lobby(phase=phase), table_texts.describe_end(phase))
            for phase in ("finished", "cancelled")
        ),
        (lambda table: table.require_current("0"), lobby(phase="cancelled"), table_texts.CANCELLED),
    ],
)
def test_what_cannot_be_is_refused_and_says_why(decision: Decision, table: OpenTable, text: str) -> None:
    assert refused(decision, table) == text


def test_a_faction_that_somebody_has_is_theirs_to_choose_again() -> None:
    table = lobby(RED_SITS, BEN_SITS)

    assert decisions.choose(ANN.id, "faction", "red", OURS)(table).seats == (RED_SITS, BEN_SITS)


TWO_CHOICES = GameHooks(
    seat_choices=lambda options: (
        SeatChoice("faction", "Faction", {"red": "Red", "blue": "Blue"}),
        SeatChoice("colour", "Colour", {"grey": "Grey", "gold": "Gold"}, exclusive=False),
        SeatChoice("wish", "Wish", {"peace": "Peace", "war": "War"}, secret=True),
    )
)
"""A game whose seats choose a faction, a colour (not exclusive) and a secret wish."""


def test_choices_are_kept_apart_and_only_an_exclusive_one_that_is_seen_can_be_taken() -> None:
    """Refusing a secret choice would reveal another seat's choice."""
    hooks = TWO_CHOICES
    table = lobby(seat_row(0, choices='{"faction":"red","colour":"gold","wish":"war"}'), BEN_SITS)

    assert refused(decisions.choose(BEN.id, "faction", "red", hooks), table) == table_texts.format_taken_choice(
        "Red", "Ann"
    )
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

    assert msgspec.json.decode(column(change, "settings"), type=TableSettings) == settings
    assert change.seats == (ANN_SITS, msgspec.structs.replace(COMPUTER_SITS, player="random"))


@pytest.mark.parametrize(("free", "refusal"), [(1, "1 seat is still free"), (2, "2 seats are still free")])
def test_a_game_with_free_seats_is_not_started(free: int, refusal: str) -> None:
    text = refused(decisions.start(ANN.id, HEX, OURS), lobby(count=1 + free))

    assert text.startswith(refusal)
    assert text.endswith("Monster Hex is for 1 to 4 players.")
    assert "set fewer seats" in text


def test_the_start_freezes_the_salts_in_the_order_of_the_seats() -> None:
    change = decisions.start(ANN.id, HEX, OURS)(lobby(ANN_SITS, BEN_SITS))

    assert column(change, "phase") == "playing"
    assert msgspec.json.decode(column(change, "salts")) == ["salt 0", "salt 1"]
    assert change.advance is not None
    assert change.advance.game.configuration == Configuration(
        game=GAME,
        rules_version=HEX.rules_version,
        options=msgspec.json.decode(column(change, "options")),
        seats=2,
        table=table_row().id,
        commitment=table_row().commitment,
        salts=("salt 0", "salt 1"),
        draw=2,
    )


def test_the_draws_follow_from_seed_and_salts_alone() -> None:
    def drawn(salt: str) -> Any:
        seats = (ANN_SITS, msgspec.structs.replace(BEN_SITS, salt=salt))
        advance = decisions.start(ANN.id, HEX, OURS)(lobby(*seats)).advance
        assert advance is not None
        return advance

    one = drawn("2")

    assert one.entries == begin(one.game.configuration, SEED).entries
    assert one.entries != drawn("3").entries


def started(options: dict[str, Any], *choices: str) -> dict[str, Any]:
    """Return the options with which a game starts after the seats' faction choices."""
    people = (ANN, BEN, CAM)
    seats = [
        seat_row(number, people[number], choices=f'{{"faction":"{choice}"}}' if choice else "{}")
        for number, choice in enumerate(choices)
    ]
    row = lobby(*seats, count=len(seats), options=msgspec.json.encode(options).decode())
    return msgspec.json.decode(column(decisions.start(ANN.id, HEX, OURS)(row), "options"))


def test_what_the_seats_chose_is_what_is_played() -> None:
    assert started(HEX.options(2, {}), "green", "red")["factions"] == ["green", "red"]
    assert started(HEX.options(2, {}), "", "red")["factions"] == [None, "red"]


def test_a_chosen_faction_stands_before_one_that_was_typed() -> None:
    typed = HEX.options(2, {"factions": ["red", "blue"]})

    assert started(typed, "", "")["factions"] == ["red", "blue"]
    assert started(typed, "", "red")["factions"] == [None, "red"]


def test_seats_may_change_after_options_were_typed() -> None:
    """The board matches the number of seats at the start (MH-1)."""
    options = started(HEX.options(2, {"factions": ["red", "blue"], "board": 2}), "", "", "green")

    assert (options["board"], options["factions"]) == (3, ["red", "blue", "green"])
    assert started(HEX.options(3, {"factions": ["red", "blue", "green"]}), "", "")["factions"] == ["red", "blue"]


@pytest.mark.parametrize(("host", "phase"), [(ANN.id, "lobby"), (ANN.id, "playing"), (None, "lobby")])
def test_the_host_ends_a_table_that_is_open_and_nobody_a_lobby_whose_time_ran_out(host: int | None, phase: str) -> None:
    assert decisions.cancel(host)(lobby(phase=phase)).columns == {"phase": "cancelled"}


# Start when full, calling the host, and who may start


WHEN_FULL = TableSettings(seats=2, start_when_full=True)


def called(change: Change) -> bool:
    """Return whether a change calls the host and notes that in the settings."""
    if not change.calls_host:
        return False
    return msgspec.json.decode(column(change, "settings"), type=TableSettings).host_called


@pytest.mark.parametrize(
    "decision", [decisions.join(BEN, "salt"), decisions.add_computer(ANN.id, "salt")], ids=["person", "computer"]
)
def test_the_last_seat_starts_the_game_where_the_settings_say_so(decision: Decision) -> None:
    change = decisions.start_if_full(decision, HEX, OURS)(lobby(settings=WHEN_FULL))

    assert column(change, "phase") == "playing"
    assert change.advance is not None
    assert len(change.seats or ()) == len(msgspec.json.decode(column(change, "salts"))) == 2
    assert not change.calls_host


def test_a_seat_before_the_last_starts_nothing() -> None:
    settings = msgspec.structs.replace(WHEN_FULL, seats=3)
    change = decisions.start_if_full(decisions.join(BEN, "salt"), HEX, OURS)(lobby(settings=settings))

    assert (change.advance, change.calls_host) == (None, False)


def test_a_choice_at_a_full_table_starts_nothing() -> None:
    """A table can be full without having started, if its host has set fewer seats."""
    choice = decisions.join_choosing(BEN, "salt", "faction", "red", OURS)

    assert decisions.start_if_full(choice, HEX, OURS)(lobby(ANN_SITS, BEN_SITS, settings=WHEN_FULL)).advance is None


def test_options_that_do_not_fit_leave_the_lobby_open_and_call_the_host() -> None:
    hive = game_type("hive_mind")
    settings = msgspec.structs.replace(WHEN_FULL, seats=3)
    row = table_row(settings=settings, game="hive_mind", options='{"edition":"tempo","garnets":[1,2]}')
    table = OpenTable(row, (ANN_SITS, BEN_SITS), None)

    change = decisions.start_if_full(decisions.join(CAM, "salt"), hive, interface("hive_mind"))(table)

    assert change.advance is None
    assert len(change.seats or ()) == 3
    assert called(change)


def test_options_that_change_with_the_last_seat_are_those_of_the_game_that_starts() -> None:
    hive = game_type("hive_mind")
    row = table_row(settings=msgspec.structs.replace(WHEN_FULL, seats=3), game="hive_mind", options='{"hives":1}')
    starting = decisions.start_if_full(decisions.join(CAM, "salt"), hive, interface("hive_mind"))

    change = decisions.change_options(starting, hive, {})(OpenTable(row, (ANN_SITS, BEN_SITS), None))

    assert change.advance is not None
    assert "hives" not in change.advance.game.configuration.options
    assert "hives" not in column(change, "options")


def test_the_host_is_called_once_when_somebody_takes_the_last_seat() -> None:
    settings = TableSettings(seats=2)
    change = decisions.join(BEN, "salt")(lobby(settings=settings))

    assert called(change)
    again = msgspec.structs.replace(settings, host_called=True)
    assert not decisions.join(CAM, "salt")(lobby(settings=again)).calls_host
    assert not decisions.add_computer(ANN.id, "salt")(lobby(settings=settings)).calls_host, "Ann is there"


def test_who_has_no_seat_takes_one_by_choosing() -> None:
    """Otherwise the last person to join could choose nothing, because the game starts at once."""
    change = decisions.join_choosing(BEN, "salt", "faction", "red", OURS)(lobby(settings=WHEN_FULL))

    assert [(seat.user_id, decisions.chosen(seat)) for seat in change.seats or ()] == [
        (ANN.id, {}),
        (BEN.id, {"faction": "red"}),
    ]
    full = decisions.join_choosing(CAM, "salt", "faction", "red", OURS)
    assert refused(full, lobby(ANN_SITS, BEN_SITS)) == table_texts.format_full_lobby(2)


def test_after_an_hour_everybody_at_the_table_may_start() -> None:
    table = lobby(ANN_SITS, BEN_SITS, created=1_000_000)
    opens = 1_000_000 + decisions.HOST_ONLY_MS

    early = refused(decisions.start(BEN.id, HEX, OURS, opens - 1), table)
    assert early == table_texts.format_host_start(opens)
    assert f"<t:{opens // 1000}:R>" in early
    assert decisions.start(BEN.id, HEX, OURS, opens)(table).advance is not None
    assert decisions.start(ANN.id, HEX, OURS, 0)(table).advance is not None
    assert refused(decisions.start(CAM.id, HEX, OURS, opens), table) == table_texts.START_NEEDS_SEAT


def test_what_no_form_asks_stays_when_options_are_set() -> None:
    settings = TableSettings(seats=2, number=12, invited=(7,), host_called=True)

    change = decisions.set_options(ANN.id, TableSettings(seats=3), HEX)(lobby(settings=settings))

    assert msgspec.json.decode(column(change, "settings"), type=TableSettings) == msgspec.structs.replace(
        settings, seats=3
    )


def test_settings_from_before_wait_for_their_host() -> None:
    assert not msgspec.json.decode('{"seats":2,"own":{}}', type=TableSettings).start_when_full


def test_computer_players_fill_all_free_seats_at_once_and_the_game_may_start() -> None:
    filling = decisions.fill_with_computers(ANN.id, "4711")

    assert names(lobby(ANN_SITS, BEN_SITS, count=4), filling)[2:] == [(2, "Computer 1"), (3, "Computer 2")]
    table = lobby(ANN_SITS, count=4)
    table = replace(table, row=table_row(settings=TableSettings(seats=4, start_when_full=True)))
    change = decisions.start_if_full(filling, HEX, OURS)(table)
    assert change.advance is not None
    assert [seat.player for seat in change.seats or ()] == [None, "greedy", "greedy", "greedy"]


@pytest.mark.parametrize(
    ("seconds", "other", "kept"),
    [(86_400, COMPUTER_SITS, None), (86_400, BEN_SITS, 86_400), (300, COMPUTER_SITS, 300)],
    ids=["slow and alone", "with people", "fast"],
)
def test_a_person_alone_with_computers_needs_no_slow_clock(seconds: int, other: Any, kept: int | None) -> None:
    table = lobby(ANN_SITS, other, settings=TableSettings(seats=2, clock=seconds))

    change = decisions.start(ANN.id, HEX, OURS)(table)

    settings = change.columns.get("settings", table.row.settings)
    assert msgspec.json.decode(settings, type=TableSettings).clock == kept


@pytest.mark.parametrize(("options", "rated"), [({"hives": 1}, False), ({}, True)], ids=["first game", "three hives"])
def test_a_first_game_of_hive_mind_is_not_rated(options: dict[str, Any], *, rated: bool) -> None:
    """HM-16: even where the host has set the table to rated, so that hints and the card follow."""
    hive = game_type("hive_mind")
    full = msgspec.json.encode(hive.options(3, options)).decode()
    seats = (ANN_SITS, BEN_SITS, seat_row(2, CAM))
    table = lobby(*seats, settings=TableSettings(seats=3, rated=True), game=hive.name, options=full)

    change = decisions.start(ANN.id, hive, interface(hive.name))(table)

    settings = change.columns.get("settings", table.row.settings)
    assert msgspec.json.decode(settings, type=TableSettings).rated is rated
    assert not any("hives" in preset.options for preset in PRESETS["hive_mind"]), "leagues have all hives"

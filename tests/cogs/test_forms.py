"""Forms and options: any typed or submitted value gives options or a refusal, never an exception."""

from contextlib import suppress
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from cogs.starting.clock_form import clock_form, preset_field, read_clock_form
from cogs.starting.lobby import OPTIONS_TITLE
from cogs.ui.kit.custom_ids import CustomId, read_number
from cogs.ui.kit.forms import (
    choice_field,
    modal,
    options_form,
    parse_typed_options,
    radio_field,
    read_form,
    read_ids,
    read_options,
)
from cogs.ui.kit.interface import interface
from engine.core import InvalidOptions
from engine.games import game_type
from tables import texts as table_texts
from tables.refusal import Refusal
from tables.settings import TableSettings
from tables.timing.clock_settings import PRESETS, ClockSetting, find_clock, parse_clock
from tests.cog_tables import GAME, TABLE, new_game, table_view

anything = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=8),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(["component", "components", "custom_id", "values", "value", "type"]), inner, max_size=4
        )
    ),
    max_leaves=12,
)


LEVELS = {"greedy": "looks ahead", "random": "plays anything"}
NOW = TableSettings(2, own={"notes": "off"}, start_when_full=True, number=12, invited=(7,))
"""The settings before the form was submitted."""


def read(components: object) -> TableSettings:
    """Return the settings that a submitted form requests."""
    return read_options(read_form(components), LEVELS, NOW)


def field(name: str, *values: str) -> dict[str, Any]:
    """Return a filled-in field as Discord sends it."""
    return {"type": 18, "id": 1, "component": {"type": 3, "id": 2, "custom_id": name, "values": [*values]}}


FILLED = [field("seats", "3"), field("computer", "random"), field("theme", "light")]
START = field("start", "full")
EARLIER_CLOCK = field("clock", "2 days")
"""The clock field of a form that an earlier version opened."""
WANTED = msgspec.structs.replace(NOW, seats=3, computer="random", theme="light")


@pytest.mark.parametrize(
    ("typed", "options"),
    [
        ("", {}),
        ("  board=3 ", {"board": 3}),
        ("factions=red,random,Blue shared=False", {"factions": ["red", None, "blue"], "shared": False}),
        ("factions=, board=none", {"factions": [None, None], "board": None}),
        ("a=1=2", {"a": "1=2"}),
        ("big=1000000 small=999999", {"big": "1000000", "small": 999999}),
    ],
)
def test_typed_options_are_read(typed: str, options: dict[str, Any]) -> None:
    assert parse_typed_options(typed) == options


@pytest.mark.parametrize("typed", ["board", "=3", "board=", "board=2 board=3", "board = 3", "x" * 500])
def test_options_that_cannot_be_read_are_refused_with_the_word(typed: str) -> None:
    with pytest.raises(Refusal, match=r"I can't read the option .*name=value"):
        parse_typed_options(typed)


@given(st.text(max_size=200) | st.text("abfacotinsrdl=,;: 0123456789²٣-", max_size=200))
def test_any_typed_text_is_options_or_a_refusal(typed: str) -> None:
    with suppress(Refusal, InvalidOptions):
        assert game_type(GAME).options(2, parse_typed_options(typed))["board"] == 2


@pytest.mark.parametrize("field_of", [radio_field, choice_field])
def test_people_are_called_in_a_form_as_they_write_themselves(field_of: Any) -> None:
    shown = field_of("Which seat?", "seat", {"0": "iris", "1": "Ben"}, "").to_component_dict()

    assert [option["label"] for option in shown["component"]["options"]] == ["iris", "Ben"]


def test_a_filled_in_form_is_read() -> None:
    assert read([*FILLED, field("start", "host")]) == msgspec.structs.replace(WANTED, start_when_full=False)


def test_a_form_from_before_a_field_was_added_leaves_that_as_it_is() -> None:
    assert read(FILLED) == WANTED


def test_the_form_shows_what_is_set_and_reads_back_as_it() -> None:
    table = table_view(new_game(2))

    fields = options_form(table, game_type(GAME), LEVELS, {})
    form = modal(OPTIONS_TITLE, CustomId(TABLE, "1", "options_submitted"), fields)

    shown = form.to_dict()
    assert len(shown["title"]) <= 45
    selects = [label["component"] for label in shown["components"]]
    assert [select["type"] for select in selects] == [3, 21, 21, 21, 21]
    chosen = [
        field(select["custom_id"], *(option["value"] for option in select["options"] if option.get("default")))
        for select in selects
    ]
    now = table.settings
    shown = msgspec.structs.replace(NOW, seats=now.seats, clock=now.clock, computer=now.computer, theme=now.theme)
    assert read(chosen) == msgspec.structs.replace(shown, start_when_full=False)


@pytest.mark.parametrize("name", ["seats", "clock", "computer", "theme", "start"])
@pytest.mark.parametrize("value", ["three", "a while", "clairvoyant", "sepia", None])
def test_a_form_with_what_is_not_offered_is_refused(name: str, value: str | None) -> None:
    wrong = field(name) if value is None else field(name, value)

    with pytest.raises(Refusal) as caught:
        read([wrong if found["component"]["custom_id"] == name else found for found in (*FILLED, EARLIER_CLOCK, START)])

    assert caught.value.text


@pytest.mark.parametrize(
    "form",
    [
        [],
        FILLED[:2],
        ["seats"],
        [{"component": ["seats"]}],
        [*FILLED, {"component": {"custom_id": ["seats"], "values": 3}}],
        [*FILLED, {"component": {"custom_id": "seats", "values": [{"value": "3"}]}}],
        {"component": "seats"},
        None,
    ],
)
def test_a_form_that_is_none_is_refused(form: Any) -> None:
    with pytest.raises(Refusal) as caught:
        read(form)

    assert caught.value.text


@given(anything)
def test_any_submitted_components_are_settings_or_a_refusal(components: Any) -> None:
    with pytest.raises(Refusal):
        read(components)


@given(st.lists(st.sampled_from([*FILLED, START, field("seats", "1 day")]), max_size=8))
def test_fields_missing_doubled_or_mixed_up_are_settings_or_a_refusal(form: list[Any]) -> None:
    try:
        settings = read(form)
    except Refusal:
        return
    assert settings == WANTED


@pytest.mark.parametrize(("name", "seconds"), table_texts.CLOCKS.items())
def test_every_clock_is_found_by_its_name(name: str, seconds: int | None) -> None:
    assert find_clock(f" {name.upper()} ") == ClockSetting(seconds)


def test_a_form_that_an_earlier_version_opened_sets_the_clock() -> None:
    assert read([*FILLED, EARLIER_CLOCK, START]).clock == 2 * 24 * 3600


def typed(clock: str, *own: str, expiry: str = "computer") -> dict[str, str]:
    """Return the values of a submitted clock form."""
    return {"clock": clock, **dict(zip(("move", "bank", "regained"), own, strict=False)), "expiry": expiry}


@pytest.mark.parametrize("name", PRESETS)
def test_a_preset_is_chosen_in_one_field(name: str) -> None:
    assert read_clock_form(typed(name), NOW) == (PRESETS[name], "computer")


@pytest.mark.parametrize("form", [clock_form(NOW), [preset_field()]], ids=["own", "presets"])
def test_a_clock_in_a_form_is_short_enough_for_a_phone_and_explained_in_a_line_below(form: list[Any]) -> None:
    """A select shows about 30 characters on a screen of 390 pixels."""
    options = form[0].to_component_dict()["component"]["options"]

    assert max(len(option["label"]) for option in options) <= 12
    lines = {option["label"]: option.get("description") for option in options}
    assert lines["Days"] == "1 day for each move, plus 3 days of reserve in all; a move in time gives 6 hours back"
    assert lines["No limit"] is None


def test_own_values_count_where_they_are_chosen_or_only_typed() -> None:
    own = ClockSetting(3600, 7200, 60)

    assert read_clock_form(typed("own", "1 h", "2 h", "1 min"), NOW)[0] == own
    assert read_clock_form(typed("no limit", "1 h", "2 h", "1 min"), NOW)[0] == own
    assert read_clock_form(typed("days", "1 h"), NOW)[0] == PRESETS["days"], "that was chosen just now"


@pytest.mark.parametrize("values", [typed("soon"), typed("days", expiry="shrug"), typed("own", "soon"), {}])
def test_a_form_for_the_clock_with_what_is_not_offered_is_refused(values: dict[str, str]) -> None:
    with pytest.raises(Refusal) as caught:
        read_clock_form(values, NOW)

    assert caught.value.text


@pytest.mark.parametrize("clock", [*PRESETS.values(), ClockSetting(7200), ClockSetting(5400, 90_000, 7)], ids=str)
def test_the_form_for_the_clock_shows_what_is_set_and_reads_back_as_it(clock: ClockSetting) -> None:
    now = msgspec.structs.replace(NOW, clock=clock.move, bank=clock.bank, regained=clock.regained, on_expiry="forfeit")
    form = modal("Time", CustomId(TABLE, "1", "clock_submitted"), clock_form(now))

    parts = [label["component"] for label in form.to_dict()["components"]]
    assert len(parts) == 5
    shown = {
        part["custom_id"]: part["value"]
        if part["type"] == 4 and part.get("value")
        else next((option["value"] for option in part.get("options", ()) if option.get("default")), "")
        for part in parts
    }
    assert read_clock_form(shown, now) == (clock, "forfeit")


def test_a_form_that_is_sent_as_it_was_changes_no_clock() -> None:
    own = ClockSetting(26 * 3600 + 30 * 60, 29 * 86_400 + 86_399, 5400)
    now = TableSettings(seats=2, clock=own.move, bank=own.bank, regained=own.regained)
    _, *fields, _ = (label.to_component_dict() for label in clock_form(now))
    shown = [field["component"]["value"] for field in fields]

    assert read_clock_form(typed("own", *shown), now)[0] == own


LONG = "9" * 5_000
"""A number with more digits than Python converts."""


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("0", 0),
        ("999", 999),
        ("007", 7),
        ("1000", None),
        ("", None),
        ("-1", None),
        ("1e2", None),
        ("٣", None),
        ("²", None),
        pytest.param(LONG, None, id="5000 digits"),
    ],
)
def test_a_typed_number_is_read_within_its_bounds(text: str, number: int | None) -> None:
    assert read_number(text, 999) == number


@pytest.mark.parametrize("text", [str(1 << 63), "9" * 19, "٣" * 18, "ann", "", pytest.param(LONG, id="5000 digits")])
def test_an_id_is_one_that_the_store_takes(text: str) -> None:
    largest = (1 << 63) - 1

    assert read_ids((text, str(largest), "7", "7")) == (largest, 7)


@pytest.mark.parametrize(("game", "option"), [("hex_battle_wars", "max_rounds"), ("connect_four", "points")])
@pytest.mark.parametrize("typed", [pytest.param(LONG, id="5000 digits"), "1" + "0" * 30, "٣", "²", "-1"])
def test_a_games_number_out_of_range_is_refused(game: str, option: str, typed: str) -> None:
    """The form states a maximum length, but Discord does not enforce it."""
    options = game_type(game).options(2, {})
    values = {name: str(value) for name, value in options.items()}
    values |= {name: "false" for name, value in options.items() if value is False}
    values |= {"obstacles": "preset"} if game == "hex_battle_wars" else {}

    with pytest.raises(Refusal, match="so nothing was changed"):
        interface(game).lobby.parse_options_form(options, TableSettings(seats=2), {**values, option: typed})


@pytest.mark.parametrize(
    ("typed", "why"),
    [
        pytest.param("1s " * 5_000, "can't read the time", id="5000 seconds"),
        pytest.param("1d" + " " * 5_000 + "x", "can't read the time", id="5000 spaces"),
        pytest.param(LONG, "can't read the time", id="5000 digits"),
        *((typed, "can't read the time") for typed in ("9999999d", "٣d", "1e9d", "inf d", "nan d")),
        *((typed, "from 1 minute to 14 days") for typed in ("999999d", "15 days")),
        ("99999999999999 days", "can't read the time"),
    ],
)
def test_a_time_out_of_range_is_refused(typed: str, why: str) -> None:
    with pytest.raises(Refusal, match=why):
        parse_clock(typed, "", "")


def test_texts_of_a_form_that_a_translation_makes_too_long_are_shortened() -> None:
    """Discord refuses the whole form otherwise."""
    long = "x" * 120
    fields = [radio_field(long, "a", {"1": long, "2": "two"}, "1", long, {"1": long}), choice_field("", "b", {}, "")]

    radio = modal(long, CustomId("table", None, "form"), fields).to_dict()["components"][0]

    shortened = "x" * 99 + "…"
    option = radio["component"]["options"][0]
    assert (radio["label"], radio["description"]) == ("x" * 44 + "…", shortened)
    assert (option["label"], option["description"]) == (shortened, shortened)

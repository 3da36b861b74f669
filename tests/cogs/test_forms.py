"""Forms and options: whatever is typed or submitted becomes options or a refusal, never an accident."""

from contextlib import suppress
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from cogs.ui import texts
from cogs.ui.custom_ids import CustomId
from cogs.ui.forms import clock_of, modal, options_form, read_form, read_options, typed_options
from engine.core import InvalidOptions
from engine.games import game_type
from tables import texts as table_texts
from tables.refusal import Refusal
from tables.settings import TableSettings
from tests.cogs.cog_tables import GAME, TABLE, begun, table_view

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
"""What was set before the form was sent."""


def read(components: object) -> TableSettings:
    """The settings that a submitted form asks for."""
    return read_options(read_form(components), LEVELS, NOW)


def field(name: str, *values: str) -> dict[str, Any]:
    """A filled-in field as Discord sends it."""
    return {"type": 18, "id": 1, "component": {"type": 3, "id": 2, "custom_id": name, "values": [*values]}}


FILLED = [field("seats", "3"), field("clock", "2 days"), field("computer", "random"), field("theme", "light")]
START = field("start", "full")
WANTED = msgspec.structs.replace(NOW, seats=3, clock=2 * 24 * 3600, computer="random", theme="light")


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
    assert typed_options(typed) == options


@pytest.mark.parametrize("typed", ["board", "=3", "board=", "board=2 board=3", "board = 3", "x" * 500])
def test_options_that_cannot_be_read_are_refused_with_the_word(typed: str) -> None:
    with pytest.raises(Refusal, match=r"I can't read the option .*name=value"):
        typed_options(typed)


@given(st.text(max_size=200) | st.text("abfacotinsrdl=,;: 0123456789²٣-", max_size=200))
def test_any_typed_text_is_options_or_a_refusal(typed: str) -> None:
    with suppress(Refusal, InvalidOptions):
        assert game_type(GAME).options(2, typed_options(typed))["board"] == 2


def test_a_filled_in_form_is_read() -> None:
    assert read([*FILLED, field("start", "host")]) == msgspec.structs.replace(WANTED, start_when_full=False)


def test_a_form_from_before_a_field_was_added_leaves_that_as_it_is() -> None:
    assert read(FILLED) == WANTED


def test_the_form_shows_what_is_set_and_reads_back_as_it() -> None:
    table = table_view(begun(2))

    fields = options_form(table, game_type(GAME), LEVELS)
    form = modal(texts.OPTIONS_TITLE, CustomId(TABLE, "1", "options_submitted"), fields)

    shown = form.to_dict()
    assert len(shown["title"]) <= 45
    selects = [label["component"] for label in shown["components"]]
    assert [select["type"] for select in selects] == [3, 3, 21, 21, 21]
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
        read([wrong if found["component"]["custom_id"] == name else found for found in (*FILLED, START)])

    assert caught.value.text


@pytest.mark.parametrize(
    "form",
    [
        [],
        FILLED[:3],
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
    assert clock_of(f" {name.upper()} ") == seconds
    assert table_texts.clock_name(seconds) == name

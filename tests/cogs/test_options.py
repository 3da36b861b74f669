"""The options of a table: whatever is typed or submitted becomes options or a refusal, never an accident."""

from contextlib import suppress
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cogs import _texts as texts
from cogs._looks import TableSettings
from cogs._options import clock_of, options_modal, read_options, typed_options
from cogs._refusal import Refusal
from engine.core import InvalidOptions
from engine.games import game
from tests.cogs.cog_tables import GAME, begun, look_at

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


def field(name: str, *values: str) -> dict[str, Any]:
    """A filled-in field as Discord sends it."""
    return {"type": 18, "id": 1, "component": {"type": 3, "id": 2, "custom_id": name, "values": [*values]}}


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
        assert game(GAME).options(2, typed_options(typed))["board"] == 2


def test_a_filled_in_form_is_read() -> None:
    form = [field("seats", "3"), field("clock", "2 days"), field("computer", "random"), field("theme", "light")]

    assert read_options(form) == TableSettings(seats=3, clock=2 * 24 * 3600, computer="random", theme="light")


def test_the_form_shows_what_is_set_and_reads_back_as_it() -> None:
    look = look_at(begun(2))

    modal = options_modal(look, game(GAME)).to_dict()

    assert len(modal["title"]) <= 45
    selects = [label["component"] for label in modal["components"]]
    assert 1 <= len(selects) <= 5
    chosen = [
        field(select["custom_id"], *(option["value"] for option in select["options"] if option.get("default")))
        for select in selects
    ]
    assert read_options(chosen) == look.settings


@pytest.mark.parametrize(
    "form",
    [
        [],
        [field("seats", "3"), field("computer", "greedy")],
        [field("seats", "3"), field("clock", "a while"), field("computer", "greedy")],
        [field("seats", "3"), field("clock"), field("computer", "greedy")],
        [field("seats", "3"), field("clock", "1 day"), field("computer", "clairvoyant")],
        [field("seats", "three"), field("clock", "1 day"), field("computer", "greedy")],
        [field("seats"), field("clock", "1 day"), field("computer", "greedy")],
        ["seats"],
        [{"component": ["seats"]}],
        [{"component": {"custom_id": ["seats"], "values": 3}}],
        [{"component": {"custom_id": "seats", "values": [{"value": "3"}]}}],
        {"component": "seats"},
        None,
    ],
)
def test_a_form_with_what_is_not_offered_is_refused(form: Any) -> None:
    with pytest.raises(Refusal) as caught:
        read_options(form)

    assert caught.value.text


@given(anything)
def test_any_submitted_components_are_settings_or_a_refusal(components: Any) -> None:
    with pytest.raises(Refusal):
        read_options(components)


@given(
    st.lists(
        st.builds(field, st.sampled_from(["seats", "clock", "computer"]), st.sampled_from(["2", "1 day", "greedy"])),
        max_size=4,
    )
)
def test_fields_missing_doubled_or_mixed_up_are_settings_or_a_refusal(form: list[Any]) -> None:
    try:
        settings = read_options(form)
    except Refusal:
        return
    assert settings == TableSettings(seats=2, clock=24 * 3600, computer="greedy")


@pytest.mark.parametrize(("name", "seconds"), texts.CLOCKS.items())
def test_every_clock_is_found_by_its_name(name: str, seconds: int | None) -> None:
    assert clock_of(f" {name.upper()} ") == seconds
    assert texts.clock_name(seconds) == name

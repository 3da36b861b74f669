"""Many choices as selects: enough of them, each with its own custom id."""

from typing import Any

import discord
import pytest

from cogs.ui.kit.custom_ids import CustomId, parse
from cogs.ui.kit.layouts import Row
from cogs.ui.kit.selects import SELECT_LIMIT, build_selects, cut, remove_select_part

CHOICE = CustomId("aaaaaaaaaa", "3", "hex", ("spear",))


def options(number: int) -> list[discord.SelectOption]:
    """Return the given number of options."""
    return [discord.SelectOption(label=f"Hex {each}", value=f"a{each}") for each in range(1, number + 1)]


def sent(rows: tuple[Row, ...]) -> list[dict[str, Any]]:
    """Return the selects as Discord gets them."""
    return [part for row in rows for part in row.to_component_dict()["components"]]


@pytest.mark.parametrize(("number", "each"), [(1, [1]), (25, [25]), (26, [25, 1]), (60, [25, 25, 10])])
def test_the_options_stand_in_as_few_selects_as_they_fit(number: int, each: list[int]) -> None:
    made = sent(build_selects(CHOICE, "Hex", options(number)))

    assert [len(select["options"]) for select in made] == each
    values = [option["value"] for select in made for option in select["options"]]
    assert values == [option.value for option in options(number)]


def test_no_two_selects_have_the_same_custom_id_and_a_press_has_the_same_details() -> None:
    made = sent((*build_selects(CHOICE, "Hex", options(60)), *build_selects(CHOICE, "Column", options(30), kind="C")))
    ids = [select["custom_id"] for select in made]

    assert len(set(ids)) == len(ids) == 5
    for custom_id in ids:
        pressed = parse(custom_id)
        assert pressed is not None
        assert (pressed.action, remove_select_part((*pressed.details, "a7"))) == ("hex", ("spear", "a7"))


def test_a_long_description_is_cut_between_words() -> None:
    assert cut("four " * 30) == f"{'four ' * 19}four…"
    assert cut("one line") == "one line"


def test_one_of_several_says_what_is_in_it_and_a_single_one_only_its_title() -> None:
    def titles(number: int, **how: Any) -> list[str]:
        return [select["placeholder"] for select in sent(build_selects(CHOICE, "Hex", options(number), **how))]

    assert titles(SELECT_LIMIT) == ["Hex"]
    assert titles(30) == ["Hex: a1 to a25", "Hex: a26 to a30"]
    assert titles(30, short=None) == ["Hex, 1 of 2", "Hex, 2 of 2"]
    assert titles(30, short=lambda option: option.label) == ["Hex: Hex 1 to Hex 25", "Hex: Hex 26 to Hex 30"]

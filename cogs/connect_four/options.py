"""The options of a game: the grid's size and the way it lies, the points of a force, equal classes, the opening."""

from collections.abc import Mapping
from typing import Any

from discord import ui

from cogs.ui.kit.forms import NO, YES, check_offered, flag_field, radio_field, read_number
from engine.connect_four.options import MOST_POINTS, SIZES, dimensions
from engine.connect_four.roster import LEAST_POINTS
from tables.refusal import Refusal
from tables.texts import quote
from tables.viewer import TableView

SIZE, SWAP, POINTS, SAME, DOUBLE = "size", "swap", "points", "same_class", "double_start"
SIZE_NAMES = {name: name.capitalize() for name in SIZES}
SIZE_LINES = {
    name: f"{size.columns} columns, {size.rows} rows, forces of {size.points:,} points" for name, size in SIZES.items()
}
SWAP_NAMES = {NO: "As listed", YES: "Columns and rows swapped"}
SWAP_LINES = {NO: "Wider than high, as a rule", YES: "Higher than wide: columns take longer to fill"}
SAME_NAMES = {NO: "Different classes", YES: "Equal classes are fine"}
SAME_LINES = {NO: "If both choose the same, dice decide who takes another", YES: "Both may play the same class"}
DOUBLE_NAMES = {NO: "One turn each", YES: "Double start"}
DOUBLE_LINES = {
    NO: "Going second is a little better",
    YES: "The first player begins with two turns, which makes both seats about equally good",
}
POINTS_HINT = f"{LEAST_POINTS} to {MOST_POINTS:,}; leave it empty for those of the size."
TYPED = {
    SIZE: tuple(SIZES),
    SWAP: (YES, NO),
    POINTS: ("600", "800", "1200", "2000"),
    SAME: (YES, NO),
    DOUBLE: (YES, NO),
}
"""The values that `/play` suggests."""


def form_fields(table: TableView) -> list[ui.Item[Any]]:
    """The fields of the host's form, with the current options as defaults."""
    options = table.options
    points: ui.TextInput[Any] = ui.TextInput(
        custom_id=POINTS,
        required=False,
        default=str(options[POINTS]) if options[POINTS] else None,
        placeholder="as in the size",
        max_length=5,
    )
    return [
        radio_field("Size", SIZE, SIZE_NAMES, options[SIZE], lines=SIZE_LINES),
        flag_field("Which way the grid lies", SWAP, SWAP_NAMES, SWAP_LINES, now=options[SWAP]),
        ui.Label(text="Points of a force", description=POINTS_HINT, component=points),
        flag_field("Classes", SAME, SAME_NAMES, SAME_LINES, now=options[SAME]),
        flag_field("How it opens", DOUBLE, DOUBLE_NAMES, DOUBLE_LINES, now=options[DOUBLE]),
    ]


def read(values: Mapping[str, str]) -> dict[str, Any]:
    """The options of a submitted form. Raises Refusal for values not offered."""
    check_offered(values, {SIZE: SIZE_NAMES, SWAP: SWAP_NAMES, SAME: SAME_NAMES, DOUBLE: DOUBLE_NAMES})
    return {
        SIZE: values[SIZE],
        SWAP: values[SWAP] == YES,
        POINTS: _points(values.get(POINTS, "").strip()),
        SAME: values[SAME] == YES,
        DOUBLE: values[DOUBLE] == YES,
    }


def _points(text: str) -> int | None:
    """The points as typed, None for those of the size. Raises Refusal."""
    digits = text.replace(",", "").replace(".", "").replace(" ", "")
    if not text:
        return None
    number = read_number(digits, MOST_POINTS)
    if number is None or number < LEAST_POINTS:
        limits = f"{LEAST_POINTS} to {MOST_POINTS:,}"
        raise Refusal(f"A force has {limits} points, not {quote(text)}, so nothing was changed.")
    return number


def variant(options: Mapping[str, Any]) -> str:
    """The size in a word, unless it is the standard one; for titles."""
    return "" if options[SIZE] == "standard" else SIZE_NAMES[options[SIZE]]


def summary(options: Mapping[str, Any]) -> str:
    """The options in one line, for the lobby."""
    size = dimensions(options)
    parts = [f"{SIZE_NAMES[options[SIZE]]}: {size.columns} columns, {size.rows} rows, forces of {size.points:,} points"]
    if options[SAME]:
        parts.append("equal classes are fine")
    if options[DOUBLE]:
        parts.append("double start")
    return f"{', '.join(parts)}."

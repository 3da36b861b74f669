"""Game options: size and orientation of the grid, points of a force, equal classes, and the opening."""

from collections.abc import Mapping
from typing import Any

from cogs.ui.kit.custom_ids import read_number
from cogs.ui.kit.forms import NO, YES
from cogs.ui.kit.game_options import OptionSpec, flag
from engine.connect_four.options import MOST_POINTS, SIZES, dimensions
from engine.connect_four.roster import LEAST_POINTS
from tables.refusal import Refusal
from tables.texts import quote

SIZE_NAMES = {name: name.capitalize() for name in SIZES}


def _parse_points(text: str) -> int | None:
    """Parse the typed points of a force. An empty text gives None, which stands for the points of the grid's size.

    Raises Refusal if the points are not a number within the limits.
    """
    digits = text.replace(",", "").replace(".", "").replace(" ", "")
    if not text:
        return None
    number = read_number(digits, MOST_POINTS)
    if number is None or number < LEAST_POINTS:
        limits = f"{LEAST_POINTS} to {MOST_POINTS:,}"
        raise Refusal(f"A force must have {limits} points, not {quote(text)}, so nothing was changed.")
    return number


OPTIONS = (
    OptionSpec(
        name="size",
        title="Size",
        choices=SIZE_NAMES,
        lines={
            name: f"{size.columns} columns, {size.rows} rows, forces of {size.points:,} points"
            for name, size in SIZES.items()
        },
        typed=tuple(SIZES),
    ),
    flag(
        "swap",
        "Orientation of the grid",
        ("As listed", "Usually wider than high"),
        ("Columns and rows swapped", "Higher than wide: columns take longer to fill"),
        typed=(YES, NO),
    ),
    OptionSpec(
        name="points",
        title="Points of a force",
        hint=f"{LEAST_POINTS} to {MOST_POINTS:,}; leave it empty for the default of the size.",
        placeholder="default of the size",
        max_length=5,
        show=lambda options: str(options["points"] or ""),
        parse=_parse_points,
        typed=("600", "800", "1200", "2000"),
    ),
    flag(
        "same_class",
        "Classes",
        ("Different classes", "If both choose the same, dice decide who takes another"),
        ("Same class allowed", "Both may play the same class"),
        typed=(YES, NO),
    ),
    flag(
        "double_start",
        "Opening",
        ("One turn each", "Going second is a little better"),
        ("Double start", "The first player begins with two turns, which makes both seats about equal"),
        typed=(YES, NO),
    ),
)


def variant(options: Mapping[str, Any]) -> str:
    """Return the name of the grid's size for titles, or an empty text for the standard size."""
    return "" if options["size"] == "standard" else SIZE_NAMES[options["size"]]


def summary(options: Mapping[str, Any]) -> str:
    """Format the options as one line for the lobby."""
    size = dimensions(options)
    parts = [
        f"{SIZE_NAMES[options['size']]}: {size.columns} columns, {size.rows} rows, forces of {size.points:,} points"
    ]
    if options["same_class"]:
        parts.append("same class allowed")
    if options["double_start"]:
        parts.append("double start")
    return f"{', '.join(parts)}."

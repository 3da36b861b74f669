"""Game options: size and orientation of the grid, points of a force, equal classes, and the opening."""

from collections.abc import Mapping
from typing import Any

from cogs.ui.kit.custom_ids import read_number
from cogs.ui.kit.forms import NO, YES
from cogs.ui.kit.game_options import OptionSpec, flag
from engine.connect_four.options import MOST_POINTS, SIZES, dimensions
from engine.connect_four.roster import LEAST_POINTS
from language.messages import N_, _, format_number
from tables.refusal import Refusal
from tables.texts import quote

SIZE_NAMES = {
    "standard": N_("Standard"),
    "quick": N_("Quick"),
    "brawl": N_("Brawl"),
    "large": N_("Large"),
    "wide": N_("Wide"),
    "map": N_("Map"),
}


def _parse_points(text: str) -> int | None:
    """Parse the typed points of a force. An empty text gives None, which stands for the points of the grid's size.

    Raises Refusal if the points are not a number within the limits.
    """
    digits = text.replace(",", "").replace(".", "").replace(" ", "")
    if not text:
        return None
    number = read_number(digits, MOST_POINTS)
    if number is None or number < LEAST_POINTS:
        raise Refusal(
            _(
                "A force must have {least} to {most} points, not {typed}, so nothing was changed.",
                least=LEAST_POINTS,
                most=format_number(MOST_POINTS),
                typed=quote(text),
            )
        )
    return number


OPTIONS = (
    OptionSpec(
        name="size",
        title=N_("Size"),
        choices=SIZE_NAMES,
        lines={
            "standard": N_("7 columns, 6 rows, forces of 1,200 points"),
            "quick": N_("6 columns, 5 rows, forces of 800 points"),
            "brawl": N_("6 columns, 5 rows, forces of 600 points"),
            "large": N_("8 columns, 7 rows, forces of 1,200 points"),
            "wide": N_("9 columns, 7 rows, forces of 1,200 points"),
            "map": N_("20 columns, 12 rows, forces of 1,200 points"),
        },
        typed=tuple(SIZES),
    ),
    flag(
        "swap",
        N_("Orientation of the grid"),
        (N_("As listed"), N_("Usually wider than high")),
        (N_("Columns and rows swapped"), N_("Higher than wide: columns take longer to fill")),
        typed=(YES, NO),
    ),
    OptionSpec(
        name="points",
        title=N_("Points of a force"),
        hint=N_("100 to 2,000; leave it empty for the default of the size."),
        placeholder=N_("default of the size"),
        max_length=5,
        show=lambda options: str(options["points"] or ""),
        parse=_parse_points,
        typed=("600", "800", "1200", "2000"),
    ),
    flag(
        "same_class",
        N_("Classes"),
        (N_("Different classes"), N_("If both choose the same, dice decide who takes another")),
        (N_("Same class allowed"), N_("Both may play the same class")),
        typed=(YES, NO),
    ),
    flag(
        "double_start",
        N_("Opening"),
        (N_("One turn each"), N_("Going second is a little better")),
        (N_("Double start"), N_("The first player begins with two turns, which makes both seats about equal")),
        typed=(YES, NO),
    ),
)


def variant(options: Mapping[str, Any]) -> str:
    """Return the name of the grid's size for titles, or an empty text for the standard size."""
    name = options["size"]
    return "" if name == "standard" else _(SIZE_NAMES[name])


def summary(options: Mapping[str, Any]) -> str:
    """Format the options as one line for the lobby."""
    name, size = options["size"], dimensions(options)
    parts = [
        _(
            "{size}: {columns} columns, {rows} rows, forces of {points} points",
            size=_(SIZE_NAMES[name]),
            columns=size.columns,
            rows=size.rows,
            points=format_number(size.points),
        )
    ]
    if options["same_class"]:
        parts.append(_("same class allowed"))
    if options["double_start"]:
        parts.append(_("double start"))
    return f"{', '.join(parts)}."

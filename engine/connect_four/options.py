"""The options: grid size, allowed points of a force, equal classes, and a double turn for the first player."""

from collections.abc import Mapping
from typing import Any, Final, NamedTuple

from engine.connect_four.roster import LEAST_POINTS
from engine.core import InvalidOptions, quote_input
from engine.messages import Message

SEATS: Final = (2,)
MOST_POINTS: Final = 2000
_SWITCHES: Final = ("swap", "same_class", "double_start")
_KEYS: Final = ("size", "swap", "points", "same_class", "double_start")


class Size(NamedTuple):
    """The columns and rows of a grid, and the points that a force may have (CF-5, CF-7)."""

    columns: int
    rows: int
    points: int


SIZES: Final[Mapping[str, Size]] = {
    "standard": Size(7, 6, 1200),
    "quick": Size(6, 5, 800),
    "brawl": Size(6, 5, 600),
    "large": Size(8, 7, 1200),
    "wide": Size(9, 7, 1200),
    "map": Size(20, 12, 1200),
}


def complete(seats: int, raw: dict[str, Any]) -> dict[str, Any]:
    """Return the options with defaults filled in (CF-4 to CF-7).

    Raises InvalidOptions, naming the possible values.
    """
    if type(seats) is not int or seats not in SEATS:
        raise InvalidOptions("Connect Four is for 2 players (CF-4).")
    for key in raw:
        if key not in _KEYS:
            raise InvalidOptions(
                Message(
                    "Connect Four has no option {option}; its options are {options}.",
                    option=quote_input(str(key)),
                    options=", ".join(_KEYS),
                )
            )
    size, points = raw.get("size", "standard"), raw.get("points")
    if not isinstance(size, str) or size not in SIZES:
        given, sizes = quote_input(str(size)), ", ".join(SIZES)
        raise InvalidOptions(Message("There is no size {size}; the sizes are {sizes}.", size=given, sizes=sizes))
    if points is not None and not (type(points) is int and LEAST_POINTS <= points <= MOST_POINTS):
        raise InvalidOptions(
            Message(
                "The option points must be {least} to {most}, or null for the default of the size, not {given}.",
                least=LEAST_POINTS,
                most=MOST_POINTS,
                given=quote_input(str(points)),
            )
        )
    for key in _SWITCHES:
        if type(raw.get(key, False)) is not bool:
            given = quote_input(str(raw[key]))
            text = Message("The option {option} must be true or false, not {given}.", option=key, given=given)
            raise InvalidOptions(text)
    return {
        "size": size,
        "swap": raw.get("swap", False),
        "points": points,
        "same_class": raw.get("same_class", False),
        "double_start": raw.get("double_start", False),
    }


def dimensions(options: Mapping[str, Any]) -> Size:
    """Return the grid size and the allowed points; `options` must have all defaults filled in (CF-5, CF-7)."""
    columns, rows, points = SIZES[options["size"]]
    if options["swap"]:
        columns, rows = rows, columns
    return Size(columns, rows, options["points"] or points)

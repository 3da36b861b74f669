"""The options: grid size, allowed points of a force, equal classes, and a double turn for the first player."""

from collections.abc import Mapping
from typing import Any, Final, NamedTuple

from engine.connect_four.roster import LEAST_POINTS
from engine.core import InvalidOptions, quote_input

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
                f"Connect Four has no option {quote_input(str(key))}; its options are {', '.join(_KEYS)}."
            )
    size, points = raw.get("size", "standard"), raw.get("points")
    if not isinstance(size, str) or size not in SIZES:
        raise InvalidOptions(f"There is no size {quote_input(str(size))}; the sizes are {', '.join(SIZES)}.")
    if points is not None and not (type(points) is int and LEAST_POINTS <= points <= MOST_POINTS):
        limits = f"{LEAST_POINTS} to {MOST_POINTS:,}"
        raise InvalidOptions(
            f"The option points must be {limits}, or null for the default of the size, not {quote_input(str(points))}."
        )
    for key in _SWITCHES:
        if type(raw.get(key, False)) is not bool:
            raise InvalidOptions(f"The option {key} must be true or false, not {quote_input(str(raw[key]))}.")
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

"""The options of Hive Mind: the edition, and the garnets that seats start with (HM-16)."""

from typing import Any, Final, cast

from engine.core import InvalidOptions, echo
from engine.hive_mind.editions import DEFAULT_EDITION, EDITIONS

SEATS: Final = (3, 4, 5, 6, 7)
MOST_GARNETS: Final = 999_999
_KEYS: Final = ("edition", "garnets")


def complete(seats: int, raw: dict[str, Any]) -> dict[str, Any]:
    """The options with their defaults, garnets one by seat. Raises InvalidOptions, saying what is possible."""
    if type(seats) is not int or seats not in SEATS:
        raise InvalidOptions(f"Hive Mind is for {SEATS[0]} to {SEATS[-1]} players.")
    for key in raw:
        if key not in _KEYS:
            raise InvalidOptions(f"Hive Mind has no option {echo(str(key))}; its options are {' and '.join(_KEYS)}.")
    edition = raw.get("edition", DEFAULT_EDITION)
    if not isinstance(edition, str) or edition not in EDITIONS:
        raise InvalidOptions(f"There is no edition {echo(str(edition))}. The editions are {', '.join(EDITIONS)}.")
    return {"edition": edition, "garnets": _garnets(seats, raw.get("garnets"), EDITIONS[edition].garnets)}


def _garnets(seats: int, raw: object, default: int) -> list[int]:
    if raw is None:
        return [default] * seats
    numbers = list(cast("list[object]", raw)) if isinstance(raw, list | tuple) else [raw] * seats
    if len(numbers) != seats:
        raise InvalidOptions(f"The option garnets is a number, or a list of {seats}, one per seat; not {len(numbers)}.")
    for number in numbers:
        if type(number) is not int or not 0 <= number <= MOST_GARNETS:
            raise InvalidOptions(f"A seat starts with 0 to {MOST_GARNETS} garnets, not {echo(str(number))}.")
    return cast("list[int]", numbers)

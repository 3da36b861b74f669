"""The options of Hive Mind, which are chosen before the game starts (HM-16)."""

from typing import Any, Final, cast

from engine.core import InvalidOptions, quote_input
from engine.hive_mind.editions import DEFAULT_EDITION, EDITIONS, FIRST_GAME
from engine.messages import Message, WordList

SEATS: Final = (3, 4, 5, 6, 7)
MOST_GARNETS: Final = 999_999
_KEYS: Final = ("edition", "garnets", "hives")


def complete(seats: int, raw: dict[str, Any]) -> dict[str, Any]:
    """Return the options of a match with defaults filled in and `garnets` as a list with one number per seat.

    `hives` stays absent unless it is given.

    Raises InvalidOptions, which lists the possible values, if an option is unknown or invalid.
    """
    if type(seats) is not int or seats not in SEATS:
        raise InvalidOptions(Message("Hive Mind is for {fewest} to {most} players.", fewest=SEATS[0], most=SEATS[-1]))
    for key in raw:
        if key not in _KEYS:
            raise InvalidOptions(
                Message(
                    "Hive Mind has no option {name}; its options are {names}.",
                    name=quote_input(str(key)),
                    names=WordList(_KEYS, "and"),
                )
            )
    edition = raw.get("edition", DEFAULT_EDITION)
    if not isinstance(edition, str) or edition not in EDITIONS:
        raise InvalidOptions(
            Message(
                "There is no edition {name}. The editions are {names}.",
                name=quote_input(str(edition)),
                names=", ".join(EDITIONS),
            )
        )
    if "hives" not in raw:
        return {"edition": edition, "garnets": _garnets(seats, raw.get("garnets"), EDITIONS[edition].garnets)}
    return {"edition": edition, **_first_game(seats, raw)}


def _first_game(seats: int, raw: dict[str, Any]) -> dict[str, Any]:
    """Return the options `garnets` and `hives` of a first game: no garnets, and one hive (HM-16)."""
    if type(raw["hives"]) is not int or raw["hives"] != FIRST_GAME:
        raise InvalidOptions(
            Message(
                "The option hives can only be {number}, not {value}. Leave it out for all hives of the edition.",
                number=FIRST_GAME,
                value=quote_input(str(raw["hives"])),
            )
        )
    garnets = _garnets(seats, raw.get("garnets"), 0)
    if any(garnets):
        raise InvalidOptions("A first game with one hive has no garnets. Leave the option garnets out, or set it to 0.")
    return {"garnets": garnets, "hives": FIRST_GAME}


def _garnets(seats: int, raw: object, default: int) -> list[int]:
    if raw is None:
        return [default] * seats
    numbers = list(cast("list[object]", raw)) if isinstance(raw, list | tuple) else [raw] * seats
    if len(numbers) != seats:
        raise InvalidOptions(
            Message(
                "The option garnets must be a number, or a list of {seats}, one per seat; not {number}.",
                seats=seats,
                number=len(numbers),
            )
        )
    for number in numbers:
        if type(number) is not int or not 0 <= number <= MOST_GARNETS:
            raise InvalidOptions(
                Message(
                    "A seat starts with 0 to {most} garnets, not {value}.",
                    most=MOST_GARNETS,
                    value=quote_input(str(number)),
                )
            )
    return cast("list[int]", numbers)

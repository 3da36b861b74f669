"""The game type of Hive Mind: its options (HM-16), its rules, and the levels of its computer players."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, Final, cast

from engine.core import InvalidOptions, join_and, quote_input
from engine.hive_mind.board import LETTERS
from engine.hive_mind.deduction import Deduction
from engine.hive_mind.editions import DEFAULT_EDITION, EDITIONS, FIRST_GAME, Match
from engine.hive_mind.response import Response
from engine.hive_mind.rules import HiveMindRules
from engine.hive_mind.view import View
from engine.players.base import ComputerPlayer, Maker

SEATS: Final = (3, 4, 5, 6, 7)
MOST_GARNETS: Final = 999_999
_KEYS: Final = ("edition", "garnets", "hives")


def complete(seats: int, raw: dict[str, Any]) -> dict[str, Any]:
    """Return the options of a match with defaults filled in and `garnets` as a list with one number per seat.

    `hives` stays absent unless it is given.

    Raises InvalidOptions, which lists the possible values, if an option is unknown or invalid.
    """
    if type(seats) is not int or seats not in SEATS:
        raise InvalidOptions(f"Hive Mind is for {SEATS[0]} to {SEATS[-1]} players.")
    for key in raw:
        if key not in _KEYS:
            raise InvalidOptions(f"Hive Mind has no option {quote_input(str(key))}; its options are {join_and(_KEYS)}.")
    edition = raw.get("edition", DEFAULT_EDITION)
    if not isinstance(edition, str) or edition not in EDITIONS:
        raise InvalidOptions(
            f"There is no edition {quote_input(str(edition))}. The editions are {', '.join(EDITIONS)}."
        )
    if "hives" not in raw:
        return {"edition": edition, "garnets": _garnets(seats, raw.get("garnets"), EDITIONS[edition].garnets)}
    return {"edition": edition, **_first_game(seats, raw)}


def _first_game(seats: int, raw: dict[str, Any]) -> dict[str, Any]:
    """Return the options `garnets` and `hives` of a first game: no garnets, and one hive (HM-16)."""
    if type(raw["hives"]) is not int or raw["hives"] != FIRST_GAME:
        raise InvalidOptions(
            f"The option hives can only be {FIRST_GAME}, not {quote_input(str(raw['hives']))}. "
            "Leave it out for all hives of the edition."
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
            f"The option garnets must be a number, or a list of {seats}, one per seat; not {len(numbers)}."
        )
    for number in numbers:
        if type(number) is not int or not 0 <= number <= MOST_GARNETS:
            raise InvalidOptions(f"A seat starts with 0 to {MOST_GARNETS} garnets, not {quote_input(str(number))}.")
    return cast("list[int]", numbers)


def _build_careless_maker(carelessness: float) -> Maker:
    def make(rules: Any, seat: int) -> ComputerPlayer:
        return Deduction(rules, seat, carelessness)

    return make


LEVELS: Final[Mapping[str, Maker]] = MappingProxyType(
    {"easy": _build_careless_maker(2.0), "normal": _build_careless_maker(0.7), "strong": Deduction, "master": Response}
)
FORMER: Final[Mapping[str, Maker]] = MappingProxyType({"deduction": Deduction, "casual": _build_careless_maker(1.5)})
"""Players under names that are no longer offered; older tables still use them."""


class HiveMind:
    """Hive Mind as a game type, with its name, seats, options, rules and computer players."""

    name = "hive_mind"
    title = "Hive Mind"
    difficulty = 2
    rules_version = 1
    seats = SEATS
    players: Final[Mapping[str, Maker]] = MappingProxyType({**LEVELS, **FORMER})

    def options(self, seats: int, raw: dict[str, Any]) -> dict[str, Any]:
        """Return the options with defaults filled in.

        Raises InvalidOptions, which lists the possible values, if an option is unknown or invalid.
        """
        return complete(seats, raw)

    def rules(self, seats: int, options: dict[str, Any]) -> HiveMindRules:
        """Return the rules for a number of seats with the given options.

        Raises InvalidOptions if an option is unknown or invalid.
        """
        full = self.options(seats, options)
        return HiveMindRules(Match(full["edition"], tuple(full["garnets"]), full.get("hives")))

    def places(self, view: View) -> str:
        """Return the letters of the hexes that a player can name, A to L; an empty string if no hive is open."""
        return LETTERS if any(hive.open for hive in view.hives) else ""


GAME_TYPE: Final = HiveMind()

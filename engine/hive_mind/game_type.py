"""The registration of Hive Mind as a game, with the levels of its computer players."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, Final

from engine.hive_mind import habits, options
from engine.hive_mind.board import LETTERS
from engine.hive_mind.deduction import Deduction
from engine.hive_mind.editions import Match
from engine.hive_mind.response import Response
from engine.hive_mind.rules import HiveMindRules
from engine.hive_mind.view import View
from engine.players.base import ComputerPlayer, Maker


def _build_careless_maker(carelessness: float) -> Maker:
    def make(rules: Any, seat: int) -> ComputerPlayer:
        return Deduction(rules, seat, carelessness)

    return make


LEVELS: Final[Mapping[str, Maker]] = MappingProxyType(
    {"easy": _build_careless_maker(2.5), "normal": _build_careless_maker(0.9), "strong": Deduction, "master": Response}
)
FORMER: Final[Mapping[str, Maker]] = MappingProxyType({"deduction": Deduction, "casual": _build_careless_maker(1.5)})
"""Players under names that are no longer offered; older tables still use them."""


class HiveMind:
    """Hive Mind as a game type, with its name, seats, options, rules and computer players."""

    name = "hive_mind"
    title = "Hive Mind"
    difficulty = 2
    rules_version = 1
    seats = options.SEATS
    players: Final[Mapping[str, Maker]] = MappingProxyType({**LEVELS, **FORMER})
    count_habits = staticmethod(habits.count_habits)

    def options(self, seats: int, raw: dict[str, Any]) -> dict[str, Any]:
        """Return the options with defaults filled in.

        Raises InvalidOptions, which lists the possible values, if an option is unknown or invalid.
        """
        return options.complete(seats, raw)

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

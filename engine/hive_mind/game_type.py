"""Hive Mind as a registered game."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, Final

from engine.hive_mind import options
from engine.hive_mind.board import LETTERS
from engine.hive_mind.editions import Match
from engine.hive_mind.levels import FORMER, LEVELS
from engine.hive_mind.rules import HiveMindRules
from engine.hive_mind.view import View
from engine.players.base import Maker


class HiveMind:
    """Shapes on hives of hidden values: what each looks at tells where the points are; those who collide get none."""

    name = "hive_mind"
    title = "Hive Mind"
    rules_version = 1
    seats = options.SEATS
    players: Final[Mapping[str, Maker]] = MappingProxyType({**LEVELS, **FORMER})

    def options(self, seats: int, raw: dict[str, Any]) -> dict[str, Any]:
        """The options in full. Raises InvalidOptions, saying what is possible."""
        return options.complete(seats, raw)

    def rules(self, seats: int, options: dict[str, Any]) -> HiveMindRules:
        """The rules for some seats and options. Raises InvalidOptions."""
        full = self.options(seats, options)
        return HiveMindRules(Match(full["edition"], tuple(full["garnets"])))

    def places(self, view: View) -> str:
        """The hexes of each open hive; none where no hive is open."""
        return LETTERS if any(hive.open for hive in view.hives) else ""


GAME_TYPE: Final = HiveMind()

"""Hive Mind as a registered game."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, Final

from engine.core import GameInfo
from engine.hive_mind import options
from engine.hive_mind.deduction import Deduction
from engine.hive_mind.editions import ROUNDS, Match
from engine.hive_mind.rules import HiveMindRules


class HiveMind:
    """Shapes on hives of hidden values: what each looks at tells where the points are; those who collide get none."""

    name: Final = "hive_mind"
    title: Final = "Hive Mind"
    rules_version: Final = 1
    seats: Final = options.SEATS
    players: Final[Mapping[str, type[Deduction]]] = MappingProxyType({"deduction": Deduction})

    def options(self, seats: int, raw: dict[str, Any]) -> dict[str, Any]:
        """The options in full. Raises InvalidOptions, saying what is possible."""
        return options.complete(seats, raw)

    def rules(self, seats: int, options: dict[str, Any]) -> HiveMindRules:
        """The rules for some seats and options. Raises InvalidOptions."""
        full = self.options(seats, options)
        match = Match(full["edition"], tuple(full["garnets"]))
        info = GameInfo(self.name, self.title, self.rules_version, self.seats, _longest(match))
        return HiveMindRules(info, match)


def _longest(match: Match) -> int:
    """The most entries while nobody overwrites, clears or reopens."""
    hives, edition = len(match.edition.hives), match.edition
    # Per seat: a shape per hive and round, Doubles and Blocks, ready in every round and for the totals, leaving.
    per_seat = hives * ROUNDS + 2 * hives + edition.rounds + 1 + 1
    # The layouts, a close per round, of the totals and of the choices, two choices, the draw of a candidate.
    return match.seats * per_seat + hives + edition.rounds + 2 + 2 + 1


GAME: Final = HiveMind()

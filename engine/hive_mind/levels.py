"""The levels of Hive Mind's computer players, from a beginner to one that plays around the others."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, Final

from engine.hive_mind.deduction import Deduction
from engine.hive_mind.response import Response
from engine.players.base import ComputerPlayer, Maker


def _careless(carelessness: float) -> Maker:
    def make(rules: Any, seat: int) -> ComputerPlayer:
        return Deduction(rules, seat, carelessness)

    return make


LEVELS: Final[Mapping[str, Maker]] = MappingProxyType(
    {"easy": _careless(2.0), "normal": _careless(0.7), "strong": Deduction, "master": Response}
)
FORMER: Final[Mapping[str, Maker]] = MappingProxyType({"deduction": Deduction, "casual": _careless(1.5)})
"""The names that tables of before have; their players play on."""

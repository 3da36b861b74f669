"""The levels of Connect Four's computer players, from a beginner to one that searches."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, Final

from engine.connect_four.players import Normal
from engine.connect_four.playouts import Playouts
from engine.players.base import ComputerPlayer, Maker
from engine.players.greedy import Soft
from engine.players.search import Budget, Search

_TEMPERATURE: Final = 30.0
"""In points of monsters."""
_STRONG: Final = Budget(actions=5, playouts=40, depth=4)
_MASTER: Final = Budget(actions=8, playouts=200, depth=4)


def _easy(rules: Any, seat: int) -> ComputerPlayer:
    return Soft(rules, seat, _TEMPERATURE)


def _strong(rules: Any, seat: int) -> ComputerPlayer:
    return Search(rules, seat, Playouts(rules, seat), _STRONG)


def _master(rules: Any, seat: int) -> ComputerPlayer:
    return Search(rules, seat, Playouts(rules, seat), _MASTER)


LEVELS: Final[Mapping[str, Maker]] = MappingProxyType(
    {"easy": _easy, "normal": Normal, "strong": _strong, "master": _master}
)

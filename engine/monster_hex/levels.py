"""The levels of Monster Hex's computer players, from a beginner to one that searches."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, Final

from engine.monster_hex.playouts import Playouts
from engine.players.base import ComputerPlayer, Maker
from engine.players.greedy import Greedy, Soft
from engine.players.search import Budget, Search

_TEMPERATURE: Final = 0.3
"""In points ahead."""
_STRONG: Final = Budget(actions=4, playouts=24)
_MASTER: Final = Budget(actions=8, playouts=160)


def _easy(rules: Any, seat: int) -> ComputerPlayer:
    return Soft(rules, seat, _TEMPERATURE)


def _strong(rules: Any, seat: int) -> ComputerPlayer:
    return Search(rules, seat, Playouts(rules, seat), _STRONG)


def _master(rules: Any, seat: int) -> ComputerPlayer:
    return Search(rules, seat, Playouts(rules, seat), _MASTER)


LEVELS: Final[Mapping[str, Maker]] = MappingProxyType(
    {"easy": _easy, "normal": Greedy, "strong": _strong, "master": _master}
)

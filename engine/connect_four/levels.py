"""The levels of Connect Four's computer players, from a beginner to one that searches."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from engine.connect_four.players import Normal
from engine.connect_four.playouts import Playouts
from engine.connect_four.rules import ConnectFourRules
from engine.players.base import Maker
from engine.players.greedy import soft
from engine.players.search import Budget, Search, searching

_TEMPERATURE: Final = 30.0
"""In points of monsters."""
_STRONG: Final = Budget(actions=3, playouts=16, depth=4)
_MASTER: Final = Budget(actions=8, playouts=200, depth=4)

LEVELS: Final[Mapping[str, Maker]] = MappingProxyType(
    {
        "easy": soft(_TEMPERATURE),
        "normal": Normal,
        "strong": searching(Playouts, _STRONG),
        "master": searching(Playouts, _MASTER),
    }
)


def coach(rules: ConnectFourRules, seat: int) -> Search:
    """The strongest level, which judges the decisions of a game."""
    return Search(rules, seat, Playouts(rules, seat), _MASTER)

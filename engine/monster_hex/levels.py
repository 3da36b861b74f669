"""The levels of Monster Hex's computer players, from a beginner to one that searches."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from engine.monster_hex.playouts import Playouts
from engine.monster_hex.rules import MonsterHexRules
from engine.players.base import Maker
from engine.players.greedy import Greedy, soft
from engine.players.search import Budget, Search, searching

_TEMPERATURE: Final = 0.3
"""In points ahead."""
_STRONG: Final = Budget(actions=4, playouts=24)
_MASTER: Final = Budget(actions=8, playouts=160)
_COACH: Final = Budget(actions=24, playouts=480)
"""It has time, and is to overlook nothing."""

LEVELS: Final[Mapping[str, Maker]] = MappingProxyType(
    {
        "easy": soft(_TEMPERATURE),
        "normal": Greedy,
        "strong": searching(Playouts, _STRONG),
        "master": searching(Playouts, _MASTER),
    }
)


def coach(rules: MonsterHexRules, seat: int) -> Search:
    """Who judges decisions afterwards: the strongest level, with more moves in view."""
    return Search(rules, seat, Playouts(rules, seat), _COACH)

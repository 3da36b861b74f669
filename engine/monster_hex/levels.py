"""The levels of Monster Hex's computer players, from a beginner to one that searches."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from engine.monster_hex.playouts import Playouts
from engine.players.base import Maker
from engine.players.greedy import Greedy, soft
from engine.players.search import Budget, searching

_TEMPERATURE: Final = 0.3
"""In points ahead."""
_STRONG: Final = Budget(actions=4, playouts=24)
_MASTER: Final = Budget(actions=8, playouts=160)

LEVELS: Final[Mapping[str, Maker]] = MappingProxyType(
    {
        "easy": soft(_TEMPERATURE),
        "normal": Greedy,
        "strong": searching(Playouts, _STRONG),
        "master": searching(Playouts, _MASTER),
    }
)

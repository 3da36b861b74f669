"""Monster Hex (the rule book's MH-1 to MH-24)."""

from engine.monster_hex.game_type import GAME_TYPE

__all__ = ["GAME_TYPE"]

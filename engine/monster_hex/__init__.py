"""Monster Hex: its rules (MH-1 to MH-24 in the rule book), computer players and notation."""

from engine.monster_hex.game_type import GAME_TYPE

__all__ = ["GAME_TYPE"]

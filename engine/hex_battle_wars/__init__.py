"""The rules and computer players of Hex Battle Wars (HBW-1 to HBW-26 of the rule book)."""

from engine.hex_battle_wars.game_type import GAME_TYPE

__all__ = ["GAME_TYPE"]

"""Hex Battle Wars (the rule book's HBW-1 to HBW-26)."""

from engine.hex_battle_wars.game_type import GAME_TYPE

__all__ = ["GAME_TYPE"]

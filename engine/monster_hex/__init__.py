"""The rules, computer players and notation of Monster Hex (rules MH-1 to MH-24)."""

from engine.monster_hex.game_type import GAME_TYPE

__all__ = ["GAME_TYPE"]

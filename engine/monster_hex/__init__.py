"""Monster Hex (the rule book's MH-1 to MH-14 and MH-23)."""

from engine.monster_hex.game import GAME

__all__ = ["GAME"]

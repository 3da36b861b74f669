"""The rules, computer players and notation of Connect Four – HorrorClix Edition (rules CF-1 to CF-20)."""

from engine.connect_four.game_type import GAME_TYPE

__all__ = ["GAME_TYPE"]

"""Connect Four – HorrorClix Edition (the rule book's CF-1 to CF-20)."""

from engine.connect_four.game_type import GAME_TYPE

__all__ = ["GAME_TYPE"]

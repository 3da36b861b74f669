"""Connect Four – HorrorClix Edition: its rules (CF-1 to CF-20 in the rule book), computer players and notation."""

from engine.connect_four.game_type import GAME_TYPE

__all__ = ["GAME_TYPE"]

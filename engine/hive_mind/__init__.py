"""Hive Mind in three editions (the rule book's HM-1 to HM-29)."""

from engine.hive_mind.game_type import GAME_TYPE

__all__ = ["GAME_TYPE"]

"""The rules and computer players of Hive Mind in its three editions (HM-1 to HM-29 of the rule book)."""

from engine.hive_mind.game_type import GAME_TYPE

__all__ = ["GAME_TYPE"]

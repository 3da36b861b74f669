"""High Card (HC-1 to HC-6 in docs/rules/high_card.md)."""

from engine.high_card.game_type import GAME_TYPE

__all__ = ["GAME_TYPE"]

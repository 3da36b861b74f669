"""High Card (HC-1 to HC-6 in docs/games/high_card.md)."""

from engine.high_card.game import GAME

__all__ = ["GAME"]

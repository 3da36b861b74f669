"""The events of High Card."""

from typing import TypeAlias

from engine.core import GameEnded, GameEvent, TimeRanOut


class CardDealt(GameEvent, frozen=True):
    """The event that a seat was dealt a card (HC-1); `card` is None for all others."""

    seat: int
    card: int | None

    def __repr__(self) -> str:
        return f"CardDealt(seat={self.seat}, card=<hidden>)"


class CardLaid(GameEvent, frozen=True):
    """The event that a seat laid a card face down (HC-2); `card` is None for all others."""

    seat: int
    card: int | None

    def __repr__(self) -> str:
        return f"CardLaid(seat={self.seat}, card=<hidden>)"


class RoundTaken(GameEvent, frozen=True):
    """The event that the cards were turned over, and the highest took the round (HC-3).

    `cards` are by seat, None for a seat without a card.
    """

    seat: int
    cards: tuple[int | None, ...]


class SeatLeft(GameEvent, frozen=True):
    """The event that a seat left the game; its cards stay hidden (HC-6)."""

    seat: int


Event: TypeAlias = CardDealt | CardLaid | RoundTaken | TimeRanOut | SeatLeft | GameEnded

"""The events of High Card."""

from typing import TypeAlias

import msgspec


class CardDealt(msgspec.Struct, frozen=True, gc=False, tag="card_dealt"):
    """A seat got a card (HC-1); `card` is None for everybody else."""

    seat: int
    card: int | None

    def __repr__(self) -> str:
        return f"CardDealt(seat={self.seat}, card=<hidden>)"


class CardLaid(msgspec.Struct, frozen=True, gc=False, tag="card_laid"):
    """A seat laid a card face down (HC-2); `card` is None for everybody else."""

    seat: int
    card: int | None

    def __repr__(self) -> str:
        return f"CardLaid(seat={self.seat}, card=<hidden>)"


class RoundTaken(msgspec.Struct, frozen=True, gc=False, tag="round_taken"):
    """The cards were turned over, by seat (None without one), and the highest took the round (HC-3)."""

    seat: int
    cards: tuple[int | None, ...]


class TimeRanOut(msgspec.Struct, frozen=True, gc=False, tag="time_ran_out"):
    """A seat's time ran out; the default move follows (HC-5)."""

    seat: int


class SeatLeft(msgspec.Struct, frozen=True, gc=False, tag="seat_left"):
    """A seat left the game; its cards stay hidden (HC-6)."""

    seat: int


class GameEnded(msgspec.Struct, frozen=True, gc=False, tag="game_ended"):
    """The game is over: "most_rounds" (HC-4) or "forfeit" (HC-6)."""

    reason: str
    winners: tuple[int, ...]


Event: TypeAlias = CardDealt | CardLaid | RoundTaken | TimeRanOut | SeatLeft | GameEnded

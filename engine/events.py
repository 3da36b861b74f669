"""The events that most games have."""

from engine.core import GameEvent


class TimeRanOut(GameEvent, frozen=True):
    """A seat's clock ran out; what follows is the rule book's default move."""

    seat: int


class SeatForfeited(GameEvent, frozen=True):
    """A seat left or resigned; what becomes of it, the rule book says."""

    seat: int


class GameEnded(GameEvent, frozen=True):
    """The game is over: why, by the reason of the outcome, and the seats that won."""

    reason: str
    winners: tuple[int, ...]

"""What one seat asks of the others, a pause or to take a move back: who is asked, and who has not answered yet."""

from collections.abc import Sequence
from typing import Protocol

from data.store import SeatRow
from tables.open_table import plays


class Asked(Protocol):
    """A request of a seat; `agreed` are the seats that have agreed to it."""

    @property
    def seat(self) -> int: ...
    @property
    def agreed(self) -> tuple[int, ...]: ...


def asked_of(seats: Sequence[SeatRow], asker: int) -> tuple[SeatRow, ...]:
    """Those of the seats that stay in the game that are asked: people who play.

    Computer players agree, also those that stand in, and those who left or are beaten don't mind.
    """
    return tuple(seat for seat in seats if seat.seat != asker and plays(seat))


def unanswered(seats: Sequence[SeatRow], request: Asked) -> tuple[SeatRow, ...]:
    """Those of the seats that stay in the game that have not answered a request yet."""
    return tuple(seat for seat in asked_of(seats, request.seat) if seat.seat not in request.agreed)

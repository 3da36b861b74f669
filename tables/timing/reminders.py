"""The decision to remind who must act: one message for each turn of a seat, once."""

import msgspec

from tables import texts
from tables.committing.changes import Change, Decision
from tables.open_table import OpenTable
from tables.refusal import BoardMovedOn
from tables.timing.seat_clocks import is_asked


def remind(turn: int, now: int) -> Decision:
    """Queues the message to those whose reminder is due in a turn, and marks them as reminded."""

    def decide(table: OpenTable) -> Change:
        if table.require_playing().turn != turn:
            raise BoardMovedOn(texts.BOARD_MOVED_ON)
        found = {
            seat.seat: seat.user_id
            for seat in table.seats
            if is_asked(table, seat) and seat.user_id is not None and seat.remind is not None and seat.remind <= now
        }
        if not found:
            return Change(only_card=True)
        seats = tuple(
            msgspec.structs.replace(seat, remind=None) if seat.seat in found else seat for seat in table.seats
        )
        return Change(seats=seats, only_card=True, reminded=tuple(found.values()))

    return decide

"""The timers of a table: turn deadlines, lobby expiry, computer players."""

from data.store import Writer
from tables.open_table import OpenTable

DEADLINE = "deadline"
"""The timer of a turn's deadline; its row carries the turn, 0 for the turn that is current when it is due."""
COMPUTER = "computer"
"""The timer that makes computer players move; its row carries the step."""
LOBBY_EXPIRY = "lobby_expiry"
"""The timer that closes a lobby whose game was not started in time."""
HOUR_MS = 3_600_000


def deadline_of(seconds: int | None, now: int) -> int | None:
    """The deadline of a turn that begins at `now`, both in milliseconds UTC; None for no limit."""
    return None if seconds is None else now + seconds * 1000


async def schedule(writer: Writer, after: OpenTable, seconds: int | None, *, new_turn: bool) -> None:
    """Sets the timers of a table after a change; `seconds` is the time for a turn that begins now.

    A turn in progress keeps its deadline when some of its seats act.
    """
    row = after.row
    if row.phase == "lobby":
        return
    if row.phase != "playing":
        await writer.clear_timer(row.id)
        return
    await writer.clear_timer(row.id, LOBBY_EXPIRY)
    if any(seat.seat in after.actors and seat.player is not None for seat in after.seats):
        await writer.set_timer(row.id, COMPUTER, row.step, writer.now)
    else:
        await writer.clear_timer(row.id, COMPUTER)
    if not new_turn:
        return
    due = deadline_of(seconds, writer.now)
    if due is None or not after.waiting_for():
        await writer.clear_timer(row.id, DEADLINE)
    else:
        await writer.set_timer(row.id, DEADLINE, row.turn, due)

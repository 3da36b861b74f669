"""The timers of a table: turn deadlines, lobby expiry, computer players."""

from data.store import Writer
from tables.committing.outbox_rows import IDLE
from tables.open_table import OpenTable
from tables.timing.seat_clocks import next_reminder, table_deadline

DEADLINE = "deadline"
"""The timer of a turn's deadline; its row carries the turn, 0 for the turn that is current when it is due."""
REMINDER = "reminder"
"""The timer that reminds who must act; its row carries the turn."""
COMPUTER = "computer"
"""The timer that makes computer players move; its row carries the step."""
LOBBY_EXPIRY = "lobby_expiry"
"""The timer that closes a lobby whose game was not started in time."""
ENDED = "ended"
"""The timer of what is counted once a table has ended (`queue_count`); due at once."""
RUNNING = (DEADLINE, REMINDER, IDLE, LOBBY_EXPIRY)
"""The timers that a downtime puts off."""


async def queue_count(writer: Writer, after: OpenTable) -> None:
    """Has a table counted that has just ended, if it is rated or was dealt by a season."""
    settings = after.settings
    if settings.rated or settings.season is not None:
        await writer.set_timer(after.row.id, ENDED, after.row.step, writer.now)


async def schedule(writer: Writer, before: OpenTable, after: OpenTable, *, new_turn: bool) -> None:
    """Sets the timers of a table after a change, by the clocks of its seats."""
    row = after.row
    if row.phase == "lobby":
        return
    if row.phase != "playing":
        await writer.clear_timer(row.id)
        return
    over = [LOBBY_EXPIRY]
    if any(seat.seat in after.actors and seat.player is not None for seat in after.seats):
        await writer.set_timer(row.id, COMPUTER, row.step, writer.now)
    else:
        over.append(COMPUTER)
    due, is_other_turn = table_deadline(after), before.game is None or before.row.turn != row.turn
    # Within a turn it stands while only computer players are waited for, since somebody may reopen; and a table from
    # before seats had clocks keeps it.
    if due is None and new_turn:
        over.append(DEADLINE)
    elif due is not None and (is_other_turn or due != table_deadline(before)):
        await writer.set_timer(row.id, DEADLINE, row.turn, due)
    remind = next_reminder(after)
    if remind is None:
        over.append(REMINDER)
    elif is_other_turn or remind != next_reminder(before):
        await writer.set_timer(row.id, REMINDER, row.turn, remind)
    await writer.clear_timers(row.id, over)

"""Recomputed deadlines after a change of the time that counts: a pause, a vacation, new quiet hours.

With its deadline, each seat stores when its clock started and the time left at that point. From these and the
spans in which the clock stands still, the deadline can always be recomputed.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Final

import msgspec

from data.store import Reader, SeatRow, TableRow, Writer
from tables.committing.changes import Change
from tables.open_table import OpenTable
from tables.timing.clocks import LEAST_LIMIT_MS, LEAST_REMINDED_MS, REMINDED_SHARE
from tables.timing.running_time import ALWAYS_OPEN, Closed, compute_deadline, running

RETIME: Final = "retime"
"""Kind of timer: the recomputation of a table's deadlines. It is set when the time that counts has changed for a user
at the table, and for the begin and end of a user's vacation, which the card shows."""
TIMER_NUMBERS: Final = 2**31


def retime_seats(
    before: Sequence[SeatRow], after: Sequence[SeatRow], closed: Mapping[int, Closed], now: int
) -> tuple[SeatRow, ...]:
    """Return the seats with deadlines recomputed from the spans in which their clocks stand still.

    `before` are the same seats before the change.
    """
    known = {seat.seat: seat for seat in before}
    return tuple(_retime_seat(known.get(seat.seat), seat, closed.get(seat.seat, ALWAYS_OPEN), now) for seat in after)


def _retime_seat(old: SeatRow | None, seat: SeatRow, closed: Closed, now: int) -> SeatRow:
    if seat.due is None:
        return seat if seat.since is None else msgspec.structs.replace(seat, since=None, time_left=None)
    if (
        old is None
        or (old.user_id, old.due) != (seat.user_id, seat.due)
        or seat.since is None
        or seat.time_left is None
    ):
        return msgspec.structs.replace(seat, since=now, time_left=running(now, seat.due, closed))
    due = compute_deadline(seat.since, seat.time_left, closed)
    # A deadline that has passed is not recomputed, unless the new one is in the future: a downtime may have moved it
    # into time that does not count.
    if due == seat.due or max(due, seat.due) <= now:
        return seat
    remind = seat.remind
    if remind is not None and seat.time_left >= LEAST_LIMIT_MS:
        before = max(seat.time_left // REMINDED_SHARE, LEAST_REMINDED_MS)
        remind = compute_deadline(seat.since, seat.time_left - before, closed)
    return msgspec.structs.replace(seat, due=due, remind=remind)


def recompute_deadlines(table: OpenTable) -> Change:
    """Return a change without content. Committing it recomputes the deadlines and edits the card."""
    table.require_playing()
    return Change(only_card=True, refreshes_card=True)


async def schedule_retiming(writer: Writer, tables: Iterable[TableRow]) -> None:
    """Set the retime timers of these tables, due at once.

    It is called in the transaction that changes the time that counts for one of their users.
    """
    for row in tables:
        if row.phase == "playing":
            await schedule_retiming_of_table(writer, row.id)


async def schedule_retiming_of_table(writer: Writer, table_id: str) -> None:
    """Set the retime timer of a table, due at once."""
    await writer.timers.set(table_id, RETIME, writer.now % TIMER_NUMBERS, writer.now)


async def watch_vacations(writer: Writer, before: OpenTable, after: OpenTable) -> None:
    """Set the retime timer for the next vacation of a table's users, after the start or a seat change.

    Vacations announced later set the timer themselves.
    """
    row = after.row
    if row.phase != "playing" or not (before.game is None or before.handed_over(after)):
        return
    due, known = await next_vacation_time(writer, after.seats, writer.now), await writer.timers.get(row.id, RETIME)
    if due is not None and (known is None or due < known.due):
        await writer.timers.set(row.id, RETIME, writer.now % TIMER_NUMBERS, due)


async def next_vacation_time(reader: Reader, seats: Sequence[SeatRow], now: int) -> int | None:
    """Return when the next vacation of people at a table begins or ends (milliseconds UTC), or None."""
    found = await reader.people.vacations([seat.user_id for seat in seats if seat.user_id is not None])
    return min((time for row in found for time in (row.begins, row.ends) if time > now), default=None)

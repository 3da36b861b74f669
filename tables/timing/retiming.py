"""Deadlines when what counts as time has changed: a pause, a vacation, new quiet hours.

Beside its deadline each seat keeps since when its clock runs and how much time it had then. So a deadline can be found
anew whenever something changes, without knowing what was known before.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Final

import msgspec

from data.store import Reader, SeatRow, TableRow, Writer
from tables.committing.changes import Change
from tables.open_table import OpenTable
from tables.timing.clocks import LEAST_LIMIT_MS, LEAST_REMINDED_MS, REMINDED_SHARE
from tables.timing.running_time import ALWAYS_OPEN, Closed, deadline, running

RETIME: Final = "retime"
"""The timer that looks at a table anew: what counts as time has changed for one of its people, or a vacation of theirs,
of which the card tells, begins or ends.
"""
TIMER_NUMBERS: Final = 2**31


def retimed(
    before: Sequence[SeatRow], after: Sequence[SeatRow], closed: Mapping[int, Closed], now: int
) -> tuple[SeatRow, ...]:
    """The seats with deadlines as the times in which their clocks stand still are now."""
    known = {seat.seat: seat for seat in before}
    return tuple(_retimed(known.get(seat.seat), seat, closed.get(seat.seat, ALWAYS_OPEN), now) for seat in after)


def _retimed(old: SeatRow | None, seat: SeatRow, closed: Closed, now: int) -> SeatRow:
    if seat.due is None:
        return seat if seat.since is None else msgspec.structs.replace(seat, since=None, time_left=None)
    if (
        old is None
        or (old.user_id, old.due) != (seat.user_id, seat.due)
        or seat.since is None
        or seat.time_left is None
    ):
        return msgspec.structs.replace(seat, since=now, time_left=running(now, seat.due, closed))
    due = deadline(seat.since, seat.time_left, closed)
    # What has run out stays so, unless a downtime has moved it into a time that does not count.
    if due == seat.due or max(due, seat.due) <= now:
        return seat
    remind = seat.remind
    if remind is not None and seat.time_left >= LEAST_LIMIT_MS:
        before = max(seat.time_left // REMINDED_SHARE, LEAST_REMINDED_MS)
        remind = deadline(seat.since, seat.time_left - before, closed)
    return msgspec.structs.replace(seat, due=due, remind=remind)


def look_anew(table: OpenTable) -> Change:
    """A decision that changes nothing: with it the deadlines are found anew, and the card tells them."""
    table.require_playing()
    return Change(only_card=True, refreshes_card=True)


async def look_anew_at(writer: Writer, tables: Iterable[TableRow]) -> None:
    """Sets the timers that look at tables anew, in the transaction of what has changed for one of their people."""
    for row in tables:
        if row.phase == "playing":
            await look_anew_at_table(writer, row.id)


async def look_anew_at_table(writer: Writer, table_id: str) -> None:
    """Sets the timer that looks at a table anew, at once."""
    await writer.set_timer(table_id, RETIME, writer.now % TIMER_NUMBERS, writer.now)


async def watch_vacations(writer: Writer, before: OpenTable, after: OpenTable) -> None:
    """Sets the timer for the vacations of those who are new in a game; who announces one sets it then."""
    row = after.row
    if row.phase != "playing" or not (before.game is None or before.handed_over(after)):
        return
    due, known = await next_vacation_time(writer, after.seats, writer.now), await writer.timer(row.id, RETIME)
    if due is not None and (known is None or due < known.due):
        await writer.set_timer(row.id, RETIME, writer.now % TIMER_NUMBERS, due)


async def next_vacation_time(reader: Reader, seats: Sequence[SeatRow], now: int) -> int | None:
    """When the next vacation of people at a table begins or ends, None for never."""
    found = await reader.vacations([seat.user_id for seat in seats if seat.user_id is not None])
    return min((time for row in found for time in (row.begins, row.ends) if time > now), default=None)

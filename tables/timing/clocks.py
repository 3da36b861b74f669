"""The clocks of seats, and the timers of a table that follow from them.

A seat has a deadline in each turn: the time for a move plus its bank, counted from when the seat was asked. A move
takes from the bank any time beyond the time for a move, and regains a little. `running_time` defines which time counts.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field

import msgspec

from data.store import SeatRow, Writer
from engine.core import HOST
from engine.game import Advance
from engine.record import Close, parse_host
from tables.committing.outbox_rows import IDLE
from tables.open_table import OpenTable
from tables.timing.running_time import ALWAYS_OPEN, Closed, deadline, running

REMINDED_SHARE = 4
"""Divisor of a seat's time: the reminder comes when a quarter of it is left."""
LEAST_REMINDED_MS = 5 * 60_000
"""Minimum time left at a reminder, in milliseconds. Less would be too late for users away from the screen."""
LEAST_LIMIT_MS = 10 * 60_000
"""Minimum total time for a reminder, in milliseconds. With less, the turn's own ping has only just been sent."""
BACK_MS = 60_000
"""Minimum time in milliseconds for a user who returns to a turn in which a computer player stood in for them."""

DEADLINE = "deadline"
"""The timer of a turn's deadline. Its row has the turn; 0 means the current turn when it is due."""
REMINDER = "reminder"
"""The timer that reminds the users who must act. Its row has the turn."""
COMPUTER = "computer"
"""The timer that makes computer players move. Its row has the step."""
LOBBY_EXPIRY = "lobby_expiry"
"""The timer that closes a lobby whose game was not started in time."""
ENDED = "ended"
"""The timer that counts the result of an ended table (`queue_count`). Due at once."""
RUNNING = (DEADLINE, REMINDER, IDLE, LOBBY_EXPIRY)
"""The timers that a downtime postpones."""


async def queue_count(writer: Writer, after: OpenTable) -> None:
    """Queue the counting of a table that has just ended, if it is rated or was dealt by a season."""
    settings = after.settings
    if settings.rated or settings.season is not None:
        await writer.set_timer(after.row.id, ENDED, after.row.step, writer.now)


async def schedule(writer: Writer, before: OpenTable, after: OpenTable, *, new_turn: bool) -> None:
    """Set the timers of a table after a change, by the clocks of its seats."""
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
    # Within a turn, the deadline stays while only computer players must act, since a user may act again. Tables older
    # than seat clocks keep theirs too.
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


@dataclass(frozen=True, slots=True)
class Limits:
    """The limits of a turn in milliseconds: for the move, in a full bank, and regained for a move in time."""

    move: int
    bank: int = 0
    regained: int = 0


@dataclass(frozen=True, slots=True)
class Timing:
    """The inputs for the clocks of a table in a change: the limits of the turns before and after it (None: none).

    `closed` are the spans in which seats' clocks stand still. For a take-back, `banks` are the banks to restore, and
    `left` is the time of the seat that is asked again.
    """

    now: int
    before: Limits | None
    after: Limits | None
    closed: Mapping[int, Closed] = field(default_factory=dict[int, Closed])
    left: int | None = None
    banks: Mapping[int, int] | None = None

    def due(self, seat: int, milliseconds: int) -> int:
        """Return when the seat's clock will have run for `milliseconds`, in milliseconds UTC."""
        return deadline(self.now, milliseconds, self.closed.get(seat, ALWAYS_OPEN))

    def left_until(self, seat: int, due: int) -> int:
        """Return the running time left until the seat's deadline, in milliseconds."""
        return running(self.now, due, self.closed.get(seat, ALWAYS_OPEN))


def is_asked(table: OpenTable, seat: SeatRow) -> bool:
    """Return whether a person must act in a seat."""
    return seat.seat in table.actors and seat.user_id is not None and seat.player is None


def timed(before: OpenTable, after: OpenTable, advance: Advance | None, timing: Timing) -> tuple[SeatRow, ...]:
    """Return the seats after a change with updated clocks: banks charged and regained, deadlines and reminders set."""
    if after.game is None:
        return after.seats
    if before.game is None:
        bank = timing.after.bank if timing.after is not None else 0
        seats = [msgspec.structs.replace(seat, bank=bank or None, due=None, remind=None) for seat in after.seats]
        return tuple(_asked_anew(seat, timing) if is_asked(after, seat) else seat for seat in seats)
    acted = _acted(before, advance)
    return tuple(
        _with_due(before, after, old, _with_bank(before, after, old, seat, timing, acted), timing)
        for old, seat in zip(before.seats, after.seats, strict=True)
    )


def table_deadline(table: OpenTable) -> int | None:
    """Return when a turn is closed: the latest deadline of the seats still asked, or None if one has none."""
    dues = [seat.due for seat in table.seats if is_asked(table, seat)]
    known = [due for due in dues if due is not None]
    return max(known) if known and len(known) == len(dues) else None


def next_reminder(table: OpenTable) -> int | None:
    """Return the earliest reminder of the seats still asked, or None."""
    return min((seat.remind for seat in table.seats if is_asked(table, seat) and seat.remind is not None), default=None)


def _acted(before: OpenTable, advance: Advance | None) -> frozenset[int]:
    """Return the seats that acted by themselves in a change, not by the close of a turn without them."""
    if advance is None:
        return frozenset()
    is_closed = any(entry.actor == HOST and isinstance(parse_host(entry.action), Close) for entry in advance.entries)
    acted = {entry.actor for entry in advance.entries if entry.actor >= 0}
    return frozenset(acted - set(before.actors) if is_closed else acted)


def _with_bank(
    before: OpenTable, after: OpenTable, old: SeatRow, seat: SeatRow, timing: Timing, acted: frozenset[int]
) -> SeatRow:
    """Return the seat with its bank charged once it has acted, and topped up at the end of a turn in which it acted.

    In a simultaneous turn, a seat that has acted before the close has acted in time. A new user gets a full bank, so
    that they don't pay for their predecessor.
    """
    if timing.banks is not None:
        return msgspec.structs.replace(seat, bank=timing.banks.get(seat.seat, seat.bank))
    limits = timing.before
    if limits is None or not limits.bank or old.bank is None or old.due is None:
        return _with_first_bank(old, seat, timing)
    if old.user_id != seat.user_id:
        return msgspec.structs.replace(seat, bank=limits.bank)
    bank, was_asked, ends = old.bank, is_asked(before, old), before.row.turn != after.row.turn
    if was_asked and (ends or not is_asked(after, seat)):
        bank = min(bank, timing.left_until(seat.seat, old.due))
    if ends and old.player is None and (seat.seat in acted or not was_asked):
        bank = min(limits.bank, bank + limits.regained)
    return msgspec.structs.replace(seat, bank=bank)


def _with_first_bank(old: SeatRow, seat: SeatRow, timing: Timing) -> SeatRow:
    """Return a seat that had no bank so far, with a full one for a new user."""
    if old.user_id == seat.user_id or seat.bank is None or timing.after is None:
        return seat
    return msgspec.structs.replace(seat, bank=timing.after.bank or seat.bank)


def _with_due(before: OpenTable, after: OpenTable, old: SeatRow, seat: SeatRow, timing: Timing) -> SeatRow:
    """Return the seat with its deadline: a new one if it is asked again, else its deadline of this turn."""
    ends = before.row.turn != after.row.turn
    if not is_asked(after, seat):
        # Within a turn both are kept, in case the seat is asked again.
        return msgspec.structs.replace(seat, due=None, remind=None) if ends else seat
    # A new user gets a clock of their own: the previous one may have left them a minute.
    if timing.left is not None or ends or old.user_id != seat.user_id:
        return _asked_anew(seat, timing)
    was_asked = is_asked(before, old)
    if old.due is None:
        # Seats older than seat clocks keep the table's deadline.
        return seat if was_asked else _asked_anew(seat, timing)
    if was_asked:
        return seat
    # A user who chooses to act again needs no reminder now.
    remind = None if seat.remind is None or seat.remind <= timing.now else seat.remind
    if old.player is None:
        return msgspec.structs.replace(seat, remind=remind) if before.is_simultaneous else _asked_anew(seat, timing)
    due = max(old.due, timing.due(seat.seat, BACK_MS))
    return msgspec.structs.replace(seat, due=due, remind=remind if due == old.due else None)


def _asked_anew(seat: SeatRow, timing: Timing) -> SeatRow:
    limits = timing.after
    if limits is None:
        return msgspec.structs.replace(seat, due=None, remind=None)
    whole = limits.move + ((seat.bank or 0) if limits.bank else 0) if timing.left is None else timing.left
    remind = None
    if whole >= LEAST_LIMIT_MS:
        remind = timing.due(seat.seat, whole - max(whole // REMINDED_SHARE, LEAST_REMINDED_MS))
    return msgspec.structs.replace(seat, due=timing.due(seat.seat, whole), remind=remind)

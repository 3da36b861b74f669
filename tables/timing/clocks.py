"""The clocks of seats, and the timers of a table that follow from them.

In each turn a seat has a deadline: the time for a move plus its bank, counted from when the seat had to act. If a move
takes longer than the time for a move, the excess is taken from the bank. A move made in time adds a little to the bank.
`running_time` defines which time counts.
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
from tables.timing.running_time import ALWAYS_OPEN, Closed, compute_deadline, running

REMINDED_SHARE = 4
"""Divisor for the time of a reminder: it is sent when a quarter of the seat's total time is left."""
LEAST_REMINDED_MS = 5 * 60_000
"""Minimum time in milliseconds between a reminder and the deadline. A later reminder would reach few users in time."""
LEAST_LIMIT_MS = 10 * 60_000
"""Minimum total time of a seat for a reminder, in milliseconds. If it is shorter, the turn's ping is recent enough."""
BACK_MS = 60_000
"""Minimum time in milliseconds that a user gets if they return during a turn in which a computer player stood in for
them."""

WAIT_MS = 10 * 60_000
"""Time in milliseconds that a lobby waits before people hear of its open seats, and between two searches for them."""

DEADLINE = "deadline"
"""Kind of timer: the deadline of a turn. Its row contains the turn; 0 stands for the turn that is current when it is
due."""
REMINDER = "reminder"
"""Kind of timer: the reminder of the users who must act. Its row contains the turn."""
COMPUTER = "computer"
"""Kind of timer: the moves of computer players, due at once. Its row contains the step."""
PLAN = "plan"
"""Kind of timer: a planned move, due at once. Its row contains the step."""
LOBBY_EXPIRY = "lobby_expiry"
"""Kind of timer: the end of a lobby whose game was not started in time."""
OPEN_SEATS = "open_seats"
"""Kind of timer: the next search for people who want to hear of a lobby's open seats."""
ENDED = "ended"
"""Kind of timer: the counting of an ended table's result (`queue_count`). Due at once."""
SEASON_OVER = "season_over"
"""Kind of timer: the end of a table that is still played when its season ends. Due at once."""
RUNNING = (DEADLINE, REMINDER, IDLE, LOBBY_EXPIRY)
"""The kinds of timers that are postponed by the length of a downtime."""


async def queue_count(writer: Writer, after: OpenTable) -> None:
    """Set the timer that counts a table's result, if the table has just ended and is rated or was dealt by a season."""
    settings = after.settings
    if settings.rated or settings.season is not None:
        await writer.timers.set(after.row.id, ENDED, after.row.step, writer.now)


async def schedule(writer: Writer, before: OpenTable, after: OpenTable, *, new_turn: bool) -> None:
    """Set or delete the timers of a table after a change, according to its seats' clocks."""
    row = after.row
    if row.phase == "lobby":
        return
    if row.phase != "playing":
        await writer.timers.clear(row.id)
        return
    over = [LOBBY_EXPIRY, OPEN_SEATS]
    if any(seat.seat in after.actors and seat.player is not None for seat in after.seats):
        await writer.timers.set(row.id, COMPUTER, row.step, writer.now)
    else:
        over.append(COMPUTER)
    due, is_other_turn = table_deadline(after), before.game is None or before.row.turn != row.turn
    # If only computer players must act, the deadline stays for the rest of the turn, because a person may have to act
    # again. It also stays at tables that are older than the clocks of seats.
    if due is None and new_turn:
        over.append(DEADLINE)
    elif due is not None and (is_other_turn or due != table_deadline(before)):
        await writer.timers.set(row.id, DEADLINE, row.turn, due)
    remind = next_reminder(after)
    if remind is None:
        over.append(REMINDER)
    elif is_other_turn or remind != next_reminder(before):
        await writer.timers.set(row.id, REMINDER, row.turn, remind)
    await writer.timers.clear_kinds(row.id, over)


@dataclass(frozen=True, slots=True)
class Limits:
    """The time limits of a turn in milliseconds: for the move, in a full bank, and regained for a move made in time."""

    move: int
    bank: int = 0
    regained: int = 0


@dataclass(frozen=True, slots=True)
class Timing:
    """The inputs for updating the clocks of a table after a change, with all times in milliseconds.

    `before` and `after` are the limits of the turns before and after the change, None for a turn without limits.
    `closed` are the spans in which the seats' clocks stand still. `banks` and `left` are only set in a take-back:
    the banks to restore, and the time that the seat has for its new move.
    """

    now: int
    before: Limits | None
    after: Limits | None
    closed: Mapping[int, Closed] = field(default_factory=dict[int, Closed])
    left: int | None = None
    banks: Mapping[int, int] | None = None

    def due(self, seat: int, milliseconds: int) -> int:
        """Return when a seat's clock, started now, will have run for `milliseconds` (a time in milliseconds UTC)."""
        return compute_deadline(self.now, milliseconds, self.closed.get(seat, ALWAYS_OPEN))

    def count_remaining_ms(self, seat: int, due: int) -> int:
        """Return how long the seat's clock will run until the deadline `due`, in milliseconds."""
        return running(self.now, due, self.closed.get(seat, ALWAYS_OPEN))


def is_asked(table: OpenTable, seat: SeatRow) -> bool:
    """Return whether a person must act in this seat."""
    return seat.seat in table.actors and seat.user_id is not None and seat.player is None


def update_clocks(before: OpenTable, after: OpenTable, advance: Advance | None, timing: Timing) -> tuple[SeatRow, ...]:
    """Return the seats after a change, with their banks, deadlines and reminders updated."""
    if after.game is None:
        return after.seats
    if before.game is None:
        bank = timing.after.bank if timing.after is not None else 0
        seats = [msgspec.structs.replace(seat, bank=bank or None, due=None, remind=None) for seat in after.seats]
        return tuple(_restart_clock(seat, timing) if is_asked(after, seat) else seat for seat in seats)
    acted = _list_acted_seats(before, advance)
    return tuple(
        _with_due(before, after, old, _with_bank(before, after, old, seat, timing, acted), timing)
        for old, seat in zip(before.seats, after.seats, strict=True)
    )


def table_deadline(table: OpenTable) -> int | None:
    """Return when the turn is to be closed (milliseconds UTC): the latest deadline of all seats that must act.

    None if one of these seats has no deadline.
    """
    dues = [seat.due for seat in table.seats if is_asked(table, seat)]
    known = [due for due in dues if due is not None]
    return max(known) if known and len(known) == len(dues) else None


def next_reminder(table: OpenTable) -> int | None:
    """Return the earliest reminder of the seats that must act (milliseconds UTC), or None if there is none."""
    return min((seat.remind for seat in table.seats if is_asked(table, seat) and seat.remind is not None), default=None)


def _list_acted_seats(before: OpenTable, advance: Advance | None) -> frozenset[int]:
    """Return the seats that acted by themselves in a change.

    Seats for which default moves were made when the turn was closed are not included.
    """
    if advance is None:
        return frozenset()
    is_closed = any(entry.actor == HOST and isinstance(parse_host(entry.action), Close) for entry in advance.entries)
    acted = {entry.actor for entry in advance.entries if entry.actor >= 0}
    return frozenset(acted - set(before.actors) if is_closed else acted)


def _with_bank(
    before: OpenTable, after: OpenTable, old: SeatRow, seat: SeatRow, timing: Timing, acted: frozenset[int]
) -> SeatRow:
    """Return the seat with its bank updated.

    When the seat has acted, time beyond the limit is taken from its bank. At the end of a turn in which it acted in
    time, the bank regains a little. In a simultaneous turn, all seats that acted before the close acted in time. A new
    user of a seat gets a full bank, so that they don't pay for their predecessor.
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
        bank = min(bank, timing.count_remaining_ms(seat.seat, old.due))
    if ends and old.player is None and (seat.seat in acted or not was_asked):
        bank = min(limits.bank, bank + limits.regained)
    return msgspec.structs.replace(seat, bank=bank)


def _with_first_bank(old: SeatRow, seat: SeatRow, timing: Timing) -> SeatRow:
    """Return the seat with a full bank if it has a new user, else unchanged.

    It is used for seats whose banks did not count in the turn before the change. A seat without a bank stays
    unchanged.
    """
    if old.user_id == seat.user_id or seat.bank is None or timing.after is None:
        return seat
    return msgspec.structs.replace(seat, bank=timing.after.bank or seat.bank)


def _with_due(before: OpenTable, after: OpenTable, old: SeatRow, seat: SeatRow, timing: Timing) -> SeatRow:
    """Return the seat with its deadline updated.

    If the seat is newly asked to act, it gets a new deadline; within a turn it otherwise keeps its deadline.
    """
    ends = before.row.turn != after.row.turn
    if not is_asked(after, seat):
        # Within a turn, deadline and reminder are kept, because the seat may be asked again.
        return msgspec.structs.replace(seat, due=None, remind=None) if ends else seat
    # A new user gets a full time limit, because the previous user may have left almost nothing of theirs.
    if timing.left is not None or ends or old.user_id != seat.user_id:
        return _restart_clock(seat, timing)
    was_asked = is_asked(before, old)
    if old.due is None:
        # A seat without a stored deadline is older than the clocks of seats; the table's deadline still applies to it.
        return seat if was_asked else _restart_clock(seat, timing)
    if was_asked:
        return seat
    # The seat must act again, for example to change its choice. A reminder whose time has passed is not sent now.
    remind = None if seat.remind is None or seat.remind <= timing.now else seat.remind
    if old.player is None:
        return msgspec.structs.replace(seat, remind=remind) if before.is_simultaneous else _restart_clock(seat, timing)
    due = max(old.due, timing.due(seat.seat, BACK_MS))
    return msgspec.structs.replace(seat, due=due, remind=remind if due == old.due else None)


def _restart_clock(seat: SeatRow, timing: Timing) -> SeatRow:
    limits = timing.after
    if limits is None:
        return msgspec.structs.replace(seat, due=None, remind=None)
    whole = limits.move + ((seat.bank or 0) if limits.bank else 0) if timing.left is None else timing.left
    remind = None
    if whole >= LEAST_LIMIT_MS:
        remind = timing.due(seat.seat, whole - max(whole // REMINDED_SHARE, LEAST_REMINDED_MS))
    return msgspec.structs.replace(seat, due=timing.due(seat.seat, whole), remind=remind)

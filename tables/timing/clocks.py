"""The clocks of seats, and the timers of a table that follow from them.

A seat has a deadline in each turn: the time for a move plus its bank, counted from when the seat was asked. A move
takes from the bank what it took beyond the time for a move, and regains a little for the next ones. `running_time`
defines which time counts.
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
"""Of a seat's time a quarter is left when its person is reminded: late enough to be needed, in time to be of use."""
LEAST_REMINDED_MS = 5 * 60_000
"""With less time left a reminder would come too late for somebody who is not at the screen."""
LEAST_LIMIT_MS = 10 * 60_000
"""With a shorter time in all, whoever plays is at the screen, and the ping of the turn was just now."""
BACK_MS = 60_000
"""The least time of somebody who comes back to a turn in which a computer player stood in for them."""

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


@dataclass(frozen=True, slots=True)
class Limits:
    """The milliseconds of a turn: for the move, in a full bank, and what a bank regains for a move in time."""

    move: int
    bank: int = 0
    regained: int = 0


@dataclass(frozen=True, slots=True)
class Timing:
    """What the clocks of a table go by in a change: the limits of the turns before and after it (None: none).

    `closed` is when the clocks of seats stand still. A take-back gives `banks` back, as they were, and `left` is then
    the time of whoever is asked again.
    """

    now: int
    before: Limits | None
    after: Limits | None
    closed: Mapping[int, Closed] = field(default_factory=dict[int, Closed])
    left: int | None = None
    banks: Mapping[int, int] | None = None

    def due(self, seat: int, milliseconds: int) -> int:
        """When so much time of a seat will have passed."""
        return deadline(self.now, milliseconds, self.closed.get(seat, ALWAYS_OPEN))

    def left_until(self, seat: int, due: int) -> int:
        """How much time of a seat is left until its deadline."""
        return running(self.now, due, self.closed.get(seat, ALWAYS_OPEN))


def is_asked(table: OpenTable, seat: SeatRow) -> bool:
    """Whether a person must act in a seat."""
    return seat.seat in table.actors and seat.user_id is not None and seat.player is None


def timed(before: OpenTable, after: OpenTable, advance: Advance | None, timing: Timing) -> tuple[SeatRow, ...]:
    """The seats after a change, with their clocks: banks charged and regained, deadlines and reminders set."""
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
    """When a turn is closed: at the latest deadline among those still asked; None if one of them has none."""
    dues = [seat.due for seat in table.seats if is_asked(table, seat)]
    known = [due for due in dues if due is not None]
    return max(known) if known and len(known) == len(dues) else None


def next_reminder(table: OpenTable) -> int | None:
    """When the first of those still asked is reminded, None if nobody is."""
    return min((seat.remind for seat in table.seats if is_asked(table, seat) and seat.remind is not None), default=None)


def _acted(before: OpenTable, advance: Advance | None) -> frozenset[int]:
    """The seats that have acted by themselves in a change, not by the close of a turn without them."""
    if advance is None:
        return frozenset()
    is_closed = any(entry.actor == HOST and isinstance(parse_host(entry.action), Close) for entry in advance.entries)
    acted = {entry.actor for entry in advance.entries if entry.actor >= 0}
    return frozenset(acted - set(before.actors) if is_closed else acted)


def _with_bank(
    before: OpenTable, after: OpenTable, old: SeatRow, seat: SeatRow, timing: Timing, acted: frozenset[int]
) -> SeatRow:
    """The seat with its bank charged when it is no longer asked, and regained when the turn ends in which it acted.

    In a simultaneous turn, whoever has acted before it is closed has acted in time. A new person has a full bank: what
    somebody else has used up is not their doing.
    """
    if timing.banks is not None:
        return msgspec.structs.replace(seat, bank=timing.banks.get(seat.seat, seat.bank))
    limits = timing.before
    if limits is None or not limits.bank or old.bank is None or old.due is None:
        if old.user_id != seat.user_id and seat.bank is not None and timing.after is not None:
            return msgspec.structs.replace(seat, bank=timing.after.bank or seat.bank)
        return seat
    if old.user_id != seat.user_id:
        return msgspec.structs.replace(seat, bank=limits.bank)
    ends = before.row.turn != after.row.turn
    bank, was_asked = old.bank, is_asked(before, old)
    if was_asked and (ends or not is_asked(after, seat)):
        bank = min(bank, timing.left_until(seat.seat, old.due))
    if ends and old.player is None and (seat.seat in acted or not was_asked):
        bank = min(limits.bank, bank + limits.regained)
    return msgspec.structs.replace(seat, bank=bank)


def _with_due(before: OpenTable, after: OpenTable, old: SeatRow, seat: SeatRow, timing: Timing) -> SeatRow:
    """The seat with its deadline: a fresh one where it is asked anew, else the one it had in this turn."""
    ends = before.row.turn != after.row.turn
    if not is_asked(after, seat):
        # Within a turn both are kept, for whoever is asked once more.
        return msgspec.structs.replace(seat, due=None, remind=None) if ends else seat
    # Whoever is new has a clock of their own: the one before may have left them a minute.
    if timing.left is not None or ends or old.user_id != seat.user_id:
        return _asked_anew(seat, timing)
    was_asked = is_asked(before, old)
    if old.due is None:
        # One from before seats had clocks keeps the table's deadline.
        return seat if was_asked else _asked_anew(seat, timing)
    if was_asked:
        return seat
    # Whoever asks to be asked again needs no reminder just then.
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

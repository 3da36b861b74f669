"""The way to call each user to a table: by mention, by direct message, after their quiet hours, or not at all.

All pings (cards, reminders, nudges) look up the users' preferences here, in the transaction that queues the message. So
a retry after a crash calls the same people in the same way.
"""

from collections.abc import Collection
from dataclasses import dataclass

import msgspec

from data.store import Reader, TableRow, Writer
from tables.preferences import DIRECT_MESSAGE, MENTION, Preferences, read_preferences_of_users
from tables.timing.quiet import find_ping_time

CALL = "call"
"""Kind of an outbox row for a short public message that mentions the users who must act."""
DIRECT = "direct"
"""Kind of an outbox row for a direct message to a user who must act."""
NEXT_LINE = "next_line"
"""Kind of an outbox row for a public message that names the user who is next, without notifying them."""
NEXT_DIRECT = "next_direct"
"""Kind of an outbox row for a direct message to the user who is next."""
SEATS_LINE = "seats_line"
"""Kind of an outbox row for a public message about open seats that mentions users without notifying them."""
SEATS_DIRECT = "seats_direct"
"""Kind of an outbox row for a direct message about open seats."""

TURN, BACK, LAST, NUDGE, REMINDER = "turn", "back", "last", "nudge", "reminder"
"""The reasons to call a user, in this order: a turn has begun; the user's move was taken back; everybody else has
acted; another player nudges the user; the user's time runs out."""

SEATS, NO_TURN = "seats", 0
"""The reason and the turn of the stored ping of a user who knows of a lobby's open seats."""


class CallPayload(msgspec.Struct, frozen=True, omit_defaults=True):
    """The payload of kinds CALL and DIRECT: the called users, the turn in which they must act, and the reason.

    DIRECT has exactly one user. `by` is the name of the player who nudges them.
    """

    users: tuple[int, ...]
    reason: str
    turn: int
    by: str = ""


@dataclass(frozen=True, slots=True)
class Recipients:
    """Users grouped by the way to call them.

    `later` has a pair for each user in quiet hours: the user, and the end of these hours in milliseconds UTC.
    """

    mention: tuple[int, ...] = ()
    direct: tuple[int, ...] = ()
    later: tuple[tuple[int, int], ...] = ()


async def recipients(reader: Reader, table_id: str, users: Collection[int], now: int) -> Recipients:
    """Group users by how they want to be called. Users who want no pings or have muted the table are left out."""
    if not users:
        return Recipients()
    muted = await reader.people.list_muting_users(table_id)
    wishes = await read_preferences_of_users(reader, users)
    mention: list[int] = []
    direct: list[int] = []
    later: list[tuple[int, int]] = []
    for user in users:
        wish = wishes[user]
        if user in muted or wish.pings not in (MENTION, DIRECT_MESSAGE):
            continue
        quiet_until = find_end_of_quiet_hours(wish, now)
        if quiet_until is not None:
            later.append((user, quiet_until))
        else:
            (mention if wish.pings == MENTION else direct).append(user)
    return Recipients(tuple(mention), tuple(direct), tuple(later))


def find_end_of_quiet_hours(wish: Preferences, now: int) -> int | None:
    """Return when the quiet hours that include `now` end (milliseconds UTC), or None if `now` is outside of them."""
    at = find_ping_time(now, wish)
    return at if at > now else None


async def call(
    writer: Writer, row: TableRow, users: Collection[int], reason: str, *, by: str = "", due: int | None = None
) -> None:
    """Queue messages that call users to a table in its current turn, each in the way that the user prefers.

    Users who act before the message is delivered are not called. `due` is the time of delivery in milliseconds UTC;
    None means at once.
    """
    found = await recipients(writer, row.id, users, writer.now if due is None else due)
    await _queue(writer, CALL, row, found.mention, reason, by, due)
    await call_apart(writer, row, found, reason, by=by, due=due)


async def call_apart(
    writer: Writer, row: TableRow, found: Recipients, reason: str, *, by: str = "", due: int | None = None
) -> None:
    """Queue the calls that are not mentions in the current message: direct messages, and calls after quiet hours."""
    for user in found.direct:
        await _queue(writer, DIRECT, row, (user,), reason, by, due)
    for user, at in found.later:
        # A mention or a direct message: decided when the row is delivered.
        await _queue(writer, CALL, row, (user,), reason, by, at)


async def _queue(
    writer: Writer, kind: str, row: TableRow, users: tuple[int, ...], reason: str, by: str, due: int | None
) -> None:
    if users:
        payload = msgspec.json.encode(CallPayload(users, reason, row.turn, by)).decode()
        await writer.outbox.queue(kind, row.id, row.step, payload, due=due)

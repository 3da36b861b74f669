"""Who is called to a table, and how: by a mention, by a direct message, later, or not at all.

The one place that knows what each person wishes: cards, reminders, nudges and whatever else calls somebody ask here,
in the transaction that queues the message. A retry after a kill then calls the same people in the same way.
"""

from collections.abc import Collection
from dataclasses import dataclass

import msgspec

from data.store import Reader, TableRow, Writer
from tables.preferences import DIRECT_MESSAGE, MENTION, Preferences, preferences_of
from tables.timing.quiet import not_before

CALL = "call"
"""The kind of an outbox row that becomes a short public message, which mentions those who must act."""
DIRECT = "direct"
"""The kind of an outbox row that becomes a direct message to somebody who must act."""

TURN, BACK, LAST, NUDGE, REMINDER = "turn", "back", "last", "nudge", "reminder"
"""The reasons to call somebody: a turn begins, their move was taken back, all others are done, another player asks,
the time runs out."""


class CallPayload(msgspec.Struct, frozen=True, omit_defaults=True):
    """The payload of kinds CALL and DIRECT: the users called in a turn (one user for DIRECT), and the reason.

    `by` is the name of the player who nudges.
    """

    users: tuple[int, ...]
    reason: str
    turn: int
    by: str = ""


@dataclass(frozen=True, slots=True)
class Recipients:
    """Users by the way in which they are called; `later` are those in quiet hours, with the time when these end."""

    mention: tuple[int, ...] = ()
    direct: tuple[int, ...] = ()
    later: tuple[tuple[int, int], ...] = ()


async def recipients(reader: Reader, table_id: str, users: Collection[int], now: int) -> Recipients:
    """The users by their wishes; who wants no pings, or has muted the table, is left out."""
    if not users:
        return Recipients()
    muted = await reader.muted(table_id)
    wishes = await preferences_of(reader, users)
    mention: list[int] = []
    direct: list[int] = []
    later: list[tuple[int, int]] = []
    for user in users:
        wish = wishes[user]
        if user in muted or wish.pings not in (MENTION, DIRECT_MESSAGE):
            continue
        quiet_until = end_of_quiet_hours(wish, now)
        if quiet_until is not None:
            later.append((user, quiet_until))
        else:
            (mention if wish.pings == MENTION else direct).append(user)
    return Recipients(tuple(mention), tuple(direct), tuple(later))


def end_of_quiet_hours(wish: Preferences, now: int) -> int | None:
    """When the quiet hours end in which somebody is now (milliseconds UTC); None outside of them."""
    at = not_before(now, wish)
    return at if at > now else None


async def call(
    writer: Writer, row: TableRow, users: Collection[int], reason: str, *, by: str = "", due: int | None = None
) -> None:
    """Queues messages that call users to a table in its current turn, each in the way that they wish.

    Who has acted meanwhile is not called. `due` is when the messages are sent, None for at once.
    """
    found = await recipients(writer, row.id, users, writer.now if due is None else due)
    await _queue(writer, CALL, row, found.mention, reason, by, due)
    await call_apart(writer, row, found, reason, by=by, due=due)


async def call_apart(
    writer: Writer, row: TableRow, found: Recipients, reason: str, *, by: str = "", due: int | None = None
) -> None:
    """Queues the messages to those who are not mentioned now."""
    for user in found.direct:
        await _queue(writer, DIRECT, row, (user,), reason, by, due)
    for user, at in found.later:
        # How they are called is decided then.
        await _queue(writer, CALL, row, (user,), reason, by, at)


async def _queue(
    writer: Writer, kind: str, row: TableRow, users: tuple[int, ...], reason: str, by: str, due: int | None
) -> None:
    if users:
        payload = msgspec.json.encode(CallPayload(users, reason, row.turn, by)).decode()
        await writer.queue(kind, row.id, row.step, payload, due=due)

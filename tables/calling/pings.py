"""The users to ping for a change of a table: those who must act, once per turn, except users who have just acted.

Each user for whom the table waits is recorded with the turn, in the transaction of the change, even if no message is
sent to them. Therefore a reposted card, a resignation or a restart never pings anybody a second time.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from data.store import PingRow, Writer
from engine.core import CHANCE, HOST, Close, Forfeit
from engine.record import StandIn, parse_host
from tables.calling.recipients import BACK, LAST, TURN
from tables.committing.changes import Change
from tables.open_table import ACTIVE, OpenTable

JUST_ACTED_MS = 60_000
"""Time in milliseconds for which a user counts as present after their move, provided that since then only computer
players or the clock have acted."""
LAST_AFTER_MS = 10 * 60_000
"""Minimum time in milliseconds between the ping for a turn and the second ping to the last user who must act in it. It
prevents two pings in a short time."""
NEWEST = 50
"""Number of newest log entries that are searched for the last move made by a person."""


@dataclass(frozen=True, slots=True)
class Called:
    """The users to ping because of a change of a table.

    The new card mentions the users in `card`. `last` is the only user who must still act in a simultaneous turn; the
    ping to them is sent at `last_due` (milliseconds UTC) or later.
    """

    card: tuple[int, ...] = ()
    last: int | None = None
    last_due: int = 0


async def record_pings(
    writer: Writer, before: OpenTable, after: OpenTable, change: Change, *, new_turn: bool
) -> Called:
    """Return the users to ping because of a change of a table, and store these pings."""
    awaited = _list_awaited_users(after, change.planned)
    if after.row.phase != "playing" or not awaited:
        return Called()
    table_id, turn = after.row.id, after.row.turn
    known = await writer.messages.pings(table_id, turn)
    asked = _find_newly_asked(before, awaited, known, new_turn)
    back = [user for user in awaited if change.calls_back and user not in asked]
    for user in asked:
        await writer.messages.put_ping(table_id, turn, user, TURN)
    for user in back:
        await writer.messages.put_ping(table_id, turn, user, BACK)
    here = await _list_just_acted(writer, before, after, change) if asked or back else frozenset[int]()
    card = tuple(user for user in (*asked, *back) if user not in here)
    last = None if card else _find_last_to_act(before, after, change, known)
    if last is None:
        return Called(card)
    await writer.messages.put_ping(table_id, turn, last, LAST)
    since = max((ping.created for ping in known if (ping.user_id, ping.reason) == (last, TURN)), default=0)
    return Called(card, last, since + LAST_AFTER_MS)


def _find_newly_asked(before: OpenTable, awaited: Sequence[int], known: Sequence[PingRow], new_turn: bool) -> list[int]:
    """Return those of the awaited users who have not been pinged for this turn yet."""
    told = {ping.user_id for ping in known if ping.reason == TURN}
    # Within a turn, users who already had to act before the change are not pinged again. This also covers tables that
    # are older than the SQL table of pings: for them no earlier ping is stored.
    begun = () if new_turn else _list_awaited_users(before)
    return [user for user in awaited if user not in told and user not in begun]


def _list_awaited_users(table: OpenTable, planned: Collection[int] = ()) -> tuple[int, ...]:
    seats = [seat for seat in table.awaited_seats() if seat.seat not in planned]
    return tuple(seat.user_id for seat in seats if seat.user_id is not None)


async def _list_just_acted(writer: Writer, before: OpenTable, after: OpenTable, change: Change) -> frozenset[int]:
    """Return the user who has just acted, so that they are not pinged. The set has one user or is empty.

    It is the user who made the change, else the user who made the last move, if only computer players or the clock have
    acted since. At the start of a game the set is empty, because the first card leads everybody to the board.
    """
    if before.game is None or after.game is None:
        return frozenset()
    if change.by is not None:
        return frozenset((change.by,))
    people = {str(seat.seat): seat.user_id for seat in after.seats if seat.player is None}
    for entry in reversed(await writer.logs.entries(after.row.id, max(0, after.game.n - NEWEST))):
        if entry.actor in people:
            # Nobody was present at a planned move, which was made on no page.
            if entry.page is None:
                return frozenset()
            # The difference is negative if the system clock was set back since the entry.
            user, is_here = people[entry.actor], 0 <= writer.now - entry.created <= JUST_ACTED_MS
            return frozenset((user,)) if is_here and user is not None else frozenset()
        if not _is_automatic(entry.actor, entry.action, after):
            return frozenset()
    return frozenset()


def _is_automatic(actor: str, action: str, table: OpenTable) -> bool:
    """Return whether a log entry was made without a person: by chance, the clock, a computer player or a stand-in."""
    if actor == str(HOST):
        match parse_host(action):
            case StandIn() | Close() | Forfeit(late=True):
                return True
            case _:
                return False
    return actor == str(CHANCE) or any(str(seat.seat) == actor and seat.player is not None for seat in table.seats)


def _find_last_to_act(before: OpenTable, after: OpenTable, change: Change, known: Sequence[PingRow]) -> int | None:
    """Return the user who became the last one to act in a simultaneous turn by this change, else None.

    None also if no other person has acted in the turn. The result reveals nothing hidden, because the card names
    everybody who must still act.
    """
    is_same_turn = before.is_simultaneous and after.is_simultaneous and before.row.turn == after.row.turn
    if not is_same_turn or not len(before.actors) > len(after.actors) == 1:
        return None
    (last,) = _list_awaited_users(after)
    others = _has_acted(after, {ping.user_id for ping in known if ping.reason == TURN})
    is_told = any((ping.user_id, ping.reason) == (last, LAST) for ping in known)
    return last if others and not is_told and last != change.by else None


def _has_acted(table: OpenTable, asked: Collection[int]) -> bool:
    """Return whether one of the users in `asked`, who had to act in this turn, has acted and is still in the game."""
    done = [seat for seat in table.seats if seat.seat not in table.actors and seat.state == ACTIVE]
    return any(seat.user_id in asked for seat in done if seat.player is None)

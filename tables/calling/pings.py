"""The users to ping for a change of a table: those who must act, once per turn, except users who have just acted.

Each user the table waits for is noted with the turn, in the transaction of the change, even if they get no message. So
nobody is pinged twice by a reposted card, a seat that resigns, or a restart.
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
"""Time in milliseconds for which a user counts as present after their move, if only computer players or the clock acted
since."""
LAST_AFTER_MS = 10 * 60_000
"""Minimum time in milliseconds between the ping for a turn and the ping that only one user is left to act. It spares a
user who was pinged just now a second message."""
NEWEST = 50
"""Number of newest entries searched for the last move of a person."""


@dataclass(frozen=True, slots=True)
class Called:
    """The users that a change pings.

    `card` are mentioned by its card. `last` is the last user to act in a simultaneous turn, pinged from `last_due` on.
    """

    card: tuple[int, ...] = ()
    last: int | None = None
    last_due: int = 0


async def called_by(writer: Writer, before: OpenTable, after: OpenTable, change: Change, *, new_turn: bool) -> Called:
    """Determine the users whom a change pings, and note these pings."""
    if after.row.phase != "playing" or not _waited_for(after):
        return Called()
    table_id, turn = after.row.id, after.row.turn
    known = await writer.pings(table_id, turn)
    asked = _newly_asked(before, after, known, new_turn)
    back = [user for user in _waited_for(after) if change.calls_back and user not in asked]
    for user in asked:
        await writer.put_ping(table_id, turn, user, TURN)
    for user in back:
        await writer.put_ping(table_id, turn, user, BACK)
    here = await _just_acted(writer, before, after, change) if asked or back else frozenset[int]()
    card = tuple(user for user in (*asked, *back) if user not in here)
    last = None if card else _last_one(before, after, change, known)
    if last is None:
        return Called(card)
    await writer.put_ping(table_id, turn, last, LAST)
    since = max((ping.created for ping in known if (ping.user_id, ping.reason) == (last, TURN)), default=0)
    return Called(card, last, since + LAST_AFTER_MS)


def _newly_asked(before: OpenTable, after: OpenTable, known: Sequence[PingRow], new_turn: bool) -> list[int]:
    """Return the users who must act and have not been pinged for this turn."""
    told = {ping.user_id for ping in known if ping.reason == TURN}
    # In the same turn, only users not asked before. Tables older than the pings table count all of them as pinged.
    begun = () if new_turn else _waited_for(before)
    return [user for user in _waited_for(after) if user not in told and user not in begun]


def _waited_for(table: OpenTable) -> tuple[int, ...]:
    return tuple(seat.user_id for seat in table.waiting_for() if seat.user_id is not None)


async def _just_acted(writer: Writer, before: OpenTable, after: OpenTable, change: Change) -> frozenset[int]:
    """Return the user who made the change, or the last move if only computer players or the clock acted since.

    The set is empty at the start of a game, because the first card leads everybody to the board.
    """
    if before.game is None or after.game is None:
        return frozenset()
    if change.by is not None:
        return frozenset((change.by,))
    people = {str(seat.seat): seat.user_id for seat in after.seats if seat.player is None}
    for entry in reversed(await writer.entries(after.row.id, max(0, after.game.n - NEWEST))):
        if entry.actor in people:
            # The difference is negative after the clock was set back.
            user, is_here = people[entry.actor], 0 <= writer.now - entry.created <= JUST_ACTED_MS
            return frozenset((user,)) if is_here and user is not None else frozenset()
        if not _is_automatic(entry.actor, entry.action, after):
            return frozenset()
    return frozenset()


def _is_automatic(actor: str, action: str, table: OpenTable) -> bool:
    """Return whether an entry was made by chance, by the clock or by a computer player, including a stand-in."""
    if actor == str(HOST):
        match parse_host(action):
            case StandIn() | Close() | Forfeit(late=True):
                return True
            case _:
                return False
    return actor == str(CHANCE) or any(str(seat.seat) == actor and seat.player is not None for seat in table.seats)


def _last_one(before: OpenTable, after: OpenTable, change: Change, known: Sequence[PingRow]) -> int | None:
    """Return the last user to act in a simultaneous turn, if this change made them the last, else None.

    Another person must have acted in the turn. It reveals nothing hidden: the card names everybody who must act.
    """
    is_same_turn = before.is_simultaneous and after.is_simultaneous and before.row.turn == after.row.turn
    if not is_same_turn or not len(before.actors) > len(after.actors) == 1:
        return None
    (last,) = _waited_for(after)
    others = _has_acted(after, {ping.user_id for ping in known if ping.reason == TURN})
    is_told = any((ping.user_id, ping.reason) == (last, LAST) for ping in known)
    return last if others and not is_told and last != change.by else None


def _has_acted(table: OpenTable, asked: Collection[int]) -> bool:
    """Return whether a user who was asked in this turn has acted and is still in the game."""
    done = [seat for seat in table.seats if seat.seat not in table.actors and seat.state == ACTIVE]
    return any(seat.user_id in asked for seat in done if seat.player is None)

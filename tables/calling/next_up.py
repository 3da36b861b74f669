"""*You are next*: an optional message to the person whose turn follows the present one.

It is sent at most once between two turns of a person, never in their quiet hours or vacation, and never because of a
take-back. It needs three people in the game: of two, the one who has just moved is always next.
"""

from typing import Final

import msgspec

from data.store import Reader, SeatRow, Writer
from engine.core import SPECTATOR
from tables.calling.recipients import NEXT_DIRECT, NEXT_LINE, TURN, find_end_of_quiet_hours
from tables.committing.changes import Change
from tables.open_table import OpenTable, is_played_by_person
from tables.preferences import DIRECT_MESSAGE, LINE, read_preferences
from tables.viewer import TableView

NEXT: Final = "next"
"""The reason of the stored ping."""
LEAST_PEOPLE: Final = 3
KINDS: Final = {LINE: NEXT_LINE, DIRECT_MESSAGE: NEXT_DIRECT}
"""The kind of outbox row for each way to be told."""


class NextPayload(msgspec.Struct, frozen=True):
    """The payload of kinds NEXT_LINE and NEXT_DIRECT: the user who is next, and the turn of the user before them."""

    user: int
    turn: int


def find_next(table: OpenTable) -> SeatRow | None:
    """Return the seat of the person whose turn follows that of the person who must act; None if there is none.

    Computer players and stand-ins between them are skipped, since they move at once.
    """
    if table.game is None or len(table.actors) != 1 or not table.awaited_seats():
        return None
    if not tells_next(table):
        return None
    order = table.game.rules.list_next_seats(table.game.view(SPECTATOR))
    return next((table.seats[number] for number in order if is_played_by_person(table.seats[number])), None)


def tells_next(table: OpenTable | TableView) -> bool:
    """Return whether people at a table can be told that they are next: three or more play, one after the other."""
    is_enough = sum(is_played_by_person(seat) for seat in table.seats) >= LEAST_PEOPLE
    return table.row.phase == "playing" and is_enough and not table.is_simultaneous


async def queue_next_call(
    writer: Writer, before: OpenTable, after: OpenTable, change: Change, *, new_turn: bool
) -> None:
    """Queue the message to the person who is next after a change, if they want one."""
    if change.plan is not None:
        # A planned turn calls nobody, but it was a turn of its user.
        await writer.messages.put_ping(after.row.id, before.row.turn, change.plan.user_id, TURN)
    is_take_back = change.banks is not None
    seat = find_next(after) if new_turn and not is_take_back and not change.planned else None
    if seat is None or seat.user_id is None:
        return
    row, user = after.row, seat.user_id
    kind = await find_kind(writer, row.id, user, writer.now)
    if kind is None or await _was_told(writer, row.id, user):
        return
    await writer.messages.put_ping(row.id, row.turn, user, NEXT)
    await queue_next(writer, after, kind, NextPayload(user, row.turn))


async def queue_next(writer: Writer, table: OpenTable, kind: str, payload: NextPayload) -> None:
    """Queue a message of kind NEXT_LINE or NEXT_DIRECT."""
    await writer.outbox.queue(kind, table.row.id, table.row.step, msgspec.json.encode(payload).decode())


async def find_kind(reader: Reader, table_id: str, user_id: int, now: int) -> str | None:
    """Return the kind of message that tells a user that they are next; None if they want none now."""
    wish = await read_preferences(reader, user_id)
    kind = KINDS.get(wish.next_up)
    if kind is None or find_end_of_quiet_hours(wish, now) is not None:
        return None
    if user_id in await reader.people.list_muting_users(table_id):
        return None
    is_away = any(away.begins <= now < away.ends for away in await reader.people.vacations([user_id]))
    return None if is_away else kind


async def _was_told(reader: Reader, table_id: str, user_id: int) -> bool:
    """Return whether a user has been told since their last turn that they are next."""
    told = await reader.messages.last_ping(table_id, user_id, NEXT)
    turn = await reader.messages.last_ping(table_id, user_id, TURN)
    return told is not None and (turn is None or told > turn)

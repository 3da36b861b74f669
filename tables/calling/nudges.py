"""Nudges (reminders from one player to others), and a user's settings for one table: mute it, or follow it.

A player nudges those who must act. A person is nudged at most once a day per table, and never in the first hour of a
turn. Only users without a seat can follow a table: the bot informs them by direct message.
"""

import msgspec

from data.store import FollowRow, Reader
from language.messages import N_, _
from tables.calling.recipients import NUDGE, TURN, call
from tables.committing.changes import committed
from tables.committing.outbox_rows import queue_follow
from tables.open_table import OpenTable, load, require_active
from tables.refusal import Refusal
from tables.service import TableService
from tables.timing.pauses import find_current_pause
from tables.timing.running_time import DAY_MS, HOUR_MS
from tables.viewer import TableView

NOBODY_WAITS = N_("This table isn't waiting for anybody else.")
PLAYERS_NUDGE = N_("Only the players of this table can nudge. You can follow the table instead.")
SEATED = N_("You have a seat here, so you already see everything at the table. Following is for spectators.")
ENOUGH_FOLLOW = N_("This table already has as many followers as it can have. You can watch its board in the channel.")

FIRST_MS = HOUR_MS
"""Minimum time between the start of a turn and a nudge, in milliseconds."""
AGAIN_MS = DAY_MS
"""Minimum time between two nudges of the same person at the same table, in milliseconds."""
MOST_FOLLOWERS = 50
"""Maximum number of followers of a table: each turn edits one message per follower."""


async def nudge_times(reader: Reader, table: OpenTable | TableView, user_id: int, now: int) -> dict[int, int]:
    """Return, by user id, when each user who must act may be nudged (milliseconds UTC); `user_id` is left out.

    A nudge is possible after the first hour of the turn, a day after the user's last nudge, and after the end of
    the user's current vacation and of the game's current pause.
    """
    waited = (seat.user_id for seat in table.awaited_seats())
    users = [user for user in waited if user is not None and user != user_id]
    known = await reader.messages.pings(table.row.id, table.row.turn)
    began = {ping.user_id: ping.created for ping in known if ping.reason == TURN}
    pause = find_current_pause(table.row, now)
    at_rest = dict.fromkeys(users, 0 if pause is None else pause.end)
    for vacation in await reader.people.vacations(users):
        if vacation.begins <= now < vacation.ends:
            at_rest[vacation.user_id] = max(at_rest[vacation.user_id], vacation.ends)
    found: dict[int, int] = {}
    for user in users:
        nudged = await reader.messages.last_ping(table.row.id, user, NUDGE)
        again = 0 if nudged is None else nudged + AGAIN_MS
        found[user] = max(began.get(user, table.row.created) + FIRST_MS, again, at_rest[user])
    return found


async def nudge(service: TableService, table_id: str, user_id: int) -> None:
    """Nudge the users for whom a table waits, in the name of the player `user_id`.

    Raises Refusal if nobody may be nudged now; its text says when a nudge is possible.
    """
    async with service.store.write(table_id) as writer:
        table = await load(writer, table_id)
        table.require_playing()
        seat = table.seat_of(user_id)
        if seat is None:
            raise Refusal(_(PLAYERS_NUDGE))
        require_active(seat)
        times = await nudge_times(writer, table, user_id, writer.now)
        if not times:
            raise Refusal(_(NOBODY_WAITS))
        users = [user for user, at in times.items() if at <= writer.now]
        if not users:
            raise Refusal(nudge_later(min(times.values())))
        for user in users:
            await writer.messages.put_ping(table_id, table.row.turn, user, NUDGE)
        await call(writer, table.row, users, NUDGE, by=seat.name)
    service.notify()


async def mute(service: TableService, table_id: str, user_id: int, *, muted: bool) -> None:
    """Turn the pings of a table off or on for a player.

    Raises Refusal if the game is not in progress, or if a user without a seat wants to mute it.
    """
    async with service.store.write(table_id) as writer:
        table = await load(writer, table_id)
        table.require_playing()
        if muted:
            table.require_seat(user_id)
        await writer.people.set_muted(table_id, user_id, muted=muted)
    committed.set(True)


async def follow(service: TableService, table_id: str, user_id: int, *, each_turn: bool) -> None:
    """Make a user without a seat follow a table, with a message about each turn or only about the end.

    Raises Refusal if the game is not in progress, if the user has a seat, or if the table has too many followers.
    """
    async with service.store.write(table_id) as writer:
        table = await load(writer, table_id)
        table.require_playing()
        if table.seat_of(user_id) is not None:
            raise Refusal(_(SEATED))
        follows = {found.user_id: found for found in await writer.people.follows(table_id)}
        if user_id not in follows and len(follows) >= MOST_FOLLOWERS:
            raise Refusal(_(ENOUGH_FOLLOW))
        known = follows.get(user_id, FollowRow(table_id=table_id, user_id=user_id))
        await writer.people.put_follow(msgspec.structs.replace(known, each_turn=int(each_turn)))
        if each_turn:
            await queue_follow(writer, table.row, user_id)
    service.notify()


async def stop_following(service: TableService, table_id: str, user_id: int) -> None:
    """Stop a user from following a table. Raise Refusal if the table is unknown or its game has not begun."""
    async with service.store.write(table_id) as writer:
        (await load(writer, table_id)).require_begun()
        await writer.people.delete_follow(table_id, user_id)
    committed.set(True)


def nudge_later(at: int) -> str:
    """Format the refusal of a nudge that is not possible before `at` (milliseconds UTC)."""
    return _("Give them a little time: you can nudge them {when}.", when=f"<t:{at // 1000}:R>")

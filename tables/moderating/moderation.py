"""Decisions of moderators about a table: end it, remove a user, offer a seat, lock it. They are pure functions.

Each adds an entry to the audit trail in the same transaction. The caller checks that the user is a moderator
(`tables.moderating.server_settings`). Locks and blocks are checked at every commit (`require_admissible`), so no way to
get a seat evades them.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from typing import Any

import msgspec

from data.store import OPEN_PHASES, AuditRow, Reader, SeatRow, TableChanges, TableRow
from engine.core import HOST
from engine.record import Takeback, parse_host
from language.messages import N_, _, list_and
from tables import lobby, texts
from tables.calling.questions import ANYBODY
from tables.committing.changes import Change, Decision
from tables.moderating.moderation_state import decode_moderation, encode_moderation
from tables.open_table import ACTIVE, OpenTable
from tables.refusal import Refusal
from tables.seat_changes import seats
from tables.seat_changes.handovers import HANDED_OVER
from tables.settings import TableSettings
from tables.texts import escape

LOCKED = N_(
    "A moderator has locked this table. Until it's unlocked, nobody can join, take a seat or take a move "
    "back. The game itself goes on."
)
LOCKED_ALREADY = N_("This table is already locked.")
NOT_LOCKED = N_("This table isn't locked.")
ANOTHER_SEAT = N_(
    "You had a different seat in this game, so you have seen another hand and can't take this one. You can "
    "follow the game instead."
)
SEAT_HAS_CHANGED = N_("That seat has changed since you opened the form, so nothing was done. Please check it again.")
HOST_OF_LOBBY = N_("This is the host, and a table needs a host to start. You can end the table instead.")
NOBODY_ELSE = N_("Nobody else plays at this table, so the game can't go on without them. You can end it instead.")
NOT_BLOCKED = N_("They aren't blocked from this server's tables.")
BLOCKED_ALREADY = N_("They're already blocked from this server's tables.")
KEPT_FROM_TABLES = N_("The moderators of this server have blocked you from its tables. You can ask them why.")

END, REMOVE, OFFER, LOCK, UNLOCK = "end", "remove", "offer", "lock", "unlock"
PAUSE, RESUME = "pause", "resume"
BLOCK, UNBLOCK = "block", "unblock"
"""The names of blocking and unblocking a user in the audit trail; the other acts of moderators are named above."""
REASON_LIMIT = 300


@dataclass(frozen=True, slots=True)
class Moderator:
    """The moderator who acts, and the reason they gave. The reason is shown only in the audit trail."""

    id: int
    reason: str = ""


def end(by: Moderator) -> Decision:
    """End a table in its lobby or during the game, without a result."""

    def decide(table: OpenTable) -> Change:
        require_open(table.row)
        columns = TableChanges(phase="cancelled", moderation=encode_moderation(table.row, ended=True))
        return Change(columns=columns, audit=_build_audit_row(table, by, END))

    return decide


def lock(by: Moderator) -> Decision:
    """Lock a table, so that nobody new can join, and withdraw its open offers of seats."""

    def decide(table: OpenTable) -> Change:
        require_open(table.row)
        if decode_moderation(table.row).locked:
            raise Refusal(_(LOCKED_ALREADY))
        columns = TableChanges(moderation=encode_moderation(table.row, locked=True))
        if table.row.takeback is not None:
            columns["takeback"] = None
        unoffered = tuple(seats.without_offer(seat) for seat in table.seats)
        return Change(columns=columns, seats=unoffered, only_card=True, audit=_build_audit_row(table, by, LOCK))

    return decide


def unlock(by: Moderator) -> Decision:
    """Unlock a table."""

    def decide(table: OpenTable) -> Change:
        require_open(table.row)
        if not decode_moderation(table.row).locked:
            raise Refusal(_(NOT_LOCKED))
        columns = TableChanges(moderation=encode_moderation(table.row, locked=False))
        return Change(columns=columns, only_card=True, audit=_build_audit_row(table, by, UNLOCK))

    return decide


def remove(by: Moderator, user: int) -> Decision:
    """Remove a user from a table. A seat in the lobby becomes free; a seat in a game passes to a computer player.

    In a game the seat keeps its hand, score and pieces, so that the others can finish. If the user was the host, the
    next person at the table becomes the host.
    """

    def decide(table: OpenTable) -> Change:
        require_open(table.row)
        if table.seat_of(user) is None:
            raise Refusal(_(SEAT_HAS_CHANGED))
        change = _remove_in_lobby(table, user) if table.game is None else _remove_in_game(table, user)
        return replace(change, audit=_build_audit_row(table, by, REMOVE, user))

    return decide


def _remove_in_lobby(table: OpenTable, user: int) -> Change:
    if user == table.row.host:
        raise Refusal(_(HOST_OF_LOBBY))
    return lobby.leave(user)(table)


def _remove_in_game(table: OpenTable, user: int) -> Change:
    removed = table.require_seat(user)
    if removed.state != ACTIVE:
        raise Refusal(has_left_already(removed.name))
    others = [seat for seat in table.seats if seat.user_id not in (None, user)]
    if not others:
        raise Refusal(_(NOBODY_ELSE))
    computer = msgspec.structs.replace(
        seats.without_offer(removed),
        user_id=None,
        player=table.settings.computer,
        name=_computer_name(table),
        missed=0,
    )
    # If the seat must act, a new step makes the removed user's open pages stale.
    columns = TableChanges(step=table.row.step + (removed.seat in table.actors))
    if table.row.host == user:
        active = [seat for seat in others if seat.state == ACTIVE]
        columns["host"] = (active or others)[0].user_id or user
    if table.row.takeback is not None:
        # The removed user may have been asked in the vote.
        columns["takeback"] = None
    after = tuple(computer if seat.seat == removed.seat else seat for seat in table.seats)
    return Change(columns=columns, seats=after)


def _computer_name(table: OpenTable) -> str:
    """Return a name for a new computer player that no other one at the table has."""
    taken = {seat.name for seat in table.seats}
    possible = (texts.computer_name(number, table.settings.language) for number in range(1, len(taken) + 2))
    return next(name for name in possible if name not in taken)


def offer(by: Moderator, seat: int, holder: int | None, to: int) -> Decision:
    """Offer a seat of a game to a user, even if another person plays in it. The user gets it when they accept.

    `holder` is the user who had the seat when the moderator chose it, None for a computer player.
    """

    def decide(table: OpenTable) -> Change:
        change = seats.offer_by_moderator(table, by.id, seat, to)
        if table.seats[seat].user_id != holder:
            raise Refusal(_(SEAT_HAS_CHANGED))
        return change

    return add_audit_entry(decide, by, OFFER, to)


def add_audit_entry(decide: Decision, by: Moderator, act: str, user: int | None = None) -> Decision:
    """Wrap a decision so that its change also adds an entry to the audit trail. `user` is the user it concerns."""

    def decide_and_note(table: OpenTable) -> Change:
        return replace(decide(table), audit=_build_audit_row(table, by, act, user))

    return decide_and_note


def require_open(row: TableRow) -> None:
    """Raise Refusal if a table is over."""
    if row.phase not in OPEN_PHASES:
        raise Refusal(texts.describe_end(row.phase))


def _build_audit_row(table: OpenTable, by: Moderator, act: str, user: int | None = None) -> AuditRow:
    row = table.row
    return AuditRow(guild_id=row.guild_id, table_id=row.id, actor=by.id, act=act, user_id=user, reason=by.reason)


async def require_admissible(reader: Reader, before: OpenTable, after: OpenTable, change: Change) -> None:
    """Raise Refusal if the table's lock forbids a change, or if it gives a blocked user a seat or an invitation."""
    seated = _seated(after.seats) - _seated(before.seats)
    newcomers = seated | _find_newly_asked(before, after)
    if change.audit is None and decode_moderation(before.row).locked:
        # Users to whom a moderator has offered a seat may take it, even at a locked table.
        welcome = {seat.offered_to for seat in before.seats if seat.by_moderator}
        if newcomers - welcome or _adds_computer(before, after) or _takes_back(change):
            raise Refusal(_(LOCKED))
    await require_unblocked(reader, before.row.guild_id, newcomers, own=seated)
    if before.game is not None and newcomers:
        await _require_one_hand(reader, before, after)


async def _require_one_hand(reader: Reader, before: OpenTable, after: OpenTable) -> None:
    """Raise Refusal if a user takes a seat in a game in which they had another seat before.

    They know hidden information of the seat that they had.
    """
    notes = await reader.tables.handovers(before.row.id, 0)
    had = {(note.user_id, note.seat) for note in notes if note.kind in HANDED_OVER and note.user_id is not None}
    for old, new in zip(before.seats, after.seats, strict=True):
        if old.user_id != new.user_id and any(user == new.user_id and seat != new.seat for user, seat in had):
            raise Refusal(_(ANOTHER_SEAT))


async def require_unblocked(reader: Reader, guild_id: int | None, users: Collection[int], own: Collection[int]) -> None:
    """Raise Refusal if one of these users is blocked on a server.

    Users in `own` make the request themselves, so the refusal addresses them as *you*.
    """
    if guild_id is None or not users:
        return
    blocked = await reader.servers.filter_blocked_users(guild_id, users)
    if blocked:
        is_own = set(blocked) <= set(own)
        raise Refusal(_(KEPT_FROM_TABLES) if is_own else format_blocked_users(sorted(blocked)))


def people_of(row: TableRow, taken: Collection[SeatRow]) -> frozenset[int]:
    """Return all users who have a seat at a new table or are invited to it."""
    invited = msgspec.json.decode(row.settings, type=TableSettings).invited
    return _seated(taken) | frozenset(invited)


def _seated(taken: Collection[SeatRow]) -> frozenset[int]:
    return frozenset(seat.user_id for seat in taken if seat.user_id is not None)


def _find_newly_asked(before: OpenTable, after: OpenTable) -> frozenset[int]:
    """Return the users whom a change invites or to whom it offers a seat."""
    known = {(seat.seat, seat.offers) for seat in before.seats}
    offered = {seat.offered_to for seat in after.seats if (seat.seat, seat.offers) not in known}
    return frozenset(user for user in offered if user not in (None, ANYBODY)) | (
        frozenset(after.settings.invited) - frozenset(before.settings.invited)
    )


def _adds_computer(before: OpenTable, after: OpenTable) -> bool:
    """Return whether a change has added a computer player to a lobby."""
    counts = [sum(seat.user_id is None for seat in table.seats) for table in (before, after)]
    return before.game is None and counts[1] > counts[0]


def _takes_back(change: Change) -> bool:
    """Return whether a change takes a move back or asks the others to allow it."""
    if change.columns.get("takeback") is not None:
        return True
    entries: tuple[Any, ...] = () if change.advance is None else tuple(change.advance.entries)
    return any(isinstance(parse_host(entry.action), Takeback) for entry in entries if entry.actor == HOST)


def format_blocked_users(users: Sequence[int]) -> str:
    """Format the refusal that names blocked users by mention."""
    return _(
        "The moderators of this server have blocked {people} from its tables. You can ask them why.",
        people=list_and([f"<@{user}>" for user in users]),
    )


def has_left_already(name: str) -> str:
    return _("{name}'s seat is already out of the game.", name=escape(name))

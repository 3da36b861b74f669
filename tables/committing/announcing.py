"""The messages that follow from a change of a table, queued in its transaction."""

from data.store import TableRow, Writer
from tables.calling.pings import called_by
from tables.calling.questions import (
    InvitePayload,
    queue_end_of_call,
    queue_end_of_invitations,
    queue_full,
    queue_invitation,
    queue_offers,
)
from tables.calling.recipients import LAST, REMINDER, call
from tables.committing.changes import Change
from tables.committing.outbox_rows import (
    REFRESH,
    REFRESH_MS,
    drop_public,
    queue_follows,
    queue_public,
)
from tables.open_table import OpenTable


async def announce(writer: Writer, before: OpenTable, after: OpenTable, change: Change) -> None:
    """Queues the messages of a change: cards with their pings, edits, offers, invitations and reminders."""
    row = after.row
    if change.no_post:
        await drop_public(writer, row.id)
        if after.game is not None:
            # Their messages aren't in the channel that is gone.
            await queue_follows(writer, row)
    else:
        await _queue_cards(writer, before, after, change)
    says_more = change.refreshes_card or _told_beside_moves(row) != _told_beside_moves(before.row)
    if says_more and row.step == before.row.step:
        await writer.queue(REFRESH, row.id, row.step, "{}")
    if change.invites and change.invited_by is not None:
        await queue_invitation(writer, row, InvitePayload(change.invites, change.invited_by))
    if change.reminded:
        await call(writer, row, change.reminded, REMINDER)
    if change.calls_host:
        await queue_full(writer, row)


async def _queue_cards(writer: Writer, before: OpenTable, after: OpenTable, change: Change) -> None:
    new_turn = is_new_turn(before, after)
    called = await called_by(writer, before, after, change, new_turn=new_turn)
    new_card = new_turn or change.calls_back or bool(called.card)
    await queue_public(writer, before, after, new_card=new_card, called=called.card)
    if called.last is not None:
        await call(writer, after.row, [called.last], LAST, due=max(writer.now + REFRESH_MS, called.last_due))
    await queue_offers(writer, before, after)
    if before.row.phase == "lobby" != after.row.phase:
        await queue_end_of_invitations(writer, after.row)
        await queue_end_of_call(writer, after.row)


def _told_beside_moves(row: TableRow) -> tuple[str | None, ...]:
    """What the card tells that may change without a move."""
    return row.takeback, row.pause, row.moderation


def is_new_turn(before: OpenTable, after: OpenTable) -> bool:
    """Whether a change needs a new card and a new deadline.

    That is the case for a new turn, the end, a seat that must act because another one resigned, and a seat that must
    act and has changed hands, or whose person is back. What others are asked at the same time goes on, with its card
    and its deadline.
    """
    if before.game is None or after.row.phase != "playing":
        return True
    if before.game.turn != after.row.turn:
        return True
    must_act = any(seat.seat in after.actors for seat in before.taken_up(after))
    if must_act and not (before.is_simultaneous and before.waiting_for()):
        return True
    has_left = any(seat.state != old.state for seat, old in zip(after.seats, before.seats, strict=True))
    return has_left and not set(after.actors) <= set(before.actors)

"""Kinds and payloads of outbox rows, and the rows that a change of a table queues."""

from collections.abc import Collection, Sequence
from dataclasses import replace

import msgspec

from data.store import OutboxRow, Reader, TableRow, Writer
from tables.calling.recipients import (
    CALL,
    NEXT_LINE,
    SEATS_LINE,
    TURN,
    Recipients,
    call_apart,
    find_end_of_quiet_hours,
    recipients,
)
from tables.open_table import OpenTable
from tables.preferences import read_preferences_of_users

CARD = "card"
"""A new card: a turn has begun, or the game is over."""
REFRESH = "refresh"
"""An edit of the live card: something public happened within the turn."""
LOBBY = "lobby"
"""The lobby's message, or an edit of it."""
FULL = "full"
"""A message that pings the host, because every seat of the lobby is taken."""
SHARE = "share"
"""A message in a channel with the result of a game and its replay."""
OFFER = "offer"
"""A message that offers a seat to a user, or its edit when the offer is closed."""
INVITE = "invite"
"""A message that pings the users invited to a lobby."""
IDLE = "idle"
"""The message of the inactivity question, for the users who must act in an idle game, or its edit after an answer."""
FOLD = "fold"
"""An edit that shortens an old card to one line."""
FOLLOW = "follow"
"""The direct message to a user who follows a table without having a seat, or its edit."""
REPLY = "reply"
"""The reply to a slash command. It is stored when the command is deferred, so that it survives a restart."""
PUBLIC = (LOBBY, CARD, REFRESH, FOLD, FULL, SHARE, OFFER, INVITE, IDLE, CALL, NEXT_LINE, SEATS_LINE)
"""The kinds of rows that are delivered as messages in a channel, not as direct messages or replies."""

REPLY_MS = 15 * 60 * 1000
"""Validity of an interaction token, in milliseconds."""
REFRESH_MS = 1_500
"""Minimum time between two edits of a card, in milliseconds. All changes in this time are shown by one edit."""
REFUSED = "Forbidden"
"""The stored error of a row that Discord refused because of a missing permission."""


class CardPayload(msgspec.Struct, frozen=True, omit_defaults=True):
    """The payload of kind CARD: the users that the card mentions, and the turn for which it was queued.

    `turn` is None if the card fits any turn. `ping` occurs only in old rows without a list of users: whether to mention
    everybody who must act.
    """

    users: tuple[int, ...] = ()
    turn: int | None = None
    ping: bool = False


class LobbyPayload(msgspec.Struct, frozen=True, omit_defaults=True):
    """The payload of kind LOBBY: the invited users to ping. It is empty except in the row that posts the lobby."""

    ping: tuple[int, ...] = ()


class SharePayload(msgspec.Struct, frozen=True, omit_defaults=True):
    """The payload of kind SHARE: the id of the channel to post to, or None for the table's own channel."""

    channel: int | None = None


class FollowPayload(msgspec.Struct, frozen=True):
    """The payload of kind FOLLOW: the user who follows the table."""

    user: int


class FoldPayload(msgspec.Struct, frozen=True):
    """The payload of kind FOLD: the message to edit, and the line of text that replaces its content."""

    channel: int
    message: int
    story: str


class ReplyPayload(msgspec.Struct, frozen=True, omit_defaults=True):
    """The payload of kind REPLY: the text of the reply, or None while the command is still being processed.

    If the command made a move, `table` and `seat` identify its seat, so that the reply can offer to take the move back.
    """

    text: str | None = None
    table: str | None = None
    seat: int | None = None


def encode_json(payload: msgspec.Struct) -> str:
    """Encode a payload as JSON text."""
    return msgspec.json.encode(payload).decode()


async def queue_reply(writer: Writer, payload: ReplyPayload, token: str, deferred: int | None) -> None:
    """Queue the reply to a slash command.

    `deferred` is the id of the row that was stored when the command was deferred. That row is marked as done.
    """
    if deferred is not None:
        await writer.outbox.mark_done([deferred])
    await writer.outbox.queue(REPLY, None, 0, encode_json(payload), token=token, expires=writer.now + REPLY_MS)


async def queue_public(
    writer: Writer,
    before: OpenTable,
    after: OpenTable,
    *,
    new_card: bool,
    called: Sequence[int] = (),
    planned: Collection[int] = (),
) -> None:
    """Queue the public messages of a change. Each turn in which people must act gets one new card.

    The users in `called` are pinged, each in the way that the user prefers. The moves of computer players, and those
    that the seats in `planned` have planned, are reported on the next card that asks a person to act.
    """
    row, handed_over = after.row, before.handed_over(after)
    if before.row.phase == "lobby" or row.phase != "playing" or handed_over:
        await writer.outbox.queue(LOBBY, row.id, row.step, "{}")
    if after.game is None or (row.step == before.row.step and not handed_over):
        return
    if row.phase == "playing" and not new_card:
        await writer.outbox.queue(REFRESH, row.id, row.step, "{}")
    elif row.phase != "playing" or any(seat.seat not in planned for seat in after.awaited_seats()):
        found = await card_recipients(writer, row, called, writer.now)
        # The card comes first, because the other messages link to it.
        await writer.outbox.queue(CARD, row.id, row.step, encode_json(CardPayload(found.mention, row.turn)))
        await call_apart(writer, row, found, TURN)
        await queue_follows(writer, row)


async def card_recipients(reader: Reader, row: TableRow, called: Collection[int], now: int) -> Recipients:
    """Return the users who are called together with a card, grouped by the way they prefer to be called."""
    found = await recipients(reader, row.id, called, now)
    if row.guild_id is None:
        # The table is played in direct messages, so the card itself is the direct message.
        found = replace(found, mention=(*found.mention, *found.direct), direct=())
    return found


async def queue_follows(writer: Writer, row: TableRow) -> None:
    """Queue the messages to all followers of a table, because a turn has begun or the game is over.

    Users who follow only the end get their message after their quiet hours. For the others, an existing message is
    edited, which notifies nobody.
    """
    follows = [follow for follow in await writer.people.follows(row.id) if follow.each_turn or row.phase != "playing"]
    ending = [follow.user_id for follow in follows if not follow.each_turn]
    wishes = await read_preferences_of_users(writer, ending)
    for follow in follows:
        due = None if follow.each_turn else find_end_of_quiet_hours(wishes[follow.user_id], writer.now)
        await queue_follow(writer, row, follow.user_id, due=due)


async def queue_follow(writer: Writer, row: TableRow, user: int, *, due: int | None = None) -> None:
    """Queue the direct message to a user who follows a table. If it already exists, it is edited."""
    await writer.outbox.queue(FOLLOW, row.id, row.step, encode_json(FollowPayload(user)), due=due)


async def drop_public(writer: Writer, table_id: str) -> None:
    """Mark all pending public messages of a table as done."""
    for kind in PUBLIC:
        await writer.outbox.mark_done([waiting.id for waiting in await writer.outbox.pending_of_table(table_id, kind)])


def is_undeliverable(rows: Sequence[OutboxRow]) -> bool:
    """Return whether one of the rows was refused by Discord because of a missing permission."""
    return any(row.error == REFUSED for row in rows)

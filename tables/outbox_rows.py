"""The rows of the outbox: what a commit queues to be posted, and what its kinds mean."""

from collections.abc import Sequence

import msgspec

from data.store import OutboxRow, Writer
from tables.open_table import OpenTable

CARD = "card"
"""A new card: a turn has begun, or the game is over."""
REFRESH = "refresh"
"""An edit of the live card: something public happened within the turn."""
LOBBY = "lobby"
"""An edit of the lobby's message."""
FOLD = "fold"
"""The edit that folds an old card to a line."""
REPLY = "reply"
"""The answer to a slash command, deferred durably."""
PUBLIC = (LOBBY, CARD, REFRESH, FOLD)
"""The kinds that become messages of a channel."""

REPLY_MS = 15 * 60 * 1000
"""How long Discord keeps the token of an interaction."""
REFRESH_MS = 1_500
"""How long a card waits to be edited, so that several changes are one edit."""
REFUSED = "Forbidden"
"""The error of a row that Discord refused for lack of a permission."""


class CardPayload(msgspec.Struct, frozen=True):
    """What a row of kind CARD carries: whether those who must act are pinged."""

    ping: bool = True


class FoldPayload(msgspec.Struct, frozen=True):
    """What a row of kind FOLD carries: the message to edit, and the line that stays."""

    channel: int
    message: int
    story: str


class ReplyPayload(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a row of kind REPLY carries: the answer, None while it is not known."""

    text: str | None = None


def encoded(payload: msgspec.Struct) -> str:
    """A payload as it is stored."""
    return msgspec.json.encode(payload).decode()


async def queue_reply(writer: Writer, text: str, token: str, deferred: int | None) -> None:
    """Queues the answer to a slash command, in place of the row that deferred it."""
    if deferred is not None:
        await writer.outbox_done([deferred])
    await writer.queue(REPLY, None, 0, encoded(ReplyPayload(text)), token=token, expires=writer.now + REPLY_MS)


async def queue_public(writer: Writer, before: OpenTable, after: OpenTable, *, new_turn: bool) -> None:
    """Queues what a change shows in public: one card for each turn of people.

    Moves of computer players are told on the card that asks a person to act.
    """
    row = after.row
    if before.row.phase == "lobby" or row.phase != "playing":
        await writer.queue(LOBBY, row.id, row.step, "{}")
    if after.game is None or row.step == before.row.step:
        return
    if row.phase == "playing" and not new_turn:
        await writer.queue(REFRESH, row.id, row.step, "{}", due=writer.now + REFRESH_MS)
    elif row.phase != "playing" or after.waiting_for():
        await writer.queue(CARD, row.id, row.step, encoded(CardPayload(ping=new_turn)))


async def drop_public(writer: Writer, table_id: str) -> None:
    """Gives up what is still to be posted about a table."""
    for kind in PUBLIC:
        await writer.outbox_done([waiting.id for waiting in await writer.pending_of_table(table_id, kind)])


def is_undeliverable(rows: Sequence[OutboxRow]) -> bool:
    """Whether Discord refuses one of the rows for lack of a permission."""
    return any(row.error == REFUSED for row in rows)

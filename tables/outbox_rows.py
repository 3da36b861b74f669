"""The kinds and payloads of outbox rows, and which rows a change of a table queues."""

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
FULL = "full"
"""A message that pings the host, because every seat is taken."""
SHARE = "share"
"""A message in the channel with the result of a game and its replay."""
OFFER = "offer"
"""A message that asks somebody to take a seat, and its edit once that is settled."""
FOLD = "fold"
"""The edit that folds an old card to a line."""
REPLY = "reply"
"""The answer to a slash command, deferred durably."""
PUBLIC = (LOBBY, CARD, REFRESH, FOLD, FULL, SHARE, OFFER)
"""The kinds that become messages in a channel."""

REPLY_MS = 15 * 60 * 1000
"""How long the token of an interaction is valid."""
REFRESH_MS = 1_500
"""The delay before a card is edited, so that several changes become one edit (debouncing)."""
REFUSED = "Forbidden"
"""The stored error of a row that Discord refused because of a missing permission."""


class CardPayload(msgspec.Struct, frozen=True):
    """The payload of kind CARD: whether the actors are pinged."""

    ping: bool = True


class LobbyPayload(msgspec.Struct, frozen=True, omit_defaults=True):
    """The payload of kind LOBBY: the invited users to ping, only in the row that posts the lobby for the first time."""

    ping: tuple[int, ...] = ()


class SharePayload(msgspec.Struct, frozen=True, omit_defaults=True):
    """The payload of kind SHARE: the channel, None for the table's own."""

    channel: int | None = None


class OfferPayload(msgspec.Struct, frozen=True, omit_defaults=True):
    """The payload of kind OFFER: the seat's offer `number`, whom it asks, who asks, and who has had the seat.

    `outcome` is empty while the offer is open, then one of `TAKEN`, `KEPT` and `TOO_LATE`.
    """

    seat: int
    number: int
    to: int
    by: int
    holder: str
    outcome: str = ""


TAKEN, KEPT, TOO_LATE = "taken", "kept", "too late"
"""What became of an offer: the seat was taken, stayed with whoever had it, or the game was over."""


class FoldPayload(msgspec.Struct, frozen=True):
    """The payload of kind FOLD: the message to edit, and the text that stays."""

    channel: int
    message: int
    story: str


class ReplyPayload(msgspec.Struct, frozen=True, omit_defaults=True):
    """The payload of kind REPLY: the text, None while the command is being processed.

    `move` is one that the user may take back at `table`, by its number among those of the user's seat.
    """

    text: str | None = None
    table: str | None = None
    move: int | None = None


def encoded(payload: msgspec.Struct) -> str:
    """A payload as JSON text."""
    return msgspec.json.encode(payload).decode()


async def queue_reply(writer: Writer, payload: ReplyPayload, token: str, deferred: int | None) -> None:
    """Queues the reply to a slash command, in place of its deferral's row."""
    if deferred is not None:
        await writer.outbox_done([deferred])
    await writer.queue(REPLY, None, 0, encoded(payload), token=token, expires=writer.now + REPLY_MS)


async def queue_public(
    writer: Writer, before: OpenTable, after: OpenTable, *, new_turn: bool, ping: bool | None = None
) -> None:
    """Queues the public messages of a change: one new card for each turn in which people must act.

    It pings them unless `ping` says otherwise. Moves of computer players are reported on the next card that asks a
    person to act.
    """
    row, handed_over = after.row, before.handed_over(after)
    if before.row.phase == "lobby" or row.phase != "playing" or handed_over:
        await writer.queue(LOBBY, row.id, row.step, "{}")
    if after.game is None or (row.step == before.row.step and not handed_over):
        return
    if row.phase == "playing" and not new_turn:
        await writer.queue(REFRESH, row.id, row.step, "{}", due=writer.now + REFRESH_MS)
    elif row.phase != "playing" or after.waiting_for():
        await writer.queue(CARD, row.id, row.step, encoded(CardPayload(new_turn if ping is None else ping)))


async def queue_offers(writer: Writer, before: OpenTable, after: OpenTable) -> None:
    """Queues the messages of the offers that a change makes or settles."""
    if before.game is None:
        return
    row = after.row
    for old, new in zip(before.seats, after.seats, strict=True):
        if (old.offers, old.offered_to) == (new.offers, new.offered_to):
            continue
        if old.offered_to is not None and old.offered_by is not None:
            outcome = TOO_LATE if row.phase != "playing" else TAKEN if new.user_id == old.offered_to else KEPT
            settled = OfferPayload(old.seat, old.offers, old.offered_to, old.offered_by, old.name, outcome)
            await writer.queue(OFFER, row.id, row.step, encoded(settled))
        if new.offered_to is not None and new.offered_by is not None:
            made = OfferPayload(new.seat, new.offers, new.offered_to, new.offered_by, new.name)
            await writer.queue(OFFER, row.id, row.step, encoded(made))


async def drop_public(writer: Writer, table_id: str) -> None:
    """Marks all pending public messages of a table as done."""
    for kind in PUBLIC:
        await writer.outbox_done([waiting.id for waiting in await writer.pending_of_table(table_id, kind)])


def is_undeliverable(rows: Sequence[OutboxRow]) -> bool:
    """Whether Discord refused one of the rows because of a missing permission."""
    return any(row.error == REFUSED for row in rows)

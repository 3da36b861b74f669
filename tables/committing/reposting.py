"""Reposting of deleted messages: a table's card or lobby message, and its open questions."""

import msgspec
import structlog

from data.store import MessageRow, Reader, TableRow
from tables.calling.questions import InvitePayload, OfferPayload, offer_message, open_offer, read_invitation_row
from tables.committing.outbox_rows import CARD, IDLE, INVITE, LOBBY, OFFER, CardPayload, encode_json
from tables.service import TableService
from tables.timing.idle import IdlePayload, idle_message, sleep_of

log = structlog.get_logger()

_MAIN = {"lobby": LOBBY, "playing": CARD}
"""By phase of an open table: the kind of the message that the table always has."""


async def live_messages(reader: Reader, row: TableRow) -> list[MessageRow]:
    """Return the messages that an open table must have: its card or lobby message, and its open questions.

    The questions are offers of seats, invitations, and the inactivity question of an idle game.
    """
    if row.phase not in _MAIN:
        return []
    kinds = [_MAIN[row.phase], *[offer_message(offer) for offer in await _open_offers(reader, row)]]
    if row.phase == "playing" and (sleep := sleep_of(row)) is not None:
        kinds.append(idle_message(sleep.at))
    found = [await reader.messages.newest(row.id, kind) for kind in kinds]
    invitations = await reader.messages.list_of_kind(row.id, INVITE) if row.phase == "lobby" else ()
    return [*[message for message in found if message is not None], *invitations]


async def repost(service: TableService, gone: MessageRow) -> None:
    """Queue a replacement for a deleted message, without another ping.

    The row of the deleted message is removed. So the new message reports all events since the message before the
    deleted one. Idempotent: does nothing if the newest stored message of this kind is already another one.
    """
    async with service.store.write(gone.table_id) as writer:
        row, newest = await writer.tables.get(gone.table_id), await writer.messages.newest(gone.table_id, gone.kind)
        if row is None or newest != gone:
            return
        kind, payload = await _replacement(writer, row, gone)
        if payload is None:
            return
        await writer.messages.delete(gone.kind, gone.message_id)
        if kind not in _MAIN.values() or not await writer.outbox.pending_of_table(row.id, kind):
            await writer.outbox.queue(kind, row.id, row.step, payload)
    log.info("deleted message reposted", table=gone.table_id, kind=gone.kind, step=gone.step)
    service.notify()


async def _replacement(reader: Reader, row: TableRow, gone: MessageRow) -> tuple[str, str | None]:
    """Return the kind and the payload of the replacement for a deleted message.

    The payload is None if no replacement is needed, for example because the offer is closed.
    """
    kind = gone.kind.partition(" ")[0]
    if kind == OFFER:
        offers = await _open_offers(reader, row)
        made = next((offer for offer in offers if offer_message(offer) == gone.kind), None)
        return kind, None if made is None else encode_json(msgspec.structs.replace(made, silent=True))
    if kind == INVITE:
        queued = await reader.outbox.get(read_invitation_row(gone.kind)) if row.phase == "lobby" else None
        if queued is None:
            return kind, None
        invitation = msgspec.json.decode(queued.payload, type=InvitePayload)
        return kind, encode_json(msgspec.structs.replace(invitation, silent=True))
    if kind == IDLE:
        sleep = sleep_of(row) if row.phase == "playing" else None
        if sleep is None or idle_message(sleep.at) != gone.kind:
            return kind, None
        return kind, encode_json(IdlePayload(sleep.at, sleep.asked, silent=True))
    if kind != _MAIN.get(row.phase):
        return kind, None
    return kind, encode_json(CardPayload()) if kind == CARD else "{}"


async def _open_offers(reader: Reader, row: TableRow) -> list[OfferPayload]:
    if row.phase not in _MAIN:
        return []
    seats = await reader.tables.seats(row.id)
    return [offer for seat in seats if (offer := open_offer(row, seats, seat)) is not None]

"""The outbox rows of messages that ask users: offers of seats, swaps of places, invitations to a lobby.

Each question pings once. A user in quiet hours gets the question silently at once, and the ping when these end.
"""

from collections.abc import Iterator, Sequence

import msgspec

from data.store import SeatRow, TableRow, Writer
from tables.calling.recipients import recipients
from tables.committing.outbox_rows import FOLD, FULL, INVITE, LOBBY, OFFER, FoldPayload, LobbyPayload, encode_json
from tables.open_table import OpenTable
from tables.texts import WAS_FULL

ANYBODY = 0
"""A special user id: anybody may accept an offer made to it, and an offer made by it comes from the table itself."""

TAKEN, KEPT, TOO_LATE = "taken", "kept", "too late"
"""The outcomes of an offer: another user took the seat, the holder kept it, or the game or lobby was over first."""


class OfferPayload(msgspec.Struct, frozen=True, omit_defaults=True):
    """The payload of kind OFFER: an offer of a seat, or before the start a question about places.

    The fields are the seat, the offer's number, the user it is made to, the user who makes it, and the seat's holder.
    `outcome` is empty while the offer is open, then `TAKEN`, `KEPT` or `TOO_LATE`. `lobby`: the offer is made before
    the start; with `swap` it asks to swap places. `silent`: the message pings nobody, because the user was already
    pinged or another row will ping them. `late`: the message repeats the offer with a ping after quiet hours.
    """

    seat: int
    number: int
    to: int
    by: int
    holder: str
    outcome: str = ""
    lobby: bool = False
    swap: bool = False
    silent: bool = False
    late: bool = False


class InvitePayload(msgspec.Struct, frozen=True, omit_defaults=True):
    """The payload of kind INVITE: the invited users and the user who invites them.

    `silent`: the message pings nobody. `over`: the row posts nothing; it edits all invitations to the table, because
    somebody has answered or the lobby is over.
    """

    users: tuple[int, ...] = ()
    by: int = 0
    silent: bool = False
    over: bool = False


ANSWERED_INVITATIONS = encode_json(InvitePayload(over=True))
"""The payload of the row that edits all invitations to a table."""


async def queue_invitation(writer: Writer, row: TableRow, invitation: InvitePayload) -> None:
    """Queue one message that invites all these users to a lobby.

    Users in quiet hours are not pinged by it; each of them gets another message when their quiet hours end.
    """
    now = await queue_later_invitations(writer, row, invitation.users, invitation.by)
    if now:
        await writer.outbox.queue(INVITE, row.id, row.step, encode_json(msgspec.structs.replace(invitation, users=now)))


async def queue_later_invitations(writer: Writer, row: TableRow, users: Sequence[int], by: int) -> tuple[int, ...]:
    """Queue an invitation for each user who is in quiet hours, due at their end. Return all other users."""
    later = dict((await recipients(writer, row.id, users, writer.now)).later)
    for user, due in later.items():
        await writer.outbox.queue(INVITE, row.id, row.step, encode_json(InvitePayload((user,), by)), due=due)
    return tuple(user for user in users if user not in later)


async def queue_lobby(writer: Writer, row: TableRow, invited: Sequence[int]) -> None:
    """Queue the message of a new lobby, which pings the invited users.

    Users in quiet hours are not pinged by it; each of them gets another message when their quiet hours end.
    """
    now = await queue_later_invitations(writer, row, invited, row.host)
    await writer.outbox.queue(LOBBY, row.id, row.step, encode_json(LobbyPayload(now)))


async def queue_update_of_invitations(writer: Writer, row: TableRow) -> None:
    """Queue the edit of a table's invitations, so that they offer to join only to those who have not answered."""
    if await writer.messages.list_of_kind(row.id, INVITE):
        await writer.outbox.queue(INVITE, row.id, row.step, ANSWERED_INVITATIONS)


def invite_message(row: int) -> str:
    """Return the kind under which the message of an invitation is recorded.

    It contains the id of the outbox row, so that each invitation has a record of its own.
    """
    return f"{INVITE} {row}"


def read_invitation_row(kind: str) -> int:
    """Return the id of the outbox row of an invitation from the kind under which its message is recorded."""
    return int(kind.partition(" ")[2])


async def queue_full(writer: Writer, row: TableRow) -> None:
    """Queue the message that pings the host because all seats of the lobby are taken."""
    await writer.outbox.queue(FULL, row.id, row.step, "{}", due=await find_quiet_end(writer, row, row.host))


async def queue_end_of_call(writer: Writer, row: TableRow) -> None:
    """Queue the edit of the "lobby is full" message to the host, when the lobby is over."""
    call = await writer.messages.newest(row.id, FULL)
    if call is not None:
        await writer.outbox.queue(
            FOLD, row.id, row.step, encode_json(FoldPayload(call.channel_id, call.message_id, WAS_FULL))
        )


async def queue_offers(writer: Writer, before: OpenTable, after: OpenTable) -> None:
    """Queue the messages for all offers that a change of a table opens or closes."""
    row = after.row
    for offer in _lobby_offers(before, after) if before.game is None else _offers(before, after):
        if offer.outcome:
            await writer.outbox.queue(OFFER, row.id, row.step, encode_json(offer))
        else:
            await queue_offer(writer, row, offer)


async def queue_offer(writer: Writer, row: TableRow, offer: OfferPayload) -> None:
    """Queue the message of an open offer.

    If the asked user is in quiet hours, queue two: a silent message now, and one with a ping when these end.
    """
    until = None if offer.silent else await find_quiet_end(writer, row, offer.to)
    if until is not None:
        late = msgspec.structs.replace(offer, late=True)
        await writer.outbox.queue(OFFER, row.id, row.step, encode_json(late), due=until)
        if offer.late:
            return
        offer = msgspec.structs.replace(offer, silent=True)
    await writer.outbox.queue(OFFER, row.id, row.step, encode_json(offer))


async def find_quiet_end(writer: Writer, row: TableRow, user: int) -> int | None:
    """Return when the user's quiet hours end (milliseconds UTC), or None if the user is not in quiet hours.

    Also None for users who want no pings or have muted the table.
    """
    found = await recipients(writer, row.id, [user], writer.now)
    return dict(found.later).get(user)


def _offers(before: OpenTable, after: OpenTable) -> Iterator[OfferPayload]:
    """Yield the offers that a change of a game in progress has closed, with their outcomes, then the new offers."""
    row = after.row
    for old, new in zip(before.seats, after.seats, strict=True):
        if (old.offers, old.offered_to) == (new.offers, new.offered_to):
            continue
        if old.offered_to is not None and old.offered_by is not None:
            is_taken = new.user_id == old.offered_to or (old.offered_to == ANYBODY and new.user_id != old.user_id)
            outcome = TOO_LATE if row.phase != "playing" else TAKEN if is_taken else KEPT
            to = new.user_id if is_taken and new.user_id is not None else old.offered_to
            yield OfferPayload(old.seat, old.offers, to, old.offered_by, old.name, outcome)
        made = open_offer(row, after.seats, new)
        if made is not None:
            yield made


def _lobby_offers(before: OpenTable, after: OpenTable) -> Iterator[OfferPayload]:
    """Yield the questions about places that a change of a lobby has closed, with outcomes, then the new ones."""
    now = {seat.user_id: seat for seat in after.seats if seat.user_id is not None}
    known: set[tuple[int | None, int]] = set()
    for old in before.seats:
        if old.offered_to is None or old.user_id is None:
            continue
        new, other = now.get(old.user_id), before.seat_of(old.offered_to)
        if new is not None and (new.offers, new.offered_to) == (old.offers, old.offered_to):
            known.add((old.user_id, old.offers))
            continue
        is_taken = _is_taken(old, new, other, now.get(old.offered_to))
        outcome = TOO_LATE if after.row.phase != "lobby" else TAKEN if is_taken else KEPT
        swap = other is not None
        yield OfferPayload(old.seat, old.offers, old.offered_to, old.user_id, old.name, outcome, lobby=True, swap=swap)
    for new in after.seats:
        made = open_offer(after.row, after.seats, new)
        if made is not None and (new.user_id, new.offers) not in known:
            yield made


def _is_taken(old: SeatRow, new: SeatRow | None, other: SeatRow | None, asked: SeatRow | None) -> bool:
    """Return whether a change of a lobby means that a question about a place was accepted.

    `old` and `new` are the seats of the asking user before and after the change; `other` and `asked` are the seats of
    the asked user before and after it. If the asked user had a seat, the two must have swapped their seats. Otherwise
    the asked user must now have a seat and the asking user none.
    """
    if other is None:
        return new is None and asked is not None
    return new is not None and asked is not None and (new.seat, asked.seat) == (other.seat, old.seat)


def open_offer(row: TableRow, seats: Sequence[SeatRow], seat: SeatRow) -> OfferPayload | None:
    """Return the payload of a seat's open offer, or None if the seat is not on offer."""
    if seat.offered_to is None or seat.offered_by is None:
        return None
    before_start = row.phase == "lobby"
    swap = before_start and any(other.user_id == seat.offered_to for other in seats)
    return OfferPayload(
        seat.seat, seat.offers, seat.offered_to, seat.offered_by, seat.name, lobby=before_start, swap=swap
    )


def offer_message(offer: OfferPayload) -> str:
    """Return the message kind under which an offer is stored: one kind per seat and offer number."""
    return f"{OFFER} {offer.seat} {offer.number}"

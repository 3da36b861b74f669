"""Decisions about seats that change hands during a game: offer one, accept, decline, withdraw. They are pure functions.

A user passes on their own seat. The host offers the seats of computer players and of absent users: those who have
missed `AWAY_AFTER` deadlines in a row or have left the server. Nobody loses a seat in which they play, and only the
asked user's consent changes a seat. In every game a resigned seat is out of the game, so nobody can take it. Moderators
can offer any other seat (`tables.moderating.moderation`).
"""

from dataclasses import replace

import msgspec

from data.store import AuditRow, SeatRow, TableChanges
from language.messages import _
from tables import texts
from tables.calling.questions import ANYBODY
from tables.committing.changes import Change, Decision
from tables.open_table import ACTIVE, OpenTable, Person, tell_apart
from tables.refusal import Refusal

AWAY_AFTER = 2
"""Number of deadlines missed in a row from which a user counts as absent, so that the host may offer their seat."""
MOST_OFFERS = 10
"""Maximum number of offers of one seat in a game, because each pings a user."""
WITHDRAW = "withdraw"
"""The name of the withdrawal of a moderator's offer in the audit trail."""


def offer(person: int, seat: int, to: int, *, has_left: bool = False) -> Decision:
    """Offer a seat to a user; an earlier offer of the seat is replaced.

    `has_left`: the seat's present user has left the server.
    """

    def decide(table: OpenTable) -> Change:
        table.require_playing()
        offered = _seat(table, seat)
        if has_left:
            offered = msgspec.structs.replace(offered, missed=max(offered.missed, AWAY_AFTER))
        require_may_offer(offered, person, table.row.host)
        require_may_be_asked(table, offered, to)
        changed = msgspec.structs.replace(
            without_offer(offered), offered_to=to, offered_by=person, offers=offered.offers + 1
        )
        return _with_seat(table, changed)

    return decide


def offer_by_moderator(table: OpenTable, moderator: int, seat: int, to: int) -> Change:
    """Build a moderator's offer of any seat that is still in the game.

    Raises Refusal if the seat is out of the game, or if the user can't be asked (`require_may_be_asked`).
    """
    table.require_playing()
    offered = _seat(table, seat)
    if offered.state != ACTIVE:
        raise Refusal(texts.format_seat_out(offered.name))
    require_may_be_asked(table, offered, to)
    changed = msgspec.structs.replace(
        offered, offered_to=to, offered_by=moderator, offers=offered.offers + 1, by_moderator=1
    )
    return _with_seat(table, changed)


def require_may_be_asked(table: OpenTable, offered: SeatRow, to: int) -> None:
    """Raise Refusal if a seat can't be offered to a user.

    The user has a seat already or has just been asked, or the seat was offered `MOST_OFFERS` times.
    """
    seated = table.seat_of(to)
    if seated is not None:
        raise Refusal(texts.has_seat_already(seated.name))
    if to == ANYBODY:
        raise Refusal(_(texts.OFFER_LAPSED))
    if offered.offered_to == to:
        raise Refusal(_(texts.OFFERED_ALREADY))
    if offered.offers >= MOST_OFFERS:
        raise Refusal(_(texts.OFFERED_TOO_OFTEN))


def take(person: Person, seat: int, number: int) -> Decision:
    """Give a seat to the person who accepts its offer `number`. With the host's seat they become the host."""

    def decide(table: OpenTable) -> Change:
        offered = _require_open_offer(table, seat, number, person.id)
        if table.seat_of(person.id) is not None:
            raise Refusal(_(texts.ALREADY_SEATED))
        name = tell_apart(person, (each.name for each in table.seats if each.seat != seat))
        changed = msgspec.structs.replace(without_offer(offered), user_id=person.id, player=None, name=name, missed=0)
        # If the seat must act, a new step makes the previous user's open pages stale.
        step = table.row.step + (seat in table.actors)
        host = person.id if offered.user_id == table.row.host else table.row.host
        return replace(_with_seat(table, changed, TableChanges(step=step, host=host)), by=person.id)

    return decide


def decline(person: int, seat: int, number: int) -> Decision:
    """Decline an offer."""

    def decide(table: OpenTable) -> Change:
        offered = _require_open_offer(table, seat, number, person)
        if offered.offered_to == ANYBODY:
            raise Refusal(_(texts.OFFER_LAPSED))
        return _with_seat(table, without_offer(offered))

    return decide


def withdraw(person: int, seat: int, number: int) -> Decision:
    """Withdraw an offer. The user who made it and the seat's own user may do so."""

    def decide(table: OpenTable) -> Change:
        table.require_playing()
        offered = _seat(table, seat)
        if offered.offered_to is None or offered.offers != number:
            raise Refusal(_(texts.OFFER_LAPSED))
        own = () if offered.by_moderator else (offered.user_id,)
        if person not in (offered.offered_by, *own):
            raise Refusal(_(texts.ONLY_WHO_OFFERED))
        change = _with_seat(table, without_offer(offered))
        if not offered.by_moderator:
            return change
        row = table.row
        return replace(
            change,
            audit=AuditRow(
                guild_id=row.guild_id, table_id=row.id, actor=person, act=WITHDRAW, user_id=offered.offered_to
            ),
        )

    return decide


def open_to_all(seat: SeatRow) -> SeatRow:
    """Return the seat on offer to anybody. The table itself makes the offer, because the seat's user stays away."""
    return msgspec.structs.replace(seat, offered_to=ANYBODY, offered_by=ANYBODY, offers=seat.offers + 1)


def may_offer(seat: SeatRow, person: int, host: int) -> bool:
    """Return whether a user may offer a seat to others."""
    try:
        require_may_offer(seat, person, host)
    except Refusal:
        return False
    return True


def require_may_offer(seat: SeatRow, person: int, host: int) -> None:
    """Raise Refusal with the reason if a user may not offer a seat to others."""
    if seat.state != ACTIVE:
        raise Refusal(texts.format_seat_out(seat.name))
    if seat.user_id == person:
        return
    if person != host:
        raise Refusal(_(texts.PASS_ON_YOUR_OWN))
    if seat.user_id is not None and seat.missed < AWAY_AFTER:
        raise Refusal(texts.format_still_active(seat.name))


def without_offer(seat: SeatRow) -> SeatRow:
    """Return the seat with its offer removed."""
    return msgspec.structs.replace(seat, offered_to=None, offered_by=None, by_moderator=0)


def is_back(seat: SeatRow) -> SeatRow:
    """Return the seat after its user has acted: no stand-in, no missed deadlines, no offers made by others."""
    here = msgspec.structs.replace(seat, missed=0, player=None)
    return here if here.offered_by == here.user_id or here.by_moderator else without_offer(here)


def _require_open_offer(table: OpenTable, seat: int, number: int, person: int) -> SeatRow:
    """Return the seat if its offer `number` is open for this person and still permitted.

    Raises Refusal otherwise.
    """
    table.require_playing()
    offered = _seat(table, seat)
    if offered.offered_to is None or offered.offered_by is None or offered.offers != number:
        raise Refusal(_(texts.OFFER_LAPSED))
    if offered.offered_to == ANYBODY:
        return offered
    if offered.offered_to != person:
        raise Refusal(_(texts.OFFERED_TO_SOMEBODY_ELSE))
    if not offered.by_moderator and not may_offer(offered, offered.offered_by, table.row.host):
        raise Refusal(_(texts.OFFER_LAPSED))
    return offered


def _seat(table: OpenTable, seat: int) -> SeatRow:
    if not 0 <= seat < len(table.seats):
        raise Refusal(_(texts.OFFER_LAPSED))
    return table.seats[seat]


def _with_seat(table: OpenTable, changed: SeatRow, columns: TableChanges | None = None) -> Change:
    """Build the change that replaces one seat. Without `columns` the step stays, so open pages stay valid."""
    seats = tuple(changed if seat.seat == changed.seat else seat for seat in table.seats)
    return Change(columns=columns or TableChanges(step=table.row.step), seats=seats)

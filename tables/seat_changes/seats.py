"""Decisions about seats that change hands during a game: offer one, take it, or say no; pure functions.

A person passes on their own seat. The host offers that of a computer player, and that of somebody who is away: who has
missed `AWAY_AFTER` deadlines in a row, or has left the server. Nobody loses a seat in which they play, and only the tap
of the person who was asked changes it. By every rule book a seat that has resigned is out of the game, so nobody can
take it. Moderators offer any other seat (`tables.moderating.moderation`).
"""

from dataclasses import replace

import msgspec

from data.store import AuditRow, SeatRow, TableChanges
from tables import texts
from tables.calling.questions import ANYBODY
from tables.committing.changes import Change, Decision
from tables.open_table import ACTIVE, OpenTable, Person
from tables.refusal import Refusal

AWAY_AFTER = 2
"""How many deadlines in a row somebody has missed who counts as away."""
MOST_OFFERS = 10
"""How often one seat can be offered in a game: each offer pings somebody."""
WITHDRAW = "withdraw"
"""What the audit trail calls a moderator's offer that is taken back."""


def offer(person: int, seat: int, to: int, *, has_left: bool = False) -> Decision:
    """Offers a seat to somebody, instead of whom it was offered to before; `has_left`: its person left the server."""

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


def offered_by_moderator(table: OpenTable, moderator: int, seat: int, to: int) -> Change:
    """Offers any seat that is in the game to somebody. Raises Refusal."""
    table.require_playing()
    offered = _seat(table, seat)
    if offered.state != ACTIVE:
        raise Refusal(texts.seat_is_out(offered.name))
    require_may_be_asked(table, offered, to)
    changed = msgspec.structs.replace(
        offered, offered_to=to, offered_by=moderator, offers=offered.offers + 1, by_moderator=1
    )
    return _with_seat(table, changed)


def require_may_be_asked(table: OpenTable, offered: SeatRow, to: int) -> None:
    """Raises Refusal where a seat can't be offered to somebody, or not any more."""
    seated = table.seat_of(to)
    if seated is not None:
        raise Refusal(texts.has_seat_already(seated.name))
    if to == ANYBODY:
        raise Refusal(texts.OFFER_LAPSED)
    if offered.offered_to == to:
        raise Refusal(texts.OFFERED_ALREADY)
    if offered.offers >= MOST_OFFERS:
        raise Refusal(texts.OFFERED_TOO_OFTEN)


def take(person: Person, seat: int, number: int) -> Decision:
    """Gives the seat to the person to whom its offer `number` was made; the host's seat goes with the host's duties."""

    def decide(table: OpenTable) -> Change:
        offered = _require_open_offer(table, seat, number, person.id)
        if table.seat_of(person.id) is not None:
            raise Refusal(texts.ALREADY_SEATED)
        changed = msgspec.structs.replace(
            without_offer(offered), user_id=person.id, player=None, name=person.name, missed=0
        )
        # Whatever the one before had open to act is stale now.
        step = table.row.step + (seat in table.actors)
        host = person.id if offered.user_id == table.row.host else table.row.host
        return replace(_with_seat(table, changed, TableChanges(step=step, host=host)), by=person.id)

    return decide


def decline(person: int, seat: int, number: int) -> Decision:
    """Says no to an offer."""

    def decide(table: OpenTable) -> Change:
        offered = _require_open_offer(table, seat, number, person)
        if offered.offered_to == ANYBODY:
            raise Refusal(texts.OFFER_LAPSED)
        return _with_seat(table, without_offer(offered))

    return decide


def withdraw(person: int, seat: int, number: int) -> Decision:
    """Takes an offer back: whoever made it, or the seat's own person."""

    def decide(table: OpenTable) -> Change:
        table.require_playing()
        offered = _seat(table, seat)
        if offered.offered_to is None or offered.offers != number:
            raise Refusal(texts.OFFER_LAPSED)
        own = () if offered.by_moderator else (offered.user_id,)
        if person not in (offered.offered_by, *own):
            raise Refusal(texts.ONLY_WHO_OFFERED)
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
    """The seat, offered to anybody by the table itself, since its person stays away."""
    return msgspec.structs.replace(seat, offered_to=ANYBODY, offered_by=ANYBODY, offers=seat.offers + 1)


def may_offer(seat: SeatRow, person: int, host: int) -> bool:
    """Whether somebody may offer a seat to others."""
    try:
        require_may_offer(seat, person, host)
    except Refusal:
        return False
    return True


def require_may_offer(seat: SeatRow, person: int, host: int) -> None:
    """Raises Refusal, with the reason, unless somebody may offer a seat to others."""
    if seat.state != ACTIVE:
        raise Refusal(texts.seat_is_out(seat.name))
    if seat.user_id == person:
        return
    if person != host:
        raise Refusal(texts.PASS_ON_YOUR_OWN)
    if seat.user_id is not None and seat.missed < AWAY_AFTER:
        raise Refusal(texts.still_plays(seat.name))


def without_offer(seat: SeatRow) -> SeatRow:
    """The seat, no longer offered to anybody."""
    return msgspec.structs.replace(seat, offered_to=None, offered_by=None, by_moderator=0)


def is_back(seat: SeatRow) -> SeatRow:
    """The seat once its person has acted: nobody else's offer of it stands any longer."""
    here = msgspec.structs.replace(seat, missed=0, player=None)
    return here if here.offered_by == here.user_id or here.by_moderator else without_offer(here)


def _require_open_offer(table: OpenTable, seat: int, number: int, person: int) -> SeatRow:
    """The seat, offered to this person by somebody who may. Raises Refusal."""
    table.require_playing()
    offered = _seat(table, seat)
    if offered.offered_to is None or offered.offered_by is None or offered.offers != number:
        raise Refusal(texts.OFFER_LAPSED)
    if offered.offered_to == ANYBODY:
        return offered
    if offered.offered_to != person:
        raise Refusal(texts.OFFERED_TO_SOMEBODY_ELSE)
    if not offered.by_moderator and not may_offer(offered, offered.offered_by, table.row.host):
        raise Refusal(texts.OFFER_LAPSED)
    return offered


def _seat(table: OpenTable, seat: int) -> SeatRow:
    if not 0 <= seat < len(table.seats):
        raise Refusal(texts.OFFER_LAPSED)
    return table.seats[seat]


def _with_seat(table: OpenTable, changed: SeatRow, columns: TableChanges | None = None) -> Change:
    """A change of one seat; without columns the step stays, and with it everybody's open pages."""
    seats = tuple(changed if seat.seat == changed.seat else seat for seat in table.seats)
    return Change(columns=columns or TableChanges(step=table.row.step), seats=seats)

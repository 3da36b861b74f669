"""Decisions about seats before the start: invite, decline, give a seat away, swap places, free a seat, set the order.

A user's place changes only with their consent, except that the host may free a seat and choose how seats are
ordered.

Each user who takes a seat, or adds a computer player, adds a salt: an input of fair random draws that stays
theirs if seats are swapped. A random order of seats is derived at the start from the table's seed and the salts
(`engine.fairness`). The record contains it, and it is verified like every other random draw.
"""

from collections.abc import Sequence
from typing import Any

import msgspec

from data.store import SeatRow, TableChanges
from engine import fairness
from language.messages import N_, _
from tables import texts
from tables.after_the_end import rematch
from tables.committing.changes import Change, Decision
from tables.open_table import OpenTable, Person, tell_apart
from tables.opening import renumber_seats
from tables.refusal import Refusal
from tables.seat_changes.seats import MOST_OFFERS, without_offer
from tables.settings import RematchPlace, TableSettings
from tables.texts import escape

FOR_INVITED = N_(
    "The free seats here are reserved for invited players. The host can invite you, or open the seats to anybody."
)
ONLY_HOST_INVITES = N_(
    "Only the host can invite people to this table. The host can allow it for everybody at the table, under Seats."
)
NOBODY_NEW = N_("Everybody you chose already has a seat or an invitation. Nobody is asked twice.")
INVITED_MANY = N_("No more people can be invited to this table. Others can join, if the host allows it.")
PERSON_OR_SEAT = N_(
    "That seat has changed since you opened this page, so nothing was done. Press Seats to see the seats now."
)
YOUR_OWN_SEAT = N_("That's your own seat. Choose somebody else.")
COMPUTERS_SWAP_WITH_HOST = N_("Only the host can swap with a computer player. You can swap with another person.")
SWAP_NEEDS_ORDER = N_("The seats at this table are drawn at the start, so you can't swap them.")
HOST_HAS_SEAT = N_("That's the host's seat. The host can give it to somebody, together with the table.")

MOST_INVITED = 14
"""Maximum number of users that can be invited to a table. It is low because each of them is pinged."""


def require_lobby(table: OpenTable) -> None:
    """Raise Refusal unless the table is in its lobby."""
    if table.row.phase == "playing":
        raise Refusal(_(texts.ALREADY_STARTED))
    if table.row.phase != "lobby":
        raise Refusal(texts.describe_end(table.row.phase))


def require_host(table: OpenTable, user_id: int) -> None:
    """Raise Refusal unless the user is the table's host."""
    if table.row.host != user_id:
        raise Refusal(_(texts.ONLY_HOST))


def pending(settings: TableSettings, seats: Sequence[SeatRow]) -> tuple[int, ...]:
    """Return the invited users who have not answered yet, without the players of the last game in a rematch."""
    known = {seat.user_id for seat in seats} | {place.user for place in settings.rematch} | {*settings.freed}
    return tuple(user for user in settings.invited if user not in known)


def list_awaited(settings: TableSettings, seats: Sequence[SeatRow]) -> tuple[int, ...]:
    """Return all invited users who have not answered yet, including the players of the last game in a rematch."""
    kept = [place.user for place in rematch.pending(settings, seats) if place.user is not None]
    return (*pending(settings, seats), *kept)


def may_invite(table: OpenTable | Any, user_id: int) -> bool:
    """Return whether a user may invite people to a table (`OpenTable` or `TableView`)."""
    seated = any(seat.user_id == user_id for seat in table.seats)
    return table.row.host == user_id or (seated and table.settings.all_invite)


def invite(person: int, users: Sequence[int], open_seats: bool | None = None) -> Decision:
    """Invite users to a lobby; each is pinged once. The host may also set if free seats are open to anybody."""

    def decide(table: OpenTable) -> Change:
        require_lobby(table)
        if not may_invite(table, person):
            raise Refusal(_(texts.NOT_SEATED) if table.seat_of(person) is None else _(ONLY_HOST_INVITES))
        settings = table.settings
        asked = {*settings.invited, *settings.declined, *(seat.user_id for seat in table.seats)}
        found = tuple(user for user in dict.fromkeys(users) if user not in asked)
        if not found:
            raise Refusal(_(NOBODY_NEW))
        if len({*settings.invited, *settings.declined}) + len(found) > MOST_INVITED:
            raise Refusal(_(INVITED_MANY))
        wanted = msgspec.structs.replace(settings, invited=(*settings.invited, *found))
        if open_seats is not None and person == table.row.host:
            wanted = msgspec.structs.replace(wanted, open_seats=open_seats)
        return Change(columns=_encode_settings(wanted), invites=found, invited_by=person)

    return decide


def require_may_join(person: int, settings: TableSettings) -> None:
    """Raise Refusal if a user can't take any free seat, because all are reserved for others."""
    if not settings.open_seats and person not in _list_welcome(settings):
        raise Refusal(_(FOR_INVITED))


def may_somebody_join(settings: TableSettings, seats: Sequence[SeatRow]) -> bool:
    """Return whether a seat is free that somebody without a seat may take."""
    if len(seats) >= settings.seats:
        return False
    return settings.open_seats or bool(_list_welcome(settings) - {seat.user_id for seat in seats})


def _list_welcome(settings: TableSettings) -> set[int | None]:
    """Return the users for whom free seats are reserved."""
    return {*settings.invited, *settings.declined, *(place.user for place in settings.rematch)} - {None}


def back(settings: TableSettings, person: int) -> TableSettings:
    """Return the settings after a user has taken a seat: they are removed from those who declined or were freed."""
    return msgspec.structs.replace(
        settings,
        declined=tuple(user for user in settings.declined if user != person),
        freed=tuple(user for user in settings.freed if user != person),
    )


def mark_as_declined(settings: TableSettings, person: int) -> TableSettings:
    """Return the settings after a user has declined: they are listed as declined and no longer as invited."""
    if person not in settings.invited:
        return settings
    return msgspec.structs.replace(
        settings,
        invited=tuple(user for user in settings.invited if user != person),
        declined=(*settings.declined, person),
    )


def keep_valid_offers(before: Sequence[SeatRow], after: Sequence[SeatRow]) -> tuple[SeatRow, ...]:
    """Return the seats after a change, without the offers and questions whose holder or addressee has changed seats."""
    was = {seat.user_id: seat.seat for seat in before}
    now = {seat.user_id: seat.seat for seat in after}

    def is_still_valid(seat: SeatRow) -> bool:
        return all(was.get(user) == now.get(user) for user in (seat.user_id, seat.offered_to))

    return tuple(seat if seat.offered_to is None or is_still_valid(seat) else without_offer(seat) for seat in after)


def offer(person: int, to: int) -> Decision:
    """Offer one's own seat to a user, or if that user is seated, ask them to swap places.

    An earlier offer or question of the same person is replaced.
    """

    def decide(table: OpenTable) -> Change:
        require_lobby(table)
        own = _get_own_seat(table, person)
        if to == person:
            raise Refusal(_(YOUR_OWN_SEAT))
        if table.seat_of(to) is not None and table.settings.random_order:
            raise Refusal(_(SWAP_NEEDS_ORDER))
        if own.offered_to == to:
            raise Refusal(_(texts.OFFERED_ALREADY))
        if own.offers >= MOST_OFFERS:
            raise Refusal(format_asked_too_often(own.name))
        asked = msgspec.structs.replace(own, offered_to=to, offered_by=person, offers=own.offers + 1)
        return Change(seats=tuple(asked if seat.seat == own.seat else seat for seat in table.seats))

    return decide


def take(person: Person, salt: str, seat: int, number: int) -> Decision:
    """Accept offer `number` of a seat: take it, or swap places. The host's seat makes the person the host."""

    def decide(table: OpenTable) -> Change:
        offered = _find_offer(table, seat, number)
        if offered.offered_to != person.id:
            raise Refusal(_(texts.OFFERED_TO_SOMEBODY_ELSE))
        own = table.seat_of(person.id)
        if own is not None:
            return _swap_seats(table, own, offered)
        name = tell_apart(person, (each.name for each in table.seats if each.seat != seat))
        taken = SeatRow(seat=offered.seat, user_id=person.id, name=name, salt=salt, offers=offered.offers)
        seats = tuple(taken if each.seat == offered.seat else each for each in table.seats)
        host = person.id if offered.user_id == table.row.host else table.row.host
        settings = back(table.settings, person.id)
        places = tuple(
            RematchPlace(person.id, person.name) if place.user == offered.user_id else place
            for place in settings.rematch
        )
        columns = _encode_settings(msgspec.structs.replace(settings, rematch=places))
        columns["host"] = host
        return Change(columns=columns, seats=keep_valid_offers(table.seats, seats))

    return decide


def decline(person: int, seat: int, number: int) -> Decision:
    """Decline another user's question about places, or withdraw one's own."""

    def decide(table: OpenTable) -> Change:
        offered = _find_offer(table, seat, number)
        if person not in (offered.offered_to, offered.user_id):
            raise Refusal(_(texts.OFFERED_TO_SOMEBODY_ELSE))
        seats = tuple(without_offer(each) if each.seat == seat else each for each in table.seats)
        return Change(columns=TableChanges(step=table.row.step), seats=seats)

    return decide


def swap_with_computer(host: int, seat: int) -> Decision:
    """Swap the host's place with that of a computer player, at once."""

    def decide(table: OpenTable) -> Change:
        require_lobby(table)
        own, other = _get_own_seat(table, host), _seat(table, seat)
        if table.row.host != host or other.user_id is not None:
            raise Refusal(_(COMPUTERS_SWAP_WITH_HOST))
        if table.settings.random_order:
            raise Refusal(_(SWAP_NEEDS_ORDER))
        return _swap_seats(table, own, other)

    return decide


def free_seat(host: int, seat: int, holder: int | None) -> Decision:
    """Free the seat of a user who doesn't respond, or of a computer player. The user may join again.

    In a rematch this also frees the place reserved for a user who has not answered. `holder` is the user who had the
    seat when the host chose it, None for a computer player.
    """

    def decide(table: OpenTable) -> Change:
        require_lobby(table)
        require_host(table, host)
        settings, seats = table.settings, table.seats
        if not any(place.user == holder for place in rematch.pending(settings, seats)):
            freed = _seat(table, seat)
            if freed.user_id != holder:
                raise Refusal(_(PERSON_OR_SEAT))
            if holder == host:
                raise Refusal(_(HOST_HAS_SEAT))
            seats = keep_valid_offers(seats, renumber_seats([each for each in seats if each != freed]))
        if holder is not None:
            settings = _remove_freed_place(settings, holder)
        return Change(columns=_encode_settings(settings), seats=seats)

    return decide


def _remove_freed_place(settings: TableSettings, holder: int) -> TableSettings:
    """Return the settings after the host has freed a user's seat. In a rematch their place is no longer reserved."""
    invited = settings.invited
    if settings.rematch:
        invited = tuple(user for user in invited if user != holder)
    return msgspec.structs.replace(settings, invited=invited, freed=(*settings.freed, holder))


def arrange(host: int, *, open_seats: bool | None = None, all_invite: bool | None = None) -> Decision:
    """Set whether anybody may take the free seats, and whether all seated users may invite. None means unchanged."""

    def decide(table: OpenTable) -> Change:
        require_lobby(table)
        require_host(table, host)
        changes = {"open_seats": open_seats, "all_invite": all_invite}
        wanted = {name: value for name, value in changes.items() if value is not None}
        return Change(columns=_encode_settings(msgspec.structs.replace(table.settings, **wanted)))

    return decide


def set_seat_order(host: int, *, random: bool) -> Decision:
    """Set whether the order of seats is random or that of joining. A rematch always keeps its own order."""

    def decide(table: OpenTable) -> Change:
        require_lobby(table)
        require_host(table, host)
        settings = msgspec.structs.replace(table.settings, random_order=random)
        seats = table.seats if random or settings.rematch else renumber_seats(sort_by_joining(table.seats))
        if random:
            asked = {seat.user_id for seat in seats}
            seats = tuple(without_offer(seat) if seat.offered_to in asked else seat for seat in seats)
        return Change(columns=_encode_settings(settings), seats=keep_valid_offers(table.seats, seats))

    return decide


def sort_by_joining(seats: Sequence[SeatRow]) -> list[SeatRow]:
    """Return the seats in the order in which their users joined."""
    return sorted(seats, key=lambda seat: (fairness.joining_key(seat.salt), seat.seat))


def order_seats_at_start(table: OpenTable) -> tuple[SeatRow, ...]:
    """Return the seats in the order that they have at the start of the game, without open questions about places."""
    seats = tuple(without_offer(seat) for seat in table.seats)
    if not table.settings.random_order:
        return seats
    joined = sort_by_joining(seats)
    salts, row = [seat.salt for seat in joined], table.row
    drawn = fairness.draw_seat_order(salts, row.server_seed, row.id, row.commitment)
    return renumber_seats([joined[place] for place in drawn])


def _swap_seats(table: OpenTable, one: SeatRow, other: SeatRow) -> Change:
    """Build the change that swaps two seats. Each user keeps their name, salt and choices."""
    moved = {one.seat: msgspec.structs.replace(other, seat=one.seat)}
    moved[other.seat] = msgspec.structs.replace(one, seat=other.seat)
    seats = keep_valid_offers(table.seats, renumber_seats([moved.get(seat.seat, seat) for seat in table.seats]))
    settings = table.settings
    if settings.rematch:
        settings = msgspec.structs.replace(
            settings, rematch=rematch.swap_seats(settings.rematch, table.seats, one, other)
        )
    return Change(columns=_encode_settings(settings), seats=seats)


def _get_own_seat(table: OpenTable, person: int) -> SeatRow:
    own = table.seat_of(person)
    if own is None:
        raise Refusal(_(texts.NOT_SEATED))
    return own


def _find_offer(table: OpenTable, seat: int, number: int) -> SeatRow:
    """Return the seat whose open question about places has this number. Raise Refusal if there is none."""
    require_lobby(table)
    offered = next((each for each in table.seats if each.seat == seat), None)
    if offered is None or offered.offered_to is None or offered.offers != number:
        raise Refusal(_(texts.OFFER_LAPSED))
    return offered


def _seat(table: OpenTable, seat: int) -> SeatRow:
    if not 0 <= seat < len(table.seats):
        raise Refusal(_(PERSON_OR_SEAT))
    return table.seats[seat]


def _encode_settings(settings: TableSettings) -> TableChanges:
    return TableChanges(settings=msgspec.json.encode(settings).decode())


def format_asked_too_often(name: str) -> str:
    return _("{name}'s seat has been offered too often, so you can't offer it again.", name=escape(name))

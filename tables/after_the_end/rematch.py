"""Rematches: a new table for the players of an ended one, with the order of their seats moved on by one.

The game starts once everybody has agreed.
"""

from collections.abc import Collection, Mapping, Sequence
from itertools import chain, count

import msgspec

from data.store import OPEN_PHASES, SeatRow, TableRow
from engine.core import GameType
from language.messages import _
from tables import texts
from tables.game_hooks import GameHooks
from tables.open_table import Person
from tables.opening import new_table, renumber_seats
from tables.refusal import Refusal
from tables.settings import RematchPlace, TableSettings
from tables.viewer import TableView


def places_of(seats: Sequence[SeatRow]) -> tuple[RematchPlace, ...]:
    """Return the places of a rematch: the seats of the last game in their order, moved on by one."""
    places = [RematchPlace(seat.user_id, seat.name, seat.choices) for seat in seats]
    return (*places[1:], *places[:1])


def require_player(table: TableView) -> None:
    """Raise Refusal if the game is not over or the viewer had no seat in it."""
    if table.row.phase in OPEN_PHASES:
        raise Refusal(_(texts.AGAIN_AFTER_THE_END))
    if table.seat is None:
        raise Refusal(_(texts.AGAIN_FOR_PLAYERS))


def new_rematch(
    table: TableView,
    host: Person,
    salt: str,
    game: GameType,
    hooks: GameHooks,
    now: int,
    kept_out: Collection[int] = (),
) -> tuple[TableRow, tuple[SeatRow, ...]]:
    """Create the rows of a rematch of a finished game: the table, and the seats of the host and computer players.

    The other players are invited, except users in `kept_out`, whom the server bars from its tables. Anybody may
    take the places of users in `kept_out`, and those of players whose data was forgotten.
    """
    places = places_of(table.seats)
    settings = msgspec.structs.replace(
        table.settings,
        seats=len(places),
        start_when_full=True,
        number=None,
        host_called=False,
        invited=tuple(place.user for place in places if place.user not in (None, host.id, *kept_out)),
        rematch=places,
        declined=(),
        freed=(),
        random_order=False,
        season=None,
        season_label="",
        league_name="",
    )
    row = new_table(
        game,
        settings,
        hooks.rematch_options(table.options),
        host=host,
        guild_id=table.row.guild_id,
        channel_id=table.row.channel_id,
        now=now,
    )
    own = next(place for place in places if place.user == host.id)
    mine = SeatRow(seat=0, user_id=host.id, name=host.name, salt=salt, choices=own.choices)
    computers = [
        msgspec.structs.replace(seat, salt=salt, choices="{}", bank=None, due=None, remind=None)
        for seat in table.seats
        if seat.user_id is None and seat.player is not None
    ]
    row = msgspec.structs.replace(row, rematch_of=table.row.id)
    return row, arrange_seats((mine, *computers), places)


def arrange_seats(seats: Sequence[SeatRow], places: Sequence[RematchPlace]) -> tuple[SeatRow, ...]:
    """Return the seats of a rematch sorted by its places, and renumbered.

    Seats without a place come last. If the table has no places (it is no rematch), the seats keep their order.
    """
    if not places:
        return renumber_seats(seats)
    numbered = _place_numbers(seats, places)
    return renumber_seats(
        [seat for _, seat in sorted(zip(numbered, seats, strict=True), key=lambda each: (each[0], each[1].seat))]
    )


def swap_seats(
    places: Sequence[RematchPlace], seats: Sequence[SeatRow], one: SeatRow, other: SeatRow
) -> tuple[RematchPlace, ...]:
    """Return the places of a rematch after two of its seats were swapped.

    The places stay unchanged if one of the two seats has no place.
    """
    numbers = dict(zip((seat.seat for seat in seats), _place_numbers(seats, places), strict=True))
    first, second = numbers[one.seat], numbers[other.seat]
    found = list(places)
    if first < len(found) and second < len(found):
        found[first], found[second] = found[second], found[first]
    return tuple(found)


def _place_numbers(seats: Sequence[SeatRow], places: Sequence[RematchPlace]) -> list[int]:
    """Return for each seat the index of its place, which serves as a sort key.

    Computer players take the places without a user in order. A seat without a place gets an index after the last place.
    """
    of_user = {place.user: number for number, place in enumerate(places) if place.user is not None}
    of_computer = chain((number for number, place in enumerate(places) if place.user is None), count(len(places)))
    return [next(of_computer) if seat.user_id is None else of_user.get(seat.user_id, len(places)) for seat in seats]


def pending(settings: TableSettings, seats: Sequence[SeatRow]) -> tuple[RematchPlace, ...]:
    """Return the places of a rematch whose players have neither agreed (taken their seat) nor declined."""
    seated = {seat.user_id for seat in seats}
    return tuple(place for place in settings.rematch if place.user in settings.invited and place.user not in seated)


def declined(settings: TableSettings, seats: Sequence[SeatRow]) -> tuple[RematchPlace, ...]:
    """Return the places of a rematch whose players have declined.

    Places that the host has freed are left out. So are those of players who were forgotten, because they have no name.
    """
    kept = {*settings.invited, *settings.freed, *(seat.user_id for seat in seats), None}
    return tuple(place for place in settings.rematch if place.user not in kept and place.name)


def place_for(person: Person, settings: TableSettings, seats: Sequence[SeatRow]) -> RematchPlace | None:
    """Return the place of a rematch that is reserved for a person, or None if they have no reserved place.

    Raises Refusal if the person has no reserved place and all free places are reserved for others.
    """
    waiting = pending(settings, seats)
    kept = next((place for place in waiting if place.user == person.id), None)
    if kept is None and waiting and settings.seats - len(seats) <= len(waiting):
        raise Refusal(texts.format_reserved_seats([place.name for place in waiting]))
    return kept


def taken_choices(settings: TableSettings, seats: Sequence[SeatRow]) -> Mapping[tuple[str, str], str]:
    """Return the seat choices that are reserved in a rematch for players who have not answered yet.

    The keys are pairs of a choice's name and its value in the last game; the values are the players' names.
    """
    return {
        (name, value): place.name
        for place in pending(settings, seats)
        for name, value in msgspec.json.decode(place.choices, type=dict[str, str]).items()
    }

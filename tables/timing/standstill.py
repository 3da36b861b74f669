"""The spans in which a seat's clock stands still, from stored quiet hours, weekends, vacations and pauses.

Quiet hours, weekends and vacations count only if the time for a move is at least `LEAST_SECONDS`. At faster
tables people have agreed to play in one sitting, and the others should not have to wait until one user's night
is over.
"""

from collections.abc import Mapping, Sequence
from typing import Final

import msgspec

from data.store import Reader, SeatRow, TableRow, VacationRow
from tables.preferences import Preferences, read_preferences_of_users
from tables.settings import TableSettings
from tables.timing.pauses import list_pause_spans
from tables.timing.quiet import quiet_hours
from tables.timing.running_time import Closed, Either, Span, Spans, Weekends
from tables.timing.time_zones import find_zone

LEAST_SECONDS: Final = 12 * 3600


def should_pause_for_absence(settings: TableSettings) -> bool:
    """Return whether a table is slow enough for quiet hours, vacations and weekends to stop its clocks."""
    return settings.clock is not None and settings.clock >= LEAST_SECONDS


def has_free_weekends(settings: TableSettings) -> bool:
    """Return whether the clocks of a table stand still at weekends."""
    return should_pause_for_absence(settings) and settings.weekend_zone is not None


def build_closed(row: TableRow, preferences: Preferences, vacations: Sequence[VacationRow]) -> Closed:
    """Return the spans in which a user's clock at a table stands still."""
    settings = msgspec.json.decode(row.settings, type=TableSettings)
    pauses = Spans(list_pause_spans(row))
    if not should_pause_for_absence(settings):
        return pauses
    away = Spans(tuple(Span(vacation.begins, vacation.ends) for vacation in vacations))
    parts: list[Closed] = [pauses, away, quiet_hours(preferences)]
    zone = None if settings.weekend_zone is None else find_zone(settings.weekend_zone)
    if zone is not None:
        parts.append(Weekends(zone))
    return Either(parts)


async def list_closed_by_seat(reader: Reader, row: TableRow, seats: Sequence[SeatRow]) -> Mapping[int, Closed]:
    """Return for each seat of a table the spans in which its user's clock stands still."""
    people = [seat.user_id for seat in seats if seat.user_id is not None]
    preferences = await read_preferences_of_users(reader, people)
    vacations = await reader.people.vacations(people)
    return {
        seat.seat: build_closed(
            row,
            preferences[seat.user_id],
            [vacation for vacation in vacations if vacation.user_id == seat.user_id],
        )
        for seat in seats
        if seat.user_id is not None
    }
